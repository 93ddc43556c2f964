"""The position as sets of tiles, ways and threats; how an own token stands, or would stand, on one of some tiles."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.layout import ACTIONS
from flank_envs.games.mana_surge.phases.start import turn_actions
from flank_envs.games.mana_surge.state import token_count

FEW = 8  # steps that most ways are shorter than
FAR = 99  # steps, if no way leads there
NEAR = np.array([1 / (1 + steps) for steps in range(FAR)] + [0], np.float32)
TO_TOKENS = v.GOALS  # ways lead to goals, then to the tokens of each player who can walk there in one turn

# The numbers to work with are the low words of these sets, then their high words; players count from the observer.
# Empty tiles, those that one can walk on over, tokens; where blows of one turn beat, or trade; where a token has each
# value of its standing; the tiles within 0, 1, 2 ... steps by each way. Then numbers alone: the most steps by each
# way, those of the tiles that stood last, action points of each player's turn, the mask of legal actions.
EMPTY, OPEN, TOKENS = range(3)
BEATS = TOKENS + t.SEATS
TRADES = BEATS + t.SEATS
STANDS = TRADES + t.SEATS
WITHIN = STANDS + v.STANDING_VALUES
HIGH = WITHIN + (TO_TOKENS + t.SEATS) * t.TILES
LAST = 2 * HIGH
STEPS = LAST + TO_TOKENS + t.SEATS
POINTS = STEPS + v.GOALS
MASK = POINTS + t.SEATS
NUMBERS = MASK + ACTIONS.size


@rule
def get(numbers, k):
    """A set. Numba need not look for indices below 0 where they have no sign."""
    return numbers[np.uint64(k)], numbers[np.uint64(HIGH + k)]


@rule
def put(numbers, k, tiles):
    numbers[np.uint64(k)], numbers[np.uint64(HIGH + k)] = tiles


@rule
def _add(numbers, value, tiles):
    """A token on these tiles has a value of a standing."""
    put(numbers, STANDS + value, s.either(get(numbers, STANDS + value), tiles))


@rule
def loose(numbers, place):
    return s.without(get(numbers, TOKENS + place), s.LOCKED)


@rule
def others(state, numbers, sets, place):
    """What all other players have of sets by player."""
    tiles = s.NONE
    for other in range(state.seats):
        if other != place:
            tiles = s.either(tiles, get(numbers, sets + other))
    return tiles


@rule
def read_board(state, seat, numbers):
    taken = s.at(s.SPAWNERS, state.seats)
    for place in range(state.seats):
        player = (seat + place) % state.seats
        tokens = s.NONE
        for k in range(token_count(state, player)):
            tokens = s.either(tokens, s.at(s.OF_TILE, state.tokens[player, k]))
        put(numbers, TOKENS + place, tokens)
        taken = s.either(taken, tokens)
        numbers[POINTS + place] = turn_actions(state, player)
    if state.to_act == seat and state.phase <= t.MOVE1_DIR:
        numbers[POINTS] = state.action_points
    put(numbers, EMPTY, s.without(s.ALL, taken))
    put(numbers, OPEN, s.without(s.WALKED, taken))
    for place in range(state.seats):
        _read_strikes(numbers, place)
    _read_standing(state, seat, numbers)


@rule
def _read_strikes(numbers, place):
    """Everybody walks as the board is now, and strikes with what is left."""
    tokens = loose(numbers, place)
    last = _spread(numbers, TO_TOKENS + place, tokens, numbers[POINTS + place] - 1)
    reach = s.both(get(numbers, last), s.either(tokens, get(numbers, OPEN)))
    beats = trades = s.NONE
    for group in range(s.STRIKERS):
        hit = s.around(s.both(reach, s.at(s.GROUP, group)))
        beats = s.either(beats, s.both(hit, s.at(s.BEATS, group)))
        trades = s.either(trades, s.both(hit, s.at(s.TRADES, group)))
    put(numbers, BEATS + place, beats)
    put(numbers, TRADES + place, trades)


@rule
def _spread(numbers, way, tiles, most):
    """Write the tiles within 0, 1, 2 ... steps of these, also those that one cannot walk on from; the last set."""
    first = last = WITHIN + way * t.TILES
    walk = tiles
    put(numbers, first, tiles)
    while walk != s.NONE and last - first < most:
        ring = s.around(walk)
        walk = s.both(s.without(ring, tiles), get(numbers, OPEN))
        tiles = s.either(tiles, ring)
        last += 1
        put(numbers, last, tiles)
    for k in range(last + 1, first + FEW):
        put(numbers, k, tiles)
    numbers[LAST + way] = last - first
    return last


@rule
def _read_standing(state, seat, numbers):
    prey = s.NONE
    for k in range(v.STANDING_VALUES):
        put(numbers, STANDS + k, s.at(s.OF_KIND, k) if k < t.KINDS else s.NONE)
    for group in range(s.GROUPS):
        enemies = s.both(others(state, numbers, TOKENS, 0), s.at(s.GROUP, group))
        if enemies != s.NONE:
            place = s.GROUP_PLACE[group]
            beside = s.around(enemies)
            beats = s.both(beside, s.at(s.BEATEN_FROM, group))
            _add(numbers, v.TRADES + place, s.both(beside, s.at(s.TRADED_FROM, group)))
            _add(numbers, v.BEATS + place, beats)
            _add(numbers, v.STRIKES_NOW, beats)
            if place != v.ELSEWHERE:
                prey = s.either(prey, beats)
    put(numbers, STANDS + v.TAKES_POOL_NOW, get(numbers, STANDS + v.BEATS + v.ON_POOL))
    _add(numbers, v.BESIDE_POOL, s.at(s.BESIDE, t.POOL_TILE))
    if state.owner[t.POOL_TILE] == seat:
        _add(numbers, v.GUARDS_POOL, s.at(s.BESIDE, t.POOL_TILE))
    _add(numbers, v.GUARDS_ABILITY, s.both(s.around(s.both(get(numbers, TOKENS), s.ABILITIES)), s.STOOD_ON))
    safe = s.without(s.STOOD_ON, others(state, numbers, BEATS, 0))
    _add(numbers, v.SAFE, safe)
    _add(numbers, v.SAFELY_HELD, s.both(safe, s.LOCKED))
    _add(numbers, v.UNTOUCHED, s.without(safe, others(state, numbers, TRADES, 0)))
    _spread(numbers, v.TO_POOL, s.at(s.OF_KIND, t.POOL), t.TILES)
    for goal in range(v.TO_ACTION, v.TO_PREY):
        abilities = s.at(s.OF_KIND, t.EXTRA_ACTION + goal - v.TO_ACTION)
        _spread(numbers, goal, s.both(get(numbers, EMPTY), abilities), t.TILES)
    _spread(numbers, v.TO_PREY, s.both(prey, get(numbers, OPEN)), t.TILES)


@rule
def nearest(numbers, way, tiles):
    """Steps by a way from the nearest of these tiles: by halves if they are few, which branches less."""
    first = WITHIN + way * t.TILES
    if s.both(get(numbers, first + FEW - 1), tiles) == s.NONE:
        for steps in range(FEW, numbers[LAST + way] + 1):
            if s.both(get(numbers, first + steps), tiles) != s.NONE:
                return steps
        return FAR
    steps = 0
    for half in (4, 2, 1):
        steps += half * int(s.both(get(numbers, first + steps + half - 1), tiles) == s.NONE)
    return steps


@rule
def stand(state, numbers, tiles, exits, points, row, start):
    """The largest of each value over these tiles, with so many points left; maybe over all exits of the tile before."""
    low, high = tiles
    out = row[start:]
    for k in range(v.STANDING_VALUES):
        out[k] = numbers[STANDS + k] & low | numbers[HIGH + STANDS + k] & high != 0
    walked = s.both(tiles, s.WALKED)
    for goal in range(v.GOALS):
        steps = numbers[STEPS + goal]
        if not exits or steps == 1:
            steps = nearest(numbers, goal, walked)
        elif steps < FAR:
            steps -= 1  # exits that lead on are nearer
        numbers[STEPS + goal] = steps
        out[v.NEAR + goal] = NEAR[steps]
    to_pool, to_prey = numbers[STEPS + v.TO_POOL], numbers[STEPS + v.TO_PREY]
    next_points = turn_actions(state, state.to_act)
    fights = state.phase < (t.MOVE2 if start == v.HERE else t.COMBAT)
    if not fights or points < 1:
        out[v.STRIKES_NOW] = 0
    if not fights or points < 2:
        out[v.TAKES_POOL_NOW] = 0
    if state.owner[t.POOL_TILE] == t.NOBODY:
        out[v.POOL_NOW] = to_pool <= points
        out[v.POOL_NEXT] = to_pool <= next_points
    out[v.PREY_NOW] = fights and to_prey < points
    out[v.PREY_NEXT] = to_prey < next_points
    safe = s.both(walked, get(numbers, STANDS + v.SAFE))
    out[v.SAFE_NEAR_POOL] = NEAR[to_pool if safe == walked else nearest(numbers, v.TO_POOL, safe)]
