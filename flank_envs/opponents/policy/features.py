"""Compute the features that a network gets beside an observation: of the state, and of the actions."""

from functools import cache
from typing import NamedTuple

import numpy as np

from flank_envs.engine.features import Features
from flank_envs.engine.game import Game
from flank_envs.engine.identity import source_fingerprint

ROWS = 256  # read together: their actions fit into one piece of memory that is used again


class FeatureRows(NamedTuple):
    """The features of some positions, one per row, and of those of their actions that have any."""

    state: np.ndarray  # (rows, values)
    rows: np.ndarray  # (actions,) of which position
    actions: np.ndarray  # (actions,)
    values: np.ndarray  # (actions, values)


def features_of(game: Game) -> Features:
    """The features of a game; a ValueError if it has none."""
    if game.features is None:
        raise ValueError(f"{game.name} has no features: its networks cannot score actions by them")
    return game.features


@cache
def features_hash(game: Game) -> str:
    """A hash of what the features are: a network that was trained with others would misread them."""
    features = features_of(game)
    parts = () if features.parts is None else (features.parts.seen, features.parts.actions)
    return source_fingerprint(game, [features.write], (features.state_size, features.action_size), *parts)


class FeatureReader:
    """Computes features for a network; any number of threads may ask at once."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def read(self, observation: np.ndarray) -> FeatureRows:
        """The features of observations, float32 and contiguous, in new arrays."""
        features = features_of(self.game)
        state = np.zeros((len(observation), features.state_size), np.float32)
        most = min(ROWS, len(observation)) * features.most_actions
        # Memory of this call alone costs a microsecond. Kernels release the GIL, so threads would mix up shared memory.
        scratch = np.zeros(features.scratch_size, np.int64)
        buffers = (*np.empty((2, most), np.int64), np.empty((most, features.action_size), np.float32))
        chunks: list[tuple[np.ndarray, ...]] = []
        for low in range(0, max(1, len(observation)), ROWS):
            chunk = slice(low, low + ROWS)
            count = features.write(observation[chunk], scratch, state[chunk], *buffers)
            chunks.append((buffers[0][:count] + low, buffers[1][:count].copy(), buffers[2][:count].copy()))
        return FeatureRows(state, *map(np.concatenate, zip(*chunks, strict=True)))
