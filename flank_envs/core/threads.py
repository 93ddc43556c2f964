"""One parallel region per step: the caller's thread works on the first chunk, waiting threads on the others."""

import os
import threading
from collections.abc import Callable
from functools import cache
from queue import SimpleQueue
from typing import Any

Job = tuple[Callable[..., Any], tuple[Any, ...], SimpleQueue]


def run_chunks(work: Callable[..., Any], games: int, threads: int, *arguments: Any) -> None:
    """Call work(*arguments, low, high) over all games, cut into one chunk per thread. `work` must release the GIL."""
    if threads == 1 or games < 2 * threads:
        work(*arguments, 0, games)
        return
    bounds = [games * k // threads for k in range(threads + 1)]
    finished: SimpleQueue[BaseException | None] = SimpleQueue()
    for k in range(1, threads):
        _inbox(os.getpid(), k).put((work, (*arguments, bounds[k], bounds[k + 1]), finished))
    work(*arguments, bounds[0], bounds[1])
    for _ in range(1, threads):
        if problem := finished.get():
            raise problem


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
            finished.put(None)
        except BaseException as problem:  # handed to the caller, who raises it
            finished.put(problem)
