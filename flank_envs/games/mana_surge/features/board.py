"""The board as sets of tiles, two words each, in which all tiles take a step at once; ways, threats, standing."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.phases.start import turn_actions
from flank_envs.games.mana_surge.state import token_count

NONE = (0, 0)
WORD = 61  # bits of a word
COLUMN = 2 * t.RADIUS + 2  # bits of a column of tiles, with one that stays empty: no step leads over an edge

_BITS = [1 << (q + t.RADIUS) * COLUMN + r for q, r in t.PLACES]
OF_TILE = np.array([[bit & (1 << WORD) - 1 for bit in _BITS], [bit >> WORD for bit in _BITS]])


def _sets_of(masks: np.ndarray) -> np.ndarray:
    """The sets of tiles that some masks are True for."""
    return OF_TILE @ np.asarray(masks, np.int64).T


OF_KIND = _sets_of(np.arange(t.KINDS)[:, None] == t.KIND)
BESIDE = _sets_of((t.NEIGHBOUR[:, :, None] == np.arange(t.TILES)).any(1))
_STOOD_ON = t.KIND != t.THORNS  # MS-3.5
_WALKED = _STOOD_ON & (t.LOCKS == 0)  # MS-3.6: entered, and left again
_MASKS = np.array([t.KIND >= 0, _STOOD_ON, _WALKED, t.LOCKS, t.ABILITY != t.NO_ABILITY])
ALL, STOOD_ON, WALKED, LOCKED, ABILITIES = (tuple(words) for words in _sets_of(_MASKS).T.tolist())
SPAWNERS = np.array([OF_TILE[:, t.SPAWNER_TILE[t.FRAME_OF[n, :n]]].sum(1) for n in range(t.SEATS + 1)]).T  # [players]

# What a blow is worth depends on the target's place; who falls depends on the kinds of both tiles. By kind: where blows
# from it strike down a token for nothing, or in exchange, and where blows at it do so from.
PLACE = np.full(t.KINDS, v.ELSEWHERE)
PLACE[[t.POOL, t.EXTRA_ACTION, t.DAGGER, t.EXTRA_SPAWN]] = v.ON_POOL, v.ON_ACTION, v.ON_DAGGER, v.ON_SPAWN
PLACE_TILES = _sets_of(np.arange(v.PLACES)[:, None] == PLACE[t.KIND])
STRIKERS = (t.PLAIN, t.RAMPART, t.BLADE, t.WARSTONE)  # kinds to strike from: others lock, or take the attack away
_TILE = np.unique(t.KIND, return_index=True)[1]  # one of each kind
_BEATS, _TRADES = t.DEFEATS & ~t.DEFEATS.T, t.DEFEATS & t.DEFEATS.T  # [attacker, target]
BEATS, TRADES = _sets_of(_BEATS[_TILE]), _sets_of(_TRADES[_TILE])
BEATEN_FROM, TRADED_FROM = _sets_of(_BEATS.T[_TILE] & _WALKED), _sets_of(_TRADES.T[_TILE] & _WALKED)
POOL_BEATEN_FROM = tuple((BEATEN_FROM[:, t.POOL] & BESIDE[:, t.POOL_TILE]).tolist())

FEW = 8  # steps that most ways are shorter than
FAR = 99  # steps, if no way leads there
NEAR = np.array([1 / (1 + steps) for steps in range(FAR)] + [0], np.float32)
TO_TOKENS = v.GOALS  # ways lead to goals, then to the tokens of each player who can walk there in one turn

# The sets: empty tiles, those of them that one can walk on over, all tokens; by player the tokens, those that are not
# locked, those that others can strike down for nothing in one turn, or in exchange; where a token has each value of its
# standing. Then by way: all tiles that it leads from, and those within 0, 1, 2 ... steps.
EMPTY, OPEN, ALL_TOKENS = range(3)
TOKENS, LOOSE, BEATEN, TRADED, STANDS = range(3, 3 + 5 * t.SEATS, t.SEATS)
WAYS, STEPS = STANDS + v.STANDING_VALUES, 1 + t.TILES
SETS = WAYS + (TO_TOKENS + t.SEATS) * STEPS


@rule
def at(table, k):
    """Numba need not look for indices below 0 where they have no sign."""
    return table[0, np.uint64(k)], table[1, np.uint64(k)]


@rule
def put(table, k, tiles):
    table[0, np.uint64(k)], table[1, np.uint64(k)] = tiles


@rule
def add(table, k, tiles):
    put(table, k, either(at(table, k), tiles))


@rule
def both(a, b):
    return a[0] & b[0], a[1] & b[1]


@rule
def either(a, b):
    return a[0] | b[0], a[1] | b[1]


@rule
def without(a, b):
    return a[0] & ~b[0], a[1] & ~b[1]


@rule
def size(tiles):
    count = 0
    for word in tiles:
        while word:
            word &= word - 1
            count += 1
    return count


@rule
def around(tiles):
    """The tiles beside these, and bits that are no tiles."""
    low, high = tiles
    up = low << 1, high << 1 | low >> WORD - 1
    down = low >> 1 | (high & 1) << WORD - 1, high >> 1
    right_low, right_high = either(tiles, down)
    left_low, left_high = either(tiles, up)
    right = right_low << COLUMN, right_high << COLUMN | right_low >> WORD - COLUMN
    left = left_low >> COLUMN | (left_high & (1 << COLUMN) - 1) << WORD - COLUMN, left_high >> COLUMN
    return either(either(up, down), either(left, right))


@rule
def read_board(state, sets):
    sets[:, :WAYS] = 0
    for player in range(state.seats):
        for k in range(token_count(state, player)):
            add(sets, TOKENS + player, at(OF_TILE, state.tokens[player, k]))
        add(sets, LOOSE + player, without(at(sets, TOKENS + player), LOCKED))
        add(sets, ALL_TOKENS, at(sets, TOKENS + player))
    add(sets, EMPTY, without(ALL, either(at(sets, ALL_TOKENS), at(SPAWNERS, state.seats))))
    add(sets, OPEN, both(at(sets, EMPTY), WALKED))
    _spread(sets, v.TO_POOL, at(OF_KIND, t.POOL), t.TILES)
    for goal in range(v.TO_ACTION, v.TO_PREY):
        _spread(sets, goal, both(at(sets, EMPTY), at(OF_KIND, t.EXTRA_ACTION + goal - v.TO_ACTION)), t.TILES)


@rule
def read_strikes(state, sets, player, points):
    """Everybody walks as the board is now, and strikes with what is left."""
    tokens = at(sets, LOOSE + player)
    _spread(sets, TO_TOKENS + player, tokens, points - 1)
    reach = both(at(sets, WAYS + (TO_TOKENS + player) * STEPS), either(tokens, at(sets, OPEN)))
    for kind in STRIKERS:
        hit = around(both(reach, at(OF_KIND, kind)))
        for other in range(state.seats):
            if other != player:
                add(sets, BEATEN + other, both(hit, at(BEATS, kind)))
                add(sets, TRADED + other, both(hit, at(TRADES, kind)))


@rule
def _spread(sets, way, tiles, most):
    """Write the tiles within 0, 1, 2 ... steps of these, also those that one cannot walk on from."""
    first = WAYS + way * STEPS
    walk, last = tiles, first + 1
    while walk != NONE and last <= first + most:
        put(sets, last, tiles)
        ring = around(walk)
        walk = both(without(ring, tiles), at(sets, OPEN))
        tiles = either(tiles, ring)
        last += 1
    for k in range(last, max(last + 1, first + FEW)):
        put(sets, k, tiles)
    put(sets, first, tiles)


@rule
def read_standing(sets, seat):
    prey, own = NONE, at(sets, TOKENS + seat)
    enemies = without(at(sets, ALL_TOKENS), own)
    for kind in range(t.KINDS):
        tiles, place = at(OF_KIND, kind), PLACE[kind]
        add(sets, STANDS + v.KIND + kind, tiles)
        beside = around(both(tiles, enemies))
        beats = both(beside, at(BEATEN_FROM, kind))
        add(sets, STANDS + v.TRADES + place, both(beside, at(TRADED_FROM, kind)))
        add(sets, STANDS + v.BEATS + place, beats)
        add(sets, STANDS + v.STRIKES_NOW, beats)
        if place != v.ELSEWHERE:
            prey = either(prey, beats)
    add(sets, STANDS + v.BESIDE_POOL, at(BESIDE, t.POOL_TILE))
    add(sets, STANDS + v.GUARDS_POOL, around(both(own, at(OF_KIND, t.POOL))))
    add(sets, STANDS + v.GUARDS_ABILITY, both(around(both(own, ABILITIES)), STOOD_ON))
    safe = without(STOOD_ON, at(sets, BEATEN + seat))
    add(sets, STANDS + v.SAFE, safe)
    add(sets, STANDS + v.SAFELY_HELD, both(safe, LOCKED))
    add(sets, STANDS + v.UNTOUCHED, without(safe, at(sets, TRADED + seat)))
    _spread(sets, v.TO_PREY, both(prey, at(sets, OPEN)), t.TILES)


@rule
def nearest(sets, way, tiles):
    """Steps by a way from the nearest of these tiles; by halves if they are few, which branches less."""
    within = WAYS + way * STEPS
    if both(at(sets, within), tiles) == NONE:
        return FAR
    steps = 0
    for half in (4, 2, 1):
        steps += half * int(both(at(sets, within + steps + half), tiles) == NONE)
    while both(at(sets, within + 1 + steps), tiles) == NONE:
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
    walked = both(tiles, WALKED)
    for goal in range(v.GOALS):
        out[v.NEAR + goal] = NEAR[nearest(sets, goal, walked)]
    next_points = turn_actions(state, state.to_act)
    if state.owner[t.POOL_TILE] == t.NOBODY:
        out[v.POOL_NOW] = out[v.NEAR + v.TO_POOL] >= NEAR[points]
        out[v.POOL_NEXT] = out[v.NEAR + v.TO_POOL] >= NEAR[next_points]
    out[v.PREY_NOW] = out[v.NEAR + v.TO_PREY] > NEAR[blows]
    out[v.PREY_NEXT] = out[v.NEAR + v.TO_PREY] > NEAR[next_points]
    out[v.SAFE_NEAR_POOL] = NEAR[nearest(sets, v.TO_POOL, both(walked, at(sets, STANDS + v.SAFE)))]
