"""Where each leg leads: fights, falls and trampled ones on the way, and how the token stands in the end."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import BEACON_VALUES, LEG
from flank_envs.games.mercy_frontier.observe import BEACON_ROWS, BOARD_MAP, LOSSES
from old_features.base import whole
from old_features.mercy_frontier import pieces
from old_features.mercy_frontier import values as v
from old_features.mercy_frontier.offers import begin, tell_mover
from old_features.mercy_frontier.pieces import blow, stands_in, strength, taken, the, turns_to_go
from old_features.mercy_frontier.standing import stand

HALF, FIFTH = np.float32(1 / 2), np.float32(1 / 5)
A_BLOCK = np.float32(-1 / 2)  # an enemy building on the map


@rule
def tell_legs(seen, scratch, outlook, actions, values):
    count = 0
    for zone in range(t.ZONES):
        if (
            the(scratch, zone, pieces.ON)
            and the(scratch, zone, pieces.LEGS) > 0
            and the(scratch, zone, pieces.LEFT) > 0
        ):
            for direction in range(t.DIRECTIONS):
                count = _tell_line(seen, scratch, outlook, zone, direction, actions, values, count)
    return count


@rule
def _tell_line(seen, scratch, outlook, zone, direction, actions, values, count):
    """All legs of a token in one direction: each goes on where the shorter one ends, with what that has led to."""
    _set_out(scratch, zone)
    begin(values[count], v.KIND_LEG)
    values[count, v.TOWARDS + direction] = 1
    most = min(the(scratch, zone, pieces.LEFT), _room(scratch, zone, direction))
    for k in range(most + 1):
        leg = values[count]
        goes = leg[v.WINS] + leg[v.DIES] + leg[v.STOPPED] == 0
        if k > 0 and goes:
            _step(scratch, zone, direction, leg)
        if not (goes and leg[v.WINS] == 0 and _meet(seen, scratch, zone, direction, leg)) and k == 0:
            continue  # MF-8.3: without a contact this is no leg
        leg[v.STEPS] = k * FIFTH
        leg[v.GOES_ON] = the(scratch, zone, pieces.LEGS) > 1 and k < the(scratch, zone, pieces.LEFT)
        _tell_standing(seen, scratch, outlook, zone, leg)
        tell_mover(scratch, zone, leg)
        actions[count] = LEG + (zone * t.DIRECTIONS + direction) * t.DISTANCES + k
        count += 1
        if k < most:
            for n in range(v.THERE):
                values[count, n] = leg[n]
            for n in range(v.THERE, leg.shape[0]):
                values[count, n] = 0
    return count


@rule
def _set_out(scratch, zone):
    scratch[pieces.AT_COLUMN] = the(scratch, zone, pieces.COLUMN)
    scratch[pieces.AT_ROW] = the(scratch, zone, pieces.ROW)
    scratch[pieces.HEALTH_LEFT] = the(scratch, zone, pieces.HEALTH)
    scratch[pieces.DEAD] = scratch[pieces.RAZED_NOW] = scratch[pieces.RAZED_BEACONS] = 0


@rule
def _room(scratch, zone, direction):
    """MF-8.3: steps until the edge of the board."""
    size = the(scratch, zone, pieces.SIZE)
    if t.COLUMN_STEP[direction] != 0:
        column = the(scratch, zone, pieces.COLUMN)
        return t.COLUMNS - size - column if t.COLUMN_STEP[direction] > 0 else column
    row = the(scratch, zone, pieces.ROW)
    return t.ROWS - size - row if t.ROW_STEP[direction] > 0 else row


@rule
def _front(scratch, zone, direction):
    """MF-9.1: column, row, width and height of the spaces that a step would newly enter."""
    size = the(scratch, zone, pieces.SIZE)
    dx = int(t.COLUMN_STEP[direction])
    dy = int(t.ROW_STEP[direction])
    column = scratch[pieces.AT_COLUMN] + (size if dx > 0 else dx)
    row = scratch[pieces.AT_ROW] + (size if dy > 0 else dy)
    return column, row, size if dx == 0 else 1, size if dy == 0 else 1


@rule
def _step(scratch, zone, direction, leg):
    """MF-8.4, MF-10.2: trample, step, and perhaps win."""
    column, row, width, height = _front(scratch, zone, direction)
    for other in range(t.ZONES):
        if other != zone and stands_in(scratch, other, column, row, width, height):
            leg[v.TRAMPLED] += strength(scratch, other, the(scratch, other, pieces.HEALTH)) * v.STRENGTH
    scratch[pieces.AT_COLUMN] += t.COLUMN_STEP[direction]
    scratch[pieces.AT_ROW] += t.ROW_STEP[direction]
    leg[v.WINS] = scratch[pieces.AT_ROW] + the(scratch, zone, pieces.SIZE) == t.ROWS


@rule
def _meet(seen, scratch, zone, direction, leg):
    """MF-9: fight whatever is in front; True if there was something."""
    column, row, width, height = _front(scratch, zone, direction)
    if not (0 <= column < t.COLUMNS and 0 <= row < t.ROWS):
        return False
    before = scratch[pieces.HEALTH_LEFT]
    scratch[pieces.HEALTH_LEFT] -= _first_blows(scratch, zone, column, row, width, height)
    contact = scratch[pieces.HEALTH_LEFT] < before
    strikes = scratch[pieces.HEALTH_LEFT] > 0 or the(scratch, zone, pieces.ABILITY) == t.FIRST_STRIKE
    blocked = False
    dead = scratch[pieces.DEAD]
    for k in range(t.ZONES):
        if not (dead >> k) & 1 and stands_in(scratch, k + t.ZONES, column, row, width, height):
            contact = True
            blocked |= not _strike(scratch, zone, k, strikes, leg)
    if strikes:
        blocks = _blocks_in(seen, scratch, column, row, width, height)
        workers = _workers_in(scratch, column, row, width, height)
        contact |= blocks + workers > 0
        lost = whole(seen[LOSSES + 1] * t.BUILDINGS_TO_LOSE, t.BUILDINGS_TO_LOSE)
        scratch[pieces.RAZED_NOW] += blocks
        leg[v.RAZED] += blocks * (1 + lost) * HALF
        leg[v.WORKERS_HIT] += workers * HALF
        leg[v.WINS] = lost + scratch[pieces.RAZED_NOW] >= t.BUILDINGS_TO_LOSE
    if scratch[pieces.HEALTH_LEFT] <= 0 and leg[v.WINS] == 0:
        leg[v.DIES] = 1
        leg[v.SPENT] += strength(scratch, zone, before) * v.STRENGTH
    elif contact:
        leg[v.SPENT] += (before - max(scratch[pieces.HEALTH_LEFT], 0)) * v.STRENGTH
        leg[v.STOPPED] = blocked
    return contact


@rule
def _first_blows(scratch, zone, column, row, width, height):
    """MF-9.5: what first strikers in front take off the mover."""
    damage = 0
    for k in range(t.ZONES):
        other = k + t.ZONES
        if (
            not (scratch[pieces.DEAD] >> k) & 1
            and stands_in(scratch, other, column, row, width, height)
            and the(scratch, other, pieces.ABILITY) == t.FIRST_STRIKE
        ):
            damage += taken(scratch, zone, the(scratch, other, pieces.ATTACK))
    return damage


@rule
def _strike(scratch, zone, k, strikes, leg):
    """The mover and the enemy of zone `k` hit each other; True if that one falls."""
    other = k + t.ZONES
    health = the(scratch, other, pieces.HEALTH)
    given = blow(scratch, zone, other) if strikes else 0
    falls = given >= health
    too_late = falls and the(scratch, zone, pieces.ABILITY) == t.FIRST_STRIKE
    if the(scratch, other, pieces.ABILITY) != t.FIRST_STRIKE and not too_late:
        scratch[pieces.HEALTH_LEFT] -= taken(scratch, zone, the(scratch, other, pieces.ATTACK))
    worth = strength(scratch, other, health) * v.STRENGTH
    if falls:
        scratch[pieces.DEAD] |= 1 << k
        leg[v.KILLED] += worth
        leg[v.URGENT] += 1 / (1 + turns_to_go(scratch, other, the(scratch, other, pieces.ROW)))
    else:
        leg[v.WOUNDED] += worth * given / health
    return falls


@rule
def _blocks_in(seen, scratch, column, row, width, height):
    """The enemy buildings that fall now; a beacon is one, however many of its spaces are met."""
    count = 0
    for r in range(row, row + height):
        for c in range(column, column + width):
            if 0 <= r < t.ROWS and 0 <= c < t.COLUMNS and seen[BOARD_MAP + r * t.COLUMNS + c] == A_BLOCK:
                beacon = _beacon_at(seen, c, r)
                if beacon == t.NONE or not (scratch[pieces.RAZED_BEACONS] >> beacon) & 1:
                    count += 1
                if beacon != t.NONE:
                    scratch[pieces.RAZED_BEACONS] |= 1 << beacon
    return count


@rule
def _beacon_at(seen, column, row):
    """The colour of the enemy beacon on a space, NONE if there is none."""
    for colour in range(t.BEACONS):
        at = BEACON_ROWS + (t.BEACONS + colour) * BEACON_VALUES
        if seen[at] > 0:
            across = column - whole(seen[at + 1] * (t.COLUMNS - 1), t.COLUMNS - 1)
            along = row - whole(seen[at + 2] * (t.ROWS - 1), t.ROWS - 1)
            if 0 <= across < t.WIDTH[t.FUEL_BEACON + colour] and 0 <= along < t.HEIGHT[t.FUEL_BEACON + colour]:
                return colour
    return t.NONE


@rule
def _workers_in(scratch, column, row, width, height):
    count = 0
    for r in range(row, row + height):
        for c in range(column, column + width):
            if 0 <= r < t.ROWS and 0 <= c < t.COLUMNS:
                count += scratch[pieces.WORKERS_AT + r * t.COLUMNS + c]
    return count


@rule
def _tell_standing(seen, scratch, outlook, zone, leg):
    """Where the leg ends, unless it ends everything, and where it begins."""
    if leg[v.DIES] + leg[v.WINS] == 0:
        column = scratch[pieces.AT_COLUMN]
        row = scratch[pieces.AT_ROW]
        stand(seen, scratch, zone, column, row, scratch[pieces.HEALTH_LEFT], scratch[pieces.DEAD], leg, v.THERE)
    for k in range(v.STANDING):
        leg[v.HERE + k] = outlook[zone * v.PIECE_VALUES + v.PIECE_STANDING + k]
