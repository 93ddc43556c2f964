"""The pieces in pictures of Flank: units, bases, tokens and cards."""

from collections.abc import Sequence
from typing import Any

from flank_envs.games.flank.tables import CARD_TOKENS, COLOURS, KIND_NAMES
from flank_envs.games.flank.view.names import unit_mark
from flank_envs.view import svg
from flank_envs.view.palette import CHOICE, HAIR, INK, SEAT_INK, WHITE
from flank_envs.view.parts import click

NEUTRAL_TINT = "#edeae2"
TOKEN_INK, EMPTY = ("#3b76b5", "#3f8a56", "#b07f00"), "#e9e5dc"

CARD_W, CARD_H = 58, 46
STEP = 2.4  # between tokens of radius 1
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
    """Units of a type: its outline and mark, filled for seat 0 and hollow for seat 1; ringed if they are a choice."""
    fill, ink = _inks(seat)
    parts = [
        svg.path(SHAPES[kind], fill=fill, stroke=SEAT_INK[seat], stroke_width=1.6, stroke_linejoin="round"),
        svg.text(0, 3.6, unit_mark(state, seat, kind), size=10, bold=True, anchor="middle", fill=ink),
    ]
    if action is not None:
        ring = svg.path(SHAPES[kind], fill=WHITE, stroke=CHOICE, stroke_width=2, stroke_linejoin="round")
        parts.insert(0, svg.group(ring, scale=1.32))
    if count > 1:
        parts.append(svg.circle(10, -9, 6.4, fill=WHITE, stroke=INK))
        parts.append(svg.text(10, -5.4, str(count), size=10, bold=True, anchor="middle", fill=INK))
    attributes = {} if action is None else click(state, action)
    return svg.group(*parts, at=(x, y), scale=radius / 10, **attributes)


def _inks(seat: int) -> tuple[str, str]:
    """Ground and letters of a seat's pieces: seat 0's are filled, seat 1's are hollow."""
    return (SEAT_INK[seat], WHITE) if seat == 0 else (WHITE, SEAT_INK[seat])


def units(state: Any, seat: int, counts: Sequence[int], x: float, y: float, radius: float) -> str:
    """A row of units, type by type, from x on."""
    kinds = [kind for kind, count in enumerate(counts) if count]
    step = radius * 2.7
    return "".join(unit(state, seat, kind, x + step * k, y, radius, counts[kind]) for k, kind in enumerate(kinds))


def base(seat: int, x: float, y: float, scale: float = 1, gone: bool = False) -> str:
    """A base in the manner of its seat; pale and without an edge when it is gone."""
    if gone:
        return svg.group(svg.path(HOUSE, fill=EMPTY), at=(x, y), scale=scale)
    house = svg.path(HOUSE, fill=_inks(seat)[0], stroke=SEAT_INK[seat], stroke_width=1.8, stroke_linejoin="round")
    return svg.group(house, at=(x, y), scale=scale)


def token(colour: int, x: float, y: float, radius: float, **attributes: Any) -> str:
    """A resource token: blue ones are discs, green ones squares, yellow ones triangles."""
    if colour == 0:
        return svg.circle(x, y, radius, **attributes)
    if colour == 1:
        half = 0.9 * radius
        return svg.rect(x - half, y - half, 2 * half, 2 * half, **attributes)
    wide, high = 1.15 * radius, 0.9 * radius
    return svg.polygon(((x, y - 1.2 * radius), (x + wide, y + high), (x - wide, y + high)), **attributes)


def tokens(counts: Sequence[int], x: float, y: float, radius: float) -> str:
    """A row of tokens from x on: blue, green, yellow."""
    colours = [colour for colour in range(COLOURS) for _ in range(counts[colour])]
    return "".join(
        token(colour, x + STEP * radius * k, y, radius, fill=TOKEN_INK[colour]) for k, colour in enumerate(colours)
    )


def width_of(counts: Sequence[int], radius: float) -> float:
    """From the middle of the first token to the middle of the last one."""
    return STEP * radius * max(sum(counts) - 1, 0)


def resource_card(kind: int, x: float, y: float, count: int = 1, edge: str = HAIR, **attributes: Any) -> str:
    """A card with its name and its tokens; a number if it stands for several."""
    given = CARD_TOKENS[kind].tolist()
    first, second = KIND_NAMES[kind].split()
    parts = [
        svg.rect(0, 0, CARD_W, CARD_H, rx=6, fill=WHITE, stroke=edge, stroke_width=1.2 if edge == HAIR else 2.5),
        svg.text(CARD_W / 2, 13, first, size=10, bold=True, anchor="middle", fill=INK),
        svg.text(CARD_W / 2, 24, second, size=10, anchor="middle", fill=INK),
        tokens(given, CARD_W / 2 - width_of(given, 4.2) / 2, 35, 4.2),
    ]
    if count > 1:
        parts.append(svg.pill(CARD_W - 8, -2.5, 24, 16, f"×{count}", INK, size=10))
    return svg.group(*parts, at=(x, y), **attributes)
