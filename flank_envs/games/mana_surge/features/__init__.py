"""Values about a position and about each legal action: ways over the board, who can strike whom, the race for mana.

What a rule decides is found by that rule. What could come is estimated: everybody is taken to walk over the board as
it is now, and to spend the action points of one turn.
"""

from flank_envs.engine.features import Features, begin_action, raise_to
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import board as b
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.features.players import share_of, write_players
from flank_envs.games.mana_surge.layout import ACTIONS, CELL, DAGGER_USE, DIR, PASS, SPAWN
from flank_envs.games.mana_surge.phases.combat import defeats
from flank_envs.games.mana_surge.phases.end import collects, wins
from flank_envs.games.mana_surge.phases.start import slot_tile
from flank_envs.games.mana_surge.state import frame_of
from flank_envs.games.mana_surge.turn import legal

FEATURES = Features(v.STATE, v.ACTIONS, most_actions=1 + t.MOST_TROOPS, numbers=2 * b.SETS + ACTIONS.size)


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    sets, mask = numbers[: 2 * b.SETS].reshape(2, b.SETS), numbers[2 * b.SETS :]
    b.read_board(state, seat, sets)
    write_players(state, seat, sets, out)
    if state.to_act != seat:
        return 0
    b.read_standing(sets, seat)
    mask[:] = 0
    legal(state, mask)
    count = _write_actions(state, sets, mask, actions, values)
    raise_to(out, v.BEST, values, count)
    return count


@rule
def _write_actions(state, sets, mask, actions, values):
    count, frame, phase = 0, frame_of(state, state.to_act), state.phase
    loose, points = b.loose(sets, state.to_act), state.action_points - (state.picked != t.NO_TILE)
    for action in range(mask.shape[0]):
        if mask[action]:
            out = values[count]
            count = begin_action(actions, values, count, action)
            out[v.PASSES[phase] if action == PASS else v.DOES[phase]] = 1
            out[v.POINTS_LEFT] = (points - (action == DAGGER_USE)) * v.PER_TURN
            out[v.LOOSE_TOKENS] = s.size(loose) * v.PER_TOKEN
            gains = collects(state) if phase < t.END else phase == t.SACRIFICE or action == DAGGER_USE
            _write_mana(state, gains, out)
            if action >= CELL:
                tile = t.GLOBAL_TILE[frame, action - CELL]
                targets = s.NONE if phase == t.SACRIFICE else s.at(s.BESIDE, tile)
                _write_token(state, sets, tile, targets, points, out)
            elif action >= DIR:
                target = t.NEIGHBOUR[state.picked, t.GLOBAL_DIRECTION[frame, action - DIR]]
                _write_token(state, sets, state.picked, s.at(s.OF_TILE, target), points, out)
            else:  # what all tokens have where they are, or a new one
                tiles = s.at(s.OF_TILE, slot_tile(state, action - SPAWN)) if action >= SPAWN else loose
                b.stand(state, sets, tiles, points, out, v.THERE)
    return count


@rule
def _write_mana(state, gains, out):
    """Own mana as a share of the goal at the end of the turn, and whether it wins."""
    mana = state.mana[state.to_act]
    out[v.MANA_AFTER] = share_of(state, mana) + gains * share_of(state, 1)
    out[v.WINS] = wins(state, mana + gains)


@rule
def _write_token(state, sets, tile, targets, points, out):
    """A token, and the largest of each value over its steps onto some tiles, or its blows there."""
    b.stand(state, sets, s.at(s.OF_TILE, tile), points if targets != s.NONE else 0, out, v.HERE)
    if t.COMBAT <= state.phase <= t.COMBAT_DIR:
        for d in range(t.DIRECTIONS):
            target = t.NEIGHBOUR[tile, d]
            if state.foes[state.to_act, tile] >> d & 1 and s.both(targets, s.at(s.OF_TILE, target)) != s.NONE:
                _write_blow(state, sets, tile, target, out)
    elif targets != s.NONE:
        b.stand(state, sets, s.both(targets, s.at(sets, b.EMPTY)), state.action_points - 1, out, v.THERE)
        if out[v.THERE + v.KIND + t.POOL]:
            _write_mana(state, True, out)


@rule
def _write_blow(state, sets, tile, target, out):
    """Raise the values to those of a blow: who falls, and what that opens."""
    if defeats(target, tile):
        out[v.DIES] = 1
    if defeats(tile, target):
        out[v.KILLS] = out[v.VICTIM + s.PLACE[t.KIND[target]]] = 1
        out[v.VICTIM_MANA] = max(out[v.VICTIM_MANA], share_of(state, state.mana[state.owner[target]]))
        if target == t.POOL_TILE:
            out[v.OPENS_POOL] = b.nearest(sets, v.TO_POOL, b.loose(sets, state.to_act)) < state.action_points
