"""The market and the deck: dealing, refilling, shuffling the discards."""

from flank_envs.engine.cards import lay_out
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import shuffle
from flank_envs.games.mercy_frontier.tables import DECK_CARDS, MARKET, NONE


@rule
def refill(state):
    """MF-5.5: gaps in ascending position, as far as there are cards."""
    for position in range(MARKET):
        if state.market[position] == NONE:
            state.market[position] = _draw(state)


@rule
def discard_market(state):
    for position in range(MARKET):
        if state.market[position] != NONE:
            state.discard[state.market[position]] += 1
            state.market[position] = NONE


@rule
def _draw(state):
    """The top card; the discards become the deck when it is empty. NONE if there is no card at all."""
    if state.deck_size == 0:
        shuffle_discards(state)
        if state.deck_size == 0:
            return NONE
    top = state.deck_size - 1
    card = int(state.deck[top])
    state.deck[top] = 0
    state.deck_size = top
    return card


@rule
def shuffle_discards(state):
    """The discards become the deck."""
    state.deck_size = lay_out(state.discard, state.deck)
    for card in range(DECK_CARDS):
        state.discard[card] = 0
    shuffle(state, state.deck, state.deck_size)
