"""ITEMS: two ships are turned up, items are played in turn, the higher power wins."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.layout import PASS, PLAY
from flank_envs.games.arms_dealer.phases.items import does_something, use_item
from flank_envs.games.arms_dealer.phases.ships import take_next_ship


@rule
def begin_skirmish(state):
    """AD-5.3: both next ships are turned up; AD-5.4: the lead plays first."""
    for seat in range(t.SEATS):
        state.active[seat] = take_next_ship(state, seat)
    state.phase = t.ITEMS
    state.to_act = state.lead


@rule
def can_play(state, seat, item):
    return (state.hand[seat, item] > 0) & does_something(state, seat, item)


@rule
def legal_items(state, mask):
    for item in range(t.ITEMS_KNOWN):
        mask[PLAY + item] = can_play(state, state.to_act, item)
    mask[PASS] = 1


@rule
def only_items(state):
    choice = False
    for item in range(t.ITEMS_KNOWN):
        choice |= can_play(state, state.to_act, item)
    return t.NO_ACTION if choice else PASS


@rule
def play_or_pass(state, action):
    """AD-5.4: in turn, until two passes follow each other; then True."""
    seat = state.to_act
    state.to_act = 1 - seat
    if action == PASS:
        state.window[seat] = t.PASSED
        return state.window[1 - seat] == t.PASSED
    state.window[seat] = t.PLAYED
    _play_item(state, seat, action - PLAY)
    return False


@rule
def _play_item(state, seat, item):
    """AD-5.10: to the discard at once; the other seat knows of one card less (AD-3.9)."""
    state.hand[seat, item] -= 1
    state.hand_known[seat, item] = max(0, state.hand_known[seat, item] - 1)
    state.item_discard[item] += 1
    use_item(state, seat, item)


@rule
def power(state, seat):
    """AD-5.5: active ship, support ships and power increases, in hundreds."""
    if state.active[seat] == t.EMPTY:
        return 0
    sum_ = int(t.POWER[state.active[seat]]) + int(state.boost[seat])
    for ship in range(t.CLASSES):
        sum_ += state.support[seat, ship] * int(t.POWER[ship])
    return sum_


@rule
def resolve_skirmish(state):
    """AD-5.6: the higher power wins; AD-5.7: a sole winner leads. AD-5.8: equal power wins for both, destroys both."""
    power_0 = power(state, 0)
    power_1 = power(state, 1)
    for seat in range(t.SEATS):
        own, others = (power_0, power_1) if seat == 0 else (power_1, power_0)
        state.wins[seat] += own >= others
        if own > others:
            state.lead = seat
        _clear_ships(state, seat, own > others)
        state.boost[seat] = 0  # AD-5.9
        state.window[seat] = t.NOT_YET


@rule
def _clear_ships(state, seat, won):
    """AD-5.6: a sole winner's ships go to the Repair Bay; AD-8.4: both saw them. Others are destroyed (AD-8.1)."""
    state.support[seat, state.active[seat]] += 1
    state.active[seat] = t.EMPTY
    for ship in range(t.CLASSES):
        number = state.support[seat, ship]
        state.support[seat, ship] = 0
        if won:
            state.bay[seat, ship] += number
            state.bay_seen[seat, ship] += number
        else:
            state.scrap[seat, ship] += number
