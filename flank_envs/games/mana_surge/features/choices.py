"""What each legal action leads to."""

from flank_envs.engine.features import begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.features import layout as v
from flank_envs.games.mana_surge.features import tiles as s
from flank_envs.games.mana_surge.features.board import EMPTY, LOOSE, nearest
from flank_envs.games.mana_surge.features.players import loose_tokens, share_of
from flank_envs.games.mana_surge.features.standing import stand
from flank_envs.games.mana_surge.layout import CELL, DAGGER_USE, DIR, PASS, SPAWN
from flank_envs.games.mana_surge.phases.combat import can_attack, strike
from flank_envs.games.mana_surge.phases.end import draw_dagger, enter_end, gain_mana
from flank_envs.games.mana_surge.phases.move import can_move, pick, step
from flank_envs.games.mana_surge.phases.sacrifice import can_mark
from flank_envs.games.mana_surge.phases.start import may_decline, slot_tile
from flank_envs.games.mana_surge.state import frame_of, is_empty, token_count

OWN_LOOSE = LOOSE


@rule
def write_choices(state, scratch, numbers, actions, values):
    """How many rows were written."""
    phase = state.phase
    scratch[0] = state
    if phase in (t.MOVE1, t.COMBAT, t.MOVE2):
        return _write_picks(state, scratch, numbers, actions, values)
    if phase in (t.MOVE1_DIR, t.COMBAT_DIR, t.MOVE2_DIR):
        return _write_directions(state, scratch, numbers, actions, values)
    if phase == t.START:
        return _write_slots(state, scratch, numbers, actions, values)
    if phase == t.END:
        return _write_end(state, scratch, numbers, actions, values)
    return _write_marks(state, scratch, numbers, actions, values)


@rule
def _begin(state, numbers, kind, after, out):
    """An action of a kind, after which the turn ends like this."""
    out[kind] = 1
    out[v.POINTS_LEFT] = state.action_points * v.PER_TURN
    out[v.LOOSE_TOKENS] = loose_tokens(numbers, 0) * v.PER_TOKEN
    _write_mana(state, after, out)


@rule
def _write_mana(state, after, out):
    gain = int(after.mana[state.to_act]) - state.mana[state.to_act]
    out[v.MANA_AFTER] = share_of(state, state.mana[state.to_act]) + gain * share_of(state, 1)
    out[v.WINS] = after.winner == state.to_act


@rule
def _write_pass(state, after, numbers, kind, fights, out):
    """The end of a phase: what all tokens have where they are."""
    _begin(state, numbers, kind, after, out)
    low, high = numbers[OWN_LOOSE], numbers[OWN_LOOSE + 1]
    stand(state, state.to_act, numbers, low, high, state.action_points, fights, out[v.THERE :])


@rule
def _write_here(state, numbers, tile, points, fights, out):
    low, high = s.OF_TILE[tile, 0], s.OF_TILE[tile, 1]
    stand(state, state.to_act, numbers, low, high, points, fights, out[v.HERE :])


@rule
def _write_there(state, numbers, low, high, points, fights, out):
    stand(state, state.to_act, numbers, low, high, points, fights, out[v.THERE :])


@rule
def _write_picks(state, scratch, numbers, actions, values):
    """MOVE1, COMBAT, MOVE2: the end of the phase, and every token that can step or strike."""
    phase = state.phase
    passes = v.PASSES_MOVE if phase == t.MOVE1 else v.PASSES_COMBAT if phase == t.COMBAT else v.PASSES_LAST_MOVE
    enter_end(scratch[0])
    count = begin_action(actions, values, 0, PASS)
    _write_pass(state, scratch[0], numbers, passes, phase == t.MOVE1, values[0])
    frame = frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        if can_attack(state, tile) if phase == t.COMBAT else can_move(state, tile):
            action = CELL + int(t.LOCAL_TILE[frame, tile])
            out = values[count]
            count = begin_action(actions, values, count, action)
            scratch[0] = state
            enter_end(scratch[0])
            _begin(state, numbers, v.PICKS_STRIKER if phase == t.COMBAT else v.PICKS_MOVER, scratch[0], out)
            _write_here(state, numbers, tile, state.action_points, phase != t.MOVE2, out)
            if phase == t.COMBAT:
                _write_blows(state, scratch, numbers, tile, action, out)
            else:
                low, high = s.BESIDE[tile, 0] & numbers[EMPTY], s.BESIDE[tile, 1] & numbers[EMPTY + 1]
                _write_there(state, numbers, low, high, state.action_points - 1, phase == t.MOVE1, out)
                for d in range(t.DIRECTIONS):
                    if t.NEIGHBOUR[tile, d] == t.POOL_TILE and is_empty(state, t.POOL_TILE):
                        scratch[0] = state
                        pick(scratch[0], action)
                        step(scratch[0], DIR + int(t.LOCAL_DIRECTION[frame, d]))
                        enter_end(scratch[0])
                        _write_mana(state, scratch[0], out)
    return count


@rule
def _write_blows(state, scratch, numbers, tile, action, out):
    """The largest of each value over all blows."""
    frame = frame_of(state, state.to_act)
    for d in range(t.DIRECTIONS):
        if state.foes[state.to_act, tile] >> d & 1:
            scratch[0] = state
            pick(scratch[0], action)
            strike(scratch[0], DIR + int(t.LOCAL_DIRECTION[frame, d]))
            _write_blow(state, scratch[0], numbers, tile, t.NEIGHBOUR[tile, d], out)


@rule
def _write_blow(state, after, numbers, tile, target, out):
    """Who falls, and what that opens."""
    if is_empty(after, tile):
        out[v.DIES] = 1
    if is_empty(after, target):
        out[v.KILLS] = 1
        out[v.VICTIM + s.PLACE[target]] = 1
        out[v.VICTIM_MANA] = max(out[v.VICTIM_MANA], share_of(state, state.mana[state.owner[target]]))
        if target == t.POOL_TILE:
            steps = nearest(numbers, v.TO_POOL, numbers[OWN_LOOSE], numbers[OWN_LOOSE + 1])
            out[v.OPENS_POOL] = steps <= after.action_points


@rule
def _write_directions(state, scratch, numbers, actions, values):
    """A step or a blow of the picked token."""
    count = 0
    phase = state.phase
    tile = state.picked
    bits = state.foes[state.to_act, tile] if phase == t.COMBAT_DIR else state.exits[tile]
    kind = v.BLOWS if phase == t.COMBAT_DIR else v.STEPS if phase == t.MOVE1_DIR else v.LAST_STEPS
    frame = frame_of(state, state.to_act)
    for d in range(t.DIRECTIONS):
        if bits >> d & 1:
            action = DIR + int(t.LOCAL_DIRECTION[frame, d])
            target = t.NEIGHBOUR[tile, d]
            out = values[count]
            count = begin_action(actions, values, count, action)
            scratch[0] = state
            if phase == t.COMBAT_DIR:
                strike(scratch[0], action)
                _write_blow(state, scratch[0], numbers, tile, target, out)
            else:
                step(scratch[0], action)
                low, high = s.OF_TILE[target, 0], s.OF_TILE[target, 1]
                _write_there(state, numbers, low, high, scratch[0].action_points, phase == t.MOVE1_DIR, out)
            points = scratch[0].action_points
            enter_end(scratch[0])
            _begin(state, numbers, kind, scratch[0], out)
            out[v.POINTS_LEFT] = points * v.PER_TURN
            _write_here(state, numbers, tile, points, phase != t.MOVE2_DIR, out)
    return count


@rule
def _write_slots(state, scratch, numbers, actions, values):
    """START: where a token may come to; after the first the phase may end."""
    count = 0
    enter_end(scratch[0])
    if may_decline(state):
        count = begin_action(actions, values, 0, PASS)
        _write_pass(state, scratch[0], numbers, v.PASSES_START, True, values[0])
    for slot in range(t.SLOTS):
        tile = slot_tile(state, slot)
        if is_empty(state, tile):
            out = values[count]
            count = begin_action(actions, values, count, SPAWN + slot)
            _begin(state, numbers, v.PLACES_TOKEN, scratch[0], out)
            _write_there(state, numbers, s.OF_TILE[tile, 0], s.OF_TILE[tile, 1], state.action_points, True, out)
    return count


@rule
def _write_end(state, scratch, numbers, actions, values):
    """END: the turn is over, or three tokens bring a point. What the pool gave has been collected."""
    count = begin_action(actions, values, 0, PASS)
    _write_pass(state, scratch[0], numbers, v.PASSES_END, False, values[0])
    count = begin_action(actions, values, count, DAGGER_USE)
    draw_dagger(scratch[0])
    points = scratch[0].action_points
    gain_mana(scratch[0])
    _write_pass(state, scratch[0], numbers, v.DRAWS, False, values[1])
    values[1, v.POINTS_LEFT] = points * v.PER_TURN
    return count


@rule
def _write_marks(state, scratch, numbers, actions, values):
    """SACRIFICE: what each token has where it is."""
    count = 0
    gain_mana(scratch[0])
    frame = frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        if can_mark(state, tile):
            out = values[count]
            count = begin_action(actions, values, count, CELL + int(t.LOCAL_TILE[frame, tile]))
            _begin(state, numbers, v.MARKS, scratch[0], out)
            _write_here(state, numbers, tile, 0, False, out)
    return count
