"""How an own token stands, or would stand, on one of some tiles."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.features.board import HIGH, NEAR, STANDS, common, nearest
from flank_envs.games.mana_surge.phases.start import turn_actions


@rule
def stand(state, numbers, low, high, points, fights, out):
    """The largest of each value over these tiles, with so many points left; `fights`: combat is to come."""
    for k in range(v.STANDING_VALUES):
        out[k] = numbers[STANDS + k] & low | numbers[HIGH + STANDS + k] & high != 0
    blows = points if fights else 0
    if out[v.BEATS + v.ON_POOL] > 0:
        out[v.TAKES_POOL_NOW] = blows > 1
    for place in range(v.PLACES):
        if out[v.BEATS + place] > 0:
            out[v.STRIKES_NOW] = blows > 0
    low &= s.WALKED[0]
    high &= s.WALKED[1]
    if low | high:
        _look_far(state, numbers, low, high, points, fights, out)


@rule
def _look_far(state, numbers, low, high, points, fights, out):
    next_points = turn_actions(state, state.to_act)
    to_pool = nearest(numbers, v.TO_POOL, low, high)
    to_prey = nearest(numbers, v.TO_PREY, low, high)
    out[v.NEAR + v.TO_POOL] = NEAR[to_pool]
    for goal in range(v.TO_ACTION, v.TO_PREY):
        out[v.NEAR + goal] = NEAR[nearest(numbers, goal, low, high)]
    out[v.NEAR + v.TO_PREY] = NEAR[to_prey]
    if state.owner[t.POOL_TILE] == t.NOBODY:
        out[v.POOL_NOW] = to_pool <= points
        out[v.POOL_NEXT] = to_pool <= next_points
    out[v.PREY_NOW] = fights and to_prey + 1 <= points
    out[v.PREY_NEXT] = to_prey + 1 <= next_points
    low, high = common(numbers, STANDS + v.SAFE, low, high)
    if low | high:
        out[v.SAFE_NEAR_POOL] = NEAR[nearest(numbers, v.TO_POOL, low, high)]
