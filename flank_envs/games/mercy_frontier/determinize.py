"""Sample a state of Mercy Frontier that is consistent with what a seat has observed (a determinization).

Hidden are the faces and relics of covered tiles and the order of the deck, from both players alike. Which faces, relics
and cards are left is known, so every arrangement of them is as likely.
"""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import shuffle
from flank_envs.games.mercy_frontier.phases.setup import hide_relics, shuffle_faces
from flank_envs.games.mercy_frontier.state import is_covered
from flank_envs.games.mercy_frontier.tables import DECK_CARDS, DOUBLE_TILES, SINGLE_TILES


@rule
def determinize(state, seat):
    """Sorted first, so that the old order leaves no trace."""
    _sort_faces(state, SINGLE_TILES)
    _sort_faces(state, DOUBLE_TILES)
    shuffle_faces(state)
    hide_relics(state)
    _sort_deck(state)
    shuffle(state, state.deck, state.deck_size)


@rule
def _sort_faces(state, tiles):
    """The faces of the covered tiles in ascending order."""
    for low in range(tiles.shape[0]):
        for high in range(low + 1, tiles.shape[0]):
            if (
                is_covered(state, tiles[low])
                and is_covered(state, tiles[high])
                and state.face[tiles[low]] > state.face[tiles[high]]
            ):
                face = state.face[tiles[low]]
                state.face[tiles[low]] = state.face[tiles[high]]
                state.face[tiles[high]] = face


@rule
def _sort_deck(state):
    size = 0
    for card in range(DECK_CARDS):
        for k in range(size, state.deck_size):
            if state.deck[k] == card:
                state.deck[k] = state.deck[size]
                state.deck[size] = card
                size += 1
