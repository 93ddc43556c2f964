"""Self-play PPO on the batch, in one file: one network plays all seats of many games and learns from every decision.

For games of two players. Both seats share one network, and what is good for one is bad for the other: where the seat
changes between two decisions, values and advantages change their sign.

    python examples/self_play_ppo.py --game hold_the_line --seconds 120
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

import flank_envs
import flank_envs.interfaces.torch_export
from flank_envs.evaluation.arena import match


@dataclass
class Settings:
    game: str = "hold_the_line"
    seconds: float = 120  # of CPU; training ends with the update after them
    updates: int = 10_000  # or after so many
    num_games: int = 256
    num_steps: int = 64  # decisions of each game between two updates
    epochs: int = 3
    minibatches: int = 8
    learning_rate: float = 1e-3
    gamma: float = 1.0  # a game has one result, at its end
    gae_lambda: float = 0.9
    clip: float = 0.2
    entropy: float = 0.01
    hidden: int = 128
    seed: int = 0
    games: int = 400  # of each match against random play
    out: str = "self_play.safetensors"


class Agent(nn.Module):
    """Logits of actions and the expected result of the seat to act, from what it sees."""

    def __init__(self, values: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(values, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.actor, self.critic = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)
        nn.init.zeros_(self.actor.bias)

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, ...]:
        seen = self.trunk(observation)
        logits = self.actor(seen).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.critic(seen).squeeze(-1)

    def export(self, path: str, game: str) -> None:
        flank_envs.interfaces.torch_export.export(self.actor, path, game, shared=self.trunk, value=self.critic)


def collect(batch: flank_envs.Batch, agent: Agent, steps: int) -> dict[str, torch.Tensor]:
    """Play on in all games, and note down every decision of either seat."""
    rows = np.arange(batch.num_games)
    noted: list[tuple[torch.Tensor, ...]] = []
    for _ in range(steps):
        seen, mask = torch.tensor(batch.observation), torch.tensor(batch.action_mask, dtype=torch.bool)
        with torch.no_grad():
            policy, value = agent(seen, mask)
            action = policy.sample()
        seat = batch.to_act.copy()
        batch.step(action.numpy())
        reward = torch.tensor(batch.reward[rows, seat])  # of who decided; a game that is over has begun anew
        goes_on = torch.tensor(np.where(batch.to_act == seat, 1.0, -1.0) * ~batch.done, dtype=torch.float32)
        noted.append((seen, mask, action, policy.log_prob(action), value, reward, goes_on))
    names = ("seen", "mask", "action", "log_prob", "value", "reward", "goes_on")
    return {name: torch.stack(column) for name, column in zip(names, zip(*noted, strict=True), strict=True)}


def advantages(played: dict[str, torch.Tensor], after: torch.Tensor, s: Settings) -> torch.Tensor:
    """Generalised advantage estimation; `goes_on` is 1 where the same seat goes on, -1 where the other, 0 at an end."""
    found, ahead = torch.zeros_like(played["value"]), torch.zeros_like(after)
    for t in reversed(range(len(found))):
        turn = s.gamma * played["goes_on"][t]
        delta = played["reward"][t] + turn * after - played["value"][t]
        found[t] = ahead = delta + turn * s.gae_lambda * ahead
        after = played["value"][t]
    return found


def update(agent: Agent, optimizer: torch.optim.Optimizer, played: dict[str, torch.Tensor], s: Settings) -> None:
    """PPO's clipped objective over all decisions, a few times."""
    flat = {name: column.flatten(0, 1) for name, column in played.items()}
    for _ in range(s.epochs):
        for rows in torch.randperm(len(flat["action"])).chunk(s.minibatches):
            part = {name: column[rows] for name, column in flat.items()}
            policy, value = agent(part["seen"], part["mask"])
            ratio = (policy.log_prob(part["action"]) - part["log_prob"]).exp()
            gain = (part["advantage"] - part["advantage"].mean()) / (part["advantage"].std() + 1e-8)
            policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - s.clip, 1 + s.clip)).mean()
            value_loss = (value - part["target"]).pow(2).mean()
            loss = policy_loss + 0.5 * value_loss - s.entropy * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def train(s: Settings) -> float:
    """Train, write the policy to `out` and return its score against random play."""
    torch.manual_seed(s.seed)
    torch.set_num_threads(1)  # networks as small as this one are not quicker with more
    batch = flank_envs.make_batch(s.game, s.num_games, s.seed)
    if batch.seats != 2:
        raise ValueError(f"{s.game} has {batch.seats} seats; this trains games of two")
    agent = Agent(batch.observation.shape[1], batch.action_mask.shape[1], s.hidden)
    optimizer = torch.optim.Adam(agent.parameters(), s.learning_rate, eps=1e-5)
    began, decisions, score = time.process_time(), 0, 0.0
    for number in range(1, s.updates + 1):
        played = collect(batch, agent, s.num_steps)
        with torch.no_grad():
            _, after = agent(torch.tensor(batch.observation), torch.tensor(batch.action_mask, dtype=torch.bool))
        played["advantage"] = advantages(played, after, s)
        played["target"] = played["advantage"] + played["value"]
        update(agent, optimizer, played, s)
        decisions += played["action"].numel()
        spent = time.process_time() - began
        last = number == s.updates or spent > s.seconds
        if number % 10 == 0 or last:
            agent.export(s.out, s.game)
            score = match(s.game, s.out, "random", s.games).score
            print(f"{decisions:>9,} decisions, {spent:4.0f} s of CPU: {score:.1%} against random", flush=True)
        if last:
            break
    return score


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in vars(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default)
    return train(Settings(**vars(parser.parse_args(arguments))))


if __name__ == "__main__":
    main()
