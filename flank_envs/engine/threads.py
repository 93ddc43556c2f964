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

Job = tuple["_Chunks", int, int, int]

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
    """Call work(*arguments, low, high) over all games, cut into one chunk per thread. `work` must release the GIL.

    Ctrl-C in the middle leaves some chunks undone, but none being done.
    """
    if threads == 1 or games < 2 * threads:
        work(*arguments, 0, games)
        return
    head_start = _head_start(games, threads)
    bounds = head_start.bounds(games, threads)
    chunks = _Chunks(work, arguments)
    began = time.perf_counter()
    try:
        for k in range(1, threads):
            _inbox(os.getpid(), k).put((chunks, k, bounds[k], bounds[k + 1]))
        work(*arguments, bounds[0], bounds[1])
        done = time.perf_counter()
        others = chunks.wait(threads)
    except BaseException:
        chunks.call_off(threads)
        raise
    head_start.learn(done - began, max(others) - done)


class _Chunks:
    """The work of one step that other threads do."""

    def __init__(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._work = work
        self._arguments = arguments
        self._taker: dict[int, str] = {}
        self._results: dict[int, float | BaseException] = {}
        self._bell: SimpleQueue[int] = SimpleQueue()

    def do(self, k: int, low: int, high: int) -> None:
        """A worker's chunk, unless it was called off before; errors are handed to the caller, who raises them."""
        if self._taker.setdefault(k, "worker") != "worker":
            return
        try:
            self._work(*self._arguments, low, high)
            self._results[k] = time.perf_counter()
        except BaseException as problem:
            self._results[k] = problem
        self._bell.put(k)

    def wait(self, threads: int) -> list[float]:
        """When each worker was done."""
        for _ in range(1, threads):
            self._bell.get()
        for result in self._results.values():
            if isinstance(result, BaseException):
                raise result
        return list(self._results.values())  # pyright: ignore[reportReturnType]

    def call_off(self, threads: int) -> None:
        """Come back when no worker is at it any more: whoever goes on has the games for himself."""
        taken = [k for k in range(1, threads) if self._taker.setdefault(k, "nobody") == "worker"]
        while any(k not in self._results for k in taken):
            time.sleep(1e-4)


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
        chunks, k, low, high = inbox.get()
        chunks.do(k, low, high)
