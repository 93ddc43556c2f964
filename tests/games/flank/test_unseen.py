"""What a viewer has not seen of the cards, by kind."""

import numpy as np

from flank_envs.games.flank.tables import COPIES, KINDS, NONE
from flank_envs.games.flank.view.seen import secret, unseen_kinds
from tests.conformance.play import positions, sample
from tests.games.flank.board import GAME


def test_unseen_cards_are_those_of_the_deck_and_of_hidden_hands() -> None:
    """FL-1.7: who sees everything misses only the deck; a seat also the opponent's hand and secret mine."""
    for state in positions(GAME, sample(150, 12), seed=5):
        deck = np.bincount(state.deck[: state.deck_size], minlength=KINDS)
        assert unseen_kinds(state, None) == deck.tolist()
        for seat in (0, 1):
            hidden = deck + state.hand[1 - seat]
            mine = int(state.mine[1 - seat])
            if mine != NONE and secret(state, seat, 1 - seat):
                hidden[mine] += 1
            assert unseen_kinds(state, seat) == hidden.tolist()
            assert max(unseen_kinds(state, seat)) <= COPIES
