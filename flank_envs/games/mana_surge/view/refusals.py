"""Why an action of Mana Surge is not allowed now, in a clause."""

from typing import Any

from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import ACTIONS
from flank_envs.games.mana_surge.view.words import AIMING, PICKING, frame_to_act, own_name, target_of, tile_name
from flank_envs.view.words import untimely

# The phases in which some action of a block may be legal.
WHEN = {
    "PASS": (t.START, *PICKING, t.END),
    "DAGGER": (t.END,),
    "SPAWN": (t.START,),
    "DIR": AIMING,
    "CELL": (*PICKING, t.SACRIFICE),
}


def refusal(state: Any, action: int) -> str:
    """Why an illegal action is not allowed now for the seat that decides."""
    block, place = ACTIONS.locate(int(action))
    if not state.over and state.phase in AIMING and block.name != "DIR":
        return "a token is picked and cannot be put back: choose a direction"
    if not state.over and state.phase == t.SACRIFICE and block.name != "CELL":
        return f"the dagger is drawn: choose {t.SACRIFICED - state.marks} more of your tokens"
    if reason := untimely(state, action, WHEN):
        return f"{reason}, pick a token first" if block.name == "DIR" and not state.over else reason
    if block.name == "PASS":
        return "the first token must be placed"
    if block.name == "SPAWN":
        return f"the tile {t.SLOT_NAMES[place[0]]} is not empty"
    return _direction_refusal(state, place[0]) if block.name == "DIR" else _cell_refusal(state, place[0])


def _direction_refusal(state: Any, direction: int) -> str:
    tile = target_of(state, direction)
    if tile == t.NO_TILE:
        return "the board ends there"
    name = tile_name(own_name(state, tile))
    return f"there is no enemy token on {name}" if state.phase == t.COMBAT_DIR else f"{name} is not empty"


def _cell_refusal(state: Any, place: int) -> str:
    tile, name = int(t.GLOBAL_TILE[frame_to_act(state), place]), tile_name(place)
    if state.owner[tile] != state.to_act:
        return f"you have no token on {name}"
    if state.phase == t.SACRIFICE:
        return f"the token on {name} is chosen already"
    if t.LOCKS[tile]:
        return f"the token on {name} is locked there"
    return f"no enemy is beside {name}" if state.phase == t.COMBAT else f"no empty tile is beside {name}"
