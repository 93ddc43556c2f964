"""RLlib: every game as a MultiAgentEnv, PPO with masks by self-play, and what it learnt as a file.

Importing registers every game: PPOConfig().environment("flank_envs/hold_the_line-v0"), or all of it in
`ppo("hold_the_line").build_algo()`.
"""

# pyright: reportMissingImports=false
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete

from flank_envs.extras import needs_extra

with needs_extra("flank_envs.interfaces.rllib", "ray"):
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.tune.registry import register_env

from flank_envs.engine.batch import Batch
from flank_envs.engine.errors import IllegalActionError, check_reset_options, names_and_values, one_of, whole_number
from flank_envs.engine.game import Game, all_games, get_game
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.untrusted import short_repr
from flank_envs.engine.validate import LARGEST_SEED
from flank_envs.interfaces.observations import Observations
from flank_envs.interfaces.rllib_ppo import ALONE, League, PastSelves, export, ppo
from flank_envs.interfaces.single_seat import RENDER_FPS, Ending
from flank_envs.opponents import Opponent, load_opponent
from flank_envs.opponents.decisions import new_draws
from flank_envs.view.pixels import svg_to_array

__all__ = ["League", "PastSelves", "SeatsEnv", "export", "ppo", "register"]


class SeatsEnv(MultiAgentEnv):
    """One game; its seats are the agents player_0, player_1, ..., and the one to act is observed.

    Observations are dicts of `observations` and `action_mask`, as RLlib's masking module takes them; with `features`
    they also hold `state_features` and `action_features` (actions, values): what the rules would do. When the game is
    over every agent sees the end, with its result as reward; a game that ends by its limit has a result too, so it
    counts as terminated. An illegal action ends the game with -1. `opponents` are shares of games in which an opponent
    has all seats but one, such as {"heuristic": 0.4}; the only agent is then alone_0, alone_1, ... by its seat.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": RENDER_FPS}

    def __init__(
        self,
        game: str | Game,
        opponents: Mapping[str, float] | None = None,
        render_mode: str | None = None,
        features: bool = False,
        **options: Any,
    ) -> None:
        self._batch = Batch(game, 1, None, options, autoreset=False, illegal="lose")
        self.game = self._batch.game
        self.render_mode = one_of(render_mode, "render_mode", (None, *self.metadata["render_modes"]))
        self._opponents, self._bounds = _league(opponents)
        for opponent in self._opponents:
            opponent.check_compatible(self.game, self._batch.options)
        self._opponent: Opponent | None = None  # who has all seats but one in this game
        self._streams = np.zeros(1, np.uint64)  # what it chooses from
        self._players = [f"player_{seat}" for seat in range(self._batch.seats)]
        alone = [f"{ALONE}{seat}" for seat in range(self._batch.seats)] if self._opponents else []
        self.possible_agents = [*self._players, *alone]
        self._seats: dict[str, int] = {}
        self._observations = Observations(self.game, 1, "observations", True, features)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observations.space())
        self.action_spaces = dict.fromkeys(self.possible_agents, Discrete(self.game.actions.size))
        super().__init__()

    def reset(
        self, *, seed: int | None = None, options: dict | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """A new game from `seed`; without one the random stream goes on. There are no `options`."""
        check_reset_options(options)
        seed = None if seed is None else whole_number(seed, "seed", 0, LARGEST_SEED)
        super().reset(seed=seed)
        self._batch.reset(seed)
        self._opponent, self._seats = None, {agent: seat for seat, agent in enumerate(self._players)}
        if self._opponents:
            self._draw_opponent()
        self.agents = list(self._seats)
        self._let_opponent_play()
        return self._observe(), {}

    def _draw_opponent(self) -> None:
        """Who plays this game: the agents among themselves, or one of them against an opponent."""
        self._streams = streams_of_seeds(self.np_random.integers(2**63, size=1, dtype=np.uint64))
        self._draws = new_draws(self._streams, self._batch.seats)
        drawn = int(np.searchsorted(self._bounds, self.np_random.random(), side="right"))
        if drawn < len(self._opponents):
            self._opponent = self._opponents[drawn]
            seat = int(self.np_random.integers(self._batch.seats))
            self._seats = {f"{ALONE}{seat}": seat}

    def step(
        self, action_dict: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """The decision of the agent to act; nobody else may give one."""
        agents = {seat: agent for agent, seat in self._seats.items()}
        agent = agents.get(int(self._batch.to_act[0]))
        if agent is None:
            raise ValueError("the game is over, or has not begun: call reset() before the next step")
        if set(names_and_values(action_dict, "actions")) != {agent}:
            raise ValueError(f"actions={short_repr(action_dict)}: {agent} is to act, and nobody else")
        try:
            action = whole_number(action_dict[agent], f"action of {agent}", 0, self.game.actions.size - 1)
        except ValueError as problem:
            raise IllegalActionError(str(problem)) from None
        self._batch.step(np.array([action], np.int32))
        self._let_opponent_play()
        state = self._batch.states[0]
        returns = self._batch.returns()[0] if state.over else np.zeros(self._batch.seats)
        rewards = {agent: float(returns[seat]) for agent, seat in self._seats.items()}
        infos = {agent: {"ending": Ending.of(state)} for agent in self._seats} if state.over else {}
        done, truncated = bool(self._batch.done[0]), bool(self._batch.truncated[0])
        everyone = [*self._seats, "__all__"]
        ended, cut = dict.fromkeys(everyone, done and not truncated), dict.fromkeys(everyone, truncated)
        return self._observe(), rewards, ended, cut, infos

    def _let_opponent_play(self) -> None:
        while self._opponent is not None and self._batch.to_act[0] not in (-1, *self._seats.values()):
            self._batch.step(self._opponent.choose(self._batch, self._streams, self._draws))

    def _observe(self) -> dict[str, dict[str, np.ndarray]]:
        """What the agent to act sees, or every agent when the game is over."""
        batch, to_act = self._batch, int(self._batch.to_act[0])
        seeing = {agent: seat for agent, seat in self._seats.items() if to_act in (-1, seat)}
        mask = batch.action_mask[0]
        return {
            agent: self._observations.of_seat(batch, seat, batch.observe(seat)[0], mask)
            for agent, seat in seeing.items()
        }

    def render(self) -> Any:
        """The whole table: as text, or as pixels with render_mode="rgb_array"."""
        state = self._batch.states[0]
        if self.render_mode == "rgb_array":
            return svg_to_array(self.game.view.picture(state, None))
        return self.game.view.text(state, None)


def _league(opponents: Mapping[str, float] | None) -> tuple[list[Opponent], np.ndarray]:
    """Opponents, and up to where each is drawn."""
    shares = names_and_values(opponents, "opponents")
    values = list(shares.values())
    if not all(type(share) in (int, float) and share >= 0 for share in values) or not sum(values) <= 1 + 1e-9:
        raise ValueError(f"opponents={short_repr(opponents)}: give shares of games from 0 that add up to at most 1")
    return [load_opponent(name) for name in shares], np.cumsum(values)


def register(game: str | Game) -> str:
    """Make a game known to RLlib and return its id; needed only where Ray has forgotten it, after `ray.shutdown()`."""
    game = get_game(game)
    name = f"flank_envs/{game.name}-v{game.version}"
    register_env(name, partial(_make, game.name))
    return name


def _make(game: str, settings: Mapping[str, Any]) -> SeatsEnv:
    return SeatsEnv(game, **settings)


for _game in all_games().values():
    register(_game)
