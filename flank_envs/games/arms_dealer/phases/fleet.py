"""FLEET: a battle begins, both draw five ships and lay them face down in an order of their choice."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import below
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.layout import PLACE
from flank_envs.games.arms_dealer.phases.ships import can_draw, draw_ship
from flank_envs.games.arms_dealer.state import total


@rule
def begin_battle(state):
    """AD-7.8: wins and bets are 0, the lead stays."""
    state.battle += 1
    state.skirmish = 1
    for seat in range(t.SEATS):
        state.wins[seat] = 0
        state.bet[seat] = 0
        state.gap[seat] = t.NO_ACTION
        _draw_five(state, seat)
    state.shop_first = state.lead  # AD-3.1
    if state.race == t.RACE_COIN and state.battle > 1:
        state.shop_first = below(state, t.SEATS)
    state.phase = t.FLEET
    state.to_act = state.shop_first


@rule
def legal_fleet(state, mask):
    for ship in range(t.CLASSES):
        mask[PLACE + ship] = state.drawn[state.to_act, ship] > 0


@rule
def only_place(state):
    """The action if all drawn ships are of one class, else NO_ACTION."""
    only = t.NO_ACTION
    classes = 0
    for ship in range(t.CLASSES):
        if state.drawn[state.to_act, ship] > 0:
            only = PLACE + ship
            classes += 1
    return only if classes == 1 else t.NO_ACTION


@rule
def place_ship(state, action):
    """AD-2.2, AD-2.3: on the lowest empty place, all of one seat's before the other's; True when all are laid."""
    seat = state.to_act
    ship = action - PLACE
    state.drawn[seat, ship] -= 1
    state.field[seat, lowest_empty(state, seat)] = ship
    if total(state.drawn[seat]) > 0:
        return False
    state.to_act = 1 - state.shop_first
    return seat != state.shop_first


@rule
def lowest_empty(state, seat):
    """The place that the next ship is laid on."""
    place = 0
    while state.field[seat, place] != t.EMPTY:
        place += 1
    return place


@rule
def _draw_five(state, seat):
    """AD-2.1: five ships, or all there are."""
    for _ in range(t.PLACES):
        if can_draw(state, seat):
            state.drawn[seat, draw_ship(state, seat)] += 1
