"""`python -m training.belief POLICY`: learn what the other seat probably holds, for searches that it guides.

A determinization deals evenly what a seat cannot know, but players choose. From games of the policy against itself a
small network learns to tell true positions from determinized ones, by what both seats see of them. It becomes a part of
the policy's file; the policy itself, and so how it plays, stays as it is to the bit. For games for two.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.batch import Batch
from flank_envs.engine.positions import observations
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.untrusted import cut
from flank_envs.evaluation.seeds import BELIEF
from flank_envs.opponents.decisions import new_draws, renew_draws
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.belief import belief_shapes, without_belief
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.opponent import PolicyOpponent
from training.config import ConfigError

WIDTHS = [128, 64]
GAMES = 512
KEPT = 0.1  # of the decisions: neighbours tell the same
MINIBATCH, PASSES, LEARNING_RATE = 2048, 3, 2e-3
HELD_OUT = 0.1  # of the positions, for telling how well it has learned
SPEAK = 100_000  # positions between two lines of progress
SEED = 7  # of what players choose and of the order in which is learned


class Positions(NamedTuple):
    """What was seen, one position per row; float16 is exact enough and takes half the memory."""

    own: np.ndarray  # by the seat to act
    true: np.ndarray  # by the other seat
    determinized: np.ndarray  # by the other seat, if what the first cannot know is dealt anew


def learn_belief(policy: Checkpoint, samples: int, show: Callable[[str], None] = lambda line: None) -> Checkpoint:
    """The policy with a belief, learned from that many positions of its own games."""
    shapes = belief_shapes(WIDTHS, policy.game)
    options, variants = policy.metadata["options"], policy.metadata.get("variants") or [{}]
    parts = [watch(policy, {**options, **variant}, samples // len(variants), show) for variant in variants]
    weights = _learn(Positions(*map(np.concatenate, zip(*parts, strict=True))), shapes, show)
    return Checkpoint({**without_belief(policy.weights), **weights}, {**policy.metadata, "belief": WIDTHS})


def watch(policy: Checkpoint, options: Mapping[str, Any], samples: int, show: Callable[[str], None]) -> Positions:
    """Some positions of games of the policy against itself."""
    player, table = PolicyOpponent(policy), Batch(policy.game, GAMES, BELIEF.seed(GAMES), options)
    streams, rng = table.streams(SEED), np.random.default_rng(SEED)
    chance_streams = streams_of_seeds(np.arange(GAMES, dtype=np.uint64) + np.uint64(BELIEF.seed(GAMES, GAMES)))
    draws = new_draws(streams, table.seats)
    batches: list[Positions] = []
    watched = 0
    while watched < samples:
        rows = np.flatnonzero(rng.random(GAMES) < KEPT)
        true, seats = table.states[rows], table.to_act[rows].astype(np.int64)
        determinized, drawn = true.copy(), chance_streams[rows]
        kernels.determinize_all(determinized, seats, drawn)
        chance_streams[rows] = drawn
        theirs = [observations(table.game, states, 1 - seats) for states in (true, determinized)]
        batches.append(Positions(*(array.astype(np.float16) for array in (table.observation[rows], *theirs))))
        if (watched + len(rows)) // SPEAK > watched // SPEAK:
            show(f"{watched + len(rows):,} of {samples:,} positions watched")
        watched += len(rows)
        table.step(player.choose(table, streams, draws))
        renew_draws(draws, table.done, streams)
    return Positions(*map(np.concatenate, zip(*batches, strict=True)))


def _learn(
    positions: Positions, shapes: dict[str, tuple[int, ...]], show: Callable[[str], None]
) -> dict[str, np.ndarray]:
    """Logistic regression by a network: its log-odds become the logarithm of how much likelier true positions are."""
    import torch  # takes seconds: bad arguments are refused before it
    from torch.nn.functional import softplus

    torch.manual_seed(SEED)
    layers = [torch.nn.Linear(shape[1], shape[0]) for name, shape in shapes.items() if name.endswith("weight")]
    optimizer = torch.optim.Adam([weight for layer in layers for weight in layer.parameters()], lr=LEARNING_RATE)

    def log_odds(own: np.ndarray, theirs: np.ndarray) -> torch.Tensor:
        x = layers[0](torch.from_numpy(np.concatenate([own, theirs], 1).astype(np.float32)))
        for layer in layers[1:]:
            x = layer(torch.relu(x))
        return x.flatten()

    rng = np.random.default_rng(SEED)
    order = rng.permutation(len(positions.own))
    held_out, rest = np.split(order, [max(1, int(HELD_OUT * len(order)))])
    count = -(-len(rest) // MINIBATCH)
    steps = [rows for _ in range(PASSES) for rows in np.array_split(rng.permutation(rest), count)]
    for k, rows in enumerate(steps):
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (1 - k / len(steps))
        own, true, determinized = (array[rows] for array in positions)
        loss = softplus(-log_odds(own, true)).mean() + softplus(log_odds(own, determinized)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if (k + 1) % count == 0:
            with torch.no_grad():
                own, true, determinized = (array[held_out] for array in positions)
                accuracy = float((log_odds(own, true) > log_odds(own, determinized)).float().mean())
            show(f"pass {(k + 1) // count} of {PASSES}: tells {accuracy:.1%} of true positions from determinized ones")
    kinds = ("weight", "bias")
    return {
        f"belief.{k}.{kind}": getattr(layer, kind).detach().numpy() for k, layer in enumerate(layers) for kind in kinds
    }


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.belief", description=__doc__)
    parser.add_argument("policy", metavar="POLICY", type=Path, help="a .safetensors file, which is given a belief")
    parser.add_argument("--samples", type=int, default=600_000, help="positions to learn from (default %(default)d)")
    args = parser.parse_args(arguments)
    try:
        if not 2 <= args.samples <= 10**9:
            raise ConfigError("--samples: give a number of 2 or more")
        policy = learn_belief(checkpoint.read(args.policy), args.samples, partial(print, flush=True))
        checkpoint.write(args.policy, policy)
    except (ConfigError, ValueError, OSError) as problem:
        print(f"training.belief: {cut(str(problem))}", file=sys.stderr)
        return 2
    print(f"search with it   flank-envs arena {policy.game.name} search:100:{args.policy} {args.policy}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
