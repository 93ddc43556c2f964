"""PettingZoo AEC: one game, agents player_0, player_1, ... in turn."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from flank_envs.engine.arrays import DEFAULT_ROOM, GameArrays
from flank_envs.engine.batch import Batch
from flank_envs.engine.errors import IllegalActionError, check_reset_options, explain_refusal, one_of, whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.record import CAP
from flank_envs.engine.untrusted import short_repr
from flank_envs.engine.validate import LARGEST_SEED
from flank_envs.interfaces.observations import Observations
from flank_envs.interfaces.queries import NOBODY_TO_ACT, OneGameQueries
from flank_envs.interfaces.single_seat import MASKS, Ending
from flank_envs.opponents import AnyOpponent
from flank_envs.view.screen import RENDER_MODES, Screen

__all__ = ["GameEnv", "env", "raw_env"]

_PROBE = {"options": 1}  # what PettingZoo's api_test resets with, to see that options are taken at all
ActionType = int | np.integer | None


class GameEnv(OneGameQueries, AECEnv):
    """A game as an AEC environment. An illegal action raises, names the action in words and changes nothing.

    Observations are dicts: `observation` (float32, what the agent may know, in its own frame) and `action_mask` (int8,
    all zero for agents not to act); the mask is also in `infos`, and when the game is over, how it ended, an `Ending`.
    With mask="info" observations are the plain values. With `features` they are dicts that hold `state_features` and
    `action_features` too: what the rules would do, a row for each action of the agent to act. Copies, pickles and bytes
    of `save` continue the very same game, random stream included.
    """

    def __init__(
        self,
        game: str | Game,
        render_mode: str | None = None,
        viewer: int | None = None,
        mask: str = "observation",
        features: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        self._batch = Batch(game, 1, 0, options, autoreset=False, illegal="lose", replays=DEFAULT_ROOM)
        self._seeded = False
        self.game = self._batch.game
        self.render_mode = one_of(render_mode, "render_mode", (None, *RENDER_MODES))
        self.viewer = None if viewer is None else whole_number(viewer, "viewer", 0, self._batch.seats - 1)
        self.mask = one_of(mask, "mask", MASKS)
        self.metadata = {
            "name": f"{self.game.name}_v{self.game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self._batch.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        layout = self.game.observation
        self._action_space = {agent: spaces.Discrete(self.game.actions.size) for agent in self.possible_agents}
        self._observations = Observations(self.game, 1, "observation", mask == "observation", features)
        self._observation_space = {agent: self._observations.space() for agent in self.possible_agents}
        low = np.tile(layout.low, self._batch.seats)
        self.state_space = spaces.Box(low, np.ones_like(low), dtype=np.float32)
        self._no_mask = np.zeros(self.game.actions.size, np.int8)
        self._screen = Screen(self.game.title)

    def observation_space(self, agent: str) -> spaces.Space:
        """A dict of `observation`, a Box, and what is given beside it, or the Box alone; the same for all agents."""
        return self._observation_space[self._checked_agent(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all actions of the game; which are legal now is what masks say."""
        return self._action_space[self._checked_agent(agent)]

    def _checked_agent(self, agent: str) -> str:
        return one_of(agent, "agent", tuple(self.possible_agents))

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """A new game from `seed`; without one the random stream of the last game goes on. There are no `options`."""
        check_reset_options(None if options == _PROBE else options)
        seed = None if seed is None else whole_number(seed, "seed", 0, LARGEST_SEED)
        if seed is None and not self._seeded:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self._batch.reset(seed)
        self._seed_ask(seed)
        self._seeded = True
        self._begin()
        if self.render_mode == "human":
            self.render()

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._choose_next()

    def _choose_next(self) -> None:
        seat = int(self._batch.to_act[0])
        self.agent_selection = self.agents[max(seat, 0)]
        self.infos = {agent: {"action_mask": self._mask(self._seat[agent]).copy()} for agent in self.agents}
        if seat < 0:
            for info in self.infos.values():
                info["ending"] = Ending.of(self._batch.states[0])

    def _mask(self, seat: int) -> np.ndarray:
        return self._batch.action_mask[0] if self._batch.to_act[0] == seat else self._no_mask

    def step(self, action: ActionType) -> None:
        """The action of the agent in `agent_selection`; None of one whose game is over.

        An IllegalActionError says why an action is not legal, and nothing has changed then.
        """
        if not self.agents:
            raise ValueError("the game is over, or has not begun: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        self._decide(self._checked(action))

    def _decide(self, action: ActionType) -> None:
        """The decision of the agent to act; an illegal one forfeits the game."""
        self._batch.step(np.array([action], np.int32))
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self._batch.done[0]:
            self._write_results()
        else:
            self._clear_rewards()
        self._choose_next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _checked(self, action: ActionType) -> int:
        size = self.game.actions.size
        if isinstance(action, bool) or not isinstance(action, int | np.integer) or not 0 <= action < size:
            raise IllegalActionError(
                f"action {short_repr(action)} is none of 0..{size - 1}; `layout()` lists what they mean"
            )
        if not self._batch.action_mask[0, action]:
            raise IllegalActionError(explain_refusal(self.game, self._batch.states[0], int(action)))
        return int(action)

    def _write_results(self) -> None:
        """Everybody's result, as the record has it."""
        returns, truncated = self._batch.returns()[0], bool(self._batch.states[0].limit == CAP)
        for agent, seat in self._seat.items():
            self.rewards[agent] = float(returns[seat])
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated

    def observe(self, agent: str) -> Any:
        """What an agent may know now, whether it is to act or not."""
        seat = self._seat[self._checked_agent(agent)]
        batch = self._batch
        values = batch.observation[0] if batch.to_act[0] == seat else batch.observe(seat)[0]
        return self._observations.of_seat(batch, seat, values, self._mask(seat))

    def state(self) -> np.ndarray:
        """Everything that any seat knows: the observations of all seats, one after the other."""
        return np.concatenate([self._batch.observe(seat)[0] for seat in range(self._batch.seats)])

    def _queried(self) -> GameArrays:
        return self._batch

    def ask(self, opponent: AnyOpponent) -> int:
        """The action that an opponent (a name, a file, a function, an Opponent) would choose for the agent to act."""
        if not self.agents:
            raise ValueError(NOBODY_TO_ACT)
        return super().ask(opponent)

    def restore(self, data: bytes) -> None:
        """Continue from bytes that `save` gave; bytes that do not fit are refused and change nothing."""
        super().restore(data)
        self._seeded = True
        self._begin()
        if self._batch.states[0].over:
            self._write_results()
            self._accumulate_rewards()

    def render(self) -> Any:
        """The position: text for render_mode "ansi", pixels (height, width, 3) for "rgb_array", None for "human"."""
        if self.render_mode is None:
            raise ValueError(f"render() needs a render_mode: make the environment with one of {RENDER_MODES}")
        state = self._batch.states[0]
        return self._screen.show(
            self.render_mode,
            lambda: self.game.view.text(state, self.viewer),
            lambda: self.game.view.picture(state, self.viewer),
        )

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()


def raw_env(game: str | Game, **settings: Any) -> GameEnv:
    """The bare environment: illegal actions raise IllegalActionError.

    `settings` are `render_mode` ("ansi", "rgb_array" or "human"), `viewer` (the seat whose view is drawn, None for all
    cards open), `mask` ("observation", or "info" for plain arrays), `features` and the options of the game.
    """
    return GameEnv(game, **settings)


class CheckedEnv(wrappers.OrderEnforcingWrapper):
    """PettingZoo's three usual wrappers in one, which looks up nothing through the others: what they do, sooner."""

    env: GameEnv

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        self._has_reset = self._has_updated = True
        self.env.reset(seed=seed, options=options)  # BaseWrapper of older PettingZoos would copy what is looked up here

    def step(self, action: Any) -> None:
        game = self.env
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
            return
        self._has_updated = True
        if not game.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = game.agent_selection
        over = game.terminations[agent] or game.truncations[agent]
        assert (action is None and over) or game.action_space(agent).contains(action), "action is not in action space"
        if over or game.infos[agent]["action_mask"][action]:
            game.step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            game._decide(action)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def __str__(self) -> str:
        return str(self.env)


def _after_reset(name: str) -> property:
    """An attribute of the game; OrderEnforcingWrapper refuses it before reset."""

    def read(wrapped: CheckedEnv) -> Any:
        return getattr(wrapped.env, name) if wrapped._has_reset else wrapped.__getattr__(name)

    return property(read)


for _name in ("rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"):
    setattr(CheckedEnv, _name, _after_reset(_name))


def env(game: str | Game, **settings: Any) -> AECEnv:
    """The environment with PettingZoo's usual manners: an illegal action ends the game with -1 for the mover.

    `settings` are those of `raw_env`; what GameEnv has beyond PettingZoo is in `env(...).unwrapped`.
    """
    return CheckedEnv(raw_env(game, **settings))
