"""Measure which tests run which line, keep it in a file, and measure again only test files that changed."""

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

Lines = dict[str, dict[str, set[str]]]
FILES_AT_ONCE = 8
COMPILING = tuple(  # what plain Python goes past, in part or altogether
    f"flank_envs/engine/{name}.py" for name in ("jit/*", "kernels", "rng", "threads")
)
ENDED = (0, 1, 5)  # how pytest ends in order: all pass, some fail, there are none
LARGER_COMPILED = "tests/conformance/"
ABOUT_COMPILING = ("tests/engine/", "tests/cli/test_cli_compile.py")


class Covering:
    """The tests that run each line, in the order in which to ask them.

    Lines are known by their text, so that what was measured still serves after an edit elsewhere in the file, and a
    file that moved is found by its lines.
    """

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}  # test files and what they contained when they were measured
        self.seconds: dict[str, float] = {}  # tests that pass in plain Python
        self.compiled: dict[str, float] = {}  # compiled: what plain Python leaves out, and all about compiling
        self.lines: Lines = {}

    def tests(self, file: str, texts: Iterable[str]) -> list[str]:
        """The tests that run the first of these lines that is known; of a line run by the import, those of the file."""
        known = self.lines.get(file) or self._moved(texts)
        text = next((text for text in texts if text in known), None)
        found = set() if text is None else known[text] or set().union(*known.values())
        return in_turn(found, self.seconds, Path(file).stem)

    def compiled_tests(self, file: str, texts: Iterable[str]) -> list[str]:
        """Those to run compiled: about compiling for the files that are, else of the test files that run the line.

        Among them tests of one game that try more when they run compiled.
        """
        if any(Path(file).match(pattern) for pattern in COMPILING):
            found = {test for test in self.compiled if test.startswith(ABOUT_COMPILING)}
        else:
            known = set(self.tests(file, texts)) or set().union(*self.lines.get(file, {}).values())
            asked = {test.partition("::")[0] for test in known}
            _, _, game = file.partition("/games/")
            one = f"[{game.partition('/')[0] or 'sample_game'}"
            found = {test for test in self.compiled if test.partition("::")[0] in asked}
            found |= {test for test in known if test.startswith(LARGER_COMPILED) and one in test}
        return in_turn(found, self.seconds | self.compiled, Path(file).stem)

    def _moved(self, texts: Iterable[str]) -> dict[str, set[str]]:
        """The lines of a file measured elsewhere that has one of these lines."""
        return next((known for text in texts for known in self.lines.values() if text in known), {})

    def update(
        self, copy: Path, files: Sequence[str], only: str, left_out: Sequence[str], kept: Path | None = None
    ) -> None:
        """Measure those of these test files in a copy of the repository that are new or changed.

        `only` chooses tests as pytest's -k does; lines of the sources that match `left_out` are not measured. A few
        files are measured at a time and then written to `kept`, so that an interrupted measurement goes on there.
        """
        now = {file: f"{only} {_digest(copy / file)}" for file in files}
        changed = [file for file, digest in now.items() if self.seen.get(file) != digest]
        self._drop({file for file in self.seen if file not in now} | set(changed))
        self.seen = {file: digest for file, digest in now.items() if file not in changed}
        for first in range(0, len(changed), FILES_AT_ONCE):
            part = changed[first : first + FILES_AT_ONCE]
            seconds, skipped = _run(copy, part, only, left_out)
            self.seconds |= seconds
            asked = [*(file for file in part if file.startswith(ABOUT_COMPILING)), *skipped]
            self.compiled |= _run_compiled(copy, asked, only) if asked else {}
            for file, texts in _measured(copy, set(seconds)).items():
                for text, tests in texts.items():
                    self.lines.setdefault(file, {}).setdefault(text, set()).update(tests)
            self.seen |= {file: now[file] for file in part}
            if kept:
                self.write(kept)

    def _drop(self, files: set[str]) -> None:
        self.seconds = {test: s for test, s in self.seconds.items() if test.partition("::")[0] not in files}
        self.compiled = {test: s for test, s in self.compiled.items() if test.partition("::")[0] not in files}
        for texts in self.lines.values():
            for text in texts:
                texts[text] &= self.seconds.keys()

    def write(self, path: Path) -> None:
        names = sorted(self.seconds)
        number = {test: k for k, test in enumerate(names)}
        lines = {
            file: {text: sorted(number[test] for test in tests) for text, tests in texts.items()}
            for file, texts in self.lines.items()
        }
        seconds = [[name, self.seconds[name]] for name in names]
        content = {"seen": self.seen, "seconds": seconds, "compiled": self.compiled, "lines": lines}
        written = path.with_suffix(".part")
        written.write_text(json.dumps(content), encoding="utf-8")
        written.replace(path)

    @classmethod
    def read(cls, path: Path) -> "Covering":
        """What `write` wrote; a file that is not there yet knows nothing."""
        found = cls()
        if path.exists():
            content = json.loads(path.read_text(encoding="utf-8"))
            names = [name for name, _ in content["seconds"]]
            found.seen, found.seconds, found.compiled = content["seen"], dict(content["seconds"]), content["compiled"]
            found.lines = {f: {t: {names[n] for n in ns} for t, ns in ts.items()} for f, ts in content["lines"].items()}
        return found


def in_turn(tests: Iterable[str], seconds: Mapping[str, float], name: str) -> list[str]:
    """The fastest first, but a test of every file before the second of any, and one game before the others.

    The fastest of the thousands that run a line seldom tell what it is for. Files named after the source go first.
    """
    ways: Counter[str] = Counter()  # of a test that is there for several games
    of_file: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for test in sorted(tests, key=lambda test: (seconds[test], test)):
        of_file[test.partition("::")[0]].append((ways[test.partition("[")[0]], test))
        ways[test.partition("[")[0]] += 1
    places = [
        (0 if name in Path(file).stem else place, seconds[test], test)
        for file, found in of_file.items()
        for place, (_, test) in enumerate(sorted(found, key=lambda entry: entry[0]))
    ]
    return [test for *_, test in sorted(places)]


def environment(copy: Path, compiled: bool = False) -> dict[str, str]:
    """Of every test run here: on one core, importing the copy; uncompiled, if not told otherwise."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    plain = str(int(not compiled))
    return {**os.environ, **one, "NUMBA_DISABLE_JIT": plain, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _run(copy: Path, files: Sequence[str], only: str, left_out: Sequence[str]) -> tuple[dict[str, float], list[str]]:
    """Run the quick tests of these files under coverage: those that pass, with their seconds, and those skipped."""
    (copy / ".coverage").unlink(missing_ok=True)
    omitted = "".join(f"\n    {pattern}" for pattern in left_out)
    (copy / "coverage.ini").write_text(f"[run]\nsource =\n    flank_envs\n    training\nomit ={omitted}\n")
    options = ["-n", "2", "--cov", "--cov-config=coverage.ini", "--cov-context=test", "--cov-report="]
    return _asked(copy, [*options, "-m", "not slow", *files], only, environment(copy))


def _run_compiled(copy: Path, asked: Sequence[str], only: str) -> dict[str, float]:
    return _asked(copy, ["-n", "1", *asked], only, environment(copy, compiled=True))[0]


def _asked(copy: Path, words: Sequence[str], only: str, where: dict[str, str]) -> tuple[dict[str, float], list[str]]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--no-header"]
    only = f"({only}) and not ctrl_c" if only else "not ctrl_c"  # a signal within coverage's own locks ends in a hang
    report = copy / "report.txt"
    with report.open("w", encoding="utf-8") as out:
        ways = [*command, "-vv", "--durations=0", "-k", only, *words]
        code = subprocess.run(ways, cwd=copy, env=where, stdout=out, check=False).returncode
    lines = report.read_text(encoding="utf-8").splitlines()
    if code not in ENDED:
        raise RuntimeError("\n".join([f"pytest ended with {code} in the middle of these tests:", *lines[-20:]]))
    seconds: dict[str, float] = {}
    skipped: list[str] = []
    for line in lines:
        if met := re.match(r"\[gw\d+\] \[ *\d+%\] (PASSED|SKIPPED) (.+)", line):
            seconds.setdefault(met[2].strip(), 0.0) if met[1] == "PASSED" else skipped.append(met[2].strip())
        elif (lasted := re.match(r"([\d.]+)s (?:call|setup) +(.+)", line)) and lasted[2].strip() in seconds:
            seconds[lasted[2].strip()] += float(lasted[1])
    failed = [line for line in lines if re.match(r"(FAILED|ERROR) ", line)]
    print(f"{len(seconds)} tests pass, {len(failed)} fail and are not used", *failed, sep="\n  ", flush=True)
    return seconds, skipped


def _measured(copy: Path, passed: set[str]) -> Lines:
    from coverage import CoverageData

    data = CoverageData(str(copy / ".coverage"))
    data.read()
    found: Lines = {}
    for file in data.measured_files():
        texts: dict[str, set[str]] = defaultdict(set)
        source = Path(file).read_text(encoding="utf-8").splitlines()
        for line, contexts in data.contexts_by_lineno(file).items():
            if not 1 <= line <= len(source):  # an empty file is run too
                continue
            texts[source[line - 1].strip()] |= {context.rpartition("|")[0] for context in contexts} & passed
        found[Path(file).relative_to(copy).as_posix()] = dict(texts)
    return found
