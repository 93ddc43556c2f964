"""MOVE_TARGET, MOVE_SOURCE and MOVE_UNITS: a yellow token moves units into an adjacent zone."""

from flank_envs.core.compile import rule
from flank_envs.games.flank.layout import END, MOVE_ALL, MOVE_UNIT, SOURCE, TARGET
from flank_envs.games.flank.phases.battle import start_battle
from flank_envs.games.flank.state import (
    has_upgrade,
    hostile_zones,
    lowest_bit,
    mark_zones,
    neighbours,
    own_zone,
    put_unit,
    take_unit,
    zone_limit,
    zones_with_room,
)
from flank_envs.games.flank.tables import (
    ADJACENT,
    FREE_MOVES,
    MOVE_SOURCE,
    MOVE_TARGET,
    MOVE_UNITS,
    NO_BATTLE,
    NONE,
    RAPID_TRANSIT,
    STARTED,
    TYPES,
    YELLOW_TOKEN,
)


@rule
def begin_move(state, seat):
    """Rapid Transit's free moves are granted when a move phase begins."""
    state.phase = MOVE_TARGET
    state.to_act = seat
    state.free_moves = FREE_MOVES if has_upgrade(state, seat, RAPID_TRANSIT) else 0


@rule
def targets(state, seat):
    """FL-5.3: payable, room for a unit and own units beside it; FL-5.6: once a battle has started its zone only."""
    if state.tokens[seat, YELLOW_TOKEN] == 0 and state.free_moves == 0:
        return 0
    near = neighbours(int(state.ground[seat]))
    if state.battle == STARTED:
        near &= 1 << int(state.battle_zone)
    return near & zones_with_room(state, seat, state.attacker_bonus, hostile_zones(state, seat))


@rule
def legal_move_target(state, mask):
    mask[END] = 1
    mark_zones(mask, TARGET, state.to_act, targets(state, state.to_act))


@rule
def forced_move_target(state):
    return NONE if targets(state, state.to_act) else END


@rule
def choose_target(state, action):
    """FL-5.1: pay and name the target. True when the player ends the move phase instead."""
    state.phase = MOVE_SOURCE
    if action == END:
        state.free_moves = 0
        return True
    seat = state.to_act
    if state.free_moves > 0:
        state.free_moves -= 1
    else:
        state.tokens[seat, YELLOW_TOKEN] -= 1
    state.move_target = own_zone(seat, action - TARGET)
    return False


@rule
def sources(state, seat):
    return int(ADJACENT[state.move_target]) & int(state.ground[seat])


@rule
def legal_move_source(state, mask):
    mark_zones(mask, SOURCE, state.to_act, sources(state, state.to_act))


@rule
def forced_move_source(state):
    zones = sources(state, state.to_act)
    return NONE if zones & (zones - 1) else SOURCE + own_zone(state.to_act, lowest_bit(zones))


@rule
def choose_source(state, action):
    state.move_source = own_zone(state.to_act, action - SOURCE)
    state.phase = MOVE_UNITS


@rule
def room_in_target(state, seat):
    """FL-5.8: in a hostile zone the attacker's bonus counts."""
    target = int(state.move_target)
    bonus = state.attacker_bonus * ((hostile_zones(state, seat) >> target) & 1)
    return zone_limit(state, seat, target) + bonus - state.crowd[seat, target]


@rule
def may_move_all(state, seat):
    """FL-5.9."""
    size = state.crowd[seat, state.move_source]
    return state.moved == 0 and 2 <= size <= room_in_target(state, seat)


@rule
def legal_move_units(state, mask):
    seat = state.to_act
    for kind in range(TYPES):
        mask[MOVE_UNIT + kind] = state.units[seat, state.move_source, kind] > 0
    mask[MOVE_ALL] = may_move_all(state, seat)
    mask[END] = state.moved > 0


@rule
def forced_move_units(state):
    """Only the first unit of a move can be without a choice: when all units of the source are of one type."""
    seat = state.to_act
    if state.moved > 0 or may_move_all(state, seat):
        return NONE
    only = NONE
    for kind in range(TYPES):
        if state.units[seat, state.move_source, kind] > 0:
            if only != NONE:
                return NONE
            only = MOVE_UNIT + kind
    return only


@rule
def move_units(state, action):
    """FL-5.9: a move ends on request, with an empty source or a full target."""
    seat = state.to_act
    if action == MOVE_ALL:
        for kind in range(TYPES):
            for _ in range(state.units[seat, state.move_source, kind]):
                _move_unit(state, seat, kind)
    elif action != END:
        _move_unit(state, seat, action - MOVE_UNIT)
    if action == END or state.crowd[seat, state.move_source] == 0 or room_in_target(state, seat) == 0:
        state.move_target = NONE
        state.move_source = NONE
        state.moved = 0
        state.phase = MOVE_TARGET


@rule
def _move_unit(state, seat, kind):
    """FL-5.5: the first unit in a hostile zone starts a battle."""
    take_unit(state, seat, state.move_source, kind)
    put_unit(state, seat, state.move_target, kind)
    state.moved += 1
    if state.battle == NO_BATTLE and (hostile_zones(state, seat) >> int(state.move_target)) & 1:
        start_battle(state, seat, state.move_target)
