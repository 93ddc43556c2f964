"""Play from rare positions beside the slow twin: `python -m tests.twins.rare --game flank --decisions 200000`.

Random play hardly ever comes to some rules. So a game is stopped now and then and its record changed at random: more
buildings, less health, empty piles. What the game's own `check` accepts is put into the batch, the twin is built from
the same record, and both play on and must agree after every decision.

A game takes part with a module `tests/twins/<game>_rare.py`:

    CHANGES: tuple of functions (record, rng) that change a record; what they break is thrown away
    LAST: if there is one, a tuple of changes of which one comes last, such as those that set the phase
    beside(batch, options) -> Beside: the twin that stands where the one game of the batch stands
    OPTIONS, if it wants more than the game's samples: options that are odd together
"""

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from flank_envs import Batch, get_game, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.opponents import seat_kernels
from tests.twins.rule_runs import RuleRuns

Change = Callable[[Any, Random], None]

PLAIN, CHANGED = 12, 16  # most decisions without the twin before a start, most changes of the record
FOLLOWED = 16  # most decisions with the twin after a start
STARTS = 12  # most starts in one game
BY_BLOCK, BY_HEURISTIC = 0.3, 0.3  # shares of the decisions; the others are drawn from all legal actions alike


class Beside(Protocol):
    """A twin beside the one game of a batch. Making it compares both."""

    def step(self, action: int) -> None:
        """Both take the decision; an AssertionError if they differ then, also in the results of a finished game."""


@dataclass
class Played:
    """What was played, and how often each change was kept and thrown away."""

    decisions: int = 0
    starts: int = 0
    kept: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        changes = [f"{name} {self.kept[name]}/{self.kept[name] + self.refused[name]}" for name in sorted(self.tried)]
        phases = [f"{phase} {count}" for phase, count in self.phases.most_common()]
        lines = (f"{self.decisions} decisions from {self.starts} starts", "changes kept: " + ", ".join(changes))
        return "\n".join((*lines, "phases: " + ", ".join(phases)))

    @property
    def tried(self) -> set[str]:
        return {*self.kept, *self.refused}


def names() -> list[str]:
    """The games that take part."""
    modules = Path(__file__).parent.glob("[!t]*_rare.py")  # not test_rare.py
    return sorted(path.stem.removesuffix("_rare") for path in modules)


def play(name: str, decisions: int, seed: int = 0) -> Played:
    """At least so many decisions beside the twin."""
    game, module = get_game(name), importlib.import_module(f"tests.twins.{name}_rare")
    rng = Random(seed)
    played = Played()
    option_sets = [*game.option_samples(), *getattr(module, "OPTIONS", ())]
    batches = [make_batch(game, 1, autoreset=False, **options) for options in option_sets]
    while played.decisions < decisions:
        batch = batches[played.starts % len(batches)]
        batch.reset(seed=rng.getrandbits(32))
        for _ in range(rng.randint(1, STARTS)):
            _play_without_twin(batch, rng.randint(0, PLAIN), rng)
            if batch.done[0]:
                break
            changes = rng.choices(module.CHANGES, k=rng.randint(1, CHANGED))
            if last := getattr(module, "LAST", ()):
                changes.append(rng.choice(last))
            start = _change(batch, changes, rng, played)
            try:
                _follow(batch, module, rng, played)
            except AssertionError as difference:
                difference.add_note(f"{name} with {batch.options}, seed {seed}, start {played.starts} from {start}")
                raise
    return played


def _play_without_twin(batch: Batch, decisions: int, rng: Random) -> None:
    for _ in range(decisions):
        if batch.done[0]:
            return
        batch.step(np.array([_choose(batch, rng)]))


def _change(batch: Batch, changes: list[Change], rng: Random, played: Played) -> dict[str, Any]:
    """Change the record of the batch as far as it stays a position of the game; tells the fields that are other now."""
    before = batch.states.copy()
    record = before.copy()
    for change in changes:
        trial = record.copy()
        change(trial[0], rng)
        batch.game.rules.derive(trial[0])
        fits = kernels.checks(trial) == 0
        (played.kept if fits else played.refused)[change.__name__] += 1
        record = trial if fits else record
    batch.put(record)
    played.starts += 1
    names = [name for name in batch.game.state.names or () if not np.array_equal(record[name], before[name])]
    return {name: record[0][name].tolist() for name in names}


def _follow(batch: Batch, module: ModuleType, rng: Random, played: Played) -> None:
    twin: Beside = module.beside(batch, dict(batch.options))
    for _ in range(rng.randint(1, FOLLOWED)):
        if batch.done[0]:
            return
        played.phases[batch.game.phases[batch.states[0].phase]] += 1
        played.decisions += 1
        twin.step(_choose(batch, rng))


def _choose(batch: Batch, rng: Random) -> int:
    """Of all legal actions alike, or of all kinds of actions alike, or as the heuristic would."""
    legal = np.flatnonzero(batch.action_mask[0]).tolist()
    way = rng.random()
    if way < BY_BLOCK:
        blocks = [batch.game.actions.locate(action)[0].name for action in legal]
        block = rng.choice(sorted(set(blocks)))
        return rng.choice([action for action, name in zip(legal, blocks, strict=True) if name == block])
    if way < BY_BLOCK + BY_HEURISTIC:
        chosen = np.zeros(1, np.int32)
        stream = np.array([rng.getrandbits(63) + 1], np.uint64)
        seat_kernels.choose_heuristic(batch.states.copy(), batch.action_mask.copy(), stream, chosen)
        return int(chosen[0])
    return rng.choice(legal)


def twin_files(game: Game) -> list[Path]:
    """The twin itself, without what compares it, lets it follow and sets it up."""
    others = tuple(f"{game.name}_{part}" for part in ("beside", "follow", "rare"))
    return [path for path in sorted(Path(__file__).parent.glob(f"{game.name}*.py")) if not path.stem.startswith(others)]


def _reports(options: argparse.Namespace) -> Iterator[str]:
    for name in [options.game] if options.game else names():
        yield f"{name}:"
        importlib.import_module(f"tests.twins.{name}_rare")  # so that its lines are not counted
        runs = RuleRuns(twin_files(get_game(name)))
        if options.rules:
            with runs:
                yield str(play(name, options.decisions, options.seed))
            yield runs.table(get_game(name).folder)
        else:
            yield str(play(name, options.decisions, options.seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=names(), help="all if none is given")
    parser.add_argument("--decisions", type=int, default=200_000, help="of each game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", action="store_true", help="count how often each rule of the twin ran (slower)")
    for line in _reports(parser.parse_args()):
        print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
