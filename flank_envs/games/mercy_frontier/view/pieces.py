"""The pieces in pictures of Mercy Frontier: tokens, buildings, workers, resources.

Seat 0's pieces have round corners, seat 1's are cut off, so that colours are not needed to tell them apart.
"""

from collections.abc import Sequence
from typing import Any

from flank_envs.games.mercy_frontier import tables as t
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, INK, SEAT_INK, WHITE

NEUTRAL_TINT, FOG = "#ece8de", "#c9c3b5"
RESOURCE_INK = ("#55701c", "#4c5968", "#7a3f9d")

CELL = 32
READABLE = 7.2  # radius of the smallest resource with a letter
# Drawn around 0, 0 with a radius of 10: a drop, a hexagon, a crystal.
RESOURCE_SHAPES = (
    "M0 -11C5 -4 9 -1 9 4A9 7.5 0 0 1 -9 4C-9 -1 -5 -4 0 -11Z",
    "M-5.5 -9.5H5.5L11 0L5.5 9.5H-5.5L-11 0Z",
    "M0 -11.5L10 0L0 11.5L-10 0Z",
)
HEART = "M0 4.4C-3.4 1.8 -5 .2 -5 -1.9C-5 -4.6 -1.2 -5.2 0 -2.6C1.2 -5.2 5 -4.6 5 -1.9C5 .2 3.4 1.8 0 4.4Z"
SWORD = "M4.6 -5L4.4 -2.9L-1.2 2.2L-.2 3.2L-1.2 4.2L-2.4 3L-4 4.8L-5 3.8L-3.2 2.2L-4.4 1.1L-3.4 .1L-2.4 1.1L2.7 -4.6Z"
FLAG = "M-6 9V-9H-4V-8L7 -5L-4 -1V9Z"
FLAME = "M0 -10C4 -5 7 -2 7 3A7 7 0 0 1 -7 3C-7 0 -5 -2 -4 -4C-3 -2 -2 -1 -1 -1C-2 -4 -1 -8 0 -10Z"
CAMP = "M-8 6L0 -7L8 6H3L0 1L-3 6Z"
# Workers, by seat: a round head on a round body, a square head on a square body.
PAWNS = (
    "M0 -8A3.6 3.6 0 1 1 0 -.8A3.6 3.6 0 1 1 0 -8ZM-6 7.5C-6 -2.5 6 -2.5 6 7.5Z",
    "M0 -9L3.8 -5L0 -1L-3.8 -5ZM-6 7.5L-3.6 0H3.6L6 7.5Z",
)


def owned(seat: int, x: float, y: float, width: float, height: float, corner: float = 8, **attributes: Any) -> str:
    """A box of a seat's: round corners for seat 0, cut ones for seat 1."""
    if seat == 0:
        return svg.rect(x, y, width, height, rx=corner, **attributes)
    right, low = x + width, y + height
    corners = (
        *((x + corner, y), (right - corner, y), (right, y + corner), (right, low - corner)),
        *((right - corner, low), (x + corner, low), (x, low - corner), (x, y + corner)),
    )
    return svg.polygon(corners, **attributes)


def resource(kind: int, x: float, y: float, radius: float, edge: str = WHITE, wide: float = 1) -> str:
    """A resource: its shape, with its letter where that can be read."""
    shape = svg.path(RESOURCE_SHAPES[kind], fill=RESOURCE_INK[kind], stroke=edge, stroke_width=wide * 10 / radius)
    letter = svg.text(0, 4.9, t.RESOURCE_LETTERS[kind], size=13.4, bold=True, anchor="middle", fill=WHITE)
    return svg.group(shape, letter if radius > READABLE else "", at=(x, y), scale=radius / 10)


def cost(amounts: Sequence[int], x: float, y: float) -> str:
    """2F 1S as icons with their numbers, from x on."""
    parts, at = [], x
    for kind in range(t.RESOURCES):
        if amounts[kind]:
            parts.append(svg.text(at, y + 3.8, str(amounts[kind]), size=10.5, bold=True, fill=INK))
            parts.append(resource(kind, at + 14.5, y, 7.5))
            at += 28
    return "".join(parts)


def strength(x: float, y: float, attack: int, health: str, ink: str, size: float = 11, room: float = 26) -> str:
    """A sword with the attack, a heart with the health."""
    return (
        svg.group(svg.path(SWORD, fill=ink), at=(x + 5, y - size * 0.36))
        + svg.text(x + 12, y, str(attack), size=size, bold=True, fill=ink)
        + svg.group(svg.path(HEART, fill=ink), at=(x + room + 5, y - size * 0.36))
        + svg.text(x + room + 12, y, health, size=size, bold=True, fill=ink)
    )


def worker(seat: int, x: float, y: float, scale: float = 1) -> str:
    pawn = svg.path(PAWNS[seat], fill=SEAT_INK[seat], stroke=WHITE, stroke_width=1.4, stroke_linejoin="round")
    return svg.group(pawn, at=(x, y), scale=scale)


def building(seat: int, kind: int, made: int, x: float, y: float, cell: float = CELL) -> str:
    """A building whose upper left corner is at x, y; `made` is the resource of a refinery's node."""
    width, height = cell * float(t.WIDTH[kind]), cell * float(t.HEIGHT[kind])
    middle, scale = (x + width / 2, y + height / 2), cell / CELL
    box = owned(
        seat, x + 1, y + 1, width - 2, height - 2, 6 * scale, fill=SEAT_INK[seat], stroke=WHITE, stroke_width=1.2
    )
    if kind == t.REFINERY:
        inside = resource(made, *middle, 10 * scale, wide=1.6)
    elif kind == t.OUTPOST:
        inside = svg.group(svg.path(FLAG, fill=WHITE), at=middle, scale=scale)
    else:
        flame = svg.group(svg.path(FLAME, fill=WHITE), at=(middle[0] - 12 * scale, middle[1]), scale=1.1 * scale)
        inside = flame + resource(kind - t.FUEL_BEACON, middle[0] + 10 * scale, middle[1], 10 * scale, wide=1.6)
    return svg.group(box, inside, title=f"{t.BUILDING_NAMES[kind]} of seat {seat}")


def token(seat: int, card: int, attack: int, health: int, most: int, side: int, zone: int, left: int | None) -> str:
    """A mercenary's token with its upper left corner at 0, 0: zone, spaces left to move, name, ability, strength."""
    size = side * CELL - 4
    first, second = t.CARD_NAMES[card].split()
    letter = (10, 12, 14)[side - 2]
    middle, top = 2 + size / 2, 2 + size * (0.44 if side == 2 else 0.42)
    parts = [
        owned(seat, 2, 2, size, size, 9, fill=SEAT_INK[seat], stroke=WHITE, stroke_width=1.5),
        svg.text(8, 13.5, str(zone), size=10, bold=True, fill=WHITE),
        svg.text(middle, top, first, size=letter, bold=True, anchor="middle", fill=WHITE),
        svg.text(middle, top + letter + 0.5, second, size=letter, bold=True, anchor="middle", fill=WHITE),
    ]
    if side > 2 and t.ABILITY[card]:
        parts.append(
            svg.text(middle, top + 2.3 * letter, t.ABILITY_NAMES[t.ABILITY[card]], size=10, anchor="middle", fill=WHITE)
        )
    whole = health == most
    shown = str(health) if whole else f"{health}/{most}"
    half = 29 + 3.8 * max(len(shown) - 3, 0)
    x = middle - (23 if whole else half)
    parts.append("" if whole else svg.rect(middle - half, size - 13.5, 2 * half, 14, rx=4, fill=WHITE))
    parts.append(strength(x, size - 2.5, attack, shown, WHITE if whole else ALARM))
    if left is not None:
        parts.append(svg.pill(size - 13, 11, 26, 15, f"→{left}", WHITE, INK, size=10))
    return "".join(parts)
