"""WORKERS and BUY_WORKER: placing, collecting, buying."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
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
    tile_bits,
    unmark,
)


@rule
def take_workers_off(state):
    """MF-3.1: at the start of a turn all workers leave the board."""
    for seat in range(t.SEATS):
        state.unplaced[seat] = state.owned[seat]
        for spot in range(t.SPOTS):
            state.workers[seat, spot] = 0
        for row in range(t.ROWS):
            state.worker_rows[seat, row] = 0


@rule
def begin_workers(state, seat):
    state.phase = t.WORKERS
    return can_place_worker(state, seat)


@rule
def can_place_worker(state, seat):
    """Whether there is a worker to place and a spot for it."""
    return state.unplaced[seat] > 0 and _any_open_spot(state, seat)


@rule
def legal_workers(state, mask):
    seat = state.to_act
    mask[DONE] = 1
    for own in range(t.OPEN_TILES):
        tile = own_tile(seat, own)
        if controls(state, seat, tile):
            spots = open_spots(state, seat, tile)
            for spot in range(t.SPOTS):
                mask[SPOT + own * t.SPOTS + own_spot(seat, spot)] = (spots >> spot) & 1


@rule
def place_workers(state, action):
    """One worker, or all; True while more can be placed."""
    seat = state.to_act
    if action == DONE:
        _place_rest(state, seat)
        return False
    _put_worker(state, seat, own_tile(seat, (action - SPOT) // t.SPOTS), own_spot(seat, (action - SPOT) % t.SPOTS))
    return begin_workers(state, seat)


@rule
def open_spots(state, seat, tile):
    """MF-3.3: spots of a tile with nothing of the enemy's and no other worker, as bits; own buildings do not matter."""
    enemy = tile_bits(state.token_rows, 1 - seat, tile) | tile_bits(state.block_rows, 1 - seat, tile)
    spots = 0
    for spot in range(t.SPOTS):  # without branches: nobody can predict where workers stand
        space = int(t.SPOT_BIT[state.face[tile], spot])  # MF-3.2
        has_worker = (int(state.workers[seat, spot]) >> tile) & 1
        spots |= int((space & ~enemy != 0) & (has_worker == 0)) << spot
    return spots


@rule
def _any_open_spot(state, seat):
    """MF-3.1: in the own territory."""
    for tile in range(t.TILES):
        if controls(state, seat, tile) and open_spots(state, seat, tile) != 0:
            return True
    return False


@rule
def _put_worker(state, seat, tile, spot):
    local = int(t.SPOT_LOCAL[state.face[tile], spot])
    state.workers[seat, spot] |= 1 << tile
    state.unplaced[seat] -= 1
    mark(state.worker_rows, seat, column_of(tile, local), row_of(tile, local), 1, 1)


@rule
def _place_rest(state, seat):
    """MF-3.4: nodes with an own refinery, other nodes, camps; crystal before neosteel before biofuel."""
    spots = 0
    for tile in range(t.TILES):
        if controls(state, seat, tile):
            spots |= open_spots(state, seat, tile) << (tile * t.SPOTS)
    for refined in (1, 0):
        for resource in range(t.RESOURCES - 1, -1, -1):
            for own in range(t.OPEN_TILES):
                tile = own_tile(seat, own)
                for node in range(t.NODES):
                    if (
                        (spots >> (tile * t.SPOTS + node)) & 1
                        and t.NODE_RESOURCE[state.face[tile], node] == resource
                        and (int(state.refineries[seat, node]) >> tile) & 1 == refined
                    ):
                        _put_worker(state, seat, tile, node)
                        if state.unplaced[seat] == 0:
                            return
    for own in range(t.OPEN_TILES):
        tile = own_tile(seat, own)
        for camp in range(t.FRONT_CAMP, t.SPOTS):
            spot = own_spot(seat, camp)
            if (spots >> (tile * t.SPOTS + spot)) & 1 and state.unplaced[seat] > 0:
                _put_worker(state, seat, tile, spot)


@rule
def collect(state):
    """MF-3.5: the priority holder first, as far as the bank reaches; then Wellspring."""
    for turn in range(t.SEATS):
        seat = state.priority if turn == 0 else 1 - state.priority
        for own in range(t.OPEN_TILES):
            tile = own_tile(seat, own)
            for node in range(t.NODES):
                if (int(state.workers[seat, node]) >> tile) & 1:
                    refined = (int(state.refineries[seat, node]) >> tile) & 1
                    gain(state, seat, t.NODE_RESOURCE[state.face[tile], node], 1 + refined)
        if has_relic(state, seat, t.WELLSPRING):
            gain(state, seat, t.CRYSTAL, 1)


@rule
def begin_purchase(state, seat):
    state.phase = t.BUY_WORKER
    return can_buy_worker(state, seat)


@rule
def can_buy_worker(state, seat):
    """MF-3.6."""
    return state.owned[seat] < t.MOST_WORKERS and can_pay(state, seat, t.WORKER)


@rule
def legal_purchase(state, mask):
    mask[DONE] = 1
    mask[BUY] = 1


@rule
def buy_worker(state, action):
    """MF-3.6: bought ones are not among the unplaced before the next turn; True while more can be bought."""
    if action == DONE:
        return False
    pay(state, state.to_act, t.WORKER)
    state.owned[state.to_act] += 1
    return begin_purchase(state, state.to_act)


@rule
def kill_worker(state, seat, column, row):
    """MF-3.7: the worker on that space returns to the supply."""
    tile = tile_at(column, row)
    local = local_at(column, row)
    for spot in range(t.SPOTS):
        if t.SPOT_LOCAL[state.face[tile], spot] == local and (int(state.workers[seat, spot]) >> tile) & 1:
            state.workers[seat, spot] &= ~(1 << tile)
            state.owned[seat] -= 1
    unmark(state.worker_rows, seat, column, row, 1, 1)
