"""The map in pictures of Flank: the board stands on the viewer's home corner, so that its diagonal lies across.

    14
  9   13
4   8   12
  3   7   11
    2   6   10
      1   5
        0
"""

from typing import Any

from flank_envs.games.flank.layout import BUILD_UNIT, MOVE_ALL, MOVE_UNIT, PLACE, SOURCE, TARGET
from flank_envs.games.flank.tables import COLUMNS, NONE, ROWS, SEATS, SITE_ZONE, SITES, TYPES, ZONE_LIMIT, ZONES
from flank_envs.games.flank.view import names
from flank_envs.games.flank.view.pieces import NEUTRAL_TINT, base, unit
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, CHOICE, INK, MUTED, SEAT_TINT, WHITE
from flank_envs.view.parts import button, click

MIDDLE, HALF_W, HALF_H, GAP = (346, 408), 82, 94, 3
DIAGONAL = (ROWS + COLUMNS - 2) // 2  # the level of the neutral zones, counted from the home corner
BASE_Y, UNITS_Y, BUTTONS_Y = -48, -15, 20
RADIUS, SMALL = 13, 11


def board_map(state: Any, viewer: int | None, legal: set[int]) -> str:
    """All zones, and an arrow for a move that is being made."""
    own = viewer or 0
    zones = (_zone(state, own, zone, legal) for zone in range(ZONES))
    return "".join(zones) + _arrow(state, own)


def _level(own: int, zone: int) -> int:
    """How far a zone is from the home corner of a seat."""
    row, column = divmod(names.zone_of(own, zone), COLUMNS)
    return row + column


def _middle(own: int, zone: int) -> svg.Point:
    row, column = divmod(names.zone_of(own, zone), COLUMNS)
    return MIDDLE[0] + (row - column + 1) * HALF_W, MIDDLE[1] + (DIAGONAL - row - column) * HALF_H


def _zone(state: Any, own: int, zone: int, legal: set[int]) -> str:
    seat = names.seat_to_act(state)
    mine = names.zone_of(seat, zone)
    action = next((a for a in (TARGET + mine, SOURCE + mine) if a in legal), None)
    parts = [
        _ground(state, own, zone, action is not None),
        svg.text(0, -HALF_H + 27, str(zone), size=12, bold=True, anchor="middle", fill=MUTED),
        svg.text(0, HALF_H - 29, f"max {ZONE_LIMIT[zone]}", size=10.5, anchor="middle", fill=MUTED),
        *(base(k, 0, BASE_Y, 1.15) for k in range(SEATS) if (int(state.bases[k]) >> zone) & 1),
        _troops(state, own, zone, legal),
        _buttons(state, seat, zone, legal),
    ]
    if zone == state.battle_zone:
        parts.append(svg.pill(0, HALF_H - 49, 62, 17, "✕ battle", ALARM, size=10.5))
    return svg.group(*parts, at=_middle(own, zone), **(click(state, action) if action is not None else {}))


def _ground(state: Any, own: int, zone: int, is_choice: bool) -> str:
    """The field in the tint of the side it belongs to; its edge says what happens there."""
    level = _level(0, zone)
    tint = NEUTRAL_TINT if level == DIAGONAL else SEAT_TINT[level > DIAGONAL]
    edge, wide, dashes = WHITE, 1.5, None
    if zone == state.battle_zone:
        edge, wide, dashes = ALARM, 3, "12 5"
    if zone in (state.move_target, state.move_source):
        edge, wide, dashes = INK, 2.5, "8 5"
    if is_choice:
        edge, wide, dashes = CHOICE, 3, None
    w, h = HALF_W - GAP, HALF_H - GAP
    corners = ((0, -h), (w, 0), (0, h), (-w, 0))
    return svg.polygon(
        corners, fill=tint, stroke=edge, stroke_width=wide, stroke_linejoin="round", stroke_dasharray=dashes
    )


def _troops(state: Any, own: int, zone: int, legal: set[int]) -> str:
    """The units of both seats; those of the nearer seat below when both are there."""
    present = [seat for seat in (1 - own, own) if state.units[seat, zone].any()]
    radius = RADIUS if len(present) == 1 else SMALL
    parts = []
    for row, seat in enumerate(present):
        kinds = [kind for kind in range(TYPES) if state.units[seat, zone, kind]]
        step = 2.5 * radius
        for k, kind in enumerate(kinds):
            x = (k - (len(kinds) - 1) / 2) * step
            action = MOVE_UNIT + kind if zone == state.move_source and seat == state.to_act else None
            action = action if action in legal else None
            parts.append(
                unit(state, seat, kind, x, UNITS_Y + 30 * row, radius, int(state.units[seat, zone, kind]), action)
            )
    return "".join(parts)


def _buttons(state: Any, seat: int, zone: int, legal: set[int]) -> str:
    """Types that can be built or placed here, or all units that can leave."""
    if zone == state.move_source and MOVE_ALL in legal:
        return button(state, MOVE_ALL, 0, BUTTONS_Y, 72, 24, "move all", size=11.5)
    mine = names.zone_of(seat, zone)
    actions = {kind: PLACE + kind * ZONES + mine for kind in range(TYPES)}
    if zone in SITE_ZONE[seat] and not any(action in legal for action in actions.values()):
        site = SITE_ZONE[seat].tolist().index(zone)
        actions = {kind: BUILD_UNIT + kind * SITES + site for kind in range(TYPES)}
    offered = [(kind, action) for kind, action in actions.items() if action in legal]
    return "".join(
        button(
            state,
            action,
            (k - (len(offered) - 1) / 2) * 28,
            BUTTONS_Y,
            26,
            24,
            names.unit_mark(state, seat, kind),
            size=10.5,
        )
        for k, (kind, action) in enumerate(offered)
    )


def _arrow(state: Any, own: int) -> str:
    """From the source of a move to its target, across the side that they share."""
    if state.move_source == NONE:
        return ""
    (x1, y1), (x2, y2) = _middle(own, int(state.move_source)), _middle(own, int(state.move_target))
    middle, along = ((x1 + x2) / 2, (y1 + y2) / 2), ((x2 - x1) / 2, (y2 - y1) / 2)
    tip = (middle[0] + along[0] * 0.3, middle[1] + along[1] * 0.3)
    tail = (middle[0] - along[0] * 0.3, middle[1] - along[1] * 0.3)
    side = (-along[1] * 0.16, along[0] * 0.16)
    head = [(middle[0] + side[0], middle[1] + side[1]), tip, (middle[0] - side[0], middle[1] - side[1])]
    return svg.line(*tail, *middle, stroke=INK, stroke_width=6) + svg.polygon(head, fill=INK)
