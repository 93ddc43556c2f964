"""BUILD, BUILD_NODE, BUILD_TILE, BUILD_CELL: refineries, outposts, beacons."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import BUILD_KIND, CELL, DONE, SPOT, TILE
from flank_envs.games.mercy_frontier.phases.cry import cry
from flank_envs.games.mercy_frontier.state import (
    any_in,
    can_pay,
    column_of,
    is_covered,
    mark,
    own_local,
    own_tile,
    pay,
    row_of,
    tile_bits,
)


@rule
def begin_build(state, seat):
    """MF-4.1: any number, one after another."""
    state.phase = t.BUILD
    return can_build_something(state, seat)


@rule
def can_build_something(state, seat):
    for building in range(t.BUILDINGS):
        if can_build(state, seat, building):
            return True
    return False


@rule
def legal_build(state, mask):
    mask[DONE] = 1
    for building in range(t.BUILDINGS):
        mask[BUILD_KIND + building] = can_build(state, state.to_act, building)


@rule
def can_build(state, seat, building):
    """MF-4.1: the resources, the block and a place."""
    return can_pay(state, seat, building) and sites(state, seat, building) != 0


@rule
def sites(state, seat, building):
    """The tiles where a seat has a place for a building and the block for it, as bits."""
    if building == t.REFINERY:
        return refinery_sites(state, seat, 0) | refinery_sites(state, seat, 1)
    if building == t.OUTPOST:
        return outpost_sites(state, seat)
    return beacon_sites(state, seat, building)


@rule
def choose_building(state, action):
    if action == DONE:
        return False
    state.building = action - BUILD_KIND
    state.phase = t.BUILD_NODE if state.building == t.REFINERY else t.BUILD_TILE
    return True


@rule
def worked_tiles(state, seat):
    """Controlled tiles with an own worker, as bits."""
    tiles = 0
    for spot in range(t.SPOTS):
        tiles |= int(state.workers[seat, spot])
    return tiles & int(state.control[seat])


@rule
def refinery_sites(state, seat, node):
    """MF-4.2: the node holds no building and no token, a worker is somewhere on the tile."""
    worked = worked_tiles(state, seat)
    tiles = 0
    for tile in range(t.TILES):
        if (worked >> tile) & 1:
            face = state.face[tile]
            local = int(t.SPOT_LOCAL[face, node])
            if local >= 0 and state.refineries_left[t.NODE_RESOURCE[face, node]] > 0:
                tiles |= (1 << tile) if not _is_built_over(state, tile, local) else 0
    return tiles


@rule
def _is_built_over(state, tile, local):
    column = column_of(tile, local)
    row = row_of(tile, local)
    for owner in range(t.SEATS):
        if any_in(state.token_rows, owner, column, row, 1, 1) or any_in(state.block_rows, owner, column, row, 1, 1):
            return True
    return False


@rule
def outpost_sites(state, seat):
    """MF-4.4: tiles of rows 1 to 3 that nobody controls and that an own worker's space touches.

    Only camps touch such tiles: the nodes at the border are those of base tiles, between home tiles.
    """
    if state.outposts_left[seat] == 0:
        return 0
    front = int(state.workers[seat, t.FRONT_CAMP])
    rear = int(state.workers[seat, t.REAR_CAMP])
    touched = ((front & ~t.LEFT_TILES) >> 1) | (front << 3) | ((rear & ~t.RIGHT_TILES) << 1) | (rear >> 3)
    touched &= t.CLAIMABLE & ~int(state.control[0]) & ~int(state.control[1])
    tiles = 0
    for tile in range(t.TILES):
        if (touched >> tile) & 1 and _has_room_for_outpost(state, tile):
            tiles |= 1 << tile
    return tiles


@rule
def _has_room_for_outpost(state, tile):
    """MF-4.5: by tokens alone while the tile is covered, so that nothing about its face is told."""
    if not is_covered(state, tile):
        return free_spaces(state, tile) != 0
    tokens = tile_bits(state.token_rows, 0, tile) | tile_bits(state.token_rows, 1, tile)
    taken = 0
    while tokens:
        tokens &= tokens - 1
        taken += 1
    return t.TILE_CELLS - taken >= t.FREE_FOR_OUTPOST


@rule
def beacon_sites(state, seat, building):
    """MF-4.3: controlled tiles with an own worker and room; one standing beacon of each colour."""
    if state.beacon[seat, building - t.FUEL_BEACON] != t.NONE:
        return 0
    worked = worked_tiles(state, seat)
    tiles = 0
    for tile in range(t.TILES):
        if (worked >> tile) & 1 and block_starts(state, tile, building) != 0:
            tiles |= 1 << tile
    return tiles


@rule
def free_spaces(state, tile):
    """Spaces of a tile without node, building or token, as bits of local cells; workers are no obstacle."""
    taken = int(t.NODE_CELLS[state.face[tile]])
    for owner in range(t.SEATS):
        taken |= tile_bits(state.token_rows, owner, tile) | tile_bits(state.block_rows, owner, tile)
    return t.ALL_LOCALS & ~taken


@rule
def block_starts(state, tile, building):
    """Local cells where the lowest column and row of a block may lie, as bits."""
    free = free_spaces(state, tile)
    starts = free & int(t.BLOCK_STARTS[t.WIDTH[building]])
    for x in range(1, t.WIDTH[building]):
        starts &= free >> x
    for y in range(1, t.HEIGHT[building]):
        starts &= starts >> (y * t.TILE_SIDE)
    return starts


@rule
def legal_build_node(state, mask):
    seat = state.to_act
    for node in range(t.NODES):
        tiles = refinery_sites(state, seat, node)
        for tile in range(t.TILES):
            if (tiles >> tile) & 1:
                mask[SPOT + own_tile(seat, tile) * t.SPOTS + node] = 1


@rule
def build_refinery(state, action):
    seat = state.to_act
    tile = own_tile(seat, (action - SPOT) // t.SPOTS)
    node = (action - SPOT) % t.SPOTS
    pay(state, seat, t.REFINERY)
    raise_refinery(state, seat, tile, node)
    state.building = t.NONE
    return begin_build(state, seat)


@rule
def raise_refinery(state, seat, tile, node):
    """MF-2.4: its owner for life."""
    face = state.face[tile]
    local = int(t.SPOT_LOCAL[face, node])
    state.refineries[seat, node] |= 1 << tile
    state.refineries_left[t.NODE_RESOURCE[face, node]] -= 1
    mark(state.block_rows, seat, column_of(tile, local), row_of(tile, local), 1, 1)


@rule
def legal_build_tile(state, mask):
    seat = state.to_act
    tiles = sites(state, seat, int(state.building))
    for tile in range(t.TILES):
        if (tiles >> tile) & 1:
            mask[TILE + own_tile(seat, tile)] = 1


@rule
def choose_build_tile(state, action):
    """MF-4.5: paid, and a covered tile flipped for good, before the space is chosen."""
    state.tile = own_tile(state.to_act, action - TILE)
    pay(state, state.to_act, state.building)
    if state.building == t.OUTPOST:
        state.covered &= ~(1 << int(state.tile))
    state.phase = t.BUILD_CELL
    return True


@rule
def legal_build_cell(state, mask):
    building = int(state.building)
    starts = block_starts(state, int(state.tile), building)
    for local in range(t.TILE_CELLS):
        if (starts >> local) & 1:
            mask[CELL + own_local(state.to_act, local, int(t.WIDTH[building]), int(t.HEIGHT[building]))] = 1


@rule
def build_on_cell(state, action):
    """The block is put down; a beacon's cry may ask for a decision, True as long as building goes on."""
    seat = state.to_act
    building = int(state.building)
    tile = int(state.tile)
    width = int(t.WIDTH[building])
    height = int(t.HEIGHT[building])
    local = own_local(seat, action - CELL, width, height)
    column = column_of(tile, local)
    row = row_of(tile, local)
    mark(state.block_rows, seat, column, row, width, height)
    state.building = state.tile = t.NONE
    if building == t.OUTPOST:
        state.outpost[tile] = local
        state.control[seat] |= 1 << tile
        state.outposts_left[seat] -= 1
        return begin_build(state, seat)
    state.beacon[seat, building - t.FUEL_BEACON] = row * t.COLUMNS + column
    _earn_colossus(state, seat)
    return cry(state, seat, building) or begin_build(state, seat)


@rule
def _earn_colossus(state, seat):
    """MF-4.8: the first to have three beacons standing."""
    if state.colossus == t.NONE and standing_beacons(state, seat) == t.BEACONS:
        state.colossus = seat
        state.owed = 1


@rule
def standing_beacons(state, seat):
    count = 0
    for colour in range(t.BEACONS):
        count += state.beacon[seat, colour] != t.NONE
    return count
