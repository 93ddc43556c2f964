"""Observations, features, legal actions and returns of records, in new arrays. Hot loops write into their own."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.features import Features
from flank_envs.engine.game import Game

CHUNK = 1024  # positions whose features are computed at a time


def observations(game: Game, states: np.ndarray, seats: np.ndarray | int | None = None) -> np.ndarray:
    """What a seat sees of each record: (records, values) float32.

    `seats` are one for each record, one for all, or by default the seats to act (0 where the game is over).
    """
    out = np.empty((len(states), game.observation.size), np.float32)
    kernels.look(states, _viewers(states, seats), out)
    return out


class FeatureRows(NamedTuple):
    """The features of some positions, one per row, and of those of their actions that have any."""

    state: np.ndarray  # (positions, values) float32
    rows: np.ndarray  # (n,) int64: whose action it is, ascending
    actions: np.ndarray  # (n,) int64
    values: np.ndarray  # (n, values) float32

    def take(self, which: np.ndarray) -> "FeatureRows":
        """Those of some positions, in this order."""
        starts = np.searchsorted(self.rows, np.arange(len(self.state) + 1))
        first, counts = starts[which], np.diff(starts)[which]
        rows = np.repeat(np.arange(len(which)), counts)
        places = np.arange(len(rows)) + np.repeat(first - np.cumsum(counts) + counts, counts)
        return FeatureRows(self.state[which], rows, self.actions[places], self.values[places])

    @staticmethod
    def join(parts: "Sequence[FeatureRows]") -> "FeatureRows":
        """Positions one after the other."""
        before = np.cumsum([0, *(len(part.state) for part in parts[:-1])])
        rows = np.concatenate([part.rows + first for part, first in zip(parts, before, strict=True)])
        state, actions, values = (np.concatenate(a) for a in zip(*((p.state, *p[2:]) for p in parts), strict=True))
        return FeatureRows(state, rows, actions, values)


def need_features(game: Game) -> Features:
    """The features of a game; a ValueError if it has none."""
    if game.features is None:
        raise ValueError(f"{game.name} has no features: its rules define no verb `features`")
    return game.features


def features(game: Game, states: np.ndarray, seats: np.ndarray | int | None = None) -> FeatureRows:
    """The features of records for a seat each, as `observations`; of games that are over all 0."""
    layouts = need_features(game)
    states = np.require(states, requirements=("C", "W"))  # kernels are compiled for such arrays
    viewers = _viewers(states, seats)
    state = np.empty((len(states), layouts.state.size), np.float32)
    most = min(CHUNK, len(states)) * layouts.most_actions
    scratch, numbers = np.zeros(1, game.state), np.zeros(layouts.numbers, np.int64)
    rows, actions = np.empty(most, np.int64), np.empty(most, np.int64)
    values = np.empty((most, layouts.actions.size), np.float32)
    parts: list[tuple[np.ndarray, ...]] = []
    for first in range(0, max(1, len(states)), CHUNK):
        chunk = slice(first, first + CHUNK)
        positions = states[chunk], viewers[chunk]
        count = kernels.write_features(*positions, scratch, numbers, state[chunk], rows, actions, values)
        found = rows[:count], actions[:count], values[:count]
        if len(states) <= CHUNK:
            return FeatureRows(state, *found)
        parts.append((rows[:count] + first, *(array.copy() for array in found[1:])))
    return FeatureRows(state, *map(np.concatenate, zip(*parts, strict=True)))


def dense_features(game: Game, games: int) -> kernels.DenseFeatures:
    """Arrays for the features of so many games, for games that write them again and again."""
    layouts = need_features(game)
    return kernels.DenseFeatures(
        state=np.zeros((games, layouts.state.size), np.float32),
        actions=np.zeros((games, game.actions.size, layouts.actions.size), np.float32),
        scratch=np.zeros(1, game.state),
        numbers=np.zeros(layouts.numbers, np.int64),
        rows=np.zeros((games, layouts.most_actions), np.int64),
        counts=np.zeros(games, np.int64),
        values=np.zeros((layouts.most_actions, layouts.actions.size), np.float32),
    )


def _viewers(states: np.ndarray, seats: np.ndarray | int | None) -> np.ndarray:
    viewers = np.empty(len(states), np.int64)
    viewers[:] = np.maximum(states["to_act"], 0) if seats is None else seats
    return viewers


def legal_masks(game: Game, states: np.ndarray) -> np.ndarray:
    """The legal actions of each record's seat to act, none where the game is over: (records, actions) int8."""
    out = np.empty((len(states), game.actions.size), np.int8)
    kernels.masks(states, out)
    return out


def take_records(states: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Copies of some records: as `states[rows]`, in a third of its time."""
    return np.take(states.view(np.uint8).reshape(len(states), -1), rows, axis=0).view(states.dtype)[:, 0]


def final_returns(states: np.ndarray) -> np.ndarray:
    """The returns of games that are over, 0 in the others: (records, seats) float32, for games of as many seats."""
    out = np.zeros((len(states), int(states["seats"].max(initial=1))), np.float32)
    kernels.returns(states, out)
    return out
