"""The record of a game in progress: its type, the fields that all records start with, and what must hold for them.

A forfeit changes nothing but header fields: with it taken back, the record is the position in which it happened. So the
rules of a game, their invariants among them, know of positions and of endings of their own alone.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.options import Option

# The fields that every record starts with; the options of the game follow, then its own fields.
HEADER = [
    ("rng", np.uint64),  # the random stream of all chance events
    ("decisions", np.int32),  # decisions taken so far in this game
    ("phase", np.int8),  # index into Game.phases
    ("to_act", np.int8),  # seat that decides now, -1 when the game is over
    ("seats", np.int8),  # number of players
    ("over", np.int8),  # 1 when the game has ended
    ("limit", np.int8),  # which limit ended it, see below; 0 when none did
    ("forfeit", np.int8),  # seat whose illegal action ended it, -1 if none did
]


def record_type(options: Sequence[Option], fields: Sequence[tuple]) -> np.dtype:
    """The type of a game's record: header, options, then the game's own fields, which may hold an option too."""
    own = {name for name, *_ in fields}
    option_fields = [(option.name, np.int32) for option in options if option.name not in own]
    named = [*HEADER, *option_fields, *fields]
    started = {name for name, *_ in HEADER}
    for name, *_ in [*option_fields, *fields]:
        if name in started:
            raise ValueError(f"every record starts with a field {name!r} that the engine keeps: choose another name")
    for name, *_ in named:
        if hasattr(np.record, name):
            raise ValueError(f"field {name!r} hides numpy's own attribute of records: choose another name")
    return np.dtype((np.record, np.dtype(_without_gaps(np.dtype(named, align=True)), align=True)))


def _without_gaps(layout: np.dtype) -> list[tuple]:
    """The fields with the gaps of alignment as fields of their own: numpy leaves bytes in gaps undefined."""
    filled, end = [], 0
    for name, (kind, start, *_) in (layout.fields or {}).items():
        if start > end:
            filled.append((f"gap_{end}", np.int8, start - end))
        filled.append((name, kind))
        end = start + kind.itemsize
    if layout.itemsize > end:
        filled.append((f"gap_{end}", np.int8, layout.itemsize - end))
    return filled


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
