"""The policy in torch and as a checkpoint: a shared trunk, one layer for the actions, one for the value."""

import warnings
from typing import Any, cast

import numpy as np
import torch
from gymnasium import spaces

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Stable-Baselines3 looks for the old gym
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from stable_baselines3.common.type_aliases import Schedule
    from stable_baselines3.common.vec_env import VecEnv

from flank_envs.engine.game import Game, get_game
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.network_shape import NetworkShape
from flank_envs.opponents.policy.parts import PartLayout
from flank_envs.opponents.policy.scoring import Shapes, action_scores, encode_parts, scoring_weights
from training.config import Config
from training.inputs import Inputs, from_bytes

ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}


class TorchLayers(torch.nn.Module):
    """Layers in torch, see flank_envs/opponents/policy/scoring.py; each is a module, made from the shapes."""

    def __init__(self, shapes: Shapes) -> None:
        super().__init__()
        names = [name.removesuffix(".weight") for name in shapes if name.endswith(".weight")]
        sizes = {name: shapes[f"{name}.weight"] for name in names}
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(width, outputs, bias=f"{name}.bias" in shapes) for name, (outputs, width) in sizes.items()
        )
        self.weights: dict[str, torch.Tensor] = {}
        for name, layer in zip(names, self.layers, strict=True):
            self.weights |= {f"{name}.{kind}": weight for kind, weight in layer.named_parameters()}

    def linear(self, x: torch.Tensor | np.ndarray, weight: str, bias: str = "") -> torch.Tensor:
        return torch.nn.functional.linear(
            torch.as_tensor(x), self.weights[weight], self.weights[bias] if bias else None
        )

    def relu(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x)

    def columns(self, x: torch.Tensor, places: np.ndarray) -> torch.Tensor:
        return x[:, places]

    def joined(self, *arrays: torch.Tensor) -> torch.Tensor:
        return torch.cat(arrays, 1)

    def largest(self, x: torch.Tensor) -> torch.Tensor:
        return x.amax(1)

    def padded(self, x: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.pad(x, (0, 0, 0, 1))


class Trunk(BaseFeaturesExtractor):
    """The layers that actor and critic share; with `choices`, scores for all actions come after what they give."""

    def __init__(
        self, observation_space: spaces.Box, game: Game, network: dict[str, Any], precision: str = "float32"
    ) -> None:
        shape = NetworkShape(game, checkpoint.describe(game, {}, network))
        trunk = {name: size for name, size in shape.shapes.items() if name.startswith("trunk.")}
        super().__init__(observation_space, network["hidden"][-1] + (game.actions.size if shape.scorer_width else 0))
        self.game, self.actions, self.narrow = game, game.actions.size, precision == "bfloat16"
        self.scoring = TorchLayers(scoring_weights(shape.shapes)) if shape.scorer_width else None
        self.parts = PartLayout(game) if shape.part_width else None
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(size[1], size[0]) for name, size in trunk.items() if name.endswith("weight")
        )
        self.activation = ACTIVATIONS[network["activation"]]()
        self.heads = {name: shape.shapes[f"{name}.weight"] for name in ("action", "value")}

    def forward(self, given: Inputs | torch.Tensor) -> torch.Tensor:
        """Of inputs, or of the bytes of records, which Stable-Baselines3 has made floats."""
        inputs = given if isinstance(given, Inputs) else self.inputs(from_bytes(self.game, given.numpy()))
        with torch.autocast("cpu", torch.bfloat16, enabled=self.narrow):
            if self.scoring is None or inputs.features is None:
                return self._hidden(inputs.observation).float()
            features, parts = inputs.features, None
            x = torch.cat([inputs.observation, torch.from_numpy(features.state)], 1)
            if self.parts is not None:
                parts, x = encode_parts(self.scoring, self.parts, x)
            hidden = self._hidden(x)
            worth = action_scores(self.scoring, hidden, features, parts, self.parts).float().flatten()
            places = torch.from_numpy(features.rows), torch.from_numpy(features.actions)
            return torch.cat([hidden.float(), torch.zeros(len(x), self.actions).index_put(places, worth)], 1)

    def inputs(self, records: np.ndarray) -> Inputs:
        """What it is given of records."""
        return Inputs.of(self.game, records, with_features=self.scoring is not None)

    def _hidden(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = self.activation(layer(x))
        return x


class Head(torch.nn.Linear):
    """A layer on the trunk's output; the scores that come after that are added to what it gives, or left out."""

    def __init__(self, shape: tuple[int, ...], takes_scores: bool, parts: PartLayout | None = None) -> None:
        super().__init__(shape[1], shape[0])
        self.takes_scores = takes_scores
        self.output = parts.output if parts else None

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        outputs = super().forward(input[:, : self.in_features])
        if self.output is not None:
            outputs = outputs[:, self.output]
        return outputs + input[:, self.in_features :] if self.takes_scores else outputs


class Policy(MaskableActorCriticPolicy):
    """MaskablePPO's policy; where choices have scores, its heads know it."""

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        trunk = cast(Trunk, self.features_extractor)
        if trunk.scoring is not None:
            self.action_net = Head(trunk.heads["action"], takes_scores=True, parts=trunk.parts)
            self.value_net = Head(trunk.heads["value"], takes_scores=False)
            self.init_weights(self.action_net, gain=0.01)
            self.init_weights(self.value_net, gain=1)
            torch.nn.init.zeros_(trunk.scoring.weights["choice.score.weight"])
            self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)  # pyright: ignore


def make_model(config: Config, environment: VecEnv) -> MaskablePPO:
    """MaskablePPO as it is, with the trunk as its features and no layers of its own."""
    ppo = config.ppo
    span = ppo.learning_rate - ppo.final_learning_rate
    torch.distributions.Distribution.set_default_validate_args(False)  # checking every sample takes a tenth of the time
    torch.set_num_threads(config.threads)
    return MaskablePPO(
        Policy,
        environment,
        learning_rate=lambda left: ppo.final_learning_rate + span * left,
        n_steps=ppo.steps,
        batch_size=ppo.minibatch,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        normalize_advantage=ppo.normalize,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value,
        max_grad_norm=ppo.gradient,
        seed=config.seed,
        device="cpu",
        policy_kwargs={
            "net_arch": [],
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {
                "game": get_game(config.game),
                "network": network_of(config),
                "precision": config.network.precision,
            },
        },
    )


def named_weights(model: MaskablePPO) -> dict[str, torch.Tensor]:
    """The model's own weights, by their names in a checkpoint."""
    policy, trunk = model.policy, cast(Trunk, model.policy.features_extractor)
    parts: dict[str, Any] = {"action": policy.action_net, "value": policy.value_net}
    parts |= {f"trunk.{k}": layer for k, layer in enumerate(trunk.layers)}
    weights = {f"{name}.{kind}": getattr(layer, kind) for name, layer in parts.items() for kind in ("weight", "bias")}
    return weights | (trunk.scoring.weights if trunk.scoring is not None else {})


def inputs_of(model: MaskablePPO, records: np.ndarray) -> Inputs:
    """What a model's network is given of records."""
    return cast(Trunk, model.policy.features_extractor).inputs(records)


def network_of(config: Config) -> dict[str, Any]:
    """The network of a run, as a policy's file describes it."""
    network: dict[str, Any] = {"hidden": config.network.hidden, "activation": config.network.activation}
    return network | {name: width for name in ("choices", "alike") if (width := getattr(config.network, name))}


def export(model: MaskablePPO, config: Config, **more: Any) -> Checkpoint:
    """The policy as it is now, as weights that numpy plays by."""
    weights = {name: _numpy(weight) for name, weight in named_weights(model).items()}
    about = checkpoint.describe(
        get_game(config.game), config.settings()[0], network_of(config), variants=config.variants, **more
    )
    return Checkpoint(weights, about)


def _numpy(weight: torch.Tensor) -> np.ndarray:
    return weight.detach().cpu().numpy().copy()  # the optimizer writes into the original
