"""A table: a session at a server, with the keys of its seats, a lock, and what went wrong."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

from flank_envs.engine.game import Game
from flank_envs.opponents.base import ask
from flank_envs.session import Session
from flank_envs.session_file import MOST_DECISIONS

UNKNOWN = "unknown"  # who played a replay that came from elsewhere


@dataclass
class Table:
    """A session that several browsers look at, and what a server must know besides.

    `keys` are the secrets by which persons show that a seat is theirs, "" for other seats. `number` counts what was
    done at the table, undone decisions included, and so tells a stale click from one that was meant. `practice` tables
    let their person undo.
    """

    id: str
    session: Session
    keys: list[str]
    practice: bool = False
    number: int = 0
    created: float = field(default_factory=time.time)

    def __post_init__(self) -> None:
        self.lock = threading.RLock()
        self.closed = False
        self.trouble = ""  # what went wrong with an opponent: then nobody acts for it any more
        self._rounds: list[str] = []

    @property
    def open(self) -> bool:
        """Whether everything may be shown to everybody: nobody plays here (any more)."""
        return self.session.over or not any(self.keys)

    @property
    def imported(self) -> bool:
        """Whether it shows a replay that came from elsewhere: nobody plays on."""
        return UNKNOWN in self.session.players

    @property
    def waits_for(self) -> int | None:
        """The seat of an opponent that is to act, None if a person is or nobody."""
        seat = self.session.to_act
        stopped = self.closed or self.trouble or len(self.session.actions) >= MOST_DECISIONS
        return None if stopped or seat not in self.session.opponents else seat

    def seat_of(self, key: str) -> int:
        """The seat that a key opens."""
        return self.keys.index(key)

    def play(self, action: int) -> None:
        """One decision of a person."""
        self.session.play(action)
        self.number += 1

    def play_opponent(self) -> bool:
        """One decision of the opponent to act. False if there is none, or if the game went on without it meanwhile."""
        with self.lock:
            seat, number = self.waits_for, self.number
            if seat is None:
                return False
            asked, opponent = self.session.decisions(), self.session.opponents[seat]
        action = int(ask(opponent, asked)[0])  # may take long: nobody waits for the lock
        with self.lock:
            if self.number != number or self.closed:
                return False
            self.session.play(action, asked)
            self.number += 1
            return True

    def undo(self, seat: int) -> bool:
        """Go back to the last decision of a seat before the present one; False if it has taken none yet."""
        if not self.session.undo(seat):
            return False
        del self._rounds[len(self.session.positions) :]
        self.number += 1
        return True

    def rounds(self) -> list[str]:
        """The round of each position, in the words of the game."""
        game, positions = self.session.game, self.session.positions
        self._rounds += [round_of(game, states[0]) for states in positions[len(self._rounds) :]]
        return self._rounds


def round_of(game: Game, state: Any) -> str:
    """The second part of the first line of the game's text: round 3."""
    return (*game.view.text(state, None).partition("\n")[0].split("|"), "")[1].strip()
