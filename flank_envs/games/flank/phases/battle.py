"""What the steps of a battle share: the combat sheets, the count of points, the beginning and the end."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.layout import PUSH, SHIFT
from flank_envs.games.flank.state import base_in_battle, has_upgrade
from flank_envs.games.flank.tables import (
    ABILITIES,
    ABILITY_USES,
    AEGIS,
    BASE_POINTS,
    CHARGE,
    COLOURS,
    COMBINED_ARMS,
    COMBINED_ARMS_POINTS,
    DIR_FROM,
    DIR_TO,
    DIRS,
    FLANK,
    FRENZY,
    FRENZY_POINTS,
    FRONTLINE,
    HOLD,
    NO_BATTLE,
    NONE,
    PLACES,
    POINTS,
    PSIONIC_FOCUS,
    PUSHABLE,
    SEATS,
    SIEGE,
    STARTED,
    SUPPORT,
    TYPES,
    UPGRADES,
    WAYS_FROM,
)


@rule
def start_battle(state, attacker, zone):
    """FL-5.5."""
    state.battle = STARTED
    state.battle_zone = zone
    state.attacker = attacker


@rule
def clear_battle(state):
    """FL-8.11: nothing of a battle is left."""
    state.battle = NO_BATTLE
    state.battle_zone = NONE
    state.attacker = NONE
    state.spent = 0
    state.kills = 0
    state.battle_result = NONE
    for seat in range(SEATS):
        state.mine[seat] = NONE
        state.blue[seat] = 0
        state.out[seat] = 0
        for colour in range(COLOURS):
            state.extra[seat, colour] = 0
        for kind in range(TYPES):
            state.force[seat, kind] = 0
            state.removed[seat, kind] = 0
            state.lost[seat, kind] = 0
            for place in range(PLACES):
                state.sheet[seat, place, kind] = 0
        for ability in range(ABILITIES):
            state.uses[seat, ability] = 0


@rule
def grant_abilities(state, seat, first, last):
    """FL-11.1: the uses that a seat's active cards give of abilities first..last-1."""
    faction = state.faction[seat]
    for ability in range(first, last):
        uses = 0
        for upgrade in range(UPGRADES):
            uses += ((state.upgrades[seat] >> upgrade) & 1) * ABILITY_USES[faction, upgrade, ability]
        state.uses[seat, ability] = uses


@rule
def clear_abilities(state, seat, first, last):
    for ability in range(first, last):
        state.uses[seat, ability] = 0


@rule
def count_in(state, seat, place):
    """Units of a seat in one zone of its sheet."""
    sheet = state.sheet
    return int(sheet[seat, place, 0]) + sheet[seat, place, 1] + sheet[seat, place, 2] + sheet[seat, place, 3]


@rule
def count_on_sheet(state, seat):
    return count_in(state, seat, FRONTLINE) + count_in(state, seat, SUPPORT) + count_in(state, seat, FLANK)


@rule
def moves_on_sheet(state, seat):
    """FL-7.2: any unit of a seat into any other place of its sheet; as bits, by type and direction."""
    moves = 0
    for kind in range(TYPES):
        for place in range(PLACES):
            moves |= int(state.sheet[seat, place, kind] > 0) * WAYS_FROM[place] << (kind * DIRS)
    return moves


@rule
def pushes(state, seat):
    """FL-10.4: those of units that are not Steadfast."""
    return moves_on_sheet(state, seat) & PUSHABLE[state.faction[seat]]


@rule
def push_or_shift(state, action):
    """FL-7.2: carry out a PUSH or a SHIFT on the sheet it belongs to."""
    owner = state.to_act if action >= SHIFT else 1 - state.to_act
    code = action - (SHIFT if action >= SHIFT else PUSH)
    kind = code // DIRS
    direction = code % DIRS
    state.sheet[owner, DIR_FROM[direction], kind] -= 1
    state.sheet[owner, DIR_TO[direction], kind] += 1


@rule
def destroy(state, seat, kind):
    """FL-1.9: a unit that is in battle goes back to the supply; the caller takes it from where it was."""
    state.active[seat, kind] -= 1
    state.lost[seat, kind] += 1


@rule
def points(state, seat):
    """FL-8.1."""
    faction = state.faction[seat]
    attacks = seat == state.attacker
    base = base_in_battle(state)
    besieged = base and not has_upgrade(state, 1 - seat, AEGIS)
    total = int(state.blue[seat])
    for kind in range(TYPES):
        in_front = POINTS[faction, kind, FRONTLINE]
        if attacks:
            in_front += CHARGE[faction, kind] + (SIEGE[faction, kind] if besieged else 0)
        else:
            in_front += HOLD[faction, kind]
        total += state.sheet[seat, FRONTLINE, kind] * in_front
        total += state.sheet[seat, SUPPORT, kind] * POINTS[faction, kind, SUPPORT]
        total += state.sheet[seat, FLANK, kind] * POINTS[faction, kind, FLANK]
    if base and not attacks:
        total += BASE_POINTS + (1 if has_upgrade(state, seat, AEGIS) else 0)
    return total + _upgrade_points(state, seat)


@rule
def _upgrade_points(state, seat):
    if has_upgrade(state, seat, PSIONIC_FOCUS):
        return 1 if state.blue[seat] > 0 else 0
    if has_upgrade(state, seat, COMBINED_ARMS):
        return COMBINED_ARMS_POINTS if _holds_all_places(state, seat) else 0
    if has_upgrade(state, seat, FRENZY):
        return FRENZY_POINTS if count_on_sheet(state, seat) > count_on_sheet(state, 1 - seat) else 0
    return 0


@rule
def _holds_all_places(state, seat):
    for place in range(PLACES):
        if count_in(state, seat, place) == 0:
            return False
    return True
