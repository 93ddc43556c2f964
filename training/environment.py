"""The learner's games: one vector environment, in which parts may have options of their own."""

import time
from collections import defaultdict
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium import spaces

from flank_envs.engine.game import Game, get_game
from flank_envs.interfaces.sb3 import MaskedVecEnv, SeatVecEnv
from flank_envs.opponents.seats import SeatGames
from training.config import Config
from training.inputs import as_bytes
from training.league import League, kind_of


class LeagueGames(MaskedVecEnv):
    """A part of the games of a run, the same number for every variant; results and time are kept.

    What it gives are the bytes of records: the network computes from them what it is given (see `Inputs`).
    """

    def __init__(self, config: Config) -> None:
        variants = config.settings()
        count = config.ppo.games // config.parts
        bounds = np.linspace(0, count, len(variants) + 1).astype(int).tolist()
        self.rows = [slice(*ends) for ends in pairwise(bounds)]
        self.parts = [
            SeatVecEnv(get_game(config.game), rows.stop - rows.start, **options)
            for rows, options in zip(self.rows, variants, strict=True)
        ]
        self.render_mode = None
        super().__init__(count, records_space(get_game(config.game)), self.parts[0].action_space)
        self.results: list[tuple[str, float]] = []  # of games that ended: the opponent and the learner's score
        self.seconds = 0.0

    @property
    def games(self) -> list[SeatGames]:
        """The games of every variant."""
        return [part.games for part in self.parts]

    @property
    def records(self) -> np.ndarray:
        """(games, bytes): the records now; the learner is to act in all."""
        return np.concatenate([as_bytes(part.games.states) for part in self.parts])

    @property
    def scores(self) -> dict[str, list[float]]:
        """The results by kind of opponent."""
        by_kind = defaultdict(list)
        for name, score in self.results:
            by_kind[kind_of(name)].append(score)
        return by_kind

    def reset(self) -> np.ndarray:
        for part, rows in zip(self.parts, self.rows, strict=True):
            part._seeds = self._seeds[rows]
        self._reset_seeds()
        for part in self.parts:
            part.reset()
        return self.records

    def step_async(self, actions: np.ndarray) -> None:
        for part, rows in zip(self.parts, self.rows, strict=True):
            part.step_async(actions[rows])

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        began = time.perf_counter()
        _, reward, done, infos = zip(*[part.step_wait() for part in self.parts], strict=True)
        self.seconds += time.perf_counter() - began
        infos = [info for part in infos for info in part]
        for info in infos:
            if "score" in info:
                info["TimeLimit.truncated"] = False  # the cap ends a game like any limit: its record is gone
                self.results += [(opponent.name, info["score"]) for opponent in dict.fromkeys(info["opponents"])]
        return self.records, np.concatenate(reward), np.concatenate(done), infos

    def state(self) -> list[tuple[list[list[str]], bytes, dict[str, np.ndarray]]]:
        """For every variant: the opponents by name, the games, and who sits where."""
        variants = []
        for part in self.parts:
            lineups, arrays = part.games.seating()
            names = [[opponent.name for opponent in lineup] for lineup in lineups]
            variants.append((names, part.games.save(), {**arrays, "lengths": part._lengths.copy()}))
        return variants

    def restore(self, league: League, state: list[tuple[list[list[str]], bytes, dict[str, np.ndarray]]]) -> np.ndarray:
        """Go on from a state; what `records` is then is returned."""
        for part, (names, games, arrays) in zip(self.parts, state, strict=True):
            lineups = [[league.opponent(name) for name in lineup] for lineup in names]
            part.games.set_opponents(lineups, [1.0] * len(names))
            part.games.restore(games)
            part.games.restore_seating(arrays)
            part._lengths[:] = arrays["lengths"]
        return self.records

    def action_masks(self) -> np.ndarray:
        """(games, actions) bool: the legal actions."""
        return np.concatenate([part.action_masks() for part in self.parts])


def records_space(game: Game) -> spaces.Box:
    """Of the bytes of records."""
    return spaces.Box(0, 255, (game.state.itemsize,), np.uint8)
