"""What features add to a network, written once for numpy and torch: symmetric parts are encoded, actions are scored.

With "choices": 64 the trunk also sees the state features of the game, and the logit of each action that has features
grows by relu(values @ choice.values + hidden @ choice.shared) @ choice.score:
    choice.values.weight (64, values)   choice.values.bias (64,)   choice.shared.weight (64, hidden)
    choice.score.weight (1, 64)

With "alike": 96 the trunk sees, instead of everything,
    what is about no part, and the mean and the largest of relu(part @ alike.seen + what is about no part @ alike.rest),
the score of an action about a part also depends on the encoding of that part (choice.part), and those actions share
their outputs of the action layer:
    alike.seen.weight (96, values of a part)   alike.seen.bias (96,)   alike.rest.weight (96, other values)
    choice.part.weight (64, 96)
"""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.positions import FeatureRows, need_features
from flank_envs.opponents.policy.dense import layer
from flank_envs.opponents.policy.parts import PartLayout

Shapes = dict[str, tuple[int, ...]]


class Layers(Protocol):
    """Weights by name, and the operations on arrays or tensors that the functions below are made of."""

    def linear(self, x: Any, weight: str, bias: str = "") -> Any:
        """x @ weight + bias, over the last axis."""

    def relu(self, x: Any) -> Any: ...

    def columns(self, x: Any, places: np.ndarray) -> Any:
        """Some values of each row."""

    def joined(self, *arrays: Any) -> Any:
        """The values of each row one after the other."""

    def largest(self, x: Any) -> Any:
        """Over the second axis."""

    def padded(self, x: Any) -> Any:
        """With zeros as one more entry of the second axis."""


def scorer_shapes(width: int, game: Game, hidden: int, part_width: int = 0) -> Shapes:
    """Of the weights that score actions, by name."""
    shapes: Shapes = {
        "choice.values.weight": (width, need_features(game).actions.size),
        "choice.values.bias": (width,),
        "choice.shared.weight": (width, hidden),
        "choice.score.weight": (1, width),
    }
    return shapes | ({"choice.part.weight": (width, part_width)} if part_width else {})


def part_shapes(width: int, game: Game) -> Shapes:
    """Of the weights that encode symmetric parts, by name."""
    layout = PartLayout(game)
    return {
        "alike.seen.weight": (width, layout.values),
        "alike.seen.bias": (width,),
        "alike.rest.weight": (width, len(layout.rest)),
    }


def scoring_weights(weights: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the weights of a network that features bring."""
    return {name: weight for name, weight in weights.items() if name.startswith(("choice.", "alike."))}


def encode_parts(layers: Layers, layout: PartLayout, inputs: Any) -> tuple[Any, Any]:
    """(rows, parts, width) the encoded parts, and what the trunk is given."""
    rest = layers.columns(inputs, layout.rest)
    of_rest = layers.linear(rest, "alike.rest.weight", "alike.seen.bias")
    of_parts = layers.linear(layers.columns(inputs, layout.seen), "alike.seen.weight")
    encoded = layers.relu(of_parts + of_rest[:, None])
    return encoded, layers.joined(rest, encoded.mean(1), layers.largest(encoded))


def action_scores(layers: Layers, hidden: Any, features: FeatureRows, parts: Any, layout: PartLayout | None) -> Any:
    """(actions that have features, 1): what they are worth, after what the trunk gives and the encoded parts."""
    of_values = layers.linear(features.values, "choice.values.weight", "choice.values.bias")
    scored = of_values + layers.linear(hidden, "choice.shared.weight")[features.rows]
    if layout is not None:
        of_parts = layers.padded(layers.linear(parts, "choice.part.weight"))
        scored = scored + of_parts[features.rows, layout.part[features.actions]]
    return layers.linear(layers.relu(scored), "choice.score.weight")


class NumpyLayers:
    """Layers in numpy: a row's numbers do not depend on the other rows."""

    def __init__(self, weights: Mapping[str, np.ndarray]) -> None:
        self._weights = {name: np.ascontiguousarray(weight.T) for name, weight in weights.items()}
        self._no_bias = {name: np.zeros(len(weight), np.float32) for name, weight in weights.items()}

    def linear(self, x: np.ndarray, weight: str, bias: str = "") -> np.ndarray:
        added = self._weights[bias] if bias else self._no_bias[weight]
        return layer(x.reshape(-1, x.shape[-1]), self._weights[weight], added).reshape(*x.shape[:-1], len(added))

    def relu(self, x: np.ndarray) -> np.ndarray:
        return np.maximum(x, 0, out=x)

    def columns(self, x: np.ndarray, places: np.ndarray) -> np.ndarray:
        return np.take(x, places, axis=1)  # contiguous, as kernels were compiled for

    def joined(self, *arrays: np.ndarray) -> np.ndarray:
        return np.concatenate(arrays, axis=1)

    def largest(self, x: np.ndarray) -> np.ndarray:
        return x.max(axis=1)

    def padded(self, x: np.ndarray) -> np.ndarray:
        return np.pad(x, ((0, 0), (0, 1), (0, 0)))
