"""What there is to tell of places, contracts, payments and targets."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import layout
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.observe import (
    CONTRACTS,
    PENDING,
    PENDING_CONTRACT,
    PENDING_ZONE,
    PHASE,
    SWEEPING,
    TILE_ROWS,
    TOKENS,
)
from old_features.base import whole
from old_features.mercy_frontier import pieces
from old_features.mercy_frontier import values as v
from old_features.mercy_frontier.pieces import taken, the, turns_to_go
from old_features.mercy_frontier.standing import stand

PER_HEALTH, PER_CREDIT = np.float32(1 / 13), np.float32(1 / t.MOST_DUE)
QUARTER, FIFTH = np.float32(1 / 4), np.float32(1 / 5)


@rule
def begin(place, kind):
    for k in range(v.CHOICE_VALUES):
        place[k] = 0
    place[kind] = 1


@rule
def tell_mover(scratch, piece, place):
    place[v.MOVER] = the(scratch, piece, pieces.ATTACK) * v.STRENGTH
    place[v.MOVER + 1] = the(scratch, piece, pieces.HEALTH) * PER_HEALTH
    place[v.MOVER + 2] = the(scratch, piece, pieces.SIZE) * QUARTER
    place[v.MOVER + 3] = the(scratch, piece, pieces.REACH) * FIFTH


@rule
def tell_places(seen, scratch, actions, values):
    """DEPLOY_TILE and DEPLOY_CELL: how the waiting token would stand; on a tile, on the average of its spaces."""
    zone = 0
    for k in range(t.ZONES):
        if seen[PENDING_ZONE + k] > 0:
            zone = k
    count = 0
    for tile in range(t.OPEN_TILES):
        if seen[PHASE + t.DEPLOY_CELL] > 0:
            if seen[PENDING + tile] > 0:
                count = _tell_cells(seen, scratch, zone, tile, actions, values)
        elif seen[TILE_ROWS + tile * layout.TILE_VALUES + 1] > 0:
            _tell_tile(seen, scratch, zone, tile, values[count])
            actions[count] = layout.TILE + tile
            count += 1
    return count


@rule
def _tell_cells(seen, scratch, zone, tile, actions, values):
    count = 0
    for local in range(t.TILE_CELLS):
        column, row = _place(tile, local)
        if _fits(scratch, zone, column, row):
            place = values[count]
            begin(place, v.KIND_CELL)
            stand(seen, scratch, zone, column, row, the(scratch, zone, pieces.HEALTH), 0, place, v.THERE)
            tell_mover(scratch, zone, place)
            actions[count] = layout.CELL + local
            count += 1
    return count


@rule
def _tell_tile(seen, scratch, zone, tile, place):
    begin(place, v.KIND_TILE)
    spaces = 0
    for local in range(t.TILE_CELLS):
        column, row = _place(tile, local)
        if _fits(scratch, zone, column, row):
            stand(seen, scratch, zone, column, row, the(scratch, zone, pieces.HEALTH), 0, place, v.HERE)
            for k in range(v.STANDING):
                place[v.THERE + k] += place[v.HERE + k]
            spaces += 1
    for k in range(v.STANDING):
        place[v.THERE + k] /= spaces
        place[v.HERE + k] = 0
    tell_mover(scratch, zone, place)


@rule
def _place(tile, local):
    column = tile % t.TILE_COLUMNS * t.TILE_SIDE + local % t.TILE_SIDE
    return column, tile // t.TILE_COLUMNS * t.TILE_SIDE + local // t.TILE_SIDE


@rule
def _fits(scratch, zone, column, row):
    size = the(scratch, zone, pieces.SIZE)
    return column + size <= t.COLUMNS and row + size <= t.ROWS


@rule
def tell_contracts(seen, actions, values):
    """HIRE and CRY_RECRUIT: what a contract brings, and what is left after its price."""
    count = 0
    for position in range(t.MARKET):
        at = CONTRACTS + position * layout.CONTRACT_VALUES
        if seen[at] > 0:
            place = values[count]
            begin(place, v.KIND_CONTRACT)
            worth = np.float32(0)
            for resource in range(t.RESOURCES):
                worth += seen[TOKENS + resource] * 30 * seen[at + 2 + resource] * 6
            place[v.MOVER] = seen[at + 5]
            place[v.MOVER + 1] = seen[at + 6]
            place[v.MOVER + 2] = seen[at + 7]
            place[v.PRICE] = seen[at + 1]
            place[v.PRICE + 1] = (worth - seen[at + 1] * t.MOST_DUE) * PER_CREDIT
            actions[count] = layout.CONTRACT + position
            count += 1
    return count


@rule
def tell_payments(seen, actions, values):
    """PAY: what each kind of token is worth, whether it is enough, and what would be lost."""
    due = whole(seen[SWEEPING + 1] * t.MOST_DUE, t.MOST_DUE)
    rates = -1
    for position in range(t.MARKET):
        if seen[PENDING_CONTRACT + position] > 0:
            rates = CONTRACTS + position * layout.CONTRACT_VALUES + 2
    for resource in range(t.RESOURCES):
        place = values[resource]
        begin(place, v.KIND_PAY)
        rate = 1 if rates < 0 else whole(seen[rates + resource] * 6, 6)
        place[v.PRICE] = due * PER_CREDIT
        place[v.PRICE + 1] = rate * FIFTH
        place[v.PRICE + 2] = rate >= due
        place[v.PRICE + 3] = max(0, rate - due) * FIFTH
        place[v.PRICE + 4] = seen[TOKENS + resource] * 3
        actions[resource] = layout.PAY_TOKEN + resource
    return t.RESOURCES


@rule
def tell_targets(seen, scratch, actions, values):
    """ABILITY and CRY_BARRAGE: who stands how, and who would fall."""
    count = 0
    damage = t.BARRAGE_DAMAGE if seen[PHASE + t.CRY_BARRAGE] > 0 else t.BOMBARD_DAMAGE
    for piece in range(pieces.PIECES):
        if the(scratch, piece, pieces.ON):
            place = values[count]
            begin(place, v.KIND_OWN if piece < t.ZONES else v.KIND_ENEMY)
            row = the(scratch, piece, pieces.ROW)
            health = the(scratch, piece, pieces.HEALTH)
            place[v.KILLED] = piece >= t.ZONES and taken(scratch, piece, damage) >= health
            place[v.URGENT] = 1 / (1 + turns_to_go(scratch, piece, row))
            stand(seen, scratch, piece, the(scratch, piece, pieces.COLUMN), row, health, 0, place, v.THERE)
            tell_mover(scratch, piece, place)
            actions[count] = layout.TARGET_OWN + piece if piece < t.ZONES else layout.TARGET_ENEMY + piece - t.ZONES
            count += 1
    return count
