"""SETUP: shuffle, draw seven, place one card in each lane."""

from flank_envs.engine.cards import lay_out
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import shuffle
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.phases.deploy import reveal_staged
from flank_envs.games.hold_the_line.phases.draw import draw_card, draw_up
from flank_envs.games.hold_the_line.phases.staging import mark_stage_actions, stage
from flank_envs.games.hold_the_line.state import staged_count


@rule
def set_up(state):
    """HL-2.1, HL-2.2: both decks are shuffled and seven cards drawn, seat 0 first."""
    state.phase = t.SETUP
    state.to_act = 0
    state.round_number = 0
    state.lane = 0
    state.winner = -1
    for lane in range(t.LANES):
        state.front[lane] = 0
    for seat in range(t.SEATS):
        _clear_seat(state, seat)
        _shuffle_deck(state, seat)
        for _ in range(t.SETUP_HAND_OF[state.scale]):
            draw_card(state, seat)


@rule
def legal_setup(state, mask):
    mark_stage_actions(state, mask)


@rule
def place(state, action):
    """HL-2.3: one face-down card in each lane, seat 0's five first; True when both have placed theirs."""
    seat = state.to_act
    stage(state, seat, action)
    if staged_count(state, seat) < t.LANES_OF[state.scale]:
        return False
    state.to_act = 1
    return seat == 1


@rule
def finish_setup(state):
    """HL-2.4, HL-2.5: all ten cards go to the Green Front, both hands are filled up."""
    reveal_staged(state)
    for seat in range(t.SEATS):
        draw_up(state, seat)


@rule
def _clear_seat(state, seat):
    for kind in range(t.KINDS):
        state.hand[seat, kind] = 0
        state.discard[seat, kind] = 0
        state.pool_at_shuffle[seat, kind] = t.DECK_OF[state.scale, kind]
        state.hand_at_shuffle[seat, kind] = 0
    for lane in range(t.LANES):
        state.staged[seat, lane] = t.NO_CARD
        state.stack_size[seat, lane] = 0
        for slot in range(t.DECK_SIZE):
            state.stack[seat, lane, slot] = 0
    state.shots[seat] = 0
    for slot in range(t.DECK_SIZE):
        state.shot_normal[seat, slot] = 0
        state.shot_piercing[seat, slot] = 0


@rule
def _shuffle_deck(state, seat):
    for kind in range(t.KINDS):
        state.pile_kinds[seat, kind] = t.DECK_OF[state.scale, kind]
    state.pile_size[seat] = lay_out(t.DECK_OF[state.scale], state.pile[seat])
    shuffle(state, state.pile[seat], state.pile_size[seat])
