"""WORKERS and BUY_WORKER: placing, collecting, buying."""

from flank_envs.core.compile import rule
from flank_envs.games.mercy_frontier.layout import BUY, DONE, SPOT
from flank_envs.games.mercy_frontier.state import (
    can_pay,
    column_of,
    controls,
    gain,
    has_relic,
    local_at,
    mark,
    own_spot,
    own_tile,
    pay,
    row_of,
    tile_at,
    unmark,
)
from flank_envs.games.mercy_frontier.tables import (
    BUY_WORKER,
    CRYSTAL,
    FRONT_CAMP,
    MOST_WORKERS,
    NODE_RESOURCE,
    NODES,
    OPEN_TILES,
    RESOURCES,
    ROWS,
    SEATS,
    SPOT_LOCAL,
    SPOTS,
    TILES,
    WELLSPRING,
    WORKER,
    WORKERS,
)


@rule
def take_workers_off(state):
    """MF-3.1: at the start of a turn all workers leave the board."""
    for seat in range(SEATS):
        state.unplaced[seat] = state.owned[seat]
        for spot in range(SPOTS):
            state.workers[seat, spot] = 0
        for row in range(ROWS):
            state.worker_rows[seat, row] = 0


@rule
def begin_workers(state, seat):
    state.phase = WORKERS
    return can_place_worker(state, seat)


@rule
def can_place_worker(state, seat):
    """Whether there is a worker to place and a spot for it."""
    return state.unplaced[seat] > 0 and _any_open_spot(state, seat)


@rule
def legal_workers(state, mask):
    seat = state.to_act
    mask[DONE] = 1
    for own in range(OPEN_TILES):
        tile = own_tile(seat, own)
        if controls(state, seat, tile):
            first = SPOT + own * SPOTS
            for spot in range(SPOTS):
                mask[first + own_spot(seat, spot)] = spot_is_open(state, seat, tile, spot)


@rule
def place_workers(state, action):
    """One worker, or all; True while more can be placed."""
    seat = state.to_act
    if action == DONE:
        _place_rest(state, seat)
        return False
    _put_worker(state, seat, own_tile(seat, (action - SPOT) // SPOTS), own_spot(seat, (action - SPOT) % SPOTS))
    return begin_workers(state, seat)


@rule
def spot_is_open(state, seat, tile, spot):
    """MF-3.3: nothing of the enemy's and no other worker there; own buildings and tokens do not matter."""
    local = int(SPOT_LOCAL[state.face[tile], spot])  # MF-3.2
    row = row_of(tile, max(local, 0))
    enemy = int(state.token_rows[1 - seat, row]) | int(state.block_rows[1 - seat, row])
    taken = (enemy >> column_of(tile, local)) | (int(state.workers[seat, spot]) >> tile)
    return (local >= 0) & (taken & 1 == 0)  # without branches: nobody can predict where workers stand


@rule
def _open_tiles(state, seat, spot):
    """MF-3.1: the tiles of the own territory where a worker may be put on that spot, as bits."""
    tiles = 0
    for tile in range(TILES):
        if controls(state, seat, tile) and spot_is_open(state, seat, tile, spot):
            tiles |= 1 << tile
    return tiles


@rule
def _any_open_spot(state, seat):
    for tile in range(TILES):
        if controls(state, seat, tile):
            for spot in range(SPOTS):
                if spot_is_open(state, seat, tile, spot):
                    return True
    return False


@rule
def _put_worker(state, seat, tile, spot):
    local = int(SPOT_LOCAL[state.face[tile], spot])
    state.workers[seat, spot] |= 1 << tile
    state.unplaced[seat] -= 1
    mark(state.worker_rows, seat, column_of(tile, local), row_of(tile, local), 1, 1)


@rule
def _place_rest(state, seat):
    """MF-3.4: nodes with an own refinery, other nodes, camps; crystal before neosteel before biofuel."""
    open_0 = _open_tiles(state, seat, 0)
    open_1 = _open_tiles(state, seat, 1)
    for refined in (1, 0):
        for resource in range(RESOURCES - 1, -1, -1):
            for own in range(OPEN_TILES):
                tile = own_tile(seat, own)
                for node in range(NODES):
                    if (
                        ((open_1 if node else open_0) >> tile) & 1
                        and NODE_RESOURCE[state.face[tile], node] == resource
                        and (int(state.refineries[seat, node]) >> tile) & 1 == refined
                        and state.unplaced[seat] > 0
                    ):
                        _put_worker(state, seat, tile, node)
    for own in range(OPEN_TILES):
        tile = own_tile(seat, own)
        for camp in range(FRONT_CAMP, SPOTS):
            spot = own_spot(seat, camp)
            if state.unplaced[seat] > 0 and controls(state, seat, tile) and spot_is_open(state, seat, tile, spot):
                _put_worker(state, seat, tile, spot)


@rule
def collect(state):
    """MF-3.5: the priority holder first, as far as the bank reaches; then Wellspring."""
    for turn in range(SEATS):
        seat = state.priority if turn == 0 else 1 - state.priority
        for own in range(OPEN_TILES):
            tile = own_tile(seat, own)
            for node in range(NODES):
                if (int(state.workers[seat, node]) >> tile) & 1:
                    refined = (int(state.refineries[seat, node]) >> tile) & 1
                    gain(state, seat, NODE_RESOURCE[state.face[tile], node], 1 + refined)
        if has_relic(state, seat, WELLSPRING):
            gain(state, seat, CRYSTAL, 1)


@rule
def begin_purchase(state, seat):
    state.phase = BUY_WORKER
    return can_buy_worker(state, seat)


@rule
def can_buy_worker(state, seat):
    """MF-3.6."""
    return state.owned[seat] < MOST_WORKERS and can_pay(state, seat, WORKER)


@rule
def legal_purchase(state, mask):
    mask[DONE] = 1
    mask[BUY] = 1


@rule
def buy_worker(state, action):
    """MF-3.6: bought ones are not among the unplaced before the next turn; True while more can be bought."""
    if action == DONE:
        return False
    pay(state, state.to_act, WORKER)
    state.owned[state.to_act] += 1
    return begin_purchase(state, state.to_act)


@rule
def kill_worker(state, seat, column, row):
    """MF-3.7: the worker on that space returns to the supply."""
    tile = tile_at(column, row)
    local = local_at(column, row)
    for spot in range(SPOTS):
        if SPOT_LOCAL[state.face[tile], spot] == local and (int(state.workers[seat, spot]) >> tile) & 1:
            state.workers[seat, spot] &= ~(1 << tile)
            state.owned[seat] -= 1
    unmark(state.worker_rows, seat, column, row, 1, 1)
