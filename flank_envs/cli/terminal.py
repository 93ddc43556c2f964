"""One game at the terminal: who sits where, their choices, pictures of each position, and how it ended."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.engine.batch import Batch
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.replay import Replay
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.opponents import Opponent
from flank_envs.opponents.decisions import draws_of_seed

_CHOICES = np.uint64(0x7E21C0DE)  # sets the players' stream apart from that of the cards
ROOM = 2**16


class TerminalGame:
    """A game in progress that any opponent can be asked about."""

    def __init__(self, game: Game, seed: int, options: Mapping[str, Any]) -> None:
        self.game = game
        self.seed = whole_number(seed, "--seed", 0, 2**64 - 1)
        self.practice = False
        self._options = dict(options)
        self._seats: list[int] = []  # who took each decision
        self._begin()

    def _begin(self) -> None:
        self._batch = Batch(self.game, 1, self.seed, self._options, autoreset=False, replays=ROOM)
        self._streams = streams_of_seeds(np.array([self.seed], np.uint64) ^ _CHOICES)

    @property
    def state(self) -> Any:
        """The record of the game."""
        return self._batch.states[0]

    @property
    def seats(self) -> int:
        return self._batch.seats

    @property
    def legal(self) -> list[int]:
        """The actions of the seat to act."""
        return np.flatnonzero(self._batch.action_mask[0]).tolist()

    @property
    def returns(self) -> list[float]:
        """The results of all seats, when the game is over."""
        return self._batch.reward[0].tolist()

    def ask(self, opponent: Opponent) -> int:
        """The action that an opponent chooses for the seat to act."""
        return int(opponent.choose(self._batch, self._streams, draws_of_seed(self.seed, self.seats)[None])[0])

    def step(self, action: int, viewer: int | None) -> list[str]:
        """One decision, and what the viewer is told of it."""
        before = self.state.copy()
        self._seats.append(int(before.to_act))
        self._batch.step(np.array([action], np.int32))
        return self.game.story(before, action, self.state, viewer)

    def undo(self, seat: int) -> bool:
        """Back to before the last decision of a seat; False if it has taken none. The game is practice from then on."""
        if seat not in self._seats:
            return False
        kept = len(self._seats) - 1 - self._seats[::-1].index(seat)
        actions = self.replay().actions[:kept]
        streams = self._streams
        self._begin()
        self._streams = streams  # opponents may choose otherwise this time
        for action in actions:
            self._batch.step(np.array([action], np.int32))
        del self._seats[kept:]
        self.practice = True
        return True

    def replay(self) -> Replay:
        """What was played."""
        return replace(self._batch.replay(0, finished=bool(self.state.over)), practice=self.practice)

    def save(self, path: str | None) -> None:
        """Write the replay of what was played, if there is a path."""
        if path is not None:
            self.replay().save(path)
            print(f"Saved to {path}: `flank-envs replay {path}` shows it again.")


class Pictures:
    """A folder that gets one SVG file for each position; without a folder nothing is written."""

    def __init__(self, folder: str | None) -> None:
        self._folder = None if folder is None else Path(folder)
        self._count = 0
        if self._folder:
            self._folder.mkdir(parents=True, exist_ok=True)

    def add(self, game: Game, state: Any, viewer: int | None) -> None:
        """Draw a position as the viewer sees it."""
        if self._folder:
            (self._folder / f"{self._count:04d}.svg").write_text(game.picture(state, viewer), encoding="utf-8")
            self._count += 1

    def report(self) -> None:
        """Say what was written."""
        if self._folder:
            print(f"{self._count} pictures are in {self._folder}.")


def check_viewer(viewer: int | None, seats: int) -> int | None:
    """A seat of the game, or None who sees all cards."""
    return None if viewer is None else whole_number(viewer, "--viewer", 0, seats - 1)
