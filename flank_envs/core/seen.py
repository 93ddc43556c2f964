"""Whole numbers out of an observation, for what a game foresees. Whatever was given, they are fit to be an index."""

import numpy as np

from flank_envs.core.compile import rule


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
