"""DEPLOY_TILE and DEPLOY_CELL: the tokens of waiting mercenaries come onto the board."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import CELL, TILE
from flank_envs.games.mercy_frontier.phases.mercenaries import put_token
from flank_envs.games.mercy_frontier.state import (
    column_of,
    free_zone,
    has_relic,
    own_local,
    own_tile,
    row_of,
    side,
    waits,
)


@rule
def begin_deploy(state, seat):
    """MF-4.8: a Colossus that is owed comes first; True if a mercenary can be placed."""
    zone = free_zone(state, seat)
    if state.owed and state.colossus == seat and zone != t.NONE:
        state.card[seat, zone] = t.COLOSSUS
        state.owed = 0
    return _next_placement(state, seat)


@rule
def _next_placement(state, seat):
    state.phase = t.DEPLOY_TILE
    state.zone = next_to_deploy(state, seat)
    return state.zone != t.NONE


@rule
def next_to_deploy(state, seat):
    """MF-6.1: the lowest waiting zone that can be placed."""
    for zone in range(t.ZONES):
        if can_deploy(state, seat, zone):
            return zone
    return t.NONE


@rule
def can_deploy(state, seat, zone):
    """MF-6.3: enough health tokens and a place."""
    if not waits(state, seat, zone) or full_health(state, seat, zone) > state.health_left:
        return False
    size = side(state, seat, zone)
    for row in range(t.ROWS - size + 1):
        if places_in_row(state, seat, size, row) != 0:
            return True
    return False


@rule
def full_health(state, seat, zone):
    """Of a mercenary placed now."""
    return int(t.HEALTH[state.card[seat, zone]]) + has_relic(state, seat, t.BULWARK_CORE)


@rule
def places_in_row(state, seat, size, row):
    """MF-6.2: the lowest columns, as bits, of places for a token whose lowest row is `row`."""
    held = 0
    for r in range(row, row + size):
        held |= int(t.TILE_ROW[(int(state.control[seat]) >> (r // t.TILE_SIDE * t.TILE_COLUMNS)) & 0b111])
    if held == 0:
        return 0
    closed = 0
    shut = int(state.covered) | int(state.control[1 - seat])
    for r in range(row, row + size):
        first = r // t.TILE_SIDE * t.TILE_COLUMNS
        closed |= int(t.TILE_ROW[(shut >> first) & 0b111]) | _obstacles(state, seat, r)
    touching = held
    blocked = closed
    for x in range(1, size):
        touching |= held >> x
        blocked |= closed >> x
    return touching & ~blocked & (t.ALL_COLUMNS >> (size - 1))


@rule
def _obstacles(state, seat, row):
    """MF-2.3: tokens of both, buildings and workers of the enemy."""
    enemy = 1 - seat
    return (
        int(state.token_rows[seat, row])
        | int(state.token_rows[enemy, row])
        | int(state.block_rows[enemy, row])
        | int(state.worker_rows[enemy, row])
    )


@rule
def anchors_in_row(state, row):
    """Columns of spaces that may be chosen in a row: the own lowest corner, which for seat 1 is the highest one."""
    size = side(state, state.to_act, state.zone)
    if state.to_act == 0:
        return places_in_row(state, 0, size, row) if row + size <= t.ROWS else 0
    shift = size - 1
    return places_in_row(state, 1, size, row - shift) << shift if row >= shift else 0


@rule
def legal_deploy_tile(state, mask):
    for row in range(t.ROWS):
        anchors = anchors_in_row(state, row)
        if anchors:
            for x in range(t.TILE_COLUMNS):
                if (anchors >> (x * t.TILE_SIDE)) & 0b11111:
                    mask[TILE + own_tile(state.to_act, row // t.TILE_SIDE * t.TILE_COLUMNS + x)] = 1


@rule
def choose_deploy_tile(state, action):
    state.tile = own_tile(state.to_act, action - TILE)
    state.phase = t.DEPLOY_CELL
    return True


@rule
def legal_deploy_cell(state, mask):
    tile = int(state.tile)
    for y in range(t.TILE_SIDE):
        anchors = anchors_in_row(state, row_of(tile, y * t.TILE_SIDE)) >> column_of(tile, 0)
        for x in range(t.TILE_SIDE):
            if (anchors >> x) & 1:
                mask[CELL + own_local(state.to_act, y * t.TILE_SIDE + x, 1, 1)] = 1


@rule
def deploy(state, action):
    """MF-6.3, MF-6.4: with full health, and nothing else happens. True while another one can be placed."""
    seat = state.to_act
    place(state, seat, int(state.tile), own_local(seat, action - CELL, 1, 1))
    state.health_left -= state.health[seat, state.zone]
    state.tile = t.NONE
    return _next_placement(state, seat)


@rule
def place(state, seat, tile, local):
    """The token of the mercenary being placed comes onto the board, its own lowest corner there."""
    zone = int(state.zone)
    back = 0 if seat == 0 else side(state, seat, zone) - 1
    put_token(state, seat, zone, column_of(tile, local) - back, row_of(tile, local) - back)
    state.health[seat, zone] = state.most[seat, zone] = full_health(state, seat, zone)
