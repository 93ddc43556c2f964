"""Mana Surge in words: what an action does, why one is refused, a board for terminals.

Nothing is hidden. A viewer is a seat, or None; tiles and directions are told in the frame of the seat that decides,
boards are shown in the frame of the viewer (for None seat 0's).
"""

from typing import Any

import numpy as np

from flank_envs.games.mana_surge import turn
from flank_envs.games.mana_surge.layout import ACTIONS
from flank_envs.games.mana_surge.tables import (
    ATTACK,
    COMBAT,
    COMBAT_DIR,
    DEFENSE,
    DIRECTION_NAMES,
    END,
    FRAME_OF,
    GLOBAL_DIRECTION,
    GLOBAL_TILE,
    KIND,
    KIND_LETTERS,
    KIND_NAMES,
    LOCKS,
    MOVE1,
    MOVE1_DIR,
    MOVE2,
    MOVE2_DIR,
    NEIGHBOUR,
    NO_TILE,
    NOBODY,
    PHASES,
    PLACES,
    PLAIN,
    POOL_TILE,
    RADIUS,
    SACRIFICE,
    SACRIFICED,
    SLOT,
    SLOT_NAMES,
    SPAWNER,
    SPAWNER_TILE,
    START,
)
from flank_envs.view.ending import shared_ending

PICKING = (MOVE1, COMBAT, MOVE2)
AIMING = (MOVE1_DIR, COMBAT_DIR, MOVE2_DIR)
PASS_MEANS = {
    START: "place no more tokens",
    MOVE1: "end the first move",
    COMBAT: "end combat",
    MOVE2: "end the second move",
    END: "end the turn",
}
COLUMNS = 2 * RADIUS + 1
COLUMN, CELL_WIDTH = 5, 7


def frame_for(state: Any, seat: int | None) -> int:
    """The frame of a seat; None looks as seat 0 does."""
    return int(FRAME_OF[state.seats, seat or 0])


def frame_to_act(state: Any) -> int:
    """The frame that actions are meant in."""
    return frame_for(state, max(int(state.to_act), 0))


def decides(state: Any, viewer: int | None) -> bool:
    """Whether the viewer chooses now, and so is shown the choices."""
    return not state.over and viewer in (None, int(state.to_act))


def choices(state: Any, viewer: int | None) -> list[int]:
    """The legal actions if the viewer decides now."""
    mask = np.zeros(ACTIONS.size, np.int8)
    if decides(state, viewer):
        turn.legal(state, mask)
    return [int(action) for action in np.flatnonzero(mask)]


def target_of(state: Any, direction: int) -> int:
    """The tile beside the picked token in a direction of the seat to act; NO_TILE beyond the edge."""
    return int(NEIGHBOUR[state.picked, GLOBAL_DIRECTION[frame_to_act(state), direction]])


def seat_on(state: Any, tile: int) -> int:
    """The seat whose token or spawner is on a tile, NOBODY if there is none."""
    if state.owner[tile] != SPAWNER:
        return int(state.owner[tile])
    return next(s for s in range(int(state.seats)) if SPAWNER_TILE[FRAME_OF[state.seats, s]] == tile)


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
    verb = {COMBAT: "attack with", SACRIFICE: "sacrifice"}.get(int(state.phase), "move")
    return f"{verb} the token on {_tile_name(place[0])}"


def _describe_direction(state: Any, direction: int) -> str:
    way = DIRECTION_NAMES[direction]
    if state.phase not in AIMING:
        return f"go {way}"
    tile = target_of(state, direction)
    verb = "attack" if state.phase == COMBAT_DIR else "move"
    if tile == NO_TILE:
        return f"{verb} {way}, beyond the edge"
    name = _tile_name(_own_name(state, tile))
    if state.phase != COMBAT_DIR:
        return f"move {way} to {name}"
    owner = int(state.owner[tile])
    target = f"seat {owner}'s token on " if 0 <= owner < SPAWNER else ""
    return f"attack {way}: {target}{name}"


def _own_name(state: Any, tile: int) -> int:
    """A tile's number in the frame of the seat that decides."""
    return int(np.flatnonzero(GLOBAL_TILE[frame_to_act(state)] == tile)[0])


def _tile_name(tile: int) -> str:
    """Tile 47 (extra action): the kinds are the same in every frame."""
    return f"tile {tile}" + ("" if KIND[tile] == PLAIN else f" ({KIND_NAMES[KIND[tile]]})")


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
    name = _tile_name(_own_name(state, tile))
    return f"there is no enemy token on {name}" if state.phase == COMBAT_DIR else f"{name} is not empty"


def _cell_refusal(state: Any, place: int) -> str:
    if state.phase not in (*PICKING, SACRIFICE):
        return f"no token is picked in {PHASES[state.phase]}"
    tile, name = int(GLOBAL_TILE[frame_to_act(state), place]), _tile_name(place)
    if state.owner[tile] != state.to_act:
        return f"you have no token on {name}"
    if state.phase == SACRIFICE:
        return f"the token on {name} is chosen already"
    if LOCKS[tile]:
        return f"the token on {name} is locked there"
    return f"no enemy is beside {name}" if state.phase == COMBAT else f"no empty tile is beside {name}"


def status(state: Any, viewer: int | None) -> tuple[str, str]:
    """Who decides and what, or who has won and how."""
    if state.over:
        return shared_ending(state) or _ending(state)
    seat = int(state.to_act)
    left = _counted(state.action_points, "action point")
    what = {
        START: "place a new token beside the spawner",
        MOVE1: f"first move: pick a token ({left})",
        COMBAT: f"combat: pick an attacker ({left})",
        MOVE2: f"second move: pick a token ({left})",
        COMBAT_DIR: "choose whom to attack",
        END: f"end of the turn: use the dagger? ({left})",
        SACRIFICE: f"choose {SACRIFICED - state.marks} more to sacrifice",
    }.get(int(state.phase), "choose where to move")
    return ("Your turn" if viewer == seat else f"Seat {seat} decides"), what


def _ending(state: Any) -> tuple[str, str]:
    return f"Seat {state.winner} wins", _counted(state.mana_goal, "mana point")


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def stats(tile: int) -> str:
    """Attack and defense of a token on a tile."""
    return f"{ATTACK[tile]}/{DEFENSE[tile]}"


def text(state: Any, viewer: int | None) -> str:
    """The board for a terminal, the viewer's spawner at the bottom: tile number, kind, and (seat) of a token."""
    who, what = status(state, viewer)
    head = f"MANA SURGE | round {round_number(state)} | {PHASES[state.phase]} | {who}: {what}"
    seats = [_seat_line(state, viewer, seat) for seat in range(int(state.seats))]
    kinds = "  ".join(f"{KIND_LETTERS[k]} {name}" for k, name in enumerate(KIND_NAMES) if k != PLAIN)
    return "\n".join(line.rstrip() for line in (head, *seats, "", *_rows(state, viewer), "", f"@ spawner  {kinds}"))


def _seat_line(state: Any, viewer: int | None, seat: int) -> str:
    pool = " | on the pool" if state.owner[POOL_TILE] == seat else ""
    actions, spawns, daggers = (int(n) for n in state.held[seat])
    return (
        f"Seat {seat}{' (you)' * (viewer == seat)} | mana {state.mana[seat]} of {state.mana_goal} | "
        f"{on_board(state, seat)} tokens, {state.supply[seat]} in supply | "
        f"extra actions {actions}, extra spawns {spawns}, daggers {daggers}{pool}"
    )


def _rows(state: Any, viewer: int | None) -> list[str]:
    """Flat-topped hexes: neighbouring columns are half a row apart."""
    chosen = [int(state.picked), *marked_tiles(state)]
    rows = [[" "] * (COLUMN * COLUMNS + CELL_WIDTH) for _ in range(2 * COLUMNS - 1)]
    for place, (tile, owner) in enumerate(board_in_view(state, viewer)):
        q, r = PLACES[place]
        letter = "@" if owner == SPAWNER else KIND_LETTERS[KIND[place]]
        seat = "" if owner == NOBODY else f"[{owner}]" if tile in chosen else f"({seat_on(state, tile)})"
        cell = f"{place:2d}{letter}{seat}"
        start = COLUMN * (q + RADIUS)
        rows[2 * r + q + COLUMNS - 1][start : start + len(cell)] = cell
    return ["".join(row) for row in rows]


def board_in_view(state: Any, viewer: int | None) -> list[tuple[int, int]]:
    """The tile at each place of the viewer's board, and its owner."""
    owner = state.owner.tolist()
    return [(tile, owner[tile]) for tile in GLOBAL_TILE[frame_for(state, viewer)].tolist()]


def marked_tiles(state: Any) -> list[int]:
    """The tiles of tokens chosen for sacrifice."""
    return state.marked[: state.marks].tolist()


def action_tiles(state: Any, legal: list[int]) -> dict[int, int]:
    """Which tile each choice on the board points at."""
    found = {}
    for action in legal:
        block, place = ACTIONS.locate(action)
        if block.name == "CELL":
            found[int(GLOBAL_TILE[frame_to_act(state), place[0]])] = action
        elif block.name == "DIR":
            found[target_of(state, place[0])] = action
        elif block.name == "SPAWN":
            found[int(SLOT[frame_to_act(state), place[0]])] = action
    return found
