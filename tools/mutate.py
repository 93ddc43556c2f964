"""Mutation testing: small changes of everything that is not a game rule, each met by the tests that run its line.

    python -m tools.mutate --count 400 --covering covering.json --json mutants.json

First the suite runs once uncompiled and remembers which test runs which line (`--covering` keeps that between runs, and
only test files that changed run again). Then each mutant is one changed token in a copy of the repository; it is caught
if one of those tests fails. What survives in plain Python meets the tests that only run compiled. Survivors are
printed: each is a missing test, or a change that makes no difference (`harmless` says which are such). An interrupted
run goes on with what `--json` knows; `--again` tries its survivors anew.
"""

import argparse
import compileall
import importlib.util
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

from tools.covering import Covering, environment
from tools.mutants import LEFT_OUT, ROOT, Mutant, mutants, sources

COPIED = (
    "flank_envs",
    "training",
    "benchmarks",
    "tools",
    "examples",
    "tests",
    "configs",
    "checkpoints",
    "docs",
    "LICENSE",
    "Makefile",
    "README.md",
    "constraints.txt",
    "mkdocs.yml",
    "pyproject.toml",
)
PLAIN, COMPILED, NOT_RUN = "caught", "caught compiled", "not run"
# Seconds of a core for the tests of one mutant: so many, and so many times what they take; rules may be compiled anew.
PATIENCE = {PLAIN: (30.0, 1.0), COMPILED: (90.0, 3.0)}
WAITING = 6  # times as long by the clock: other work on the machine slows tests down
FIRST = 8  # tests that are asked first: most mutants go no further
ROUND = 10  # mutants after which the tests that have caught some are run without them
OUT_OF_TIME = "caught: the tests do not end"
AREAS = {
    "pictures of games": r"games/.*/view/(picture|board|panels?|pieces|cards|sheets)\.py",
    "words and texts of games": r"games/.*/view/",
    "drawing and pixels": r"flank_envs/view/",
    "engine": r"flank_envs/engine/",
    "search": r"flank_envs/opponents/search/",
    "opponents": r"flank_envs/opponents/",
    "evaluation": r"flank_envs/evaluation/",
    "command line": r"flank_envs/cli/",
    "table in the browser": r"flank_envs/web/",
    "training": r"training/",
    "interfaces": r"flank_envs/",
}
HEAD = """| area | tried | caught | survived | survived and harmless | survived of what matters |
|---|--:|--:|--:|--:|--:|"""
HEAVY = ["numpy", "numba", "gymnasium", "pettingzoo.test", "pytest", "torch", "sb3_contrib", "rich"]


class Tally:
    """A pytest plugin that notes which tests fail."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)


def _run_here(copy: str, tests: Sequence[str], most: int, every: bool, answer: Any) -> None:
    """In a process of its own, whose heavy imports are done: run tests of the copy and send which failed."""
    import pytest

    _limit(most)
    os.chdir(copy)
    os.environ.update(environment(Path(copy)))
    sys.path.insert(0, copy)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    tally = Tally()
    options = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "-p", "no:randomly"]
    code = pytest.main([*options, *([] if every else ["-x"]), *tests], plugins=[tally])
    library = sys.modules.get("flank_envs")
    own = library is None or str(library.__file__).startswith(copy)
    answer.send((int(code), tally.failed, own))


def failures(copy: Path, tests: Sequence[str], seconds: float, every: bool = False) -> list[str]:
    """The first (or every one) of these tests that fails in the copy, or how the run ended otherwise."""
    most = _patience(PLAIN, seconds)
    context = multiprocessing.get_context("forkserver")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_run_here, args=(str(copy), tests, most, every, sender))
    process.start()
    sender.close()
    try:
        if not receiver.poll(WAITING * most):
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


def compiled_failures(copy: Path, tests: Sequence[str], seconds: float, every: bool = False) -> list[str]:
    """Likewise, compiled: in a process that has imported nothing."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--tb=no", "-rfE", *tests]
    command += [] if every else ["-x"]
    where, most = environment(copy, compiled=True), _patience(COMPILED, seconds)
    ways: dict[str, Any] = {"timeout": WAITING * most, "preexec_fn": partial(_limit, most)}
    try:
        done = subprocess.run(command, cwd=copy, env=where, capture_output=True, **ways)
    except subprocess.TimeoutExpired:
        return [OUT_OF_TIME]
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+\.py(?:::.+?)?)(?: - |$)", done.stdout.decode(), re.MULTILINE)
    return failed or ([] if done.returncode == 0 else [f"caught: pytest ended with {done.returncode}"])


def _limit(seconds: int) -> None:
    """End this process when it has worked for so long."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _patience(way: str, seconds: float) -> int:
    least, times = PATIENCE[way]
    return int(least + times * seconds)


class Trial:
    """Mutants meet the tests in a copy of the repository."""

    def __init__(self, copy: Path, covering: Covering, most: int = 40, seconds: float = 30.0) -> None:
        self.copy = copy
        self.covering = covering
        self.most, self.limit = most, seconds  # of the tests of one mutant, and what they may take together
        self.seconds = covering.seconds | covering.compiled
        self.sound: dict[str, bool] = {}  # tests that caught something, and whether they pass without a mutant

    def fates(self, asked: Sequence[Mutant]) -> list[str]:
        """How the tests met these mutants; what fails without them as well has caught nothing."""
        found = [self._fate(mutant) for mutant in asked]
        while not self._are_sound(fate.partition(" by ") for fate in found):
            found = [
                fate if self.sound.get(fate.partition(" by ")[2], True) else self._fate(mutant)
                for mutant, fate in zip(asked, found, strict=True)
            ]
        return found

    def _fate(self, mutant: Mutant) -> str:
        covering = self.covering
        plain = self._met(mutant, covering.tests(mutant.file, mutant.lines), PLAIN)
        if mutant.kind or plain.startswith("caught"):
            return plain
        compiled = self._met(mutant, covering.compiled_tests(mutant.file, mutant.lines), COMPILED)
        return plain if compiled == NOT_RUN else compiled

    def _met(self, mutant: Mutant, tests: list[str], way: str) -> str:
        spent = accumulate(self.seconds[test] for test in tests[: self.most])
        tests = [test for test, so_far in zip(tests, spent, strict=False) if so_far < self.limit or test in tests[:3]]
        tests = [test for test in tests if self.sound.get(test, True)]
        for part in (tests[:FIRST], tests[FIRST:]):
            found = self._failures_with(mutant, part, way) if part else []
            if found and found[0] not in tests and (broken := self._failures(part, way)):
                raise RuntimeError(f"{part} end without a mutant too: {broken[0]}")
            if found:
                return f"{way} by {found[0]}" if found[0] in tests else found[0]
        return "survived" if tests else NOT_RUN

    def _are_sound(self, catches: Iterable[tuple[str, str, str]]) -> bool:
        """Whether all these tests pass without a mutant; each is asked once."""
        new = {(way, test) for way, _, test in catches if test and test not in self.sound}
        for way in (PLAIN, COMPILED):
            tests = sorted(test for how, test in new if how == way)
            failed = self._failures(tests, way, every=True) if tests else []
            if not set(failed) <= set(tests):  # the run broke off
                failed = [test for test in tests if self._failures([test], way)]
            self.sound |= {test: test not in failed for test in tests}
        return all(self.sound[test] for _, test in new)

    def _failures(self, tests: list[str], way: str, every: bool = False) -> list[str]:
        run = failures if way == PLAIN else compiled_failures
        return run(self.copy, tests, sum(self.seconds[test] for test in tests), every)

    def _failures_with(self, mutant: Mutant, tests: list[str], way: str) -> list[str]:
        path = self.copy / mutant.file
        source = path.read_text(encoding="utf-8")
        path.write_text(source[: mutant.start] + mutant.new + source[mutant.end :], encoding="utf-8")
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
        try:
            return self._failures(tests, way)
        finally:
            path.write_text(source, encoding="utf-8")


def _compile_bytecode(copy: Path) -> None:
    """Of sources and tests, once: trials write none, so that no mutant stays behind in it."""
    compileall.compile_dir(copy, quiet=1)
    where = {name: value for name, value in environment(copy).items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "-q"]
    subprocess.run(command, cwd=copy, env=where, stdout=subprocess.DEVNULL, check=False)


def measured(copy: Path, kept: Path | None, parts: Sequence[str], only: str) -> Covering:
    """Which tests run which line, from test files whose path contains one of the parts."""
    files = [path.relative_to(copy).as_posix() for path in sorted(copy.glob("tests/**/test_*.py"))]
    covering = Covering.read(kept) if kept else Covering()
    covering.update(copy, [file for file in files if any(part in file for part in parts)], only, LEFT_OUT, kept)
    return covering


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="mutants to try (default %(default)d)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (default %(default)d)")
    parser.add_argument("--files", nargs="*", default=[""], help="only files whose path contains one of these")
    parser.add_argument("--tests", nargs="*", default=[""], help="only test files whose path contains one of these")
    parser.add_argument("--only", default="", help="and of those only tests that this pytest -k expression chooses")
    parser.add_argument("--covering", type=Path, help="keep which test runs which line in this file")
    parser.add_argument("--json", type=Path, help="keep every mutant and its fate in this file, and go on with it")
    parser.add_argument("--again", action="store_true", help="try those of the file anew that were not caught")
    parser.add_argument("--most-tests", type=int, default=40, help="to ask about a mutant (default %(default)d)")
    parser.add_argument("--most-seconds", type=float, default=30, help="that they take together (default %(default)g)")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
        os.environ.update(environment(copy))
        multiprocessing.get_context("forkserver").set_forkserver_preload(HEAVY)
        covering = measured(copy, arguments.covering, arguments.tests, arguments.only)
        _compile_bytecode(copy)
        every = [m for path in sources() for m in mutants(path) if any(part in m.file for part in arguments.files)]
        known = known_fates(arguments.json)
        chosen = chosen_of(every, known, arguments.count, arguments.seed)
        fates = {key: fate for key, fate in known.items() if not arguments.again or fate.startswith("caught")}
        trial = Trial(copy, covering, arguments.most_tests, arguments.most_seconds)
        waiting = [mutant for mutant in chosen if mutant.key not in fates]
        for first in range(0, len(waiting), ROUND):
            asked = waiting[first : first + ROUND]
            for mutant, fate in zip(asked, trial.fates(asked), strict=True):
                fates[mutant.key] = fate
                kind = f" ({mutant.kind})" if mutant.kind else ""
                print(f"{fate}{kind}: {mutant.file}:{mutant.line}  {mutant.old!r} -> {mutant.new!r}", flush=True)
            print(f"{len(chosen) - len(waiting) + first + len(asked)} of {len(chosen)}", flush=True)
            if arguments.json:
                _keep(arguments.json, chosen, known | fates)
    print(f"{len(every):,} possible mutants, {len(chosen)} tried")
    print(table(chosen, fates))


def known_fates(path: Path | None) -> dict[tuple[str, ...], str]:
    """What earlier runs found."""
    found = json.loads(path.read_text(encoding="utf-8")) if path and path.exists() else []
    return {tuple(entry["key"]): entry["fate"] for entry in found}


def chosen_of(every: Sequence[Mutant], known: Iterable[tuple[str, ...]], count: int, seed: int) -> list[Mutant]:
    """So many of all mutants: those known before, as far as their lines are still there, and others at random."""
    known = set(known)
    shuffled = random.Random(seed).sample(every, len(every))
    return sorted(shuffled, key=lambda mutant: mutant.key not in known)[:count]


def _keep(path: Path, chosen: list[Mutant], fates: dict[tuple[str, ...], str]) -> None:
    found = [asdict(m) | {"key": m.key, "fate": fates[m.key]} for m in chosen if m.key in fates]
    part = path.with_suffix(".part")
    part.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    part.replace(path)


def area_of(file: str) -> str:
    """The part of the library or of training that a source belongs to."""
    return next(area for area, pattern in AREAS.items() if re.search(pattern, file))


def table(chosen: Sequence[Mutant], fates: Mapping[tuple[str, ...], str]) -> str:
    """How many were tried, caught and survived by area; at the end the share that survived of what matters."""
    rows = []
    for area in (*AREAS, "all"):
        own = [mutant for mutant in chosen if area in ("all", area_of(mutant.file))]
        left = [mutant for mutant in own if not fates[mutant.key].startswith("caught")]
        matter = sum(not mutant.kind for mutant in left)
        of = max(1, sum(not mutant.kind for mutant in own))
        rows.append(
            f"| {area} | {len(own)} | {len(own) - len(left)} | {matter} | {len(left) - matter} | {matter / of:.0%} |"
        )
    return "\n".join([HEAD, *rows])


if __name__ == "__main__":
    main()
