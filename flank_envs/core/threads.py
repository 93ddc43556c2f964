"""One parallel region per step: the caller's thread works on the first chunk, pool threads on the others."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any


@cache
def _pool(process: int, workers: int) -> ThreadPoolExecutor:  # a forked process needs a pool of its own
    return ThreadPoolExecutor(workers, thread_name_prefix="flank_envs")


def run_chunks(work: Callable[..., Any], games: int, threads: int, *arguments: Any) -> None:
    """Call work(*arguments, low, high) over all games, cut into one chunk per thread. `work` must release the GIL."""
    if threads == 1 or games < 2 * threads:
        work(*arguments, 0, games)
        return
    bounds = [games * k // threads for k in range(threads + 1)]
    pool = _pool(os.getpid(), threads - 1)
    others = [pool.submit(work, *arguments, bounds[k], bounds[k + 1]) for k in range(1, threads)]
    work(*arguments, bounds[0], bounds[1])
    for other in others:
        other.result()
