"""Which tests run which line: measured once, kept in a file, and measured again only for test files that changed."""

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

Lines = dict[str, dict[str, set[str]]]


class Covering:
    """The tests that run each line, the fastest first.

    Lines are known by their text, so that what was measured still serves after an edit elsewhere in the file, and a
    file that moved is found by its lines.
    """

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}  # test files and what they contained when they were measured
        self.seconds: dict[str, float] = {}  # tests that pass
        self.lines: Lines = {}

    def tests(self, file: str, texts: Iterable[str]) -> list[str]:
        """The tests that run the first of these lines that is known; of a line run by the import, those of the file."""
        known = self.lines.get(file) or self._moved(texts)
        text = next((text for text in texts if text in known), None)
        found = set() if text is None else known[text] or set().union(*known.values())
        return sorted(found, key=lambda test: (self.seconds[test], test))

    def _moved(self, texts: Iterable[str]) -> dict[str, set[str]]:
        """The lines of a file measured elsewhere that has one of these lines."""
        return next((known for text in texts for known in self.lines.values() if text in known), {})

    def update(self, copy: Path, files: Sequence[str], only: str, left_out: Sequence[str]) -> None:
        """Measure those of these test files in a copy of the repository that are new or changed.

        `only` chooses tests as pytest's -k does; lines of the sources that match `left_out` are not measured.
        """
        now = {file: f"{only} {_digest(copy / file)}" for file in files}
        changed = [file for file, digest in now.items() if self.seen.get(file) != digest]
        self._forget({file for file in self.seen if file not in now} | set(changed))
        if changed:
            seconds = _run(copy, changed, only, left_out)
            self.seconds |= seconds
            for file, texts in _measured(copy, set(seconds)).items():
                for text, tests in texts.items():
                    self.lines.setdefault(file, {}).setdefault(text, set()).update(tests)
        self.seen = now

    def _forget(self, files: set[str]) -> None:
        self.seconds = {test: s for test, s in self.seconds.items() if test.partition("::")[0] not in files}
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
        content = {"seen": self.seen, "seconds": [[name, self.seconds[name]] for name in names], "lines": lines}
        path.write_text(json.dumps(content), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> "Covering":
        """What `write` wrote; a file that is not there yet knows nothing."""
        found = cls()
        if path.exists():
            content = json.loads(path.read_text(encoding="utf-8"))
            names = [name for name, _ in content["seconds"]]
            found.seen, found.seconds = content["seen"], dict(content["seconds"])
            found.lines = {f: {t: {names[n] for n in ns} for t, ns in ts.items()} for f, ts in content["lines"].items()}
        return found


def environment(copy: Path) -> dict[str, str]:
    """Of every test run here: uncompiled, on one core, importing the copy."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    return {**os.environ, **one, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _run(copy: Path, files: Sequence[str], only: str, left_out: Sequence[str]) -> dict[str, float]:
    """Run the quick tests of these files under coverage; those that pass, with their seconds."""
    (copy / ".coverage").unlink(missing_ok=True)
    omitted = "".join(f"\n    {pattern}" for pattern in left_out)
    (copy / "coverage.ini").write_text(f"[run]\nsource =\n    flank_envs\n    training\nomit ={omitted}\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--no-header", "-n", "2", "-m", "not slow"]
    command += ["-vv", "--durations=0", "--cov", "--cov-config=coverage.ini", "--cov-context=test", "--cov-report="]
    report = copy / "report.txt"
    with report.open("w", encoding="utf-8") as out:
        subprocess.run([*command, "-k", only, *files], cwd=copy, env=environment(copy), stdout=out, check=False)
    lines = report.read_text(encoding="utf-8").splitlines()
    seconds: dict[str, float] = {}
    for line in lines:
        if passed := re.match(r"\[gw\d+\] \[ *\d+%\] PASSED (.+)", line):
            seconds.setdefault(passed[1].strip(), 0.0)
        elif (lasted := re.match(r"([\d.]+)s (?:call|setup) +(.+)", line)) and lasted[2].strip() in seconds:
            seconds[lasted[2].strip()] += float(lasted[1])
    failed = [line for line in lines if re.match(r"(FAILED|ERROR) ", line)]
    print(f"{len(seconds)} tests pass, {len(failed)} fail and are not used", *failed, sep="\n  ", flush=True)
    return seconds


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
