"""Sets of tiles as two words, (low, high), in which all tiles take a step at once; tables of such sets."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v

NONE = (0, 0)
WORD = 61  # bits of a word
COLUMN = 2 * t.RADIUS + 2  # bits of a column of tiles, with one that stays empty: no step leads over an edge

_BITS = [1 << (q + t.RADIUS) * COLUMN + r for q, r in t.PLACES]
OF_TILE = np.array([[bit & (1 << WORD) - 1 for bit in _BITS], [bit >> WORD for bit in _BITS]])


def _sets(masks: np.ndarray) -> np.ndarray:
    """The sets of tiles that some masks are True for."""
    return OF_TILE @ np.asarray(masks, np.int64).T


OF_KIND = _sets(np.arange(t.KINDS)[:, None] == t.KIND)
BESIDE = _sets((t.NEIGHBOUR[:, :, None] == np.arange(t.TILES)).any(1))
_STOOD_ON = t.KIND != t.THORNS  # MS-3.5
_WALKED = _STOOD_ON & (t.LOCKS == 0)  # MS-3.6: entered, and left again
_MASKS = np.array([t.KIND >= 0, _STOOD_ON, _WALKED, t.LOCKS, t.ABILITY != t.NO_ABILITY])
ALL, STOOD_ON, WALKED, LOCKED, ABILITIES = (tuple(words) for words in _sets(_MASKS).T.tolist())
SPAWNERS = np.array([OF_TILE[:, t.SPAWNER_TILE[t.FRAME_OF[n, :n]]].sum(1) for n in range(t.SEATS + 1)]).T  # [players]

# What a blow is worth depends on the target's place; who falls depends on the kinds of both tiles. By kind: where blows
# from it strike down a token for nothing, or in exchange, and where blows at it do so from.
PLACE = np.full(t.KINDS, v.ELSEWHERE)
PLACE[[t.POOL, t.EXTRA_ACTION, t.DAGGER, t.EXTRA_SPAWN]] = v.ON_POOL, v.ON_ACTION, v.ON_DAGGER, v.ON_SPAWN
PLACE_TILES = _sets(np.arange(v.PLACES)[:, None] == PLACE[t.KIND])
STRIKERS = (t.PLAIN, t.RAMPART, t.BLADE, t.WARSTONE)  # kinds to strike from: others lock, or take the attack away
_TILE = np.unique(t.KIND, return_index=True)[1]  # one of each kind
_BEATS, _TRADES = t.DEFEATS & ~t.DEFEATS.T, t.DEFEATS & t.DEFEATS.T  # [attacker, target]
BEATS, TRADES = _sets(_BEATS[_TILE]), _sets(_TRADES[_TILE])
BEATEN_FROM, TRADED_FROM = _sets(_BEATS.T[_TILE] & _WALKED), _sets(_TRADES.T[_TILE] & _WALKED)
POOL_BEATEN_FROM = tuple((BEATEN_FROM[:, t.POOL] & BESIDE[:, t.POOL_TILE]).tolist())


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
