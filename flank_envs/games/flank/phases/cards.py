"""Resource cards: drawing and shuffling. No decisions."""

from flank_envs.engine.cards import lay_out
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import shuffle
from flank_envs.games.flank.tables import COPIES, KINDS, SEATS, TOKEN_LIMIT


@rule
def shuffle_new_deck(state):
    """All 40 cards, shuffled before the draft."""
    for kind in range(KINDS):
        state.discard[kind] = COPIES
    _shuffle_discards(state)


@rule
def draw_card(state, seat):
    """From the top of the deck; an empty one is filled with the discards, and without any nothing is drawn."""
    if state.deck_size == 0:
        _shuffle_discards(state)
        if state.deck_size == 0:
            return
    top = state.deck_size - 1
    kind = state.deck[top]
    state.deck[top] = 0
    state.deck_size = top
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    state.drawn[seat, kind] += 1


@rule
def draw_cards(state, first, count):
    """FL-1.5, FL-2.1: the player with the initiative draws all theirs, then the other."""
    for seat in (first, 1 - first):
        for _ in range(count):
            draw_card(state, seat)


@rule
def discard_from_hand(state, seat, kind):
    state.hand[seat, kind] -= 1
    state.hand_size[seat] -= 1
    state.discard[kind] += 1


@rule
def gain(state, seat, colour, count):
    """FL-3.4: tokens above a limit are not taken."""
    state.tokens[seat, colour] = min(state.tokens[seat, colour] + count, TOKEN_LIMIT[colour])


@rule
def _shuffle_discards(state):
    """The discards become the deck; both players then know what is in it."""
    state.deck_size = lay_out(state.discard, state.deck)
    for kind in range(KINDS):
        state.pool[kind] = state.discard[kind]
        state.discard[kind] = 0
        for seat in range(SEATS):
            state.drawn[seat, kind] = 0
    shuffle(state, state.deck, state.deck_size)
