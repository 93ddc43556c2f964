"""The invariants of what lies on the board of Mercy Frontier: tiles, buildings, workers, tokens, and their maps."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.state import column_of, controls, on_board, row_of, side


@rule
def tiles_fit(state):
    for tile in range(t.TILES):
        if t.HOME_FACES[tile] != t.NONE and state.face[tile] != t.HOME_FACES[tile]:
            return False
    if not (_faces_fit(state, t.SINGLE_TILES, t.SINGLE_FACES) and _faces_fit(state, t.DOUBLE_TILES, t.DOUBLE_FACES)):
        return False
    seen = 0
    for place in range(t.RELIC_PLACES):
        relic = int(state.relic[place])
        if not 0 <= relic < t.RELICS or (seen >> relic) & 1:
            return False
        seen |= 1 << relic
    covered = int(state.covered)
    if covered & ~t.CLAIMABLE or int(state.control[0]) & int(state.control[1]):
        return False
    for seat in range(t.SEATS):
        if int(state.control[seat]) & ~t.CLAIMABLE != t.HOME[seat] or int(state.control[seat]) & covered:
            return False
    return _outposts_fit(state)


@rule
def _faces_fit(state, tiles, faces):
    """The same faces, in any order."""
    for k in range(faces.shape[0]):
        balance = 0
        for other in range(faces.shape[0]):
            balance += int(state.face[tiles[other]] == faces[k]) - int(faces[other] == faces[k])
        if balance != 0:
            return False
    return True


@rule
def _outposts_fit(state):
    """MF-2.1: they stand where somebody controls a tile that is no home tile; never on a node."""
    for tile in range(t.TILES):
        local = int(state.outpost[tile])
        if not t.NONE <= local < t.TILE_CELLS:
            return False
        claimed = (t.CLAIMABLE >> tile) & 1 == 1 and (controls(state, 0, tile) or controls(state, 1, tile))
        if claimed != (local != t.NONE):
            return False
        if claimed and (int(t.NODE_CELLS[state.face[tile]]) >> local) & 1:
            return False
    for seat in range(t.SEATS):
        standing = _count(int(state.control[seat]) & t.CLAIMABLE)
        if state.outposts_left[seat] < 0 or standing + state.outposts_left[seat] != t.OUTPOSTS:
            return False
    return True


@rule
def _count(bits):
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def blocks_fit(state):
    """Refineries on nodes, beacons in one tile and beside nodes; nothing on covered or enemy home tiles."""
    for resource in range(t.RESOURCES):
        if state.refineries_left[resource] < 0:
            return False
        if state.refineries_left[resource] + _standing_refineries(state, resource) != t.REFINERIES[resource]:
            return False
    for seat in range(t.SEATS):
        closed = int(state.covered) | int(t.HOME[1 - seat])
        for node in range(t.NODES):
            tiles = int(state.refineries[seat, node])
            if tiles & (closed | ~tiles_with(state, node)) or tiles & int(state.refineries[1 - seat, node]):
                return False
        for colour in range(t.BEACONS):
            if not _beacon_fits(state, seat, colour, closed):
                return False
    return True


@rule
def _standing_refineries(state, resource):
    count = 0
    for tile in range(t.TILES):
        for node in range(t.NODES):
            if t.NODE_RESOURCE[state.face[tile], node] == resource:
                count += ((int(state.refineries[0, node]) | int(state.refineries[1, node])) >> tile) & 1
    return count


@rule
def tiles_with(state, spot):
    """The tiles that have this spot, as bits."""
    tiles = 0
    for tile in range(t.TILES):
        if t.SPOT_LOCAL[state.face[tile], spot] != t.NONE:
            tiles |= 1 << tile
    return tiles


@rule
def _beacon_fits(state, seat, colour, closed):
    cell = int(state.beacon[seat, colour])
    if cell == t.NONE:
        return True
    if not 0 <= cell < t.CELLS:
        return False
    column = cell % t.COLUMNS
    row = cell // t.COLUMNS
    width = int(t.WIDTH[t.FUEL_BEACON + colour])
    height = int(t.HEIGHT[t.FUEL_BEACON + colour])
    if column % t.TILE_SIDE + width > t.TILE_SIDE or row % t.TILE_SIDE + height > t.TILE_SIDE:
        return False
    tile = row // t.TILE_SIDE * t.TILE_COLUMNS + column // t.TILE_SIDE
    nodes = int(t.NODE_CELLS[state.face[tile]])
    for y in range(height):
        first = (row % t.TILE_SIDE + y) * t.TILE_SIDE + column % t.TILE_SIDE
        if (nodes >> first) & ((1 << width) - 1):
            return False
    return (closed >> tile) & 1 == 0


@rule
def workers_fit(state):
    """MF-3.1, MF-3.6: those neither placed nor to be placed were bought in this turn.

    Only in the action phases a worker can stand on a tile that is no longer controlled. There are none of the enemy's.
    """
    standing = 0
    for seat in range(t.SEATS):
        if not (0 <= state.owned[seat] <= t.MOST_WORKERS and 0 <= state.unplaced[seat] <= t.MOST_WORKERS):
            return False
        placed = 0
        own = 0
        closed = int(state.covered) | int(state.control[1 - seat]) | standing
        if state.phase < t.ABILITY_PHASE:
            closed |= ~int(state.control[seat])
        for spot in range(t.SPOTS):
            tiles = int(state.workers[seat, spot])
            if tiles & (closed | ~tiles_with(state, spot)):
                return False
            placed += _count(tiles)
            own |= tiles
        standing = own
        bought = state.owned[seat] - state.unplaced[seat] - placed
        if bought < 0 or (bought > 0 and state.phase == t.WORKERS):
            return False
        if state.phase == t.WORKERS and placed > 0 and seat != state.priority and state.to_act == state.priority:
            return False
    return True


@rule
def mercenaries_fit(state):
    """MF-9.6, MF-6.3: an empty zone and a waiting mercenary have nothing on the board."""
    tokens = 0
    for seat in range(t.SEATS):
        for zone in range(t.ZONES):
            if not _mercenary_fits(state, seat, zone):
                return False
            tokens += int(state.health[seat, zone])
    return state.health_left >= 0 and tokens + state.health_left == t.HEALTH_TOKENS


@rule
def _mercenary_fits(state, seat, zone):
    column = int(state.column[seat, zone])
    row = int(state.row[seat, zone])
    health = int(state.health[seat, zone])
    most = int(state.most[seat, zone])
    if row == t.NONE:
        return column == t.NONE and health == 0 and most == 0
    card = int(state.card[seat, zone])
    if card == t.NONE:
        return False
    size = side(state, seat, zone)
    return (
        0 <= column <= t.COLUMNS - size
        and 0 <= row <= t.ROWS - size
        and t.HEALTH[card] <= most <= t.HEALTH[card] + 1
        and 1 <= health <= most
    )


@rule
def maps_fit(state):
    """MF-2.3: the maps are what the board is, and what may not overlap does not."""
    for row in range(t.ROWS):
        for seat in range(t.SEATS):
            if (
                state.token_rows[seat, row] != _token_row(state, seat, row)
                or state.block_rows[seat, row] != _block_row(state, seat, row)
                or state.worker_rows[seat, row] != _worker_row(state, seat, row)
            ):
                return False
        if int(state.token_rows[0, row]) & int(state.token_rows[1, row]):
            return False
        if int(state.block_rows[0, row]) & int(state.block_rows[1, row]):
            return False
        for seat in range(t.SEATS):
            enemy = int(state.block_rows[1 - seat, row]) | int(state.worker_rows[1 - seat, row])
            if int(state.token_rows[seat, row]) & enemy or int(state.worker_rows[seat, row]) & enemy:
                return False
    return True


OVERLAP = t.ALL_COLUMNS + 1  # no row of the board: two things of a kind on one space


@rule
def _added(bits, column, width):
    """A row with one more thing on it."""
    more = ((1 << width) - 1) << column
    return OVERLAP if bits & (OVERLAP | more) else bits | more


@rule
def _token_row(state, seat, row):
    bits = 0
    for zone in range(t.ZONES):
        if on_board(state, seat, zone):
            size = side(state, seat, zone)
            if 0 <= row - int(state.row[seat, zone]) < size:
                bits = _added(bits, int(state.column[seat, zone]), size)
    return bits


@rule
def _block_row(state, seat, row):
    bits = 0
    first = row // t.TILE_SIDE * t.TILE_COLUMNS
    for tile in range(first, first + t.TILE_COLUMNS):
        for node in range(t.NODES):
            local = int(t.SPOT_LOCAL[state.face[tile], node])
            if (int(state.refineries[seat, node]) >> tile) & 1 and row_of(tile, local) == row:
                bits = _added(bits, column_of(tile, local), 1)
        local = int(state.outpost[tile])
        if local != t.NONE and controls(state, seat, tile) and row_of(tile, local) == row:
            bits = _added(bits, column_of(tile, local), 1)
    for colour in range(t.BEACONS):
        cell = int(state.beacon[seat, colour])
        if cell != t.NONE and 0 <= row - cell // t.COLUMNS < t.HEIGHT[t.FUEL_BEACON + colour]:
            bits = _added(bits, cell % t.COLUMNS, int(t.WIDTH[t.FUEL_BEACON + colour]))
    return bits


@rule
def _worker_row(state, seat, row):
    bits = 0
    first = row // t.TILE_SIDE * t.TILE_COLUMNS
    for tile in range(first, first + t.TILE_COLUMNS):
        for spot in range(t.SPOTS):
            local = int(t.SPOT_LOCAL[state.face[tile], spot])
            if (int(state.workers[seat, spot]) >> tile) & 1 and row_of(tile, local) == row:
                bits = _added(bits, column_of(tile, local), 1)
    return bits
