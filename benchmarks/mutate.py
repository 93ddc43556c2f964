"""Do the tests bite? Small breaks in everything that is not a game rule, each met by the tests that run its line.

    python -m benchmarks.mutate --count 300 --json mutants.json

First the suite runs once uncompiled and remembers which test runs which line (pip install pytest-cov). Then each mutant
is one changed token in a copy of the repository; it is caught if one of those tests fails. Survivors are printed: each
is a missing test, or a change that makes no difference.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = (
    "flank_envs",
    "training",
    "benchmarks",
    "tests",
    "configs",
    "checkpoints",
    "docs",
    "README.md",
    "pyproject.toml",
)
# Rules have twins and mutation tests of their own; compiling is not seen uncompiled.
LEFT_OUT = (
    *("games/*/*.py", "games/*/phases/*.py", "games/*/check/*.py", "games/*/baseline/*.py"),
    *("core/compile.py", "core/pipeline.py", "core/cache.py"),
)
MOST_TESTS = 40  # of those that run a line, the fastest
SECONDS = 300  # for the tests of one mutant; longer counts as caught

SWAPS: dict[type, str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "+",
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in", ast.And: "or", ast.Or: "and",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """The characters start..end of a file, replaced."""

    file: str
    line: int
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

    def change(first: int, last: int, new: str) -> Mutant:
        return Mutant(name, source.count("\n", 0, first) + 1, first, last, source[first:last], new)

    def between(left: ast.expr, right: ast.expr, operator: ast.AST) -> Iterator[Mutant]:
        first, last = at(left.end_lineno or 0, left.end_col_offset or 0), at(right.lineno, right.col_offset)
        if type(operator) in SWAPS and "(" not in source[first:last] and ")" not in source[first:last]:
            yield change(first, last, f" {SWAPS[type(operator)]} ")

    for node in ast.walk(ast.parse(source)):
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
    return [path for path in found if not any(path.match(f"flank_envs/{left}") for left in LEFT_OUT)]


def tests_of_lines(copy: Path) -> dict[tuple[str, int], list[str]]:
    """The tests that run each line, the fastest first."""
    from coverage import CoverageData

    report = copy / "durations.txt"
    with report.open("w", encoding="utf-8") as out:
        command = [*_pytest(), "-n", "2", "--cov=flank_envs", "--cov=training", "--cov-context=test", "--cov-report="]
        subprocess.run([*command, "--durations=0", "-vv"], cwd=copy, env=_environment(copy), stdout=out, check=False)
    seconds: dict[str, float] = {}
    for line in report.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if len(words) == 3 and words[1] == "call" and words[0].endswith("s"):
            seconds[words[2]] = float(words[0][:-1])
    data = CoverageData(str(copy / ".coverage"))
    data.read()
    found: dict[tuple[str, int], list[str]] = {}
    for file in data.measured_files():
        name = Path(file).relative_to(copy).as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            tests = {context.rpartition("|")[0] for context in contexts if context}
            found[name, line] = sorted(tests, key=lambda test: seconds.get(test, 0.0))
    return found


def _pytest() -> list[str]:
    return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--no-header"]


def _environment(copy: Path) -> dict[str, str]:
    return os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}


def is_caught(mutant: Mutant, copy: Path, tests: list[str]) -> bool:
    """Whether one of these tests fails with the mutant in place."""
    path = copy / mutant.file
    source = path.read_text(encoding="utf-8")
    path.write_text(source[: mutant.start] + mutant.new + source[mutant.end :], encoding="utf-8")
    try:
        command = [*_pytest(), "-x", "-q", "-p", "no:xdist", *tests]
        done = subprocess.run(
            command, cwd=copy, env=_environment(copy), capture_output=True, timeout=SECONDS, check=False
        )
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(source, encoding="utf-8")


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="mutants to try (default %(default)d)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (default %(default)d)")
    parser.add_argument("--files", nargs="*", default=[""], help="only files whose path contains one of these")
    parser.add_argument("--json", type=Path, help="also write every mutant and its fate to this file")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
        print("running the suite once to see which test runs which line ...", flush=True)
        covering = tests_of_lines(copy)
        every = [m for path in sources() for m in mutants(path) if any(part in m.file for part in arguments.files)]
        chosen = random.Random(arguments.seed).sample(every, min(arguments.count, len(every)))
        fates: list[dict] = []
        for number, mutant in enumerate(chosen, start=1):
            tests = covering.get((mutant.file, mutant.line), [])[:MOST_TESTS]
            fate = "not run" if not tests else "caught" if is_caught(mutant, copy, tests) else "survived"
            fates.append(asdict(mutant) | {"fate": fate})
            if fate != "caught":
                print(f"{fate}: {mutant.file}:{mutant.line}  {mutant.old!r} -> {mutant.new!r}", flush=True)
            if number % 20 == 0:
                print(f"{number} of {len(chosen)}: {Counter(f['fate'] for f in fates)}", flush=True)
    counts = Counter(fate["fate"] for fate in fates)
    print(f"{len(every):,} possible mutants, {len(fates)} tried: {dict(counts)}")
    print(f"score: {counts['caught'] / max(1, len(fates)):.1%}")
    if arguments.json:
        arguments.json.write_text(json.dumps(fates, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
