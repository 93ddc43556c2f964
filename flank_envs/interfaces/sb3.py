"""Stable-Baselines3: a native vector environment with action masks, for MaskablePPO as it is, and models as files."""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete

from flank_envs.extras import needs_extra

with needs_extra("flank_envs.interfaces.sb3", "train"):
    from stable_baselines3.common.vec_env import VecEnv

from flank_envs.engine.errors import check_reset_options, one_of, whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.validate import LARGEST_SEED, row_per_game
from flank_envs.interfaces.observations import Observations
from flank_envs.interfaces.sb3_export import export
from flank_envs.interfaces.single_seat import RENDER_FPS, Ending, Opponents, SingleSeat
from flank_envs.opponents.seats import SeatGames
from flank_envs.view.pixels import svg_to_array

__all__ = ["MaskedVecEnv", "SeatVecEnv", "export"]


class MaskedVecEnv(VecEnv):
    """What every vector environment of games has in common: masks, and no single games that were environments."""

    def action_masks(self) -> np.ndarray:
        """(games, actions) bool: the legal actions."""
        raise NotImplementedError(f"{type(self).__name__} must define action_masks()")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Only `action_masks` can be called: a row for each game of `indices`."""
        if method_name != "action_masks":
            raise AttributeError(f"games have no method {method_name!r}; there is action_masks")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the vector environment, once for each game of `indices`."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set for single games: an AttributeError says so."""
        raise AttributeError(f"{attr_name!r} cannot be set for single games: make the vector environment with it")

    def set_options(self, options: list[dict] | dict | None = None) -> None:
        """There are none to set for the next reset."""
        for each in options if isinstance(options, list) else [options]:
            check_reset_options(each)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> Sequence[bool]:  # pyright: ignore
        """No single game is ever wrapped."""
        return [False] * len(list(self._get_indices(indices)))

    def close(self) -> None:
        """Nothing to close."""


class SeatVecEnv(SingleSeat, MaskedVecEnv):
    """Many games at once, one seat each. Finished games begin anew in the same step; infos hold their statistics.

    `opponent` plays the other seats: one for all, or a list with one for each. `seat` None draws the learner's seat
    anew for each game. `threads` play the games side by side. With `features` observations are dicts of `observations`,
    `state_features` and `action_features` (actions, values): what the rules would do. `options` are those of the game.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        opponent: Opponents = "random",
        seat: int | None = None,
        seed: int | None = None,
        threads: int = 1,
        replays: int | bool = False,
        render_mode: str | None = None,
        features: bool = False,
        **options: Any,
    ) -> None:
        self.games = self._games = SeatGames(game, num_envs, opponent, seat, options, threads=threads, replays=replays)
        self.game = self.games.game
        self.render_mode = one_of(render_mode, "render_mode", (None, "rgb_array"))
        self._observations = Observations(self.game, num_envs, "observations", False, features)
        super().__init__(num_envs, self._observations.space(), Discrete(self.game.actions.size))
        self.metadata = {"render_modes": ["rgb_array"], "render_fps": RENDER_FPS}
        self._seed = None if seed is None else whole_number(seed, "seed", 0, LARGEST_SEED)
        self._actions: np.ndarray | None = None  # what step_async was given
        self._lengths = np.zeros(num_envs, np.int64)
        self._began = time.perf_counter()

    def reset(self) -> Any:
        """New games in all rows, from the `seed` or what `VecEnv.seed` was given; the observations."""
        seeds = self._seeds if any(s is not None for s in self._seeds) else self._seed
        self.games.reset(seeds)
        self._seed_ask(seeds)
        self._seed = self._actions = None
        self._lengths[:] = 0
        self._reset_seeds()
        self._reset_options()
        return self._observations.of_learners(self.games)

    def step_async(self, actions: np.ndarray) -> None:
        """Take one action for each game, for `step_wait`."""
        self._actions = row_per_game(actions, "actions", self.num_envs)

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Observations, rewards, dones and infos after the actions; an illegal one loses its game with -1."""
        actions, self._actions = self._actions, None
        if actions is None:
            raise ValueError("step_wait() has no actions: give them to step_async() after the last step or reset")
        games, lengths = self.games, self._lengths + 1
        with games.transaction():
            games.step(actions)
            reward, done, truncated = games.learner_reward, games.done.copy(), games.truncated.copy()
            infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
            for i in np.flatnonzero(done).tolist():
                infos[i] = {
                    "terminal_observation": self._observations.of_end(games, i),
                    "TimeLimit.truncated": bool(truncated[i]),
                    "ending": Ending.of(games.states[i]),
                    "opponents": games.opponents_of(i),
                    "score": games.score(i),
                    "episode": {
                        "r": float(reward[i]),
                        "l": int(lengths[i]),
                        "t": round(time.perf_counter() - self._began, 6),
                    },
                }
            if done.any():
                games.reset(which=done)
                lengths[done] = 0
        self._lengths = lengths
        return self._observations.of_learners(games), reward, done, infos

    def get_images(self) -> Sequence[np.ndarray | None]:
        """A picture of each game as its learner may see it, for `render` and VecVideoRecorder."""
        games = zip(self.games.states, self.games.seat, strict=True)
        return [svg_to_array(self.game.view.picture(state, int(seat))) for state, seat in games]

    def restore(self, data: bytes) -> None:
        """Continue from bytes that `save` gave; bytes that do not fit are refused and change nothing.

        The lengths of episodes in infos count from here.
        """
        super().restore(data)
        self._actions = None
        self._lengths = np.zeros(self.num_envs, np.int64)

    def action_masks(self) -> np.ndarray:
        """(games, actions) bool: the legal actions."""
        return self.games.action_mask.astype(np.bool_)
