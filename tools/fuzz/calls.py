"""Fuzz public calls with values that other calls must refuse: the table of tests/hostile_calls.py, shuffled."""

import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from tests.hostile_calls import Calls
from tools.fuzz.cases import WrongError

EXTREMES = (-1, 0, 1, 2, 3, 7, 127, 128, 255, 256, 2**15, 2**31 - 1, 2**31, 2**32, 2**63 - 1, -(2**31), -(2**63))
TYPES = ("i1", "u1", "i2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", ">i8", "?", "c8", "U4", "O")


class PublicCalls:
    """Any value that some call must refuse, or an array made from it, given to any call."""

    refusals = (ValueError, TypeError)

    def __init__(self, game: Game, folder: Path) -> None:
        self._calls = Calls(game)
        ways = [
            (f"{kind.__name__}.{method}", call, values)
            for kind, methods in self._calls.table().items()
            for method, tried in methods.items()
            for call, values in tried
            if values
        ]
        self._ways = [(name, call) for name, call, _ in ways]
        self._values = [value for _, _, values in ways for value in values]

    def case(self, rng: random.Random) -> tuple[str, int, Any]:
        number = rng.randrange(len(self._ways))
        value = rng.choice(self._values)
        if isinstance(value, np.ndarray) and rng.random() < 0.7:
            with warnings.catch_warnings(action="ignore"):
                value = _changed(rng, value)
        return self._ways[number][0], number, value

    def take(self, case: tuple[str, int, Any]) -> None:
        _, number, value = case
        before = self._calls.unharmed()
        try:
            self._ways[number][1](value)
        except self.refusals as problem:
            if "numba" in type(problem).__module__:
                raise WrongError(f"{case[0]}: an error of Numba") from None
            if self._calls.unharmed() != before:
                raise WrongError(f"{case[0]}: a refused call has changed something") from None
            raise
        self._calls.unharmed()


def _changed(rng: random.Random, array: np.ndarray) -> Any:
    """The array with other numbers, of another type or shape; as it is where that cannot be made of it."""
    changed = array.copy()
    try:
        for _ in range(rng.randrange(3)):
            changed.flat[rng.randrange(max(1, changed.size))] = rng.choice(EXTREMES)
        if rng.random() < 0.5:
            changed = changed.astype(rng.choice(TYPES))
        if rng.random() < 0.3:
            changed = rng.choice(
                (changed.T, changed[::2], changed[::-1], changed.reshape(-1), changed[None], changed[:0])
            )
    except (ValueError, TypeError, IndexError, OverflowError, RuntimeError):  # the last for dates in short strings
        return array
    return changed
