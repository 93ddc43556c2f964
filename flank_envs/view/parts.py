"""Parts that pictures of all games have: choices, who decides what, the stages of a turn, seats, rows of cards."""

from collections.abc import Sequence
from typing import Any

from flank_envs.engine.game import game_of_dtype
from flank_envs.view import svg
from flank_envs.view.palette import CHOICE, HAIR, INK, MUTED, SEAT_INK, WHITE
from flank_envs.view.words import seat_name


def click(state: Any, action: int) -> dict[str, Any]:
    """The attributes that make a group a choice: svg.group(..., **click(state, action))."""
    title = game_of_dtype(state.dtype).view.describe(state, action)
    return {"title": title, "data_action": action, "cursor": "pointer"}


def button(
    state: Any, action: int, x: float, y: float, width: float, height: float, label: str, size: float | None = None
) -> str:
    """A pill for an action, centred at a point."""
    edge = max(1.8, min(2.5, height / 10))
    pill = svg.pill(
        x, y, width, height, label, WHITE, INK, size=size or height * 0.62, stroke=CHOICE, stroke_width=edge
    )
    return svg.group(pill, **click(state, action))


def callout(state: Any, status: tuple[str, str], width: float, height: float = 56) -> str:
    """A box in the ink of whoever decides or has won, with the two parts of the status below each other."""
    seat = int(state.winner if state.over else state.to_act)
    star = "★ " if state.over and seat >= 0 else ""
    who, what = status
    return (
        svg.rect(0, 0, width, height, rx=10, fill=SEAT_INK[seat] if seat >= 0 else MUTED)
        + svg.text(14, 24, star + who, size=16, bold=True, fill=WHITE)
        + svg.text(14, 43, what, size=12, fill=WHITE)
    )


def stages(names: Sequence[str], present: int | None, width: float) -> str:
    """A row of pills, 20 high; the present one is dark."""
    step = width / len(names)
    return "".join(
        svg.pill(step * (k + 0.5), 10, step - 4, 20, name, *((INK, WHITE) if k == present else (HAIR, MUTED)), size=10)
        for k, name in enumerate(names)
    )


def seat_box(state: Any, viewer: int | None, seat: int, width: float, height: float, more: str = "") -> str:
    """The panel of a seat with its name (and `more`) at the top; an arrow and a dark edge while the seat decides."""
    ink, deciding = SEAT_INK[seat], not state.over and seat == state.to_act
    edge, wide = (ink, 2) if deciding else (HAIR, 1)
    arrow = svg.polygon(((0, 9), (9, 18), (0, 27)), fill=ink)
    return (
        svg.rect(0, 0, width, height, rx=10, fill=WHITE, stroke=edge, stroke_width=wide)
        + (arrow if deciding else svg.rect(0, 10, 5, 16, rx=2, fill=ink))
        + svg.text(14, 23, seat_name(viewer, seat) + more, size=14, bold=True, fill=ink)
    )


def badge(x: float, y: float, letter: str, fill: str, count: int = 1) -> str:
    """A token with a letter for things that are counted; hollow if there are none."""
    if count:
        return svg.token(x, y, 9, letter, fill)
    return svg.token(x, y, 9, letter, WHITE, MUTED, stroke=HAIR)


def card_row(cards: Sequence[str], card_width: float, room: float, gap: float = 4) -> str:
    """Cards, each drawn at 0, 0, in a row centred at 0 that overlaps when there is no room."""
    places = svg.spread(len(cards), card_width, room, gap)
    return "".join(svg.group(card, at=(x, 0)) for card, x in zip(cards, places, strict=True))
