"""One parallel region per step: the caller's thread works on the first chunk, waiting threads on the others.

Waking a thread takes as long as some hundred games, so the caller's chunk is larger; how much is learned from who was
done first the last times.
"""

import os
import threading
import time
from collections.abc import Callable
from functools import cache
from queue import SimpleQueue
from typing import Any

Job = tuple[Callable[..., Any], tuple[Any, ...], SimpleQueue]

LEARNING_RATE = 0.1
LARGEST_HEAD_START = 0.5  # of an equal share


class _HeadStart:
    """How much more than an equal share the caller takes."""

    def __init__(self) -> None:
        self.fraction = 0.0

    def bounds(self, games: int, threads: int) -> list[int]:
        first = int(games / threads * (1 + self.fraction))
        rest = games - first
        return [0, *(first + rest * k // (threads - 1) for k in range(threads))]

    def learn(self, took: float, waited: float) -> None:
        """`waited` is how much later than the caller the others were done; below 0 if they were earlier."""
        change = LEARNING_RATE * waited / max(took, 1e-9)
        self.fraction = min(max(self.fraction + change, 0.0), LARGEST_HEAD_START)


def run_chunks(work: Callable[..., Any], games: int, threads: int, *arguments: Any) -> None:
    """Call work(*arguments, low, high) over all games, cut into one chunk per thread. `work` must release the GIL."""
    if threads == 1 or games < 2 * threads:
        work(*arguments, 0, games)
        return
    head_start = _head_start(games, threads)
    bounds = head_start.bounds(games, threads)
    finished: SimpleQueue[float | BaseException] = SimpleQueue()
    began = time.perf_counter()
    for k in range(1, threads):
        _inbox(os.getpid(), k).put((work, (*arguments, bounds[k], bounds[k + 1]), finished))
    work(*arguments, bounds[0], bounds[1])
    done = time.perf_counter()
    others = [finished.get() for _ in range(1, threads)]
    for result in others:
        if isinstance(result, BaseException):
            raise result
    head_start.learn(done - began, max(others) - done)  # pyright: ignore[reportArgumentType]


@cache
def _head_start(games: int, threads: int) -> _HeadStart:
    return _HeadStart()


@cache
def _inbox(process: int, number: int) -> SimpleQueue[Job]:
    """The queue of one worker thread; a forked process, where threads are lost, gets workers of its own."""
    inbox: SimpleQueue[Job] = SimpleQueue()
    threading.Thread(target=_serve, args=(inbox,), name=f"flank_envs-{number}", daemon=True).start()
    return inbox


def _serve(inbox: SimpleQueue[Job]) -> None:
    while True:
        work, arguments, finished = inbox.get()
        try:
            work(*arguments)
            finished.put(time.perf_counter())
        except BaseException as problem:  # handed to the caller, who raises it
            finished.put(problem)
