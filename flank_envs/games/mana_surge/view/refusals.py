"""Why an action of Mana Surge is not allowed now, in a clause."""

from typing import Any

from flank_envs.games.mana_surge.layout import ACTIONS
from flank_envs.games.mana_surge.tables import (
    COMBAT,
    COMBAT_DIR,
    GLOBAL_TILE,
    LOCKS,
    NO_TILE,
    PHASES,
    SACRIFICE,
    SACRIFICED,
    SLOT_NAMES,
    START,
)
from flank_envs.games.mana_surge.view.words import AIMING, PICKING, frame_to_act, own_name, target_of, tile_name


def refusal(state: Any, action: int) -> str:
    """Why an illegal action is not allowed now for the seat that decides."""
    if state.over:
        return "the game is over"
    block, place = ACTIONS.locate(int(action))
    phase = PHASES[state.phase]
    if state.phase in AIMING and block.name != "DIR":
        return "a token is picked and cannot be put back: choose a direction"
    if state.phase == SACRIFICE and block.name != "CELL":
        return f"the dagger is drawn: choose {SACRIFICED - state.marks} more of your tokens"
    if block.name == "PASS":
        return "the first token must be placed"
    if block.name == "DAGGER":
        return f"the dagger is for END: this is {phase}"
    if block.name == "SPAWN":
        slot = place[0]
        return f"the tile {SLOT_NAMES[slot]} is not empty" if state.phase == START else f"this is {phase}, not START"
    if block.name == "DIR":
        return _direction_refusal(state, place[0]) if state.phase in AIMING else f"this is {phase}: pick a token first"
    return _cell_refusal(state, place[0])


def _direction_refusal(state: Any, direction: int) -> str:
    tile = target_of(state, direction)
    if tile == NO_TILE:
        return "the board ends there"
    name = tile_name(own_name(state, tile))
    return f"there is no enemy token on {name}" if state.phase == COMBAT_DIR else f"{name} is not empty"


def _cell_refusal(state: Any, place: int) -> str:
    if state.phase not in (*PICKING, SACRIFICE):
        return f"no token is picked in {PHASES[state.phase]}"
    tile, name = int(GLOBAL_TILE[frame_to_act(state), place]), tile_name(place)
    if state.owner[tile] != state.to_act:
        return f"you have no token on {name}"
    if state.phase == SACRIFICE:
        return f"the token on {name} is chosen already"
    if LOCKS[tile]:
        return f"the token on {name} is locked there"
    return f"no enemy is beside {name}" if state.phase == COMBAT else f"no empty tile is beside {name}"
