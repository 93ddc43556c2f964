"""Tiles, directions, frames and constants of Mana Surge."""

import numpy as np

SEATS = 3
RADIUS = 5
PHASES = (
    *("START", "MOVE1", "MOVE1_DIR", "COMBAT", "COMBAT_DIR", "MOVE2", "MOVE2_DIR", "END", "SACRIFICE"),
    "OVER",
)
START, MOVE1, MOVE1_DIR, COMBAT, COMBAT_DIR, MOVE2, MOVE2_DIR, END, SACRIFICE, OVER = range(len(PHASES))

MOST_TROOPS = 30
BASE_ACTIONS = 1  # MS-2.1
BASE_SPAWNS = 1  # MS-2.2
MOST_PER_TURN = 7  # actions or spawns: the base and six tiles
SACRIFICED = 3  # MS-5.3

# Hexes with axial coordinates (q, r), numbered column by column from the left, each column from the top.
PLACES = [(q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS]
TILES = len(PLACES)
TILE_AT = {place: tile for tile, place in enumerate(PLACES)}
NO_TILE = -1

# What stands on a tile: a seat's token, nothing, or a spawner, which is never empty (MS-1.4).
NOBODY, SPAWNER = -1, SEATS

DIRECTIONS = 6
DIRECTION_NAMES = ("north", "north-east", "south-east", "south", "south-west", "north-west")
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
# NEIGHBOUR[tile, d]: the tile one step in direction d, NO_TILE beyond the edge.
NEIGHBOUR = np.array([[TILE_AT.get((q + dq, r + dr), NO_TILE) for dq, dr in STEPS] for q, r in PLACES], np.int8)

OPPOSITE_BIT = np.array([1 << (d + 3) % DIRECTIONS for d in range(DIRECTIONS)], np.int8)
ALL_AROUND = ((NEIGHBOUR >= 0) << np.arange(DIRECTIONS)).sum(1).astype(np.int8)  # bit d: there is a neighbour

KINDS = 10
PLAIN, POOL, THORNS, RAMPART, BLADE, WARSTONE, MIRE, EXTRA_ACTION, EXTRA_SPAWN, DAGGER = range(KINDS)
KIND_NAMES = (
    *("plain tile", "Mana Pool", "thorns", "rampart", "blade stone", "warstone", "mire"),
    *("extra action", "extra spawn", "sacrificial dagger"),
)
KIND_LETTERS = ".OTRBWMASD"
POOL_TILE = 45

# KIND[tile], column by column from the left. Spawners stand on plain tiles.
_COLUMNS = (
    *("...S..", "....RA.", "...BTBRS", "S.BAWDT..", ".RTWMRWB..", ".ABDROMA..."),
    *(".RTWMRWB..", "S.BAWDT..", "...BTBRS", "....RA.", "...S.."),
)
KIND = np.array([KIND_LETTERS.index(letter) for letter in "".join(_COLUMNS)], np.int8)

ATTACK = 1 + np.isin(KIND, (BLADE, WARSTONE)).astype(np.int8) - (KIND == MIRE).astype(np.int8)
DEFENSE = 1 + np.isin(KIND, (RAMPART, WARSTONE)).astype(np.int8)
DEFEATS = ATTACK[:, None] >= DEFENSE  # DEFEATS[tile, target]: a token on one defeats a token on the other (MS-4.2)
LOCKS = np.isin(KIND, (POOL, EXTRA_ACTION, EXTRA_SPAWN, DAGGER)).astype(np.int8)  # MS-3.6

# Abilities add up by kind (MS-3.8); ABILITY[tile] is the place in the counts of a seat, NO_ABILITY for other tiles.
ABILITIES = 3
ACTIONS_HELD, SPAWNS_HELD, DAGGERS_HELD = range(ABILITIES)
NO_ABILITY = -1
ABILITY = np.where(KIND >= EXTRA_ACTION, KIND - EXTRA_ACTION, NO_ABILITY).astype(np.int8)
ABILITY_TILES = np.array([6, 6, 3], np.int8)

# A frame turns a seat's own view into the global one, which is seat 0's:
#   0 as it is   1, 2 turned clockwise by 120 and 240 degrees (three players)   3 mirrored (seat 1 of two)
FRAME_OF = np.array([[0, 0, 0], [0, 0, 0], [0, 3, 0], [0, 1, 2]], np.int8)  # FRAME_OF[players, seat]
_ROTATED = [TILE_AT[-q - r, q] for q, r in PLACES]
_REFLECTED = [TILE_AT[-r, -q] for q, r in PLACES]
GLOBAL_TILE = np.array([range(TILES), _ROTATED, [_ROTATED[t] for t in _ROTATED], _REFLECTED], np.int8)
LOCAL_TILE = np.argsort(GLOBAL_TILE, axis=1).astype(np.int8)
GLOBAL_DIRECTION = np.array(
    [[(d + 2 * turns) % DIRECTIONS for d in range(DIRECTIONS)] for turns in range(3)]
    + [[(2 - d) % DIRECTIONS for d in range(DIRECTIONS)]],
    np.int8,
)
LOCAL_DIRECTION = np.argsort(GLOBAL_DIRECTION, axis=1).astype(np.int8)

SLOTS = 3
SLOT_NAMES = ("left", "front", "right")
_HOME = TILE_AT[0, RADIUS]
_OWN_SLOTS = [TILE_AT[-1, RADIUS], TILE_AT[0, RADIUS - 1], TILE_AT[1, RADIUS - 1]]
SPAWNER_TILE = np.ascontiguousarray(GLOBAL_TILE[:, _HOME])  # SPAWNER_TILE[frame]
SLOT = np.ascontiguousarray(GLOBAL_TILE[:, _OWN_SLOTS])  # SLOT[frame, slot]
