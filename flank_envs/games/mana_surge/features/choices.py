"""What each legal action leads to."""

from flank_envs.engine.features import begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.features.board import EMPTY, get, loose, nearest, stand
from flank_envs.games.mana_surge.features.players import share_of
from flank_envs.games.mana_surge.layout import CELL, DAGGER_USE, DIR, PASS, SPAWN
from flank_envs.games.mana_surge.phases.combat import can_attack, fight
from flank_envs.games.mana_surge.phases.end import draw_dagger, enter_end, gain_mana
from flank_envs.games.mana_surge.phases.move import can_move, go
from flank_envs.games.mana_surge.phases.sacrifice import can_mark
from flank_envs.games.mana_surge.phases.start import may_decline, slot_tile
from flank_envs.games.mana_surge.state import frame_of, is_empty, pay, token_count


@rule
def write_choices(state, scratch, numbers, actions, values):
    """A row for each legal action; how many."""
    phase, points, count = state.phase, int(state.action_points), 0
    scratch[0] = state
    if phase == t.SACRIFICE:
        gain_mana(scratch[0])
    elif phase != t.END:  # where the pool has brought what it brings
        enter_end(scratch[0])
    mana = _mana(state, scratch[0])
    if phase in (t.MOVE1, t.COMBAT, t.MOVE2, t.END) or (phase == t.START and may_decline(state)):
        count = _begin(state, numbers, points, mana, PASS, count, actions, values)
        stand(state, numbers, loose(numbers, 0), False, points, values[0], v.THERE)
    if phase == t.START:
        return _write_slots(state, numbers, mana, count, actions, values)
    if phase == t.END:
        draw_dagger(scratch[0])
        left = int(scratch[0].action_points)
        gain_mana(scratch[0])
        count = _begin(state, numbers, left, _mana(state, scratch[0]), DAGGER_USE, count, actions, values)
        stand(state, numbers, loose(numbers, 0), False, points, values[1], v.THERE)
        return count
    if state.picked == t.NO_TILE:
        return _write_picks(state, scratch, numbers, mana, count, actions, values)
    return _write_directions(state, scratch, numbers, mana, actions, values)


@rule
def _mana(state, after):
    """Own mana as a share of the goal, and whether it wins."""
    gained = after.mana[state.to_act] - state.mana[state.to_act]
    share = share_of(state, state.mana[state.to_act]) + gained * share_of(state, 1)
    return share, after.winner == state.to_act


@rule
def _begin(state, numbers, points, mana, action, count, actions, values):
    """The row of an action, with so many action points left and such mana in this turn."""
    out = values[count]
    count = begin_action(actions, values, count, action)
    out[v.PASSES[state.phase] if action == PASS else v.DOES[state.phase]] = 1
    out[v.POINTS_LEFT] = points * v.PER_TURN
    out[v.MANA_AFTER], out[v.WINS] = mana
    out[v.LOOSE_TOKENS] = s.size(loose(numbers, 0)) * v.PER_TOKEN
    return count


@rule
def _write_slots(state, numbers, mana, count, actions, values):
    """START: where a token may come to."""
    points = int(state.action_points)
    for slot in range(t.SLOTS):
        tile = slot_tile(state, slot)
        if is_empty(state, tile):
            count = _begin(state, numbers, points, mana, SPAWN + slot, count, actions, values)
            stand(state, numbers, s.at(s.OF_TILE, tile), False, points, values[count - 1], v.THERE)
    return count


@rule
def _write_picks(state, scratch, numbers, mana, count, actions, values):
    """MOVE1, COMBAT, MOVE2, SACRIFICE: every token that can be picked, with the largest of each value over its uses."""
    phase, points, frame = state.phase, int(state.action_points), frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        if phase == t.SACRIFICE:
            can = can_mark(state, tile)
        else:
            can = can_attack(state, tile) if phase == t.COMBAT else can_move(state, tile)
        if can:
            out = values[count]
            action = CELL + int(t.LOCAL_TILE[frame, tile])
            count = _begin(state, numbers, points, mana, action, count, actions, values)
            stand(state, numbers, s.at(s.OF_TILE, tile), False, 0 if phase == t.SACRIFICE else points, out, v.HERE)
            if phase == t.COMBAT:
                for d in range(t.DIRECTIONS):
                    if state.foes[state.to_act, tile] >> d & 1:
                        _write_blow(state, scratch, numbers, tile, t.NEIGHBOUR[tile, d], out)
            elif phase != t.SACRIFICE:
                exits = s.both(get(numbers, EMPTY), s.at(s.BESIDE, tile))
                _write_step(state, scratch, numbers, tile, exits, True, out)
    return count


@rule
def _write_directions(state, scratch, numbers, mana, actions, values):
    """A step or a blow of the picked token."""
    count, tile, points = 0, state.picked, state.action_points - 1
    attacks, frame = state.phase == t.COMBAT_DIR, frame_of(state, state.to_act)
    bits = state.foes[state.to_act, tile] if attacks else state.exits[tile]
    for d in range(t.DIRECTIONS):
        if bits >> d & 1:
            out = values[count]
            action = DIR + int(t.LOCAL_DIRECTION[frame, d])
            count = _begin(state, numbers, points, mana, action, count, actions, values)
            if count == 1:
                stand(state, numbers, s.at(s.OF_TILE, tile), False, points, out, v.HERE)
            here, first = out[v.HERE :], values[0, v.HERE :]
            for k in range(here.shape[0]):
                here[k] = first[k]
            target = t.NEIGHBOUR[tile, d]
            if attacks:
                _write_blow(state, scratch, numbers, tile, target, out)
            else:
                _write_step(state, scratch, numbers, tile, s.at(s.OF_TILE, target), False, out)
    return count


@rule
def _write_step(state, scratch, numbers, tile, targets, exits, out):
    """Steps onto some tiles: where the token comes to, and what it collects on the pool."""
    stand(state, numbers, targets, exits, state.action_points - 1, out, v.THERE)
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
            out[v.OPENS_POOL] = nearest(numbers, v.TO_POOL, loose(numbers, 0)) <= scratch[0].action_points
