"""Where each leg leads: fights, falls and trampled ones on the way, and how the token stands in the end."""

import numpy as np

from flank_envs.engine.features import whole
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier.features.offers import begin, tell_mover
from flank_envs.games.mercy_frontier.features.pieces import (
    ABILITY,
    AT_COLUMN,
    AT_ROW,
    ATTACK,
    COLUMN,
    DEAD,
    HEALTH,
    HEALTH_LEFT,
    LEFT,
    LEGS,
    ON,
    RAZED_BEACONS,
    RAZED_NOW,
    ROW,
    SIZE,
    WORKERS_AT,
    blow,
    stands_in,
    strength,
    taken,
    the,
    turns_to_go,
)
from flank_envs.games.mercy_frontier.features.standing import stand
from flank_envs.games.mercy_frontier.features.values import (
    DIES,
    GOES_ON,
    HERE,
    KILLED,
    KIND_LEG,
    PIECE_STANDING,
    PIECE_VALUES,
    RAZED,
    SPENT,
    STANDING,
    STEPS,
    STOPPED,
    STRENGTH,
    THERE,
    TOWARDS,
    TRAMPLED,
    URGENT,
    WINS,
    WORKERS_HIT,
    WOUNDED,
)
from flank_envs.games.mercy_frontier.layout import BEACON_VALUES, LEG
from flank_envs.games.mercy_frontier.observe import BEACON_ROWS, BOARD_MAP, LOSSES
from flank_envs.games.mercy_frontier.tables import (
    BEACONS,
    BUILDINGS_TO_LOSE,
    COLUMN_STEP,
    COLUMNS,
    DIRECTIONS,
    DISTANCES,
    FIRST_STRIKE,
    FUEL_BEACON,
    HEIGHT,
    NONE,
    ROW_STEP,
    ROWS,
    WIDTH,
    ZONES,
)

HALF, FIFTH = np.float32(1 / 2), np.float32(1 / 5)
A_BLOCK = np.float32(-1 / 2)  # an enemy building on the map


@rule
def tell_legs(seen, scratch, outlook, actions, values):
    count = 0
    for zone in range(ZONES):
        if the(scratch, zone, ON) and the(scratch, zone, LEGS) > 0 and the(scratch, zone, LEFT) > 0:
            for direction in range(DIRECTIONS):
                count = _tell_line(seen, scratch, outlook, zone, direction, actions, values, count)
    return count


@rule
def _tell_line(seen, scratch, outlook, zone, direction, actions, values, count):
    """All legs of a token in one direction: each goes on where the shorter one ends, with what that has led to."""
    _set_out(scratch, zone)
    begin(values[count], KIND_LEG)
    values[count, TOWARDS + direction] = 1
    most = min(the(scratch, zone, LEFT), _room(scratch, zone, direction))
    for k in range(most + 1):
        leg = values[count]
        goes = leg[WINS] + leg[DIES] + leg[STOPPED] == 0
        if k > 0 and goes:
            _step(scratch, zone, direction, leg)
        if not (goes and leg[WINS] == 0 and _meet(seen, scratch, zone, direction, leg)) and k == 0:
            continue  # MF-8.3: without a contact this is no leg
        leg[STEPS] = k * FIFTH
        leg[GOES_ON] = the(scratch, zone, LEGS) > 1 and k < the(scratch, zone, LEFT)
        _tell_standing(seen, scratch, outlook, zone, leg)
        tell_mover(scratch, zone, leg)
        actions[count] = LEG + (zone * DIRECTIONS + direction) * DISTANCES + k
        count += 1
        if k < most:
            for n in range(THERE):
                values[count, n] = leg[n]
            for n in range(THERE, leg.shape[0]):
                values[count, n] = 0
    return count


@rule
def _set_out(scratch, zone):
    scratch[AT_COLUMN] = the(scratch, zone, COLUMN)
    scratch[AT_ROW] = the(scratch, zone, ROW)
    scratch[HEALTH_LEFT] = the(scratch, zone, HEALTH)
    scratch[DEAD] = scratch[RAZED_NOW] = scratch[RAZED_BEACONS] = 0


@rule
def _room(scratch, zone, direction):
    """MF-8.3: steps until the edge of the board."""
    size = the(scratch, zone, SIZE)
    if COLUMN_STEP[direction] != 0:
        column = the(scratch, zone, COLUMN)
        return COLUMNS - size - column if COLUMN_STEP[direction] > 0 else column
    row = the(scratch, zone, ROW)
    return ROWS - size - row if ROW_STEP[direction] > 0 else row


@rule
def _front(scratch, zone, direction):
    """MF-9.1: column, row, width and height of the spaces that a step would newly enter."""
    size = the(scratch, zone, SIZE)
    dx = int(COLUMN_STEP[direction])
    dy = int(ROW_STEP[direction])
    column = scratch[AT_COLUMN] + (size if dx > 0 else dx)
    row = scratch[AT_ROW] + (size if dy > 0 else dy)
    return column, row, size if dx == 0 else 1, size if dy == 0 else 1


@rule
def _step(scratch, zone, direction, leg):
    """MF-8.4, MF-10.2: trample, step, and perhaps win."""
    column, row, width, height = _front(scratch, zone, direction)
    for other in range(ZONES):
        if other != zone and stands_in(scratch, other, column, row, width, height):
            leg[TRAMPLED] += strength(scratch, other, the(scratch, other, HEALTH)) * STRENGTH
    scratch[AT_COLUMN] += COLUMN_STEP[direction]
    scratch[AT_ROW] += ROW_STEP[direction]
    leg[WINS] = scratch[AT_ROW] + the(scratch, zone, SIZE) == ROWS


@rule
def _meet(seen, scratch, zone, direction, leg):
    """MF-9: fight whatever is in front; True if there was something."""
    column, row, width, height = _front(scratch, zone, direction)
    if not (0 <= column < COLUMNS and 0 <= row < ROWS):
        return False
    before = scratch[HEALTH_LEFT]
    scratch[HEALTH_LEFT] -= _first_blows(scratch, zone, column, row, width, height)
    contact = scratch[HEALTH_LEFT] < before
    strikes = scratch[HEALTH_LEFT] > 0 or the(scratch, zone, ABILITY) == FIRST_STRIKE
    blocked = False
    dead = scratch[DEAD]
    for k in range(ZONES):
        if not (dead >> k) & 1 and stands_in(scratch, k + ZONES, column, row, width, height):
            contact = True
            blocked |= not _strike(scratch, zone, k, strikes, leg)
    if strikes:
        blocks = _blocks_in(seen, scratch, column, row, width, height)
        workers = _workers_in(scratch, column, row, width, height)
        contact |= blocks + workers > 0
        lost = whole(seen[LOSSES + 1] * BUILDINGS_TO_LOSE, BUILDINGS_TO_LOSE)
        scratch[RAZED_NOW] += blocks
        leg[RAZED] += blocks * (1 + lost) * HALF
        leg[WORKERS_HIT] += workers * HALF
        leg[WINS] = lost + scratch[RAZED_NOW] >= BUILDINGS_TO_LOSE
    if scratch[HEALTH_LEFT] <= 0 and leg[WINS] == 0:
        leg[DIES] = 1
        leg[SPENT] += strength(scratch, zone, before) * STRENGTH
    elif contact:
        leg[SPENT] += (before - max(scratch[HEALTH_LEFT], 0)) * STRENGTH
        leg[STOPPED] = blocked
    return contact


@rule
def _first_blows(scratch, zone, column, row, width, height):
    """MF-9.5: what first strikers in front take off the mover."""
    damage = 0
    for k in range(ZONES):
        other = k + ZONES
        if (
            not (scratch[DEAD] >> k) & 1
            and stands_in(scratch, other, column, row, width, height)
            and the(scratch, other, ABILITY) == FIRST_STRIKE
        ):
            damage += taken(scratch, zone, the(scratch, other, ATTACK))
    return damage


@rule
def _strike(scratch, zone, k, strikes, leg):
    """The mover and the enemy of zone `k` hit each other; True if that one falls."""
    other = k + ZONES
    health = the(scratch, other, HEALTH)
    given = blow(scratch, zone, other) if strikes else 0
    falls = given >= health
    too_late = falls and the(scratch, zone, ABILITY) == FIRST_STRIKE
    if the(scratch, other, ABILITY) != FIRST_STRIKE and not too_late:
        scratch[HEALTH_LEFT] -= taken(scratch, zone, the(scratch, other, ATTACK))
    worth = strength(scratch, other, health) * STRENGTH
    if falls:
        scratch[DEAD] |= 1 << k
        leg[KILLED] += worth
        leg[URGENT] += 1 / (1 + turns_to_go(scratch, other, the(scratch, other, ROW)))
    else:
        leg[WOUNDED] += worth * given / health
    return falls


@rule
def _blocks_in(seen, scratch, column, row, width, height):
    """The enemy buildings that fall now; a beacon is one, however many of its spaces are met."""
    count = 0
    for r in range(row, row + height):
        for c in range(column, column + width):
            if 0 <= r < ROWS and 0 <= c < COLUMNS and seen[BOARD_MAP + r * COLUMNS + c] == A_BLOCK:
                beacon = _beacon_at(seen, c, r)
                if beacon == NONE or not (scratch[RAZED_BEACONS] >> beacon) & 1:
                    count += 1
                if beacon != NONE:
                    scratch[RAZED_BEACONS] |= 1 << beacon
    return count


@rule
def _beacon_at(seen, column, row):
    """The colour of the enemy beacon on a space, NONE if there is none."""
    for colour in range(BEACONS):
        at = BEACON_ROWS + (BEACONS + colour) * BEACON_VALUES
        if seen[at] > 0:
            across = column - whole(seen[at + 1] * (COLUMNS - 1), COLUMNS - 1)
            along = row - whole(seen[at + 2] * (ROWS - 1), ROWS - 1)
            if 0 <= across < WIDTH[FUEL_BEACON + colour] and 0 <= along < HEIGHT[FUEL_BEACON + colour]:
                return colour
    return NONE


@rule
def _workers_in(scratch, column, row, width, height):
    count = 0
    for r in range(row, row + height):
        for c in range(column, column + width):
            if 0 <= r < ROWS and 0 <= c < COLUMNS:
                count += scratch[WORKERS_AT + r * COLUMNS + c]
    return count


@rule
def _tell_standing(seen, scratch, outlook, zone, leg):
    """Where the leg ends, unless it ends everything, and where it begins."""
    if leg[DIES] + leg[WINS] == 0:
        column = scratch[AT_COLUMN]
        row = scratch[AT_ROW]
        stand(seen, scratch, zone, column, row, scratch[HEALTH_LEFT], scratch[DEAD], leg, THERE)
    for k in range(STANDING):
        leg[HERE + k] = outlook[zone * PIECE_VALUES + PIECE_STANDING + k]
