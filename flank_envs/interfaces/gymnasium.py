"""Gymnasium: one learner against opponents, as a single environment and as a vector of many."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from flank_envs.engine.errors import IllegalActionError, check_reset_options, flag, one_of, whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr
from flank_envs.engine.validate import LARGEST_SEED, flag_per_game
from flank_envs.interfaces.observations import Observations
from flank_envs.interfaces.queries import OneGameQueries
from flank_envs.interfaces.single_seat import MASKS, RENDER_FPS, Ending, Opponents, SingleSeat
from flank_envs.opponents.seats import SeatGames
from flank_envs.view.screen import RENDER_MODES, Screen

__all__ = ["SeatEnv", "SeatVectorEnv"]


class SeatEnv(SingleSeat, OneGameQueries, gymnasium.Env):
    """One seat of one game. Observations are flat; the legal actions are in `info["action_mask"]` and `action_masks()`.

    `opponent` plays the other seats: one for all, or a list with one for each. `options` are those of the game. `seat`
    None draws the learner's seat anew for each game. An illegal action ends the game with reward -1. `info["ending"]`
    is an `Ending`: underway, or by rules, limit, forfeit or cap; only the cap truncates. Infos always have the same
    keys, and numbers as values, so libraries can stack them. With mask="observation" observations are dicts of
    `observations` and `action_mask`; with `features` they are dicts too, which hold `state_features` and
    `action_features`: what the rules would do, a row for each action.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}

    def __init__(
        self,
        game: str | Game,
        opponent: Opponents = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        replays: int | bool = True,
        mask: str = "info",
        features: bool = False,
        **options: Any,
    ) -> None:
        self._games = SeatGames(game, 1, opponent, seat, options, replays=replays)
        self.game = self._games.game
        self.render_mode = one_of(render_mode, "render_mode", (None, *RENDER_MODES))
        self.mask = one_of(mask, "mask", MASKS)
        self._observations = Observations(self.game, 1, "observations", mask == "observation", features)
        self.observation_space = self._observations.space()
        self.action_space = Discrete(self.game.actions.size)
        self._screen = Screen(self.game.title)

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game from `seed`; without one the random stream goes on. There are no `options`."""
        check_reset_options(options)
        seed = None if seed is None else whole_number(seed, "seed", 0, LARGEST_SEED)
        self._games.reset(seed)
        self._seed_ask(seed)
        super().reset(seed=seed)
        self._show_window()
        return self._observation(), self._info()

    def step(self, action: int | np.integer) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's decision and all those of its opponents until it is to act again, or the game is over.

        A number that is no action raises IllegalActionError; after the end of a game a ValueError asks for `reset`.
        """
        if self._games.to_act[0] < 0:
            raise ValueError("the game is over: call reset() before the next step")
        try:
            action = whole_number(action, "action", 0, self.game.actions.size - 1)
        except ValueError as problem:
            raise IllegalActionError(str(problem)) from None
        self._games.step(np.array([action]))
        done, truncated = bool(self._games.done[0]), bool(self._games.truncated[0])
        reward = float(self._games.learner_reward[0])
        self._show_window()
        return self._observation(), reward, done and not truncated, truncated, self._info()

    def action_masks(self) -> np.ndarray:
        """The legal actions as bools, where sb3-contrib looks for them."""
        return self._games.action_mask[0].astype(np.bool_)

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self._games.seat[0])

    def _observation(self) -> Any:
        return self._observations.of_learner(self._games)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._games.action_mask[0].copy(), "ending": Ending.of(self._games.states[0])}

    def _show_window(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as the learner may see it: text for "ansi", pixels for "rgb_array", None for "human"."""
        if self.render_mode is None:
            raise ValueError(f"render() needs a render_mode: make the environment with one of {RENDER_MODES}")
        return self._screen.show(
            self.render_mode,
            lambda: self.game.view.text(self._games.states[0], self.seat),
            lambda: self.game.view.picture(self._games.states[0], self.seat),
        )

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()


class SeatVectorEnv(SingleSeat, VectorEnv):
    """Many games at once, one seat each; Gymnasium's three autoreset modes.

    Gymnasium's vector wrappers of observations refuse the default mode: give autoreset_mode="next_step" for them.
    `opponent`, `seat`, `mask`, `features` and `options` are as in SeatEnv. `threads` play the games side by side.
    Observations and infos are copies unless `copy` is False: then they are views that the next step overwrites.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        opponent: Opponents = "random",
        seat: int | None = None,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        replays: int | bool = False,
        mask: str = "info",
        features: bool = False,
        **options: Any,
    ) -> None:
        self._games = SeatGames(game, num_envs, opponent, seat, options, threads=threads, replays=replays)
        self.game = self._games.game
        self.num_envs = num_envs = self._games.num_games
        self.render_mode = one_of(render_mode, "render_mode", (None, "ansi", "rgb_array"))
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": RENDER_FPS}
        self.metadata["autoreset_mode"] = self.autoreset_mode
        self.mask = one_of(mask, "mask", MASKS)
        self._observations = Observations(self.game, num_envs, "observations", mask == "observation", features)
        self.single_observation_space = self._observations.space()
        self.single_action_space = Discrete(self.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = flag(copy, "copy")
        self._all = np.ones(num_envs, np.bool_)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games in all rows, or in those of `options["reset_mask"]`."""
        check_reset_options(options, ("reset_mask",))
        which = (options or {}).get("reset_mask")
        if which is not None and not (isinstance(which, np.ndarray) and which.any()):
            raise ValueError(f"reset_mask={short_repr(which)}: give a bool array with at least one True")
        chosen = flag_per_game(which, "reset_mask", self.num_envs)
        self._games.reset(seed, chosen)
        self._seed_ask(seed, chosen)
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._over = self._over & ~chosen
        return self._observation(chosen), self._info()

    def step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One decision of the learner in every game, `actions` (games,), and those of its opponents.

        An illegal one loses its game; a number that is no action raises, and no game has moved then.
        """
        if self.autoreset_mode == AutoresetMode.DISABLED and self._over.any():
            raise ValueError(
                f"games {np.flatnonzero(self._over)[:8].tolist()} are over: reset them with "
                'options={"reset_mask": ...} before the next step'
            )
        games, over, last = self._games, self._over, {}
        with games.transaction():
            games.step(actions, ~over if over.any() else None)
            if over.any():
                games.reset(which=over)
            reward = games.learner_reward.astype(np.float64)
            done, truncated = games.done.copy(), games.truncated.copy()
            over = done
            if self.autoreset_mode == AutoresetMode.SAME_STEP and done.any():
                last = self._final(done)
                games.reset(which=done)
                over = np.zeros_like(done)
        self._over = over
        return self._observation(), reward, done & ~truncated, truncated, self._info() | last

    def _observation(self, begun: np.ndarray | None = None) -> Any:
        return self._observations.of_learners(self._games, self._copy, begun)

    def _mask(self) -> np.ndarray:
        return self._games.action_mask.copy() if self._copy else self._games.action_mask

    def _info(self) -> dict[str, Any]:
        masks = {"action_mask": self._mask(), "_action_mask": self._all.copy()}
        return masks | {"ending": self._endings(self._over), "_ending": self._all.copy()}

    def _endings(self, over: np.ndarray) -> np.ndarray:
        """How games that are over ended. As plain numbers: in what numpy asks of an enum, a Ctrl-C gets lost."""
        endings = np.full(self.num_envs, int(Ending.UNDERWAY), np.int64)
        for i in np.flatnonzero(over):
            endings[i] = int(Ending.of(self._games.states[i]))
        return endings

    def _final(self, done: np.ndarray) -> dict[str, Any]:
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(done):
            final[i] = self._observations.of_end(self._games, int(i))
        info = {"action_mask": self._games.action_mask.copy(), "_action_mask": done.copy()}
        info |= {"ending": self._endings(done), "_ending": done.copy()}
        return {"final_obs": final, "_final_obs": done.copy(), "final_info": info, "_final_info": done.copy()}

    def restore(self, data: bytes) -> None:
        """Continue from bytes that `save` gave; bytes that do not fit are refused and change nothing."""
        super().restore(data)
        self._over = self._games.states["over"].astype(np.bool_)

    @property
    def seats(self) -> np.ndarray:
        """The learner's seat in each game."""
        return self._games.seat

    def render(self) -> tuple[Any, ...] | None:
        """All positions, as texts or pixels, each as its learner may see it; None without a `render_mode`."""
        if self.render_mode is None:
            return None
        screen = Screen(self.game.title)
        return tuple(
            screen.show(
                self.render_mode,
                lambda s=state, v=int(seat): self.game.view.text(s, v),
                lambda s=state, v=int(seat): self.game.view.picture(s, v),
            )
            for state, seat in zip(self._games.states, self.seats, strict=True)
        )


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return mode if isinstance(mode, AutoresetMode) else AutoresetMode[str(mode).upper()]
    except KeyError:
        allowed = ", ".join(m.name for m in AutoresetMode)
        raise ValueError(f"autoreset_mode={short_repr(mode)}: choose one of {allowed}") from None
