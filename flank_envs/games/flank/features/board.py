"""How zones stand in the battles that may come, by the most points that units have with one of them in front.

Neither side's tokens, pushes and flanks count, and enemies move without paying.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.features.values import Z
from flank_envs.games.flank.phases import move
from flank_envs.games.flank.phases.battle import base_points, part_of_attacker
from flank_envs.games.flank.state import has_base, hostile_zones, lowest_bit, own_zone, own_zones, zone_limit

POINT, UNIT = np.float32(1 / 10), np.float32(1 / 5)

_STANDS = np.arange(t.BASE_ZONES[0] + 1)[:, None, None] >> np.arange(t.ZONES)[:, None] & 1 == 1
NEARNESS = (1 / (1 + np.where(_STANDS, t.MOVES, t.ZONES).min(axis=1))).astype(np.float32)  # as their owner sees them

# A force is a number: its digits to the base MINIATURES + 1 are the units of each type.
ONE_OF = (t.MINIATURES + 1) ** np.arange(t.TYPES)
HALF = 16  # bits: a number holds two forces
LOW_HALF = (1 << HALF) - 1
REACHES = (t.MOVES == 1) * (1 << HALF) + (t.MOVES <= 2)
_UNITS = np.arange((t.MINIATURES + 1) ** t.TYPES)[:, None] // ONE_OF % (t.MINIATURES + 1)
UNITS_IN = _UNITS.sum(axis=1, dtype=np.int8)
MOST_ROOM = int(t.ZONE_LIMIT.max()) + 2  # an attacker's, with Overrun


def _most_points(points: np.ndarray) -> np.ndarray:
    """By room and force: the best units that find room where they count most, but one of them in front."""
    worth = points.max(axis=0).astype(int)
    left, total, forgone = np.arange(MOST_ROOM + 1)[:, None], 0, worth.max()
    for kind in np.argsort(-worth, kind="stable"):
        count = np.minimum(_UNITS[:, kind], left)
        left, total = left - count, total + count * worth[kind]
        forgone = np.where(count > 0, np.minimum(forgone, worth[kind] - points[t.FRONTLINE, kind]), forgone)
    return np.where(total > 0, total - forgone, 0)


MOST_POINTS = np.array([[_most_points(points) for points in parts] for parts in t.PART_POINTS], np.int8)


@rule
def measure(state, seat, numbers):
    """By zone the forces of the enemies beside it and, in the low half, of all that are at most two moves away."""
    numbers[:] = 0
    for source in range(t.ZONES):
        if state.crowd[1 - seat, source] > 0:
            force = force_in(state, 1 - seat, source)
            for zone in range(t.ZONES):
                numbers[zone] += force * REACHES[source, zone]


@rule
def force_in(state, seat, zone):
    units = state.units
    force = units[seat, zone, 0] * ONE_OF[0] + units[seat, zone, 1] * ONE_OF[1]
    return force + units[seat, zone, 2] * ONE_OF[2] + units[seat, zone, 3] * ONE_OF[3]


@rule
def defence(state, seat, zone):
    force = MOST_POINTS[state.faction[seat], t.DEFENDS, MOST_ROOM, force_in(state, seat, zone)]
    return base_points(state, seat, zone) + force


@rule
def attack_points(state, seat, zone, force):
    """Of as much of a force as a zone takes."""
    room = zone_limit(state, seat, zone) + state.attacker_bonus
    return MOST_POINTS[state.faction[seat], part_of_attacker(state, seat, zone), room, force]


@rule
def attack(state, seat, zone, moves):
    """Points of the own units in a hostile zone and of those that can be moved there, the larger crowds first."""
    force = force_in(state, seat, zone)
    sources = int(t.ADJACENT[zone]) & int(state.ground[seat])
    while sources and moves > 0:
        source = largest_crowd(state, seat, sources)
        force += force_in(state, seat, source)
        sources ^= 1 << source
        moves -= 1
    return attack_points(state, seat, zone, force)


@rule
def largest_crowd(state, seat, zones):
    """Of some zones the one with most own units, the first in the own frame among equals."""
    best = 0
    while zones:
        zone = lowest_bit(zones)
        zones &= zones - 1
        best = max(best, (int(state.crowd[seat, zone]) * t.ZONES - own_zone(seat, zone)) * t.ZONES + zone)
    return best % t.ZONES


@rule
def moves_payable(state, seat):
    """In this move phase or in the one to come; a move that is being made has been paid."""
    moving = state.to_act == seat and t.GROUP[state.phase] == t.GROUP[t.MOVE_TARGET]
    free = state.free_moves + int(state.phase != t.MOVE_TARGET) if moving else move.moves_granted(state, seat)
    return state.tokens[seat, t.YELLOW_TOKEN] + free


@rule
def write_zones(state, seat, zones, moves, numbers, out, size):
    """How things stand in some zones while so many moves can be paid; each has `size` values."""
    enemy = 1 - seat
    hostile, enemy_bases = hostile_zones(state, seat), own_zones(enemy, int(state.bases[enemy]))
    while zones:
        zone = lowest_bit(zones)
        zones &= zones - 1
        row = out[own_zone(seat, zone) * size :]
        beside = numbers[zone] >> HALF
        crowd, enemies, room = state.crowd[seat, zone], state.crowd[enemy, zone], move.room_in(state, seat, zone)
        base, enemy_base = has_base(state, seat, zone), has_base(state, enemy, zone)
        threat = attack_points(state, enemy, zone, beside)
        threat_soon = attack_points(state, enemy, zone, numbers[zone] & LOW_HALF)
        row[Z.own_base] = base
        row[Z.enemy_base] = enemy_base
        row[Z.own_units] = np.float32(crowd) * UNIT
        row[Z.room] = np.float32(room) * UNIT
        row[Z.enemies] = np.float32(enemies) * UNIT
        row[Z.enemies + 1] = np.float32(UNITS_IN[beside]) * UNIT
        row[Z.threat] = np.float32(threat) * POINT
        row[Z.threat + 1] = np.float32(threat_soon) * POINT
        row[Z.near] = NEARNESS[enemy_bases, own_zone(enemy, zone)]
        if (hostile >> zone) & 1:
            points, guard = attack(state, seat, zone, moves), defence(state, enemy, zone)
            blue = state.tokens[seat, t.BLUE_TOKEN] - state.tokens[enemy, t.BLUE_TOKEN]
            row[Z.enemy_defence] = np.float32(guard) * POINT
            row[Z.attack] = np.float32(points) * POINT
            if points > 0:
                row[Z.lead] = np.float32(points - guard) * POINT
                row[Z.lead + 1] = np.float32(points - guard + blue) * POINT
                row[Z.wins] = points > guard
        elif crowd > 0 or base:
            points = defence(state, seat, zone)
            row[Z.defence] = np.float32(points) * POINT
            row[Z.holds_by] = np.float32(points - threat) * POINT
            row[Z.falls] = (threat > 0) & (points <= threat)  # a tie is enough
        fights = int(t.ADJACENT[zone]) & hostile if crowd > 0 else 0
        best = -t.ALL_ZONES if fights else 0
        while fights:
            fight = lowest_bit(fights)
            fights &= fights - 1
            best = max(best, attack(state, seat, fight, moves) - defence(state, enemy, fight))
        row[Z.lead_beside] = np.float32(best) * POINT
