"""The board as whole numbers, and how many steps lead where."""

from collections.abc import Iterable

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.observe import ACTION_POINTS, HELD, MANA, MY_DECISION, PHASE, THREE_PLAYERS, TROOPS
from old_features.base import count_of

OWN = 0  # seats count from the own one, tiles are in its frame
FREE, WALL = t.SEATS, t.SEATS + 1  # what stands on a tile, if no token does; beyond the edge is a wall
BEYOND = t.TILES
PLACES = t.TILES + 1
AROUND = np.where(t.NEIGHBOUR == t.NO_TILE, BEYOND, t.NEIGHBOUR).astype(np.int64)
FAR = 99  # steps, if no way leads there
NEAR = np.array([1 / (1 + steps) for steps in range(FAR)] + [0], np.float32)
SPAWNERS = t.SPAWNER_TILE[: t.SEATS].astype(np.int64)  # by seat: two players are seen in the first two frames
SPAWN_TILES = t.SLOT[0].astype(np.int64)
ENTERED = np.where((t.LOCKS == 0) & (t.KIND != t.THORNS), 1, 0)  # and left again

# Sets of tiles are two words, one for each half of the board.
HALVES, HALF = 2, 46
BY_REST = 67  # the powers of two leave different rests
TILE_OF = np.array([{pow(2, bit, BY_REST): bit for bit in range(HALF)}.get(rest, 0) for rest in range(BY_REST)])


def sets_of(tiles: Iterable[int]) -> list[int]:
    """These tiles as two words."""
    words = [0] * HALVES
    for tile in tiles:
        words[int(tile) // HALF] |= 1 << int(tile) % HALF
    return words


BESIDE = np.array([sets_of(beside for beside in t.NEIGHBOUR[tile] if beside != t.NO_TILE) for tile in range(t.TILES)])
OF_KIND = np.array([sets_of(np.flatnonzero(kind == t.KIND)) for kind in range(t.KINDS)])
STURDY = np.array(sets_of(np.flatnonzero(t.DEFENSE > 1)))

# Steps to the pool, to free abilities by kind, and to places from which an enemy who is locked dies for nothing.
TO_POOL, TO_ACTION, TO_SPAWN, TO_DAGGER, TO_PREY, GOALS = range(6)

# Scratch: what stands on each tile; steps to goals by tile; whether one can walk on over a tile: all bits, or none.
# Sets: the tiles where one can, free ones, tokens by seat; where a search has been, and where it comes next.
# Then tokens by seat, how many, and how many are not locked; action points of a seat's turn, the own one that goes on
# if there may be a fight in it; abilities held; points left in this turn, its phase.
OWNER = 0
STEPS_TO = OWNER + PLACES
WALKED = STEPS_TO + GOALS * t.TILES
OPEN = WALKED + t.TILES
EMPTY = OPEN + HALVES
TROOP = EMPTY + HALVES
BEEN = TROOP + t.SEATS * HALVES
NEXT = BEEN + HALVES
TOKEN = NEXT + HALVES
COUNT = TOKEN + t.SEATS * t.MOST_TROOPS
LOOSE_COUNT = COUNT + t.SEATS
AP = LOOSE_COUNT + t.SEATS
HOLDS = AP + t.SEATS
NOW_AP = HOLDS + t.SEATS * t.ABILITIES
NOW_PHASE = NOW_AP + 1
BOARD = NOW_PHASE + 1  # how long all this is


@rule
def is_in(scratch, tiles, tile):
    """Whether a set of tiles has it."""
    half = int(tile >= HALF)
    return (scratch[tiles + half] >> (tile - HALF * half)) & 1 == 1


@rule
def put_in(scratch, tiles, tile):
    half = int(tile >= HALF)
    scratch[tiles + half] |= 1 << (tile - HALF * half)


@rule
def lowest(word, half):
    """The first tile of a word of a set."""
    return HALF * half + TILE_OF[(word & -word) % BY_REST]


@rule
def steps_to(scratch, goal, tile):
    return scratch[STEPS_TO + goal * t.TILES + tile]


@rule
def mana_of(seen, seat):
    """As a share of the goal."""
    return min(max(seen[MANA + seat], np.float32(0)), np.float32(1))


@rule
def held(scratch, seat, ability):
    return scratch[HOLDS + seat * t.ABILITIES + ability]


@rule
def next_points(scratch, seat):
    """MS-2.1: action points of a turn that begins like this."""
    return t.BASE_ACTIONS + held(scratch, seat, t.ACTIONS_HELD)


@rule
def read_board(seen, scratch):
    _read_tokens(seen, scratch)
    scratch[NOW_AP] = count_of(seen[ACTION_POINTS], t.MOST_PER_TURN)
    scratch[NOW_PHASE] = t.OVER
    for phase in range(t.OVER):
        if seen[PHASE + phase] > 0:
            scratch[NOW_PHASE] = phase
    for seat in range(t.SEATS):
        for ability in range(t.ABILITIES):
            share = seen[HELD + t.SEATS * ability + seat]
            scratch[HOLDS + seat * t.ABILITIES + ability] = count_of(share, t.ABILITY_TILES[ability])
        scratch[AP + seat] = next_points(scratch, seat)
    if seen[MY_DECISION] > 0 and scratch[NOW_PHASE] <= t.MOVE1_DIR:
        scratch[AP + OWN] = scratch[NOW_AP]
    _measure_ways(scratch)


@rule
def _read_tokens(seen, scratch):
    """Whatever was given: one token to a tile, none on walls, and so many of a seat as there may be."""
    scratch[OWNER + BEYOND] = WALL
    for tile in range(t.TILES):
        scratch[OWNER + tile] = FREE
    for k in range(OPEN, TOKEN):
        scratch[k] = 0
    for seat in range(t.SEATS):
        scratch[COUNT + seat] = scratch[LOOSE_COUNT + seat] = 0
        if seat < t.SEATS - 1 or seen[THREE_PLAYERS] > 0:
            scratch[OWNER + SPAWNERS[seat]] = WALL
        for tile in range(t.TILES):
            if seen[TROOPS + t.TILES * seat + tile] > 0:
                _read_token(scratch, seat, tile)
    for tile in range(t.TILES):
        half = int(tile >= HALF)
        free = int(scratch[OWNER + tile] == FREE)
        walked = free & ENTERED[tile]
        scratch[EMPTY + half] |= free << (tile - HALF * half)
        scratch[OPEN + half] |= walked << (tile - HALF * half)
        scratch[WALKED + tile] = -walked


@rule
def _read_token(scratch, seat, tile):
    count = scratch[COUNT + seat]
    if scratch[OWNER + tile] == FREE and count < t.MOST_TROOPS and t.KIND[tile] != t.THORNS:
        scratch[OWNER + tile] = seat
        scratch[TOKEN + seat * t.MOST_TROOPS + count] = tile
        scratch[COUNT + seat] += 1
        scratch[LOOSE_COUNT + seat] += t.LOCKS[tile] == 0
        put_in(scratch, TROOP + seat * HALVES, tile)


@rule
def _measure_ways(scratch):
    for k in range(STEPS_TO, STEPS_TO + GOALS * t.TILES):
        scratch[k] = FAR
    for goal in range(GOALS):
        field = STEPS_TO + goal * t.TILES
        begin_search(scratch)
        if goal == TO_POOL:
            begin_at(scratch, field, t.POOL_TILE)
        elif goal == TO_PREY:
            _begin_at_prey(scratch, field)
        else:
            kind = t.EXTRA_ACTION if goal == TO_ACTION else t.EXTRA_SPAWN if goal == TO_SPAWN else t.DAGGER
            for half in range(HALVES):
                tiles = scratch[EMPTY + half] & OF_KIND[kind, half]
                while tiles:
                    begin_at(scratch, field, lowest(tiles, half))
                    tiles &= tiles - 1
        spread(scratch, field, FAR)


@rule
def _begin_at_prey(scratch, field):
    """Free places with more defense than who is locked has attack, beside such an enemy."""
    around_0 = around_1 = 0
    for seat in range(OWN + 1, t.SEATS):
        for k in range(scratch[COUNT + seat]):
            tile = scratch[TOKEN + seat * t.MOST_TROOPS + k]
            if t.LOCKS[tile]:
                around_0 |= BESIDE[tile, 0]
                around_1 |= BESIDE[tile, 1]
    for half in range(HALVES):
        tiles = (around_1 if half else around_0) & STURDY[half] & scratch[OPEN + half]
        while tiles:
            begin_at(scratch, field, lowest(tiles, half))
            tiles &= tiles - 1


@rule
def begin_search(scratch):
    for half in range(HALVES):
        scratch[BEEN + half] = scratch[NEXT + half] = 0


@rule
def begin_at(scratch, field, tile):
    """The search begins there too, whatever stands on it."""
    scratch[field + tile] = 0
    put_in(scratch, BEEN, tile)
    for half in range(HALVES):
        scratch[NEXT + half] |= BESIDE[tile, half]


@rule
def spread(scratch, field, most):
    """Number the tiles around by steps, at most so many; those that one cannot walk on from are numbered too."""
    been_0, been_1 = scratch[BEEN], scratch[BEEN + 1]
    ring_0, ring_1 = scratch[NEXT] & ~been_0, scratch[NEXT + 1] & ~been_1
    steps = 1
    while ring_0 | ring_1 and steps <= most:
        been_0 |= ring_0
        been_1 |= ring_1
        next_0 = next_1 = 0
        for half in range(HALVES):
            ring = ring_1 if half else ring_0
            while ring:
                tile = lowest(ring, half)
                ring &= ring - 1
                scratch[field + tile] = steps
                next_0 |= BESIDE[tile, 0] & scratch[WALKED + tile]
                next_1 |= BESIDE[tile, 1] & scratch[WALKED + tile]
        ring_0, ring_1 = next_0 & ~been_0, next_1 & ~been_1
        steps += 1
    scratch[BEEN] = been_0
    scratch[BEEN + 1] = been_1
