"""Do the tests bite? Small breaks in everything that is not a game rule, each met by the tests that run its line.

    python -m benchmarks.mutate --count 300 --covering covering.json --json mutants.json

First the suite runs once uncompiled and remembers which test runs which line (`--covering` keeps that between runs, and
only test files that changed run again). Then each mutant is one changed token in a copy of the repository; it is caught
if one of those tests fails. Survivors are printed: each is a missing test, or a change that makes no difference.
"""

import argparse
import ast
import json
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from benchmarks.covering import Covering, environment

ROOT = Path(__file__).resolve().parent.parent
COPIED = (
    "flank_envs",
    "training",
    "benchmarks",
    "tests",
    "configs",
    "checkpoints",
    "docs",
    "LICENSE",
    "README.md",
    "constraints.txt",
    "pyproject.toml",
)
# Rules, invariants and rules of thumb have twins and tests of their own; compiling is not seen uncompiled.
LEFT_OUT = (
    "flank_envs/games/*/*.py",
    *(f"flank_envs/games/*/{folder}/*.py" for folder in ("phases", "check", "baseline", "foresight")),
    *(f"flank_envs/core/{name}.py" for name in ("compile", "pipeline", "cache", "passes", "fingerprint")),
)
MOST_TESTS, MOST_SECONDS = 25, 20.0  # of those that run a line the fastest, while they take no longer together
PATIENCE = 60.0, 30.0  # seconds for the tests of one mutant: so many, and so many times what they take
OUT_OF_TIME = "out of time"
HEAVY = ["numpy", "numba", "gymnasium", "pettingzoo.test", "pytest", "torch", "sb3_contrib", "rich"]

SWAPS: dict[type, str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "+",
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in", ast.And: "or", ast.Or: "and",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """The characters start..end of a file, replaced; `lines` are the texts of its line and of its statement's first."""

    file: str
    line: int
    lines: tuple[str, ...]
    start: int
    end: int
    old: str
    new: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every small change of a source file: operators, numbers, truth values, conditions and left-out calls."""
    source = path.read_text(encoding="utf-8")
    starts = [0]
    for text in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(text))
    name = path.relative_to(ROOT).as_posix()
    in_view = "/view/" in name  # where a number is a coordinate, and one pixel off is no bug

    def at(line: int, column: int) -> int:
        text = source[starts[line - 1] : starts[line]]
        return starts[line - 1] + len(text.encode()[:column].decode())

    tree = ast.parse(source)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    texts = [text.strip() for text in source.splitlines()]

    def change(first: int, last: int, new: str) -> Mutant:
        line = source.count("\n", 0, first) + 1
        begins = max((n.lineno for n in statements if n.lineno <= line <= (n.end_lineno or 0)), default=line)
        lines = tuple(texts[k - 1] for k in range(line, begins - 1, -1))
        return Mutant(name, line, lines, first, last, source[first:last], new)

    def between(left: ast.expr, right: ast.expr, operator: ast.AST) -> Iterator[Mutant]:
        first, last = at(left.end_lineno or 0, left.end_col_offset or 0), at(right.lineno, right.col_offset)
        if type(operator) in SWAPS and "(" not in source[first:last] and ")" not in source[first:last]:
            yield change(first, last, f" {SWAPS[type(operator)]} ")

    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and not _is_type_or_text(node):
            yield from between(node.left, node.right, node.op)
        elif isinstance(node, ast.BoolOp):
            yield from between(node.values[0], node.values[1], node.op)
        elif isinstance(node, ast.Compare):
            yield from between(node.left, node.comparators[0], node.ops[0])
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            first, last = _span(node.test, at)
            yield change(first, last, f"(not ({source[first:last]}))")
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool if in_view else bool | int | float):
            first, last = _span(node, at)
            yield change(
                first, last, str(not node.value) if isinstance(node.value, bool) else f"({source[first:last]} + 1)"
            )
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            first, last = _span(node, at)
            yield change(first, last, "pass")


def _is_type_or_text(node: ast.BinOp) -> bool:
    """Unions of types and formatted texts: a change there says nothing."""
    return isinstance(node.op, ast.BitOr) or isinstance(node.left, ast.JoinedStr)


def _span(node: ast.AST, at) -> tuple[int, int]:
    return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)  # pyright: ignore


def sources() -> list[Path]:
    """All sources of the library and of training but the rules."""
    found = [*sorted((ROOT / "flank_envs").rglob("*.py")), *sorted((ROOT / "training").rglob("*.py"))]
    return [path for path in found if not any(path.match(left) for left in LEFT_OUT)]


class Tally:
    """A pytest plugin that notes which tests fail."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)


def _run_here(copy: str, tests: Sequence[str], answer: Any) -> None:
    """In a process of its own, whose heavy imports are done: run tests of the copy and send which failed."""
    import pytest

    os.chdir(copy)
    os.environ.update(environment(Path(copy)))
    sys.path.insert(0, copy)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    tally = Tally()
    options = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "-p", "no:randomly"]
    code = pytest.main([*options, "-x", *tests], plugins=[tally])
    library = sys.modules.get("flank_envs")
    own = library is None or str(library.__file__).startswith(copy)
    answer.send((int(code), tally.failed, own))


def failures(copy: Path, tests: Sequence[str], seconds: float) -> list[str]:
    """The first of these tests that fails in the copy, or how the run ended otherwise; nothing if all pass."""
    context = multiprocessing.get_context("forkserver")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_run_here, args=(str(copy), tests, sender))
    process.start()
    sender.close()
    try:
        if not receiver.poll(PATIENCE[0] + PATIENCE[1] * seconds):
            return [OUT_OF_TIME]
        code, failed, own = receiver.recv()
    except EOFError:
        return ["caught: the process died"]
    finally:
        process.kill()
        process.join()
    if not own:
        raise RuntimeError(f"the tests did not import the copy in {copy}")
    return failed or ([] if code == 0 else [f"caught: pytest ended with {code}"])


class Trial:
    """Mutants meet the tests in a copy of the repository."""

    def __init__(self, copy: Path, covering: Covering) -> None:
        self.copy = copy
        self.covering = covering
        self.sound: dict[str, bool] = {}  # tests that caught something, and whether they pass without a mutant

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that run its line: the fastest, and a few at least."""
        found = self.covering.tests(mutant.file, mutant.lines)[:MOST_TESTS]
        spent = accumulate(self.covering.seconds[test] for test in found)
        return [
            test for k, (test, so_far) in enumerate(zip(found, spent, strict=True)) if k < 3 or so_far < MOST_SECONDS
        ]

    def fate(self, mutant: Mutant) -> str:
        """How the tests met the mutant."""
        tests = self.tests(mutant)
        while tests := [test for test in tests if self.sound.get(test, True)]:
            found = self._failures_with(mutant, tests)
            if not found:
                return "survived"
            if found[0] not in tests:
                return found[0]
            if self._is_sound(found[0]):
                return f"caught by {found[0]}"
        return "not run"

    def _failures_with(self, mutant: Mutant, tests: list[str]) -> list[str]:
        path = self.copy / mutant.file
        source = path.read_text(encoding="utf-8")
        path.write_text(source[: mutant.start] + mutant.new + source[mutant.end :], encoding="utf-8")
        try:
            return failures(self.copy, tests, sum(self.covering.seconds[test] for test in tests))
        finally:
            path.write_text(source, encoding="utf-8")

    def _is_sound(self, test: str) -> bool:
        if test not in self.sound:
            self.sound[test] = not failures(self.copy, [test], self.covering.seconds[test])
        return self.sound[test]


def measured(copy: Path, kept: Path | None, parts: Sequence[str], only: str) -> Covering:
    """Which tests run which line, from test files whose path contains one of the parts."""
    files = [path.relative_to(copy).as_posix() for path in sorted(copy.glob("tests/**/test_*.py"))]
    covering = Covering.read(kept) if kept else Covering()
    covering.update(copy, [file for file in files if any(part in file for part in parts)], only, LEFT_OUT)
    if kept:
        covering.write(kept)
    return covering


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="mutants to try (default %(default)d)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (default %(default)d)")
    parser.add_argument("--files", nargs="*", default=[""], help="only files whose path contains one of these")
    parser.add_argument("--tests", nargs="*", default=[""], help="only test files whose path contains one of these")
    parser.add_argument("--only", default="", help="and of those only tests that this pytest -k expression chooses")
    parser.add_argument("--covering", type=Path, help="keep which test runs which line in this file")
    parser.add_argument("--json", type=Path, help="also write every mutant and its fate to this file")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
        os.environ.update(environment(copy))
        multiprocessing.get_context("forkserver").set_forkserver_preload(HEAVY)
        covering = measured(copy, arguments.covering, arguments.tests, arguments.only)
        every = [m for path in sources() for m in mutants(path) if any(part in m.file for part in arguments.files)]
        chosen = random.Random(arguments.seed).sample(every, min(arguments.count, len(every)))
        trial = Trial(copy, covering)
        fates: list[dict] = []
        for number, mutant in enumerate(chosen, start=1):
            fate = trial.fate(mutant)
            fates.append(asdict(mutant) | {"fate": fate})
            if not fate.startswith("caught"):
                print(f"{fate}: {mutant.file}:{mutant.line}  {mutant.old!r} -> {mutant.new!r}", flush=True)
            if number % 20 == 0:
                print(f"{number} of {len(chosen)}: {dict(_counts(fates))}", flush=True)
            if arguments.json:
                arguments.json.write_text(json.dumps(fates, indent=1) + "\n", encoding="utf-8")
    counts = _counts(fates)
    print(f"{len(every):,} possible mutants, {len(fates)} tried: {dict(counts)}")
    print(f"score: {counts['caught'] / max(1, len(fates)):.1%}")


def _counts(fates: list[dict]) -> Counter[str]:
    return Counter("caught" if fate["fate"].startswith("caught") else fate["fate"] for fate in fates)


if __name__ == "__main__":
    main()
