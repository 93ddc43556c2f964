"""The update from a rollout: PPO, and a magnet that lets self-play settle instead of running in circles."""

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import explained_variance

from flank_envs.engine.game import Game, game_of_dtype
from flank_envs.engine.positions import legal_masks
from training.config import Ppo
from training.inputs import Inputs, from_bytes
from training.policy import inputs_of

NEVER = -1e8  # the logit of an illegal action: finite, so that its share of entropies is 0 and not undefined
NOTHING = -80.0  # a log-probability that counts as 0: exp takes ten times as long for results so small


class Played(NamedTuple):
    """Decisions of a rollout as they were played, one per row."""

    records: np.ndarray
    action: np.ndarray
    log_chance: np.ndarray
    value: np.ndarray  # what was expected
    advantage: np.ndarray
    result: np.ndarray

    @classmethod
    def of(cls, game: Game, buffer: Any) -> "Played":
        """What a model has collected; the arrays are the buffer's own."""
        rows = buffer.buffer_size * buffer.n_envs
        return cls(
            records=from_bytes(game, buffer.observations.reshape(rows, -1)),
            action=buffer.actions.reshape(rows).astype(np.int64),
            log_chance=buffer.log_probs.reshape(rows),
            value=buffer.values.reshape(rows),
            advantage=buffer.advantages.reshape(rows),
            result=buffer.returns.reshape(rows),
        )


class Samples(NamedTuple):
    """Decisions of a rollout, one per row."""

    inputs: Inputs
    mask: torch.Tensor
    action: torch.Tensor
    log_chance: torch.Tensor  # of the action, when it was chosen
    advantage: torch.Tensor
    result: torch.Tensor  # what the value is to say
    drawn_to: torch.Tensor  # log-probabilities of all actions by the magnet; nothing if there is none

    def take(self, rows: torch.Tensor) -> "Samples":
        """Some of the decisions, in this order."""
        return Samples(self.inputs.take(rows), *(part[rows] for part in self[1:]))


class Magnet:
    """The policy as it was some time ago; now and then it catches up (magnetic mirror descent, arXiv 2206.05825)."""

    def __init__(self, model: MaskablePPO, weight: float, every: int) -> None:
        self.model = model
        self.weight = weight
        self.every = every
        self.policy = copy.deepcopy(model.policy) if weight else None

    def log_probabilities(self, inputs: Inputs, mask: torch.Tensor, rows: int) -> torch.Tensor:
        """Of all actions, computed for so many rows at a time."""
        if self.policy is None:
            return torch.zeros(len(mask), 0)
        with torch.no_grad():
            parts = torch.arange(len(mask)).split(rows)
            return torch.cat([evaluate(self.policy, inputs.take(part), mask[part])[0] for part in parts])

    def state(self) -> dict[str, torch.Tensor]:
        """Its weights, none without a magnet."""
        return {} if self.policy is None else self.policy.state_dict()

    def restore(self, state: dict[str, torch.Tensor]) -> None:
        if self.policy is not None:
            self.policy.load_state_dict(state)

    def follow(self, rollout: int) -> None:
        """After a rollout: catch up if it is time."""
        if self.policy is not None and rollout % self.every == 0:
            self.policy.load_state_dict(self.model.policy.state_dict())


def evaluate(policy: torch.nn.Module, inputs: Inputs, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The log-probability of every action, and the value."""
    hidden = policy.features_extractor(inputs)  # pyright: ignore
    logits = policy.action_net(hidden)  # pyright: ignore
    return torch.log_softmax(torch.where(mask, logits, NEVER), 1), policy.value_net(hidden).flatten()  # pyright: ignore


def update(model: MaskablePPO, ppo: Ppo, magnet: Magnet, parts: Sequence[Played]) -> None:
    """Several passes over a rollout of all parts of the games."""
    model._update_learning_rate(model.policy.optimizer)
    left = model._current_progress_remaining
    model.ent_coef = ppo.final_entropy + (ppo.entropy - ppo.final_entropy) * left
    samples = _samples(model, parts, magnet, ppo.minibatch)
    logged = []
    for _ in range(ppo.epochs):
        for rows in torch.randperm(len(samples.action)).split(ppo.minibatch):
            loss, numbers = _loss(model, ppo, magnet.weight, samples.take(rows))
            model.policy.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.policy.parameters(), ppo.gradient)
            model.policy.optimizer.step()
            logged.append(numbers)
    model._n_updates += ppo.epochs
    for name, value in zip(logged[0], torch.stack([torch.stack([*n.values()]) for n in logged]).mean(0), strict=True):
        model.logger.record(f"train/{name}", value.item())
    expected, result = (np.concatenate(arrays) for arrays in zip(*((p.value, p.result) for p in parts), strict=True))
    model.logger.record("train/explained_variance", explained_variance(expected, result))


def _samples(model: MaskablePPO, parts: Sequence[Played], magnet: Magnet, rows: int) -> Samples:
    """What the network is given is computed here from the records, once for all passes."""

    def joined(arrays: list[np.ndarray]) -> torch.Tensor:
        return torch.from_numpy(arrays[0] if len(arrays) == 1 else np.concatenate(arrays))

    inputs = Inputs.join([inputs_of(model, p.records) for p in parts])
    mask = joined([legal_masks(game_of_dtype(p.records.dtype), p.records) > 0 for p in parts])
    return Samples(
        inputs=inputs,
        mask=mask,
        action=joined([p.action for p in parts]),
        log_chance=joined([p.log_chance for p in parts]),
        advantage=joined([p.advantage for p in parts]),
        result=joined([p.result for p in parts]),
        drawn_to=magnet.log_probabilities(inputs, mask, rows),
    )


def _loss(model: MaskablePPO, ppo: Ppo, drawn: float, s: Samples) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    log_probabilities, value = evaluate(model.policy, s.inputs, s.mask)
    probabilities = log_probabilities.clamp(min=NOTHING).exp()
    change = log_probabilities.gather(1, s.action[:, None]).flatten() - s.log_chance
    ratio = change.exp()
    advantage = s.advantage
    if ppo.normalize:
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    gain = torch.min(advantage * ratio, advantage * ratio.clamp(1 - ppo.clip, 1 + ppo.clip)).mean()
    entropy = -(probabilities * log_probabilities).sum(1).mean()
    error = (s.result - value).square().mean()
    loss = ppo.value * error - gain - model.ent_coef * entropy
    numbers = {
        "policy_gain": gain,
        "value_error": error,
        "entropy": entropy,
        "clipped": ((ratio - 1).abs() > ppo.clip).float().mean(),
        "change": (ratio - 1 - change).mean(),  # an estimate of the divergence from the policy that played
    }
    if drawn:
        numbers["from_magnet"] = away = (probabilities * (log_probabilities - s.drawn_to)).sum(1).mean()
        loss = loss + drawn * away
    return loss, {name: number.detach() for name, number in numbers.items()}
