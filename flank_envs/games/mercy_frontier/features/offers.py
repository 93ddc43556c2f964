"""What there is to tell of places, contracts, payments and targets."""

import numpy as np

from flank_envs.engine.features import whole
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier.features.pieces import (
    ATTACK,
    COLUMN,
    HEALTH,
    ON,
    PIECES,
    REACH,
    ROW,
    SIZE,
    taken,
    the,
    turns_to_go,
)
from flank_envs.games.mercy_frontier.features.standing import stand
from flank_envs.games.mercy_frontier.features.values import (
    CHOICE_VALUES,
    HERE,
    KILLED,
    KIND_CELL,
    KIND_CONTRACT,
    KIND_ENEMY,
    KIND_OWN,
    KIND_PAY,
    KIND_TILE,
    MOVER,
    PRICE,
    STANDING,
    STRENGTH,
    THERE,
    URGENT,
)
from flank_envs.games.mercy_frontier.layout import (
    CELL,
    CONTRACT,
    CONTRACT_VALUES,
    PAY_TOKEN,
    TARGET_ENEMY,
    TARGET_OWN,
    TILE,
    TILE_VALUES,
)
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
from flank_envs.games.mercy_frontier.tables import (
    BARRAGE_DAMAGE,
    BOMBARD_DAMAGE,
    COLUMNS,
    CRY_BARRAGE,
    DEPLOY_CELL,
    MARKET,
    MOST_DUE,
    OPEN_TILES,
    RESOURCES,
    ROWS,
    TILE_CELLS,
    TILE_COLUMNS,
    TILE_SIDE,
    ZONES,
)

PER_HEALTH, PER_CREDIT = np.float32(1 / 13), np.float32(1 / MOST_DUE)
QUARTER, FIFTH = np.float32(1 / 4), np.float32(1 / 5)


@rule
def begin(place, kind):
    for k in range(CHOICE_VALUES):
        place[k] = 0
    place[kind] = 1


@rule
def tell_mover(scratch, piece, place):
    place[MOVER] = the(scratch, piece, ATTACK) * STRENGTH
    place[MOVER + 1] = the(scratch, piece, HEALTH) * PER_HEALTH
    place[MOVER + 2] = the(scratch, piece, SIZE) * QUARTER
    place[MOVER + 3] = the(scratch, piece, REACH) * FIFTH


@rule
def tell_places(seen, scratch, actions, values):
    """DEPLOY_TILE and DEPLOY_CELL: how the waiting token would stand; on a tile, on the average of its spaces."""
    zone = 0
    for k in range(ZONES):
        if seen[PENDING_ZONE + k] > 0:
            zone = k
    count = 0
    for tile in range(OPEN_TILES):
        if seen[PHASE + DEPLOY_CELL] > 0:
            if seen[PENDING + tile] > 0:
                count = _tell_cells(seen, scratch, zone, tile, actions, values)
        elif seen[TILE_ROWS + tile * TILE_VALUES + 1] > 0:
            _tell_tile(seen, scratch, zone, tile, values[count])
            actions[count] = TILE + tile
            count += 1
    return count


@rule
def _tell_cells(seen, scratch, zone, tile, actions, values):
    count = 0
    for local in range(TILE_CELLS):
        column, row = _place(tile, local)
        if _fits(scratch, zone, column, row):
            place = values[count]
            begin(place, KIND_CELL)
            stand(seen, scratch, zone, column, row, the(scratch, zone, HEALTH), 0, place, THERE)
            tell_mover(scratch, zone, place)
            actions[count] = CELL + local
            count += 1
    return count


@rule
def _tell_tile(seen, scratch, zone, tile, place):
    begin(place, KIND_TILE)
    spaces = 0
    for local in range(TILE_CELLS):
        column, row = _place(tile, local)
        if _fits(scratch, zone, column, row):
            stand(seen, scratch, zone, column, row, the(scratch, zone, HEALTH), 0, place, HERE)
            for k in range(STANDING):
                place[THERE + k] += place[HERE + k]
            spaces += 1
    for k in range(STANDING):
        place[THERE + k] /= spaces
        place[HERE + k] = 0
    tell_mover(scratch, zone, place)


@rule
def _place(tile, local):
    column = tile % TILE_COLUMNS * TILE_SIDE + local % TILE_SIDE
    return column, tile // TILE_COLUMNS * TILE_SIDE + local // TILE_SIDE


@rule
def _fits(scratch, zone, column, row):
    size = the(scratch, zone, SIZE)
    return column + size <= COLUMNS and row + size <= ROWS


@rule
def tell_contracts(seen, actions, values):
    """HIRE and CRY_RECRUIT: what a contract brings, and what is left after its price."""
    count = 0
    for position in range(MARKET):
        at = CONTRACTS + position * CONTRACT_VALUES
        if seen[at] > 0:
            place = values[count]
            begin(place, KIND_CONTRACT)
            worth = np.float32(0)
            for resource in range(RESOURCES):
                worth += seen[TOKENS + resource] * 30 * seen[at + 2 + resource] * 6
            place[MOVER] = seen[at + 5]
            place[MOVER + 1] = seen[at + 6]
            place[MOVER + 2] = seen[at + 7]
            place[PRICE] = seen[at + 1]
            place[PRICE + 1] = (worth - seen[at + 1] * MOST_DUE) * PER_CREDIT
            actions[count] = CONTRACT + position
            count += 1
    return count


@rule
def tell_payments(seen, actions, values):
    """PAY: what each kind of token is worth, whether it is enough, and what would be lost."""
    due = whole(seen[SWEEPING + 1] * MOST_DUE, MOST_DUE)
    rates = -1
    for position in range(MARKET):
        if seen[PENDING_CONTRACT + position] > 0:
            rates = CONTRACTS + position * CONTRACT_VALUES + 2
    for resource in range(RESOURCES):
        place = values[resource]
        begin(place, KIND_PAY)
        rate = 1 if rates < 0 else whole(seen[rates + resource] * 6, 6)
        place[PRICE] = due * PER_CREDIT
        place[PRICE + 1] = rate * FIFTH
        place[PRICE + 2] = rate >= due
        place[PRICE + 3] = max(0, rate - due) * FIFTH
        place[PRICE + 4] = seen[TOKENS + resource] * 3
        actions[resource] = PAY_TOKEN + resource
    return RESOURCES


@rule
def tell_targets(seen, scratch, actions, values):
    """ABILITY and CRY_BARRAGE: who stands how, and who would fall."""
    count = 0
    damage = BARRAGE_DAMAGE if seen[PHASE + CRY_BARRAGE] > 0 else BOMBARD_DAMAGE
    for piece in range(PIECES):
        if the(scratch, piece, ON):
            place = values[count]
            begin(place, KIND_OWN if piece < ZONES else KIND_ENEMY)
            row = the(scratch, piece, ROW)
            health = the(scratch, piece, HEALTH)
            place[KILLED] = piece >= ZONES and taken(scratch, piece, damage) >= health
            place[URGENT] = 1 / (1 + turns_to_go(scratch, piece, row))
            stand(seen, scratch, piece, the(scratch, piece, COLUMN), row, health, 0, place, THERE)
            tell_mover(scratch, piece, place)
            actions[count] = TARGET_OWN + piece if piece < ZONES else TARGET_ENEMY + piece - ZONES
            count += 1
    return count
