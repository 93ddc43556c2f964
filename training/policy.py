"""The policy in torch and as a checkpoint: a shared trunk, one layer for the actions, one for the value."""

import dataclasses
import warnings
from typing import Any

import numpy as np
import torch
from gymnasium import spaces

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Stable-Baselines3 looks for the old gym
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from stable_baselines3.common.vec_env import VecEnv

from flank_envs.core.game import get_game
from flank_envs.policies import checkpoint
from flank_envs.policies.checkpoint import Checkpoint
from training.config import Config

ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}


class Trunk(BaseFeaturesExtractor):
    """The layers that actor and critic share."""

    def __init__(self, observation_space: spaces.Box, hidden: list[int], activation: str, precision: str) -> None:
        super().__init__(observation_space, hidden[-1])
        self.narrow = precision == "bfloat16"
        sizes = [observation_space.shape[0], *hidden]
        self.layers = torch.nn.ModuleList(torch.nn.Linear(a, b) for a, b in zip(sizes, hidden, strict=False))
        self.activation = ACTIVATIONS[activation]()

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        with torch.autocast("cpu", torch.bfloat16, enabled=self.narrow):
            for layer in self.layers:
                observations = self.activation(layer(observations))
        return observations.float()

    def as_sequential(self) -> torch.nn.Sequential:
        """The same layers, as flank_envs.sb3.export takes them."""
        return torch.nn.Sequential(*(part for layer in self.layers for part in (layer, self.activation)))


def make_model(config: Config, environment: VecEnv) -> MaskablePPO:
    """MaskablePPO as it is, with the trunk as its features and no layers of its own."""
    ppo = config.ppo
    span = ppo.learning_rate - ppo.final_learning_rate
    torch.distributions.Distribution.set_default_validate_args(False)  # checking every sample takes a tenth of the time
    torch.set_num_threads(config.threads)
    return MaskablePPO(
        "MlpPolicy",
        environment,
        learning_rate=lambda left: ppo.final_learning_rate + span * left,
        n_steps=ppo.steps,
        batch_size=ppo.minibatch,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value,
        max_grad_norm=ppo.gradient,
        seed=config.seed,
        device="cpu",
        policy_kwargs={
            "net_arch": [],
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": dataclasses.asdict(config.network),
        },
    )


def named_weights(model: MaskablePPO) -> dict[str, torch.Tensor]:
    """The model's own weights, by their names in a checkpoint."""
    policy = model.policy
    parts: dict[str, Any] = {"action": policy.action_net, "value": policy.value_net}
    parts |= {f"trunk.{k}": layer for k, layer in enumerate(policy.features_extractor.layers)}  # pyright: ignore
    return {f"{name}.{kind}": getattr(layer, kind) for name, layer in parts.items() for kind in ("weight", "bias")}


def export(model: MaskablePPO, config: Config, **more: Any) -> Checkpoint:
    """The policy as it is now, as weights that numpy plays by."""
    weights = {name: _numpy(weight) for name, weight in named_weights(model).items()}
    network = {"hidden": config.network.hidden, "activation": config.network.activation}
    about = checkpoint.describe(get_game(config.game), config.settings()[0], network, variants=config.variants, **more)
    return Checkpoint(weights, about)


def _numpy(weight: torch.Tensor) -> np.ndarray:
    return weight.detach().cpu().numpy().copy()  # the optimizer writes into the original
