"""Models of Stable-Baselines3 and sb3-contrib as files that play without torch."""

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces

from flank_envs.extras import needs_extra

with needs_extra("flank_envs.interfaces.sb3", "train"):
    import torch
    from stable_baselines3.common.base_class import BaseAlgorithm
    from stable_baselines3.common.torch_layers import FlattenExtractor

from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr
from flank_envs.interfaces.torch_export import Layers, layers_of, write

SUPPORTED = "PPO, A2C, TRPO, MaskablePPO, ARS, DQN and QR-DQN with an MlpPolicy"


def export(model: BaseAlgorithm, path: str | Path, game: str | Game | None = None, **options: Any) -> None:
    """Write a model's policy as a .safetensors file, for load_opponent and every interface.

    Supported are PPO, A2C, TRPO, MaskablePPO, ARS, DQN and QR-DQN with an MlpPolicy of any size; the first four also
    value positions for a search. A features extractor of your own needs a method `as_sequential()` that returns it as
    nn.Sequential. Without `game` it is the one whose sizes fit. `options` say what it was trained for.
    """
    if not isinstance(model, BaseAlgorithm):
        raise ValueError(
            f"model={short_repr(model)}: give a model of Stable-Baselines3 or sb3-contrib, such as MaskablePPO"
        )
    _check_spaces(model)
    policy: Any = model.policy
    if hasattr(policy, "lstm_actor"):
        raise ValueError(f"{type(policy).__name__} remembers what it saw before (LSTM); supported are {SUPPORTED}")
    if hasattr(policy, "mlp_extractor"):
        parts = _actor_critic(policy)
    elif hasattr(policy, "q_net") or hasattr(policy, "quantile_net"):
        parts = _values_of_actions(policy)
    elif type(policy).__name__.startswith("ARS"):
        parts = {"shared": _features(policy), "action": layers_of(policy.action_net, "action_net"), "value": None}
    else:
        raise ValueError(f"{type(policy).__name__} of {type(model).__name__} is not supported; there are {SUPPORTED}")
    write(parts, path, game, options, lambda observation: _logits_of(policy, observation))


def _check_spaces(model: BaseAlgorithm) -> None:
    if not isinstance(model.action_space, spaces.Discrete) or not isinstance(model.observation_space, spaces.Box):
        raise ValueError(
            f"the model sees {short_repr(model.observation_space)} and acts in {short_repr(model.action_space)}: "
            "only a flat Box and Discrete actions can be exported, as the environments of flank_envs have them"
        )
    normalised = model.get_vec_normalize_env()
    if normalised is not None and normalised.norm_obs:
        raise ValueError(
            "the model sees observations that VecNormalize changed: train it with VecNormalize(norm_obs=False), "
            "observations are between -1 and 1 as they are"
        )


def _features(policy: Any, name: str = "features_extractor") -> Layers:
    extractor = getattr(policy, name)
    return [] if type(extractor) is FlattenExtractor else layers_of(extractor, name)


def _actor_critic(policy: Any) -> dict[str, Layers | None]:
    mlp = policy.mlp_extractor
    if not hasattr(mlp, "policy_net"):
        raise ValueError(
            f"mlp_extractor is a {type(mlp).__name__}, which cannot be exported; supported are {SUPPORTED}"
        )
    action = layers_of(mlp.policy_net, "policy_net") + layers_of(policy.action_net, "action_net")
    value = layers_of(mlp.value_net, "value_net") + layers_of(policy.value_net, "value_net")
    if policy.share_features_extractor:
        return {"shared": _features(policy), "action": action, "value": value}
    own = (_features(policy, f"{tower}_features_extractor") for tower in ("pi", "vf"))
    return {"shared": [], "action": next(own) + action, "value": next(own) + value}


def _values_of_actions(policy: Any) -> dict[str, Layers | None]:
    """What each action is worth, as its logit; of a distribution of worths the mean."""
    net = policy.q_net if hasattr(policy, "q_net") else policy.quantile_net
    layers = layers_of(net.q_net if hasattr(net, "q_net") else net.quantile_net, "q_net")
    if hasattr(net, "n_quantiles"):
        about, own = layers[-1]
        shape = (net.n_quantiles, -1)
        mean = {name: weight.reshape(*shape, *weight.shape[1:]).mean(axis=0) for name, weight in own.items()}
        layers[-1] = (about | {"width": len(mean["bias"])}, mean)
    return {"shared": _features(net), "action": layers, "value": None}


def _logits_of(policy: Any, observations: np.ndarray) -> np.ndarray:
    """Logits, up to a constant, by the policy's own way of getting them."""
    observation = torch.as_tensor(observations, device=policy.device)
    training = policy.training
    policy.set_training_mode(False)
    try:
        with torch.no_grad():
            if hasattr(policy, "mlp_extractor"):
                logits = policy.get_distribution(observation).distribution.logits
            elif hasattr(policy, "quantile_net"):
                logits = policy.quantile_net(observation).mean(dim=1)
            elif hasattr(policy, "q_net"):
                logits = policy.q_net(observation)
            else:
                logits = policy.action_net(policy.extract_features(observation, policy.features_extractor))
            return logits.cpu().float().numpy()
    finally:
        policy.set_training_mode(training)
