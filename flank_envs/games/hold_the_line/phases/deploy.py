"""Deploy: staged cards are revealed and join the Front; a side that holds a lane alone may push it. No decisions."""

from flank_envs.core.compile import rule
from flank_envs.games.hold_the_line.state import add_to_stack
from flank_envs.games.hold_the_line.tables import (
    ADVANCE,
    FRESH,
    GOOD_AGAINST,
    HOLD,
    LANES,
    NO_CARD,
    SEATS,
)


@rule
def deploy(state):
    """HL-5.2, HL-5.8: every push is judged before the new cards join; a possible push is always made."""
    for lane in range(LANES):
        state.front[lane] += push(state, lane)
    reveal_staged(state)


@rule
def push(state, lane):
    """How far the Front of a lane moves: +1 towards seat 1, -1 towards seat 0, or 0 (HL-5.7)."""
    troops_0 = state.stack_size[0, lane] > 0
    troops_1 = state.stack_size[1, lane] > 0
    if troops_0 == troops_1:  # HL-5.3, HL-5.4
        return 0
    holder = 0 if troops_0 else 1
    if state.staged[holder, lane] == NO_CARD:  # HL-5.5
        return 0
    if state.staged[1 - holder, lane] != NO_CARD and not _wins_contest(state, holder, lane):
        return 0
    return 1 if holder == 0 else -1


@rule
def _wins_contest(state, holder, lane):
    """HL-5.6: a contested push succeeds if the holder's new card is good against the other's."""
    if state.contested == ADVANCE:
        return True
    if state.contested == HOLD:
        return False
    return GOOD_AGAINST[state.staged[holder, lane], state.staged[1 - holder, lane]] == 1


@rule
def reveal_staged(state):
    """HL-5.1, HL-1.7: face-down cards join their side's troops with full HP and armor."""
    for seat in range(SEATS):
        for lane in range(LANES):
            kind = state.staged[seat, lane]
            if kind != NO_CARD:
                add_to_stack(state, seat, lane, FRESH[kind])
                state.staged[seat, lane] = NO_CARD
