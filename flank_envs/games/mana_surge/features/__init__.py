"""Values about a position and about each legal action: ways over the board, who can strike whom, the race for mana.

What could come is estimated: everybody walks over the board as it is now, and spends the action points of one turn.
"""

import numpy as np

from flank_envs.engine.features import Features, begin_action, raise_to
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import board as b
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.layout import ACTIONS, CELL, DAGGER_USE, DIR, PASS, SPAWN
from flank_envs.games.mana_surge.phases import combat, end, start
from flank_envs.games.mana_surge.state import frame_of, token_count
from flank_envs.games.mana_surge.turn import legal

FEATURES = Features(v.STATE, v.ACTIONS, most_actions=1 + t.MOST_TROOPS, numbers=2 * b.SETS + ACTIONS.size)


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    sets, mask = numbers[: 2 * b.SETS].reshape(2, b.SETS), numbers[2 * b.SETS :]
    b.read_board(state, sets)
    _write_players(state, seat, sets, out)
    if state.to_act != seat:
        return 0
    b.read_standing(sets, seat)
    mask[:] = 0
    legal(state, mask)
    count = _write_actions(state, sets, mask, actions, values)
    raise_to(out, v.BEST, values, count)
    return count


@rule
def _write_players(state, seat, sets, out):
    players = out[: t.SEATS * v.PLAYER_VALUES].reshape(t.SEATS, v.PLAYER_VALUES)
    for place in range(state.seats):
        player = (seat + place) % state.seats
        now = place == 0 and state.to_act == seat and state.phase <= t.MOVE1_DIR
        points = state.action_points if now else start.turn_actions(state, player)
        b.read_strikes(state, sets, player, points)
        _write_player(state, player, sets, points, players[place])
        out[v.RAMPARTS + place] = v.THIRDS[b.size(b.both(b.at(sets, b.TOKENS + player), b.POOL_BEATEN_FROM))]
    first = players[:, v.SOON].argmax()
    players[first, v.FIRST] = players[first, v.SOON] > 0
    for place in range(state.seats):
        player = (seat + place) % state.seats
        tokens = b.at(sets, b.TOKENS + player)
        beaten, traded = b.both(tokens, b.at(sets, b.BEATEN + player)), b.both(tokens, b.at(sets, b.TRADED + player))
        for k in range(v.PLACES):
            players[place, v.AT_RISK + k] = v.THIRDS[b.size(b.both(beaten, b.at(b.PLACE_TILES, k)))]
        players[place, v.IN_EXCHANGE] = v.THIRDS[b.size(b.without(traded, beaten))]


@rule
def _write_player(state, player, sets, points, out):
    """Mana if nothing changes, what the next turn brings, and the shortest ways of all tokens."""
    on_board, pool_holder = token_count(state, player), state.owner[t.POOL_TILE]
    uses = min(int(state.held[player, t.DAGGERS_HELD]), on_board // t.SACRIFICED, start.turn_actions(state, player))
    pace = int(pool_holder == player) + uses
    out[v.PLAYS] = 1
    out[v.MISSING] = 1 - np.float32(state.mana[player] / state.mana_goal)
    out[v.PACE] = pace * v.THIRD
    out[v.SOON] = 1 / (1 + (state.mana_goal - state.mana[player]) / pace) if pace > 0 else 0
    out[v.DAGGER_USES] = uses * v.THIRD  # MS-5.3
    out[v.POINTS] = start.turn_actions(state, player) * v.PER_TURN
    out[v.SPAWNS] = start.turn_spawns(state, player) * v.PER_TURN
    out[v.ON_BOARD] = on_board * v.PER_TOKEN
    tokens = b.at(sets, b.LOOSE + player)
    out[v.LOOSE] = b.size(tokens) * v.PER_TOKEN
    for k, goal in enumerate((v.TO_POOL, v.TO_ACTION, v.TO_DAGGER)):
        out[v.WAYS + k] = b.NEAR[b.nearest(sets, goal, tokens)]
    if pool_holder == t.NOBODY:
        out[v.ENTERS] = out[v.WAYS] >= b.NEAR[points]
    elif pool_holder != player:
        stands = b.both(b.either(tokens, b.at(sets, b.OPEN)), b.POOL_BEATEN_FROM)
        steps = b.nearest(sets, b.TO_TOKENS + player, stands)
        out[v.STRIKES_POOL] = steps < points
        out[v.TAKES_POOL] = steps < points - 1


@rule
def _write_actions(state, sets, mask, actions, values):
    seat, phase, count = state.to_act, state.phase, 0
    loose, points = b.at(sets, b.LOOSE + seat), state.action_points - (state.picked != t.NO_TILE)
    for action in range(mask.shape[0]):
        if mask[action]:
            out = values[count]
            count = begin_action(actions, values, count, action)
            out[v.PASSES[phase] if action == PASS else v.DOES[phase]] = 1
            out[v.POINTS_LEFT] = (points - (action == DAGGER_USE)) * v.PER_TURN
            out[v.LOOSE_TOKENS] = b.size(loose) * v.PER_TOKEN
            if action >= CELL:
                tile = t.GLOBAL_TILE[frame_of(state, seat), action - CELL]
                targets = b.NONE if phase == t.SACRIFICE else b.at(b.BESIDE, tile)
                _write_token(state, sets, tile, targets, points, out)
            elif action >= DIR:
                target = t.NEIGHBOUR[state.picked, t.GLOBAL_DIRECTION[frame_of(state, seat), action - DIR]]
                _write_token(state, sets, state.picked, b.at(b.OF_TILE, target), points, out)
            else:  # what all tokens have where they are, or a new one
                tiles = b.at(b.OF_TILE, start.slot_tile(state, action - SPAWN)) if action >= SPAWN else loose
                b.stand(state, sets, tiles, points, out, v.THERE)
            holds_pool = phase < t.END and (end.collects(state) or out[v.THERE + v.KIND + t.POOL] > 0)
            gains = holds_pool or phase == t.SACRIFICE or action == DAGGER_USE
            out[v.MANA_AFTER] = np.float32(state.mana[seat] / state.mana_goal) + gains * np.float32(1 / state.mana_goal)
            out[v.WINS] = end.wins(state, state.mana[seat] + gains)
    return count


@rule
def _write_token(state, sets, tile, targets, points, out):
    """A token, and the largest of each value over its steps to these tiles, or its blows at them."""
    b.stand(state, sets, b.at(b.OF_TILE, tile), points if targets != b.NONE else 0, out, v.HERE)
    if t.COMBAT <= state.phase <= t.COMBAT_DIR:
        for d in range(t.DIRECTIONS):
            target = t.NEIGHBOUR[tile, d]
            if state.foes[state.to_act, tile] >> d & 1 and b.both(targets, b.at(b.OF_TILE, target)) != b.NONE:
                _write_blow(state, sets, tile, target, out)
    elif targets != b.NONE:
        b.stand(state, sets, b.both(targets, b.at(sets, b.EMPTY)), state.action_points - 1, out, v.THERE)


@rule
def _write_blow(state, sets, tile, target, out):
    """Raise the values to those of a blow: who falls, and what that opens."""
    if combat.defeats(target, tile):
        out[v.DIES] = 1
    if combat.defeats(tile, target):
        out[v.KILLS] = out[v.VICTIM + b.PLACE[t.KIND[target]]] = 1
        out[v.VICTIM_MANA] = max(out[v.VICTIM_MANA], state.mana[state.owner[target]] / state.mana_goal)
        if target == t.POOL_TILE:
            out[v.OPENS_POOL] = b.nearest(sets, v.TO_POOL, b.at(sets, b.LOOSE + state.to_act)) < state.action_points
