"""How fair the games are between equal players, as the section "Balance" of their pages.

    python -m benchmarks.balance flank --games 2000

Two kinds of players meet their like: random ones, and rule-of-thumb players who decide at random once in ten times, so
that no two games are alike.
"""

import argparse
from typing import Any

import numpy as np

from flank_envs import all_games, get_game, make_batch
from flank_envs.core import kernels
from flank_envs.core.game import Game

KINDS = {"random": 1.0, "rule-of-thumb": 0.1}  # how often they decide at random
CHUNK = 500


def played(game: Game, options: dict[str, Any], noise: float, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Results (games, seats), decisions and truncated flags of that many games."""
    results, decisions, truncated = [], [], []
    for first in range(0, count, CHUNK):
        batch = make_batch(game, min(CHUNK, count - first), seed=first, autoreset=False, **options)
        streams, chance = batch.streams(first), np.random.default_rng(first)
        while (batch.to_act >= 0).any():
            actions, thumb = batch.random_actions(streams), np.zeros(batch.num_games, np.int32)
            if noise < 1:
                kernels.choose_rule_of_thumb(batch.states, batch.action_mask.copy(), streams, thumb)
            batch.step(np.where(chance.random(batch.num_games) < noise, actions, thumb))
        results.append(batch.returns())
        decisions.append(batch.states["decisions"].copy())
        truncated.append(batch.states["truncated"] > 0)
    return np.concatenate(results), np.concatenate(decisions), np.concatenate(truncated)


def row(game: Game, options: dict[str, Any], kind: str, count: int) -> str:
    results, decisions, truncated = played(game, options, KINDS[kind], count)
    best = results == results.max(axis=1, keepdims=True)
    single = best & (best.sum(axis=1, keepdims=True) == 1)
    wins = " / ".join(f"{share:.1%}" for share in single.mean(axis=0))
    tied = (~single.any(axis=1) & ~truncated).mean()
    name = ", ".join(f"{option}={value}" for option, value in options.items()) or "defaults"
    length = f"{decisions.mean():.0f} / {np.percentile(decisions, 95):.0f} / {decisions.max()}"
    return f"| {kind} | {name} | {wins} | {tied:.1%} | {truncated.mean():.1%} | {length} |"


def table(game: Game, count: int) -> str:
    """The table of one game: the defaults, then every other value of every option."""
    lines = [
        f"Equal players against each other, {count} games a line; a rule-of-thumb player decides at random once in ten",
        "times here, so that no two games are alike.",
        "",
        "| players | options | won by seat 0 / 1 ... | tied | truncated | decisions mean / p95 / max |",
        "|---|---|---|---|---|---|",
    ]
    return "\n".join([*lines, *(row(game, o, kind, count) for kind in KINDS for o in game.option_samples())]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games if none is given")
    parser.add_argument("--games", dest="count", type=int, default=2000)
    arguments = parser.parse_args()
    for game in [get_game(name) for name in arguments.games] or all_games().values():
        text = table(game, arguments.count)
        (game.folder / "balance.md").write_text(text, encoding="utf-8")
        print(f"{game.title}\n{text}")


if __name__ == "__main__":
    main()
