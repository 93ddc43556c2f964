"""Hold the Line for terminals: the viewer's side (for None seat 0's) at the bottom."""

from typing import Any

from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.view.words import (
    BACK,
    LINE_NAMES,
    break_in,
    face_down,
    front_of,
    held,
    lanes_in_play,
    line_of,
    notation,
    pile_kinds,
    red_line,
    shots_at,
    status,
    unseen_kinds,
)
from flank_envs.view.viewer import sees
from flank_envs.view.words import heading, joined, seat_name

LABEL, COLUMN, CARDS_IN_ROW = 11, 13, 2  # 76 columns: narrow terminals have 80


def text(state: Any, viewer: int | None) -> str:
    """The board for a terminal: the viewer's side (for None seat 0's) at the bottom."""
    own, end = viewer or 0, red_line(state) + 1
    lanes = [
        f">lane {k}<" if state.phase == t.COMBAT and k == state.lane else f"lane {k}" for k in lanes_in_play(state)
    ]
    lines = [
        heading(state, state.round_number, status(state, viewer)),
        _cards_line(state, viewer, 1 - own),
        "",
        _row("", lanes),
        _row("face down", [_face(face_down(state, viewer, 1 - own, lane)) for lane in lanes_in_play(state)]),
        *reversed(_troop_rows(state, viewer, 1 - own)),
        *(_track_row(state, viewer, f) for f in range(end, -end - 1, -1)),
        *_troop_rows(state, viewer, own),
        _row("face down", [_face(face_down(state, viewer, own, lane)) for lane in lanes_in_play(state)]),
        "",
        _cards_line(state, viewer, own),
    ]
    return joined(lines)


def _cards_line(state: Any, viewer: int | None, seat: int) -> str:
    """A seat's hand, draw pile and discards in one line."""
    count, pile = held(state, viewer, seat), int(state.pile_size[seat])
    discard = _kinds(state.discard[seat])
    if sees(viewer, seat):
        cards = f"hand {_kinds(state.hand[seat])} | pile {pile}: {_kinds(pile_kinds(state, seat))}"
        return f"{seat_name(viewer, seat)} | {cards} | discards {discard}"
    return f"Seat {seat} | hand {count} | pile {pile} | discards {discard} | unseen {_kinds(unseen_kinds(state, seat))}"


def _kinds(counts: Any) -> str:
    return " ".join(f"{count}{letter}" for count, letter in zip(counts, t.LETTERS, strict=True))


def _row(label: str, cells: list[str]) -> str:
    return label.ljust(LABEL) + "".join(cell.center(COLUMN) for cell in cells)


def _face(kind: int) -> str:
    return "" if kind == t.NO_CARD else "[?]" if kind == BACK else f"[{t.LETTERS[kind]}]"


def _troop_rows(state: Any, viewer: int | None, seat: int) -> list[str]:
    """A seat's troops below each other, those nearest to the Front first."""
    cells = []
    for lane in lanes_in_play(state):
        cards = [_troop(state, viewer, seat, lane, slot) for slot in range(int(state.stack_size[seat, lane]))]
        cells.append([" ".join(cards[k : k + CARDS_IN_ROW]) for k in range(0, len(cards), CARDS_IN_ROW)])
    height = max(1, *map(len, cells))
    return [
        _row("" if k else f"seat {seat}", [cell[k] if k < len(cell) else "" for cell in cells]) for k in range(height)
    ]


def _troop(state: Any, viewer: int | None, seat: int, lane: int, slot: int) -> str:
    """A card, with ! when the viewer knows of shots aimed at it."""
    aimed = any(shots_at(state, viewer, seat, lane, slot))
    return notation(int(state.stack[seat, lane, slot])) + "!" * aimed


def _track_row(state: Any, viewer: int | None, f: int) -> str:
    """One line of the board: the Fronts that are on it, and a dot in the other lanes."""
    position = f"{f:+d}" if f else "0"
    cells = [
        f"=== {break_in(state, lane) or position} ===" if front_of(state, viewer, lane) == f else "."
        for lane in lanes_in_play(state)
    ]
    return _row(LINE_NAMES[line_of(state, f)], cells)
