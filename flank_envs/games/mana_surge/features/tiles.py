"""Sets of tiles as two words each, in which all tiles take a step by shifts; tables of such sets."""

from collections.abc import Iterable

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v

WORDS, WORD = 2, 61  # bits of a word
COLUMN = 2 * t.RADIUS + 2  # bits of a column of tiles, and one that stays empty: no step leads over an edge
_BIT = [(q + t.RADIUS) * COLUMN + r for q, r in t.PLACES]


def set_of(tiles: Iterable[int]) -> list[int]:
    """These tiles as two words."""
    words = [0] * WORDS
    for tile in tiles:
        words[_BIT[int(tile)] // WORD] |= 1 << _BIT[int(tile)] % WORD
    return words


def _where(tiles: np.ndarray) -> list[int]:
    return set_of(np.flatnonzero(tiles))


OF_TILE = np.array([set_of([tile]) for tile in range(t.TILES)])
BESIDE = np.array([set_of(tiles[tiles != t.NO_TILE]) for tiles in t.NEIGHBOUR])
OF_KIND = np.array([_where(kind == t.KIND) for kind in range(t.KINDS)])
LOCKED = np.array(_where(t.LOCKS > 0))
HELD = LOCKED & ~OF_KIND[t.POOL]
STOOD_ON = np.array(_where(t.KIND != t.THORNS))  # MS-3.5
WALKED = STOOD_ON & ~LOCKED  # entered, and left again
# UNSPAWNED[players]: where no spawner stands
UNSPAWNED = np.array([set_of(set(range(t.TILES)) - set(t.SPAWNER_TILE[t.FRAME_OF[n, :n]].tolist())) for n in range(4)])

# Tiles fight alike if blows from them and at them do the same. Groups of tiles fight alike, and are the same place.
_PLACES = {t.POOL: v.ON_POOL, t.EXTRA_ACTION: v.ON_ACTION, t.EXTRA_SPAWN: v.ON_SPAWN, t.DAGGER: v.ON_DAGGER}
PLACE = np.array([_PLACES.get(int(kind), v.ELSEWHERE) for kind in t.KIND])
_, _FIGHTS = np.unique(np.hstack([t.DEFEATS, t.DEFEATS.T]), axis=0, return_inverse=True)
_GROUPS = [np.flatnonzero((PLACE == place) & (_FIGHTS.ravel() == fights) & (t.KIND != t.THORNS))
           for place in reversed(range(v.PLACES)) for fights in range(t.TILES)]  # fmt: skip
_GROUPS = [group for group in _GROUPS if len(group)]
GROUPS = len(_GROUPS)
GROUP = np.array([set_of(group) for group in _GROUPS])
GROUP_PLACE = np.array([PLACE[group[0]] for group in _GROUPS])
PLACE_TILES = np.array([_where((PLACE == place) & (t.KIND != t.THORNS)) for place in range(v.PLACES)])

# Results of blows: the target falls for nothing, or takes the attacker with it.
BEATS, TRADES = range(2)
RESULTS = 2
_RESULTS = (t.DEFEATS & ~t.DEFEATS.T, t.DEFEATS & t.DEFEATS.T)  # [attacker, target]
HITS = np.array([[_where(result[group[0]]) for result in _RESULTS] for group in _GROUPS])  # by an attacker's group
_FROM = t.LOCKS == 0
STRIKERS = 1 + max(
    k for k, group in enumerate(_GROUPS) if _FROM[group[0]] and HITS[k].any()
)  # the others strike nobody
HIT_FROM = np.array([[_where(result[:, g[0]] & _FROM & (t.KIND != t.THORNS)) for result in _RESULTS] for g in _GROUPS])
POOL_BEATEN_FROM = np.array(set_of(tile for tile in t.NEIGHBOUR[t.POOL_TILE] if _RESULTS[BEATS][tile, t.POOL_TILE]))


@rule
def around(low, high):
    """The tiles beside these, and bits that are no tiles."""
    up_low, up_high = low << 1, high << 1 | low >> WORD - 1
    down_low, down_high = low >> 1 | (high & 1) << WORD - 1, high >> 1
    right_low, right_high = low | down_low, high | down_high
    left_low, left_high = low | up_low, high | up_high
    column = (1 << COLUMN) - 1
    return (
        up_low | down_low | right_low << COLUMN | left_low >> COLUMN | (left_high & column) << WORD - COLUMN,
        up_high | down_high | right_high << COLUMN | right_low >> WORD - COLUMN | left_high >> COLUMN,
    )


@rule
def size(low, high):
    """How many tiles these are."""
    count = 0
    while low:
        low &= low - 1
        count += 1
    while high:
        high &= high - 1
        count += 1
    return count
