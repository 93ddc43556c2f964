"""Which actions a guided search tries, and how often: sequential halving (Karnin, Koren and Somekh 2013).

The likeliest actions are all tried equally often, then the better half of them, then the better half of those. So few
simulations tell the best apart, where a tree's usual choice would go on with what looked good first (Danihelka and
others 2022 guide searches so). With 16 actions and 64 simulations, 4 each:

    tried so far   0 x 16, 1 x 8 twice ...
"""

from functools import cache

import numpy as np

from flank_envs.core import kernels as core

CONSIDERED = 16  # actions at most


def halving(roots: np.ndarray, masks: np.ndarray, simulations: int) -> np.ndarray:
    """(rows, simulations) int64: how often the action that is to be tried next has been tried before.

    The first simulation looks at the position itself.
    """
    masks[:] = 0
    core.masks(roots, masks)
    return np.array([(0, *_visits(min(CONSIDERED, int(legal)), simulations - 1)) for legal in masks.sum(axis=1)])


@cache
def _visits(actions: int, simulations: int) -> tuple[int, ...]:
    if actions <= 1:
        return tuple(range(simulations))
    rounds = (actions - 1).bit_length()
    found: list[int] = []
    tried = 0
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * actions))):
            found += [tried] * actions
            tried += 1
        actions = max(2, actions // 2)
    return tuple(found[:simulations])
