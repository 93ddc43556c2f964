"""How zones stand: forces, threats and leads in the battles that may come.

These are judged by the most points that units have with one of them in front: neither side's tokens, pushes and flanks
count, and enemies move without paying.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.features.values import A, Z
from flank_envs.games.flank.phases import move
from flank_envs.games.flank.phases.battle import base_points, part_of_attacker
from flank_envs.games.flank.state import count_bits, has_base, hostile_zones, lowest_bit, own_zone, zone_limit

POINT, UNIT = np.float32(1 / 10), np.float32(1 / 5)
SITES = t.ZONES  # the number after those of zones: sites with enemy bases, as bits
NUMBERS = SITES + 1

_ROW, _COLUMN = np.divmod(np.arange(t.ZONES), t.COLUMNS)
_MOVES = abs(_ROW[:, None] - _ROW) + abs(_COLUMN[:, None] - _COLUMN)  # from each zone to each other
_FAR = t.ZONES  # moves, if there is no base
_STANDS = np.arange(1 << t.SITES)[:, None, None] >> np.arange(t.SITES)[:, None] & 1 == 1
NEARNESS = (1 / (1 + np.where(_STANDS, _MOVES[t.SITE_ZONE][:, None], _FAR).min(axis=2))).astype(np.float32)

# A force is a number: its digits to the base MINIATURES + 1 are the units of each type.
ONE_OF = (t.MINIATURES + 1) ** np.arange(t.TYPES)
HALF = 16  # bits: a number holds two forces
LOW_HALF = (1 << HALF) - 1
REACHES = np.where(_MOVES == 1, LOW_HALF << HALF, 0) | np.where(_MOVES <= 2, LOW_HALF, 0)
_UNITS = np.arange((t.MINIATURES + 1) ** t.TYPES)[:, None] // ONE_OF % (t.MINIATURES + 1)
UNITS_IN = _UNITS.sum(axis=1, dtype=np.int8)
MOST_ROOM = int(t.ZONE_LIMIT.max()) + 2  # an attacker's, with Overrun


def _most_points(points: np.ndarray, room: int) -> np.ndarray:
    """By force: the best units that find room where they count most, but one of them in front."""
    worth = points.max(axis=0).astype(int)
    left, total, forgone = room, 0, _FAR
    for kind in np.argsort(-worth, kind="stable"):
        count = np.minimum(_UNITS[:, kind], left)
        left, total = left - count, total + count * worth[kind]
        forgone = np.where(count > 0, np.minimum(forgone, worth[kind] - points[t.FRONTLINE, kind]), forgone)
    return np.where(total > 0, total - forgone, 0)


MOST_POINTS = np.array(  # by faction, part, room and force
    [[[_most_points(points, room) for room in range(MOST_ROOM + 1)] for points in parts] for parts in t.PART_POINTS],
    np.int8,
)


@rule
def measure(state, seat, numbers):
    """By zone the forces of the enemies beside it and, in the low half, of all that are at most two moves away."""
    enemy = 1 - seat
    for k in range(NUMBERS):
        numbers[k] = 0
    zones = int(state.ground[enemy])
    while zones:
        source = lowest_bit(zones)
        zones &= zones - 1
        force = force_in(state, enemy, source)
        for zone in range(t.ZONES):
            numbers[zone] += (force << HALF | force) & REACHES[source, zone]
    for site in range(t.SITES):
        numbers[SITES] |= int(has_base(state, enemy, t.SITE_ZONE[enemy, site])) << site


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
    if count_bits(sources) > moves:
        sources = largest_crowds(state, seat, sources, moves)
    while sources:
        force += force_in(state, seat, lowest_bit(sources))
        sources &= sources - 1
    return attack_points(state, seat, zone, force)


@rule
def largest_crowds(state, seat, zones, count):
    """Of some zones so many with most own units, the first in the own frame among equals."""
    chosen = 0
    for _ in range(count):
        left, best = zones & ~chosen, 0
        while left:
            zone = lowest_bit(left)
            left &= left - 1
            rank = int(state.crowd[seat, zone]) * t.ZONES + t.ZONES - own_zone(seat, zone)
            best = max(best, rank << t.ZONES | 1 << zone)
        chosen |= best & t.ALL_ZONES
    return chosen


@rule
def moves_payable(state, seat):
    """In this move phase or in the one to come; a move that is being made has been paid."""
    moves = int(state.tokens[seat, t.YELLOW_TOKEN])
    if state.to_act != seat or t.GROUP[state.phase] != t.GROUP[t.MOVE_TARGET]:
        return moves + move.moves_granted(state, seat)
    return moves + state.free_moves + int(state.phase != t.MOVE_TARGET)


@rule
def write_zones(state, seat, zones, moves, numbers, out, size):
    """How things stand in some zones while so many moves can be paid; each has `size` values."""
    enemy = 1 - seat
    hostile = hostile_zones(state, seat)
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
        row[Z.enemy_units] = np.float32(enemies) * UNIT
        row[Z.enemies_beside] = np.float32(UNITS_IN[beside]) * UNIT
        row[Z.threat] = np.float32(threat) * POINT
        row[Z.threat_soon] = np.float32(threat_soon) * POINT
        row[Z.near] = NEARNESS[enemy, numbers[SITES], zone]
        if (hostile >> zone) & 1:
            points, guard = attack(state, seat, zone, moves), defence(state, enemy, zone)
            blue = state.tokens[seat, t.BLUE_TOKEN] - state.tokens[enemy, t.BLUE_TOKEN]
            row[Z.enemy_defence] = np.float32(guard) * POINT
            row[Z.attack] = np.float32(points) * POINT
            if points > 0:
                row[Z.lead] = np.float32(points - guard) * POINT
                row[Z.lead_with_blue] = np.float32(points - guard + blue) * POINT
                row[Z.wins] = points > guard
        elif crowd > 0 or base:
            points = defence(state, seat, zone)
            row[Z.defence] = np.float32(points) * POINT
            row[Z.holds_by] = np.float32(points - threat) * POINT
            row[Z.falls] = (threat > 0) & (points <= threat)  # a tie is enough
        if crowd > 0:
            fights = int(t.ADJACENT[zone]) & hostile
            best = -t.ALL_ZONES if fights else 0
            while fights:
                fight = lowest_bit(fights)
                fights &= fights - 1
                best = max(best, attack(state, seat, fight, moves) - defence(state, enemy, fight))
            row[Z.lead_beside] = np.float32(best) * POINT


@rule
def write_left(state, seat, zone, numbers, out):
    """What is left in a zone from which units have gone."""
    base = has_base(state, seat, zone)
    out[A.left_base] = base
    out[A.left_units] = state.crowd[seat, zone] * UNIT
    out[A.left_near] = NEARNESS[1 - seat, numbers[SITES], zone]
    if state.crowd[seat, zone] > 0 or base:
        points = defence(state, seat, zone)
        threat = attack_points(state, 1 - seat, zone, numbers[zone] >> HALF)
        out[A.left_holds_by] = np.float32(points - threat) * POINT
        out[A.left_falls] = (threat > 0) & (points <= threat)
