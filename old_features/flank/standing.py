"""How things stand in a zone."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.tables import ADJACENT, BLUE_TOKEN, COLOURS, ZONES
from old_features.flank import board
from old_features.flank import values as v
from old_features.flank.board import attack, crowd_at, defence, hostile, is_in, room_in

POINT = np.float32(1 / 10)
UNIT = np.float32(1 / 5)


@rule
def stand(scratch, zone, out, at):
    """Fill the values of a zone."""
    crowd = scratch[crowd_at(board.OWN, zone)]
    held = is_in(scratch, board.BASES + board.OWN, zone)
    fought = hostile(scratch, zone)
    for k in range(v.ZONE_VALUES):
        out[at + k] = 0
    out[at + v.OWN_BASE] = held
    out[at + v.ENEMY_BASE] = is_in(scratch, board.BASES + board.ENEMY, zone)
    out[at + v.UNITS_HERE] = crowd * UNIT
    out[at + v.ROOM] = (room_in(scratch, board.OWN, zone, fought) - crowd) * UNIT
    out[at + v.ENEMIES_HERE] = scratch[crowd_at(board.ENEMY, zone)] * UNIT
    out[at + v.FACES] = scratch[board.THREAT + zone] * POINT
    out[at + v.FACES_SOON] = scratch[board.THREAT_SOON + zone] * POINT
    out[at + v.NEAR] = 1 / (1 + scratch[board.AWAY + zone])
    if fought:
        _tell_attack(scratch, zone, out, at)
    elif crowd > 0 or held:
        points = defence(scratch, board.OWN, zone)
        out[at + v.HOLDS_WITH] = points * POINT
        out[at + v.HOLDS_BY] = (points - scratch[board.THREAT + zone]) * POINT
        out[at + v.FALLS] = scratch[board.THREAT + zone] > 0 and scratch[board.THREAT + zone] >= points
    _tell_around(scratch, zone, crowd, out, at)


@rule
def _tell_attack(scratch, zone, out, at):
    points = attack(scratch, zone)
    lead = points - scratch[board.GUARDED + zone]
    out[at + v.DEFENDED] = scratch[board.GUARDED + zone] * POINT
    out[at + v.ATTACKED] = points * POINT
    if points > 0:
        blue = scratch[board.TOKENS + BLUE_TOKEN] - scratch[board.TOKENS + board.ENEMY * COLOURS + BLUE_TOKEN]
        out[at + v.LEAD] = lead * POINT
        out[at + v.LEAD_WITH_BLUE] = (lead + blue) * POINT
        out[at + v.WINS] = lead > 0


@rule
def _tell_around(scratch, zone, crowd, out, at):
    near = 0
    best = 0
    some = False
    for other in range(ZONES):
        if (int(ADJACENT[zone]) >> other) & 1:
            near += scratch[crowd_at(board.ENEMY, other)]
            if crowd > 0 and hostile(scratch, other):
                lead = attack(scratch, other) - scratch[board.GUARDED + other]
                if not some or lead > best:
                    best = lead
                some = True
    out[at + v.ENEMIES_NEAR] = near * UNIT
    out[at + v.NEXT_LEAD] = best * POINT


@rule
def tell_left(scratch, zone, out):
    """What is left in a zone from which units have gone."""
    held = is_in(scratch, board.BASES + board.OWN, zone)
    crowd = scratch[crowd_at(board.OWN, zone)]
    out[v.LEFT_BASE] = held
    out[v.LEFT_UNITS] = crowd * UNIT
    out[v.LEFT_NEAR] = 1 / (1 + scratch[board.AWAY + zone])
    if held or crowd > 0:
        lead = defence(scratch, board.OWN, zone) - scratch[board.THREAT + zone]
        out[v.LEFT_HOLDS_BY] = lead * POINT
        out[v.LEFT_FALLS] = scratch[board.THREAT + zone] > 0 and lead <= 0
