"""Who can strike where in one turn, and what comes of it."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge.features.board import (
    AP,
    BEEN,
    BOARD,
    COUNT,
    FAR,
    FREE,
    HALVES,
    OPEN,
    OWNER,
    TOKEN,
    begin_at,
    begin_search,
    lowest,
    sets_of,
    spread,
)
from flank_envs.games.mana_surge.tables import (
    ATTACK,
    DEFENSE,
    KIND,
    LOCKS,
    MOST_TROOPS,
    NEIGHBOUR,
    NO_TILE,
    POOL_TILE,
    RAMPART,
    SEATS,
    TILES,
)

NOTHING, FREE_KILL, TRADE, LOSS = range(4)  # what a blow from one tile at another does
RESULTS = 2  # of these matter to the victim

# Scratch: the steps of a seat to each tile; by seat, the tiles where its blows of one turn bring a free kill, and those
# where they bring a trade; the same of what others can do to it; the points that it needs to strike at the pool.
REACH = BOARD
STRIKES = REACH + TILES
FEARS = STRIKES + SEATS * RESULTS * HALVES
POOL_BLOW = FEARS + SEATS * RESULTS * HALVES
SCRATCH = POOL_BLOW + SEATS


def _result(tile: int, target: int) -> int:
    """MS-4.2, as `defeats` in phases/combat.py has it."""
    kills, dies = ATTACK[tile] >= DEFENSE[target], ATTACK[target] >= DEFENSE[tile]
    return (TRADE if dies else FREE_KILL) if kills else LOSS if dies else NOTHING


POOL_RAMPARTS = np.array([tile for tile in NEIGHBOUR[POOL_TILE] if KIND[tile] == RAMPART], np.int64)

# RESULT[tile, d]: of a blow in that direction.
RESULT = np.array(
    [[NOTHING if target == NO_TILE else _result(tile, int(target)) for target in NEIGHBOUR[tile]]
     for tile in range(TILES)], np.int64
)  # fmt: skip


# HIT[tile, result]: the tiles where a blow from this one has that result.
HIT = np.array(
    [[sets_of(NEIGHBOUR[tile][RESULT[tile] == result]) for result in (FREE_KILL, TRADE)] for tile in range(TILES)]
)


@rule
def fears(seat, result):
    """The set of tiles where others can do this to a token of a seat."""
    return FEARS + (seat * RESULTS + result - FREE_KILL) * HALVES


@rule
def read_threats(scratch):
    for k in range(STRIKES, POOL_BLOW):
        scratch[k] = 0
    for seat in range(SEATS):
        _read_seat(scratch, seat)
    words = RESULTS * HALVES
    for seat in range(SEATS):
        for other in range(SEATS):
            if other != seat:
                for k in range(words):
                    scratch[FEARS + seat * words + k] |= scratch[STRIKES + other * words + k]


@rule
def _read_seat(scratch, seat):
    """Everybody walks as the board is now, and strikes with what is left."""
    for tile in range(TILES):
        scratch[REACH + tile] = FAR
    begin_search(scratch)
    for k in range(scratch[COUNT + seat]):
        tile = scratch[TOKEN + seat * MOST_TROOPS + k]
        if LOCKS[tile] == 0:
            begin_at(scratch, REACH, tile)
            _strike_from(scratch, seat, tile)
    if scratch[AP + seat] > 1:
        spread(scratch, REACH, scratch[AP + seat] - 1)
        for half in range(HALVES):
            tiles = scratch[BEEN + half] & scratch[OPEN + half]
            while tiles:
                _strike_from(scratch, seat, lowest(tiles, half))
                tiles &= tiles - 1
    scratch[POOL_BLOW + seat] = _points_for_pool(scratch, seat)


@rule
def _strike_from(scratch, seat, tile):
    to = STRIKES + seat * RESULTS * HALVES
    for result in range(RESULTS):
        for half in range(HALVES):
            scratch[to + result * HALVES + half] |= HIT[tile, result, half]


@rule
def _points_for_pool(scratch, seat):
    """To strike at the pool for nothing."""
    fewest = FAR
    for k in range(POOL_RAMPARTS.shape[0]):
        place = POOL_RAMPARTS[k]
        if scratch[OWNER + place] in (seat, FREE):
            fewest = min(fewest, scratch[REACH + place] + 1)
    return fewest
