"""PLACEMENT: what is left of both sides goes back to the board; then the battle is over."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.layout import PLACE
from flank_envs.games.flank.phases.battle import clear_battle
from flank_envs.games.flank.state import (
    count_force,
    hostile_zones,
    own_zone,
    own_zones,
    put_unit,
    zone_limit,
    zones_with_room,
)
from flank_envs.games.flank.tables import ADJACENT, NONE, PLACEMENT, PLACES, SEATS, TIE, TYPES, ZONES


@rule
def begin_placement(state):
    """FL-8.7: all that is left of both sides; the loser places first, on a tie the attacker."""
    state.phase = PLACEMENT
    for seat in range(SEATS):
        for kind in range(TYPES):
            left = state.removed[seat, kind]
            state.removed[seat, kind] = 0
            for place in range(PLACES):
                left += state.sheet[seat, place, kind]
                state.sheet[seat, place, kind] = 0
            state.force[seat, kind] = left
    state.to_act = first_placer(state)


@rule
def first_placer(state):
    return state.attacker if state.battle_result == TIE else 1 - state.battle_result


@rule
def place_by_itself(state):
    """FL-8.9, FL-8.10: what needs no decision, both sides in turn; True when all units are placed or destroyed."""
    if not _settle(state, state.to_act):
        return False
    if state.to_act != first_placer(state):
        return True
    state.to_act = 1 - state.to_act
    return _settle(state, state.to_act)


@rule
def _settle(state, seat):
    """True when a side has nothing left to place."""
    zone = state.battle_zone
    left = count_force(state, seat)
    if left == 0:
        return True
    if stays(state, seat) and state.crowd[seat, zone] + left <= zone_limit(state, seat, zone):
        for kind in range(TYPES):
            while state.force[seat, kind] > 0:
                _place(state, seat, kind, zone)
        return True
    if placing_zones(state, seat) == 0:
        for kind in range(TYPES):
            state.active[seat, kind] -= state.force[seat, kind]
            state.force[seat, kind] = 0
        return True
    return False


@rule
def stays(state, seat):
    """FL-8.8, FL-8.9: the winner, or on a tie the defender, stays in the battle zone."""
    return state.battle_result == seat or (state.battle_result == TIE and seat != state.attacker)


@rule
def placing_zones(state, seat):
    """Zones for the next unit: the battle zone while it has room for those who stay, else the ones around it."""
    room = zones_with_room(state, seat, 0, 0)
    if stays(state, seat) and (room >> int(state.battle_zone)) & 1:
        return 1 << int(state.battle_zone)
    return int(ADJACENT[state.battle_zone]) & room & ~hostile_zones(state, seat)


@rule
def legal_placement(state):
    seat = state.to_act
    zones = own_zones(seat, placing_zones(state, seat))
    legal = 0
    for kind in range(TYPES):
        if state.force[seat, kind] > 0:
            legal |= zones << (kind * ZONES)
    return legal


@rule
def place(state, action):
    _place(state, state.to_act, (action - PLACE) // ZONES, own_zone(state.to_act, (action - PLACE) % ZONES))


@rule
def end_battle(state):
    """FL-8.11: force-mined cards go to the discard pile."""
    for seat in range(SEATS):
        if state.mine[seat] != NONE:
            state.discard[state.mine[seat]] += 1
    clear_battle(state)


@rule
def _place(state, seat, kind, zone):
    state.force[seat, kind] -= 1
    put_unit(state, seat, zone, kind)
