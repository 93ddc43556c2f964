"""How a run begins: from nothing, from the weights of a policy, or by imitating any other player."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from flank_envs.engine.batch import Batch
from flank_envs.engine.game import get_game
from flank_envs.evaluation.seeds import IMITATION, Seeds
from flank_envs.opponents import Opponent, known_opponent
from flank_envs.opponents.decisions import new_draws, renew_draws
from flank_envs.opponents.policy.belief import without_belief
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.mixture import members_of
from training.config import Config, ConfigError
from training.policy import inputs_of, named_weights
from training.update import evaluate

GAMES, STEPS = 64, 1024  # watched at a time: most games end in it, so that the value learns results too
MINIBATCH = 1024
LEARNING_RATE = 1e-3
END = 0.7  # weight of how a game ended, where somebody had also expected a result: ends are true, but noisy


def start(model: MaskablePPO, config: Config, show: Callable[[str], None] = lambda line: None) -> None:
    """Bring a fresh model to where its config lets it begin."""
    if not config.start.player:
        return
    player = known_opponent(config.start.player)
    network = player.network_for(get_game(config.game))
    if network is not None and _fits(model, network.checkpoint):
        return
    imitate(model, config, player, show)


def _fits(model: MaskablePPO, policy: Checkpoint) -> bool:
    """Take over the weights, if they are of the same shapes; of a mixture those of the first member."""
    with torch.no_grad():
        own, weights = named_weights(model), without_belief(members_of(policy)[0][0].weights)
        if {name: tuple(w.shape) for name, w in own.items()} != {name: w.shape for name, w in weights.items()}:
            return False
        for name, weight in own.items():
            weight.copy_(torch.from_numpy(weights[name]))
    return True


def make_tables(config: Config, seeds: Seeds) -> list[Batch]:
    """A batch of games for each variant, all with different deals."""
    return [Batch(config.game, GAMES, seeds.seed(GAMES, k * GAMES), o) for k, o in enumerate(config.settings())]


class Chosen(NamedTuple):
    """Decisions at a table, one per game."""

    action: np.ndarray
    probabilities: np.ndarray  # of all actions, which it was drawn by
    expected: np.ndarray | None = None  # the seat's result, if that is known; nan where nothing is expected


class Watched(NamedTuple):
    """Decisions in all seats, one per row."""

    records: np.ndarray
    mask: torch.Tensor
    probabilities: torch.Tensor  # of all actions
    result: torch.Tensor
    known: torch.Tensor  # 1 where the game has ended, or a result was expected

    @staticmethod
    def join(parts: "Sequence[Watched]") -> "Watched":
        """Decisions one after the other."""
        records, *others = zip(*parts, strict=True)
        return Watched(np.concatenate(records), *map(torch.cat, others))


def imitate(
    model: MaskablePPO, config: Config, player: Opponent, show: Callable[[str], None] = lambda line: None
) -> None:
    """Watch a player in all seats: choose as it does, and value positions by how its games end."""
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=LEARNING_RATE)
    tables = make_tables(config, IMITATION)
    streams = [table.streams(config.seed) for table in tables]
    draws = [new_draws(stream, table.seats) for table, stream in zip(tables, streams, strict=True)]
    watched = turn = 0
    while watched < config.start.samples:
        turn_of = turn % len(tables)
        table, stream = tables[turn_of], streams[turn_of]
        batch = watch(table, partial(_choices, player, stream, draws[turn_of]))
        agreement = learn(model, optimizer, config.ppo.value, batch)[0]
        watched, turn = watched + len(batch.result), turn + 1
        show(f"imitating {player.name}: {watched / 1e6:.2f} M decisions, {agreement:.1%} alike")
    if not all(torch.isfinite(weight).all() for weight in model.policy.parameters()):
        raise ConfigError(f"imitating {player.name} has led to values that are no finite numbers")


def _choices(player: Opponent, streams: np.ndarray, draws: np.ndarray, table: Batch) -> Chosen:
    renew_draws(draws, table.done, streams)
    actions = player.choose(table, streams, draws)
    probabilities = np.zeros((table.num_games, table.game.actions.size), np.float32)
    probabilities[np.arange(table.num_games), actions] = 1
    return Chosen(actions, probabilities)


def probabilities_of(logits: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """(rows, actions): how likely each action is; illegal ones never are."""
    legal = np.where(mask, logits, -np.inf)
    probabilities = np.exp(legal - legal.max(axis=1, keepdims=True))
    return probabilities / probabilities.sum(axis=1, keepdims=True)


def learn(
    model: MaskablePPO, optimizer: torch.optim.Optimizer, value_weight: float, batch: Watched
) -> tuple[float, float]:
    """One pass; how often the likeliest action was theirs, and how far the probabilities are from theirs, in nats."""
    agreement = total_divergence = 0.0
    inputs = inputs_of(model, batch.records)
    for rows in torch.randperm(len(batch.result)).split(MINIBATCH):
        mask, probabilities, result, known = (part[rows] for part in batch[1:])
        log_probabilities, value = evaluate(model.policy, inputs.take(rows), mask)
        divergence = (torch.xlogy(probabilities, probabilities) - probabilities * log_probabilities).sum(1).mean()
        error = ((value - result).square() * known).mean()
        optimizer.zero_grad()
        (divergence + value_weight * error).backward()
        optimizer.step()
        agreement += float((log_probabilities.argmax(1) == probabilities.argmax(1)).float().sum())
        total_divergence += float(divergence.detach()) * len(rows)
    return agreement / len(batch.result), total_divergence / len(batch.result)


def watch(table: Batch, choose: Callable[[Batch], Chosen], steps: int | None = None) -> Watched:
    """Games as they go on, for so many decisions each; `choose` takes them."""
    steps = STEPS if steps is None else steps
    shape, game = (steps, table.num_games), table.game
    records = np.zeros(shape, game.state)
    masks = np.zeros((*shape, game.actions.size), np.bool_)
    probabilities = np.zeros((*shape, game.actions.size), np.float32)
    expected = np.full(shape, np.nan, np.float32)
    seats = np.zeros(shape, np.int64)
    rewards, done = np.zeros((*shape, table.seats), np.float32), np.zeros(shape, np.bool_)
    for t in range(steps):
        records[t], masks[t], seats[t] = table.states, table.action_mask, table.to_act
        chosen = choose(table)
        probabilities[t] = chosen.probabilities
        if chosen.expected is not None:
            expected[t] = chosen.expected
        table.step(chosen.action)
        rewards[t], done[t] = table.reward, table.done
    results, ended = np.zeros(shape, np.float32), np.zeros(shape, np.bool_)
    result, over = np.zeros((table.num_games, table.seats), np.float32), np.zeros(table.num_games, np.bool_)
    for t in reversed(range(steps)):
        result[done[t]], over = rewards[t][done[t]], over | done[t]
        results[t], ended[t] = result[np.arange(table.num_games), seats[t]], over
    hoped = ~np.isnan(expected)
    results[hoped] = np.where(ended, END * results + (1 - END) * expected, expected)[hoped]
    known = (ended | hoped).astype(np.float32)
    flat = (array.reshape(-1, *array.shape[2:]) for array in (masks, probabilities, results, known))
    return Watched(records.reshape(-1), *map(torch.from_numpy, flat))
