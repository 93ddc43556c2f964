"""The invariants of a skirmish: what was done before it, its item window, and the ships that fight."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT
from flank_envs.games.arms_dealer.layout import FORFEIT, MATCH, RAISE, READY, SWAP
from flank_envs.games.arms_dealer.state import total
from flank_envs.games.arms_dealer.tables import (
    BET,
    EMPTY,
    FLEET,
    ITEMS,
    LOOKING,
    NO_ACTION,
    NOT_YET,
    OVER,
    PASSED,
    PLAYED,
    REINFORCEMENTS,
    REPAIR,
    REPLY,
    SEATS,
    SHOP,
    STRATEGY,
    SWAPS,
)


@rule
def gap_in_range(state):
    """NO_ACTION or an action of BET, REPLY and STRATEGY, so that it may be asked what was raised."""
    for seat in range(SEATS):
        if state.gap[seat] != NO_ACTION and not READY <= state.gap[seat] <= FORFEIT:
            return False
    return state.phase != REPLY or RAISE <= state.gap[state.lead] < SWAP


@rule
def gap_fits(state):
    """AD-6.2 to AD-6.4: the lead stands, swaps or raises; then the other stands, swaps or answers."""
    leads, others = state.gap[state.lead], state.gap[1 - state.lead]
    if state.phase in (FLEET, SHOP, LOOKING, BET):
        return leads == NO_ACTION and others == NO_ACTION
    if state.phase == REPLY:
        return others == NO_ACTION
    if state.phase == STRATEGY:
        if state.to_act == state.lead:
            return leads == NO_ACTION and others == NO_ACTION
        return others == NO_ACTION and _stands(state, state.lead)
    if state.phase == ITEMS:
        return _done_before(state, state.lead)
    if state.wins[0] + state.wins[1] == 0:
        return leads == NO_ACTION and others == NO_ACTION
    return _done_before(state, 0) or _done_before(state, 1)


@rule
def _done_before(state, lead):
    """What both did before a skirmish that is being fought or was the last."""
    leads, others = state.gap[lead], state.gap[1 - lead]
    if RAISE <= leads < SWAP:
        return others == MATCH or (others == FORFEIT and state.phase == OVER)
    if state.skirmish == 1:  # AD-4.3
        return leads == READY and others == NO_ACTION
    return _stands(state, lead) and _stands(state, 1 - lead)


@rule
def _stands(state, seat):
    """READY, or a SWAP of two places that were not fought over yet."""
    action = state.gap[seat]
    if action == READY:
        return True
    if not SWAP <= action < MATCH:
        return False
    one, other = SWAPS[action - SWAP, 0], SWAPS[action - SWAP, 1]
    return one >= state.skirmish - 1 and (state.limit == LIMIT or state.field[seat, other] != EMPTY)


@rule
def window_fits(state):
    """AD-5.4: the lead first, then in turn; two passes would have closed it."""
    leads, others = state.window[state.lead], state.window[1 - state.lead]
    if state.phase != ITEMS:
        return leads == NOT_YET and others == NOT_YET
    for last in (leads, others):
        if not NOT_YET <= last <= PLAYED or (last == PLAYED and total(state.item_discard) == 0):
            return False
    if leads == PASSED and others == PASSED:
        return False
    if state.to_act == state.lead:
        return (leads == NOT_YET) == (others == NOT_YET)
    return leads != NOT_YET


@rule
def zones_fit(state, seat):
    """Powers and support of this skirmish came from cards that are in the discard."""
    fights = state.phase == ITEMS
    if (state.active[seat] != EMPTY) != fights or (state.phase != FLEET and total(state.drawn[seat]) > 0):
        return False
    support = total(state.support[0]) + total(state.support[1])
    if state.boost[seat] < 0 or (not fights and (state.boost[seat] > 0 or support > 0)):
        return False
    if state.window[seat] == NOT_YET and (state.boost[seat] > 0 or total(state.support[seat]) > 0):
        return False
    increases = 0
    for item in range(REPAIR):
        increases += (item + 1) * state.item_discard[item]
    return int(state.boost[0]) + int(state.boost[1]) <= increases and support <= state.item_discard[REINFORCEMENTS]
