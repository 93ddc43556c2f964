"""The network of a policy, without torch: a shared trunk of dense layers, then logits and value.

trunk.0.weight (hidden, values)   trunk.0.bias (hidden,)   trunk.1.weight ...
action.weight (actions, hidden)   action.bias              value.weight (1, hidden)   value.bias
"""

from typing import Any

import numpy as np

from flank_envs.core.gate import for_kernels
from flank_envs.core.untrusted import shown
from flank_envs.policies.checkpoint import Checkpoint, CheckpointError
from flank_envs.policies.dense import layer


def _tanh(x: np.ndarray) -> None:
    np.tanh(x, out=x)


def _relu(x: np.ndarray) -> None:
    np.maximum(x, 0, out=x)


ACTIVATIONS = {"tanh": _tanh, "relu": _relu}
WIDEST, DEEPEST = 8192, 32


class Network:
    """A policy's network; rows in, logits and values out."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.checkpoint = checkpoint
        hidden, activation = _plan(checkpoint.metadata["network"])
        game = checkpoint.game
        sizes = [game.observation.size, *hidden]
        expected = {
            "action.weight": (game.actions.size, sizes[-1]),
            "action.bias": (game.actions.size,),
            "value.weight": (1, sizes[-1]),
            "value.bias": (1,),
        }
        for k, (before, after) in enumerate(zip(sizes, hidden, strict=False)):
            expected |= {f"trunk.{k}.weight": (after, before), f"trunk.{k}.bias": (after,)}
        found = {name: weight.shape for name, weight in checkpoint.weights.items()}
        if found != expected:
            wrong = sorted(set(found.items()) ^ set(expected.items()))[:4]
            raise CheckpointError(f"the weights do not fit the network that the metadata describe, e.g. {shown(wrong)}")
        self._activation = ACTIVATIONS[activation]
        w = {name: np.ascontiguousarray(weight.T) for name, weight in checkpoint.weights.items()}
        self._trunk = [(w[f"trunk.{k}.weight"], w[f"trunk.{k}.bias"]) for k in range(len(hidden))]
        self._action = (w["action.weight"], w["action.bias"])
        self._value = (w["value.weight"], w["value.bias"])

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """(rows, actions) float32, a new array; a row's numbers do not depend on the other rows."""
        return layer(self._features(observation), *self._action)

    def values(self, observation: np.ndarray) -> np.ndarray:
        """(rows,) float32: the expected result of the seat to act."""
        return layer(self._features(observation), *self._value)[:, 0]

    def judge(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values together, for the price of one pass through the trunk."""
        features = self._features(observation)
        return layer(features, *self._action), layer(features, *self._value)[:, 0]

    def _features(self, observation: np.ndarray) -> np.ndarray:
        values = self._trunk[0][0].shape[0]
        x = for_kernels(observation, "observation", (len(observation), values), np.float32)
        for weights in self._trunk:
            x = layer(x, *weights)
            self._activation(x)
        return x


def _plan(network: Any) -> tuple[list[int], str]:
    """The widths of the trunk's layers and the activation, checked."""
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
    return hidden, activation
