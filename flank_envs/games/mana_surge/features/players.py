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
        turns = _write_means(state, player, values)
        if turns < soonest:
            soonest = turns
            first = place
        _write_ways(state, player, numbers, place, values)
        _write_risks(state, numbers, place, values)
        out[v.RAMPARTS + place] = v.THIRDS[s.size(s.both(b.get(numbers, b.TOKENS + place), s.POOL_BEATEN_FROM))]
    if soonest < np.inf:
        out[first * v.PLAYER_VALUES + v.FIRST] = 1


@rule
def _write_means(state, player, out):
    """Mana if nothing changes, and what the next turn brings; returns the turns to the goal."""
    points, tokens = turn_actions(state, player), token_count(state, player)
    uses = min(int(state.held[player, t.DAGGERS_HELD]), tokens // t.SACRIFICED, points)  # MS-5.3
    pace = int(state.owner[t.POOL_TILE] == player) + uses
    turns = (state.mana_goal - state.mana[player]) / pace if pace > 0 else np.inf
    out[v.PLAYS] = 1
    out[v.MISSING] = 1 - share_of(state, state.mana[player])
    out[v.PACE] = pace * v.THIRD
    out[v.SOON] = 1 / (1 + turns)
    out[v.DAGGER_USES] = uses * v.THIRD
    out[v.POINTS] = points * v.PER_TURN
    out[v.SPAWNS] = turn_spawns(state, player) * v.PER_TURN
    out[v.ON_BOARD] = tokens * v.PER_TOKEN
    return turns


@rule
def share_of(state, mana):
    """Mana points as a share of the goal."""
    return np.float32(mana / state.mana_goal)


@rule
def _write_ways(state, player, numbers, place, out):
    """The shortest of all tokens."""
    tokens, points, holder = b.loose(numbers, place), numbers[b.POINTS + place], state.owner[t.POOL_TILE]
    to_pool = b.nearest(numbers, v.TO_POOL, tokens)
    out[v.LOOSE] = s.size(tokens) * v.PER_TOKEN
    out[v.WAYS] = b.NEAR[to_pool]
    out[v.WAYS + 1] = b.NEAR[b.nearest(numbers, v.TO_ACTION, tokens)]
    out[v.WAYS + 2] = b.NEAR[b.nearest(numbers, v.TO_DAGGER, tokens)]
    if holder == t.NOBODY:
        out[v.ENTERS] = to_pool <= points
    elif holder != player:
        stands = s.both(s.either(tokens, b.get(numbers, b.OPEN)), s.POOL_BEATEN_FROM)
        steps = b.nearest(numbers, b.TO_TOKENS + place, stands)
        out[v.STRIKES_POOL] = steps < points
        out[v.TAKES_POOL] = steps < points - 1


@rule
def _write_risks(state, numbers, place, out):
    tokens = b.get(numbers, b.TOKENS + place)
    beaten = s.both(tokens, b.others(state, numbers, b.BEATS, place))
    traded = s.both(tokens, b.others(state, numbers, b.TRADES, place))
    for k in range(v.PLACES_COUNT):
        out[v.AT_RISK + k] = v.THIRDS[s.size(s.both(beaten, s.at(s.PLACE_TILES, k)))]
    out[v.IN_EXCHANGE] = v.THIRDS[s.size(s.without(traded, beaten))]
