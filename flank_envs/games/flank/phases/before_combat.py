"""BEFORE_COMBAT: the upgrades that bend the formations."""

from flank_envs.core.compile import rule
from flank_envs.games.flank.layout import END, PUSH, REMOVE, SHIFT
from flank_envs.games.flank.phases.battle import (
    clear_abilities,
    count_in,
    has_pushable,
    mark_pushes,
    mark_shifts,
    push_or_shift,
)
from flank_envs.games.flank.tables import (
    CAN_PUSH,
    CAN_REMOVE,
    CAN_SHIFT,
    DIR_FROM,
    DIR_TO,
    DIRS,
    FIRST_AFTER,
    FLANK,
    FRONTLINE,
    KALDARI,
    NONE,
    PLACES,
    STEADFAST,
    SUPPORT,
    TYPES,
)


@rule
def legal_before_combat(state, mask):
    seat = state.to_act
    mask[END] = 1
    if state.uses[seat, CAN_PUSH] > 0:
        if state.faction[seat] == KALDARI:  # Mind Wave
            mark_pushes(state, mask)
        else:
            _mark_entangle(state, mask)
    if state.uses[seat, CAN_SHIFT] > 0:  # Battle Drill
        mark_shifts(state, mask)
    if state.uses[seat, CAN_REMOVE] > 0:
        _mark_banishment(state, mask)


@rule
def forced_before_combat(state):
    seat = state.to_act
    enemy = 1 - seat
    if state.uses[seat, CAN_SHIFT] > 0:
        return NONE if _has_units(state, seat) else END
    if state.faction[seat] == KALDARI:
        free = (state.uses[seat, CAN_PUSH] > 0 or state.uses[seat, CAN_REMOVE] > 0) and has_pushable(state, enemy)
        return NONE if free else END
    entangled = count_in(state, enemy, SUPPORT) + count_in(state, enemy, FLANK) > 0
    return NONE if state.uses[seat, CAN_PUSH] > 0 and entangled else END


@rule
def use_before_combat(state, action):
    """FL-7.1: one ability. True when the player stops."""
    seat = state.to_act
    if action == END:
        clear_abilities(state, seat, 0, FIRST_AFTER)
        return True
    if action >= REMOVE:
        _remove(state, action)
        state.uses[seat, CAN_REMOVE] -= 1
    else:
        push_or_shift(state, action)
        state.uses[seat, CAN_SHIFT if action >= SHIFT else CAN_PUSH] -= 1
    return False


@rule
def _has_units(state, seat):
    return count_in(state, seat, FRONTLINE) + count_in(state, seat, SUPPORT) + count_in(state, seat, FLANK) > 0


@rule
def _mark_entangle(state, mask):
    """Any enemy unit, Steadfast or not, into its frontline."""
    enemy = 1 - state.to_act
    for kind in range(TYPES):
        for direction in range(DIRS):
            forward = DIR_TO[direction] == FRONTLINE
            mask[PUSH + kind * DIRS + direction] = forward & (state.sheet[enemy, DIR_FROM[direction], kind] > 0)


@rule
def _mark_banishment(state, mask):
    """FL-10.4: any enemy unit that is not Steadfast."""
    enemy = 1 - state.to_act
    for kind in range(TYPES):
        goes = STEADFAST[state.faction[enemy], kind] == 0
        for place in range(PLACES):
            mask[REMOVE + kind * PLACES + place] = goes & (state.sheet[enemy, place, kind] > 0)


@rule
def _remove(state, action):
    """FL-7.2: set aside until placement."""
    enemy = 1 - state.to_act
    kind = (action - REMOVE) // PLACES
    state.sheet[enemy, (action - REMOVE) % PLACES, kind] -= 1
    state.removed[enemy, kind] += 1
