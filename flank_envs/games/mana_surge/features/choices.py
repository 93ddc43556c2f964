"""What each choice leads to."""

import numpy as np

from flank_envs.engine.features import count_of
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge.features.board import (
    AROUND,
    COUNT,
    FREE,
    LOOSE_COUNT,
    NOW_AP,
    NOW_PHASE,
    OWN,
    OWNER,
    SPAWN_TILES,
    TO_POOL,
    TOKEN,
    held,
    mana_of,
    steps_to,
)
from flank_envs.games.mana_surge.features.standing import PLACE, stand
from flank_envs.games.mana_surge.features.threats import FREE_KILL, LOSS, RESULT, TRADE
from flank_envs.games.mana_surge.features.values import (
    BLOWS,
    CHOICE_VALUES,
    DIES,
    DRAWS,
    HERE,
    KILLS,
    LAST_STEPS,
    LOOSE_TOKENS,
    MANA_AFTER,
    MARKS,
    OPENS_POOL,
    PASSES_COMBAT,
    PASSES_END,
    PASSES_LAST_MOVE,
    PASSES_MOVE,
    PASSES_START,
    PICKS_MOVER,
    PICKS_STRIKER,
    PLACES_TOKEN,
    POINTS_LEFT,
    STEPS,
    THERE,
    VICTIM,
    VICTIM_MANA,
    WINS,
)
from flank_envs.games.mana_surge.layout import CELL, DAGGER_USE, DIR, PASS, SPAWN
from flank_envs.games.mana_surge.observe import PENDING, PER_TURN, SPAWNS_LEFT
from flank_envs.games.mana_surge.tables import (
    BASE_SPAWNS,
    COMBAT,
    COMBAT_DIR,
    DIRECTIONS,
    END,
    LOCKS,
    MOST_PER_TURN,
    MOST_TROOPS,
    MOVE1,
    MOVE1_DIR,
    MOVE2,
    MOVE2_DIR,
    NO_TILE,
    POOL_TILE,
    SACRIFICE,
    SLOTS,
    SPAWNS_HELD,
    START,
)

POINT = np.float32(1 / 10)  # a mana point in a standard game, as a share of the goal
ALMOST = np.float32(0.95)
A_TOKEN = np.float32(1 / 15)


@rule
def tell_choices(seen, scratch, actions, values):
    phase = scratch[NOW_PHASE]
    if phase in (MOVE1, MOVE2):
        return _tell_picks(seen, scratch, phase, PICKS_MOVER, actions, values)
    if phase == COMBAT:
        return _tell_picks(seen, scratch, phase, PICKS_STRIKER, actions, values)
    if phase in (MOVE1_DIR, MOVE2_DIR):
        return _tell_steps(seen, scratch, phase, actions, values)
    if phase == COMBAT_DIR:
        return _tell_blows(seen, scratch, actions, values)
    if phase == START:
        return _tell_slots(seen, scratch, actions, values)
    if phase == END:
        return _tell_end(seen, scratch, actions, values)
    if phase == SACRIFICE:
        return _tell_marks(seen, scratch, actions, values)
    return 0


@rule
def _begin(seen, scratch, kind, points, gain, out):
    """A choice of a kind, with so many action points left after it and mana gained in this turn."""
    for k in range(CHOICE_VALUES):
        out[k] = 0
    out[kind] = 1
    out[POINTS_LEFT] = max(points, 0) * PER_TURN
    out[LOOSE_TOKENS] = scratch[LOOSE_COUNT + OWN] * A_TOKEN
    _tell_mana(seen, gain, out)


@rule
def _tell_mana(seen, gain, out):
    out[MANA_AFTER] = mana_of(seen, OWN) + gain * POINT
    out[WINS] = gain > 0 and out[MANA_AFTER] > ALMOST


@rule
def _own_token(scratch, k):
    return scratch[TOKEN + OWN * MOST_TROOPS + k]


@rule
def _collects(scratch):
    """MS-5.1: whether the own turn brings a point as things are."""
    return int(scratch[OWNER + POOL_TILE] == OWN)


@rule
def _tell_pass(seen, scratch, kind, fights, gain, out):
    """The end of a phase: what all tokens have where they are."""
    points = scratch[NOW_AP]
    _begin(seen, scratch, kind, points, gain, out)
    for k in range(scratch[COUNT + OWN]):
        if LOCKS[_own_token(scratch, k)] == 0:
            stand(scratch, _own_token(scratch, k), points, fights, out, THERE)


@rule
def _tell_picks(seen, scratch, phase, kind, actions, values):
    """MOVE1, COMBAT, MOVE2: the end of the phase, and every token that can step or strike."""
    points = scratch[NOW_AP]
    gain = _collects(scratch)
    passes = PASSES_MOVE if phase == MOVE1 else PASSES_COMBAT if phase == COMBAT else PASSES_LAST_MOVE
    _tell_pass(seen, scratch, passes, phase == MOVE1, gain, values[0])
    actions[0] = PASS
    count = 1
    for k in range(scratch[COUNT + OWN]):
        tile = _own_token(scratch, k)
        if LOCKS[tile] == 0 and _has_beside(scratch, tile, phase != COMBAT):
            out = values[count]
            _begin(seen, scratch, kind, points, gain, out)
            stand(scratch, tile, points, phase != MOVE2, out, HERE)
            for d in range(DIRECTIONS):
                owner = scratch[OWNER + AROUND[tile, d]]
                if phase == COMBAT:
                    if owner != OWN and owner < FREE:
                        _tell_blow(seen, scratch, tile, d, points - 1, out)
                elif owner == FREE:
                    _tell_step(seen, scratch, tile, d, points - 1, phase == MOVE1, out)
            actions[count] = CELL + tile
            count += 1
    return count


@rule
def _has_beside(scratch, tile, free):
    """A free tile, else an enemy."""
    for d in range(DIRECTIONS):
        owner = scratch[OWNER + AROUND[tile, d]]
        if owner == FREE if free else owner != OWN and owner < FREE:
            return True
    return False


@rule
def _picked(seen, scratch):
    """The own token that was picked, NO_TILE if none was."""
    for k in range(scratch[COUNT + OWN]):
        if seen[PENDING + _own_token(scratch, k)] > 0 and LOCKS[_own_token(scratch, k)] == 0:
            return _own_token(scratch, k)
    return NO_TILE


@rule
def _tell_steps(seen, scratch, phase, actions, values):
    count = 0
    tile = _picked(seen, scratch)
    if tile == NO_TILE:
        return 0
    points = scratch[NOW_AP] - 1
    for d in range(DIRECTIONS):
        if scratch[OWNER + AROUND[tile, d]] == FREE:
            out = values[count]
            _begin(seen, scratch, STEPS if phase == MOVE1_DIR else LAST_STEPS, points, _collects(scratch), out)
            stand(scratch, tile, points, phase == MOVE1_DIR, out, HERE)
            _tell_step(seen, scratch, tile, d, points, phase == MOVE1_DIR, out)
            actions[count] = DIR + d
            count += 1
    return count


@rule
def _tell_step(seen, scratch, tile, d, points, fights, out):
    """MS-5.2: whoever enters the pool collects in this turn."""
    target = AROUND[tile, d]
    stand(scratch, target, points, fights, out, THERE)
    if target == POOL_TILE:
        _tell_mana(seen, 1, out)


@rule
def _tell_blows(seen, scratch, actions, values):
    count = 0
    tile = _picked(seen, scratch)
    if tile == NO_TILE:
        return 0
    points = scratch[NOW_AP] - 1
    for d in range(DIRECTIONS):
        owner = scratch[OWNER + AROUND[tile, d]]
        if owner != OWN and owner < FREE:
            out = values[count]
            _begin(seen, scratch, BLOWS, points, _collects(scratch), out)
            stand(scratch, tile, points, True, out, HERE)
            _tell_blow(seen, scratch, tile, d, points, out)
            actions[count] = DIR + d
            count += 1
    return count


@rule
def _tell_blow(seen, scratch, tile, d, points, out):
    """MS-4.2: raise the values to those of a blow; who falls, and what that opens."""
    target = AROUND[tile, d]
    result = RESULT[tile, d]
    if result in (TRADE, LOSS):
        out[DIES] = 1
    if result in (TRADE, FREE_KILL):
        out[KILLS] = 1
        out[VICTIM + PLACE[target]] = 1
        out[VICTIM_MANA] = max(out[VICTIM_MANA], mana_of(seen, scratch[OWNER + target]))
        if target == POOL_TILE and _enters(scratch, points):
            out[OPENS_POOL] = 1


@rule
def _enters(scratch, points):
    """Whether an own token can walk onto the pool; whoever strikes down the one there lives (RESULT)."""
    for k in range(scratch[COUNT + OWN]):
        tile = _own_token(scratch, k)
        if LOCKS[tile] == 0 and steps_to(scratch, TO_POOL, tile) <= points:
            return True
    return False


@rule
def _tell_slots(seen, scratch, actions, values):
    """START: where a token may come to; after the first the phase may end (MS-2.5)."""
    count = 0
    points = scratch[NOW_AP]
    if BASE_SPAWNS + held(scratch, OWN, SPAWNS_HELD) > count_of(seen[SPAWNS_LEFT], MOST_PER_TURN):
        _tell_pass(seen, scratch, PASSES_START, True, _collects(scratch), values[0])
        actions[0] = PASS
        count = 1
    for slot in range(SLOTS):
        tile = SPAWN_TILES[slot]
        if scratch[OWNER + tile] == FREE:
            _begin(seen, scratch, PLACES_TOKEN, points, _collects(scratch), values[count])
            stand(scratch, tile, points, True, values[count], THERE)
            actions[count] = SPAWN + slot
            count += 1
    return count


@rule
def _tell_end(seen, scratch, actions, values):
    """END: the turn is over, or three tokens bring a point. What the pool gave has been collected."""
    _tell_pass(seen, scratch, PASSES_END, False, 0, values[0])
    actions[0] = PASS
    _tell_pass(seen, scratch, DRAWS, False, 1, values[1])
    actions[1] = DAGGER_USE
    return 2


@rule
def _tell_marks(seen, scratch, actions, values):
    """SACRIFICE: what each token has where it is."""
    count = 0
    for k in range(scratch[COUNT + OWN]):
        tile = _own_token(scratch, k)
        if not seen[PENDING + tile] > 0:
            _begin(seen, scratch, MARKS, scratch[NOW_AP], 1, values[count])
            stand(scratch, tile, 0, False, values[count], HERE)
            actions[count] = CELL + tile
            count += 1
    return count
