"""Mana Surge for terminals: the hexagon with the viewer's spawner at the bottom."""

from typing import Any

from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.view.words import board_in_view, marked_tiles, on_board, round_number, seat_on, status
from flank_envs.view.words import heading, joined, seat_name

COLUMNS = 2 * t.RADIUS + 1
COLUMN, CELL_WIDTH = 5, 7


def text(state: Any, viewer: int | None) -> str:
    """The board for a terminal, the viewer's spawner at the bottom: tile number, kind, and (seat) of a token."""
    head = heading(state, round_number(state), status(state, viewer))
    seats = [_seat_line(state, viewer, seat) for seat in range(int(state.seats))]
    kinds = "  ".join(f"{t.KIND_LETTERS[k]} {name}" for k, name in enumerate(t.KIND_NAMES) if k != t.PLAIN)
    return joined((head, *seats, "", *_rows(state, viewer), "", f"@ spawner  {kinds}"))


def _seat_line(state: Any, viewer: int | None, seat: int) -> str:
    pool = " | on the pool" if state.owner[t.POOL_TILE] == seat else ""
    actions, spawns, daggers = (int(n) for n in state.held[seat])
    return (
        f"{seat_name(viewer, seat)} | mana {state.mana[seat]} of {state.mana_goal} | "
        f"{on_board(state, seat)} tokens, {state.supply[seat]} in supply | "
        f"extra actions {actions}, extra spawns {spawns}, daggers {daggers}{pool}"
    )


def _rows(state: Any, viewer: int | None) -> list[str]:
    """Flat-topped hexes: neighbouring columns are half a row apart."""
    chosen = [int(state.picked), *marked_tiles(state)]
    rows = [[" "] * (COLUMN * COLUMNS + CELL_WIDTH) for _ in range(2 * COLUMNS - 1)]
    for place, (tile, owner) in enumerate(board_in_view(state, viewer)):
        q, r = t.PLACES[place]
        letter = "@" if owner == t.SPAWNER else t.KIND_LETTERS[t.KIND[place]]
        seat = "" if owner == t.NOBODY else f"[{owner}]" if tile in chosen else f"({seat_on(state, tile)})"
        cell = f"{place:2d}{letter}{seat}"
        start = COLUMN * (q + t.RADIUS)
        rows[2 * r + q + COLUMNS - 1][start : start + len(cell)] = cell
    return ["".join(row) for row in rows]
