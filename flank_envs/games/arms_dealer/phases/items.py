"""What the item cards do. Each is played in the item window, on the own side, and only if it does something (AD-10)."""

from flank_envs.engine.cards import take_random
from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer.phases.ships import bay_to_deck, can_draw, draw_ship, ready_deck
from flank_envs.games.arms_dealer.state import total
from flank_envs.games.arms_dealer.tables import RAPID_REPAIR, REDRAW, REINFORCEMENTS, REPAIR


@rule
def does_something(state, seat, item):
    """Whether an item of that type would have an effect for a seat."""
    if item < REPAIR:
        return True  # AD-10.1
    if item < REINFORCEMENTS:
        return state.scrap[seat, item - REPAIR] > 0  # AD-10.2
    if item < RAPID_REPAIR:
        return can_draw(state, seat)  # AD-10.3, AD-10.4
    return total(state.bay[seat]) > 0  # AD-10.5


@rule
def use_item(state, seat, item):
    if item < REPAIR:
        state.boost[seat] += item + 1  # AD-10.1
    elif item < REINFORCEMENTS:
        _repair(state, seat, item - REPAIR)
    elif item == REINFORCEMENTS:
        state.support[seat, draw_ship(state, seat)] += 1  # AD-10.3
    elif item == REDRAW:
        _redraw(state, seat)
    else:
        bay_to_deck(state, seat)  # AD-10.5


@rule
def _repair(state, seat, ship):
    """AD-10.2, AD-8.3: from the Scrapyard into the Fleet Deck, which is shuffled."""
    state.scrap[seat, ship] -= 1
    state.deck[seat, ship] += 1


@rule
def _redraw(state, seat):
    """AD-10.4, AD-8.3: into the Fleet Deck; shuffle, and the top ship fights instead."""
    active_to_deck(state, seat)
    state.active[seat] = take_random(state, state.deck[seat])


@rule
def active_to_deck(state, seat):
    """AD-10.4: the deck is renewed first if it is empty."""
    ready_deck(state, seat)
    state.deck[seat, state.active[seat]] += 1
