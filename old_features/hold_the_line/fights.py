"""Stacks as they are seen, and what comes of them when both sides choose the obvious targets."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.observe import OPP_STACKS, OWN_STACKS
from flank_envs.games.hold_the_line.phases.combat import damaged
from old_features.base import count_of

# A stack is its size, then its cards in canonical order; one more may join. After the stacks of all lanes, one's own
# first, come two to try things with, and what their cards are hit with: normal, then piercing damage.
STACK = 2 + t.DECK_SIZE
TRIED = t.SEATS * t.LANES * STACK
HITS = TRIED + t.SEATS * STACK
SCRATCH = HITS + 2 * t.SEATS * STACK


@rule
def stack_of(side, lane):
    return (side * t.LANES + lane) * STACK


@rule
def read_stacks(seen, scratch):
    """Whatever was given: at most a deck of cards in each stack."""
    for side in range(t.SEATS):
        start = OWN_STACKS if side == 0 else OPP_STACKS
        for lane in range(t.LANES):
            stack = stack_of(side, lane)
            scratch[stack] = 0
            for card in range(t.CARD_STATES):
                for _ in range(count_of(seen[start + lane * t.CARD_STATES + card], t.DECK[t.KIND_OF[card]])):
                    if scratch[stack] < t.DECK_SIZE:
                        scratch[stack] += 1
                        scratch[stack + scratch[stack]] = card


@rule
def strength(scratch, stack):
    worth = 0
    for slot in range(1, scratch[stack] + 1):
        card = scratch[stack + slot]
        worth += t.DAMAGE_OF[card] + t.HP_OF[card] + t.ARMOR_OF[card]
    return worth


@rule
def try_next(scratch, lane, own, enemy):
    """Fight once more in a lane, with one fresh card more of a kind, -1 for none, in the stacks to try with."""
    for side in range(t.SEATS):
        stack = stack_of(side, lane)
        tried = TRIED + side * STACK
        for k in range(scratch[stack] + 1):
            scratch[tried + k] = scratch[stack + k]
        kind = own if side == 0 else enemy
        if kind >= 0:
            _add(scratch, tried, t.FRESH[kind])
    clash(scratch, TRIED, TRIED + STACK)


@rule
def clash(scratch, own, enemy):
    """One combat between two stacks."""
    if scratch[own] > 0 and scratch[enemy] > 0:
        _aim(scratch, own, enemy, HITS)
        _aim(scratch, enemy, own, HITS + 2 * STACK)
        _strike(scratch, enemy, HITS)
        _strike(scratch, own, HITS + 2 * STACK)


@rule
def _aim(scratch, stack, enemy, hits):
    """Infantry sweep; each shot fells the most dangerous card it can, or hits the most dangerous that stays."""
    swept = 0
    for slot in range(1, scratch[stack] + 1):
        card = scratch[stack + slot]
        if card < t.FRESH[t.ANTI_ARMOR]:
            swept += t.DAMAGE_OF[card]
    for slot in range(1, scratch[enemy] + 1):
        scratch[hits + slot] = swept
        scratch[hits + STACK + slot] = 0
    for slot in range(1, scratch[stack] + 1):
        card = scratch[stack + slot]
        if card >= t.FRESH[t.ANTI_ARMOR]:
            piercing = t.DAMAGE_OF[card] if t.KIND_OF[card] == t.ANTI_ARMOR else 0
            normal = t.DAMAGE_OF[card] - piercing
            target = _target(scratch, enemy, hits, normal, piercing)
            scratch[hits + target] += normal
            scratch[hits + STACK + target] += piercing


@rule
def _target(scratch, enemy, hits, normal, piercing):
    best = 1
    best_worth = -1
    for slot in range(1, scratch[enemy] + 1):
        card = scratch[enemy + slot]
        on_it = scratch[hits + slot]
        through = scratch[hits + STACK + slot]
        if damaged(card, on_it, through) >= 0:
            worth = t.DAMAGE_OF[card]
            if damaged(card, on_it + normal, through + piercing) < 0:
                worth += 10
            if worth > best_worth:
                best = slot
                best_worth = worth
    return best


@rule
def _strike(scratch, stack, hits):
    size = scratch[stack]
    scratch[stack] = 0
    for slot in range(1, size + 1):
        left = damaged(scratch[stack + slot], scratch[hits + slot], scratch[hits + STACK + slot])
        if left >= 0:
            _add(scratch, stack, left)


@rule
def _add(scratch, stack, card):
    """Put a card into its canonical place."""
    scratch[stack] += 1
    k = scratch[stack]
    while k > 1 and scratch[stack + k - 1] > card:
        scratch[stack + k] = scratch[stack + k - 1]
        k -= 1
    scratch[stack + k] = card
