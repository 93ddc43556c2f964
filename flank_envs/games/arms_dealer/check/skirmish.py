"""The invariants of a skirmish: what was done before it, its item window, and the ships that fight."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.layout import FORFEIT, MATCH, RAISE, READY, SWAP
from flank_envs.games.arms_dealer.state import total


@rule
def gap_in_range(state):
    """NO_ACTION or an action of BET, REPLY and STRATEGY, so that it may be asked what was raised."""
    for seat in range(t.SEATS):
        if state.gap[seat] != t.NO_ACTION and not READY <= state.gap[seat] <= FORFEIT:
            return False
    return state.phase != t.REPLY or RAISE <= state.gap[state.lead] < SWAP


@rule
def gap_fits(state):
    """AD-6.2 to AD-6.4: the lead stands, swaps or raises; then the other stands, swaps or answers."""
    leads, others = state.gap[state.lead], state.gap[1 - state.lead]
    if state.phase in (t.FLEET, t.SHOP, t.LOOKING, t.BET):
        return leads == t.NO_ACTION and others == t.NO_ACTION
    if state.phase == t.REPLY:
        return others == t.NO_ACTION
    if state.phase == t.STRATEGY:
        if state.to_act == state.lead:
            return leads == t.NO_ACTION and others == t.NO_ACTION
        return others == t.NO_ACTION and _stands(state, state.lead)
    if state.phase == t.ITEMS:
        return _done_before(state, state.lead)
    if state.wins[0] + state.wins[1] == 0:
        return leads == t.NO_ACTION and others == t.NO_ACTION
    return _done_before(state, 0) or _done_before(state, 1)


@rule
def _done_before(state, lead):
    """What both did before a skirmish that is being fought or was the last."""
    leads, others = state.gap[lead], state.gap[1 - lead]
    if RAISE <= leads < SWAP:
        return others == MATCH or (others == FORFEIT and state.phase == t.OVER)
    if state.skirmish == 1:  # AD-4.3
        return leads == READY and others == t.NO_ACTION
    return _stands(state, lead) and _stands(state, 1 - lead)


@rule
def _stands(state, seat):
    """READY, or a SWAP of two places that were not fought over yet."""
    action = state.gap[seat]
    if action == READY:
        return True
    if not SWAP <= action < MATCH:
        return False
    one, other = t.SWAPS[action - SWAP, 0], t.SWAPS[action - SWAP, 1]
    return one >= state.skirmish - 1 and (state.limit == LIMIT or state.field[seat, other] != t.EMPTY)


@rule
def window_fits(state):
    """AD-5.4: the lead first, then in turn; two passes would have closed it."""
    leads, others = state.window[state.lead], state.window[1 - state.lead]
    if state.phase != t.ITEMS:
        return leads == t.NOT_YET and others == t.NOT_YET
    for last in (leads, others):
        if not t.NOT_YET <= last <= t.PLAYED or (last == t.PLAYED and total(state.item_discard) == 0):
            return False
    if leads == t.PASSED and others == t.PASSED:
        return False
    if state.to_act == state.lead:
        return (leads == t.NOT_YET) == (others == t.NOT_YET)
    return leads != t.NOT_YET


@rule
def zones_fit(state, seat):
    """Powers and support of this skirmish came from cards that are in the discard."""
    fights = state.phase == t.ITEMS
    if (state.active[seat] != t.EMPTY) != fights or (state.phase != t.FLEET and total(state.drawn[seat]) > 0):
        return False
    support = total(state.support[0]) + total(state.support[1])
    if state.boost[seat] < 0 or (not fights and (state.boost[seat] > 0 or support > 0)):
        return False
    if state.window[seat] == t.NOT_YET and (state.boost[seat] > 0 or total(state.support[seat]) > 0):
        return False
    increases = 0
    for item in range(t.REPAIR):
        increases += (item + 1) * state.item_discard[item]
    return int(state.boost[0]) + int(state.boost[1]) <= increases and support <= state.item_discard[t.REINFORCEMENTS]
