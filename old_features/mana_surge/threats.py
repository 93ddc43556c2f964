"""Who can strike where in one turn, and what comes of it."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from old_features.mana_surge import board
from old_features.mana_surge.board import begin_at, begin_search, lowest, sets_of, spread

NOTHING, FREE_KILL, TRADE, LOSS = range(4)  # what a blow from one tile at another does
RESULTS = 2  # of these matter to the victim

# Scratch: the steps of a seat to each tile; by seat, the tiles where its blows of one turn bring a free kill, and those
# where they bring a trade; the same of what others can do to it; the points that it needs to strike at the pool.
REACH = board.BOARD
STRIKES = REACH + t.TILES
FEARS = STRIKES + t.SEATS * RESULTS * board.HALVES
POOL_BLOW = FEARS + t.SEATS * RESULTS * board.HALVES
SCRATCH = POOL_BLOW + t.SEATS


def _result(tile: int, target: int) -> int:
    """MS-4.2, as `defeats` in phases/combat.py has it."""
    kills, dies = t.ATTACK[tile] >= t.DEFENSE[target], t.ATTACK[target] >= t.DEFENSE[tile]
    return (TRADE if dies else FREE_KILL) if kills else LOSS if dies else NOTHING


POOL_RAMPARTS = np.array([tile for tile in t.NEIGHBOUR[t.POOL_TILE] if t.KIND[tile] == t.RAMPART], np.int64)

# RESULT[tile, d]: of a blow in that direction.
RESULT = np.array(
    [[NOTHING if target == t.NO_TILE else _result(tile, int(target)) for target in t.NEIGHBOUR[tile]]
     for tile in range(t.TILES)], np.int64
)  # fmt: skip


# HIT[tile, result]: the tiles where a blow from this one has that result.
HIT = np.array(
    [[sets_of(t.NEIGHBOUR[tile][RESULT[tile] == result]) for result in (FREE_KILL, TRADE)] for tile in range(t.TILES)]
)


@rule
def fears(seat, result):
    """The set of tiles where others can do this to a token of a seat."""
    return FEARS + (seat * RESULTS + result - FREE_KILL) * board.HALVES


@rule
def read_threats(scratch):
    for k in range(STRIKES, POOL_BLOW):
        scratch[k] = 0
    for seat in range(t.SEATS):
        _read_seat(scratch, seat)
    words = RESULTS * board.HALVES
    for seat in range(t.SEATS):
        for other in range(t.SEATS):
            if other != seat:
                for k in range(words):
                    scratch[FEARS + seat * words + k] |= scratch[STRIKES + other * words + k]


@rule
def _read_seat(scratch, seat):
    """Everybody walks as the board is now, and strikes with what is left."""
    for tile in range(t.TILES):
        scratch[REACH + tile] = board.FAR
    begin_search(scratch)
    for k in range(scratch[board.COUNT + seat]):
        tile = scratch[board.TOKEN + seat * t.MOST_TROOPS + k]
        if t.LOCKS[tile] == 0:
            begin_at(scratch, REACH, tile)
            _strike_from(scratch, seat, tile)
    if scratch[board.AP + seat] > 1:
        spread(scratch, REACH, scratch[board.AP + seat] - 1)
        for half in range(board.HALVES):
            tiles = scratch[board.BEEN + half] & scratch[board.OPEN + half]
            while tiles:
                _strike_from(scratch, seat, lowest(tiles, half))
                tiles &= tiles - 1
    scratch[POOL_BLOW + seat] = _points_for_pool(scratch, seat)


@rule
def _strike_from(scratch, seat, tile):
    to = STRIKES + seat * RESULTS * board.HALVES
    for result in range(RESULTS):
        for half in range(board.HALVES):
            scratch[to + result * board.HALVES + half] |= HIT[tile, result, half]


@rule
def _points_for_pool(scratch, seat):
    """To strike at the pool for nothing."""
    fewest = board.FAR
    for k in range(POOL_RAMPARTS.shape[0]):
        place = POOL_RAMPARTS[k]
        if scratch[board.OWNER + place] in (seat, board.FREE):
            fewest = min(fewest, scratch[REACH + place] + 1)
    return fewest
