"""The pieces in pictures of Flank: units, bases, tokens and cards."""

from collections.abc import Sequence
from typing import Any

from flank_envs.games.flank.tables import CARD_TOKENS, COLOURS, KIND_NAMES
from flank_envs.games.flank.view.names import unit_mark
from flank_envs.view import svg
from flank_envs.view.palette import CHOICE, HAIR, INK, SEAT_INK, WHITE
from flank_envs.view.parts import click

NEUTRAL_TINT = "#edeae2"
TOKEN_INK, EMPTY = ("#4a86c5", "#55a06a", "#e3b94f"), "#e9e5dc"

CARD_W, CARD_H = 58, 46
# Drawn around 0, 0 with a radius of 10: one outline for each type of a faction.
SHAPES = (
    "M0 -10A10 10 0 1 1 0 10A10 10 0 1 1 0 -10Z",
    "M0 -12L12 0L0 12L-12 0Z",
    "M-9.5 -9.5H9.5V9.5H-9.5Z",
    "M-6 -10.4H6L12 0L6 10.4H-6L-12 0Z",
)
HOUSE = "M0 -9L11 0H7.5V9H2.6V2.6H-2.6V9H-7.5V0H-11Z"


def unit(
    state: Any, seat: int, kind: int, x: float, y: float, radius: float, count: int = 1, action: int | None = None
) -> str:
    """Units of a type: its outline and mark in the seat's ink, with their number; ringed if they are a choice."""
    edge, wide = (WHITE, 1) if action is None else (CHOICE, 3)
    parts = [
        svg.path(SHAPES[kind], fill=SEAT_INK[seat], stroke=edge, stroke_width=wide, stroke_linejoin="round"),
        svg.text(0, 3.4, unit_mark(state, seat, kind), size=9.5, bold=True, anchor="middle", fill=WHITE),
    ]
    if count > 1:
        parts.append(svg.circle(9, -8, 5.6, fill=WHITE, stroke=SEAT_INK[seat]))
        parts.append(svg.text(9, -5.2, str(count), size=8, bold=True, anchor="middle", fill=INK))
    attributes = {} if action is None else click(state, action)
    return svg.group(*parts, at=(x, y), scale=radius / 10, **attributes)


def units(state: Any, seat: int, counts: Sequence[int], x: float, y: float, radius: float) -> str:
    """A row of units, type by type, from x on."""
    kinds = [kind for kind, count in enumerate(counts) if count]
    step = radius * 2.7
    return "".join(unit(state, seat, kind, x + step * k, y, radius, counts[kind]) for k, kind in enumerate(kinds))


def base(seat: int, x: float, y: float, scale: float = 1, gone: bool = False) -> str:
    return svg.group(svg.path(HOUSE, fill=EMPTY if gone else SEAT_INK[seat]), at=(x, y), scale=scale)


def tokens(counts: Sequence[int], x: float, y: float, radius: float) -> str:
    """A row of discs from x on: blue, green, yellow."""
    inks = [TOKEN_INK[colour] for colour in range(COLOURS) for _ in range(counts[colour])]
    return "".join(svg.circle(x + 2.3 * radius * k, y, radius, fill=ink) for k, ink in enumerate(inks))


def width_of(counts: Sequence[int], radius: float) -> float:
    """From the middle of the first disc to the middle of the last one."""
    return 2.3 * radius * max(sum(counts) - 1, 0)


def resource_card(kind: int, x: float, y: float, count: int = 1, edge: str = HAIR, **attributes: Any) -> str:
    """A card with its name and its tokens; a number if it stands for several."""
    given = CARD_TOKENS[kind].tolist()
    first, second = KIND_NAMES[kind].split()
    parts = [
        svg.rect(0, 0, CARD_W, CARD_H, rx=6, fill=WHITE, stroke=edge, stroke_width=1.2 if edge == HAIR else 2.5),
        svg.text(CARD_W / 2, 13, first, size=9.5, bold=True, anchor="middle", fill=INK),
        svg.text(CARD_W / 2, 24, second, size=9.5, anchor="middle", fill=INK),
        tokens(given, CARD_W / 2 - width_of(given, 4.2) / 2, 35, 4.2),
    ]
    if count > 1:
        parts.append(svg.pill(CARD_W - 7, 4, 20, 14, f"×{count}", INK, size=9))
    return svg.group(*parts, at=(x, y), **attributes)
