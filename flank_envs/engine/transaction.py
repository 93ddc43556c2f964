"""Ownership and transactions: one thread at a time changes games, and all of its changes happen or none."""

import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

INTERRUPTED = (
    "the last step was interrupted, and nobody has seen what it led to: "
    "reset() or restore() the games, or refresh() to go on from where they stand"
)


class Owner:
    """A lock for one thread at a time: a second one gets an error instead of waiting or of working on half a step."""

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
        """The error for a second thread."""
        return RuntimeError(
            "another thread is working on these games: give each thread games of its own, or let them take turns"
        )

    def __reduce__(self) -> tuple:
        return Owner, ()  # a copy belongs to nobody yet


class Transaction:
    """A block of changes to games, of which all happen or none; blocks inside it are parts of it.

    If it fails, the arrays that were kept are as they were before, and `rebuild` writes what follows from them. If
    nothing was kept, the games are left half done, and `left_half_done` is called.
    """

    def __init__(
        self, owner: Owner, left_half_done: Callable[[bool], None], rebuild: Callable[[], None] = lambda: None
    ) -> None:
        self._owner = owner
        self._left_half_done = left_half_done
        self._rebuild = rebuild
        self._depth = 0
        self._changed = False
        self._saved: list[tuple[np.ndarray, np.ndarray]] = []
        self._memory: list[np.ndarray] = []  # of copies, used again: fresh memory costs more than copying

    def __enter__(self) -> None:
        self._owner.__enter__()
        self._depth += 1

    def before_changes(self, arrays: Callable[[], Iterable[np.ndarray]]) -> None:
        """Keep what these arrays hold, if nothing was changed in this block yet."""
        if not self._changed:
            self._saved = [(array, self._copy(k, array)) for k, array in enumerate(arrays())]
            self._changed = True

    def _copy(self, k: int, array: np.ndarray) -> np.ndarray:
        self._memory += [array[:0]] * (k + 1 - len(self._memory))
        if self._memory[k].shape != array.shape or self._memory[k].dtype != array.dtype:
            self._memory[k] = np.empty(array.shape, array.dtype)
        self._memory[k][...] = array
        return self._memory[k]

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_depth": 0, "_changed": False, "_kept": [], "_memory": []}  # a copy is in no block

    def __exit__(self, kind: type[BaseException] | None, *problem: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            if kind is not None and self._changed:
                self._take_back()
            self._changed = False
            self._saved = []
        self._owner.__exit__()

    def _take_back(self) -> None:
        self._left_half_done(True)  # also if this is interrupted
        for array, before in self._saved:
            array[...] = before
        if self._saved:
            self._rebuild()
            self._left_half_done(False)
