"""Fleet Decks, Repair Bays and the ships that come and go. No decisions."""

from flank_envs.engine.cards import take_random
from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer.state import total
from flank_envs.games.arms_dealer.tables import CLASSES, EMPTY, PLACES


@rule
def draw_ship(state, seat):
    """The top ship of the Fleet Deck. AD-8.2: the Repair Bay becomes the deck when it is empty, not earlier."""
    if total(state.deck[seat]) == 0:
        bay_to_deck(state, seat)
    return take_random(state, state.deck[seat])


@rule
def bay_to_deck(state, seat):
    """The Repair Bay is shuffled into the Fleet Deck: who had seen its ships no longer knows where they are."""
    for ship in range(CLASSES):
        state.deck[seat, ship] += state.bay[seat, ship]
        state.bay[seat, ship] = 0
        state.bay_seen[seat, ship] = 0


@rule
def can_draw(state, seat):
    """Whether a ship is left in the Fleet Deck or the Repair Bay."""
    return total(state.deck[seat]) + total(state.bay[seat]) > 0


@rule
def take_next_ship(state, seat):
    """AD-5.2: the ship on the lowest occupied place; with an empty field the top of the Fleet Deck."""
    for place in range(PLACES):
        ship = state.field[seat, place]
        if ship != EMPTY:
            state.field[seat, place] = EMPTY
            return int(ship)
    return draw_ship(state, seat)
