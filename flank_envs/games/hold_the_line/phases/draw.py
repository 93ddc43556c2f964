"""Draw: back up to five cards; the discards are shuffled when the draw pile runs out. No decisions."""

from flank_envs.engine.cards import lay_out
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import shuffle
from flank_envs.games.hold_the_line.state import hand_size
from flank_envs.games.hold_the_line.tables import HAND_SIZE_OF, KINDS


@rule
def draw_up(state, seat):
    """HL-6.1, HL-6.3: draw to five, or as far as the cards reach."""
    while hand_size(state, seat) < HAND_SIZE_OF[state.scale]:
        if state.pile_size[seat] == 0:
            _reshuffle(state, seat)
            if state.pile_size[seat] == 0:
                return
        draw_card(state, seat)


@rule
def draw_card(state, seat):
    top = state.pile_size[seat] - 1
    kind = state.pile[seat, top]
    state.hand[seat, kind] += 1
    state.pile_kinds[seat, kind] -= 1
    state.pile[seat, top] = 0
    state.pile_size[seat] = top


@rule
def _reshuffle(state, seat):
    """HL-6.2: the discards become the draw pile. HL-6.4: what both players can deduce then is remembered."""
    size = lay_out(state.discard[seat], state.pile[seat])
    if size == 0:
        return
    for kind in range(KINDS):
        state.pile_kinds[seat, kind] = state.discard[seat, kind]
        state.pool_at_shuffle[seat, kind] = state.discard[seat, kind]
        state.hand_at_shuffle[seat, kind] = state.hand[seat, kind]
        state.discard[seat, kind] = 0
    state.pile_size[seat] = size
    shuffle(state, state.pile[seat], size)
