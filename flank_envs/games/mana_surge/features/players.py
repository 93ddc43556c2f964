"""How the players stand: their mana, their means, and what threatens them."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import board as b
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.phases.start import turn_actions, turn_spawns
from flank_envs.games.mana_surge.state import token_count


@rule
def write_players(state, seat, numbers, out):
    soonest = np.inf
    first = 0
    for place in range(state.seats):
        player = (seat + place) % state.seats
        values = out[place * v.PLAYER_VALUES :]
        turns = _write_race(state, player, values)
        if turns < soonest:
            soonest = turns
            first = place
        _write_means(state, player, numbers, place, values)
        _write_ways(state, numbers, place, values)
        _write_risks(numbers, place, values)
        low, high = b.common(numbers, b.TOKENS + place, s.POOL_BEATEN_FROM[0], s.POOL_BEATEN_FROM[1])
        out[v.RAMPARTS + place] = v.THIRDS[s.size(low, high)]
    if soonest < np.inf:
        out[first * v.PLAYER_VALUES + v.FIRST] = 1


@rule
def _write_race(state, player, out):
    """Mana, if nothing changes; returns the turns to the goal."""
    uses = _dagger_uses(state, player)
    pace = int(state.owner[t.POOL_TILE] == player) + uses
    turns = (state.mana_goal - state.mana[player]) / pace if pace > 0 else np.inf
    out[v.PLAYS] = 1
    out[v.MISSING] = 1 - share_of(state, state.mana[player])
    out[v.PACE] = pace * v.THIRD
    out[v.SOON] = 1 / (1 + turns)
    out[v.DAGGER_USES] = uses * v.THIRD
    return turns


@rule
def share_of(state, mana):
    """Mana points as a share of the goal."""
    return np.float32(mana * v.ONE / state.mana_goal)


@rule
def _dagger_uses(state, player):
    """MS-5.3: in a turn, as far as points and tokens last."""
    uses = min(int(state.held[player, t.DAGGERS_HELD]), token_count(state, player) // t.SACRIFICED)
    return min(uses, turn_actions(state, player))


@rule
def _write_means(state, player, numbers, place, out):
    out[v.POINTS] = turn_actions(state, player) * v.PER_TURN
    out[v.SPAWNS] = turn_spawns(state, player) * v.PER_TURN
    out[v.TOKENS_ON_BOARD] = token_count(state, player) * v.PER_TOKEN
    out[v.LOOSE] = loose_tokens(numbers, place) * v.PER_TOKEN
    if state.owner[t.POOL_TILE] not in (player, t.NOBODY):
        out[v.STRIKES_POOL] = numbers[b.STRIKES_POOL + place]
        out[v.TAKES_POOL] = numbers[b.TAKES_POOL + place]


@rule
def loose_tokens(numbers, place):
    return s.size(numbers[b.LOOSE + place], numbers[b.HIGH + b.LOOSE + place])


@rule
def _write_ways(state, numbers, place, out):
    """The shortest of all tokens."""
    low, high = numbers[b.LOOSE + place], numbers[b.HIGH + b.LOOSE + place]
    to_pool = b.nearest(numbers, v.TO_POOL, low, high)
    out[v.WAYS] = b.NEAR[to_pool]
    out[v.WAYS + 1] = b.NEAR[b.nearest(numbers, v.TO_ACTION, low, high)]
    out[v.WAYS + 2] = b.NEAR[b.nearest(numbers, v.TO_DAGGER, low, high)]
    out[v.ENTERS] = state.owner[t.POOL_TILE] == t.NOBODY and to_pool <= numbers[b.POINTS + place]


@rule
def _write_risks(numbers, place, out):
    tokens_low, tokens_high = numbers[b.TOKENS + place], numbers[b.HIGH + b.TOKENS + place]
    fears = b.FEARS + place * s.RESULTS
    low, high = b.common(numbers, fears + s.BEATS, tokens_low, tokens_high)
    for k in range(v.PLACES):
        out[v.AT_RISK + k] = v.THIRDS[s.size(low & s.PLACE_TILES[k, 0], high & s.PLACE_TILES[k, 1])]
    low, high = b.common(numbers, fears + s.TRADES, tokens_low & ~low, tokens_high & ~high)
    out[v.IN_EXCHANGE] = v.THIRDS[s.size(low, high)]
