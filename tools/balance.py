"""Measure how fair the games are between equal players, for the section "Balance" of their pages.

    python -m tools.balance flank --games 1000

Three kinds of players meet their like: random ones; heuristics who decide at random once in ten times, so
that no two games are alike; and the shipped policy, as it samples.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs import all_games, get_game, load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.evaluation.seeds import BALANCE
from flank_envs.opponents.decisions import new_draws
from flank_envs.opponents.policy.shipped import shipped_policy

KINDS = {"random": 0.0, "heuristic": 0.1, "trained": 0.0}  # how often they decide at random besides
CHUNK = 500


def played(game: Game, options: dict[str, Any], kind: str, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Results (games, seats), decisions and whether a limit ended it, of that many games."""
    results, decisions, limited = [], [], []
    player, noise = load_opponent(kind), KINDS[kind]
    for first in range(0, count, CHUNK):
        size = min(CHUNK, count - first)
        seed = BALANCE.seed(size, first)
        batch = make_batch(game, size, seed=seed, autoreset=False, **options)
        streams, rng = batch.streams(first), np.random.default_rng(first)
        draws = new_draws(streams, batch.seats)
        while (batch.to_act >= 0).any():
            actions, any_ = player.choose(batch, streams, draws), batch.random_actions(streams)
            batch.step(np.where(rng.random(batch.num_games) < noise, any_, actions))
        results.append(batch.returns())
        decisions.append(batch.states["decisions"].copy())
        limited.append(batch.states["limit"] > 0)
    return np.concatenate(results), np.concatenate(decisions), np.concatenate(limited)


def row(game: Game, options: dict[str, Any], kind: str, count: int) -> str:
    results, decisions, limited = played(game, options, kind, count)
    best = results == results.max(axis=1, keepdims=True)
    single = best & (best.sum(axis=1, keepdims=True) == 1)
    wins = " / ".join(f"{share:.1%}" for share in single.mean(axis=0))
    tied = (~single.any(axis=1) & ~limited).mean()
    name = ", ".join(f"{option}={value}" for option, value in options.items()) or "defaults"
    length = f"{decisions.mean():.0f} / {np.percentile(decisions, 95):.0f} / {decisions.max()}"
    return f"| {kind} | {name} | {wins} | {tied:.1%} | {limited.mean():.1%} | {length} |"


def kinds(game: Game) -> list[str]:
    """The players that can play this game."""
    try:
        shipped_policy(game)
    except ValueError:
        return [kind for kind in KINDS if kind != "trained"]
    return list(KINDS)


def table(game: Game, count: int) -> str:
    """The table of one game: the defaults, then every other value of every option."""
    lines = [
        f"Equal players against each other, {count} games a line. A heuristic decides at random once",
        "in ten times here, so that no two games are alike; the trained player is the shipped policy, as it samples.",
        "",
        "| players | options | won by seat 0 / 1 ... | tied | limit | decisions mean / p95 / max |",
        "|---|---|---|---|---|---|",
    ]
    return (
        "\n".join([*lines, *(row(game, o, kind, count) for kind in kinds(game) for o in game.option_samples())]) + "\n"
    )


def notes(path: Path) -> str:
    """What somebody wrote below the table: it stays there."""
    return path.read_text(encoding="utf-8").rpartition("|\n")[2] if path.is_file() else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games if none is given")
    parser.add_argument("--games", dest="count", type=int, default=1000, help="a line (default %(default)d)")
    arguments = parser.parse_args()
    for game in [get_game(name) for name in arguments.games] or all_games().values():
        path = game.folder / "balance.md"
        text = table(game, arguments.count) + notes(path)
        path.write_text(text, encoding="utf-8")
        print(f"{game.title}\n{text}")


if __name__ == "__main__":
    main()
