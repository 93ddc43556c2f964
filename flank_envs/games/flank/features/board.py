"""How zones stand: forces, threats and leads in the battles that may come.

Battles to come are judged by the most points that units have with one of them in front: neither side's tokens, pushes
and flanks count, and enemies move without paying.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.features.layout import A, Z
from flank_envs.games.flank.phases.battle import base_points, part_of_attacker
from flank_envs.games.flank.phases.move import moves_granted, room_in
from flank_envs.games.flank.state import (
    has_base,
    hostile_zones,
    lowest_bit,
    neighbours,
    own_zone,
    zone_limit,
)

# Numbers by zone: points of the enemy's defence, of the enemies beside it and of those at most two moves away as
# attackers, how many enemies are beside it, moves from there to the nearest enemy base.
GUARD, THREAT, THREAT_SOON, BESIDE, AWAY = range(0, 5 * t.ZONES, t.ZONES)
NUMBERS = 5 * t.ZONES
FAR = t.ZONES  # moves, if there is no enemy base
POINT, UNIT = np.float32(1 / 10), np.float32(1 / 5)

_BESIDE = [[zone for zone in range(t.ZONES) if zones >> zone & 1] for zones in t.ADJACENT.tolist()]
TWO_AWAY = np.array([sum({1 << k for j in near for k in (j, *_BESIDE[j])}) for near in _BESIDE])

# A force is a number: its digits to the base MINIATURES + 1 are the units of each type.
FORCES = (t.MINIATURES + 1) ** t.TYPES
ONE_OF = (t.MINIATURES + 1) ** np.arange(t.TYPES)
MOST_UNITS = int(t.ZONE_LIMIT.max()) + 2  # that a zone can take
BOUNDLESS = MOST_UNITS


def _most_points() -> np.ndarray:
    """[faction, part, room, force]: one of the best units that find room in front, the others where they count most."""
    counts = np.arange(FORCES)[:, None] // ONE_OF % (t.MINIATURES + 1)
    table = np.zeros((t.FACTIONS, t.PARTS, MOST_UNITS + 1, FORCES), np.int8)
    for faction, part, room in np.ndindex(table.shape[:3]):
        worth = t.PART_POINTS[faction, part].max(axis=1).astype(int)
        forgone = worth - t.PART_POINTS[faction, part, :, t.FRONTLINE]
        left, total, least = np.full(FORCES, room), np.zeros(FORCES, int), np.full(FORCES, FAR)
        for kind in np.argsort(-worth, kind="stable"):
            count = np.minimum(counts[:, kind], left)
            left, total = left - count, total + count * worth[kind]
            least = np.where(count > 0, np.minimum(least, forgone[kind]), least)
        table[faction, part, room] = np.where(total > 0, total - least, 0)
    return table


MOST_POINTS = _most_points()


@rule
def force_in(state, seat, zone):
    units = state.units
    force = units[seat, zone, 0] * ONE_OF[0] + units[seat, zone, 1] * ONE_OF[1]
    return force + units[seat, zone, 2] * ONE_OF[2] + units[seat, zone, 3] * ONE_OF[3]


@rule
def measure(state, seat, numbers):
    """Fill the numbers by zone."""
    enemy = 1 - seat
    for k in range(AWAY):
        numbers[k] = 0
    sources = int(state.ground[enemy])
    while sources:
        source = lowest_bit(sources)
        sources &= sources - 1
        force = force_in(state, enemy, source)
        _add(numbers, BESIDE, t.ADJACENT[source], int(state.crowd[enemy, source]))
        _add(numbers, THREAT, t.ADJACENT[source], force)
        _add(numbers, THREAT_SOON, TWO_AWAY[source], force)
    for zone in range(t.ZONES):
        numbers[GUARD + zone] = defence(state, enemy, zone)
        for forces in (THREAT, THREAT_SOON):
            if numbers[forces + zone] > 0:
                numbers[forces + zone] = attack_points(state, enemy, zone, numbers[forces + zone])
    _measure_ways(int(state.bases[enemy]), numbers)


@rule
def _add(numbers, start, zones, more):
    """So much more in each of these zones."""
    while zones:
        numbers[start + lowest_bit(zones)] += more
        zones &= zones - 1


@rule
def _measure_ways(ring, numbers):
    for zone in range(t.ZONES):
        numbers[AWAY + zone] = FAR
    reached = moves = 0
    while ring:
        reached |= ring
        around = neighbours(reached) & ~reached
        while ring:
            numbers[AWAY + lowest_bit(ring)] = moves
            ring &= ring - 1
        ring = around
        moves += 1


@rule
def defence(state, seat, zone):
    points = base_points(state, seat, zone)
    if state.crowd[seat, zone] > 0:
        points += MOST_POINTS[state.faction[seat], t.DEFENDS, BOUNDLESS, force_in(state, seat, zone)]
    return points


@rule
def attack_points(state, seat, zone, force):
    """Of all of a force that a zone takes."""
    room = zone_limit(state, seat, zone) + state.attacker_bonus
    return MOST_POINTS[state.faction[seat], part_of_attacker(state, seat, zone), room, force]


@rule
def attack(state, seat, zone, moves):
    """Points of the own units in a hostile zone and of those that can be moved there, the larger crowds first."""
    force = force_in(state, seat, zone)
    around = int(t.ADJACENT[zone]) & int(state.ground[seat])
    while around and moves > 0:
        source = largest_crowd(state, seat, around)
        force += force_in(state, seat, source)
        around ^= 1 << source
        moves -= 1
    return attack_points(state, seat, zone, force) if force > 0 else 0


@rule
def largest_crowd(state, seat, zones):
    """Of some zones the one with most own units, the first in the own frame if there are several."""
    found = best = 0
    while zones:
        zone = lowest_bit(zones)
        zones &= zones - 1
        rank = state.crowd[seat, zone] * t.ZONES + t.ZONES - own_zone(seat, zone)
        if rank > best:
            found, best = zone, rank
    return found


@rule
def moves_payable(state, seat):
    """In this move phase or in the one to come; a move that is being made has been paid."""
    moves = int(state.tokens[seat, t.YELLOW_TOKEN])
    if state.to_act != seat or t.GROUP[state.phase] != t.GROUP[t.MOVE_TARGET]:
        return moves + moves_granted(state, seat)
    return moves + state.free_moves + int(state.phase != t.MOVE_TARGET)


@rule
def write_zone(state, seat, zone, moves, numbers, out, at):
    """How things stand in a zone while so many moves can be paid."""
    hostile = hostile_zones(state, seat)
    crowd = state.crowd[seat, zone]
    out[at + Z.own_base] = has_base(state, seat, zone)
    out[at + Z.enemy_base] = has_base(state, 1 - seat, zone)
    out[at + Z.own_units] = crowd * UNIT
    out[at + Z.room] = room_in(state, seat, zone) * UNIT
    out[at + Z.enemy_units] = state.crowd[1 - seat, zone] * UNIT
    out[at + Z.enemies_beside] = numbers[BESIDE + zone] * UNIT
    out[at + Z.threat] = numbers[THREAT + zone] * POINT
    out[at + Z.threat_soon] = numbers[THREAT_SOON + zone] * POINT
    out[at + Z.near] = 1 / (1 + numbers[AWAY + zone])
    if (hostile >> zone) & 1:
        _write_attack(state, seat, zone, moves, numbers, out, at)
    elif crowd > 0 or has_base(state, seat, zone):
        points = defence(state, seat, zone)
        out[at + Z.defence] = points * POINT
        _write_hold(points - numbers[THREAT + zone], zone, numbers, out, at + Z.holds_by)
    if crowd > 0:
        out[at + Z.lead_beside] = _lead_beside(state, seat, zone, moves, hostile, numbers) * POINT


@rule
def _write_hold(lead, zone, numbers, out, at):
    """By how much a zone holds, and whether it falls: a tie is enough for that."""
    out[at] = lead * POINT
    out[at + 1] = numbers[THREAT + zone] > 0 and lead <= 0


@rule
def _write_attack(state, seat, zone, moves, numbers, out, at):
    points = attack(state, seat, zone, moves)
    lead = points - numbers[GUARD + zone]
    out[at + Z.enemy_defence] = numbers[GUARD + zone] * POINT
    out[at + Z.attack] = points * POINT
    if points > 0:
        blue = int(state.tokens[seat, t.BLUE_TOKEN]) - state.tokens[1 - seat, t.BLUE_TOKEN]
        out[at + Z.lead] = lead * POINT
        out[at + Z.lead_with_blue] = (lead + blue) * POINT
        out[at + Z.wins] = lead > 0


@rule
def _lead_beside(state, seat, zone, moves, hostile, numbers):
    """The largest lead in hostile zones beside this one, 0 without any."""
    zones = int(t.ADJACENT[zone]) & hostile
    best = 0 if zones == 0 else -t.ALL_ZONES
    while zones:
        other = lowest_bit(zones)
        zones &= zones - 1
        best = max(best, attack(state, seat, other, moves) - numbers[GUARD + other])
    return best


@rule
def write_left(state, seat, zone, numbers, out):
    """What is left in a zone from which units have gone."""
    out[A.left_base] = has_base(state, seat, zone)
    out[A.left_units] = state.crowd[seat, zone] * UNIT
    out[A.left_near] = 1 / (1 + numbers[AWAY + zone])
    if state.crowd[seat, zone] > 0 or has_base(state, seat, zone):
        _write_hold(defence(state, seat, zone) - numbers[THREAT + zone], zone, numbers, out, A.left_holds_by)
