"""Deploy: staged cards are revealed and join the Front; a side that holds a lane alone may push it. No decisions."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.state import add_to_stack


@rule
def deploy(state):
    """HL-5.2, HL-5.8: every push is judged before the new cards join; a possible push is always made."""
    for lane in range(t.LANES):
        state.front[lane] += push(state, lane)
    reveal_staged(state)


@rule
def push(state, lane):
    """How far the Front of a lane moves: +1 towards seat 1, -1 towards seat 0, or 0 (HL-5.7).

    HL-5.3, HL-5.4: only a side that has troops where the other has none can push.
    """
    held_by_0 = (state.stack_size[0, lane] > 0) & (state.stack_size[1, lane] == 0)
    held_by_1 = (state.stack_size[1, lane] > 0) & (state.stack_size[0, lane] == 0)
    new_0 = state.staged[0, lane] + 1
    new_1 = state.staged[1, lane] + 1
    forward = held_by_0 * t.BREAKS_THROUGH[state.contested, new_0, new_1]
    backward = held_by_1 * t.BREAKS_THROUGH[state.contested, new_1, new_0]
    return forward - backward


@rule
def reveal_staged(state):
    """HL-5.1, HL-1.7: face-down cards join their side's troops with full HP and armor."""
    for seat in range(t.SEATS):
        for lane in range(t.LANES):
            kind = state.staged[seat, lane]
            if kind != t.NO_CARD:
                add_to_stack(state, seat, lane, t.FRESH[kind])
                state.staged[seat, lane] = t.NO_CARD
