"""How an own token stands, or would stand, on a tile."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from old_features.mana_surge import board
from old_features.mana_surge import values as v
from old_features.mana_surge.board import is_in, next_points, steps_to
from old_features.mana_surge.threats import FREE_KILL as FOR_NOTHING
from old_features.mana_surge.threats import RESULT, fears
from old_features.mana_surge.threats import TRADE as TAKES_ALONG

_PLACES = {t.POOL: v.ON_POOL, t.EXTRA_ACTION: v.ON_ACTION, t.EXTRA_SPAWN: v.ON_SPAWN, t.DAGGER: v.ON_DAGGER}
PLACE = np.array([_PLACES.get(int(kind), v.ELSEWHERE) for kind in t.KIND])
AT_POOL = np.array([int(t.POOL_TILE in t.NEIGHBOUR[tile]) for tile in range(t.TILES)])


@rule
def stand(scratch, tile, points, fights, out, at):
    """Raise the values to those of an own token on a tile, with so many points left; `fights`: combat is to come."""
    out[at + int(t.KIND[tile])] = 1
    if t.KIND[tile] == t.THORNS:
        return
    is_safe = not is_in(scratch, fears(board.OWN, FOR_NOTHING), tile)
    if is_safe:
        out[at + v.SAFE] = 1
        if not is_in(scratch, fears(board.OWN, TAKES_ALONG), tile):
            out[at + v.UNTOUCHED] = 1
    _look_around(scratch, tile, points if fights else 0, out, at)
    if not t.LOCKS[tile]:
        _look_far(scratch, tile, points, fights, out, at)
        if is_safe:
            out[at + v.SAFE_NEAR_POOL] = max(
                out[at + v.SAFE_NEAR_POOL], board.NEAR[steps_to(scratch, board.TO_POOL, tile)]
            )
    elif is_safe:
        out[at + v.SAFELY_HELD] = 1


@rule
def _is_alone(scratch, tile):
    """Whether no token stands beside it."""
    taken = 0
    for seat in range(t.SEATS):
        for half in range(board.HALVES):
            taken |= scratch[board.TROOP + seat * board.HALVES + half] & board.BESIDE[tile, half]
    return taken == 0


@rule
def _look_around(scratch, tile, points, out, at):
    if _is_alone(scratch, tile):
        return
    for d in range(t.DIRECTIONS):
        beside = board.AROUND[tile, d]
        owner = scratch[board.OWNER + beside]
        if owner in (board.FREE, board.WALL):
            continue
        if owner == board.OWN:
            if beside == t.POOL_TILE:
                out[at + v.GUARDS_POOL] = 1
            elif t.LOCKS[beside]:
                out[at + v.GUARDS_ABILITY] = 1
        elif t.LOCKS[tile] == 0:
            result = RESULT[tile, d]
            if result == FOR_NOTHING:
                out[at + v.FREE_KILL + PLACE[beside]] = 1
                if points > 0:
                    out[at + v.STRIKES_NOW] = 1
                    if beside == t.POOL_TILE and points > 1:
                        out[at + v.TAKES_POOL_NOW] = 1
            elif result == TAKES_ALONG:
                out[at + v.TRADE + PLACE[beside]] = 1


@rule
def _look_far(scratch, tile, points, fights, out, at):
    for goal in range(board.GOALS):
        out[at + v.NEAR_POOL + goal] = max(out[at + v.NEAR_POOL + goal], board.NEAR[steps_to(scratch, goal, tile)])
    if AT_POOL[tile]:
        out[at + v.BESIDE_POOL] = 1
    if scratch[board.OWNER + t.POOL_TILE] == board.FREE:
        steps = steps_to(scratch, board.TO_POOL, tile)
        if steps <= points:
            out[at + v.POOL_NOW] = 1
        if steps <= next_points(scratch, board.OWN):
            out[at + v.POOL_NEXT] = 1
    steps = steps_to(scratch, board.TO_PREY, tile) + 1
    if fights and steps <= points:
        out[at + v.PREY_NOW] = 1
    if steps <= next_points(scratch, board.OWN):
        out[at + v.PREY_NEXT] = 1
