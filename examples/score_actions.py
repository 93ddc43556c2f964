"""MaskablePPO with a policy that scores actions by their features, beside a dense network on plain observations.

Features say what the rules would do: for each action some values, by which one small network scores it. Both learn
from the same number of decisions against the same opponent; the curves are the scores of the games they learn from.

    python examples/score_actions.py --game mercy_frontier --steps 500000 --seeds 3
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from matplotlib.figure import Figure
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from torch import nn

from flank_envs.interfaces.sb3 import SeatVecEnv


class AllFeatures(BaseFeaturesExtractor):
    """Everything in one row: what the towers see, then the features of all actions."""

    def __init__(self, observation_space: Any) -> None:
        self.actions, self.values = observation_space["action_features"].shape
        self.inputs = sum(observation_space[name].shape[0] for name in ("observations", "state_features"))
        super().__init__(observation_space, self.inputs + self.actions * self.values)

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        names = ("observations", "state_features", "action_features")
        return torch.cat([observations[name].flatten(1) for name in names], dim=1)


class Towers(MlpExtractor):
    """SB3's two towers over observation and state features; the features of actions go past them to the scorer."""

    def __init__(self, inputs: int, passed_on: int, *settings: Any) -> None:
        super().__init__(inputs, *settings)
        self.inputs = inputs
        self.latent_dim_pi += passed_on

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return torch.cat([super().forward_actor(features[:, : self.inputs]), features[:, self.inputs :]], dim=1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return super().forward_critic(features[:, : self.inputs])


class ActionScorer(nn.Module):
    """Logits: a dense layer's, to which one network for all actions adds what the features of each are worth."""

    def __init__(self, hidden: int, actions: int, values: int, width: int) -> None:
        super().__init__()
        self.shape = actions, values
        self.dense = nn.Linear(hidden, actions)
        self.shared, self.own, self.score = nn.Linear(hidden, width), nn.Linear(values, width), nn.Linear(width, 1)
        for layer in (self.dense, self.score):
            nn.init.orthogonal_(layer.weight, 0.01)
            nn.init.zeros_(layer.bias)

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        hidden, features = latent[:, : self.dense.in_features], latent[:, self.dense.in_features :]
        features = features.unflatten(1, self.shape)
        rows, actions = features.any(2).nonzero(as_tuple=True)  # the few actions that have any
        scores = self.score(torch.relu(self.shared(hidden)[rows] + self.own(features[rows, actions])))
        return self.dense(hidden).index_put((rows, actions), scores[:, 0], accumulate=True)


class ScoringPolicy(MaskableMultiInputActorCriticPolicy):
    """As SB3's own, with an ActionScorer instead of the last layer; it needs AllFeatures as its extractor."""

    width = 64  # of the scorer

    def _build_mlp_extractor(self) -> None:
        known, settings = self.features_extractor, (self.net_arch, self.activation_fn, self.device)
        self.mlp_extractor = Towers(known.inputs, known.actions * known.values, *settings)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        known = self.features_extractor
        hidden = self.mlp_extractor.latent_dim_pi - known.actions * known.values
        self.action_net = ActionScorer(hidden, known.actions, known.values, self.width)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Scores(BaseCallback):
    """Notes after how many decisions each game ended, and the learner's share of the win."""

    def __init__(self) -> None:
        super().__init__()
        self.games: list[tuple[int, float]] = []

    def _on_step(self) -> bool:
        self.games += [(self.num_timesteps, info["score"]) for info in self.locals["infos"] if "score" in info]
        return True


POLICIES: dict[str, tuple[Any, dict[str, Any]]] = {
    "dense": ("MlpPolicy", {}),
    "scoring": (ScoringPolicy, {"features_extractor_class": AllFeatures}),
}


def learn(name: str, seed: int, given: argparse.Namespace) -> np.ndarray:
    """A learning curve: the score in each of so many equal parts of the decisions, NaN where no game ended."""
    torch.set_num_threads(1)  # networks as small as these are not quicker with more
    policy, settings = POLICIES[name]
    envs = SeatVecEnv(given.game, given.num_envs, given.opponent, seed=seed, features=name == "scoring")
    model = MaskablePPO(
        policy,
        envs,
        n_steps=given.num_steps,
        batch_size=512,
        n_epochs=4,
        learning_rate=given.learning_rate,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [given.hidden] * 2, "activation_fn": nn.ReLU, **settings},
        seed=seed,
        device="cpu",
    )
    scores, began = Scores(), time.process_time()
    model.learn(given.steps, callback=scores)
    print(f"{name}, seed {seed}: {time.process_time() - began:.0f} s of CPU", flush=True)
    ended, won = np.array(scores.games).reshape(-1, 2).T
    part = np.minimum(ended * given.points // (given.steps + 1), given.points - 1)
    return np.array([won[part == k].mean() if (part == k).any() else np.nan for k in range(given.points)])


def draw(curves: dict[str, np.ndarray], decisions: np.ndarray, given: argparse.Namespace) -> None:
    """The mean over seeds of each policy, and where its seeds lie."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    for name, curve in curves.items():
        axes.plot(decisions, 100 * curve.mean(0), marker=".", label=name)
        axes.fill_between(decisions, 100 * curve.min(0), 100 * curve.max(0), alpha=0.2, linewidth=0)
    axes.set(xlabel="decisions", ylabel=f"score against {given.opponent}, %", ylim=(0, 100), title=given.game)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(given.out, dpi=120)


def main(arguments: list[str] | None = None) -> dict[str, np.ndarray]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="mercy_frontier", help="one that has features")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--steps", type=int, default=500_000, help="decisions of each learner")
    parser.add_argument("--seeds", type=int, default=3, help="how many learners of each kind")
    parser.add_argument("--num-envs", type=int, default=32)
    parser.add_argument("--num-steps", type=int, default=64, help="decisions of each game between two updates")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--learning-rate", type=float, default=5e-4)
    parser.add_argument("--points", type=int, default=20, help="of each curve")
    parser.add_argument("--out", type=Path, default=Path("score_actions.png"))
    given = parser.parse_args(arguments)

    curves = {name: np.stack([learn(name, seed, given) for seed in range(given.seeds)]) for name in POLICIES}
    decisions = given.steps * np.arange(1, given.points + 1) // given.points
    print(f"{'decisions':>12}" + "".join(f"{name:>10}" for name in curves))
    for k, number in enumerate(decisions):
        print(f"{number:>12,}" + "".join(f"{curve[:, k].mean():>10.1%}" for curve in curves.values()))
    draw(curves, decisions, given)
    print(f"{given.out} shows both curves")
    return curves


if __name__ == "__main__":
    main()
