"""How an own token stands, or would stand, on a tile."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge.features.board import (
    AROUND,
    BESIDE,
    FREE,
    GOALS,
    HALVES,
    NEAR,
    OWN,
    OWNER,
    TO_POOL,
    TO_PREY,
    TROOP,
    WALL,
    is_in,
    next_points,
    steps_to,
)
from flank_envs.games.mana_surge.features.threats import FREE_KILL as FOR_NOTHING
from flank_envs.games.mana_surge.features.threats import RESULT, fears
from flank_envs.games.mana_surge.features.threats import TRADE as TAKES_ALONG
from flank_envs.games.mana_surge.features.values import (
    BESIDE_POOL,
    ELSEWHERE,
    FREE_KILL,
    GUARDS_ABILITY,
    GUARDS_POOL,
    NEAR_POOL,
    ON_ACTION,
    ON_DAGGER,
    ON_POOL,
    ON_SPAWN,
    POOL_NEXT,
    POOL_NOW,
    PREY_NEXT,
    PREY_NOW,
    SAFE,
    SAFE_NEAR_POOL,
    SAFELY_HELD,
    STRIKES_NOW,
    TAKES_POOL_NOW,
    TRADE,
    UNTOUCHED,
)
from flank_envs.games.mana_surge.tables import (
    DAGGER,
    DIRECTIONS,
    EXTRA_ACTION,
    EXTRA_SPAWN,
    KIND,
    LOCKS,
    NEIGHBOUR,
    POOL,
    POOL_TILE,
    SEATS,
    THORNS,
    TILES,
)

_PLACES = {POOL: ON_POOL, EXTRA_ACTION: ON_ACTION, EXTRA_SPAWN: ON_SPAWN, DAGGER: ON_DAGGER}
PLACE = np.array([_PLACES.get(int(kind), ELSEWHERE) for kind in KIND])
AT_POOL = np.array([int(POOL_TILE in NEIGHBOUR[tile]) for tile in range(TILES)])


@rule
def stand(scratch, tile, points, fights, out, at):
    """Raise the values to those of an own token on a tile, with so many points left; `fights`: combat is to come."""
    out[at + int(KIND[tile])] = 1
    if KIND[tile] == THORNS:
        return
    is_safe = not is_in(scratch, fears(OWN, FOR_NOTHING), tile)
    if is_safe:
        out[at + SAFE] = 1
        if not is_in(scratch, fears(OWN, TAKES_ALONG), tile):
            out[at + UNTOUCHED] = 1
    _look_around(scratch, tile, points if fights else 0, out, at)
    if not LOCKS[tile]:
        _look_far(scratch, tile, points, fights, out, at)
        if is_safe:
            out[at + SAFE_NEAR_POOL] = max(out[at + SAFE_NEAR_POOL], NEAR[steps_to(scratch, TO_POOL, tile)])
    elif is_safe:
        out[at + SAFELY_HELD] = 1


@rule
def _is_alone(scratch, tile):
    """Whether no token stands beside it."""
    taken = 0
    for seat in range(SEATS):
        for half in range(HALVES):
            taken |= scratch[TROOP + seat * HALVES + half] & BESIDE[tile, half]
    return taken == 0


@rule
def _look_around(scratch, tile, points, out, at):
    if _is_alone(scratch, tile):
        return
    for d in range(DIRECTIONS):
        beside = AROUND[tile, d]
        owner = scratch[OWNER + beside]
        if owner in (FREE, WALL):
            continue
        if owner == OWN:
            if beside == POOL_TILE:
                out[at + GUARDS_POOL] = 1
            elif LOCKS[beside]:
                out[at + GUARDS_ABILITY] = 1
        elif LOCKS[tile] == 0:
            result = RESULT[tile, d]
            if result == FOR_NOTHING:
                out[at + FREE_KILL + PLACE[beside]] = 1
                if points > 0:
                    out[at + STRIKES_NOW] = 1
                    if beside == POOL_TILE and points > 1:
                        out[at + TAKES_POOL_NOW] = 1
            elif result == TAKES_ALONG:
                out[at + TRADE + PLACE[beside]] = 1


@rule
def _look_far(scratch, tile, points, fights, out, at):
    for goal in range(GOALS):
        out[at + NEAR_POOL + goal] = max(out[at + NEAR_POOL + goal], NEAR[steps_to(scratch, goal, tile)])
    if AT_POOL[tile]:
        out[at + BESIDE_POOL] = 1
    if scratch[OWNER + POOL_TILE] == FREE:
        steps = steps_to(scratch, TO_POOL, tile)
        if steps <= points:
            out[at + POOL_NOW] = 1
        if steps <= next_points(scratch, OWN):
            out[at + POOL_NEXT] = 1
    steps = steps_to(scratch, TO_PREY, tile) + 1
    if fights and steps <= points:
        out[at + PREY_NOW] = 1
    if steps <= next_points(scratch, OWN):
        out[at + PREY_NEXT] = 1
