"""MOVE_TARGET, MOVE_SOURCE and MOVE_UNITS: a yellow token moves units into an adjacent zone."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import END, END_BIT, MOVE_ALL, MOVE_UNIT, SOURCE, TARGET
from flank_envs.games.flank.phases.battle import start_battle
from flank_envs.games.flank.state import (
    has_upgrade,
    hostile_zones,
    neighbours,
    own_zone,
    own_zones,
    put_unit,
    take_unit,
    zone_limit,
    zones_with_room,
)


@rule
def begin_move(state, seat):
    """Rapid Transit's free moves are granted when a move phase begins."""
    state.phase = t.MOVE_TARGET
    state.to_act = seat
    state.free_moves = moves_granted(state, seat)


@rule
def moves_granted(state, seat):
    return t.FREE_MOVES if has_upgrade(state, seat, t.RAPID_TRANSIT) else 0


@rule
def targets(state, seat):
    """FL-5.3: payable, room for a unit and own units beside it; FL-5.6: once a battle has started its zone only."""
    if state.tokens[seat, t.YELLOW_TOKEN] == 0 and state.free_moves == 0:
        return 0
    near = neighbours(int(state.ground[seat]))
    if state.battle == t.STARTED:
        near &= 1 << int(state.battle_zone)
    return near & zones_with_room(state, seat, state.attacker_bonus, hostile_zones(state, seat))


@rule
def legal_move_target(state):
    return END_BIT | own_zones(state.to_act, targets(state, state.to_act))


@rule
def choose_target(state, action):
    """FL-5.1: pay and name the target. True when the player ends the move phase instead."""
    state.phase = t.MOVE_SOURCE
    if action == END:
        state.free_moves = 0
        return True
    seat = state.to_act
    if state.free_moves > 0:
        state.free_moves -= 1
    else:
        state.tokens[seat, t.YELLOW_TOKEN] -= 1
    state.move_target = own_zone(seat, action - TARGET)
    return False


@rule
def sources(state, seat):
    return int(t.ADJACENT[state.move_target]) & int(state.ground[seat])


@rule
def legal_move_source(state):
    return own_zones(state.to_act, sources(state, state.to_act))


@rule
def choose_source(state, action):
    state.move_source = own_zone(state.to_act, action - SOURCE)
    state.phase = t.MOVE_UNITS


@rule
def room_in_target(state, seat):
    return room_in(state, seat, int(state.move_target))


@rule
def room_in(state, seat, zone):
    """FL-5.8: in a hostile zone the attacker's bonus counts."""
    bonus = state.attacker_bonus * ((hostile_zones(state, seat) >> zone) & 1)
    return zone_limit(state, seat, zone) + bonus - state.crowd[seat, zone]


@rule
def may_move_all(state, seat):
    """FL-5.9."""
    size = state.crowd[seat, state.move_source]
    return state.moved == 0 and 2 <= size <= room_in_target(state, seat)


@rule
def legal_move_units(state):
    """FL-5.9: the first unit cannot be declined."""
    seat = state.to_act
    legal = END_BIT if state.moved > 0 else 0
    for kind in range(t.TYPES):
        legal |= int(state.units[seat, state.move_source, kind] > 0) << kind
    return legal | int(may_move_all(state, seat)) << (MOVE_ALL - MOVE_UNIT)


@rule
def move_units(state, action):
    """FL-5.9: a move ends on request, with an empty source or a full target."""
    seat = state.to_act
    if action == MOVE_ALL:
        for kind in range(t.TYPES):
            for _ in range(state.units[seat, state.move_source, kind]):
                _move_unit(state, seat, kind)
    elif action != END:
        _move_unit(state, seat, action - MOVE_UNIT)
    if action == END or state.crowd[seat, state.move_source] == 0 or room_in_target(state, seat) == 0:
        state.move_target = t.NONE
        state.move_source = t.NONE
        state.moved = 0
        state.phase = t.MOVE_TARGET


@rule
def _move_unit(state, seat, kind):
    """FL-5.5: the first unit in a hostile zone starts a battle."""
    take_unit(state, seat, state.move_source, kind)
    put_unit(state, seat, state.move_target, kind)
    state.moved += 1
    if state.battle == t.NO_BATTLE and (hostile_zones(state, seat) >> int(state.move_target)) & 1:
        start_battle(state, seat, state.move_target)
