"""What a seat sees in Mercy Frontier."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import layout
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.state import (
    attack_bonus,
    discount,
    is_covered,
    on_board,
    own_column,
    own_local,
    own_row,
    own_spot,
    own_tile,
    side,
)

PHASE = layout.OBSERVATION.start("phase")
FLAGS = layout.OBSERVATION.start("flags")
TOKENS = layout.OBSERVATION.start("resources")
WORKER_COUNTS = layout.OBSERVATION.start("workers")
SUPPLY = layout.OBSERVATION.start("supply")
LOSSES = layout.OBSERVATION.start("losses")
TILE_ROWS = layout.OBSERVATION.start("tiles")
RELIC_ROWS = layout.OBSERVATION.start("relics")
BEACON_ROWS = layout.OBSERVATION.start("beacons")
BOARD_MAP = layout.OBSERVATION.start("board_map")
OWN_MERCS, ENEMY_MERCS = layout.OBSERVATION.start("own_mercs"), layout.OBSERVATION.start("enemy_mercs")
CONTRACTS = layout.OBSERVATION.start("market")
DISCARD = layout.OBSERVATION.start("discard")
PENDING = layout.OBSERVATION.start("pending")
PENDING_BUILDING = PENDING + t.TILES
PENDING_ZONE = PENDING_BUILDING + t.BUILDINGS
PENDING_CONTRACT = PENDING_ZONE + t.ZONES
SWEEPING = PENDING_CONTRACT + t.MARKET
NODE_VALUES, REFINERY_VALUES, WORKER_VALUES, OUTPOST_VALUES = 2, 8, 10, 14  # inside a tile's row
MERCENARY_ABILITY = layout.MERCENARY_VALUES - t.ABILITIES

# Multiplying by these is several times faster than dividing.
PER_TOKEN, PER_WORKER = np.float32(1 / 30), np.float32(1 / t.MOST_WORKERS)
PER_REFINERY, PER_OUTPOST = np.float32(1 / 7), np.float32(1 / t.OUTPOSTS)
PER_BEACON, PER_HEALTH_TOKEN = np.float32(1 / t.BEACON_BLOCKS), np.float32(1 / t.HEALTH_TOKENS)
PER_DECK_CARD, PER_LOSS = np.float32(1 / t.DECK_SIZE), np.float32(1 / t.BUILDINGS_TO_LOSE)
PER_COLUMN, PER_ROW = np.float32(1 / (t.COLUMNS - 1)), np.float32(1 / (t.ROWS - 1))
PER_ATTACK, PER_HEALTH, PER_CREDIT = np.float32(1 / 12), np.float32(1 / 13), np.float32(1 / t.MOST_DUE)
HALF, QUARTER, FIFTH = np.float32(1 / 2), np.float32(1 / 4), np.float32(1 / 5)
PER_COPY = (1 / np.maximum(t.COPIES, 1)).astype(np.float32)

# By face: the first values of its tile's row, the kinds of its two nodes one-hot. A covered tile shows the last one.
COVERED = t.SPOT_LOCAL.shape[0]
FACE_VALUES = np.zeros((COVERED + 1, NODE_VALUES + t.NODES * t.RESOURCES), np.float32)
FACE_VALUES[COVERED, 0] = 1
# By tile, then by local cell in it: where they begin on the map, in the seat's own frame.
TILE_PLACE = np.array(
    [t.TILE_SIDE * (tile // t.TILE_COLUMNS * t.COLUMNS + tile % t.TILE_COLUMNS) for tile in range(t.TILES)]
)
LOCAL_PLACE = np.array([local // t.TILE_SIDE * t.COLUMNS + local % t.TILE_SIDE for local in range(t.TILE_CELLS)])
NODE_PLACE = np.zeros((t.SEATS, COVERED + 1, t.NODES), np.int16)  # by seat and face; a single node is there twice
for _face in range(COVERED):
    for _node in range(t.NODES):
        _kind = t.NODE_RESOURCE[_face, _node]
        if _kind >= 0:
            FACE_VALUES[_face, NODE_VALUES + _node * t.RESOURCES + _kind] = 1
        _local = t.SPOT_LOCAL[_face, _node if _kind >= 0 else 0]
        NODE_PLACE[:, _face, _node] = LOCAL_PLACE[_local], LOCAL_PLACE[t.TILE_CELLS - 1 - _local]
# By card: all of a contract that is the same for both seats, after presence and price.
CARD_VALUES = np.ascontiguousarray(
    np.column_stack([t.RATE / 6, t.ATTACK / 12, t.HEALTH / 13, t.SIDE / 4, np.eye(t.ABILITIES)[t.ABILITY]]), np.float32
)
FIRST_CARD_VALUE = 2


@rule
def observe(state, seat, out):
    _phase(state, out)
    _own_counts(state, seat, out)
    _counts(state, seat, out)
    _pending(state, seat, out)
    _tiles(state, seat, out)
    _workers(state, seat, seat, out)
    _workers(state, 1 - seat, seat, out)
    _relics_and_beacons(state, seat, out)
    _mercenaries(state, seat, seat, out, OWN_MERCS)
    _mercenaries(state, 1 - seat, seat, out, ENEMY_MERCS)
    _market(state, seat, out)


@rule
def observe_turn(state, seat, out):
    """What changes while a seat places workers, buys, pays, walks, or chooses what and where to build and to place."""
    if state.phase == t.MOVE:
        _lift_tokens(state, seat, out)
        _mercenaries(state, seat, seat, out, OWN_MERCS)
        return
    _own_counts(state, seat, out)
    if state.phase == t.WORKERS:
        _workers(state, seat, seat, out)
    elif state.phase != t.BUY_WORKER:
        _phase(state, out)
        _pending(state, seat, out)
    if state.phase == t.HIRE:
        _mercenaries(state, seat, seat, out, OWN_MERCS)
        _market(state, seat, out)


@rule
def _phase(state, out):
    for phase in range(t.OVER):
        out[PHASE + phase] = state.phase == phase


@rule
def _own_counts(state, seat, out):
    """Tokens and workers of the observer."""
    for resource in range(t.RESOURCES):
        out[TOKENS + resource] = state.resources[seat, resource] * PER_TOKEN
    out[WORKER_COUNTS] = state.owned[seat] * PER_WORKER
    out[WORKER_COUNTS + 2] = state.unplaced[seat] * PER_WORKER


@rule
def _counts(state, seat, out):
    """What stands before the tiles and does not change while a seat goes on."""
    enemy = 1 - seat
    out[FLAGS] = state.to_act == seat
    out[FLAGS + 1] = state.priority == seat
    out[FLAGS + 2] = np.float32(state.turn) / np.float32(state.turn_cap)
    out[FLAGS + 3] = state.accelerated
    out[FLAGS + 4] = state.lanes
    out[FLAGS + 5] = state.persistent_health
    out[FLAGS + 6] = state.overcharge[seat]
    out[FLAGS + 7] = state.overcharge[enemy]
    out[FLAGS + 8] = state.colossus == t.NONE
    out[FLAGS + 9] = state.owed == 1 and state.colossus == seat
    out[FLAGS + 10] = state.owed == 1 and state.colossus == enemy
    for resource in range(t.RESOURCES):
        out[TOKENS + t.RESOURCES + resource] = state.resources[enemy, resource] * PER_TOKEN
        out[SUPPLY + resource] = state.refineries_left[resource] * PER_REFINERY
        standing = int(state.beacon[0, resource] != t.NONE) + int(state.beacon[1, resource] != t.NONE)
        out[SUPPLY + 5 + resource] = (t.BEACON_BLOCKS - standing) * PER_BEACON
    out[WORKER_COUNTS + 1] = state.owned[enemy] * PER_WORKER
    out[WORKER_COUNTS + 3] = state.unplaced[enemy] * PER_WORKER
    out[SUPPLY + 3] = state.outposts_left[seat] * PER_OUTPOST
    out[SUPPLY + 4] = state.outposts_left[enemy] * PER_OUTPOST
    out[SUPPLY + 8] = state.health_left * PER_HEALTH_TOKEN
    out[LOSSES] = min(int(state.lost[seat]), t.BUILDINGS_TO_LOSE) * PER_LOSS
    out[LOSSES + 1] = min(int(state.lost[enemy]), t.BUILDINGS_TO_LOSE) * PER_LOSS


@rule
def _pending(state, seat, out):
    for k in range(PENDING, SWEEPING + 2):
        out[k] = 0
    if state.tile != t.NONE:
        out[PENDING + own_tile(seat, int(state.tile))] = 1
    if state.building != t.NONE:
        out[PENDING_BUILDING + int(state.building)] = 1
    if state.zone != t.NONE:
        out[PENDING_ZONE + int(state.zone)] = 1
    if state.contract != t.NONE:
        out[PENDING_CONTRACT + int(state.contract)] = 1
    out[SWEEPING] = state.phase == t.PAY and state.contract == t.NONE
    out[SWEEPING + 1] = state.due * PER_CREDIT


@rule
def _tiles(state, seat, out):
    """Their rows, and on the map their refineries and outposts. Few branches: no two boards are alike."""
    enemy = 1 - seat
    for own in range(t.TILES):
        tile = own_tile(seat, own)
        at = TILE_ROWS + own * layout.TILE_VALUES
        place = BOARD_MAP + TILE_PLACE[own]
        face = COVERED if is_covered(state, tile) else int(state.face[tile])
        for k in range(FACE_VALUES.shape[1]):
            out[at + k] = FACE_VALUES[face, k]
        controller = _sign(int(state.control[seat]), int(state.control[enemy]), tile)
        out[at + 1] = controller
        for node in range(t.NODES - 1, -1, -1):
            sign = _sign(int(state.refineries[seat, node]), int(state.refineries[enemy, node]), tile)
            out[at + REFINERY_VALUES + node] = sign
            out[place + NODE_PLACE[seat, face, node]] = sign * HALF
        if state.outpost[tile] != t.NONE:
            local = own_local(seat, int(state.outpost[tile]), 1, 1)
            out[at + OUTPOST_VALUES] = (local % t.TILE_SIDE) * QUARTER
            out[at + OUTPOST_VALUES + 1] = (local // t.TILE_SIDE) * QUARTER
            out[place + LOCAL_PLACE[local]] = controller * HALF


@rule
def _sign(mine, theirs, tile):
    """+1, -1 or 0: whose set of tiles has this one."""
    return ((mine >> tile) & 1) - ((theirs >> tile) & 1)


@rule
def _workers(state, owner, seat, out):
    value = np.float32(1) if owner == seat else np.float32(-1)
    tiles = 0
    for spot in range(t.SPOTS):
        tiles |= int(state.workers[owner, spot])
    for tile in range(t.TILES):
        if (tiles >> tile) & 1:
            at = TILE_ROWS + own_tile(seat, tile) * layout.TILE_VALUES + WORKER_VALUES
            for spot in range(t.SPOTS):
                out[at + own_spot(seat, spot)] = ((int(state.workers[owner, spot]) >> tile) & 1) * value


@rule
def _cover(seat, column, row, width, height, value, out):
    """Something on the map, given in seat 0's frame."""
    at = BOARD_MAP + own_row(seat, row, height) * t.COLUMNS + own_column(seat, column, width)
    for y in range(height):
        for x in range(width):
            out[at + y * t.COLUMNS + x] = value


@rule
def _relics_and_beacons(state, seat, out):
    """Their rows, and the beacons on the map."""
    for own in range(t.RELIC_PLACES):
        place = own if seat == 0 else t.RELIC_PLACES - 1 - own
        if not is_covered(state, t.FIRST_MIDDLE + place):
            out[RELIC_ROWS + own * t.RELICS + int(state.relic[place])] = 1
    for turn in range(t.SEATS):
        owner = seat if turn == 0 else 1 - seat
        for colour in range(t.BEACONS):
            cell = int(state.beacon[owner, colour])
            if cell != t.NONE:
                at = BEACON_ROWS + (turn * t.BEACONS + colour) * layout.BEACON_VALUES
                width = int(t.WIDTH[t.FUEL_BEACON + colour])
                height = int(t.HEIGHT[t.FUEL_BEACON + colour])
                out[at] = 1
                out[at + 1] = own_column(seat, cell % t.COLUMNS, width) * PER_COLUMN
                out[at + 2] = own_row(seat, cell // t.COLUMNS, height) * PER_ROW
                _cover(seat, cell % t.COLUMNS, cell // t.COLUMNS, width, height, HALF if turn == 0 else -HALF, out)


@rule
def _mercenaries(state, owner, seat, out, start):
    """Their rows, and their tokens on the map."""
    value = np.float32(1) if owner == seat else np.float32(-1)
    bonus = attack_bonus(state, owner)
    for zone in range(t.ZONES):
        card = int(state.card[owner, zone])
        if card == t.NONE:
            continue
        at = start + zone * layout.MERCENARY_VALUES
        size = int(t.SIDE[card])
        most = int(t.HEALTH[card])
        if on_board(state, owner, zone):
            out[at + 1] = 1
            out[at + 2] = own_column(seat, int(state.column[owner, zone]), size) * PER_COLUMN
            out[at + 3] = own_row(seat, int(state.row[owner, zone]), size) * PER_ROW
            _cover(seat, int(state.column[owner, zone]), int(state.row[owner, zone]), size, size, value, out)
            most = int(state.most[owner, zone])
        out[at] = 1
        out[at + 4] = size * QUARTER
        out[at + 5] = (int(t.ATTACK[card]) + bonus) * PER_ATTACK
        out[at + 6] = state.health[owner, zone] * PER_HEALTH
        out[at + 7] = most * PER_HEALTH
        out[at + 8] = state.left[owner, zone] * FIFTH
        out[at + 9] = state.legs[owner, zone] * HALF
        out[at + MERCENARY_ABILITY + int(t.ABILITY[card])] = 1


@rule
def _lift_tokens(state, seat, out):
    """Take own tokens off the map, where `out` still has them; below there may be own buildings."""
    for zone in range(t.ZONES):
        if on_board(state, seat, zone):
            at = OWN_MERCS + zone * layout.MERCENARY_VALUES
            size = side(state, seat, zone)
            first_column = int(out[at + 2] * (t.COLUMNS - 1) + HALF)
            first_row = int(out[at + 3] * (t.ROWS - 1) + HALF)
            for row in range(first_row, first_row + size):
                blocks = int(state.block_rows[seat, own_row(seat, row, 1)])
                for column in range(first_column, first_column + size):
                    has_block = (blocks >> own_column(seat, column, 1)) & 1
                    out[BOARD_MAP + row * t.COLUMNS + column] = has_block * HALF


@rule
def _market(state, seat, out):
    out[SUPPLY + 9] = state.deck_size * PER_DECK_CARD
    less = discount(state, seat)
    for position in range(t.MARKET):
        at = CONTRACTS + position * layout.CONTRACT_VALUES
        card = int(state.market[position])
        if card == t.NONE:
            for k in range(layout.CONTRACT_VALUES):
                out[at + k] = 0
            continue
        out[at] = 1
        out[at + 1] = max(1, int(t.PRICE[card]) - less) * PER_CREDIT
        for k in range(CARD_VALUES.shape[1]):
            out[at + FIRST_CARD_VALUE + k] = CARD_VALUES[card, k]
    for card in range(t.DECK_CARDS):
        out[DISCARD + card] = state.discard[card] * PER_COPY[card]
