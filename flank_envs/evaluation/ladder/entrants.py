"""Who plays on the ladder, and what tells a player from its successor of the same name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.identity import source_fingerprint
from flank_envs.evaluation.arena import marked
from flank_envs.opponents import AnyOpponent, Opponent, load_opponent
from flank_envs.opponents.load import ENDING
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.policy.shipped import shipped_folder
from flank_envs.opponents.registry import choices

ANCHOR = "random"
EARLIER = "earlier"  # the folder beside a shipped policy with those that shipped before

RULES = (kernels.begin, kernels.masks, kernels.decide, kernels.returns)  # what decides what happens


@dataclass(frozen=True)
class Player:
    """Somebody on the ladder. The identity changes when the player does, and only then."""

    name: str
    opponent: Opponent
    identity: str

    @property
    def quick(self) -> bool:
        """Whether it plays in side variants too."""
        return not self.opponent.slow

    @property
    def label(self) -> str:
        """Its name, with a star if it sees everything."""
        return marked(self.name, self.opponent)


def standard_names() -> list[str]:
    """The names in the standard field, simple players first."""
    return [choice.name for choice in choices() if choice.ladder]


def standard_entrants(game: Game) -> list[Player]:
    """Those of the standard field who can play this game, and the policies that shipped for it before."""
    before = sorted((shipped_folder(game) / EARLIER).glob(f"*{ENDING}"))
    return [
        *players_of(game, [name for name in standard_names() if _suits(game, name)]),
        *(_player(game, PolicyOpponent(path), f"{EARLIER}/{path.name}") for path in before),
    ]


def players_of(game: Game, names: Sequence[AnyOpponent]) -> list[Player]:
    """These players; a ValueError for one who cannot play this game."""
    opponents = [load_opponent(name) for name in names]
    for opponent in opponents:
        opponent.check_compatible(game, {})
    return [_player(game, opponent, opponent.name) for opponent in opponents]


def without_doubles(players: Iterable[Player]) -> list[Player]:
    """Each player once, by the first of its names; a ValueError if two bear the same one."""
    once: dict[str, Player] = {}
    for player in players:
        once.setdefault(player.identity, player)
    names = [player.name for player in once.values()]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"two different players are called {twice[0]!r}: give their files other names")
    return list(once.values())


def rules_of(game: Game) -> str:
    """A hash of what decides what happens in a game: of its rules, and of the helpers that they call."""
    return f"{game.version}-{source_fingerprint(game, RULES)}"


def _player(game: Game, opponent: Opponent, name: str) -> Player:
    return Player(name, opponent, opponent.identity(game))


def _suits(game: Game, name: str) -> bool:
    try:
        load_opponent(name).check_compatible(game, {})
    except ValueError:
        return False
    return True
