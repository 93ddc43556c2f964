"""How an own token stands, or would stand, on one of some tiles."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.features.board import NEAR, STANDS, nearest
from flank_envs.games.mana_surge.phases.start import turn_actions


@rule
def stand(state, seat, numbers, low, high, points, fights, out):
    """The largest of each value over these tiles, with so many points left; `fights`: combat is to come."""
    for k in range(v.STANDING_VALUES):
        tiles = numbers[STANDS + k * s.WORDS] & low | numbers[STANDS + k * s.WORDS + 1] & high
        out[k] = tiles != 0
    blows = points if fights else 0
    if out[v.BEATS + v.ON_POOL] > 0:
        out[v.TAKES_POOL_NOW] = blows > 1
    for place in range(v.PLACES):
        if out[v.BEATS + place] > 0:
            out[v.STRIKES_NOW] = blows > 0
    low &= s.WALKED[0]
    high &= s.WALKED[1]
    if low | high:
        _look_far(state, seat, numbers, low, high, points, fights, out)


@rule
def _look_far(state, seat, numbers, low, high, points, fights, out):
    for goal in range(v.GOALS):
        out[v.NEAR + goal] = NEAR[nearest(numbers, goal, low, high)]
    safe = STANDS + v.SAFE * s.WORDS
    out[v.SAFE_NEAR_POOL] = NEAR[nearest(numbers, v.TO_POOL, low & numbers[safe], high & numbers[safe + 1])]
    if state.owner[t.POOL_TILE] == t.NOBODY:
        steps = nearest(numbers, v.TO_POOL, low, high)
        out[v.POOL_NOW] = steps <= points
        out[v.POOL_NEXT] = steps <= turn_actions(state, seat)
    steps = nearest(numbers, v.TO_PREY, low, high) + 1
    out[v.PREY_NOW] = fights and steps <= points
    out[v.PREY_NEXT] = steps <= turn_actions(state, seat)
