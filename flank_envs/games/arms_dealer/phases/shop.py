"""SHOP and LOOK: pay to look at face-down cards, pay more to keep them."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.layout import KEEP, LOOK, PUT_BACK, SHOP_DONE


@rule
def begin_shopping(state):
    state.phase = t.SHOP
    state.to_act = state.shop_first


@rule
def can_look(state, slot):
    """AD-3.2, AD-3.5: any card that is there, for a coin; AD-3.6: only the purse is a limit."""
    return (state.shop[slot] != t.EMPTY) & (state.money[state.to_act] >= t.LOOK_PRICE)


@rule
def legal_shop(state, mask):
    for slot in range(t.SLOTS):
        mask[LOOK + slot] = can_look(state, slot)
    mask[SHOP_DONE] = 1


@rule
def only_shop(state):
    """AD-3.8: without coins or cards there is nothing to do but stop."""
    for slot in range(t.SLOTS):
        if can_look(state, slot):
            return t.NO_ACTION
    return SHOP_DONE


@rule
def look_or_stop(state, action):
    """AD-3.7: after one seat the other shops; True when both have finished."""
    seat = state.to_act
    if action == SHOP_DONE:
        state.to_act = 1 - seat
        return seat != state.shop_first
    slot = action - LOOK
    state.money[seat] -= t.LOOK_PRICE
    state.looked[seat, slot] = 1  # AD-3.4
    state.looking = slot
    state.phase = t.LOOKING
    return False


@rule
def legal_look(state, mask):
    mask[KEEP] = state.money[state.to_act] >= t.KEEP_PRICE  # AD-3.3
    mask[PUT_BACK] = 1


@rule
def only_look(state):
    return t.NO_ACTION if state.money[state.to_act] >= t.KEEP_PRICE else PUT_BACK


@rule
def keep_or_put_back(state, action):
    """AD-3.3: into the hand, or back face down."""
    if action == KEEP:
        state.money[state.to_act] -= t.KEEP_PRICE
        _take_card(state, state.to_act, state.looking)
    state.looking = t.EMPTY
    state.phase = t.SHOP


@rule
def _take_card(state, seat, slot):
    """AD-3.9: hands are kept. AD-3.4: who has looked at the card before knows that it is there now."""
    item = state.shop[slot]
    state.shop[slot] = t.EMPTY
    state.taker[slot] = seat
    state.hand[seat, item] += 1
    state.hand_known[seat, item] += state.looked[1 - seat, slot]
