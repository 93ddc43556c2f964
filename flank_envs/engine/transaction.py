"""Who may change games, and that changes happen as a whole: one thread at a time, all or nothing."""

import threading
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

INTERRUPTED = (
    "the last step was interrupted, and nobody has seen what it led to: "
    "reset() or restore() the games, or refresh() to go on from where they stand"
)


class Owner:
    """One thread at a time: a second one is told so, instead of waiting or of working on half a step."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self.take, self.release = partial(self._lock.acquire, False), self._lock.release  # for who is in a hurry
        self.asking = False  # an opponent is deciding: nobody may touch the games, not even from the same thread

    def __enter__(self) -> None:
        if not self.take():
            raise self.taken()
        if self.asking:
            self._lock.release()
            raise RuntimeError("these games are waiting for an opponent: it decides by what it is given, and returns")

    def __exit__(self, *problem: object) -> None:
        self._lock.release()

    def taken(self) -> RuntimeError:
        """What a second thread is told."""
        return RuntimeError(
            "another thread is working on these games: give each thread games of its own, or let them take turns"
        )

    def __reduce__(self) -> tuple:
        return Owner, ()  # a copy belongs to nobody yet


class Transaction:
    """A block of changes to games, of which all happen or none; blocks inside it are parts of it.

    If it fails, the arrays that were to be kept are as they were before. If nothing was kept, `left_half_done` is
    called.
    """

    def __init__(self, owner: Owner, left_half_done: Callable[[bool], None]) -> None:
        self._owner = owner
        self._left_half_done = left_half_done
        self._depth = 0
        self._changed = False
        self._kept: list[tuple[np.ndarray, np.ndarray]] = []

    def __enter__(self) -> None:
        self._owner.__enter__()
        self._depth += 1

    def before_changes(self, arrays: Callable[[], Iterable[np.ndarray]]) -> None:
        """Keep what these arrays hold, if nothing was changed in this block yet."""
        if not self._changed:
            self._kept = [(array, array.copy()) for array in arrays()]
            self._changed = True

    def __exit__(self, kind: type[BaseException] | None, *problem: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            if kind is not None and self._changed:
                self._take_back()
            self._changed = False
            self._kept = []
        self._owner.__exit__()

    def _take_back(self) -> None:
        self._left_half_done(True)  # also if this is interrupted
        for array, before in self._kept:
            array[...] = before
        if self._kept:
            self._left_half_done(False)
