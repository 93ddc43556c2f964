"""Rollouts: a part of the games goes on for some decisions by one policy. Where that happens makes no difference.

All that a rollout depends on is in its order, the weights of the policy and the files of past selves; its chance comes
from the seed of the run, its number and its part.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
import torch
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import Logger

from flank_envs.evaluation.seeds import TRAINING, TRAINING_GAMES
from training.config import Config
from training.environment import LeagueGames
from training.league import League
from training.policy import export, make_model
from training.update import Played


class Position(NamedTuple):
    """Where the games of a part are between two rollouts, as plain values."""

    games: list[tuple[list[list[str]], bytes, dict[str, np.ndarray]]]
    starts: np.ndarray  # whether the next decision is the first of its game


class Order(NamedTuple):
    """A rollout to be played."""

    number: int  # in the run
    part: int  # of the games
    invited: dict[str, float]  # who may be drawn for new games, with what chance
    position: Position

    def seed(self, config: Config) -> int:
        """What its chance comes from."""
        return int(np.random.SeedSequence([config.seed, self.number, self.part]).generate_state(1, np.uint64)[0] >> 1)


class Rollout(NamedTuple):
    """A rollout that was played."""

    played: Played
    position: Position
    results: list[tuple[str, float]]  # of games that ended: the opponent and the learner's score
    in_games: float  # seconds
    seconds: float  # with the policy


class RolloutError(RuntimeError):
    """A rollout cannot be played."""


class Rollouts(Protocol):
    """Where rollouts are played."""

    def play(self, orders: Sequence[Order]) -> list[Rollout]:
        """All of them, in the order in which they were asked for."""
        ...

    def close(self) -> None:
        """Play no more."""
        ...


class Player:
    """One part of the games at a time, and the policy that plays them."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.config = config
        self.environment = LeagueGames(config)
        self.model = make_model(config, self.environment)
        self.model.set_logger(Logger(None, []))
        self.model._setup_learn(config.rollouts * config.rollout, None)
        self.league = League(config, folder, export(self.model, config))
        self._here: Position | None = None
        self._nothing = CallbackList([])

    def deal(self, part: int, invited: dict[str, float]) -> Position:
        """The first games of a part."""
        self.league.seat(self.environment.games, invited)
        games = self.environment.num_envs
        self.environment.seed(TRAINING.seed(games, self.config.seed * TRAINING_GAMES + part * games))
        self.model._last_obs = self.environment.reset()
        self.model._last_episode_starts = np.ones(self.environment.num_envs, np.bool_)
        return self._position()

    def go_to(self, position: Position) -> None:
        """Put the games where they were then."""
        if position is not self._here:
            self.model._last_obs = self.environment.restore(self.league, position.games)
            self.model._last_episode_starts = position.starts
            self._here = position

    def play(self, order: Order) -> Rollout:
        """The random streams of torch are as they were afterwards."""
        environment, model = self.environment, self.model
        began, in_games = time.perf_counter(), environment.seconds
        self.go_to(order.position)
        self.league.seat(environment.games, order.invited)
        environment.results = []
        self._nothing.init_callback(model)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(order.seed(self.config))
            model.collect_rollouts(environment, self._nothing, model.rollout_buffer, self.config.ppo.steps)
        return Rollout(
            Played.of(environment.parts[0].game, model.rollout_buffer),
            self._position(),
            environment.results,
            environment.seconds - in_games,
            time.perf_counter() - began,
        )

    def _position(self) -> Position:
        self._here = Position(self.environment.state(), np.array(self.model._last_episode_starts))
        return self._here


class Here:
    """Rollouts in this process, one after the other, by the model that learns."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def play(self, orders: Sequence[Order]) -> list[Rollout]:
        return [self.player.play(order) for order in orders]

    def close(self) -> None:
        """Nothing to close."""
