"""What may be chosen on the board in pictures of Mercy Frontier: tiles, spaces, targets, legs."""

from math import hypot
from typing import Any

from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import CELL as CELL_ACTION
from flank_envs.games.mercy_frontier.layout import LEG, SPOT, TARGET_ENEMY, TARGET_OWN, TILE
from flank_envs.games.mercy_frontier.state import column_of, own_local, own_spot, own_tile, row_of
from flank_envs.games.mercy_frontier.view import names, words
from flank_envs.games.mercy_frontier.view.board import TILE_PX, corner, middle
from flank_envs.games.mercy_frontier.view.pieces import CELL, owned
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, CHOICE, INK, WHITE
from flank_envs.view.parts import click

BUTTON = 12  # radius of the buttons of legs
MEETS, TRAMPLES = "#fff1ef", "#e6e0d2"

Token = tuple[int, int, int]  # column, row, side


def board_choices(state: Any, own: int, legal: set[int]) -> str:
    """Everything on the board that may be chosen now, above all that stands there."""
    if not legal:
        return ""
    return _tile_choices(state, own, legal) + _target_choices(state, own, legal) + _leg_choices(state, own, legal)


def _tile_choices(state: Any, own: int, legal: set[int]) -> str:
    """Tiles, worker spaces, and spaces of the chosen tile."""
    seat, parts = int(state.to_act), []
    for k in range(t.OPEN_TILES):
        if TILE + k in legal:
            x, y = corner(own, *names.tile_corner(own_tile(seat, k)), t.TILE_SIDE, t.TILE_SIDE)
            area = svg.rect(x + 4, y + 4, TILE_PX - 8, TILE_PX - 8, rx=8, **_marked(3))
            parts.append(svg.group(area, **click(state, TILE + k)))
        for spot in range(t.SPOTS):
            action = SPOT + k * t.SPOTS + spot
            if action in legal:
                place = next(p for s, *p in names.spots_of(state, own_tile(seat, k)) if s == own_spot(seat, spot))
                ring = svg.circle(*middle(own, *place), CELL / 2 - 1.5, **_marked(3))
                parts.append(svg.group(ring, **click(state, action)))
    for local in range(t.TILE_CELLS):
        if CELL_ACTION + local in legal:
            tile, place = int(state.tile), own_local(seat, local, 1, 1)
            x, y = corner(own, column_of(tile, place), row_of(tile, place))
            area = svg.rect(x + 3, y + 3, CELL - 6, CELL - 6, rx=5, **_marked(2))
            parts.append(svg.group(area, **click(state, CELL_ACTION + local)))
    return "".join(parts)


def _marked(wide: float) -> dict[str, Any]:
    return {"fill": CHOICE, "fill_opacity": 0.14, "stroke": CHOICE, "stroke_width": wide}


def _target_choices(state: Any, own: int, legal: set[int]) -> str:
    parts = []
    for seat, first in ((int(state.to_act), TARGET_OWN), (1 - int(state.to_act), TARGET_ENEMY)):
        for zone in range(t.ZONES):
            place = names.token_at(state, seat, zone)
            if first + zone in legal and place is not None:
                column, row, side = place
                x, y = corner(own, column, row, side, side)
                ring = owned(seat, x, y, side * CELL, side * CELL, 10, **_marked(4))
                parts.append(svg.group(ring, **click(state, first + zone)))
    return "".join(parts)


def _leg_choices(state: Any, own: int, legal: set[int]) -> str:
    """A line from each token in each direction, with a button where the front of the token would come to lie."""
    seat = int(state.to_act)
    lines, buttons, taken = [], [], []
    for zone in range(t.ZONES):
        place = names.token_at(state, seat, zone)
        for direction in range(t.DIRECTIONS):
            first = LEG + (zone * t.DIRECTIONS + direction) * t.DISTANCES
            distances = [k for k in range(t.DISTANCES) if first + k in legal]
            if place is None or not distances:
                continue
            seen = direction ^ 2 if seat else direction
            shift = _free_lane(own, place, seen, distances, taken)
            spots = [_front(own, place, seen, k, shift) for k in distances]
            taken += spots
            start = _front(own, place, seen, 0, shift)
            lines.append(svg.line(*start, *spots[-1], stroke=CHOICE, stroke_width=2.5, stroke_opacity=0.8))
            buttons += [
                _leg_button(state, seat, place, seen, k, first + k, spot)
                for k, spot in zip(distances, spots, strict=True)
            ]
    return "".join(lines + buttons)


def _front(own: int, place: Token, direction: int, distance: int, shift: float) -> svg.Point:
    """The middle of the front row of a token after so many steps, moved aside by `shift`; 0: its edge."""
    column, row, side = place
    x, y = corner(own, column, row, side, side)
    dx, dy = int(t.COLUMN_STEP[direction]), -int(t.ROW_STEP[direction])
    if own:
        dx, dy = -dx, -dy
    reach = side * CELL / 2 + (distance - 0.5) * CELL if distance else side * CELL / 2 - 4
    half = side * CELL / 2
    return x + half + dx * reach + dy * shift, y + half + dy * reach + dx * shift


def _free_lane(own: int, place: Token, direction: int, distances: list[int], taken: list[svg.Point]) -> float:
    """How far aside the buttons of a direction go, so that they cover as few others as possible."""
    widest = place[2] * CELL / 2 - BUTTON
    shifts = [0.0, *(sign * k * widest / 6 for k in range(1, 7) for sign in (1, -1))]

    def covered(shift: float) -> tuple[float, float]:
        """At worst, and in all."""
        spots = [_front(own, place, direction, k, shift) for k in distances]
        depths = [max(0.0, 2 * BUTTON - hypot(x - a, y - b)) for x, y in spots for a, b in taken]
        return max(depths, default=0.0), sum(depths)

    return min(shifts, key=lambda shift: (covered(shift), abs(shift)))


def _leg_button(state: Any, seat: int, place: Token, direction: int, distance: int, action: int, at: svg.Point) -> str:
    """The number of spaces with a sign if it meets enemies or tramples, or a cross for an attack without moving."""
    trampled, met = words.ahead(state, seat, place, direction, distance)
    fill = TRAMPLES if trampled else MEETS if met else WHITE
    ink, sign = (ALARM, "!") if met else (INK, "×" if trampled else "")
    disc = svg.circle(*at, BUTTON, fill=fill, stroke=CHOICE, stroke_width=2)
    label = svg.text(
        at[0], at[1] + 4, f"{distance}{sign}" if distance else "✕", size=12, bold=True, anchor="middle", fill=ink
    )
    return svg.group(disc, label, **click(state, action))
