"""Setup: full decks, 18 coins each, and who leads. No decisions."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import below
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.phases.collection import lay_lines


@rule
def set_up(state):
    """AD-1.3; AD-1.4: the option or a coin names the first lead."""
    for seat in range(t.SEATS):
        _set_up_seat(state, seat)
    for item in range(t.ITEMS_KNOWN):
        state.item_deck[item] = t.ITEM_LIST_OF[state.scale, item]
        state.item_discard[item] = 0
    for kind in range(t.ASTEROID_KINDS):
        state.asteroid_deck[kind] = t.ASTEROID_LIST_OF[state.scale, kind]
        state.asteroid_discard[kind] = 0
    lay_lines(state)
    state.looking = t.EMPTY
    state.winner = -1
    state.battle = 0
    state.lead = state.first_seat if state.first_seat >= 0 else below(state, t.SEATS)


@rule
def _set_up_seat(state, seat):
    """AD-1.1: both fleets hold the same ships."""
    state.money[seat] = t.START_MONEY_OF[state.scale]
    state.window[seat] = t.NOT_YET
    state.boost[seat] = 0
    state.active[seat] = t.EMPTY
    for ship in range(t.CLASSES):
        state.deck[seat, ship] = t.FLEET_LIST_OF[state.scale, ship]
        state.drawn[seat, ship] = 0
        state.support[seat, ship] = 0
        state.bay[seat, ship] = 0
        state.bay_seen[seat, ship] = 0
        state.scrap[seat, ship] = 0
    for place in range(t.PLACES):
        state.field[seat, place] = t.EMPTY
    for item in range(t.ITEMS_KNOWN):
        state.hand[seat, item] = 0
        state.hand_known[seat, item] = 0
