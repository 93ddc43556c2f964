"""Run work in a process of its own, which may crash or hang, and count what it has seen."""

import multiprocessing
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

PATIENCE = 1800.0  # seconds without progress: compiling on a busy machine is the longest wait
EXAMPLES = 3  # of each finding


@dataclass
class Seen:
    """Cases and what became of them; findings with a few examples each."""

    done: str  # what was done with the cases, in a word
    cases: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] += number

    def find(self, problem: str, example: str) -> None:
        self.findings[problem] += 1
        if self.findings[problem] <= EXAMPLES:
            self.examples.append(f"{problem}: {example}")

    def add_up(self, other: "Seen") -> None:
        self.cases += other.cases
        self.counts += other.counts
        self.findings += other.findings
        self.examples += other.examples

    def __str__(self) -> str:
        counts = "".join(f", {number:,} {what}" for what, number in sorted(self.counts.items()))
        return f"{self.cases:,} {self.done}{counts}, {sum(self.findings.values()):,} findings"


@cache
def _place() -> tempfile.TemporaryDirectory:
    """Removed when this process ends; those that it starts make none."""
    return tempfile.TemporaryDirectory(prefix="flank_envs_fuzz_")


def guarded(work: Callable[..., Any], *arguments: Any, patience: float = PATIENCE) -> tuple[Any, str, Path]:
    """What work(progress, tried, *arguments) returns, "", and the file `tried`; or None, and how and where it ended.

    `work` writes where it is into `progress` (batch and step), and what it is about to try into the file `tried`.
    """
    context = multiprocessing.get_context("spawn")
    folder = Path(tempfile.mkdtemp(dir=_place().name))
    tried = folder / "tried.npy"
    progress = np.memmap(folder / "progress", np.int64, "w+", shape=2)
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(work, folder, theirs, arguments), daemon=True)
    process.start()
    theirs.close()
    seen, since = progress.tolist(), time.monotonic()
    while process.is_alive() and not ours.poll(0.2):
        if progress.tolist() != seen:
            seen, since = progress.tolist(), time.monotonic()
        elif time.monotonic() - since > patience:
            process.kill()
            process.join()
            return None, f"hung for {patience:.0f} s at batch {seen[0]}, step {seen[1]}", tried
    try:
        result = ours.recv()
    except EOFError:
        process.join()
        code = process.exitcode or 0
        if code >= 0:
            raise RuntimeError(f"the fuzzer itself failed with code {code}: see above") from None
        return None, "died of {} at batch {}, step {}".format(signal.Signals(-code).name, *progress.tolist()), tried
    process.join()
    return result, "", tried


def _work(work: Callable[..., Any], folder: Path, pipe: Any, arguments: tuple) -> None:
    progress = np.memmap(folder / "progress", np.int64, "r+", shape=2)
    pipe.send(work(progress, folder / "tried.npy", *arguments))
