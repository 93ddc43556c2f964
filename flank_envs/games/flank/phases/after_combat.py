"""AFTER_COMBAT: War Spoils and Devour by themselves; Recall, Spawning Pools and Salvage by choice."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import END, END_BIT, RECALL, SALVAGE, SPAWN
from flank_envs.games.flank.phases.battle import clear_abilities, grant_abilities
from flank_envs.games.flank.phases.cards import draw_card, gain
from flank_envs.games.flank.state import has_upgrade, population, population_limit


@rule
def grant_after_combat(state):
    """FL-11.1: each card works once per battle."""
    for seat in range(t.SEATS):
        grant_abilities(state, seat, t.FIRST_AFTER, t.ABILITIES)


@rule
def begin_after_combat(state, seat):
    """FL-8.6: the automatic effects come first."""
    state.phase = t.AFTER_COMBAT
    state.to_act = seat
    if has_upgrade(state, seat, t.WAR_SPOILS) and state.battle_result == seat:
        draw_card(state, seat)
    if has_upgrade(state, seat, t.DEVOUR) and lost_units(state, 1 - seat) > 0:
        gain(state, seat, t.GREEN_TOKEN, 1)
        gain(state, seat, t.YELLOW_TOKEN, 1)


@rule
def lost_units(state, seat):
    lost = state.lost
    return int(lost[seat, 0]) + lost[seat, 1] + lost[seat, 2] + lost[seat, 3]


@rule
def may_spawn(state, seat):
    """FL-11.2: a Roach in supply, population below its limit."""
    return (
        state.uses[seat, t.CAN_SPAWN] > 0
        and state.active[seat, t.ROACH] < t.MINIATURES
        and population(state, seat) < population_limit(state, seat)
    )


@rule
def may_salvage(state, seat, colour):
    """FL-11.2: a colour below its limit."""
    return (
        state.uses[seat, t.CAN_SALVAGE] > 0
        and lost_units(state, seat) > 0
        and state.tokens[seat, colour] < t.TOKEN_LIMIT[colour]
    )


@rule
def legal_after_combat(state):
    seat = state.to_act
    legal = END_BIT | int(may_spawn(state, seat)) << (SPAWN - RECALL)
    if state.uses[seat, t.CAN_RECALL] > 0:
        for kind in range(t.TYPES):
            legal |= int(state.lost[seat, kind] > 0) << kind
    for colour in range(t.COLOURS):
        legal |= int(may_salvage(state, seat, colour)) << (SALVAGE - RECALL + colour)
    return legal


@rule
def use_after_combat(state, action):
    """One ability. True when the player stops."""
    seat = state.to_act
    if action == END:
        clear_abilities(state, seat, t.FIRST_AFTER, t.ABILITIES)
        return True
    if action >= SALVAGE:
        gain(state, seat, action - SALVAGE, 1)
        state.uses[seat, t.CAN_SALVAGE] = 0
    elif action == SPAWN:
        _add_to_forces(state, seat, t.ROACH)
        state.uses[seat, t.CAN_SPAWN] = 0
    else:
        _add_to_forces(state, seat, action - RECALL)
        state.uses[seat, t.CAN_RECALL] = 0
    return False


@rule
def _add_to_forces(state, seat, kind):
    """A unit of the supply waits beside the sheet for placement."""
    state.active[seat, kind] += 1
    state.removed[seat, kind] += 1
