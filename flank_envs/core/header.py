"""The fields that all records start with: what must hold for them, and how games end that their rules do not end.

A forfeit changes nothing but these fields: with it taken back, the record is the position in which it happened. So the
rules of a game, their invariants among them, know of positions and of endings of their own alone.
"""

from typing import Any

from flank_envs.core.compile import rule
from flank_envs.core.stream import spare_bits

MOST_DECISIONS = 2**30  # where counting stops

# Values of the field `limit`. What the rules or an option limit (rounds, turns, battles) has a result and is an end
# like any other; a cap only stops games that would go on and on, and libraries call that truncated.
NO_LIMIT, LIMIT, CAP = 0, 1, 2


@rule
def header_fits(state, seats, over_phase, limit):
    """The last phase is that of games that are over; only they have no seat to act and may have met their `limit`."""
    over = state.over == 1
    return (
        state.seats == seats
        and 0 <= state.phase <= over_phase
        and 0 <= state.over <= 1
        and over == (state.phase == over_phase)
        and (state.limit == NO_LIMIT or (over and state.limit == limit))
        and state.forfeit == -1
        and (state.to_act == -1 if over else 0 <= state.to_act < seats)
        and 0 <= state.decisions <= MOST_DECISIONS
        and state.rng != 0
    )


@rule
def draw_from(state, stream):
    """Chance comes from this stream from now on, and so does the lot by which players draw how to play."""
    state.rng = stream
    state.lot = spare_bits(stream)


@rule
def end_game(state, over_phase):
    """The game is over by its rules; set `limit` too where one ends it."""
    state.phase = over_phase
    state.over = 1
    state.to_act = -1


@rule
def count_decision(state):
    """One more decision; a record from a stranger may say that there were as many as can be counted."""
    state.decisions = min(state.decisions + 1, MOST_DECISIONS)


@rule
def forfeit(state, seat):
    """The game ends where it stands, by an illegal action of this seat."""
    state.forfeit = seat
    state.over = 1
    state.to_act = -1


@rule
def take_back_forfeit(state):
    """The position before a forfeit. Returns the seat, for `forfeit`, or -1 if nobody has forfeited."""
    seat = state.forfeit
    if seat < 0 or state.over != 1 or state.to_act != -1:
        return -1
    state.forfeit = -1
    state.over = 0
    state.to_act = seat
    return seat


def ending(state: Any) -> str:
    """How a game that is over ended: by its "rules", by a "limit" of them, by its "cap" or by a "forfeit"."""
    if state.forfeit >= 0:
        return "forfeit"
    return {NO_LIMIT: "rules", LIMIT: "limit", CAP: "cap"}[int(state.limit)]
