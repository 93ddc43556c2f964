"""The arrays of many games, and what can be done with them whoever plays: looking, saving, cutting replays."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.core import kernels, savefile
from flank_envs.core.errors import seed_per_game, whole_number
from flank_envs.core.game import Game, get_game
from flank_envs.core.replay import Replay
from flank_envs.core.stream import seeds_of_streams, streams_of_seeds

DEFAULT_ROOM = 4096
UNKNOWN = -(2**30)  # length of a log whose beginning was not seen: stays negative until the next game
VIEWS = ("observation", "action_mask", "to_act", "reward", "done", "truncated")


class GameArrays:
    """`num_games` games of one kind. The public arrays are read-only views that every step writes anew."""

    def __init__(
        self, game: str | Game, num_games: int, options: Mapping[str, Any] | None = None, replays: int | bool = False
    ) -> None:
        self.game = get_game(game)
        self.num_games = n = whole_number(num_games, "num_games", 1, 2**31 - 1)
        self.options = self.game.options_of(self.game.blank(1, options or {})[0])
        self.seats = self.game.players(self.options)
        self._arrays = kernels.Arrays(
            states=self.game.blank(n, self.options),
            observation=np.zeros((n, self.game.observation.size), np.float32),
            action_mask=np.zeros((n, self.game.actions.size), np.int8),
            to_act=np.zeros(n, np.int8),
            reward=np.zeros((n, self.seats), np.float32),
            done=np.zeros(n, np.bool_),
            truncated=np.zeros(n, np.bool_),
        )
        room = whole_number(DEFAULT_ROOM if replays is True else int(replays), "replays", 0, 2**31 - 1)
        self._log = kernels.Log(
            start=np.zeros((2, n), np.uint64),
            length=np.zeros((2, n), np.int32),
            actions=np.zeros((2, n, room), np.int16),
        )
        self._publish()

    def _publish(self) -> None:
        for name in VIEWS:
            view = getattr(self._arrays, name).view()
            view.flags.writeable = False
            setattr(self, name, view)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in VIEWS}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._publish()

    observation: np.ndarray
    """(games, values) float32: what the seat to act sees."""
    action_mask: np.ndarray
    """(games, actions) int8: 1 for legal actions of the seat to act."""
    to_act: np.ndarray
    """(games,) int8: the seat to act, -1 in a game that is over."""
    reward: np.ndarray
    """(games, seats) float32: the result of games that ended in the last step, else 0."""
    done: np.ndarray
    """(games,) bool: the game ended in the last step."""
    truncated: np.ndarray
    """(games,) bool: it ended by its limit and not by the rules."""

    @property
    def states(self) -> np.ndarray:
        """The records themselves. After changing them call `refresh`."""
        return self._arrays.states

    def refresh(self) -> None:
        """Write observations and masks again after `states` were changed."""
        kernels.refresh(self._arrays)

    def look(self, seat: int | np.ndarray) -> np.ndarray:
        """What a seat sees in every game, whoever is to act: a new array (games, values)."""
        if isinstance(seat, int | np.integer):
            seat = np.full(self.num_games, whole_number(seat, "seat", 0, self.seats - 1))
        out = np.empty_like(self._arrays.observation)
        kernels.look(self._arrays.states, seat.astype(np.int64), out)
        return out

    def returns(self) -> np.ndarray:
        """The final results of games that are over, 0 in the others: a new array (games, seats)."""
        out = np.zeros_like(self._arrays.reward)
        kernels.returns(self._arrays.states, out)
        return out

    def seed_games(self, seed: Any, which: np.ndarray) -> np.ndarray:
        """Give the chosen games new random streams; the seeds are returned."""
        seeds = seed_per_game(seed, self.num_games)
        self._arrays.states["rng"][which] = streams_of_seeds(seeds)[which]
        return seeds

    def save(self) -> bytes:
        """All games as bytes, for `restore`."""
        return savefile.to_bytes(self.game, self._arrays.states)

    def restore(self, data: bytes) -> None:
        """Continue from bytes that `save` gave. Bytes that do not fit are refused and change nothing."""
        self._arrays.states[:] = savefile.from_bytes(self.game, data, self.num_games, self.options)
        self._log.length[:] = UNKNOWN
        self.refresh()

    def replay(self, index: int = 0, finished: bool | None = None) -> Replay:
        """The current game of one row, or the last finished one; by default the current one if it has begun."""
        index = whole_number(index, "index", 0, self.num_games - 1)
        room = self._log.actions.shape[2]
        if room == 0:
            raise ValueError("no replays are kept: make it with replays=True")
        if finished is None:
            finished = bool(self._log.length[0, index] == 0 and self._log.length[1, index] > 0)
        row = int(finished)
        length = int(self._log.length[row, index])
        if length < 0:
            raise ValueError("the game was restored from bytes: what was played before is not known")
        if length > room:
            raise ValueError(f"the game has {length} decisions but replays={room}: give a larger number")
        actions = self._log.actions[row, index, :length].tolist()
        forfeit = -1 - actions.pop() if actions and actions[-1] < 0 else None
        return Replay(
            game=self.game.name,
            version=self.game.version,
            options=self.options,
            seed=int(seeds_of_streams(self._log.start[row, index])[0]),
            actions=actions,
            forfeit=forfeit,
        )
