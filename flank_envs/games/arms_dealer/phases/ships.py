"""Fleet Decks, Repair Bays and the ships that come and go. No decisions."""

from flank_envs.engine.cards import take_random
from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer.state import total
from flank_envs.games.arms_dealer.tables import CLASSES, EMPTY, PLACES


@rule
def draw_ship(state, seat):
    """The top ship of the Fleet Deck."""
    ready_deck(state, seat)
    return take_random(state, state.deck[seat])


@rule
def ready_deck(state, seat):
    """AD-8.2: before a draw the Repair Bay becomes the deck when it is empty, not earlier."""
    if total(state.deck[seat]) == 0:
        bay_to_deck(state, seat)


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
    place = next_place(state, seat)
    if place == EMPTY:
        return draw_ship(state, seat)
    ship = int(state.field[seat, place])
    state.field[seat, place] = EMPTY
    return ship


@rule
def next_place(state, seat):
    """The lowest occupied place, EMPTY if there is none."""
    for place in range(PLACES):
        if state.field[seat, place] != EMPTY:
            return place
    return EMPTY
