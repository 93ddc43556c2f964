"""How a run begins: from nothing, from the weights of a policy, or by imitating any other player."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from flank_envs.core.batch import Batch
from flank_envs.core.game import get_game
from flank_envs.opponents import Opponent, known_opponent
from flank_envs.opponents.policy import NetworkOpponent
from flank_envs.policies.belief import without_belief
from flank_envs.policies.checkpoint import Checkpoint
from training.config import Config, ConfigError
from training.policy import named_weights
from training.update import judge

GAMES, STEPS = 64, 1024  # watched at a time: most games end in it, so that the value learns results too
MINIBATCH = 1024
LEARNING_RATE = 1e-3
SEED = 2_000_000  # of the deals: none of the evaluations'


def start(model: MaskablePPO, config: Config, show: Callable[[str], None] = lambda line: None) -> None:
    """Bring a fresh model to where its config lets it begin."""
    if not config.start.player:
        return
    player = known_opponent(config.start.player)
    if isinstance(player, NetworkOpponent) and _fits(model, player.network_for(get_game(config.game)).checkpoint):
        return
    imitate(model, config, player, show)


def _fits(model: MaskablePPO, policy: Checkpoint) -> bool:
    """Take over the weights, if they are of the same shapes."""
    with torch.no_grad():
        own, found = named_weights(model), without_belief(policy.weights)
        if {name: tuple(w.shape) for name, w in own.items()} != {name: w.shape for name, w in found.items()}:
            return False
        for name, weight in own.items():
            weight.copy_(torch.from_numpy(found[name]))
    return True


class Watched(NamedTuple):
    """Decisions in all seats, one per row."""

    observation: torch.Tensor
    mask: torch.Tensor
    chances: torch.Tensor  # of all actions
    result: torch.Tensor
    ended: torch.Tensor  # 1 where the result is known


def imitate(
    model: MaskablePPO, config: Config, player: Opponent, show: Callable[[str], None] = lambda line: None
) -> None:
    """Watch a player in all seats: choose as it does, and value positions by how its games end."""
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=LEARNING_RATE)
    tables = [Batch(config.game, GAMES, SEED + k * GAMES, options) for k, options in enumerate(config.settings())]
    streams = [table.streams(config.seed) for table in tables]
    watched = turn = 0
    while watched < config.start.samples:
        table, stream = tables[turn % len(tables)], streams[turn % len(tables)]
        seen = watch(table, partial(_choices, player, stream))
        alike = learn(model, optimizer, config.ppo.value, seen)[0]
        watched, turn = watched + len(seen.result), turn + 1
        show(f"imitating {player.name}: {watched / 1e6:.2f} M decisions, {alike:.1%} alike")
    if not all(torch.isfinite(weight).all() for weight in model.policy.parameters()):
        raise ConfigError(f"imitating {player.name} has led to values that are no finite numbers")


def _choices(player: Opponent, streams: np.ndarray, table: Batch) -> tuple[np.ndarray, np.ndarray]:
    actions = player.choose(table, streams)
    chances = np.zeros((table.num_games, table.game.actions.size), np.float32)
    chances[np.arange(table.num_games), actions] = 1
    return actions, chances


def learn(
    model: MaskablePPO, optimizer: torch.optim.Optimizer, value_weight: float, seen: Watched
) -> tuple[float, float]:
    """One pass; how often the likeliest action was theirs, and how far the chances are from theirs, in nats."""
    alike = apart = 0.0
    for rows in torch.randperm(len(seen.result)).split(MINIBATCH):
        s = Watched(*(part[rows] for part in seen))
        log_chances, value = judge(model.policy, s.observation, s.mask)
        divergence = (torch.xlogy(s.chances, s.chances) - s.chances * log_chances).sum(1).mean()
        error = ((value - s.result).square() * s.ended).mean()
        optimizer.zero_grad()
        (divergence + value_weight * error).backward()
        optimizer.step()
        alike += float((log_chances.argmax(1) == s.chances.argmax(1)).float().sum())
        apart += float(divergence.detach()) * len(rows)
    return alike / len(seen.result), apart / len(seen.result)


def watch(table: Batch, choose: Callable[[Batch], tuple[np.ndarray, np.ndarray]]) -> Watched:
    """Games as they go on; `choose` gives an action for each, and the chances of all actions that it came from."""
    shape, game = (STEPS, table.num_games), table.game
    seen = np.zeros((*shape, game.observation.size), np.float32)
    masks = np.zeros((*shape, game.actions.size), np.bool_)
    chances = np.zeros((*shape, game.actions.size), np.float32)
    seats = np.zeros(shape, np.int64)
    rewards, done = np.zeros((*shape, table.seats), np.float32), np.zeros(shape, np.bool_)
    for t in range(STEPS):
        seen[t], masks[t], seats[t] = table.observation, table.action_mask, table.to_act
        actions, chances[t] = choose(table)
        table.step(actions)
        rewards[t], done[t] = table.reward, table.done
    results, ended = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    result, known = np.zeros((table.num_games, table.seats), np.float32), np.zeros(table.num_games, np.bool_)
    for t in reversed(range(STEPS)):
        result[done[t]], known = rewards[t][done[t]], known | done[t]
        results[t], ended[t] = result[np.arange(table.num_games), seats[t]], known
    flat = (array.reshape(-1, *array.shape[2:]) for array in (seen, masks, chances, results, ended))
    return Watched(*map(torch.from_numpy, flat))
