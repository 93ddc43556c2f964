"""Mana Surge in words: what an action does, who decides what, who has won.

Nothing is hidden. A viewer is a seat, or None; tiles and directions are told in the frame of the seat that decides,
boards are shown in the frame of the viewer (for None seat 0's).
"""

from typing import Any

import numpy as np

from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import ACTIONS
from flank_envs.view.ending import shared_ending
from flank_envs.view.words import counted, whose_turn

PICKING = (t.MOVE1, t.COMBAT, t.MOVE2)
AIMING = (t.MOVE1_DIR, t.COMBAT_DIR, t.MOVE2_DIR)
PASS_MEANS = {
    t.START: "place no more tokens",
    t.MOVE1: "end the first move",
    t.COMBAT: "end combat",
    t.MOVE2: "end the second move",
    t.END: "end the turn",
}


def frame_for(state: Any, seat: int | None) -> int:
    """The frame of a seat; None looks as seat 0 does."""
    return int(t.FRAME_OF[state.seats, seat or 0])


def frame_to_act(state: Any) -> int:
    """The frame that actions are meant in."""
    return frame_for(state, max(int(state.to_act), 0))


def target_of(state: Any, direction: int) -> int:
    """The tile beside the picked token in a direction of the seat to act; NO_TILE beyond the edge."""
    return int(t.NEIGHBOUR[state.picked, t.GLOBAL_DIRECTION[frame_to_act(state), direction]])


def seat_on(state: Any, tile: int) -> int:
    """The seat whose token or spawner is on a tile, NOBODY if there is none."""
    if state.owner[tile] != t.SPAWNER:
        return int(state.owner[tile])
    return next(s for s in range(int(state.seats)) if t.SPAWNER_TILE[t.FRAME_OF[state.seats, s]] == tile)


def on_board(state: Any, seat: int) -> int:
    """Tokens of a seat on the board."""
    return int(state.troops - state.supply[seat])


def round_number(state: Any) -> int:
    """The current round; the last one when the game was cut off."""
    return min(int(state.turns) // int(state.seats) + 1, int(state.max_rounds))


def describe(state: Any, action: int) -> str:
    """What an action means for the seat that decides, legal or not."""
    block, place = ACTIONS.locate(int(action))
    if block.name == "PASS":
        return PASS_MEANS.get(int(state.phase), "pass")
    if block.name == "DAGGER":
        return "use the dagger: three tokens for a mana point"
    if block.name == "SPAWN":
        slot = place[0]
        where = ("left of", "in front of", "right of")[slot]
        return f"place a token {where} the spawner"
    if block.name == "DIR":
        return _describe_direction(state, place[0])
    verb = {t.COMBAT: "attack with", t.SACRIFICE: "sacrifice"}.get(int(state.phase), "move")
    return f"{verb} the token on {tile_name(place[0])}"


def _describe_direction(state: Any, direction: int) -> str:
    way = t.DIRECTION_NAMES[direction]
    if state.phase not in AIMING:
        return f"go {way}"
    tile = target_of(state, direction)
    verb = "attack" if state.phase == t.COMBAT_DIR else "move"
    if tile == t.NO_TILE:
        return f"{verb} {way}, beyond the edge"
    name = tile_name(own_name(state, tile))
    if state.phase != t.COMBAT_DIR:
        return f"move {way} to {name}"
    owner = int(state.owner[tile])
    target = f"seat {owner}'s token on " if 0 <= owner < t.SPAWNER else ""
    return f"attack {way}: {target}{name}"


def own_name(state: Any, tile: int) -> int:
    """A tile's number in the frame of the seat that decides."""
    return int(np.flatnonzero(t.GLOBAL_TILE[frame_to_act(state)] == tile)[0])


def tile_name(tile: int) -> str:
    """Tile 47 (extra action): the kinds are the same in every frame."""
    return f"tile {tile}" + ("" if t.KIND[tile] == t.PLAIN else f" ({t.KIND_NAMES[t.KIND[tile]]})")


def status(state: Any, viewer: int | None) -> tuple[str, str]:
    """Who decides and what, or who has won and how."""
    if state.over:
        return shared_ending(state) or _ending(state)
    left = counted(state.action_points, "action point")
    what = {
        t.START: "place a new token beside the spawner",
        t.MOVE1: f"first move: pick a token ({left})",
        t.COMBAT: f"combat: pick an attacker ({left})",
        t.MOVE2: f"second move: pick a token ({left})",
        t.COMBAT_DIR: "choose whom to attack",
        t.END: f"end of the turn: use the dagger? ({left})",
        t.SACRIFICE: f"choose {t.SACRIFICED - state.marks} more to sacrifice",
    }.get(int(state.phase), "choose where to move")
    return whose_turn(state, viewer), what


def _ending(state: Any) -> tuple[str, str]:
    return f"Seat {state.winner} wins", counted(state.mana_goal, "mana point")


def stats(tile: int) -> str:
    """Attack and defense of a token on a tile."""
    return f"{t.ATTACK[tile]}/{t.DEFENSE[tile]}"


def board_in_view(state: Any, viewer: int | None) -> list[tuple[int, int]]:
    """The tile at each place of the viewer's board, and its owner."""
    owner = state.owner.tolist()
    return [(tile, owner[tile]) for tile in t.GLOBAL_TILE[frame_for(state, viewer)].tolist()]


def marked_tiles(state: Any) -> list[int]:
    """The tiles of tokens chosen for sacrifice."""
    return state.marked[: state.marks].tolist()


def action_tiles(state: Any, legal: list[int]) -> dict[int, int]:
    """Which tile each choice on the board points at."""
    found = {}
    for action in legal:
        block, place = ACTIONS.locate(action)
        if block.name == "CELL":
            found[int(t.GLOBAL_TILE[frame_to_act(state), place[0]])] = action
        elif block.name == "DIR":
            found[target_of(state, place[0])] = action
        elif block.name == "SPAWN":
            found[int(t.SLOT[frame_to_act(state), place[0]])] = action
    return found
