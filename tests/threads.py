"""Threads that hand over to each other in the middle of things, so that they meet in whatever they share."""

import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from flank_envs.engine.jit.compile import JIT_DISABLED

PATIENCE = 300  # seconds: only a hang is to fail, however busy the machine
SHORTEST_TURN = 1e-6  # seconds
EVERY = 5  # calls and returns of Python functions, after which a thread lets the others go on

Result = TypeVar("Result")


def at_once(works: Sequence[Callable[[], Result]]) -> list[Result]:
    """What each of them gives, in a thread of its own; the error of the first that fails."""
    start = threading.Barrier(len(works), timeout=PATIENCE)

    def run(work: Callable[[], Result]) -> Result:
        start.wait()
        if JIT_DISABLED:  # rules are calls of Python functions too: threads meet in them anyway
            return work()
        usual = sys.getprofile()
        sys.setprofile(_hand_over())
        try:
            return work()
        finally:
            sys.setprofile(usual)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(SHORTEST_TURN)
    try:
        with ThreadPoolExecutor(len(works)) as pool:
            return [future.result() for future in [pool.submit(run, work) for work in works]]
    finally:
        sys.setswitchinterval(usual)


def _hand_over() -> Callable[..., None]:
    events = 0

    def profile(*event: Any) -> None:
        nonlocal events
        events += 1
        if events % EVERY == 0:
            time.sleep(SHORTEST_TURN)

    return profile
