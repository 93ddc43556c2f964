"""Random play with the invariants checked after every decision, over all options of a game.

python -m tools.soak hold_the_line --decisions 100_000_000
"""

import argparse
import sys
import time

import numpy as np

from flank_envs import all_games, get_game, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game

GAMES = 1024


def soak(game: Game, options: dict, decisions: int, seed: int) -> str:
    """Play that many decisions; the broken invariant, or a line of what was seen."""
    batch = make_batch(game, GAMES, seed=seed, **options)
    streams = batch.streams(seed % 2**32)
    low = game.observation.low
    finished = truncated = 0
    phases = np.zeros(len(game.phases), np.int64)
    for step in range(-(-decisions // GAMES)):
        batch.step_random(streams)
        broken = int(kernels.checks(batch.states.copy()))
        if broken:
            number, index = divmod(broken, GAMES)
            sys.exit(f"{game.name} {options} seed {seed} step {step} game {index}: {game.rules.invariants[number - 1]}")
        if (batch.observation < low).any() or (batch.observation > 1).any() or batch.reward.sum():
            sys.exit(f"{game.name} {options} seed {seed} step {step}: an observation or reward is out of its range")
        finished += int(batch.done.sum())
        truncated += int(batch.truncated.sum())
        phases += np.bincount(batch.states["phase"], minlength=len(phases))
    shares = ", ".join(f"{name} {share:.1%}" for name, share in zip(game.phases, phases / phases.sum(), strict=True))
    return f"{finished:,} games finished, {truncated:,} truncated; {shares}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games if none is given")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="for each game, shared by its options")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for game in [get_game(name) for name in arguments.games] or all_games().values():
        for options in game.option_samples():
            began, share = time.perf_counter(), arguments.decisions // len(game.option_samples())
            seen = soak(game, options, share, arguments.seed)
            print(f"{game.name} {options}: {share:,} decisions clean in {time.perf_counter() - began:.0f} s: {seen}")


if __name__ == "__main__":
    main()
