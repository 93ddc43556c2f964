"""What each legal action leads to."""

from flank_envs.engine.features import begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.features.board import EMPTY, HIGH, LOOSE, common, measure, measure_exits, nearest
from flank_envs.games.mana_surge.features.players import loose_tokens, share_of
from flank_envs.games.mana_surge.features.standing import stand
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
    phase = state.phase
    if phase in (t.END, t.SACRIFICE):
        return _write_dagger(state, scratch, numbers, actions, values)
    mana = _collects(state, scratch)
    if phase in (t.MOVE1_DIR, t.COMBAT_DIR, t.MOVE2_DIR):
        return _write_directions(state, scratch, numbers, mana, actions, values)
    fights = phase in (t.START, t.MOVE1)
    count = 0
    if phase != t.START or may_decline(state):
        count = begin_action(actions, values, 0, PASS)
        kind = v.PASSES_START if phase == t.START else v.PASSES_MOVE + (phase - t.MOVE1) // 2
        _begin(state, numbers, kind, state.action_points, mana, values[0])
        _stand_there(state, numbers, numbers[LOOSE], numbers[HIGH + LOOSE], state.action_points, fights, values[0])
    if phase == t.START:
        return _write_slots(state, numbers, mana, count, actions, values)
    return _write_picks(state, scratch, numbers, mana, count, actions, values)


@rule
def _collects(state, scratch):
    """As `_mana`, if the turn ended as things are."""
    scratch[0] = state
    enter_end(scratch[0])
    return _mana(state, scratch[0])


@rule
def _mana(state, after):
    """Own mana as a share of the goal, and whether it wins."""
    seat = state.to_act
    gained = after.mana[seat] - state.mana[seat]
    return share_of(state, state.mana[seat]) + gained * share_of(state, 1), after.winner == seat


@rule
def _begin(state, numbers, kind, points, mana, out):
    """An action of a kind, with so many action points left, and mana gained in this turn."""
    out[kind] = 1
    out[v.POINTS_LEFT] = points * v.PER_TURN
    out[v.LOOSE_TOKENS] = loose_tokens(numbers, 0) * v.PER_TOKEN
    out[v.MANA_AFTER], out[v.WINS] = mana


@rule
def _stand_here(state, numbers, tile, points, fights, out):
    low, high = s.OF_TILE[tile, 0], s.OF_TILE[tile, 1]
    measure(numbers, low, high)
    stand(state, numbers, low, high, points, fights, out[v.HERE :])


@rule
def _stand_there(state, numbers, low, high, points, fights, out):
    measure(numbers, low, high)
    stand(state, numbers, low, high, points, fights, out[v.THERE :])


@rule
def _write_slots(state, numbers, mana, count, actions, values):
    """START: where a token may come to."""
    for slot in range(t.SLOTS):
        tile = slot_tile(state, slot)
        if is_empty(state, tile):
            out = values[count]
            count = begin_action(actions, values, count, SPAWN + slot)
            _begin(state, numbers, v.PLACES_TOKEN, state.action_points, mana, out)
            _stand_there(state, numbers, s.OF_TILE[tile, 0], s.OF_TILE[tile, 1], state.action_points, True, out)
    return count


@rule
def _write_picks(state, scratch, numbers, mana, count, actions, values):
    """MOVE1, COMBAT, MOVE2: every token that can step or attack, with the largest of each value over what it can do."""
    attacks = state.phase == t.COMBAT
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        if can_attack(state, tile) if attacks else can_move(state, tile):
            out = values[count]
            count = begin_action(actions, values, count, CELL + int(t.LOCAL_TILE[frame_of(state, state.to_act), tile]))
            _begin(state, numbers, v.PICKS_STRIKER if attacks else v.PICKS_MOVER, state.action_points, mana, out)
            _stand_here(state, numbers, tile, state.action_points, state.phase != t.MOVE2, out)
            if attacks:
                for d in range(t.DIRECTIONS):
                    if state.foes[state.to_act, tile] >> d & 1:
                        _write_blow(state, scratch, numbers, tile, t.NEIGHBOUR[tile, d], out)
            else:
                low, high = common(numbers, EMPTY, s.BESIDE[tile, 0], s.BESIDE[tile, 1])
                measure_exits(numbers, low, high)
                _write_steps(state, scratch, numbers, tile, low, high, out)
    return count


@rule
def _write_directions(state, scratch, numbers, mana, actions, values):
    """A step or a blow of the picked token."""
    count = 0
    tile = state.picked
    attacks = state.phase == t.COMBAT_DIR
    bits = state.foes[state.to_act, tile] if attacks else state.exits[tile]
    kind = v.BLOWS if attacks else v.STEPS if state.phase == t.MOVE1_DIR else v.LAST_STEPS
    for d in range(t.DIRECTIONS):
        if bits >> d & 1:
            out = values[count]
            target = t.NEIGHBOUR[tile, d]
            count = begin_action(actions, values, count, DIR + int(t.LOCAL_DIRECTION[frame_of(state, state.to_act), d]))
            _begin(state, numbers, kind, state.action_points - 1, mana, out)
            if count == 1:
                _stand_here(state, numbers, tile, state.action_points - 1, state.phase != t.MOVE2_DIR, out)
            else:
                here, first = out[v.HERE :], values[0, v.HERE :]
                for k in range(here.shape[0]):
                    here[k] = first[k]
            if attacks:
                _write_blow(state, scratch, numbers, tile, target, out)
            else:
                low, high = s.OF_TILE[target, 0], s.OF_TILE[target, 1]
                measure(numbers, low, high)
                _write_steps(state, scratch, numbers, tile, low, high, out)
    return count


@rule
def _write_steps(state, scratch, numbers, tile, low, high, out):
    """Steps onto these tiles: where the token comes to, and what it collects there."""
    fights = state.phase in (t.MOVE1, t.MOVE1_DIR)
    stand(state, numbers, low, high, state.action_points - 1, fights, out[v.THERE :])
    if out[v.THERE + t.POOL] > 0:
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
        out[v.KILLS] = 1
        out[v.VICTIM + s.PLACE[target]] = 1
        out[v.VICTIM_MANA] = max(out[v.VICTIM_MANA], share_of(state, state.mana[state.owner[target]]))
        if target == t.POOL_TILE:
            steps = nearest(numbers, v.TO_POOL, numbers[LOOSE], numbers[HIGH + LOOSE])
            out[v.OPENS_POOL] = steps <= scratch[0].action_points


@rule
def _write_dagger(state, scratch, numbers, actions, values):
    """END: the turn is over, or three tokens bring a point; what the pool gave has been collected.

    SACRIFICE: what each token has where it is.
    """
    count = 0
    scratch[0] = state
    if state.phase == t.END:
        draw_dagger(scratch[0])
    points = scratch[0].action_points
    gain_mana(scratch[0])
    mana = _mana(state, scratch[0])
    if state.phase == t.END:
        count = begin_action(actions, values, 0, PASS)
        _begin(state, numbers, v.PASSES_END, state.action_points, _mana(state, state), values[0])
        _stand_there(state, numbers, numbers[LOOSE], numbers[HIGH + LOOSE], state.action_points, False, values[0])
        count = begin_action(actions, values, count, DAGGER_USE)
        _begin(state, numbers, v.DRAWS, points, mana, values[1])
        _stand_there(state, numbers, numbers[LOOSE], numbers[HIGH + LOOSE], state.action_points, False, values[1])
        return count
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        if can_mark(state, tile):
            out = values[count]
            count = begin_action(actions, values, count, CELL + int(t.LOCAL_TILE[frame_of(state, state.to_act), tile]))
            _begin(state, numbers, v.MARKS, points, mana, out)
            _stand_here(state, numbers, tile, 0, False, out)
    return count
