"""Cards for rules: bags (how many of each kind, as hands and discards are kept) and piles (kinds in their order)."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import below


@rule
def lay_out(bag, pile):
    """Write the cards of a bag into a pile, kind by kind, for `shuffle` to mix; the number of cards is returned."""
    size = 0
    for kind in range(bag.shape[0]):
        for _ in range(bag[kind]):
            pile[size] = kind
            size += 1
    return size


@rule
def take_random(state, bag):
    """A random card leaves the bag, which must not be empty; its kind is returned."""
    total = 0
    for kind in range(bag.shape[0]):
        total += int(bag[kind])
    left = below(state, total)
    kind = 0
    while left >= bag[kind]:
        left -= bag[kind]
        kind += 1
    bag[kind] -= 1
    return kind


@rule
def put_into_pile(state, bag, fit, pile, size):
    """`size` random cards leave the bag for the pile, of each kind as many as `fit` says, which counts down with them.

    For `determinize`: the bag is all that a seat cannot see, and `fit` what may lie in the pile (the rest was drawn
    since).
    """
    for k in range(size):
        total = 0
        for kind in range(bag.shape[0]):
            total += min(int(bag[kind]), int(fit[kind]))
        left = below(state, total)
        kind = 0
        while left >= min(int(bag[kind]), int(fit[kind])):
            left -= min(int(bag[kind]), int(fit[kind]))
            kind += 1
        bag[kind] -= 1
        fit[kind] -= 1
        pile[k] = kind
