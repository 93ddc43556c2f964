"""Sample a state of Hold the Line that is consistent with what a seat has observed (a determinization).

The opponent's hidden cards (hand, draw pile, face down) are one known bag. Only cards that were in the pile when it was
last shuffled can still be in it (HL-6.4); everything else about their places is open. So are the lanes and the number
of cards placed while placing lasts, and the targets chosen in the lane being fought over.
"""

from flank_envs.engine.cards import lay_out, put_into_pile, take_random
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import below, shuffle
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.phases.combat import (
    assign_forced_shots,
    assign_shot,
    clear_shots,
    is_target,
)
from flank_envs.games.hold_the_line.state import hand_size, hidden_count


@rule
def determinize(state, seat):
    """Nothing that `seat` cannot see decides what comes out: only the record's stream, which the caller sets first."""
    opponent = 1 - seat
    _order_pile(state, seat)
    face_down_lanes = _gather_hidden(state, opponent)
    _fill_pile(state, opponent)
    if state.phase == t.COMBAT:
        _stage_in(state, opponent, face_down_lanes)
        _redo_shots(state, opponent)
    else:
        _stage_in(state, opponent, _random_lanes(state, _random_staged_count(state, opponent)))


@rule
def _order_pile(state, seat):
    """The same cards in a new order; sorted first, so that the old order leaves no trace."""
    shuffle(state, state.pile[seat], lay_out(state.pile_kinds[seat], state.pile[seat]))


@rule
def _gather_hidden(state, owner):
    """Everything hidden into the hand; the lanes where cards lay face down come back as bits."""
    for kind in range(t.KINDS):
        state.hand[owner, kind] = hidden_count(state, owner, kind)
    lanes = 0
    for lane in range(t.LANES):
        if state.staged[owner, lane] != t.NO_CARD:
            lanes |= 1 << lane
            state.staged[owner, lane] = t.NO_CARD
    return lanes


@rule
def _fill_pile(state, owner):
    """Random hidden cards become the draw pile. While it is filled `pile_kinds` says what still fits into it."""
    pool, inside = state.pool_at_shuffle[owner], state.pile_kinds[owner]
    for kind in range(t.KINDS):
        inside[kind] = pool[kind]
    put_into_pile(state, state.hand[owner], inside, state.pile[owner], state.pile_size[owner])
    for kind in range(t.KINDS):
        inside[kind] = pool[kind] - inside[kind]


@rule
def _random_staged_count(state, owner):
    """How many cards `owner` may have placed by now, as far as the other player can tell."""
    cards = hand_size(state, owner)
    deciding = state.to_act == owner
    finished = owner == 0 and state.to_act == 1
    if state.phase == t.SETUP and (deciding or finished):
        lanes = t.LANES_OF[state.scale]
        return lanes if finished else below(state, lanes)
    if state.phase == t.STAGING and (deciding or finished):
        return below(state, min(t.STAGED_OF[state.scale], cards) + (1 if finished else 0))
    return 0


@rule
def _random_lanes(state, count):
    lanes = 0
    for lane in range(t.LANES_OF[state.scale]):
        if below(state, t.LANES_OF[state.scale] - lane) < count:
            lanes |= 1 << lane
            count -= 1
    return lanes


@rule
def _stage_in(state, owner, lanes):
    """A random card of the hand, face down, in each lane of the bits `lanes`."""
    for lane in range(t.LANES):
        if lanes >> lane & 1:
            state.staged[owner, lane] = take_random(state, state.hand[owner])


@rule
def _redo_shots(state, owner):
    """Random targets: all of them if `owner` has chosen, up to any of its choices if it is choosing."""
    clear_shots(state, owner)
    deciding = state.to_act == owner
    if deciding or (owner == 0 and state.to_act == 1):
        while not assign_forced_shots(state, owner):
            if deciding and below(state, 2) == 0:
                return
            assign_shot(state, owner, _random_target(state, owner))
        if deciding:
            clear_shots(state, owner)
            assign_forced_shots(state, owner)


@rule
def _random_target(state, seat):
    count = 0
    size = state.stack_size[1 - seat, state.lane]
    for slot in range(size):
        if is_target(state, seat, slot):
            count += 1
    left = below(state, count)
    for slot in range(size):
        if is_target(state, seat, slot):
            if left == 0:
                return slot
            left -= 1
    return 0


@rule
def undo_unseen(state, seat):
    """Seat 0 places and aims first, unseen by seat 1."""
    if seat == 0:
        return
    if state.phase == t.COMBAT:
        clear_shots(state, 0)
        if not assign_forced_shots(state, 0):
            state.to_act = 0
        return
    for lane in range(t.LANES):
        if state.staged[0, lane] != t.NO_CARD:
            state.hand[0, state.staged[0, lane]] += 1
            state.staged[0, lane] = t.NO_CARD
    if hand_size(state, 0) > 0:
        state.to_act = 0
