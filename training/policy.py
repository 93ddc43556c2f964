"""The policy in torch and as a checkpoint: a shared trunk, one layer for the actions, one for the value."""

import dataclasses
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
from flank_envs.opponents.policy.features import FeatureReader, FeatureRows, features_of
from flank_envs.opponents.policy.part_encoder import PartLayout
from training.config import Config

ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}


class Trunk(BaseFeaturesExtractor):
    """The layers that actor and critic share; with `choices`, scores for all actions come after what they give."""

    def __init__(
        self,
        observation_space: spaces.Box,
        game: Game,
        hidden: list[int],
        activation: str,
        choices: int,
        alike: int,
        precision: str,
    ) -> None:
        super().__init__(observation_space, hidden[-1] + (game.actions.size if choices else 0))
        self.narrow = precision == "bfloat16"
        self.choices = ActionScorer(game, choices, hidden[-1], alike) if choices else None
        self.part_encoder = PartEncoder(game, alike) if alike else None
        inputs = game.observation.size + (self.choices.state_size if self.choices else 0)
        sizes = [self.part_encoder.layout.trunk(alike) if self.part_encoder else inputs, *hidden]
        self.layers = torch.nn.ModuleList(torch.nn.Linear(a, b) for a, b in zip(sizes, hidden, strict=False))
        self.activation = ACTIVATIONS[activation]()

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        with torch.autocast("cpu", torch.bfloat16, enabled=self.narrow):
            if self.choices is None:
                return self._features(observations).float()
            features = self.choices.reader.read(observations.numpy())
            inputs, parts = torch.cat([observations, torch.from_numpy(features.state)], 1), None
            if self.part_encoder is not None:
                parts, inputs = self.part_encoder(inputs)
            hidden = self._features(inputs)
            return torch.cat([hidden.float(), self.choices(hidden, features, parts)], 1)

    def _features(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = self.activation(layer(x))
        return x

    def as_sequential(self) -> torch.nn.Sequential:
        """The same layers, as flank_envs.interfaces.sb3.export takes them."""
        return torch.nn.Sequential(*(part for layer in self.layers for part in (layer, self.activation)))


class ActionScorer(torch.nn.Module):
    """Scores of actions by their features, see flank_envs/opponents/policy/action_scorer.py."""

    def __init__(self, game: Game, width: int, hidden: int, part_width: int = 0) -> None:
        super().__init__()
        features = features_of(game)
        self.reader = FeatureReader(game)
        self.state_size, self.actions = features.state_size, game.actions.size
        self.values = torch.nn.Linear(features.action_size, width)
        self.shared = torch.nn.Linear(hidden, width, bias=False)
        self.score = torch.nn.Linear(width, 1, bias=False)
        self.part = torch.nn.Linear(part_width, width, bias=False) if part_width else None
        self.part_of = torch.from_numpy(PartLayout(game).part) if part_width else torch.zeros(0)

    def forward(self, hidden: torch.Tensor, features: FeatureRows, parts: torch.Tensor | None) -> torch.Tensor:
        rows, actions = torch.from_numpy(features.rows), torch.from_numpy(features.actions)
        scored = self.values(torch.from_numpy(features.values)) + self.shared(hidden)[rows]
        if self.part is not None and parts is not None:
            padded = torch.nn.functional.pad(self.part(parts), (0, 0, 0, 1))  # nothing for actions about no part
            scored = scored + padded[rows, self.part_of[actions]]
        scores = self.score(torch.relu(scored)).float().flatten()
        return torch.zeros(len(hidden), self.actions).index_put((rows, actions), scores)


class PartEncoder(torch.nn.Module):
    """Encodes symmetric parts, see flank_envs/opponents/policy/part_encoder.py."""

    def __init__(self, game: Game, width: int) -> None:
        super().__init__()
        self.layout = PartLayout(game)
        self.seen = torch.nn.Linear(self.layout.values, width)
        self.rest = torch.nn.Linear(len(self.layout.rest), width, bias=False)

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        rest = inputs[:, self.layout.rest]
        encoded = torch.relu(self.seen(inputs[:, self.layout.seen]) + self.rest(rest)[:, None])
        return encoded, torch.cat([rest, encoded.mean(1), encoded.amax(1)], 1)


class Head(torch.nn.Linear):
    """A layer on the trunk's features; the scores that come after them are added to what it gives, or left out."""

    def __init__(self, features: int, width: int, takes_scores: bool, part_encoder: PartEncoder | None = None) -> None:
        super().__init__(features, part_encoder.layout.outputs if part_encoder else width)
        self.takes_scores = takes_scores
        self.output = part_encoder.layout.output if part_encoder else None

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
        choices = trunk.choices
        if choices is not None:
            features = choices.shared.in_features
            self.action_net = Head(features, choices.actions, takes_scores=True, part_encoder=trunk.part_encoder)
            self.value_net = Head(features, 1, takes_scores=False)
            self.init_weights(self.action_net, gain=0.01)
            self.init_weights(self.value_net, gain=1)
            torch.nn.init.zeros_(choices.score.weight)
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
            "features_extractor_kwargs": {"game": get_game(config.game), **dataclasses.asdict(config.network)},
        },
    )


def named_weights(model: MaskablePPO) -> dict[str, torch.Tensor]:
    """The model's own weights, by their names in a checkpoint."""
    policy, trunk = model.policy, cast(Trunk, model.policy.features_extractor)
    parts: dict[str, Any] = {"action": policy.action_net, "value": policy.value_net}
    parts |= {f"trunk.{k}": layer for k, layer in enumerate(trunk.layers)}
    if trunk.choices is not None:
        names = ("values", "shared", "score", *(["part"] if trunk.part_encoder else []))
        parts |= {f"choice.{name}": getattr(trunk.choices, name) for name in names}
    if trunk.part_encoder is not None:
        parts |= {"alike.seen": trunk.part_encoder.seen, "alike.rest": trunk.part_encoder.rest}
    weights = {f"{name}.{kind}": getattr(layer, kind) for name, layer in parts.items() for kind in ("weight", "bias")}
    return {name: weight for name, weight in weights.items() if weight is not None}


def export(model: MaskablePPO, config: Config, **more: Any) -> Checkpoint:
    """The policy as it is now, as weights that numpy plays by."""
    weights = {name: _numpy(weight) for name, weight in named_weights(model).items()}
    network: dict[str, Any] = {"hidden": config.network.hidden, "activation": config.network.activation}
    network |= {name: width for name in ("choices", "alike") if (width := getattr(config.network, name))}
    about = checkpoint.describe(get_game(config.game), config.settings()[0], network, variants=config.variants, **more)
    return Checkpoint(weights, about)


def _numpy(weight: torch.Tensor) -> np.ndarray:
    return weight.detach().cpu().numpy().copy()  # the optimizer writes into the original
