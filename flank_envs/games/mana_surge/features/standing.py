"""How an own token stands, or would stand, on one of some tiles."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.features.board import HIGH, NEAR, STANDS, STEPS, common, nearest
from flank_envs.games.mana_surge.phases.start import turn_actions


@rule
def stand(state, numbers, low, high, points, fights, out):
    """The largest of each value over these tiles, after `measure`, with so many points left.

    `fights`: combat is to come.
    """
    for k in range(v.STANDING_VALUES):
        out[k] = numbers[STANDS + k] & low | numbers[HIGH + STANDS + k] & high != 0
    blows = points if fights else 0
    if blows < 1:
        out[v.STRIKES_NOW] = 0
    if blows < 2:
        out[v.TAKES_POOL_NOW] = 0
    for goal in range(v.GOALS):
        out[v.NEAR + goal] = NEAR[numbers[STEPS + goal]]
    next_points = turn_actions(state, state.to_act)
    if state.owner[t.POOL_TILE] == t.NOBODY:
        out[v.POOL_NOW] = numbers[STEPS + v.TO_POOL] <= points
        out[v.POOL_NEXT] = numbers[STEPS + v.TO_POOL] <= next_points
    out[v.PREY_NOW] = fights and numbers[STEPS + v.TO_PREY] < points
    out[v.PREY_NEXT] = numbers[STEPS + v.TO_PREY] < next_points
    out[v.SAFE_NEAR_POOL] = NEAR[_from_safety(numbers, low & s.WALKED[0], high & s.WALKED[1])]


@rule
def _from_safety(numbers, low, high):
    """Steps to the pool from the nearest of these tiles that are safe."""
    safe_low, safe_high = common(numbers, STANDS + v.SAFE, low, high)
    if safe_low == low and safe_high == high:
        return numbers[STEPS + v.TO_POOL]
    return nearest(numbers, v.TO_POOL, safe_low, safe_high)
