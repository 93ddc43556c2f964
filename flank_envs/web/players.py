"""The players that a server offers for a game, by name; only these are loaded."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents import Opponent, known_opponent
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.registry import choices
from flank_envs.session import PERSON
from flank_envs.web.refused import Refused

FOLDERS = ("checkpoints", "runs")
MOST_POLICIES = 200


class Players:
    """The players that this server offers; policies are those in `checkpoints/` and `runs/` below `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: dict[tuple[str, float], tuple[str, bool]] = {}

    def names(self, game: Game) -> list[str]:
        """All players for a game but persons, simple ones first."""
        files = [name for name, (made_for, _) in self._files() if made_for == game.name]
        return [*(choice.name for choice in choices() if _plays(choice.name, game)), *files]

    def policies(self, game: Game) -> list[str]:
        """Players that tell the probabilities of their actions and the value of positions."""
        told = [choice.name for choice in choices() if _plays(choice.name, game, "probabilities", "value")]
        return [*told, *(name for name, (made_for, has_value) in self._files() if made_for == game.name and has_value)]

    def _files(self) -> list[tuple[str, tuple[str, bool]]]:
        found = []
        for folder in FOLDERS:
            for path in sorted((self.root / folder).glob("**/*.safetensors"))[:MOST_POLICIES]:
                found.append((path.relative_to(self.root).as_posix(), self._about(path)))
        return found

    def _about(self, path: Path) -> tuple[str, bool]:
        """The game that a file is made for, "" if it cannot be read, and whether it has a value."""
        try:
            key = str(path), path.stat().st_mtime
        except OSError:
            return "", False
        if key not in self._known:
            self._known[key] = _what_is_in(path)
        return self._known[key]

    def load(self, name: str, game: Game, options: Mapping[str, Any]) -> Opponent:
        """The player of that name, one of `names`."""
        if name not in self.names(game):
            raise Refused(
                400, f"There is no player {short_repr(name)} for {game.title}: choose {PERSON} or one listed."
            )
        file = name.endswith(".safetensors")
        opponent = known_opponent(str(self.root / name) if file else name)
        opponent.check_compatible(game, options)
        return opponent

    def policy(self, name: str, game: Game) -> Opponent:
        """One of the `policies`."""
        if name in self.policies(game):
            return self.load(name, game, {})
        raise Refused(404, f"There is no policy {short_repr(name)} for {game.title} with a value.")


def _plays(name: str, game: Game, *abilities: str) -> bool:
    """Whether the player of this name can play a game, and has these abilities in it."""
    opponent = known_opponent(name)
    try:
        opponent.check_compatible(game, {})
    except ValueError:
        return False
    return all(opponent.can(ability, game) for ability in abilities)


def _what_is_in(path: Path) -> tuple[str, bool]:
    try:
        found = checkpoint.read(path)
        return found.metadata["game"], Network(found).has_value
    except (OSError, ValueError):
        return "", False
