"""What the network in training is given of positions, computed from their records: observations and features."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch

from flank_envs.engine.game import Game
from flank_envs.engine.positions import FeatureRows, features, observations


class Inputs(NamedTuple):
    """Positions, one per row, each as its seat to act sees it."""

    observation: torch.Tensor
    features: FeatureRows | None  # of networks that score actions by them

    @classmethod
    def of(cls, game: Game, records: np.ndarray, with_features: bool) -> "Inputs":
        """Of records."""
        rows = features(game, records) if with_features else None
        return cls(torch.from_numpy(observations(game, records)), rows)

    def take(self, rows: torch.Tensor) -> "Inputs":
        """Some of the positions, in this order."""
        return Inputs(self.observation[rows], None if self.features is None else self.features.take(rows.numpy()))

    @staticmethod
    def join(parts: "Sequence[Inputs]") -> "Inputs":
        """Positions one after the other."""
        if len(parts) == 1:
            return parts[0]
        given = [part.features for part in parts if part.features is not None]
        return Inputs(torch.cat([part.observation for part in parts]), FeatureRows.join(given) if given else None)


def as_bytes(records: np.ndarray) -> np.ndarray:
    """(records, bytes) records in the form that Stable-Baselines3 can keep: a view, unless they are strided."""
    return np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1)


def from_bytes(game: Game, content: np.ndarray) -> np.ndarray:
    """(records,) the records again."""
    return np.ascontiguousarray(content, np.uint8).view(game.state)[:, 0]
