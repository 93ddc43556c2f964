"""BEFORE_COMBAT: the upgrades that bend the formations."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import END, END_BIT, PUSH, REMOVE, SHIFT
from flank_envs.games.flank.phases.battle import clear_abilities, moves_on_sheet, push_or_shift, pushes


@rule
def legal_before_combat(state):
    """Mind Wave pushes as in combat, Entangle any unit, Steadfast or not, into the frontline; Battle Drill shifts."""
    seat = state.to_act
    enemy = 1 - seat
    legal = END_BIT
    if state.uses[seat, t.CAN_PUSH] > 0:
        if state.faction[seat] == t.KALDARI:
            legal |= pushes(state, enemy)
        else:
            legal |= moves_on_sheet(state, enemy) & t.ALL_TO_FRONTLINE
    if state.uses[seat, t.CAN_SHIFT] > 0:
        legal |= moves_on_sheet(state, seat) << (SHIFT - PUSH)
    if state.uses[seat, t.CAN_REMOVE] > 0:
        legal |= _banishments(state, enemy) << (REMOVE - PUSH)
    return legal


@rule
def use_before_combat(state, action):
    """FL-7.1: one ability. True when the player stops."""
    seat = state.to_act
    if action == END:
        clear_abilities(state, seat, 0, t.FIRST_AFTER)
        return True
    if action >= REMOVE:
        _remove(state, action)
        state.uses[seat, t.CAN_REMOVE] -= 1
    else:
        push_or_shift(state, action)
        state.uses[seat, t.CAN_SHIFT if action >= SHIFT else t.CAN_PUSH] -= 1
    return False


@rule
def _banishments(state, seat):
    """FL-10.4: any unit of a seat that is not Steadfast; as bits, by type and place."""
    units = 0
    for kind in range(t.TYPES):
        goes = t.STEADFAST[state.faction[seat], kind] == 0
        for place in range(t.PLACES):
            units |= int(goes & (state.sheet[seat, place, kind] > 0)) << (kind * t.PLACES + place)
    return units


@rule
def _remove(state, action):
    """FL-7.2: set aside until placement."""
    enemy = 1 - state.to_act
    kind = (action - REMOVE) // t.PLACES
    state.sheet[enemy, (action - REMOVE) % t.PLACES, kind] -= 1
    state.removed[enemy, kind] += 1
