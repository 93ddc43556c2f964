"""The record of a game of Mercy Frontier, and small questions about it."""

from typing import Any

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.options import Option
from flank_envs.engine.record import record_type
from flank_envs.games.mercy_frontier import tables as t

OPTIONS = (
    Option("accelerated", False, "start with 2 tokens of each kind and refineries on both base nodes", (False, True)),
    Option("lanes", False, "mercenaries must move, and only forward, as far as they can", (False, True)),
    Option("persistent_health", False, "at the end of a turn all mercenaries are healed", (False, True)),
    Option("turn_cap", 60, "the turn after which the game ends", between=(1, 1000)),
)

# Places are in seat 0's frame. Sets of tiles are bits: tile t is 1 << t. Things that are not there are -1 (NONE).
# The last three fields follow from the others: rows of the board as bits, column c is 1 << c.
STATE = record_type(
    OPTIONS,
    [
        ("turn", np.int16),  # from 1
        ("priority", np.int8),  # the seat that holds the priority token
        ("winner", np.int8),  # seat, -1 while nobody has won
        ("resources", np.int8, (t.SEATS, t.RESOURCES)),  # tokens; the rest of 30 is in the bank
        ("owned", np.int8, t.SEATS),  # workers; those neither placed nor unplaced were bought in this turn
        ("unplaced", np.int8, t.SEATS),  # workers off the board that were owned when the turn began
        ("lost", np.int8, t.SEATS),  # buildings lost to enemy mercenaries
        ("overcharge", np.int8, t.SEATS),  # 1 from a crystal beacon's cry to the end of the turn
        ("colossus", np.int8),  # the seat that has earned the Beacon Colossus
        ("owed", np.int8),  # 1: earned, and no zone was free yet
        ("face", np.int8, t.TILES),
        ("relic", np.int8, t.RELIC_PLACES),  # under tiles 6, 7, 8
        ("covered", np.int16),  # tiles that lie face down
        ("control", np.int16, t.SEATS),  # tiles
        ("outpost", np.int8, t.TILES),  # local cell of the outpost; its owner controls the tile
        ("refineries", np.int16, (t.SEATS, t.NODES)),  # tiles with a refinery of the seat on that node
        ("workers", np.int16, (t.SEATS, t.SPOTS)),  # tiles with a worker of the seat on that spot, in seat 0's words
        ("beacon", np.int16, (t.SEATS, t.BEACONS)),  # cell of the lowest column and row
        ("refineries_left", np.int8, t.RESOURCES),
        ("outposts_left", np.int8, t.SEATS),
        ("health_left", np.int8),  # health tokens in the supply
        ("market", np.int8, t.MARKET),  # cards
        ("deck", np.int8, t.DECK_SIZE),  # cards; the last one is dealt next, entries past the size are 0
        ("deck_size", np.int8),
        ("discard", np.int8, t.DECK_CARDS),  # cards of each id
        ("card", np.int8, (t.SEATS, t.ZONES)),  # the mercenary of each zone
        ("column", np.int8, (t.SEATS, t.ZONES)),  # lowest column and row of its token, -1 while it waits
        ("row", np.int8, (t.SEATS, t.ZONES)),
        ("health", np.int8, (t.SEATS, t.ZONES)),  # 0 while it waits, like all that follows
        ("most", np.int8, (t.SEATS, t.ZONES)),  # its maximum
        ("left", np.int8, (t.SEATS, t.ZONES)),  # spaces it may still move, in the own MOVE phase
        ("legs", np.int8, (t.SEATS, t.ZONES)),  # legs it may still make, likewise
        ("gone", np.int8, (t.SEATS, t.ZONES)),  # direction of its last leg in the owner's frame, -1 for none
        ("building", np.int8),  # pending: what is built, from BUILD_NODE to BUILD_CELL
        ("tile", np.int8),  # where it is built, or where a mercenary is placed
        ("zone", np.int8),  # the mercenary being placed or using its ability
        ("contract", np.int8),  # market position being paid for; in PAY without one the market is swept
        ("due", np.int8),  # credits or tokens still to pay
        ("token_rows", np.int16, (t.SEATS, t.ROWS)),
        ("block_rows", np.int16, (t.SEATS, t.ROWS)),  # buildings
        ("worker_rows", np.int16, (t.SEATS, t.ROWS)),
    ],
)


@rule
def own_tile(seat, tile):
    """A tile in the frame of a seat; its own inverse."""
    return tile if seat == 0 else t.TILES - 1 - tile


@rule
def own_spot(seat, spot):
    """A spot in the words of a seat; its own inverse."""
    return spot if seat == 0 else int(t.OTHER_SIDE[spot])


@rule
def own_column(seat, column, width):
    """The lowest own-frame column of something that wide; its own inverse."""
    return column if seat == 0 else t.COLUMNS - column - width


@rule
def own_row(seat, row, height):
    return row if seat == 0 else t.ROWS - row - height


@rule
def own_local(seat, local, width, height):
    """The same for a corner inside one tile, as a local cell."""
    if seat == 0:
        return local
    return (t.TILE_SIDE - local // t.TILE_SIDE - height) * t.TILE_SIDE + t.TILE_SIDE - local % t.TILE_SIDE - width


@rule
def tile_at(column, row):
    return row // t.TILE_SIDE * t.TILE_COLUMNS + column // t.TILE_SIDE


@rule
def local_at(column, row):
    return row % t.TILE_SIDE * t.TILE_SIDE + column % t.TILE_SIDE


@rule
def column_of(tile, local):
    return tile % t.TILE_COLUMNS * t.TILE_SIDE + local % t.TILE_SIDE


@rule
def row_of(tile, local):
    return tile // t.TILE_COLUMNS * t.TILE_SIDE + local // t.TILE_SIDE


@rule
def controls(state, seat, tile):
    """MF-2.1, MF-2.2."""
    return (int(state.control[seat]) >> int(tile)) & 1 == 1


@rule
def is_covered(state, tile):
    return (int(state.covered) >> int(tile)) & 1 == 1


@rule
def has_relic(state, seat, relic):
    """MF-4.9: whoever controls a middle tile has its relic."""
    has = False
    for place in range(t.RELIC_PLACES):  # without branches, for this is asked often
        has |= (state.relic[place] == relic) & controls(state, seat, t.FIRST_MIDDLE + place)
    return has


@rule
def bank(state, resource):
    return t.BANK - state.resources[0, resource] - state.resources[1, resource]


@rule
def gain(state, seat, resource, amount):
    """As many tokens as the bank has."""
    state.resources[seat, resource] += min(amount, bank(state, resource))


@rule
def can_pay(state, seat, item):
    """Whether a seat has the tokens that a building or a WORKER costs."""
    for resource in range(t.RESOURCES):
        if state.resources[seat, resource] < t.COST[item, resource]:
            return False
    return True


@rule
def pay(state, seat, item):
    for resource in range(t.RESOURCES):
        state.resources[seat, resource] -= t.COST[item, resource]


@rule
def tokens_held(state, seat):
    return state.resources[seat, 0] + state.resources[seat, 1] + state.resources[seat, 2]


@rule
def price(state, seat, card):
    """Credits that a seat pays for a card."""
    return max(1, int(t.PRICE[card]) - discount(state, seat))


@rule
def discount(state, seat):
    return t.SEAL_DISCOUNT if has_relic(state, seat, t.BROKERS_SEAL) else 0


@rule
def on_board(state, seat, zone):
    return state.row[seat, zone] >= 0


@rule
def waits(state, seat, zone):
    """A contract without a token yet."""
    return state.card[seat, zone] >= 0 and state.row[seat, zone] < 0


@rule
def has_ability(state, seat, zone, ability):
    return t.ABILITY[state.card[seat, zone]] == ability


@rule
def side(state, seat, zone):
    return int(t.SIDE[state.card[seat, zone]])


@rule
def attack(state, seat, zone):
    """MF-9.6: card, Void Forge and overcharge; charge is added where it counts."""
    return int(t.ATTACK[state.card[seat, zone]]) + attack_bonus(state, seat)


@rule
def attack_bonus(state, seat):
    """Of all mercenaries of a seat."""
    return int(state.overcharge[seat]) + has_relic(state, seat, t.VOID_FORGE)


@rule
def free_zone(state, seat):
    """MF-5.3: the lowest one, NONE if all are taken."""
    for zone in range(t.ZONES):
        if state.card[seat, zone] < 0:
            return zone
    return t.NONE


@rule
def tile_bits(rows, seat, tile):
    """The spaces of a tile on a map of rows, as bits of local cells."""
    first = tile // t.TILE_COLUMNS * t.TILE_SIDE
    shift = tile % t.TILE_COLUMNS * t.TILE_SIDE
    bits = 0
    for y in range(t.TILE_SIDE):
        bits |= ((int(rows[seat, first + y]) >> shift) & 0b11111) << (y * t.TILE_SIDE)
    return bits


@rule
def any_in(rows, seat, column, row, width, height):
    """Whether a map of rows has one of these spaces."""
    found = 0
    for r in range(row, row + height):
        found |= int(rows[seat, r])
    return (found >> int(column)) & ((1 << int(width)) - 1) != 0


@rule
def cell_bit(rows, seat, column, row):
    """Whether one of the three maps of rows has that space."""
    return (int(rows[seat, row]) >> int(column)) & 1 == 1


@rule
def mark(rows, seat, column, row, width, height):
    """Add spaces to a map of rows."""
    bits = ((1 << int(width)) - 1) << int(column)
    for r in range(row, row + height):
        rows[seat, r] |= bits


@rule
def unmark(rows, seat, column, row, width, height):
    bits = ((1 << int(width)) - 1) << int(column)
    for r in range(row, row + height):
        rows[seat, r] &= ~bits


def derive(state: Any) -> None:
    """What is left in the supplies, and the three maps. What lies on no board is on no map: `check` refuses it."""
    state.health_left = np.array(t.HEALTH_TOKENS - state.health.sum()).astype(np.int8)
    state.refineries_left = t.REFINERIES
    tokens, blocks, workers = np.zeros((3, t.SEATS, t.ROWS, t.COLUMNS), bool)
    for seat in range(t.SEATS):
        state.outposts_left[seat] = t.OUTPOSTS - (int(state.control[seat]) & t.CLAIMABLE).bit_count()
        for card, column, row in zip(state.card[seat], state.column[seat], state.row[seat], strict=True):
            if 0 <= card < t.CARDS:
                _lay(tokens[seat], column, row, int(t.SIDE[card]), int(t.SIDE[card]))
        for colour, cell in enumerate(state.beacon[seat], t.FUEL_BEACON):
            _lay(blocks[seat], cell % t.COLUMNS, cell // t.COLUMNS, int(t.WIDTH[colour]), int(t.HEIGHT[colour]))
        for tile in range(t.TILES):
            _derive_tile(state, seat, tile, blocks[seat], workers[seat])
    for rows, board in ((state.token_rows, tokens), (state.block_rows, blocks), (state.worker_rows, workers)):
        rows[:] = (board << np.arange(t.COLUMNS)).sum(2)


def _derive_tile(state: Any, seat: int, tile: int, blocks: np.ndarray, workers: np.ndarray) -> None:
    """The outpost of a seat on a tile, and what it has on nodes and camps."""
    row, column = tile // t.TILE_COLUMNS * t.TILE_SIDE, tile % t.TILE_COLUMNS * t.TILE_SIDE
    local, face = int(state.outpost[tile]), int(state.face[tile])
    if int(state.control[seat]) >> tile & 1 and 0 <= local < t.TILE_CELLS:
        _lay(blocks, column + local % t.TILE_SIDE, row + local // t.TILE_SIDE, 1, 1)
    if not 0 <= face < len(t.SPOT_LOCAL):
        return
    for spot, local in enumerate(t.SPOT_LOCAL[face].tolist()):
        if local == t.NONE:
            continue
        if spot < t.NODES and int(state.refineries[seat, spot]) >> tile & 1:
            _lay(blocks, column + local % t.TILE_SIDE, row + local // t.TILE_SIDE, 1, 1)
            state.refineries_left[t.NODE_RESOURCE[face, spot]] -= 1
        if int(state.workers[seat, spot]) >> tile & 1:
            _lay(workers, column + local % t.TILE_SIDE, row + local // t.TILE_SIDE, 1, 1)


def _lay(board: np.ndarray, column: int, row: int, width: int, height: int) -> None:
    """Something with its lowest column and row; below 0 it is not there."""
    column, row = int(column), int(row)
    if column >= 0 and row >= 0:
        board[row : row + height, column : column + width] = True
