"""The belief of a policy: how much likelier a deal is, given what its seat has observed, than among determinizations.

A determinization deals evenly what a seat cannot know, but players choose: which card they keep, where they lay their
best ship. A small network has learned to tell true positions of the policy's own games from determinized ones, by what
both seats see of them; its log-odds are how much likelier a deal is than an even chance would have it. In the file of a
policy:
    {"belief": [128, 64]}   the widths of its hidden layers, which a relu follows; in games for two
    belief.0.weight (128, 2 x values)   belief.0.bias (128,)   belief.1.weight (64, 128) ...   belief.2.weight (1, 64)
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.policy.checkpoint import CheckpointError
from flank_envs.opponents.policy.dense import layer
from flank_envs.opponents.policy.layers import WIDEST

DEEPEST = 8


class Belief:
    """Log-odds of deals."""

    def __init__(self, weights: Mapping[str, np.ndarray], values: int, depth: int) -> None:
        matrices = [np.ascontiguousarray(weights[f"belief.{k}.weight"].T) for k in range(depth + 1)]
        self._own, self._theirs = (np.ascontiguousarray(part) for part in np.split(matrices[0], [values]))
        self._biases = [weights[f"belief.{k}.bias"] for k in range(depth + 1)]
        self._later = matrices[1:]

    def log_odds(self, own: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        """(rows, deals) float32, of what the seat sees (rows, values) and the other would (rows, deals, values)."""
        rows, deals, values = theirs.shape
        x = layer(theirs.reshape(rows * deals, values), self._theirs, np.zeros_like(self._biases[0]))
        x = x.reshape(rows, deals, -1) + layer(own, self._own, self._biases[0])[:, None]
        x = x.reshape(rows * deals, -1)
        for weight, bias in zip(self._later, self._biases[1:], strict=True):
            x = layer(np.maximum(x, 0), weight, bias)
        return x.reshape(rows, deals)


def belief_shapes(widths: Any, game: Game) -> dict[str, tuple[int, ...]]:
    """Of its weights, by name; a CheckpointError if `widths` are none, or not of a game for two."""
    if (
        not isinstance(widths, list)
        or not 1 <= len(widths) <= DEEPEST
        or not all(type(width) is int and 1 <= width <= WIDEST for width in widths)
    ):
        raise CheckpointError(f"belief {short_repr(widths)}: expected 1 to {DEEPEST} widths of 1 to {WIDEST}")
    if game.seats[1] != 2:
        raise CheckpointError(f"belief {short_repr(widths)}: only in games for two, and {game.name} is for more")
    shapes: dict[str, tuple[int, ...]] = {}
    before = 2 * game.observation.size
    for k, width in enumerate([*widths, 1]):
        shapes |= {f"belief.{k}.weight": (width, before), f"belief.{k}.bias": (width,)}
        before = width
    return shapes


def without_belief(weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The weights by which a policy plays."""
    return {name: weight for name, weight in weights.items() if not name.startswith("belief.")}
