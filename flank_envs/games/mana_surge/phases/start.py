"""START: action points are restored, new tokens appear beside the spawner."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import PASS, SPAWN
from flank_envs.games.mana_surge.state import frame_of, is_empty, put_token


@rule
def begin_turn(state):
    seat = state.to_act
    state.phase = t.START
    state.action_points = turn_actions(state, seat)
    state.spawns_allowed = turn_spawns(state, seat)
    state.spawns_done = 0
    state.dagger_uses = 0


@rule
def turn_actions(state, seat):
    """MS-2.1, MS-3.9: action points of a turn that begins now."""
    return t.BASE_ACTIONS + state.held[seat, t.ACTIONS_HELD]


@rule
def turn_spawns(state, seat):
    """MS-2.2: tokens that may be placed in a turn that begins now."""
    return t.BASE_SPAWNS + state.held[seat, t.SPAWNS_HELD]


@rule
def start_decides(state):
    """Whether there is a token to place and a place to choose."""
    empty = empty_slots(state)
    if state.supply[state.to_act] == 0 or state.spawns_done == state.spawns_allowed or empty == 0:  # MS-2.6
        return False
    if state.spawns_done == 0 and empty == 1:  # MS-2.7
        for slot in range(t.SLOTS):
            if is_empty(state, slot_tile(state, slot)):
                _spawn(state, slot)
                return False
    return True


@rule
def legal_start(state, mask):
    """MS-2.4: the first token must be placed; MS-2.5: further ones may be declined."""
    mask[PASS] = state.spawns_done > 0
    for slot in range(t.SLOTS):
        mask[SPAWN + slot] = is_empty(state, slot_tile(state, slot))


@rule
def spawn_or_decline(state, action):
    if action == PASS:
        state.phase = t.MOVE1
    else:
        _spawn(state, action - SPAWN)


@rule
def slot_tile(state, slot):
    """MS-2.3: the tiles beside the own spawner, left, front and right."""
    return t.SLOT[frame_of(state, state.to_act), slot]


@rule
def empty_slots(state):
    count = 0
    for slot in range(t.SLOTS):
        count += is_empty(state, slot_tile(state, slot))
    return count


@rule
def _spawn(state, slot):
    put_token(state, state.to_act, slot_tile(state, slot))
    state.spawns_done += 1
