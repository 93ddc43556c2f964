"""How the players stand: their mana, their means, and what threatens them."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import board as b
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.phases.start import turn_actions, turn_spawns
from flank_envs.games.mana_surge.state import token_count

WAYS = (v.TO_POOL, v.TO_ACTION, v.TO_DAGGER)


@rule
def write_players(state, seat, sets, out):
    first, soonest = 0, np.inf
    for place in range(state.seats):
        player, values = (seat + place) % state.seats, out[place * v.PLAYER_VALUES :]
        turns = _write_means(state, player, values)
        if turns < soonest:
            first, soonest = place, turns
        points = turn_actions(state, player)
        if player == state.to_act and place == 0 and state.phase <= t.MOVE1_DIR:
            points = state.action_points
        b.read_strikes(state, sets, player, points)
        _write_ways(state, player, sets, points, values)
        out[v.RAMPARTS + place] = v.THIRDS[s.size(s.both(s.at(sets, b.TOKENS + player), s.POOL_BEATEN_FROM))]
    if soonest < np.inf:
        out[first * v.PLAYER_VALUES + v.FIRST] = 1
    for place in range(state.seats):
        _write_risks(sets, (seat + place) % state.seats, out[place * v.PLAYER_VALUES :])


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
def _write_ways(state, player, sets, points, out):
    """The shortest of all tokens."""
    tokens, holder = b.loose(sets, player), state.owner[t.POOL_TILE]
    out[v.LOOSE] = s.size(tokens) * v.PER_TOKEN
    for k in range(len(WAYS)):
        out[v.WAYS + k] = b.NEAR[b.nearest(sets, WAYS[k], tokens)]
    if holder == t.NOBODY:
        out[v.ENTERS] = out[v.WAYS] >= b.NEAR[points]
    elif holder != player:
        stands = s.both(s.either(tokens, s.at(sets, b.OPEN)), s.POOL_BEATEN_FROM)
        steps = b.nearest(sets, b.TO_TOKENS + player, stands)
        out[v.STRIKES_POOL] = steps < points
        out[v.TAKES_POOL] = steps < points - 1


@rule
def _write_risks(sets, player, out):
    tokens = s.at(sets, b.TOKENS + player)
    beaten = s.both(tokens, s.at(sets, b.BEATEN + player))
    for k in range(v.PLACES_COUNT):
        out[v.AT_RISK + k] = v.THIRDS[s.size(s.both(beaten, s.at(s.PLACE_TILES, k)))]
    out[v.IN_EXCHANGE] = v.THIRDS[s.size(s.without(s.both(tokens, s.at(sets, b.TRADED + player)), beaten))]
