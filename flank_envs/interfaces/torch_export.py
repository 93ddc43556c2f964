"""torch: a module as a file that plays without torch, made of layers that are known here."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.extras import needs_extra

with needs_extra("flank_envs.interfaces.torch_export", "train"):
    import torch
    from torch import nn

from flank_envs.engine.game import Game, all_games, get_game
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.network import Network

__all__ = ["export"]

TRIED = 16  # observations, on which a file must say what the module says
COARSE = 0.02  # of the largest logit: rounding, also that of modules in bfloat16

_PLAIN: dict[type[nn.Module], str] = {nn.Tanh: "tanh", nn.ReLU: "relu", nn.Sigmoid: "sigmoid", nn.SiLU: "silu"}
_NOTHING = (nn.Identity, nn.Flatten, nn.Dropout)
KNOWN = (
    "Sequential, Linear, LayerNorm, Tanh, ReLU, LeakyReLU, ELU, Sigmoid, SiLU, GELU, Flatten, Identity, Dropout, "
    "and modules with a method as_sequential()"
)
Layers = list[tuple[dict[str, Any], dict[str, np.ndarray]]]


def export(
    module: nn.Module,
    path: str | Path,
    game: str | Game | None = None,
    *,
    shared: nn.Module | None = None,
    value: nn.Module | None = None,
    **options: Any,
) -> None:
    """Write a module that gives logits of actions as a .safetensors file, for load_opponent and every interface.

    `value` gives one number, the expected result of the seat to act; searches need it. `shared` comes before both.
    Without `game` it is the one whose sizes fit. `options` say what it was trained for. A module of your own is taken
    if its method `as_sequential()` returns its layers as nn.Sequential.
    """
    before = layers_of(shared, "shared") if shared is not None else []
    parts = {
        "shared": before,
        "action": layers_of(module, "module"),
        "value": None if value is None else layers_of(value, "value"),
    }
    chain = nn.Sequential(*([shared] if shared is not None else []), module)
    write(parts, path, game, options, lambda observation: _logits_of(chain, observation))


def layers_of(module: nn.Module, where: str) -> Layers:
    """What a module consists of; a ValueError that names the first part that is not known."""
    if hasattr(module, "as_sequential"):
        return layers_of(module.as_sequential(), where)  # pyright: ignore
    if type(module) is nn.Sequential:
        return [layer for name, part in module._modules.items() for layer in layers_of(part, f"{where}.{name}")]
    if type(module) in _NOTHING:
        return []
    if type(module) is nn.Linear:
        bias = np.zeros(module.out_features) if module.bias is None else _numbers(module.bias)
        return [({"kind": "dense", "width": module.out_features}, {"weight": _numbers(module.weight), "bias": bias})]
    if type(module) is nn.LayerNorm and len(module.normalized_shape) == 1:
        weight = np.ones(module.normalized_shape) if module.weight is None else _numbers(module.weight)
        bias = np.zeros(module.normalized_shape) if module.bias is None else _numbers(module.bias)
        return [({"kind": "norm", "epsilon": float(module.eps)}, {"weight": weight, "bias": bias})]
    return [(_activation(module, where), {})]


def _activation(module: nn.Module, where: str) -> dict[str, Any]:
    kind = type(module)
    if kind in _PLAIN:
        return {"kind": _PLAIN[kind]}
    if isinstance(module, nn.LeakyReLU) and kind is nn.LeakyReLU:
        return {"kind": "leaky_relu", "slope": float(module.negative_slope)}
    if isinstance(module, nn.ELU) and kind is nn.ELU:
        return {"kind": "elu", "alpha": float(module.alpha)}
    if isinstance(module, nn.GELU) and kind is nn.GELU:
        return {"kind": "gelu" if module.approximate == "none" else "gelu_tanh"}
    if not isinstance(module, nn.Module):
        raise ValueError(f"{where} is {short_repr(module)}: give a torch module")
    raise ValueError(f"{where} is a {kind.__name__}, which cannot be exported; known are {KNOWN}")


def _numbers(weight: torch.Tensor) -> np.ndarray:
    return weight.detach().to("cpu", torch.float32).numpy().copy()


def write(
    parts: Mapping[str, Layers | None],
    path: str | Path,
    game: str | Game | None,
    options: Mapping[str, Any],
    original: Callable[[np.ndarray], np.ndarray],
) -> None:
    """Write a file of these layers, if it gives the logits (up to a constant) that `original` gives."""
    if Path(path).suffix != ".safetensors":
        raise ValueError(f"path={short_repr(str(path))}: opponents are files that end in .safetensors")
    weights = {
        f"{part}.{k}.{name}": weight.astype(np.float32)
        for part, layers in parts.items()
        for k, (_, own) in enumerate(layers or [])
        for name, weight in own.items()
    }
    if not all(np.isfinite(weight).all() for weight in weights.values()):
        raise ValueError("the model has weights that are no finite numbers: it cannot play")
    network = {part: None if layers is None else [layer for layer, _ in layers] for part, layers in parts.items()}
    chosen = _game(game, weights)
    made = Checkpoint(weights, checkpoint.describe(chosen, options, network))
    observations = np.random.default_rng(0).uniform(-1, 1, (TRIED, chosen.observation.size)).astype(np.float32)
    actual, expected = Network(made).logits(observations), original(observations)
    difference = actual - expected
    if np.ptp(difference, axis=1).max() > COARSE * max(1.0, float(np.ptp(expected))):
        raise ValueError("its layers do not give what the model itself gives: it does more in forward(), or has hooks")
    checkpoint.write(path, made)


def _game(game: str | Game | None, weights: Mapping[str, np.ndarray]) -> Game:
    """The game that was named, or the only one whose observation and actions have these sizes."""
    if game is not None:
        return get_game(game)
    dense = [weight for name, weight in weights.items() if weight.ndim == 2 and not name.startswith("value.")]
    sizes = (dense[0].shape[1], dense[-1].shape[0]) if dense else (0, 0)
    fitting = [g for g in all_games().values() if (g.observation.size, g.actions.size) == sizes]
    if len(fitting) != 1:
        names = ", ".join(g.name for g in fitting) or "no game"
        raise ValueError(f"{sizes[0]} values in and {sizes[1]} actions out fit {names}: say which with game=")
    return fitting[0]


def _logits_of(module: nn.Module, observations: np.ndarray) -> np.ndarray:
    """What a module gives, as it does when it plays and not when it learns."""
    weight = next(module.parameters())
    trained = [part for part in module.modules() if part.training]
    module.eval()
    try:
        with torch.no_grad():
            return _numbers(module(torch.as_tensor(observations, dtype=weight.dtype, device=weight.device)))
    finally:
        for part in trained:
            part.training = True
