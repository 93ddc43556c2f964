"""The layers that score actions by their features."""

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.positions import FeatureRows, need_features
from flank_envs.opponents.policy.dense import layer
from flank_envs.opponents.policy.part_encoder import PartLayout


class ActionScorer:
    """Adds to the logit of every action that has features what they are worth."""

    def __init__(self, weights: dict[str, np.ndarray], game: Game, part_width: int = 0) -> None:
        values, self._bias, shared, score, *part = (weights[name] for name in self.shapes(1, game, 1, part_width))
        self._values, self._shared, self._score = (np.ascontiguousarray(w.T) for w in (values, shared, score))
        self._none, self._zero = np.zeros_like(self._bias), np.zeros(1, np.float32)
        if part_width:
            self._part, self._part_of = np.ascontiguousarray(part[0].T), PartLayout(game).part

    @staticmethod
    def shapes(width: int, game: Game, hidden: int, part_width: int = 0) -> dict[str, tuple[int, ...]]:
        """Of its weights, by name."""
        shapes: dict[str, tuple[int, ...]] = {
            "choice.values.weight": (width, need_features(game).actions.size),
            "choice.values.bias": (width,),
            "choice.shared.weight": (width, hidden),
            "choice.score.weight": (1, width),
        }
        return shapes | ({"choice.part.weight": (width, part_width)} if part_width else {})

    def add(self, logits: np.ndarray, hidden: np.ndarray, features: FeatureRows, parts: np.ndarray | None) -> None:
        """Add the scores of actions to their logits."""
        rows = features.rows
        scored = layer(features.values, self._values, self._bias) + layer(hidden, self._shared, self._none)[rows]
        if parts is not None:
            part = self._part_of[features.actions]
            about = np.flatnonzero(part < parts.shape[1])
            scored[about] += layer(parts[rows[about], part[about]], self._part, self._none)
        logits[rows, features.actions] += layer(np.maximum(scored, 0), self._score, self._zero)[:, 0]
