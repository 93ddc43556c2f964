"""The position as sets of tiles, ways and threats; how an own token stands, or would stand, on one of some tiles."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.phases.start import turn_actions
from flank_envs.games.mana_surge.state import token_count

FAR = 99  # steps, if no way leads there
NEAR = np.array([1 / (1 + steps) for steps in range(FAR)] + [0], np.float32)
TO_TOKENS = v.GOALS  # ways lead to goals, then to the tokens of each player who can walk there in one turn

# The sets: empty tiles, those of them that one can walk on over, all enemies; by player all tokens, those that are not
# locked, those that others can strike down for nothing in one turn, or in exchange; where a token has each value of its
# standing. Then by way: all tiles that it leads from, and those within 0, 1, 2 ... steps.
EMPTY, OPEN, ENEMIES = range(3)
TOKENS, LOOSE, BEATEN, TRADED, STANDS = range(3, 3 + 5 * t.SEATS, t.SEATS)
WAYS, STEPS = STANDS + v.STANDING_VALUES, 1 + t.TILES
SETS = WAYS + (TO_TOKENS + t.SEATS) * STEPS


@rule
def read_board(state, seat, sets):
    sets[:, :WAYS] = 0
    tokens = s.NONE
    for player in range(state.seats):
        for k in range(token_count(state, player)):
            s.add(sets, TOKENS + player, s.at(s.OF_TILE, state.tokens[player, k]))
        s.add(sets, LOOSE + player, s.without(s.at(sets, TOKENS + player), s.LOCKED))
        tokens = s.either(tokens, s.at(sets, TOKENS + player))
    s.add(sets, ENEMIES, s.without(tokens, s.at(sets, TOKENS + seat)))
    s.add(sets, EMPTY, s.without(s.ALL, s.either(tokens, s.at(s.SPAWNERS, state.seats))))
    s.add(sets, OPEN, s.both(s.at(sets, EMPTY), s.WALKED))
    _spread(sets, v.TO_POOL, s.at(s.OF_KIND, t.POOL), t.TILES)
    for goal in range(v.TO_ACTION, v.TO_PREY):
        abilities = s.at(s.OF_KIND, t.EXTRA_ACTION + goal - v.TO_ACTION)
        _spread(sets, goal, s.both(s.at(sets, EMPTY), abilities), t.TILES)


@rule
def read_strikes(state, sets, player, points):
    """Everybody walks as the board is now, and strikes with what is left."""
    tokens = s.at(sets, LOOSE + player)
    _spread(sets, TO_TOKENS + player, tokens, points - 1)
    reach = s.both(s.at(sets, WAYS + (TO_TOKENS + player) * STEPS), s.either(tokens, s.at(sets, OPEN)))
    beats = trades = s.NONE
    for kind in s.STRIKERS:
        hit = s.around(s.both(reach, s.at(s.OF_KIND, kind)))
        beats = s.either(beats, s.both(hit, s.at(s.BEATS, kind)))
        trades = s.either(trades, s.both(hit, s.at(s.TRADES, kind)))
    for other in range(state.seats):
        if other != player:
            s.add(sets, BEATEN + other, beats)
            s.add(sets, TRADED + other, trades)


@rule
def _spread(sets, way, tiles, most):
    """Write the tiles within 0, 1, 2 ... steps of these, also those that one cannot walk on from."""
    last = WAYS + way * STEPS + 1
    most += last
    walk = tiles
    s.put(sets, last, tiles)
    while walk != s.NONE and last < most:
        ring = s.around(walk)
        walk = s.both(s.without(ring, tiles), s.at(sets, OPEN))
        tiles = s.either(tiles, ring)
        last += 1
        s.put(sets, last, tiles)
    for k in range(last + 1, WAYS + way * STEPS + 9):
        s.put(sets, k, tiles)
    s.put(sets, WAYS + way * STEPS, tiles)


@rule
def read_standing(sets, seat):
    prey, own = s.NONE, s.at(sets, TOKENS + seat)
    for kind in range(t.KINDS):
        tiles, place = s.at(s.OF_KIND, kind), s.PLACE[kind]
        s.add(sets, STANDS + v.KIND + kind, tiles)
        beside = s.around(s.both(tiles, s.at(sets, ENEMIES)))
        beats = s.both(beside, s.at(s.BEATEN_FROM, kind))
        s.add(sets, STANDS + v.TRADES + place, s.both(beside, s.at(s.TRADED_FROM, kind)))
        s.add(sets, STANDS + v.BEATS + place, beats)
        s.add(sets, STANDS + v.STRIKES_NOW, beats)
        if place != v.ELSEWHERE:
            prey = s.either(prey, beats)
    s.add(sets, STANDS + v.BESIDE_POOL, s.at(s.BESIDE, t.POOL_TILE))
    s.add(sets, STANDS + v.GUARDS_POOL, s.around(s.both(own, s.at(s.OF_KIND, t.POOL))))
    s.add(sets, STANDS + v.GUARDS_ABILITY, s.both(s.around(s.both(own, s.ABILITIES)), s.STOOD_ON))
    safe = s.without(s.STOOD_ON, s.at(sets, BEATEN + seat))
    s.add(sets, STANDS + v.SAFE, safe)
    s.add(sets, STANDS + v.SAFELY_HELD, s.both(safe, s.LOCKED))
    s.add(sets, STANDS + v.UNTOUCHED, s.without(safe, s.at(sets, TRADED + seat)))
    _spread(sets, v.TO_PREY, s.both(prey, s.at(sets, OPEN)), t.TILES)


@rule
def nearest(sets, way, tiles):
    """Steps by a way from the nearest of these tiles."""
    within = WAYS + way * STEPS
    if s.both(s.at(sets, within), tiles) == s.NONE:
        return FAR
    steps = 0
    for half in (4, 2, 1):
        steps += half * int(s.both(s.at(sets, within + steps + half), tiles) == s.NONE)
    while s.both(s.at(sets, within + 1 + steps), tiles) == s.NONE:
        steps += 1
    return steps


@rule
def stand(state, sets, tiles, points, row, start):
    """The largest of each value over these tiles, with so many points left."""
    out = row[start:]
    for k in range(v.STANDING_VALUES):
        out[k] = sets[0, STANDS + k] & tiles[0] | sets[1, STANDS + k] & tiles[1] != 0
    blows = points if state.phase < (t.MOVE2 if start == v.HERE else t.COMBAT) else 0
    out[v.STRIKES_NOW] *= blows > 0
    out[v.TAKES_POOL_NOW] = blows > 1 and out[v.BEATS + v.ON_POOL] > 0
    walked = s.both(tiles, s.WALKED)
    for goal in range(v.GOALS):
        out[v.NEAR + goal] = NEAR[nearest(sets, goal, walked)]
    to_pool, to_prey = out[v.NEAR + v.TO_POOL], out[v.NEAR + v.TO_PREY]
    next_points = turn_actions(state, state.to_act)
    if state.owner[t.POOL_TILE] == t.NOBODY:
        out[v.POOL_NOW] = to_pool >= NEAR[points]
        out[v.POOL_NEXT] = to_pool >= NEAR[next_points]
    out[v.PREY_NOW] = to_prey > NEAR[blows]
    out[v.PREY_NEXT] = to_prey > NEAR[next_points]
    safe = s.both(walked, s.at(sets, STANDS + v.SAFE))
    out[v.SAFE_NEAR_POOL] = to_pool if safe == walked else NEAR[nearest(sets, v.TO_POOL, safe)]
