"""Collection: the pot, the asteroids, and new cards for the shop and the line. No decisions."""

from flank_envs.engine.cards import take_random
from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.state import bank, pot, total


@rule
def battle_winner(state):
    """AD-5.1, AD-7.1: three wins, and more than the other; -1 while the battle goes on."""
    if state.wins[0] == state.wins[1] or max(state.wins[0], state.wins[1]) < t.WINS_NEEDED:
        return -1
    return 0 if state.wins[0] > state.wins[1] else 1


@rule
def take_pot(state, seat):
    """AD-7.2."""
    state.money[seat] += pot(state)
    for each in range(t.SEATS):
        state.bet[each] = 0


@rule
def withdraw_fields(state):
    """AD-7.3: unfought ships go to the Repair Bays; AD-8.4: unseen."""
    for seat in range(t.SEATS):
        for place in range(t.PLACES):
            ship = state.field[seat, place]
            if ship != t.EMPTY:
                state.bay[seat, ship] += 1
                state.field[seat, place] = t.EMPTY


@rule
def harvest(state, seat):
    """AD-7.4: the first two of the line, card by card, as far as the bank reaches."""
    for k in range(t.HARVEST):
        state.money[seat] += min(t.ASTEROID_WORTH[state.line[k]], bank(state))


@rule
def renew_lines(state):
    """AD-7.6: asteroids and shop cards are discarded face up, then laid anew, asteroids first."""
    for k in range(t.LINE):
        state.asteroid_discard[state.line[k]] += 1
    for slot in range(t.SLOTS):
        if state.shop[slot] != t.EMPTY:
            state.item_discard[state.shop[slot]] += 1
    lay_lines(state)


@rule
def lay_lines(state):
    """Five asteroids and six shop cards, face down: nobody has looked at them or taken one."""
    for k in range(t.LINE):
        state.line[k] = _draw(state, state.asteroid_deck, state.asteroid_discard)
    for slot in range(t.SLOTS):
        state.shop[slot] = _draw(state, state.item_deck, state.item_discard)
        state.taker[slot] = t.NOBODY
        for seat in range(t.SEATS):
            state.looked[seat, slot] = 0


@rule
def _draw(state, deck, discard):
    """AD-7.7: from the deck, renewed from the discard when it is empty; EMPTY if that is empty too."""
    if total(deck) == 0:
        for kind in range(deck.shape[0]):
            deck[kind] = discard[kind]
            discard[kind] = 0
        if total(deck) == 0:
            return t.EMPTY
    return take_random(state, deck)
