"""The board as whole numbers, and what forces are worth in the battles that may come."""

from functools import reduce
from operator import or_

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.observe import (
    BASES_OPP,
    BASES_OWN,
    FACTION_OPP,
    FACTION_OWN,
    MOVE_FLAGS,
    PHASE,
    TOKENS_OPP,
    TOKENS_OWN,
    UNITS_OPP,
    UNITS_OWN,
    UPGRADES_OPP,
    UPGRADES_OWN,
)
from flank_envs.games.flank.state import neighbours
from old_features.base import count_of

OWN, ENEMY = range(t.SEATS)  # sides; zones are in the own frame

# Scratch: units by side, zone and type, and how many there are; sets of zones and upgrades as bits.
CROWD = t.SEATS * t.ZONES * t.TYPES
TOKENS = CROWD + t.SEATS * t.ZONES
FACTION = TOKENS + t.SEATS * t.COLOURS
ACTIVE = FACTION + t.SEATS  # upgrades
BASES = ACTIVE + t.SEATS
MOVES = BASES + t.SEATS  # that can be paid
GUARDED = MOVES + 1  # by zone: points of the enemy's defence
THREAT = GUARDED + t.ZONES  # by zone: points of the enemies beside it, as attackers
THREAT_SOON = THREAT + t.ZONES  # those two moves away included
AWAY = THREAT_SOON + t.ZONES  # by zone: moves to the nearest enemy base
FORCE = AWAY + t.ZONES  # by type: units that would fight together
KEPT = FORCE + t.TYPES  # what to put back: tokens, or the units of a move
BOARD = KEPT + t.TYPES  # how long all this is

FAR = t.ZONES  # no enemy base
NOWHERE = -1

# What a unit is worth at most in a battle, and in the frontline, by its part in it.
ATTACKS, BESIEGES, DEFENDS = range(3)
IN_FRONT = np.stack([t.POINTS[:, :, t.FRONTLINE] + more for more in (t.CHARGE, t.CHARGE + t.SIEGE, t.HOLD)], 1).astype(
    np.int64
)
WORTH = np.maximum(IN_FRONT, t.POINTS.max(2)[:, None])
BY_WORTH = np.argsort(-WORTH, axis=2, kind="stable")  # types, the best first
_BESIDE = [int(zones) for zones in t.ADJACENT]
TWO_AWAY = np.array(  # in plain Python: importing must not compile anything
    [reduce(or_, (_BESIDE[k] for k in range(t.ZONES) if beside >> k & 1), beside) for beside in _BESIDE], np.int64
)


@rule
def units_at(side, zone):
    return (side * t.ZONES + zone) * t.TYPES


@rule
def crowd_at(side, zone):
    return CROWD + side * t.ZONES + zone


@rule
def has(scratch, side, card):
    """Whether an upgrade, named by faction * 6 + id, is active."""
    return scratch[FACTION + side] == card // t.UPGRADES and (scratch[ACTIVE + side] >> (card % t.UPGRADES)) & 1 == 1


@rule
def is_in(scratch, bases, zone):
    return (scratch[bases] >> zone) & 1 == 1


@rule
def read_board(seen, scratch):
    for side in range(t.SEATS):
        own = side == OWN
        _read_side(
            seen,
            scratch,
            side,
            UNITS_OWN if own else UNITS_OPP,
            BASES_OWN if own else BASES_OPP,
            TOKENS_OWN if own else TOKENS_OPP,
        )
        scratch[FACTION + side] = _first(seen, FACTION_OWN if own else FACTION_OPP, t.FACTIONS)
        upgrades = UPGRADES_OWN if own else UPGRADES_OPP
        scratch[ACTIVE + side] = 0
        for upgrade in range(t.UPGRADES):
            scratch[ACTIVE + side] |= int(seen[upgrades + upgrade] > 0) << upgrade
    scratch[MOVES] = _moves(seen, scratch)
    _measure_ways(scratch)
    for zone in range(t.ZONES):
        scratch[GUARDED + zone] = defence(scratch, ENEMY, zone)
        scratch[THREAT + zone] = _threat(scratch, zone, int(t.ADJACENT[zone]))
        scratch[THREAT_SOON + zone] = _threat(scratch, zone, int(TWO_AWAY[zone]))


@rule
def _read_side(seen, scratch, side, units, bases, tokens):
    scratch[BASES + side] = 0
    for zone in range(t.ZONES):
        scratch[BASES + side] |= int(seen[bases + zone] > 0) << zone
        crowd = 0
        for kind in range(t.TYPES):
            count = count_of(seen[units + zone * t.TYPES + kind], t.MINIATURES)
            scratch[units_at(side, zone) + kind] = count
            crowd += count
        scratch[crowd_at(side, zone)] = crowd
    for colour in range(t.COLOURS):
        scratch[TOKENS + side * t.COLOURS + colour] = count_of(seen[tokens + colour], t.TOKEN_LIMIT[colour])


@rule
def _first(seen, start, size):
    """The first that is set, 0 if none is."""
    for k in range(size):
        if seen[start + k] > 0:
            return k
    return 0


@rule
def _moves(seen, scratch):
    """In this move phase, or in the one to come; a move that is being made has been paid."""
    moves = scratch[TOKENS + t.YELLOW_TOKEN]
    if seen[PHASE + t.MOVE_TARGET] > 0:
        return moves + count_of(seen[MOVE_FLAGS + 1], 2)
    if seen[PHASE + t.MOVE_SOURCE] > 0 or seen[PHASE + t.MOVE_UNITS] > 0:
        return moves + count_of(seen[MOVE_FLAGS + 1], 2) + 1
    return moves + 2 * int(has(scratch, OWN, t.RAPID_TRANSIT))


@rule
def _measure_ways(scratch):
    for zone in range(t.ZONES):
        scratch[AWAY + zone] = FAR
    reached = 0
    ring = scratch[BASES + ENEMY]
    moves = 0
    while ring:
        for zone in range(t.ZONES):
            if (ring >> zone) & 1:
                scratch[AWAY + zone] = moves
        reached |= ring
        ring = neighbours(reached) & ~reached
        moves += 1


@rule
def put(scratch, zone, kind, count):
    """So many own units more in a zone."""
    scratch[units_at(OWN, zone) + kind] += count
    scratch[crowd_at(OWN, zone)] += count


@rule
def hostile(scratch, zone):
    """FL-5.5: there are enemy units or an enemy base."""
    return scratch[crowd_at(ENEMY, zone)] > 0 or is_in(scratch, BASES + ENEMY, zone)


@rule
def room_in(scratch, side, zone, attacks):
    """FL-5.8: units of a side that a zone takes, one more of an attacker; whoever is there now."""
    return t.ZONE_LIMIT[zone] + int(attacks) + int(has(scratch, side, t.OVERRUN))


@rule
def part_against(scratch, side, zone):
    """Siege works where a base stands without Aegis."""
    besieged = is_in(scratch, BASES + 1 - side, zone) and not has(scratch, 1 - side, t.AEGIS)
    return BESIEGES if besieged else ATTACKS


@rule
def base_points(scratch, side):
    return t.BASE_POINTS + int(has(scratch, side, t.AEGIS))


@rule
def most_points(scratch, side, part, force, room):
    """Of the best units of a force, counted by type from `force` on: one in front, the others where they count most."""
    faction = scratch[FACTION + side]
    total = 0
    forgone = FAR
    for k in range(t.TYPES):
        kind = BY_WORTH[faction, part, k]
        count = min(scratch[force + kind], room)
        if count > 0:
            room -= count
            total += count * WORTH[faction, part, kind]
            forgone = min(forgone, WORTH[faction, part, kind] - IN_FRONT[faction, part, kind])
    return total - forgone if forgone < FAR else 0


@rule
def defence(scratch, side, zone):
    points = base_points(scratch, side) if is_in(scratch, BASES + side, zone) else 0
    if scratch[crowd_at(side, zone)] > 0:
        points += most_points(scratch, side, DEFENDS, units_at(side, zone), FAR)
    return points


@rule
def _threat(scratch, zone, around):
    """Points of all enemies in a set of zones, as attackers of a zone."""
    for kind in range(t.TYPES):
        scratch[FORCE + kind] = 0
    some = 0
    for source in range(t.ZONES):
        if (around >> source) & 1 and scratch[crowd_at(ENEMY, source)] > 0:
            some = 1
            for kind in range(t.TYPES):
                scratch[FORCE + kind] += scratch[units_at(ENEMY, source) + kind]
    if not some:
        return 0
    return most_points(scratch, ENEMY, part_against(scratch, ENEMY, zone), FORCE, room_in(scratch, ENEMY, zone, True))


@rule
def largest_crowd(scratch, zones):
    """Of a set of zones the one with most own units, NOWHERE if there are none."""
    found = NOWHERE
    most = 0
    for zone in range(t.ZONES):
        if (zones >> zone) & 1 and scratch[crowd_at(OWN, zone)] > most:
            found = zone
            most = scratch[crowd_at(OWN, zone)]
    return found


@rule
def attack(scratch, zone):
    """Points of the own units in a hostile zone and of those that can be moved there, the larger crowds first."""
    for kind in range(t.TYPES):
        scratch[FORCE + kind] = scratch[units_at(OWN, zone) + kind]
    around = int(t.ADJACENT[zone])
    for _ in range(min(scratch[MOVES], 4)):
        source = largest_crowd(scratch, around)
        if source == NOWHERE:
            break
        around &= ~(1 << source)
        for kind in range(t.TYPES):
            scratch[FORCE + kind] += scratch[units_at(OWN, source) + kind]
    return most_points(scratch, OWN, part_against(scratch, OWN, zone), FORCE, room_in(scratch, OWN, zone, True))
