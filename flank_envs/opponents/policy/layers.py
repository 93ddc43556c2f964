"""The layers that a policy's file can describe, and what they compute, without torch.

{"kind": "dense", "width": 64}   NAME.K.weight (64, before), NAME.K.bias (64,)
{"kind": "norm", "epsilon": 1e-5}   NAME.K.weight (before,), NAME.K.bias (before,)
{"kind": "relu"}, {"kind": "leaky_relu", "slope": 0.01}, ...   the activations below
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.policy.checkpoint import CheckpointError
from flank_envs.opponents.policy.dense import layer

WIDEST, MOST_LAYERS = 8192, 64


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return 0.5 + 0.5 * np.tanh(0.5 * x)  # never overflows


def _error_function(x: np.ndarray) -> np.ndarray:
    """erf to 1.5e-7, by Abramowitz and Stegun 7.1.26: numpy has none."""
    size = np.abs(x)
    t = 1 / (1 + 0.3275911 * size)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(x) * (1 - series * np.exp(-size * size))


def _gelu_tanh(x: np.ndarray) -> np.ndarray:
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)))


ACTIVATIONS: dict[str, Callable[..., Any]] = {
    "tanh": lambda x, out: np.tanh(x, out=out),
    "relu": lambda x, out: np.maximum(x, 0, out=out),
    "sigmoid": lambda x, out: np.copyto(out, _sigmoid(x)),
    "silu": lambda x, out: np.copyto(out, x * _sigmoid(x)),
    "gelu": lambda x, out: np.copyto(out, 0.5 * x * (1 + _error_function(x * math.sqrt(0.5)))),
    "gelu_tanh": lambda x, out: np.copyto(out, _gelu_tanh(x)),
    "leaky_relu": lambda x, out, slope: np.copyto(out, np.where(x > 0, x, slope * x)),
    "elu": lambda x, out, alpha: np.copyto(out, np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))),
}
SETTINGS = {"leaky_relu": "slope", "elu": "alpha", "norm": "epsilon"}  # one number each
KINDS = ("dense", "norm", *ACTIVATIONS)


def check_layers(layers: Any, where: str) -> None:
    """A CheckpointError unless this is a list of layers as above."""
    if not isinstance(layers, list) or len(layers) > MOST_LAYERS:
        raise CheckpointError(f"network {where} {short_repr(layers)}: expected a list of at most {MOST_LAYERS} layers")
    for config in layers:
        kind = config.get("kind") if isinstance(config, dict) else None
        if not isinstance(kind, str) or kind not in KINDS:
            raise CheckpointError(f"network {where}: {short_repr(config)} is none of the layers {', '.join(KINDS)}")
        setting = "width" if kind == "dense" else SETTINGS.get(kind)
        value = config.get(setting) if setting else 0
        sound = _is_width(value) if kind == "dense" else _is_number(value, above_zero=kind == "norm")
        if not sound or set(config) != {"kind", *([setting] if setting else [])}:
            raise CheckpointError(
                f"network {where}: {short_repr(config)} needs a sound {setting or 'kind'}, and no more"
            )


def _is_width(value: Any) -> bool:
    return type(value) is int and 1 <= value <= WIDEST


def _is_number(value: Any, above_zero: bool) -> bool:
    return type(value) in (int, float) and -1e6 <= value <= 1e6 and (value > 0 or not above_zero)


def shapes_of(layers: list[dict[str, Any]], name: str, width: int) -> tuple[dict[str, tuple[int, ...]], int]:
    """The shapes of the weights of checked layers on `width` values, by name, and how many values come out."""
    shapes: dict[str, tuple[int, ...]] = {}
    for k, config in enumerate(layers):
        if config["kind"] == "dense":
            shapes |= {f"{name}.{k}.weight": (config["width"], width), f"{name}.{k}.bias": (config["width"],)}
            width = config["width"]
        elif config["kind"] == "norm":
            shapes |= {f"{name}.{k}.weight": (width,), f"{name}.{k}.bias": (width,)}
    return shapes, width


class Tower:
    """Layers one after the other; rows in, rows out, and a row's numbers do not depend on the other rows."""

    def __init__(self, layers: list[dict[str, Any]], name: str, weights: Mapping[str, np.ndarray]) -> None:
        self._steps: list[tuple[dict[str, Any], tuple[np.ndarray, ...]]] = []
        for k, config in enumerate(layers):
            arrays = [weights[f"{name}.{k}.{part}"] for part in ("weight", "bias") if f"{name}.{k}.{part}" in weights]
            self._steps.append((config, tuple(np.ascontiguousarray(weight.T) for weight in arrays)))

    def __call__(self, x: np.ndarray) -> np.ndarray:
        inputs = x
        for config, arrays in self._steps:
            if config["kind"] == "dense":
                x = layer(x, *arrays)
                continue
            out = np.empty_like(x) if x is inputs else x  # what was given belongs to somebody else
            if config["kind"] == "norm":
                _normalise(x, arrays[0], arrays[1], config["epsilon"], out)
            else:
                setting = SETTINGS.get(config["kind"])
                ACTIVATIONS[config["kind"]](x, out, *([config[setting]] if setting else []))
            x = out
        return x


def _normalise(x: np.ndarray, weight: np.ndarray, bias: np.ndarray, epsilon: float, out: np.ndarray) -> None:
    centred = x - x.mean(axis=1, keepdims=True)
    spread = np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + epsilon)
    np.copyto(out, centred / spread * weight + bias)
