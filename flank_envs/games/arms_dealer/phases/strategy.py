"""STRATEGY: before each further skirmish the lead readies up, raises or swaps; then the other readies up or swaps."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer.layout import RAISE, READY, SWAP
from flank_envs.games.arms_dealer.phases.betting import can_raise, mark_raises, raise_bet
from flank_envs.games.arms_dealer.tables import EMPTY, NO_ACTION, SEATS, STRATEGY, SWAPS


@rule
def begin_strategy(state):
    """AD-6.1, AD-6.2: the lead first."""
    state.skirmish += 1
    for seat in range(SEATS):
        state.gap[seat] = NO_ACTION
    state.phase = STRATEGY
    state.to_act = state.lead


@rule
def can_swap(state, seat, k):
    """AD-6.5: two own places, both with a ship."""
    return (state.field[seat, SWAPS[k, 0]] != EMPTY) & (state.field[seat, SWAPS[k, 1]] != EMPTY)


@rule
def legal_strategy(state, mask):
    """AD-6.3: only the lead may raise."""
    seat = state.to_act
    mask[READY] = 1
    if seat == state.lead:
        mark_raises(state, mask)
    for k in range(len(SWAPS)):
        mask[SWAP + k] = can_swap(state, seat, k)


@rule
def only_strategy(state):
    choice = (state.to_act == state.lead) & can_raise(state, 0)
    for k in range(len(SWAPS)):
        choice |= can_swap(state, state.to_act, k)
    return NO_ACTION if choice else READY


@rule
def ready_raise_or_swap(state, action):
    """AD-6.2, AD-6.3, AD-6.6: one action each; AD-6.7: True when the skirmish begins. AD-6.4: a raise is answered."""
    seat = state.to_act
    state.gap[seat] = action
    if RAISE <= action < SWAP:
        raise_bet(state, action)
        return False
    if action >= SWAP:
        _swap(state, seat, action - SWAP)
    state.to_act = 1 - seat
    return seat != state.lead


@rule
def _swap(state, seat, k):
    """AD-6.5, AD-2.4."""
    one = SWAPS[k, 0]
    other = SWAPS[k, 1]
    ship = state.field[seat, one]
    state.field[seat, one] = state.field[seat, other]
    state.field[seat, other] = ship
