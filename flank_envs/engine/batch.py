"""Many games at once, all seats played by the caller."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.errors import IllegalActionError, explain_refusal, flag, one_of, whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.threads import run_chunks
from flank_envs.engine.transaction import INTERRUPTED
from flank_envs.engine.validate import flag_per_game, row_per_game, seed_per_game, streams_to_move

_NO_STREAMS = np.zeros(0, np.uint64)
_CHOICES = np.uint64(0xD1CE5EED)  # sets the streams of random actions apart from those of the games


class Batch(GameArrays):
    """What `flank_envs.Batch` says of itself, without its queries: the engine knows no opponents."""

    def __init__(
        self,
        game: str | Game,
        num_games: int,
        seed: Any = None,
        options: Mapping[str, Any] | None = None,
        *,
        threads: int = 1,
        autoreset: bool = True,
        illegal: str = "raise",
        replays: int | bool = False,
    ) -> None:
        super().__init__(game, num_games, options, replays)
        self.threads = whole_number(threads, "threads", 1, 1024)
        self.autoreset = flag(autoreset, "autoreset")
        self.illegal = one_of(illegal, "illegal", ("raise", "lose"))
        self._actions = np.zeros(self.num_games, np.int32)
        self.reset(seed)
        kernels.step(self._arrays, self._log, self._actions, _NO_STREAMS, self.autoreset, 0, 0)  # compile now

    def reset(self, seed: Any = None, which: np.ndarray | None = None) -> None:
        """New games (where `which` is set), from `seed` + i. Without a seed they go on in their own streams."""
        with self._owner:
            chosen = flag_per_game(which, "which", self.num_games)
            if seed is not None or not self._arrays.states["rng"].all():
                self._seed_games(seed_per_game(seed, self.num_games), chosen)
            kernels.reset(self._arrays, self._log, chosen)
            if chosen.all():
                self._unready = ""

    def step(self, actions: np.ndarray) -> None:
        """One decision in every game: `actions` (games,) of the seats in `to_act`; where a game is over any number."""
        if not self._owner.take():
            raise self._owner.taken()
        try:
            if self._unready:
                raise ValueError(self._unready)
            wanted = row_per_game(actions, "actions", self.num_games)
            bad = kernels.take_actions(self._arrays.action_mask, wanted, self.illegal == "lose", self._actions)
            if bad >= 0:
                raise self._refusal(bad, int(np.asarray(actions)[bad]))
            self._step(_NO_STREAMS)
        finally:
            self._owner.release()

    def step_random(self, streams: np.ndarray) -> np.ndarray:
        """One random legal decision in every game, drawn from `streams`, in one pass; the actions are returned."""
        if not self._owner.take():
            raise self._owner.taken()
        try:
            if self._unready:
                raise ValueError(self._unready)
            self._step(streams_to_move(streams, self.num_games))
            return self._actions.copy()
        finally:
            self._owner.release()

    def _step(self, streams: np.ndarray) -> None:
        n, arguments = self.num_games, (self._arrays, self._log, self._actions, streams, self.autoreset)
        try:
            if self.threads == 1:  # run_chunks would do the same, a little later
                kernels.step(*arguments, 0, n)
            else:
                run_chunks(kernels.step, n, self.threads, *arguments)
        except BaseException:
            self._unready = INTERRUPTED
            raise

    def random_actions(self, streams: np.ndarray) -> np.ndarray:
        """A random legal action for each game, from its own one of `streams`, which the method of that name makes."""
        with self._owner:
            actions = np.zeros(self.num_games, np.int32)
            kernels.choose_random(self._arrays.action_mask, streams_to_move(streams, self.num_games), actions)
            return actions

    def streams(self, seed: int) -> np.ndarray:
        """Random streams for `random_actions`, one per game and apart from those of the games."""
        first = whole_number(seed, "seed", 0, 2**32 - 1) << 32
        return streams_of_seeds((np.uint64(first) + np.arange(self.num_games, dtype=np.uint64)) ^ _CHOICES)

    def _refusal(self, index: int, action: int) -> ValueError:
        if not 0 <= action < self.game.actions.size:
            return IllegalActionError(
                f"action {action} in game {index} is outside 0..{self.game.actions.size - 1} "
                f"(see `flank-envs layout {self.game.name}`)"
            )
        return IllegalActionError(f"game {index}: " + explain_refusal(self.game, self.states[index], action))
