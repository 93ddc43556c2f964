"""How things stand in a zone."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.features.board import (
    AWAY,
    BASES,
    ENEMY,
    GUARDED,
    OWN,
    THREAT,
    THREAT_SOON,
    TOKENS,
    attack,
    crowd_at,
    defence,
    hostile,
    is_in,
    room_in,
)
from flank_envs.games.flank.features.values import (
    ATTACKED,
    DEFENDED,
    ENEMIES_HERE,
    ENEMIES_NEAR,
    ENEMY_BASE,
    FACES,
    FACES_SOON,
    FALLS,
    HOLDS_BY,
    HOLDS_WITH,
    LEAD,
    LEAD_WITH_BLUE,
    LEFT_BASE,
    LEFT_FALLS,
    LEFT_HOLDS_BY,
    LEFT_NEAR,
    LEFT_UNITS,
    NEAR,
    NEXT_LEAD,
    OWN_BASE,
    ROOM,
    UNITS_HERE,
    WINS,
    ZONE_VALUES,
)
from flank_envs.games.flank.tables import ADJACENT, BLUE_TOKEN, COLOURS, ZONES

POINT = np.float32(1 / 10)
UNIT = np.float32(1 / 5)


@rule
def stand(scratch, zone, out, at):
    """Fill the values of a zone."""
    crowd = scratch[crowd_at(OWN, zone)]
    held = is_in(scratch, BASES + OWN, zone)
    fought = hostile(scratch, zone)
    for k in range(ZONE_VALUES):
        out[at + k] = 0
    out[at + OWN_BASE] = held
    out[at + ENEMY_BASE] = is_in(scratch, BASES + ENEMY, zone)
    out[at + UNITS_HERE] = crowd * UNIT
    out[at + ROOM] = (room_in(scratch, OWN, zone, fought) - crowd) * UNIT
    out[at + ENEMIES_HERE] = scratch[crowd_at(ENEMY, zone)] * UNIT
    out[at + FACES] = scratch[THREAT + zone] * POINT
    out[at + FACES_SOON] = scratch[THREAT_SOON + zone] * POINT
    out[at + NEAR] = 1 / (1 + scratch[AWAY + zone])
    if fought:
        _tell_attack(scratch, zone, out, at)
    elif crowd > 0 or held:
        points = defence(scratch, OWN, zone)
        out[at + HOLDS_WITH] = points * POINT
        out[at + HOLDS_BY] = (points - scratch[THREAT + zone]) * POINT
        out[at + FALLS] = scratch[THREAT + zone] > 0 and scratch[THREAT + zone] >= points
    _tell_around(scratch, zone, crowd, out, at)


@rule
def _tell_attack(scratch, zone, out, at):
    points = attack(scratch, zone)
    lead = points - scratch[GUARDED + zone]
    out[at + DEFENDED] = scratch[GUARDED + zone] * POINT
    out[at + ATTACKED] = points * POINT
    if points > 0:
        blue = scratch[TOKENS + BLUE_TOKEN] - scratch[TOKENS + ENEMY * COLOURS + BLUE_TOKEN]
        out[at + LEAD] = lead * POINT
        out[at + LEAD_WITH_BLUE] = (lead + blue) * POINT
        out[at + WINS] = lead > 0


@rule
def _tell_around(scratch, zone, crowd, out, at):
    near = 0
    best = 0
    some = False
    for other in range(ZONES):
        if (int(ADJACENT[zone]) >> other) & 1:
            near += scratch[crowd_at(ENEMY, other)]
            if crowd > 0 and hostile(scratch, other):
                lead = attack(scratch, other) - scratch[GUARDED + other]
                if not some or lead > best:
                    best = lead
                some = True
    out[at + ENEMIES_NEAR] = near * UNIT
    out[at + NEXT_LEAD] = best * POINT


@rule
def tell_left(scratch, zone, out):
    """What is left in a zone from which units have gone."""
    held = is_in(scratch, BASES + OWN, zone)
    crowd = scratch[crowd_at(OWN, zone)]
    out[LEFT_BASE] = held
    out[LEFT_UNITS] = crowd * UNIT
    out[LEFT_NEAR] = 1 / (1 + scratch[AWAY + zone])
    if held or crowd > 0:
        lead = defence(scratch, OWN, zone) - scratch[THREAT + zone]
        out[LEFT_HOLDS_BY] = lead * POINT
        out[LEFT_FALLS] = scratch[THREAT + zone] > 0 and lead <= 0
