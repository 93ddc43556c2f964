"""Fuzz the library from outside: seeded, with counts, each case in a process that may die.

    python -m tools.fuzz records --count 1000000 --game flank --seed 1
    python -m tools.fuzz all

The exit code is 1 if anything was found.
"""

import argparse
import sys
import time
from functools import partial

from flank_envs import all_games, get_game
from tools.fuzz import cases, records
from tools.fuzz.calls import PublicCalls
from tools.fuzz.commands import CommandLines
from tools.fuzz.files import Checkpoints, Configs, Replays, Saves
from tools.fuzz.requests import Requests
from tools.fuzz.tables import TableFiles

TARGETS = {
    "saves": Saves,
    "replays": Replays,
    "checkpoints": Checkpoints,
    "configs": Configs,
    "commands": CommandLines,
    "calls": PublicCalls,
    "requests": Requests,
    "tables": TableFiles,
}
KINDS = {"records": records.fuzz, **{name: partial(cases.fuzz, target) for name, target in TARGETS.items()}}


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=[*KINDS, "all"], help="what is mutated")
    parser.add_argument("--count", type=int, default=10_000, help="cases for each kind and game (default %(default)d)")
    parser.add_argument("--game", action="append", help="only this one; may be repeated")
    parser.add_argument("--seed", type=int, default=0)
    return parser


def main(argv: list[str] | None = None) -> int:
    arguments = parser().parse_args(argv)
    found = 0
    for game in [get_game(name) for name in arguments.game or all_games()]:
        for kind in KINDS if arguments.kind == "all" else [arguments.kind]:
            began = time.perf_counter()
            seen = KINDS[kind](game, arguments.count, arguments.seed)
            print(f"{game.name} {kind} seed {arguments.seed}: {seen} ({time.perf_counter() - began:.0f} s)", flush=True)
            for example in seen.examples:
                print(f"  {example}", flush=True)
            found += sum(seen.findings.values())
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
