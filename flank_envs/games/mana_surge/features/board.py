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
FEW = 8  # steps that most ways are shorter than
LONGEST = t.TILES

# The numbers to work with are the low words of these sets, then their high words. Players count from the observer.
# Empty tiles, those that one can walk on over, tokens by player and those not locked; where blows of a player's turn
# have each result, where those of the others have it; where a token has each value of its standing; the tiles within
# so many steps of each goal. Then numbers alone: the most steps to each goal, those of some tiles, action points of each player's turn, what
# players can do to the token on the pool.
EMPTY = 0
OPEN = EMPTY + 1
TOKENS = OPEN + 1
LOOSE = TOKENS + t.SEATS
STRIKES = LOOSE + t.SEATS
FEARS = STRIKES + t.SEATS * s.RESULTS
STANDS = FEARS + t.SEATS * s.RESULTS
WITHIN = STANDS + v.STANDING_VALUES
REACH = WITHIN + v.GOALS * LONGEST
HIGH = REACH + LONGEST
LAST = 2 * HIGH
STEPS = LAST + v.GOALS
POINTS = STEPS + v.GOALS
STRIKES_POOL = POINTS + t.SEATS
TAKES_POOL = STRIKES_POOL + t.SEATS
NUMBERS = TAKES_POOL + t.SEATS

STANDS_ON = np.zeros((s.WORDS, v.STANDING_VALUES), np.int64)  # what does not depend on tokens
STANDS_ON[:, : t.KINDS] = s.OF_KIND.T
STANDS_ON[:, v.BESIDE_POOL] = s.BESIDE[t.POOL_TILE] & s.WALKED


@rule
def put(numbers, tiles, low, high):
    numbers[np.uint64(tiles)], numbers[np.uint64(HIGH + tiles)] = low, high


@rule
def common(numbers, tiles, low, high):
    """Which of these are in a set."""
    return numbers[np.uint64(tiles)] & low, numbers[np.uint64(HIGH + tiles)] & high


@rule
def read_board(state, seat, numbers):
    _read_tokens(state, seat, numbers)
    for place in range(state.seats):
        _read_strikes(numbers, place)
    _read_fears(state, numbers)
    _read_standing(state, seat, numbers)
    for goal in range(v.GOALS):
        low, high = _start(numbers, goal)
        within = WITHIN + goal * LONGEST
        last = _spread(numbers, within, low, high, LONGEST)
        numbers[LAST + goal] = last
        for steps in range(last + 1, FEW):
            put(numbers, within + steps, numbers[within + last], numbers[HIGH + within + last])


@rule
def _read_tokens(state, seat, numbers):
    empty_low, empty_high = s.UNSPAWNED[state.seats, 0], s.UNSPAWNED[state.seats, 1]
    for place in range(state.seats):
        player = (seat + place) % state.seats
        low = high = 0
        for k in range(token_count(state, player)):
            low |= s.OF_TILE[state.tokens[player, k], 0]
            high |= s.OF_TILE[state.tokens[player, k], 1]
        put(numbers, TOKENS + place, low, high)
        put(numbers, LOOSE + place, low & ~s.LOCKED[0], high & ~s.LOCKED[1])
        empty_low &= ~low
        empty_high &= ~high
        numbers[POINTS + place] = turn_actions(state, player)
    if state.to_act == seat and state.phase <= t.MOVE1_DIR:
        numbers[POINTS] = state.action_points
    put(numbers, EMPTY, empty_low, empty_high)
    put(numbers, OPEN, empty_low & s.WALKED[0], empty_high & s.WALKED[1])


@rule
def _spread(numbers, within, low, high, most):
    """Write the tiles within 0, 1, 2 ... steps of these, also those that one cannot walk on from; how many steps."""
    walk_low, walk_high = low, high
    steps = 0
    put(numbers, within, low, high)
    while walk_low | walk_high and steps < most:
        ring_low, ring_high = s.around(walk_low, walk_high)
        walk_low, walk_high = common(numbers, OPEN, ring_low & ~low, ring_high & ~high)
        low |= ring_low
        high |= ring_high
        steps += 1
        put(numbers, within + steps, low, high)
    return steps


@rule
def _read_strikes(numbers, place):
    """Everybody walks as the board is now, and strikes with what is left."""
    low, high = numbers[LOOSE + place], numbers[HIGH + LOOSE + place]
    points = numbers[POINTS + place]
    steps = _spread(numbers, REACH, low, high, points - 1)
    numbers[TAKES_POOL + place] = points > 1 and _beats_pool(numbers, place, min(steps, points - 2))
    numbers[STRIKES_POOL + place] = _beats_pool(numbers, place, steps)
    open_low, open_high = common(numbers, OPEN, numbers[REACH + steps], numbers[HIGH + REACH + steps])
    low |= open_low
    high |= open_high
    strikes = STRIKES + place * s.RESULTS
    beats_low = beats_high = trades_low = trades_high = 0
    for group in range(s.STRIKERS):
        hit_low, hit_high = s.around(low & s.GROUP[group, 0], high & s.GROUP[group, 1])
        beats_low |= hit_low & s.HITS[group, s.BEATS, 0]
        beats_high |= hit_high & s.HITS[group, s.BEATS, 1]
        trades_low |= hit_low & s.HITS[group, s.TRADES, 0]
        trades_high |= hit_high & s.HITS[group, s.TRADES, 1]
    put(numbers, strikes + s.BEATS, beats_low, beats_high)
    put(numbers, strikes + s.TRADES, trades_low, trades_high)


@rule
def _beats_pool(numbers, place, steps):
    """Whether so many steps lead to where a blow at the pool costs nothing."""
    low = (numbers[LOOSE + place] | numbers[OPEN]) & s.POOL_BEATEN_FROM[0]
    high = (numbers[HIGH + LOOSE + place] | numbers[HIGH + OPEN]) & s.POOL_BEATEN_FROM[1]
    low, high = common(numbers, REACH + steps, low, high)
    return low | high != 0


@rule
def _read_fears(state, numbers):
    for place in range(state.seats):
        for result in range(s.RESULTS):
            low = high = 0
            for other in range(state.seats):
                if other != place:
                    low |= numbers[STRIKES + other * s.RESULTS + result]
                    high |= numbers[HIGH + STRIKES + other * s.RESULTS + result]
            put(numbers, FEARS + place * s.RESULTS + result, low, high)


@rule
def _read_standing(state, seat, numbers):
    for k in range(v.STANDING_VALUES):
        put(numbers, STANDS + k, STANDS_ON[0, k], STANDS_ON[1, k])
    enemies_low = enemies_high = 0
    for place in range(1, state.seats):
        enemies_low |= numbers[TOKENS + place]
        enemies_high |= numbers[HIGH + TOKENS + place]
    for group in range(s.GROUPS):
        low, high = enemies_low & s.GROUP[group, 0], enemies_high & s.GROUP[group, 1]
        if low | high:
            low, high = s.around(low, high)
            place = s.GROUP_PLACE[group]
            _add(numbers, v.TRADES + place, low & s.HIT_FROM[group, s.TRADES, 0], high & s.HIT_FROM[group, s.TRADES, 1])
            low, high = low & s.HIT_FROM[group, s.BEATS, 0], high & s.HIT_FROM[group, s.BEATS, 1]
            _add(numbers, v.BEATS + place, low, high)
            _add(numbers, v.STRIKES_NOW, low, high)
            if place == v.ON_POOL:
                _add(numbers, v.TAKES_POOL_NOW, low, high)
    if state.owner[t.POOL_TILE] == seat:
        _add(numbers, v.GUARDS_POOL, s.BESIDE[t.POOL_TILE, 0], s.BESIDE[t.POOL_TILE, 1])
    low, high = s.around(numbers[TOKENS] & s.HELD[0], numbers[HIGH + TOKENS] & s.HELD[1])
    _add(numbers, v.GUARDS_ABILITY, low & s.STOOD_ON[0], high & s.STOOD_ON[1])
    low, high = s.STOOD_ON[0] & ~numbers[FEARS + s.BEATS], s.STOOD_ON[1] & ~numbers[HIGH + FEARS + s.BEATS]
    _add(numbers, v.SAFE, low, high)
    _add(numbers, v.SAFELY_HELD, low & s.LOCKED[0], high & s.LOCKED[1])
    _add(numbers, v.UNTOUCHED, low & ~numbers[FEARS + s.TRADES], high & ~numbers[HIGH + FEARS + s.TRADES])


@rule
def _add(numbers, value, low, high):
    """A token on these tiles has a value of a standing."""
    numbers[STANDS + value] |= low
    numbers[HIGH + STANDS + value] |= high


@rule
def _start(numbers, goal):
    """The pool whatever stands on it, free abilities; free places where a locked enemy is beaten."""
    if goal == v.TO_POOL:
        return s.OF_KIND[t.POOL, 0], s.OF_KIND[t.POOL, 1]
    if goal != v.TO_PREY:
        kind = t.EXTRA_ACTION + goal - v.TO_ACTION
        return common(numbers, EMPTY, s.OF_KIND[kind, 0], s.OF_KIND[kind, 1])
    low = high = 0
    for place in range(v.ELSEWHERE):
        low |= numbers[STANDS + v.BEATS + place]
        high |= numbers[HIGH + STANDS + v.BEATS + place]
    return common(numbers, OPEN, low, high)


@rule
def measure(numbers, low, high):
    """Write the steps to each goal from the nearest of these tiles on which a token can walk on."""
    low &= s.WALKED[0]
    high &= s.WALKED[1]
    for goal in range(v.GOALS):
        numbers[STEPS + goal] = nearest(numbers, goal, low, high)


@rule
def measure_exits(numbers, low, high):
    """The same for all exits of the tile that was measured before: those that lead on are one step nearer."""
    low &= s.WALKED[0]
    high &= s.WALKED[1]
    for goal in range(v.GOALS):
        steps = numbers[STEPS + goal]
        if steps == 1:
            numbers[STEPS + goal] = nearest(numbers, goal, low, high)
        elif steps < FAR:
            numbers[STEPS + goal] = steps - 1


@rule
def nearest(numbers, goal, low, high):
    """Steps to a goal from the nearest of these tiles."""
    within = WITHIN + goal * LONGEST
    if is_beyond(numbers, within + FEW - 1, low, high):
        for steps in range(FEW, numbers[LAST + goal] + 1):
            if not is_beyond(numbers, within + steps, low, high):
                return steps
        return FAR
    steps = 4 * is_beyond(numbers, within + 3, low, high)
    steps += 2 * is_beyond(numbers, within + steps + 1, low, high)
    return steps + is_beyond(numbers, within + steps, low, high)


@rule
def is_beyond(numbers, tiles, low, high):
    """1 if none of these is in a set."""
    return int(numbers[np.uint64(tiles)] & low | numbers[np.uint64(HIGH + tiles)] & high == 0)
