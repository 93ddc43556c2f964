"""What each choice leads to."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import CELL, DAGGER_USE, DIR, PASS, SPAWN
from flank_envs.games.mana_surge.observe import PENDING, PER_TURN, SPAWNS_LEFT
from old_features.base import count_of
from old_features.mana_surge import board
from old_features.mana_surge import values as v
from old_features.mana_surge.board import held, mana_of, steps_to
from old_features.mana_surge.standing import PLACE, stand
from old_features.mana_surge.threats import FREE_KILL, LOSS, RESULT, TRADE

POINT = np.float32(1 / 10)  # a mana point in a standard game, as a share of the goal
ALMOST = np.float32(0.95)
A_TOKEN = np.float32(1 / 15)


@rule
def tell_choices(seen, scratch, actions, values):
    phase = scratch[board.NOW_PHASE]
    if phase in (t.MOVE1, t.MOVE2):
        return _tell_picks(seen, scratch, phase, v.PICKS_MOVER, actions, values)
    if phase == t.COMBAT:
        return _tell_picks(seen, scratch, phase, v.PICKS_STRIKER, actions, values)
    if phase in (t.MOVE1_DIR, t.MOVE2_DIR):
        return _tell_steps(seen, scratch, phase, actions, values)
    if phase == t.COMBAT_DIR:
        return _tell_blows(seen, scratch, actions, values)
    if phase == t.START:
        return _tell_slots(seen, scratch, actions, values)
    if phase == t.END:
        return _tell_end(seen, scratch, actions, values)
    if phase == t.SACRIFICE:
        return _tell_marks(seen, scratch, actions, values)
    return 0


@rule
def _begin(seen, scratch, kind, points, gain, out):
    """A choice of a kind, with so many action points left after it and mana gained in this turn."""
    for k in range(v.CHOICE_VALUES):
        out[k] = 0
    out[kind] = 1
    out[v.POINTS_LEFT] = max(points, 0) * PER_TURN
    out[v.LOOSE_TOKENS] = scratch[board.LOOSE_COUNT + board.OWN] * A_TOKEN
    _tell_mana(seen, gain, out)


@rule
def _tell_mana(seen, gain, out):
    out[v.MANA_AFTER] = mana_of(seen, board.OWN) + gain * POINT
    out[v.WINS] = gain > 0 and out[v.MANA_AFTER] > ALMOST


@rule
def _own_token(scratch, k):
    return scratch[board.TOKEN + board.OWN * t.MOST_TROOPS + k]


@rule
def _collects(scratch):
    """MS-5.1: whether the own turn brings a point as things are."""
    return int(scratch[board.OWNER + t.POOL_TILE] == board.OWN)


@rule
def _tell_pass(seen, scratch, kind, fights, gain, out):
    """The end of a phase: what all tokens have where they are."""
    points = scratch[board.NOW_AP]
    _begin(seen, scratch, kind, points, gain, out)
    for k in range(scratch[board.COUNT + board.OWN]):
        if t.LOCKS[_own_token(scratch, k)] == 0:
            stand(scratch, _own_token(scratch, k), points, fights, out, v.THERE)


@rule
def _tell_picks(seen, scratch, phase, kind, actions, values):
    """MOVE1, COMBAT, MOVE2: the end of the phase, and every token that can step or strike."""
    points = scratch[board.NOW_AP]
    gain = _collects(scratch)
    passes = v.PASSES_MOVE if phase == t.MOVE1 else v.PASSES_COMBAT if phase == t.COMBAT else v.PASSES_LAST_MOVE
    _tell_pass(seen, scratch, passes, phase == t.MOVE1, gain, values[0])
    actions[0] = PASS
    count = 1
    for k in range(scratch[board.COUNT + board.OWN]):
        tile = _own_token(scratch, k)
        if t.LOCKS[tile] == 0 and _has_beside(scratch, tile, phase != t.COMBAT):
            out = values[count]
            _begin(seen, scratch, kind, points, gain, out)
            stand(scratch, tile, points, phase != t.MOVE2, out, v.HERE)
            for d in range(t.DIRECTIONS):
                owner = scratch[board.OWNER + board.AROUND[tile, d]]
                if phase == t.COMBAT:
                    if owner != board.OWN and owner < board.FREE:
                        _tell_blow(seen, scratch, tile, d, points - 1, out)
                elif owner == board.FREE:
                    _tell_step(seen, scratch, tile, d, points - 1, phase == t.MOVE1, out)
            actions[count] = CELL + tile
            count += 1
    return count


@rule
def _has_beside(scratch, tile, free):
    """A free tile, else an enemy."""
    for d in range(t.DIRECTIONS):
        owner = scratch[board.OWNER + board.AROUND[tile, d]]
        if owner == board.FREE if free else owner != board.OWN and owner < board.FREE:
            return True
    return False


@rule
def _picked(seen, scratch):
    """The own token that was picked, NO_TILE if none was."""
    for k in range(scratch[board.COUNT + board.OWN]):
        if seen[PENDING + _own_token(scratch, k)] > 0 and t.LOCKS[_own_token(scratch, k)] == 0:
            return _own_token(scratch, k)
    return t.NO_TILE


@rule
def _tell_steps(seen, scratch, phase, actions, values):
    count = 0
    tile = _picked(seen, scratch)
    if tile == t.NO_TILE:
        return 0
    points = scratch[board.NOW_AP] - 1
    for d in range(t.DIRECTIONS):
        if scratch[board.OWNER + board.AROUND[tile, d]] == board.FREE:
            out = values[count]
            _begin(seen, scratch, v.STEPS if phase == t.MOVE1_DIR else v.LAST_STEPS, points, _collects(scratch), out)
            stand(scratch, tile, points, phase == t.MOVE1_DIR, out, v.HERE)
            _tell_step(seen, scratch, tile, d, points, phase == t.MOVE1_DIR, out)
            actions[count] = DIR + d
            count += 1
    return count


@rule
def _tell_step(seen, scratch, tile, d, points, fights, out):
    """MS-5.2: whoever enters the pool collects in this turn."""
    target = board.AROUND[tile, d]
    stand(scratch, target, points, fights, out, v.THERE)
    if target == t.POOL_TILE:
        _tell_mana(seen, 1, out)


@rule
def _tell_blows(seen, scratch, actions, values):
    count = 0
    tile = _picked(seen, scratch)
    if tile == t.NO_TILE:
        return 0
    points = scratch[board.NOW_AP] - 1
    for d in range(t.DIRECTIONS):
        owner = scratch[board.OWNER + board.AROUND[tile, d]]
        if owner != board.OWN and owner < board.FREE:
            out = values[count]
            _begin(seen, scratch, v.BLOWS, points, _collects(scratch), out)
            stand(scratch, tile, points, True, out, v.HERE)
            _tell_blow(seen, scratch, tile, d, points, out)
            actions[count] = DIR + d
            count += 1
    return count


@rule
def _tell_blow(seen, scratch, tile, d, points, out):
    """MS-4.2: raise the values to those of a blow; who falls, and what that opens."""
    target = board.AROUND[tile, d]
    result = RESULT[tile, d]
    if result in (TRADE, LOSS):
        out[v.DIES] = 1
    if result in (TRADE, FREE_KILL):
        out[v.KILLS] = 1
        out[v.VICTIM + PLACE[target]] = 1
        out[v.VICTIM_MANA] = max(out[v.VICTIM_MANA], mana_of(seen, scratch[board.OWNER + target]))
        if target == t.POOL_TILE and _enters(scratch, points):
            out[v.OPENS_POOL] = 1


@rule
def _enters(scratch, points):
    """Whether an own token can walk onto the pool; whoever strikes down the one there lives (RESULT)."""
    for k in range(scratch[board.COUNT + board.OWN]):
        tile = _own_token(scratch, k)
        if t.LOCKS[tile] == 0 and steps_to(scratch, board.TO_POOL, tile) <= points:
            return True
    return False


@rule
def _tell_slots(seen, scratch, actions, values):
    """START: where a token may come to; after the first the phase may end (MS-2.5)."""
    count = 0
    points = scratch[board.NOW_AP]
    if t.BASE_SPAWNS + held(scratch, board.OWN, t.SPAWNS_HELD) > count_of(seen[SPAWNS_LEFT], t.MOST_PER_TURN):
        _tell_pass(seen, scratch, v.PASSES_START, True, _collects(scratch), values[0])
        actions[0] = PASS
        count = 1
    for slot in range(t.SLOTS):
        tile = board.SPAWN_TILES[slot]
        if scratch[board.OWNER + tile] == board.FREE:
            _begin(seen, scratch, v.PLACES_TOKEN, points, _collects(scratch), values[count])
            stand(scratch, tile, points, True, values[count], v.THERE)
            actions[count] = SPAWN + slot
            count += 1
    return count


@rule
def _tell_end(seen, scratch, actions, values):
    """END: the turn is over, or three tokens bring a point. What the pool gave has been collected."""
    _tell_pass(seen, scratch, v.PASSES_END, False, 0, values[0])
    actions[0] = PASS
    _tell_pass(seen, scratch, v.DRAWS, False, 1, values[1])
    actions[1] = DAGGER_USE
    return 2


@rule
def _tell_marks(seen, scratch, actions, values):
    """SACRIFICE: what each token has where it is."""
    count = 0
    for k in range(scratch[board.COUNT + board.OWN]):
        tile = _own_token(scratch, k)
        if not seen[PENDING + tile] > 0:
            _begin(seen, scratch, v.MARKS, scratch[board.NOW_AP], 1, values[count])
            stand(scratch, tile, 0, False, values[count], v.HERE)
            actions[count] = CELL + tile
            count += 1
    return count
