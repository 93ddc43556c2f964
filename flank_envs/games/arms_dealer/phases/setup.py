"""Setup: full decks, 18 coins each, and who leads. No decisions."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import below
from flank_envs.games.arms_dealer.phases.collection import lay_lines
from flank_envs.games.arms_dealer.tables import (
    ASTEROID_KINDS,
    ASTEROID_LIST_OF,
    CLASSES,
    EMPTY,
    FLEET_LIST_OF,
    ITEM_LIST_OF,
    ITEMS_KNOWN,
    NOT_YET,
    PLACES,
    SEATS,
    START_MONEY_OF,
)


@rule
def set_up(state):
    """AD-1.3; AD-1.4: the option or a coin names the first lead."""
    for seat in range(SEATS):
        _set_up_seat(state, seat)
    for item in range(ITEMS_KNOWN):
        state.item_deck[item] = ITEM_LIST_OF[state.scale, item]
        state.item_discard[item] = 0
    for kind in range(ASTEROID_KINDS):
        state.asteroid_deck[kind] = ASTEROID_LIST_OF[state.scale, kind]
        state.asteroid_discard[kind] = 0
    lay_lines(state)
    state.looking = EMPTY
    state.winner = -1
    state.battle = 0
    state.lead = state.first_seat if state.first_seat >= 0 else below(state, SEATS)


@rule
def _set_up_seat(state, seat):
    """AD-1.1: both fleets hold the same ships."""
    state.money[seat] = START_MONEY_OF[state.scale]
    state.window[seat] = NOT_YET
    state.boost[seat] = 0
    state.active[seat] = EMPTY
    for ship in range(CLASSES):
        state.deck[seat, ship] = FLEET_LIST_OF[state.scale, ship]
        state.drawn[seat, ship] = 0
        state.support[seat, ship] = 0
        state.bay[seat, ship] = 0
        state.bay_seen[seat, ship] = 0
        state.scrap[seat, ship] = 0
    for place in range(PLACES):
        state.field[seat, place] = EMPTY
    for item in range(ITEMS_KNOWN):
        state.hand[seat, item] = 0
        state.hand_known[seat, item] = 0
