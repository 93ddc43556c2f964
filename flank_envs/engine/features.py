"""Whole numbers out of an observation, for what a game foresees. Whatever was given, they are fit to be an index."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flank_envs.engine.jit.compile import rule


@rule
def whole(value, most):
    """The whole number that a value stands for, from 0 to `most`."""
    if not value > 0:
        return 0
    return most if value >= most else int(value + np.float32(0.5))


@rule
def count_of(share, most):
    """How many a share of the most is, from 0 to `most`."""
    return whole(share * most, most)


@dataclass(frozen=True, eq=False)  # games are keys of caches, and arrays have no hash
class Alike:
    """Parts of a position that mean the same in any order, such as lanes; one row for each."""

    seen: np.ndarray  # (parts, values): where a part's values stand in what is seen, which the outlook follows
    actions: np.ndarray  # (parts, actions): the choices that are about a part


class Foresight(NamedTuple):
    """What a network may be told beside what its seat sees, worked out from that alone.

    `foresee(seen, scratch, outlook, rows, actions, values)` is a kernel: for each row of `seen` it fills one of
    `outlook`, and for each choice of which there is something to tell the row, the action and a row of `values`; it
    returns how many those were.
    """

    outlook: int  # values about a position
    values: int  # values about a choice
    choices: int  # of a position, at most
    scratch: int  # whole numbers to work with
    foresee: Callable[..., int]
    alike: Alike | None = None  # parts that a network may look at one by one
