"""The network of a policy, without torch: layers that are shared, then those of the actions and those of the value.

Format 2 describes them one by one (see layers.py), the value's may be missing:
    {"shared": [...], "action": [...], "value": [...] or null}
    shared.0.weight (hidden, values)   shared.0.bias (hidden,)   action.0.weight ...   value.0.weight ...

Format 1 is short for a trunk of dense layers with one activation, then one dense layer each:
    {"hidden": [256, 256], "activation": "relu"}
    trunk.0.weight   trunk.0.bias   trunk.1.weight ...   action.weight   action.bias   value.weight   value.bias
"""

from typing import Any

import numpy as np

from flank_envs.core.gate import for_kernels
from flank_envs.core.untrusted import shown
from flank_envs.policies.checkpoint import Checkpoint, CheckpointError
from flank_envs.policies.layers import MOST_LAYERS, WIDEST, Tower, check_layers, shapes_of

SHORT_FORM = 1
ACTIVATIONS, DEEPEST = ("tanh", "relu"), MOST_LAYERS // 2  # of a trunk
PARTS = ("shared", "action", "value")


class Network:
    """A policy's network; rows in, logits and values out."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.checkpoint = checkpoint
        game, network = checkpoint.game, checkpoint.metadata["network"]
        short = checkpoint.metadata["format"] == SHORT_FORM
        parts = _spelled_out(network, game.actions.size) if short else _checked(network)
        expected, features = shapes_of(parts["shared"], "shared", game.observation.size)
        for part, width in (("action", game.actions.size), ("value", 1)):
            if parts[part] is not None:
                shapes, found = shapes_of(parts[part], part, features)
                expected |= shapes
                if found != width:
                    raise CheckpointError(f"the {part} layers give {found} values, {game.name} needs {width}")
        names = _short_names(len(parts["shared"]) // 2) if short else {name: name for name in expected}
        _same_shapes(checkpoint.weights, {names[name]: shape for name, shape in expected.items()})
        weights = {name: checkpoint.weights[names[name]] for name in expected}
        self._inputs = game.observation.size
        self._shared = Tower(parts["shared"], "shared", weights)
        self._action = Tower(parts["action"], "action", weights)
        self._value = None if parts["value"] is None else Tower(parts["value"], "value", weights)

    @property
    def has_value(self) -> bool:
        """Whether it also judges positions."""
        return self._value is not None

    def need_value(self) -> Tower:
        """What judges positions; a ValueError if there is none."""
        if self._value is None:
            raise ValueError(
                "this policy has no value, so it can play but not judge positions or guide a search: "
                "export it together with its value"
            )
        return self._value

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """(rows, actions) float32, a new array; a row's numbers do not depend on the other rows."""
        return self._action(self._features(observation))

    def values(self, observation: np.ndarray) -> np.ndarray:
        """(rows,) float32: the expected result of the seat to act."""
        return self.need_value()(self._features(observation))[:, 0]

    def judge(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values together, for the price of one pass through the shared layers."""
        value, features = self.need_value(), self._features(observation)
        return self._action(features), value(features)[:, 0]

    def _features(self, observation: np.ndarray) -> np.ndarray:
        return self._shared(for_kernels(observation, "observation", (len(observation), self._inputs), np.float32))


def _checked(network: Any) -> dict[str, Any]:
    if not isinstance(network, dict) or set(network) != set(PARTS):
        raise CheckpointError(f"network {shown(network)}: expected the layers of {', '.join(PARTS)}")
    for part in PARTS:
        if part != "value" or network[part] is not None:
            check_layers(network[part], part)
    return network


def _spelled_out(network: Any, actions: int) -> dict[str, Any]:
    """Format 1 as format 2."""
    hidden = network.get("hidden") if isinstance(network, dict) else None
    activation = network.get("activation") if isinstance(network, dict) else None
    if (
        not isinstance(hidden, list)
        or not 1 <= len(hidden) <= DEEPEST
        or not all(type(width) is int and 1 <= width <= WIDEST for width in hidden)
        or not isinstance(activation, str)
        or activation not in ACTIVATIONS
    ):
        raise CheckpointError(
            f"network {shown(network)}: expected hidden layers of 1 to {WIDEST} and one of {', '.join(ACTIVATIONS)}"
        )
    shared = [found for width in hidden for found in ({"kind": "dense", "width": width}, {"kind": activation})]
    return {"shared": shared, "action": [{"kind": "dense", "width": actions}], "value": [{"kind": "dense", "width": 1}]}


def _short_names(depth: int) -> dict[str, str]:
    """The names of weights in format 2, and what they are called in format 1."""
    names = {f"{part}.0.{kind}": f"{part}.{kind}" for part in ("action", "value") for kind in ("weight", "bias")}
    for k in range(depth):
        names |= {f"shared.{2 * k}.{kind}": f"trunk.{k}.{kind}" for kind in ("weight", "bias")}
    return names


def _same_shapes(weights: dict[str, np.ndarray], expected: dict[str, tuple[int, ...]]) -> None:
    found = {name: weight.shape for name, weight in weights.items()}
    if found != expected:
        wrong = sorted(set(found.items()) ^ set(expected.items()))[:4]
        raise CheckpointError(f"the weights do not fit the network that the metadata describe, e.g. {shown(wrong)}")
