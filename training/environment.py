"""The learner's games: Stable-Baselines3's vector environment, which also keeps results and time."""

import time
from typing import Any

import numpy as np

from flank_envs.core.game import get_game
from flank_envs.sb3 import SeatVecEnv
from training.config import Config
from training.league import KINDS, League, kind_of


class LeagueGames(SeatVecEnv):
    """Games against the opponents of a league."""

    def __init__(self, config: Config) -> None:
        super().__init__(get_game(config.game), config.ppo.games, **config.options)
        self.league: League | None = None
        self.seconds = 0.0
        self.clear()

    def clear(self) -> None:
        """Forget the results so far."""
        self.scores: dict[str, list[float]] = {kind: [] for kind in KINDS}

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        began = time.perf_counter()
        observation, reward, done, infos = super().step_wait()
        self.seconds += time.perf_counter() - began
        for i in np.flatnonzero(done).tolist():
            self._count(infos[i]["opponents"][0].name, infos[i]["score"])
        return observation, reward, done, infos

    def _count(self, name: str, score: float) -> None:
        self.scores[kind_of(name)].append(score)
        if self.league is not None:
            self.league.result(name, score)

    def state(self) -> tuple[list[str], bytes, dict[str, np.ndarray]]:
        """The opponents by name, the games, and who sits where."""
        lineups, arrays = self.games.seating()
        return [lineup[0].name for lineup in lineups], self.games.save(), {**arrays, "lengths": self._lengths.copy()}

    def restore(self, league: League, names: list[str], games: bytes, arrays: dict[str, np.ndarray]) -> np.ndarray:
        """Go on from a state; the observation is returned."""
        self.games.set_opponents([league.opponent(name) for name in names], [1.0] * len(names))
        self.games.restore(games)
        self.games.seat_again(arrays)
        self._lengths[:] = arrays["lengths"]
        return self.games.observation.copy()
