"""Features of states and actions for networks, and whole numbers out of an observation that are fit to be an index."""

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
class SymmetricParts:
    """Parts of a position that mean the same in any order, such as lanes; one row for each."""

    seen: np.ndarray  # (parts, values): where a part's values stand in observation and state features
    actions: np.ndarray  # (parts, actions): the actions that are about a part


class Features(NamedTuple):
    """What a network may be given beside what its seat sees, worked out from that alone.

    `write(seen, scratch, state, rows, actions, values)` is a kernel: for each row of `seen` it fills one of `state`,
    and for each action that has features the row, the action and a row of `values`; it returns how many those were.
    """

    state_size: int  # values about a position
    action_size: int  # values about an action
    most_actions: int  # of a position that have features
    scratch_size: int  # whole numbers to work with
    write: Callable[..., int]
    parts: SymmetricParts | None = None  # that a network may look at one by one
