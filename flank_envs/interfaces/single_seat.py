"""What the interfaces for one learner have in common: endings, leagues, and games saved with their seats."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.record import ending
from flank_envs.engine.untrusted import short_repr
from flank_envs.interfaces.queries import Queries
from flank_envs.opponents import AnyOpponent, Opponent
from flank_envs.opponents.seats import SeatGames

Opponents = AnyOpponent | Sequence[AnyOpponent]
MASKS = ("info", "observation")
RENDER_FPS = 2
MAGIC = b"flank_envs seats 1 "


class Ending(IntEnum):
    """How a game ended: infos hold it as a number, which libraries can stack, and it is printed as a word."""

    UNDERWAY = 0
    RULES = 1
    LIMIT = 2
    FORFEIT = 3
    CAP = 4

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def of(cls, state: Any) -> "Ending":
        """How the game of a record ended, or that it goes on."""
        return cls[ending(state).upper()] if state.over else cls.UNDERWAY


class SingleSeat(Queries):
    """An environment whose learner has one seat of every game, and opponents the others."""

    _games: SeatGames

    def _queried(self) -> GameArrays:
        return self._games

    def set_opponents(self, opponents: Sequence[Opponents], shares: Sequence[float]) -> None:
        """A league: every new game draws one of `opponents` by their `shares`; games underway keep theirs."""
        self._games.set_opponents(opponents, shares)

    def opponents_of(self, index: int = 0) -> tuple[Opponent, ...]:
        """Who plays game `index` against the learner, from the seat after it on."""
        return self._games.opponents_of(index)

    def save(self) -> bytes:
        """The games and who sits where as bytes, for `restore` by an environment with the same opponents."""
        data = self._games.save()
        numbers = b" ".join(array.tobytes().hex().encode() for array in self._games.seating()[1].values())
        return MAGIC + numbers + b"\n" + data

    def restore(self, data: bytes) -> None:
        """Continue from bytes that `save` gave; bytes that do not fit are refused and change nothing."""
        if not isinstance(data, bytes) or not data.startswith(MAGIC):
            raise ValueError(f"{short_repr(data)} was given: give the bytes that save() of this environment returned")
        line, _, games = data[len(MAGIC) :].partition(b"\n")
        try:
            parts = [bytes.fromhex(part.decode()) for part in line.split(b" ")]
            arrays = {
                name: np.frombuffer(part, own.dtype).reshape(-1, *own.shape[1:])
                for part, (name, own) in zip(parts, self._games.seating()[1].items(), strict=True)
            }
        except ValueError:
            raise ValueError("the first line of the saved seats is damaged") from None
        self._games._check_seating(arrays)
        self._games.restore(games)
        self._games.restore_seating(arrays)
