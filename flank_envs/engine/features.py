"""What a game tells networks besides observations: values about a position and about each legal action, in layouts."""

from dataclasses import dataclass

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.layout import Layout


@dataclass(frozen=True)
class Features:
    """The layouts of a game's features; the verb `features` of its rules fills them."""

    state: Layout
    """Values about a position."""
    actions: Layout
    """Values about one legal action."""
    most_actions: int
    """How many actions of a position have features at most."""
    numbers: int = 0
    """How many whole numbers the verb wants to work with."""


@rule
def begin_action(actions, values, count, action):
    """Row `count` is about this action, and all its values are 0; the number of rows with it."""
    actions[count] = action
    row = values[count]
    for k in range(row.shape[0]):
        row[k] = np.float32(0)
    return count + 1


@rule
def raise_to(out, start, values, count):
    """`out` from `start` on becomes the largest of each value over `count` actions, if that is more."""
    best = out[start : start + values.shape[1]]
    for n in range(count):
        row = values[n]
        for k in range(best.shape[0]):
            best[k] = max(best[k], row[k])
