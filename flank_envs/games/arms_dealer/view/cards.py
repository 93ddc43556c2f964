"""The cards of Arms Dealer as drawings: ships, items, asteroids, coins, and what can be clicked."""

from typing import Any

from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.view import words
from flank_envs.view import svg
from flank_envs.view.palette import CHOICE, INK, MUTED, SEAT_INK, WHITE
from flank_envs.view.parts import badge, click

GOLD = "#d9a92c"
CLASS_INK = ("#5f6c78", "#2a7667", "#96570f", "#a83c34", "#5a4a9c")
POWER_INK, REPAIR_INK, TRICK_INK = "#a83c34", "#2a7667", "#5a4a9c"

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
            svg.text(x + CARD_W / 2, y + CARD_H - 9, t.SHIP_NAMES[kind], size=10, anchor="middle", fill=INK),
        ]
    )


def ship_badge(kind: int, x: float, y: float, count: int = 1) -> str:
    return badge(x, y, t.SHIP_LETTERS[kind], CLASS_INK[kind], count)


def item(x: float, y: float, kind: int, lifted: bool = False) -> str:
    """An item card, or its back; it is lifted while somebody looks at it."""
    edge = svg.rect(
        x - 1, y - 1, ITEM_W + 2, ITEM_H + 2, rx=8, fill="none", stroke=INK, stroke_width=2.6, stroke_dasharray="6 3"
    )
    return (_back(x, y) if kind == words.BACK else _open(x, y, kind)) + (edge if lifted else "")


def _back(x: float, y: float) -> str:
    return svg.card_back(x, y, ITEM_W, ITEM_H, MUTED)


def _open(x: float, y: float, kind: int) -> str:
    sign, name, ink = _face(kind)
    lines = name.split()
    middle, last = x + ITEM_W / 2, y + (49 if len(lines) > 1 else 46)
    return "".join(
        [
            svg.rect(x, y, ITEM_W, ITEM_H, rx=7, fill=WHITE, stroke=ink, stroke_width=1.6),
            svg.rect(x, y, ITEM_W, 9, rx=4, fill=ink),
            svg.text(middle, last - 5 - 11 * len(lines), sign, size=15, bold=True, anchor="middle", fill=ink),
            *(
                svg.text(middle, last - 11 * k, line, size=10, anchor="middle", fill=INK)
                for k, line in enumerate(reversed(lines))
            ),
        ]
    )


def chip(x: float, y: float, kind: int) -> str:
    """A small item card: its sign alone."""
    sign, _, ink = _face(kind)
    box = svg.rect(x, y, 42, 24, rx=5, fill=WHITE, stroke=ink, stroke_width=1.4)
    return box + svg.text(x + 21, y + 16, sign, size=11, bold=True, anchor="middle", fill=ink)


def _face(kind: int) -> tuple[str, str, str]:
    if kind < t.REPAIR:
        return f"+{kind + 1}00", "Power", POWER_INK
    if kind < t.REINFORCEMENTS:
        return f"+{t.SHIP_LETTERS[kind - t.REPAIR]}", "Repair", REPAIR_INK
    return {
        t.REINFORCEMENTS: ("1+1", "Reinforce", TRICK_INK),
        t.REDRAW: ("1 : 1", "Redraw", TRICK_INK),
        t.RAPID_REPAIR: ("+all", "Rapid Repair", REPAIR_INK),
    }[kind]


def asteroid(x: float, y: float, kind: int) -> str:
    """A card of the line: nobody sees its value before the Collection Phase."""
    known = kind != words.BACK
    disc = svg.circle(x, y, 10, fill="#756c61", stroke="#5c5348")
    return disc + svg.text(
        x, y + 4, str(t.ASTEROID_WORTH[kind]) if known else "?", size=10.5, bold=True, anchor="middle", fill=WHITE
    )


def coin(x: float, y: float, number: int, radius: float = 12) -> str:
    disc = svg.circle(x, y, radius, fill=GOLD, stroke="#a97f16")
    size = radius * (1.0 if number < 100 else 0.84)
    return disc + svg.text(x, y + size * 0.36, str(number), size=size, bold=True, anchor="middle", fill=INK)


def empty(x: float, y: float, width: float = CARD_W, height: float = CARD_H) -> str:
    return svg.rect(x, y, width, height, rx=7, fill="none", stroke=MUTED, stroke_dasharray="4 4", stroke_opacity=0.6)


def eye(x: float, y: float, seat: int) -> str:
    """A mark with the number of a seat that has looked at the card above."""
    lid = svg.path("M-8 0C-4 -6 4 -6 8 0C4 6 -4 6 -8 0Z", fill=SEAT_INK[seat])
    number = svg.text(10, 4, str(seat), size=10.5, bold=True, fill=SEAT_INK[seat])
    return svg.group(lid, svg.circle(0, 0, 2.6, fill=WHITE), number, title=f"seat {seat} has looked", at=(x, y))


def choice(
    drawn: str, x: float, y: float, width: float, height: float, action: int, legal: set[int], state: Any
) -> str:
    """A card that can be clicked if the action is legal."""
    if action not in legal:
        return drawn
    edge = svg.rect(x - 3, y - 3, width + 6, height + 6, rx=9, fill="none", stroke=CHOICE, stroke_width=2.4)
    return svg.group(drawn, edge, **click(state, action))
