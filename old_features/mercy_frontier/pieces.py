"""Mercenaries as whole numbers, read from an observation, and how they would fight."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import MERCENARY_VALUES, TILE_VALUES
from flank_envs.games.mercy_frontier.observe import (
    ENEMY_MERCS,
    MERCENARY_ABILITY,
    OWN_MERCS,
    RELIC_ROWS,
    TILE_ROWS,
    WORKER_VALUES,
)
from old_features.base import whole

# A piece is a row of numbers; the enemy's follow one's own. Then come the spaces with enemy workers, and the one that
# walks: where it is, what health it has left, which enemies (bits of zones), how many buildings and which
# beacons (bits of colours) have fallen to it.
PIECES = 2 * t.ZONES
ON, COLUMN, ROW, SIZE, ATTACK, HEALTH, ABILITY, REACH, LEFT, LEGS = range(10)
NUMBERS = 10
WORKERS_AT = PIECES * NUMBERS
AT_COLUMN, AT_ROW, HEALTH_LEFT, DEAD, RAZED_NOW, RAZED_BEACONS = range(WORKERS_AT + t.CELLS, WORKERS_AT + t.CELLS + 6)
SCRATCH = RAZED_BEACONS + 1

# By tile, then node: its local cell. Of middle tiles with two, those of seat 0: a seat does not see which one it is.
SINGLE = 12
STRONGEST = 99  # attack and health are far below
NODE_LOCAL = np.array(
    [[t.SPOT_LOCAL[face, node if node == 0 or t.SPOT_LOCAL[face, 1] >= 0 else 0] if face >= 0 else 11 + 2 * node
      for node in range(t.NODES)] for face in t.HOME_FACES]
)  # fmt: skip


@rule
def the(scratch, piece, number):
    return scratch[piece * NUMBERS + number]


@rule
def read_pieces(seen, scratch):
    for piece in range(PIECES):
        own = piece < t.ZONES
        at = OWN_MERCS + piece * MERCENARY_VALUES if own else ENEMY_MERCS + (piece - t.ZONES) * MERCENARY_VALUES
        to = piece * NUMBERS
        on = seen[at + 1] > 0
        ability = 0
        for k in range(t.ABILITIES):
            if seen[at + MERCENARY_ABILITY + k] > 0:
                ability = k
        scratch[to + ON] = on
        scratch[to + COLUMN] = whole(seen[at + 2] * (t.COLUMNS - 1), t.COLUMNS - 1)
        scratch[to + ROW] = whole(seen[at + 3] * (t.ROWS - 1), t.ROWS - 1)
        scratch[to + SIZE] = whole(seen[at + 4] * 4, 4)
        scratch[to + ATTACK] = whole(seen[at + 5] * 12, STRONGEST)
        scratch[to + HEALTH] = whole(seen[at + 6] * 13, STRONGEST) if on else whole(seen[at + 7] * 13, STRONGEST)
        scratch[to + ABILITY] = ability
        scratch[to + REACH] = scratch[to + SIZE] + (ability == t.SWIFT) + _has_banner(seen, own)
        scratch[to + LEFT] = whole(seen[at + 8] * 5, 5)
        scratch[to + LEGS] = whole(seen[at + 9] * 2, 2)


@rule
def _has_banner(seen, own):
    for place in range(t.RELIC_PLACES):
        if seen[RELIC_ROWS + place * t.RELICS + t.WAR_BANNER] > 0:
            controller = seen[TILE_ROWS + (t.FIRST_MIDDLE + place) * TILE_VALUES + 1]
            return controller > 0 if own else controller < 0
    return False


@rule
def read_workers(seen, scratch):
    """Mark the spaces of enemy workers."""
    for cell in range(t.CELLS):
        scratch[WORKERS_AT + cell] = 0
    for tile in range(t.TILES):
        at = TILE_ROWS + tile * TILE_VALUES
        place = tile // t.TILE_COLUMNS * t.TILE_SIDE * t.COLUMNS + tile % t.TILE_COLUMNS * t.TILE_SIDE
        for spot in range(t.SPOTS):
            if seen[at + WORKER_VALUES + spot] < 0:
                local = _spot_local(seen, tile, spot)
                scratch[WORKERS_AT + place + local // t.TILE_SIDE * t.COLUMNS + local % t.TILE_SIDE] = 1


@rule
def _spot_local(seen, tile, spot):
    if spot >= t.FRONT_CAMP:
        return t.CAMP_LOCAL[spot - t.FRONT_CAMP]
    at = TILE_ROWS + tile * TILE_VALUES
    two_nodes = seen[at + 5] + seen[at + 6] + seen[at + 7] > 0
    if t.TILE_COLUMNS <= tile < t.TILES - t.TILE_COLUMNS and not two_nodes:
        return SINGLE
    return NODE_LOCAL[tile, spot]


@rule
def strength(scratch, piece, health):
    return 1 + the(scratch, piece, ATTACK) + health


@rule
def way_to_go(scratch, piece, row):
    """Rows to the far edge."""
    return t.ROWS - the(scratch, piece, SIZE) - row if piece < t.ZONES else row


@rule
def turns_to_go(scratch, piece, row):
    return way_to_go(scratch, piece, row) / max(1, the(scratch, piece, REACH))


@rule
def taken(scratch, piece, damage):
    """What a hit takes off a piece."""
    return max(1, damage - 1) if the(scratch, piece, ABILITY) == t.ARMOR else damage


@rule
def blow(scratch, mover, other):
    """What a mover takes off another piece."""
    return taken(scratch, other, the(scratch, mover, ATTACK) + (the(scratch, mover, ABILITY) == t.CHARGE))


@rule
def duel(scratch, mover, health, other, other_health):
    """What the mover's side gains more than it loses by an attack."""
    given = blow(scratch, mover, other)
    back = taken(scratch, mover, the(scratch, other, ATTACK))
    first = the(scratch, mover, ABILITY) == t.FIRST_STRIKE
    if first != (the(scratch, other, ABILITY) == t.FIRST_STRIKE):
        if first and given >= other_health:
            back = 0
        elif not first and back >= health:
            given = 0
    return _share(scratch, other, other_health, given) - _share(scratch, mover, health, back)


@rule
def _share(scratch, piece, health, damage):
    """The strength that damage takes from a piece: a wounded one still fights."""
    return strength(scratch, piece, health) * (1.0 if damage >= health else 0.7 * damage / health)


@rule
def stands_in(scratch, piece, column, row, width, height):
    """Whether a token covers one of these spaces."""
    size = the(scratch, piece, SIZE)
    return (
        the(scratch, piece, ON)
        and the(scratch, piece, COLUMN) < column + width
        and column < the(scratch, piece, COLUMN) + size
        and the(scratch, piece, ROW) < row + height
        and row < the(scratch, piece, ROW) + size
    )
