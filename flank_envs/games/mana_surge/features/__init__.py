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
from flank_envs.games.mana_surge.layout import CELL, DAGGER_USE, DIR, PASS, SPAWN
from flank_envs.games.mana_surge.phases.combat import fight
from flank_envs.games.mana_surge.phases.end import draw_dagger, enter_end, gain_mana
from flank_envs.games.mana_surge.phases.move import go
from flank_envs.games.mana_surge.phases.start import slot_tile
from flank_envs.games.mana_surge.state import frame_of, is_empty, pay
from flank_envs.games.mana_surge.turn import legal

FEATURES = Features(v.STATE, v.ACTIONS, most_actions=1 + t.MOST_TROOPS, numbers=b.NUMBERS)


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    b.read_board(state, seat, numbers)
    write_players(state, seat, numbers, out)
    if state.to_act != seat:
        return 0
    count = _write_actions(state, scratch, numbers, actions, values)
    raise_to(out, v.BEST, values, count)
    return count


@rule
def _write_actions(state, scratch, numbers, actions, values):
    count, points, mana = 0, state.action_points - (state.picked != t.NO_TILE), _mana_of_turn(state, scratch)
    mask = numbers[b.MASK :]
    mask[:] = 0
    legal(state, mask)
    for action in range(mask.shape[0]):
        if mask[action]:
            out = values[count]
            count = begin_action(actions, values, count, action)
            out[v.PASSES[state.phase] if action == PASS else v.DOES[state.phase]] = 1
            out[v.POINTS_LEFT] = points * v.PER_TURN
            out[v.MANA_AFTER], out[v.WINS] = mana
            out[v.LOOSE_TOKENS] = s.size(b.loose(numbers, 0)) * v.PER_TOKEN
            if action >= CELL:
                _write_pick(state, scratch, numbers, t.GLOBAL_TILE[frame_of(state, state.to_act), action - CELL], out)
            elif action >= DIR:
                _write_direction(state, scratch, numbers, action - DIR, out, values[0])
            elif action >= SPAWN:
                b.stand(state, numbers, s.at(s.OF_TILE, slot_tile(state, action - SPAWN)), False, points, out, v.THERE)
            else:  # what all tokens have where they are
                b.stand(state, numbers, b.loose(numbers, 0), False, points, out, v.THERE)
                if action == DAGGER_USE:
                    _write_dagger(state, scratch, out)
    return count


@rule
def _mana_of_turn(state, scratch):
    """The mana that the pool and a dagger that was drawn bring in this turn, as things are."""
    scratch[0] = state
    if state.phase == t.SACRIFICE:
        gain_mana(scratch[0])
    elif state.phase != t.END:
        enter_end(scratch[0])
    return _mana(state, scratch[0])


@rule
def _mana(state, after):
    """Own mana as a share of the goal, and whether it wins."""
    gained = after.mana[state.to_act] - state.mana[state.to_act]
    share = share_of(state, state.mana[state.to_act]) + gained * share_of(state, 1)
    return share, after.winner == state.to_act


@rule
def _write_dagger(state, scratch, out):
    scratch[0] = state
    draw_dagger(scratch[0])
    out[v.POINTS_LEFT] = scratch[0].action_points * v.PER_TURN
    gain_mana(scratch[0])
    out[v.MANA_AFTER], out[v.WINS] = _mana(state, scratch[0])


@rule
def _write_pick(state, scratch, numbers, tile, out):
    """A token, and the largest of each value over all that it can do."""
    points = 0 if state.phase == t.SACRIFICE else state.action_points
    b.stand(state, numbers, s.at(s.OF_TILE, tile), False, points, out, v.HERE)
    if state.phase == t.COMBAT:
        for d in range(t.DIRECTIONS):
            if state.foes[state.to_act, tile] >> d & 1:
                _write_blow(state, scratch, numbers, tile, t.NEIGHBOUR[tile, d], out)
    elif state.phase != t.SACRIFICE:
        _write_step(state, scratch, numbers, tile, s.both(b.get(numbers, b.EMPTY), s.at(s.BESIDE, tile)), True, out)


@rule
def _write_direction(state, scratch, numbers, direction, out, first):
    """A step or a blow of the picked token; where that stands is the same for all."""
    tile = state.picked
    target = t.NEIGHBOUR[tile, t.GLOBAL_DIRECTION[frame_of(state, state.to_act), direction]]
    here, first_here = out[v.HERE :], first[v.HERE :]
    for k in range(here.shape[0]):
        here[k] = first_here[k]
    if not first[v.HERE + t.KIND[tile]]:
        b.stand(state, numbers, s.at(s.OF_TILE, tile), False, state.action_points - 1, out, v.HERE)
    if state.phase == t.COMBAT_DIR:
        _write_blow(state, scratch, numbers, tile, target, out)
    else:
        _write_step(state, scratch, numbers, tile, s.at(s.OF_TILE, target), False, out)


@rule
def _write_step(state, scratch, numbers, tile, targets, exits, out):
    """Steps onto some tiles: where the token comes to, and what it collects on the pool."""
    b.stand(state, numbers, targets, exits, state.action_points - 1, out, v.THERE)
    if out[v.THERE + v.KIND + t.POOL] > 0:
        scratch[0] = state
        go(scratch[0], tile, t.POOL_TILE)
        enter_end(scratch[0])
        out[v.MANA_AFTER], out[v.WINS] = _mana(state, scratch[0])


@rule
def _write_blow(state, scratch, numbers, tile, target, out):
    """Raise the values to those of a blow: who falls, and what that opens."""
    scratch[0] = state
    pay(scratch[0])
    fight(scratch[0], tile, target)
    if is_empty(scratch[0], tile):
        out[v.DIES] = 1
    if is_empty(scratch[0], target):
        out[v.KILLS] = out[v.VICTIM + s.PLACE[target]] = 1
        out[v.VICTIM_MANA] = max(out[v.VICTIM_MANA], share_of(state, state.mana[state.owner[target]]))
        if target == t.POOL_TILE:
            out[v.OPENS_POOL] = b.nearest(numbers, v.TO_POOL, b.loose(numbers, 0)) <= scratch[0].action_points
