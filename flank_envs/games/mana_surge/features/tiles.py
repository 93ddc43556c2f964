"""Sets of tiles as two words, (low, high), in which all tiles take a step at once; tables of such sets."""

from collections.abc import Iterable

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v

NONE = (0, 0)
WORD = 61  # bits of a word
COLUMN = 2 * t.RADIUS + 2  # bits of a column of tiles, with one that stays empty: no step leads over an edge


def _set(tiles: Iterable[int]) -> tuple[int, int]:
    places = [t.PLACES[int(tile)] for tile in tiles]
    bits = sum(1 << (q + t.RADIUS) * COLUMN + r for q, r in places)
    return bits & (1 << WORD) - 1, bits >> WORD


def _where(tiles: np.ndarray) -> tuple[int, int]:
    return _set(np.flatnonzero(tiles))


OF_TILE = np.array([_set([tile]) for tile in range(t.TILES)])
BESIDE = np.array([_set(tiles[tiles != t.NO_TILE]) for tiles in t.NEIGHBOUR])
OF_KIND = np.array([_set(np.flatnonzero(kind == t.KIND)) for kind in range(t.KINDS)])
LOCKED, ABILITIES = _where(t.LOCKS > 0), _where(t.ABILITY != t.NO_ABILITY)
_STOOD_ON = t.KIND != t.THORNS  # MS-3.5
_WALKED = _STOOD_ON & (t.LOCKS == 0)  # MS-3.6: entered, and left again
ALL, STOOD_ON, WALKED = _set(range(t.TILES)), _where(_STOOD_ON), _where(_WALKED)
SPAWNERS = np.array([_set(set(t.SPAWNER_TILE[t.FRAME_OF[n, :n]].tolist())) for n in range(t.SEATS + 1)])  # [players]

# Groups of tiles are the same place, and fight alike. By group: where blows from it strike down a token for nothing, or
# in exchange, and where blows at it do so from.
_PLACES = {t.POOL: v.ON_POOL, t.EXTRA_ACTION: v.ON_ACTION, t.EXTRA_SPAWN: v.ON_SPAWN, t.DAGGER: v.ON_DAGGER}
PLACE = np.array([_PLACES.get(int(kind), v.ELSEWHERE) for kind in t.KIND])
PLACE_TILES = np.array([_where(_STOOD_ON & (place == PLACE)) for place in range(v.PLACES_COUNT)])
_ALIKE = t.ATTACK + 10 * t.DEFENSE - 100 * PLACE  # so that those that are not locked come first
_KEYS, _FIRST = np.unique(np.where(_STOOD_ON, _ALIKE, _ALIKE[0]), return_index=True)
GROUP, GROUP_PLACE = np.array([_where(_STOOD_ON & (key == _ALIKE)) for key in _KEYS]), PLACE[_FIRST]
GROUPS, STRIKERS = len(GROUP), int((GROUP_PLACE == v.ELSEWHERE).sum())
_BEATS, _TRADES = t.DEFEATS & ~t.DEFEATS.T, t.DEFEATS & t.DEFEATS.T  # [attacker, target]
BEATS, TRADES = (np.array([_where(result[tile]) for tile in _FIRST]) for result in (_BEATS, _TRADES))
BEATEN_FROM, TRADED_FROM = (np.array([_where(r[:, tile] & _WALKED) for tile in _FIRST]) for r in (_BEATS, _TRADES))
POOL_BEATEN_FROM = _set(tile for tile in t.NEIGHBOUR[t.POOL_TILE] if _BEATS[tile, t.POOL_TILE])


@rule
def at(table, k):
    return table[k, 0], table[k, 1]


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
