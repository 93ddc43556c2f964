"""CRY_RECRUIT and CRY_BARRAGE: the battle cry of a beacon just built."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import CONTRACT, TARGET_ENEMY
from flank_envs.games.mercy_frontier.phases.market import refill
from flank_envs.games.mercy_frontier.phases.mercenaries import heal_all, hit, remove_if_defeated, someone_on_board
from flank_envs.games.mercy_frontier.state import free_zone, on_board


@rule
def cry(state, seat, building):
    """MF-4.7: at once, and nothing without a target or a free zone; True if the player must choose."""
    if building == t.FUEL_BEACON:
        state.phase = t.CRY_RECRUIT
        return can_recruit(state, seat)
    if building == t.STEEL_BEACON:
        state.phase = t.CRY_BARRAGE
        return someone_on_board(state, 1 - seat)
    heal_all(state, seat)
    state.overcharge[seat] = 1
    return False


@rule
def is_common(state, position):
    card = state.market[position]
    return card != t.NONE and t.RARITY[card] == t.COMMON


@rule
def can_recruit(state, seat):
    if free_zone(state, seat) == t.NONE:
        return False
    for position in range(t.MARKET):
        if is_common(state, position):
            return True
    return False


@rule
def legal_recruit(state, mask):
    for position in range(t.MARKET):
        mask[CONTRACT + position] = is_common(state, position)


@rule
def recruit(state, action):
    take_contract(state, state.to_act, action - CONTRACT)
    refill(state)


@rule
def take_contract(state, seat, position):
    """MF-5.3: to the lowest free zone, without token or health until it is placed."""
    state.card[seat, free_zone(state, seat)] = state.market[position]
    state.market[position] = t.NONE


@rule
def legal_barrage(state, mask):
    for zone in range(t.ZONES):
        mask[TARGET_ENEMY + zone] = on_board(state, 1 - state.to_act, zone)


@rule
def barrage(state, action):
    hit(state, 1 - state.to_act, action - TARGET_ENEMY, t.BARRAGE_DAMAGE)
    remove_if_defeated(state, 1 - state.to_act, action - TARGET_ENEMY)
