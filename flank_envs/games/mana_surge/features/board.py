"""The position as sets of tiles: who stands where, how far it is to goals, who can strike where in one turn."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.phases.start import turn_actions
from flank_envs.games.mana_surge.state import token_count

FAR = 99  # steps, if no way leads there
NEAR = np.array([1 / (1 + steps) for steps in range(FAR)] + [0], np.float32)
MOST_STEPS = t.TILES

# Players are counted from the observer. Sets: empty tiles, those that one can walk on over, tokens by player and those
# not locked; where blows of a player's turn have each result, where those of the others have it; where a token has each
# value of its standing; the tiles within so many steps of each goal. Then: how many steps those sets go, action points
# of each player's turn, what players can do to the token on the pool.
EMPTY = 0
OPEN = EMPTY + s.WORDS
TOKENS = OPEN + s.WORDS
LOOSE = TOKENS + t.SEATS * s.WORDS
STRIKES = LOOSE + t.SEATS * s.WORDS
FEARS = STRIKES + t.SEATS * s.RESULTS * s.WORDS
STANDS = FEARS + t.SEATS * s.RESULTS * s.WORDS
WITHIN = STANDS + v.STANDING_VALUES * s.WORDS
REACH = WITHIN + v.GOALS * MOST_STEPS * s.WORDS
LAST = REACH + MOST_STEPS * s.WORDS
POINTS = LAST + v.GOALS
STRIKES_POOL = POINTS + t.SEATS
TAKES_POOL = STRIKES_POOL + t.SEATS
NUMBERS = TAKES_POOL + t.SEATS

STANDS_ON = np.zeros((v.STANDING_VALUES, s.WORDS), np.int64)  # what does not depend on tokens
STANDS_ON[: t.KINDS] = s.OF_KIND
STANDS_ON[v.BESIDE_POOL] = s.BESIDE[t.POOL_TILE] & s.WALKED


@rule
def read_board(state, seat, numbers):
    _read_tokens(state, seat, numbers)
    for place in range(state.seats):
        _read_strikes(numbers, place)
    for place in range(state.seats):
        for k in range(s.RESULTS * s.WORDS):
            fear = 0
            for other in range(state.seats):
                if other != place:
                    fear |= numbers[STRIKES + other * s.RESULTS * s.WORDS + k]
            numbers[FEARS + place * s.RESULTS * s.WORDS + k] = fear
    _read_standing(state, seat, numbers)
    _measure_ways(numbers)


@rule
def _read_tokens(state, seat, numbers):
    empty_low, empty_high = s.UNSPAWNED[state.seats, 0], s.UNSPAWNED[state.seats, 1]
    for place in range(state.seats):
        player = (seat + place) % state.seats
        low = high = 0
        for k in range(token_count(state, player)):
            low |= s.OF_TILE[state.tokens[player, k], 0]
            high |= s.OF_TILE[state.tokens[player, k], 1]
        numbers[TOKENS + place * s.WORDS], numbers[TOKENS + place * s.WORDS + 1] = low, high
        numbers[LOOSE + place * s.WORDS] = low & ~s.LOCKED[0]
        numbers[LOOSE + place * s.WORDS + 1] = high & ~s.LOCKED[1]
        empty_low &= ~low
        empty_high &= ~high
        numbers[POINTS + place] = turn_actions(state, player)
    if state.to_act == seat and state.phase <= t.MOVE1_DIR:
        numbers[POINTS] = state.action_points
    for word in range(s.WORDS):
        empty = empty_high if word else empty_low
        numbers[EMPTY + word] = empty
        numbers[OPEN + word] = empty & s.WALKED[word]


@rule
def _spread(numbers, within, low, high, most):
    """Write the tiles within 0, 1, 2 ... steps of these, also those that one cannot walk on from; how many steps."""
    walk_low, walk_high = low, high
    steps = 0
    numbers[within], numbers[within + 1] = low, high
    while walk_low | walk_high and steps < most:
        ring_low, ring_high = s.around(walk_low, walk_high)
        walk_low, walk_high = ring_low & ~low & numbers[OPEN], ring_high & ~high & numbers[OPEN + 1]
        low |= ring_low
        high |= ring_high
        steps += 1
        numbers[within + steps * s.WORDS], numbers[within + steps * s.WORDS + 1] = low, high
    return steps


@rule
def _read_strikes(numbers, place):
    """Everybody walks as the board is now, and strikes with what is left."""
    low, high = numbers[LOOSE + place * s.WORDS], numbers[LOOSE + place * s.WORDS + 1]
    points = numbers[POINTS + place]
    steps = _spread(numbers, REACH, low, high, points - 1)
    numbers[TAKES_POOL + place] = points > 1 and _beats_pool(numbers, place, min(steps, points - 2))
    numbers[STRIKES_POOL + place] = _beats_pool(numbers, place, steps)
    low |= numbers[REACH + steps * s.WORDS] & numbers[OPEN]
    high |= numbers[REACH + steps * s.WORDS + 1] & numbers[OPEN + 1]
    strikes = STRIKES + place * s.RESULTS * s.WORDS
    for k in range(s.RESULTS * s.WORDS):
        numbers[strikes + k] = 0
    for group in range(s.GROUPS):
        from_low, from_high = low & s.GROUP[group, 0], high & s.GROUP[group, 1]
        if from_low | from_high:
            hit_low, hit_high = s.around(from_low, from_high)
            for result in range(s.RESULTS):
                numbers[strikes + result * s.WORDS] |= hit_low & s.HITS[group, result, 0]
                numbers[strikes + result * s.WORDS + 1] |= hit_high & s.HITS[group, result, 1]


@rule
def _beats_pool(numbers, place, steps):
    """Whether so many steps lead to where a blow at the pool costs nothing."""
    found = 0
    for word in range(s.WORDS):
        stands = numbers[LOOSE + place * s.WORDS + word] | numbers[OPEN + word]
        found |= numbers[REACH + steps * s.WORDS + word] & stands & s.POOL_BEATEN_FROM[word]
    return found != 0


@rule
def _read_standing(state, seat, numbers):
    for k in range(v.STANDING_VALUES):
        numbers[STANDS + k * s.WORDS], numbers[STANDS + k * s.WORDS + 1] = STANDS_ON[k, 0], STANDS_ON[k, 1]
    for group in range(s.GROUPS):
        low, high = _others(state, numbers, group)
        if low | high:
            low, high = s.around(low, high)
            place = s.GROUP_PLACE[group]
            _add_to(numbers, v.BEATS + place, low & s.HIT_FROM[group, s.BEATS, 0], high & s.HIT_FROM[group, s.BEATS, 1])
            _add_to(numbers, v.TRADES + place, low & s.HIT_FROM[group, s.TRADES, 0], high & s.HIT_FROM[group, s.TRADES, 1])
    if state.owner[t.POOL_TILE] == seat:
        _add_to(numbers, v.GUARDS_POOL, s.BESIDE[t.POOL_TILE, 0], s.BESIDE[t.POOL_TILE, 1])
    low, high = s.around(numbers[TOKENS] & s.HELD[0], numbers[TOKENS + 1] & s.HELD[1])
    _add_to(numbers, v.GUARDS_ABILITY, low & s.STOOD_ON[0], high & s.STOOD_ON[1])
    for word in range(s.WORDS):
        safe = s.STOOD_ON[word] & ~numbers[FEARS + s.BEATS * s.WORDS + word]
        numbers[STANDS + v.SAFE * s.WORDS + word] = safe
        numbers[STANDS + v.UNTOUCHED * s.WORDS + word] = safe & ~numbers[FEARS + s.TRADES * s.WORDS + word]
        numbers[STANDS + v.SAFELY_HELD * s.WORDS + word] = safe & s.LOCKED[word]


@rule
def _others(state, numbers, group):
    """The tokens of others on tiles of a group."""
    low = high = 0
    for place in range(1, state.seats):
        low |= numbers[TOKENS + place * s.WORDS]
        high |= numbers[TOKENS + place * s.WORDS + 1]
    return low & s.GROUP[group, 0], high & s.GROUP[group, 1]


@rule
def _add_to(numbers, value, low, high):
    numbers[STANDS + value * s.WORDS] |= low
    numbers[STANDS + value * s.WORDS + 1] |= high


@rule
def _measure_ways(numbers):
    for goal in range(v.GOALS):
        low, high = _start(numbers, goal)
        numbers[LAST + goal] = _spread(numbers, WITHIN + goal * MOST_STEPS * s.WORDS, low, high, MOST_STEPS)


@rule
def _start(numbers, goal):
    """The pool whatever stands on it, free abilities; free places where a locked enemy is beaten."""
    if goal == v.TO_POOL:
        return s.OF_KIND[t.POOL, 0], s.OF_KIND[t.POOL, 1]
    if goal != v.TO_PREY:
        kind = t.EXTRA_ACTION + goal - v.TO_ACTION
        return numbers[EMPTY] & s.OF_KIND[kind, 0], numbers[EMPTY + 1] & s.OF_KIND[kind, 1]
    low = high = 0
    for place in range(v.ELSEWHERE):
        low |= numbers[STANDS + (v.BEATS + place) * s.WORDS]
        high |= numbers[STANDS + (v.BEATS + place) * s.WORDS + 1]
    return low & numbers[OPEN], high & numbers[OPEN + 1]


@rule
def nearest(numbers, goal, low, high):
    """Steps to a goal from the nearest of these tiles."""
    within = WITHIN + goal * MOST_STEPS * s.WORDS
    for steps in range(numbers[LAST + goal] + 1):
        if numbers[within + steps * s.WORDS] & low | numbers[within + steps * s.WORDS + 1] & high:
            return steps
    return FAR
