"""Choices of zones: moves, and the way back to the board."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.layout import END, MOVE_ALL, MOVE_UNIT, PLACE, SOURCE, TARGET
from flank_envs.games.flank.observe import (
    BATTLE_RESULT,
    BATTLE_ROLE,
    BATTLE_ZONE,
    FORCE_OWN,
    MOVE_FLAGS,
    MOVE_SOURCE,
    MOVE_TARGET,
)
from flank_envs.games.flank.tables import ADJACENT, TYPES, YELLOW_TOKEN, ZONES
from old_features.flank import board
from old_features.flank.board import crowd_at, hostile, largest_crowd, put, room_in, units_at
from old_features.flank.offers import begin, tell_purse, tell_unit
from old_features.flank.standing import stand, tell_left
from old_features.flank.values import ENDS, PLACES_BACK, THERE
from old_features.flank.values import MOVES as MOVING


@rule
def zone_of(seen, start):
    """The zone that is marked, NOWHERE if none is."""
    for zone in range(ZONES):
        if seen[start + zone] > 0:
            return zone
    return board.NOWHERE


@rule
def tell_targets(seen, scratch, actions, values):
    """The largest crowd beside a target goes there; with a battle underway END begins it."""
    battle = zone_of(seen, BATTLE_ZONE)
    count = begin(actions, values, 0, END, ENDS)
    tell_purse(scratch, values[0])
    if battle != board.NOWHERE:
        kept = scratch[board.MOVES]
        scratch[board.MOVES] = 0
        stand(scratch, battle, values[0], THERE)
        scratch[board.MOVES] = kept
    if scratch[board.MOVES] == 0:
        return count
    paid = int(not seen[MOVE_FLAGS + 1] > 0)
    scratch[board.TOKENS + YELLOW_TOKEN] -= paid
    for zone in range(ZONES):
        source = largest_crowd(scratch, int(ADJACENT[zone]))
        if source == board.NOWHERE or (battle != board.NOWHERE and zone != battle) or _room(scratch, zone) <= 0:
            continue
        count = begin(actions, values, count, TARGET + zone, MOVING)
        tell_purse(scratch, values[count - 1])
        _tell_move(scratch, source, zone, values[count - 1])
    scratch[board.TOKENS + YELLOW_TOKEN] += paid
    return count


@rule
def _room(scratch, zone):
    return room_in(scratch, board.OWN, zone, hostile(scratch, zone)) - scratch[crowd_at(board.OWN, zone)]


@rule
def _tell_move(scratch, source, target, out):
    """All units that find room go from a zone to another."""
    room = _room(scratch, target)
    for kind in range(TYPES):
        count = max(0, min(scratch[units_at(board.OWN, source) + kind], room))
        scratch[board.KEPT + kind] = count
        room -= count
        put(scratch, source, kind, -count)
        put(scratch, target, kind, count)
    _tell_both(scratch, source, target, out)
    for kind in range(TYPES):
        put(scratch, target, kind, -scratch[board.KEPT + kind])
        put(scratch, source, kind, scratch[board.KEPT + kind])


@rule
def _tell_both(scratch, source, target, out):
    """How things stand once a move is made; it has used one of those that could be paid."""
    scratch[board.MOVES] -= 1
    stand(scratch, target, out, THERE)
    tell_left(scratch, source, out)
    scratch[board.MOVES] += 1


@rule
def tell_sources(seen, scratch, actions, values):
    count = 0
    target = zone_of(seen, MOVE_TARGET)
    if target == board.NOWHERE:
        return 0
    for source in range(ZONES):
        if (int(ADJACENT[target]) >> source) & 1 and scratch[crowd_at(board.OWN, source)] > 0:
            count = begin(actions, values, count, SOURCE + source, MOVING)
            _tell_move(scratch, source, target, values[count - 1])
    return count


@rule
def tell_units(seen, scratch, actions, values):
    count = 0
    target = zone_of(seen, MOVE_TARGET)
    source = zone_of(seen, MOVE_SOURCE)
    if target in (board.NOWHERE, source) or source == board.NOWHERE:
        return 0
    if seen[MOVE_FLAGS] > 0:
        count = begin(actions, values, count, END, ENDS)
        _tell_both(scratch, source, target, values[count - 1])
    elif 2 <= scratch[crowd_at(board.OWN, source)] <= _room(scratch, target):
        count = begin(actions, values, count, MOVE_ALL, MOVING)
        _tell_move(scratch, source, target, values[count - 1])
    for kind in range(TYPES):
        if scratch[units_at(board.OWN, source) + kind] > 0:
            count = begin(actions, values, count, MOVE_UNIT + kind, MOVING)
            tell_unit(scratch, board.OWN, kind, values[count - 1])
            put(scratch, source, kind, -1)
            put(scratch, target, kind, 1)
            _tell_both(scratch, source, target, values[count - 1])
            put(scratch, target, kind, -1)
            put(scratch, source, kind, 1)
    return count


@rule
def tell_places(seen, scratch, actions, values):
    """FL-8.8, FL-8.9: the battle zone while it has room for those who stay, else the zones around it."""
    battle = zone_of(seen, BATTLE_ZONE)
    if battle == board.NOWHERE:
        return 0
    stays = seen[BATTLE_RESULT] > 0 or (seen[BATTLE_RESULT + 2] > 0 and not seen[BATTLE_ROLE] > 0)
    zones = int(ADJACENT[battle])
    if stays and scratch[crowd_at(board.OWN, battle)] < room_in(scratch, board.OWN, battle, False):
        zones = 1 << battle
    count = 0
    for zone in range(ZONES):
        if not (zones >> zone) & 1 or scratch[crowd_at(board.OWN, zone)] >= room_in(scratch, board.OWN, zone, False):
            continue
        if hostile(scratch, zone):
            continue
        for kind in range(TYPES):
            if seen[FORCE_OWN + kind] > 0:
                count = begin(actions, values, count, PLACE + kind * ZONES + zone, PLACES_BACK)
                tell_unit(scratch, board.OWN, kind, values[count - 1])
                put(scratch, zone, kind, 1)
                stand(scratch, zone, values[count - 1], THERE)
                put(scratch, zone, kind, -1)
    return count
