"""Which actions a guided search tries, and how often: sequential halving (Karnin, Koren and Somekh 2013).

The likeliest actions are all tried equally often, then the better half of them, then the better half of those: few
simulations tell the best apart, where a tree's usual choice would go on with what looked good first (guided searches
choose so in Danihelka and others 2022). Of 16 actions, with 64 simulations:

    all 16        for the 1st time
    the best 8    for the 2nd and 3rd
    the best 4    for the 4th to 7th
    the best 2    for the 8th to 15th
"""

from functools import cache

import numpy as np

MOST_CONSIDERED = 16  # actions


def considered_visits(legal: np.ndarray, simulations: int) -> np.ndarray:
    """(rows, simulations) int64: the visits so far of the actions among which a simulation chooses at the root.

    `legal` are the numbers of legal actions (rows,). The first simulation evaluates the position itself.
    """
    return np.array([(0, *_sequence(min(MOST_CONSIDERED, int(count)), simulations - 1)) for count in legal])


@cache
def _sequence(actions: int, simulations: int) -> tuple[int, ...]:
    if actions <= 1:
        return tuple(range(simulations))
    rounds = (actions - 1).bit_length()
    sequence: list[int] = []
    visits = 0
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (rounds * actions))):
            sequence += [visits] * actions
            visits += 1
        actions = max(2, actions // 2)
    return tuple(sequence[:simulations])
