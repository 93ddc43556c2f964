"""The board in pictures of Mercy Frontier, with the viewer's edge (for None seat 0's) at the bottom."""

from typing import Any

from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.state import own_column, own_row
from flank_envs.games.mercy_frontier.view import names
from flank_envs.games.mercy_frontier.view.pieces import (
    CAMP,
    CELL,
    FOG,
    NEUTRAL_TINT,
    building,
    resource,
    token,
    worker,
)
from flank_envs.view import svg
from flank_envs.view.palette import INK, MUTED, SEAT_INK, SEAT_TINT, WHITE

BOARD_X, BOARD_Y = 30, 24
TILE_PX = t.TILE_SIDE * CELL
SPOT_SHIFT = 9  # a worker on a node stands in its corner


def corner(own: int, column: int, row: int, width: int = 1, height: int = 1) -> svg.Point:
    """The upper left corner, in the picture, of spaces whose lowest column and row these are."""
    x, y = own_column(own, column, width), own_row(own, row, height)
    return BOARD_X + x * CELL, BOARD_Y + (t.ROWS - y - height) * CELL


def middle(own: int, column: int, row: int) -> svg.Point:
    x, y = corner(own, column, row)
    return x + CELL / 2, y + CELL / 2


def board_map(state: Any, viewer: int | None) -> str:
    """Tiles and what stands on them."""
    own = viewer or 0
    parts = [_edges(own)]
    parts += [_tile(state, viewer, own, tile) for tile in range(t.TILES)]
    parts += [_buildings(state, own, seat) for seat in range(t.SEATS)]
    parts += [_tokens(state, own, seat) for seat in range(t.SEATS)]
    parts += [_workers(state, own, seat) for seat in range(t.SEATS)]
    return "".join(parts) + _tile_frame(state, own)


def _edges(own: int) -> str:
    """The edges of both players, letters below and numbers at the left."""
    wide, high = t.COLUMNS * CELL, t.ROWS * CELL
    parts = []
    for seat, y in ((1 - own, BOARD_Y - 5), (own, BOARD_Y + high + 5)):
        dashes = "14 7" if seat else None
        parts.append(
            svg.line(BOARD_X, y, BOARD_X + wide, y, stroke=SEAT_INK[seat], stroke_width=6, stroke_dasharray=dashes)
        )
    for column in range(t.COLUMNS):
        x, _ = middle(own, column, 0)
        letter = names.space_name(column, 0)[0]
        parts.append(svg.text(x, BOARD_Y + high + 22, letter, size=11, anchor="middle", fill=MUTED))
    for row in range(t.ROWS):
        _, y = middle(own, 0, row)
        parts.append(svg.text(BOARD_X - 8, y + 4, str(row + 1), size=11, anchor="end", fill=MUTED))
    return "".join(parts)


def _tile(state: Any, viewer: int | None, own: int, tile: int) -> str:
    """The ground in the tint of its controller, with nodes, camps and relic; fog while it is face down."""
    x, y = corner(own, *names.tile_corner(tile), t.TILE_SIDE, t.TILE_SIDE)
    covered, owner = names.has_tile(state.covered, tile), names.controller(state, tile)
    tint = FOG if covered else NEUTRAL_TINT if owner == t.NONE else SEAT_TINT[owner]
    parts = [svg.rect(x, y, TILE_PX, TILE_PX, fill=tint, stroke=INK, stroke_width=1.2)]
    parts += [_fog(x, y)] if covered else [_grid(x, y)]
    if owner != t.NONE:
        dashes = "7 4" if owner else None
        parts.append(
            svg.rect(
                x + 2.5,
                y + 2.5,
                TILE_PX - 5,
                TILE_PX - 5,
                fill="none",
                stroke=SEAT_INK[owner],
                stroke_width=2.5,
                stroke_dasharray=dashes,
            )
        )
    parts.append(svg.text(x + TILE_PX - 8, y + 16, str(tile), size=12, bold=True, anchor="end", fill=INK))
    if names.knows(state, viewer, tile):
        parts += [_spot(state, own, tile, *spot) for spot in names.spots_of(state, tile)]
        parts.append(_relic(state, x, y, tile))
    elif covered:
        parts.append(
            svg.text(x + TILE_PX / 2, y + TILE_PX / 2 + 13, "?", size=38, bold=True, anchor="middle", fill=INK)
        )
    return "".join(parts)


def _grid(x: float, y: float) -> str:
    steps = [f"M{x + CELL * k} {y}v{TILE_PX}M{x} {y + CELL * k}h{TILE_PX}" for k in range(1, t.TILE_SIDE)]
    return svg.path("".join(steps), stroke=WHITE, stroke_width=1, stroke_opacity=0.75, fill="none")


def _fog(x: float, y: float) -> str:
    """Hatching from corner to corner."""
    steps = [f"M{x} {y + k}L{x + k} {y}" for k in range(20, TILE_PX + 1, 20)]
    steps += [f"M{x + k} {y + TILE_PX}L{x + TILE_PX} {y + k}" for k in range(20, TILE_PX, 20)]
    return svg.path("".join(steps), stroke=WHITE, stroke_width=2.5, stroke_opacity=0.45, fill="none")


def _spot(state: Any, own: int, tile: int, spot: int, column: int, row: int) -> str:
    x, y = middle(own, column, row)
    if spot >= t.NODES:
        tent = svg.path(CAMP, fill="none", stroke=MUTED, stroke_width=1.3, stroke_linejoin="round")
        return svg.group(tent, at=(x, y), title=f"camp of tile {tile}")
    kind = names.node_resource(state, tile, spot)
    return svg.group(resource(kind, x, y, 12.5, wide=1.6), title=f"{t.RESOURCE_NAMES[kind]} node of tile {tile}")


def _relic(state: Any, x: float, y: float, tile: int) -> str:
    relic = names.relic_of(state, tile)
    if relic == t.NONE:
        return ""
    pill = svg.pill(x + TILE_PX / 2, y + TILE_PX - 44, 116, 17, f"★ {t.RELIC_NAMES[relic]}", INK, size=10.5)
    return svg.group(pill, title=f"{t.RELIC_NAMES[relic]}: {names.RELIC_WORDS[relic]}")


def _buildings(state: Any, own: int, seat: int) -> str:
    return "".join(
        building(seat, kind, made, *corner(own, column, row, int(t.WIDTH[kind]), int(t.HEIGHT[kind])))
        for kind, made, column, row in names.buildings(state, seat)
    )


def _workers(state: Any, own: int, seat: int) -> str:
    """On camps in the middle; on nodes and buildings in the corner, to leave them visible."""
    parts = []
    for column, row in names.workers(state, seat):
        if names.tokens_in(state, seat, column, row, 1, 1):
            continue  # shown on the token
        x, y = middle(own, column, row)
        shift = 0 if _is_camp(state, column, row) else SPOT_SHIFT
        parts.append(svg.group(worker(seat, x + shift, y + shift, 0.85), title=f"worker of seat {seat}"))
    return "".join(parts)


def _is_camp(state: Any, column: int, row: int) -> bool:
    spots = names.spots_of(state, names.tile_of(column, row))
    return any(spot >= t.NODES and (c, r) == (column, row) for spot, c, r in spots)


def _tokens(state: Any, own: int, seat: int) -> str:
    parts = []
    for zone in range(t.ZONES):
        place = names.token_at(state, seat, zone)
        if place is None:
            continue
        column, row, side = place
        card, attack = int(state.card[seat, zone]), names.attack_of(state, seat, zone)
        health, most = int(state.health[seat, zone]), int(state.most[seat, zone])
        left = int(state.left[seat, zone]) if state.phase == t.MOVE and state.legs[seat, zone] else None
        drawn = token(seat, card, attack, health, most, side, zone, left)
        title = f"{t.CARD_NAMES[card]} of seat {seat}, zone {zone}: {names.card_in_words(card)}"
        parts.append(svg.group(drawn, at=corner(own, column, row, side, side), title=title))
        parts.append(svg.group(_hidden(state, seat, place), at=corner(own, column, row, side, side)))
    return "".join(parts)


def _hidden(state: Any, seat: int, place: tuple[int, int, int]) -> str:
    """Small signs, in the upper edge of a token, for the own buildings and workers that it hides."""
    column, row, side = place
    signs = []
    for kind, made, c, r in names.buildings(state, seat):
        width, height = int(t.WIDTH[kind]), int(t.HEIGHT[kind])
        if 0 <= c - column <= side - width and 0 <= r - row <= side - height:
            signs.append(building(seat, kind, made, 18 + 14 * len(signs), 4, cell=13 / max(width, height)))
    for c, r in names.workers(state, seat):
        if 0 <= c - column < side and 0 <= r - row < side:
            signs.append(svg.group(worker(seat, 25 + 14 * len(signs), 11, 0.7), title="a worker under the token"))
    return "".join(signs)


def _tile_frame(state: Any, own: int) -> str:
    """The tile on which something is being put."""
    if state.tile == t.NONE:
        return ""
    x, y = corner(own, *names.tile_corner(int(state.tile)), t.TILE_SIDE, t.TILE_SIDE)
    return svg.rect(x, y, TILE_PX, TILE_PX, fill="none", stroke=INK, stroke_width=3.5, stroke_dasharray="12 6")
