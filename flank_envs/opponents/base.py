"""The protocol of opponents: what every player has, what some can say besides, and what they are given."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.errors import IllegalActionError
from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr
from flank_envs.engine.validate import row_per_game, streams_to_move
from flank_envs.opponents.decisions import Decisions, draws_to_act, restricted_for

if TYPE_CHECKING:
    from flank_envs.opponents.policy.network import Network
    from flank_envs.opponents.search.searcher import SearchResult

_ABOUT_ACT = ("identity", "probabilities", "search")  # methods that tell how `act` decides


class Opponent:
    """A player. Every subclass has `name` and `act`; the rest says what else it can do, and callers ask for that.

    `identity` changes when the play changes, and only then. Those who can tell have `probabilities`, `value` or
    `search`: `can("value", game)` says whether. A subclass that defines another `act` inherits nothing that tells how
    the parent's `act` decides.
    """

    name: str = "opponent"
    compiled: int | None = None
    """The number by which kernels know a compiled player; others are asked for their actions."""
    slow: bool = False
    """Whether a decision takes so long that quick players should not wait for it."""
    needs_determinizations: bool = True
    """Whether it calls `decisions.determinized`; one that does not is asked sooner."""
    needs_full_state: bool = False
    """Whether it sees the true records, hidden cards included, in `decisions.states`. Results mark such a player."""
    temperature: float | None = None
    """At which it samples its probabilities, 0 if it takes the likeliest action; None for players without any."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if "act" in vars(cls):
            for name in (*_ABOUT_ACT, "compiled"):
                if name not in vars(cls):
                    setattr(cls, name, vars(Opponent)[name])

    def identity(self, game: Game) -> str:
        """What tells it from other players of this game, whatever their names: it changes with its play alone.

        Of players that do not define it, it is the name.
        """
        return self.name

    def check_compatible(self, game: Game, options: Mapping[str, Any]) -> None:
        """Raise a ValueError if this opponent cannot play the game."""

    def act(self, decisions: Decisions) -> np.ndarray:
        """A legal action for each row, as int32."""
        raise NotImplementedError(f"{type(self).__name__} must define act(decisions)")

    def can(self, ability: str, game: Game) -> bool:
        """Whether it has this ability in a game: "probabilities", "value" or "search"."""
        return getattr(type(self), ability) is not getattr(Opponent, ability)

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """(rows, actions) float: the probability that it takes each action, 0 for illegal ones."""
        raise NotImplementedError(f"{self!r} does not tell its probabilities")

    def value(self, decisions: Decisions) -> np.ndarray:
        """(rows,) float32: the expected result of the seat to act."""
        raise NotImplementedError(f"{self!r} does not tell what it expects")

    def search(self, decisions: Decisions) -> "SearchResult":
        """What a search of each row finds, how often it tries each action among it; `decisions.streams` move on."""
        raise NotImplementedError(f"{self!r} does not search: give one such as search:1000 or search:100:trained")

    def network_for(self, game: Game) -> "Network | None":
        """The network by which it plays this game, None if it plays by none."""
        return None

    def needs_features(self, game: Game) -> bool:
        """Whether it asks for `decisions.features` although it has declared `needs_determinizations = False`."""
        return False

    def uses_draws(self, game: Game) -> bool:
        """Whether it draws once for each game how to play it, from `decisions.draws`."""
        return False

    def at_temperature(self, temperature: float) -> "Opponent | None":
        """The same policy sampled at a temperature above 0; None of players without probabilities to scale."""
        return None

    def choose(self, games: GameArrays, streams: np.ndarray, draws: np.ndarray | None = None) -> np.ndarray:
        """Actions for the seats to act in all games of a batch; `streams` are random streams, one for each game.

        They move on when the opponent has decided; games that are over get any number. `draws` (games, seats) are what
        a mixture draws its member by: make them once for each game with `new_draws`. Without them it draws a member
        for each decision.
        """
        if not isinstance(games, GameArrays):
            raise ValueError(f"games={short_repr(games)}: give a batch of games")
        games._need_ready()
        streams_to_move(streams, games.num_games)
        rows, actions = np.flatnonzero(games.to_act >= 0), np.zeros(games.num_games, np.int32)
        drawn = None if draws is None else draws_to_act(draws, rows, games.to_act, games.seats)
        if len(rows):
            moved = streams[rows]
            actions[rows] = ask(self, decisions_for(self, games, rows, moved, drawn))
            streams[rows] = moved
        return actions

    def __repr__(self) -> str:
        return f"<opponent {self.name}>"


def decisions_in(
    games: GameArrays, rows: np.ndarray, streams: np.ndarray, draws: np.ndarray | None = None
) -> Decisions:
    """The decisions of these rows of a batch, with their records; its own arrays need no validation."""
    return Decisions.trusted(games.game, games._records(rows), *games._rows(rows), streams, draws)


def decisions_for(
    opponent: Opponent, games: GameArrays, rows: np.ndarray, streams: np.ndarray, draws: np.ndarray | None
) -> Decisions:
    """The decisions of these rows of a batch as this opponent is given them."""
    if opponent.needs_full_state or opponent.needs_determinizations or opponent.needs_features(games.game):
        decisions = decisions_in(games, rows, streams, draws)
        return restricted_for(opponent, decisions)
    return Decisions.trusted(games.game, None, *games._rows(rows), streams, draws)


def ask(opponent: Opponent, decisions: Decisions) -> np.ndarray:
    """The actions that an opponent chooses, as int32; what is not legal is refused.

    An opponent that does not declare `needs_full_state` is given no true record.
    """
    masks = decisions.action_mask.copy()  # the opponent may write into its own
    answer = opponent.act(restricted_for(opponent, decisions))
    wide = row_per_game(answer, f"the actions of {opponent!r}", len(decisions))
    actions = np.zeros(len(wide), np.int32)
    bad = kernels.take_actions(masks, wide, False, actions)
    if bad >= 0:
        raise IllegalActionError(f"{opponent!r} chose action {np.asarray(answer)[bad]}, which is not legal")
    return actions
