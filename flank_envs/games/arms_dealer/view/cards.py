"""The cards of Arms Dealer as drawings: ships, items, asteroids, coins, and what can be clicked."""

from typing import Any

from flank_envs.games.arms_dealer.tables import (
    ASTEROID_WORTH,
    RAPID_REPAIR,
    REDRAW,
    REINFORCEMENTS,
    REPAIR,
    SHIP_LETTERS,
    SHIP_NAMES,
)
from flank_envs.games.arms_dealer.view import words
from flank_envs.view import svg
from flank_envs.view.palette import CHOICE, INK, MUTED, SEAT_INK, WHITE
from flank_envs.view.parts import click

GOLD = "#d9a92c"
CLASS_INK = ("#7a8794", "#3d8f7f", "#c4792a", "#b3453c", "#5a4a9c")
POWER_INK, REPAIR_INK, TRICK_INK = "#b3453c", "#3d8f7f", "#5a4a9c"

CARD_W, CARD_H = 66, 88
ITEM_W, ITEM_H = 62, 54

# Drawn in boxes of 48 x 30, nose to the right.
HULLS = (
    "M18 9A6 6 0 1 1 18 21A6 6 0 1 1 18 9ZM24 13H34L30 15L34 17H24ZM8 4H18V7H8ZM8 23H18V26H8Z",
    "M6 15L12 9L40 13.5L46 15L40 16.5L12 21Z",
    "M4 15L10 11L14 2L20 3L22 11L40 13L46 15L40 17L22 19L20 27L14 28L10 19Z",
    "M2 11H8L12 5H30L34 9H42L47 15L42 21H34L30 25H12L8 19H2Z",
    "M1 15C6 4 16 0 24 0C32 0 42 4 47 15C42 26 32 30 24 30C16 30 6 26 1 15ZM24 8A7 7 0 1 0 24 22A7 7 0 1 0 24 8Z",
)


def ship(x: float, y: float, kind: int, seat: int) -> str:
    """A ship card, or its back."""
    if kind == words.BACK:
        return svg.card_back(x, y, CARD_W, CARD_H, SEAT_INK[seat])
    ink = CLASS_INK[kind]
    return "".join(
        [
            svg.rect(x, y, CARD_W, CARD_H, rx=7, fill=WHITE, stroke=SEAT_INK[seat], stroke_width=1.6),
            svg.text(
                x + CARD_W / 2, y + 20, str(words.ship_power(kind)), size=16, bold=True, anchor="middle", fill=ink
            ),
            svg.group(svg.path(HULLS[kind], fill_rule="evenodd"), at=(x + 9, y + 30), fill=ink),
            svg.text(x + CARD_W / 2, y + CARD_H - 9, SHIP_NAMES[kind], size=9.5, anchor="middle", fill=INK),
        ]
    )


def badge(kind: int, x: float, y: float, seat: int) -> str:
    return svg.token(x, y, 9, SHIP_LETTERS[kind], CLASS_INK[kind])


def item(x: float, y: float, kind: int, lifted: bool = False) -> str:
    """An item card, or its back."""
    if kind == words.BACK:
        back = svg.card_back(x, y, ITEM_W, ITEM_H, MUTED)
        edge = svg.rect(x, y, ITEM_W, ITEM_H, rx=7, fill="none", stroke=GOLD, stroke_width=3)
        return back + (edge if lifted else "")
    big, small, ink = _face(kind)
    return "".join(
        [
            svg.rect(
                x,
                y,
                ITEM_W,
                ITEM_H,
                rx=7,
                fill=WHITE,
                stroke=GOLD if lifted else ink,
                stroke_width=3 if lifted else 1.6,
            ),
            svg.rect(x, y, ITEM_W, 9, rx=4, fill=ink),
            svg.text(x + ITEM_W / 2, y + 30, big, size=15, bold=True, anchor="middle", fill=ink),
            svg.text(x + ITEM_W / 2, y + 46, small, size=8.6, anchor="middle", fill=INK),
        ]
    )


def _face(kind: int) -> tuple[str, str, str]:
    if kind < REPAIR:
        return f"+{kind + 1}00", "Power", POWER_INK
    if kind < REINFORCEMENTS:
        return f"+{SHIP_LETTERS[kind - REPAIR]}", "Repair", REPAIR_INK
    return {
        REINFORCEMENTS: ("1+1", "Reinforce", TRICK_INK),
        REDRAW: ("1 : 1", "Redraw", TRICK_INK),
        RAPID_REPAIR: ("+all", "Rapid Repair", REPAIR_INK),
    }[kind]


def asteroid(x: float, y: float, kind: int) -> str:
    """A card of the line: nobody sees its value before the Collection Phase."""
    known = kind != words.BACK
    disc = svg.circle(x, y, 10, fill="#a59c8f", stroke="#7d756a")
    return disc + svg.text(
        x, y + 4, str(ASTEROID_WORTH[kind]) if known else "?", size=10.5, bold=True, anchor="middle", fill=WHITE
    )


def coin(x: float, y: float, number: int, radius: float = 12) -> str:
    disc = svg.circle(x, y, radius, fill=GOLD, stroke="#a97f16")
    size = radius * (1.0 if number < 100 else 0.8)
    return disc + svg.text(x, y + size * 0.36, str(number), size=size, bold=True, anchor="middle", fill=WHITE)


def empty(x: float, y: float, width: float = CARD_W, height: float = CARD_H) -> str:
    return svg.rect(x, y, width, height, rx=7, fill="none", stroke=MUTED, stroke_dasharray="4 4", stroke_opacity=0.6)


def eye(x: float, y: float, seat: int) -> str:
    """A mark that a seat has looked at the card above."""
    lid = svg.path("M-8 0C-4 -6 4 -6 8 0C4 6 -4 6 -8 0Z", fill=SEAT_INK[seat])
    return svg.group(lid, svg.circle(0, 0, 2.6, fill=WHITE), title=f"seat {seat} has looked", at=(x, y))


def choice(
    drawn: str, x: float, y: float, width: float, height: float, action: int, legal: set[int], state: Any
) -> str:
    """A card that can be clicked if the action is legal."""
    if action not in legal:
        return drawn
    edge = svg.rect(x - 3, y - 3, width + 6, height + 6, rx=9, fill="none", stroke=CHOICE, stroke_width=2.4)
    return svg.group(drawn, edge, **click(state, action))
