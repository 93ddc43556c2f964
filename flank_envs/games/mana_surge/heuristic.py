"""The heuristic: walks to the pool, to extra actions and to the ramparts around, strikes where it pays."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import CELL, DAGGER_USE, DIR, PASS, SPAWN
from flank_envs.games.mana_surge.phases.combat import can_attack, defeats
from flank_envs.games.mana_surge.phases.move import can_move
from flank_envs.games.mana_surge.state import frame_of, token_count

FAR = 100
# Where it wants to go: the pool, the ramparts beside it, and the ability tiles.
_AROUND_POOL = [int(tile) for tile in t.NEIGHBOUR[t.POOL_TILE] if t.KIND[tile] == t.RAMPART]
GOALS = np.array([t.POOL_TILE, *_AROUND_POOL, *np.flatnonzero(t.KIND >= t.EXTRA_ACTION)], np.int8)


def _walk(goal: int) -> list[int]:
    """Fewest steps to a goal from every tile, without thorns and without being locked on the way."""
    steps = [FAR] * t.TILES
    steps[goal], edge = 0, [goal]
    for tile in edge:
        for beside in t.NEIGHBOUR[tile]:
            if beside != t.NO_TILE and steps[beside] == FAR:
                steps[beside] = steps[tile] + 1
                if not t.LOCKS[beside] and t.KIND[beside] != t.THORNS and beside not in t.SPAWNER_TILE:
                    edge.append(int(beside))
    return steps


STEPS_TO = np.array([_walk(int(goal)) for goal in GOALS], np.int8)  # STEPS_TO[goal number, tile]

ACTION_WORTH = np.array([9.0, 6.0, 2.0, 0.5, 0.5, 0.5, 0.5])  # of one more extra action tile, by those held
TARGET_WORTH = np.ones(t.KINDS)  # of an enemy token, by the tile it stands on
TARGET_WORTH[[t.POOL, t.EXTRA_ACTION, t.DAGGER, t.EXTRA_SPAWN, t.RAMPART]] = 10, 5, 5, 2, 2.5
LOSS = 2.2  # of an own token in an exchange
CAREFUL = 0.5  # factor for a step beside an enemy, unless the tile protects
SPARE_TOKENS = 7  # enough on the board to sacrifice three


@rule
def heuristic(state, mask, streams, i):
    phase = state.phase
    if phase == t.START:
        return _spawn(mask)
    if phase == t.COMBAT:
        return _best_attacker(state)
    if phase == t.COMBAT_DIR:
        return DIR + int(t.LOCAL_DIRECTION[frame_of(state, state.to_act), _best_strike(state, state.picked)])
    if phase == t.END:
        return _dagger_or_pass(state)
    if phase == t.SACRIFICE:
        return _least_needed(state, mask)
    if state.picked == t.NO_TILE:
        return _best_mover(state)
    return DIR + int(t.LOCAL_DIRECTION[frame_of(state, state.to_act), _best_step(state, state.picked)])


@rule
def _spawn(mask):
    """In front if possible: the front is nearest to everything."""
    if mask[SPAWN + 1]:
        return SPAWN + 1
    return SPAWN if mask[SPAWN] else SPAWN + 2


@rule
def _best_mover(state):
    """The token with the best step; none while a blow is waiting that is worth the action point."""
    best = PASS
    most = 0.0
    if state.phase == t.MOVE1 and _best_attacker(state) != PASS:
        return best
    frame = frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        if can_move(state, tile):
            worth = _step_worth(state, tile, _best_step(state, tile))
            if worth > most:
                most = worth
                best = CELL + int(t.LOCAL_TILE[frame, tile])
    return best


@rule
def _best_step(state, tile):
    """The direction of the best step."""
    best = 0
    most = -1.0
    for d in range(t.DIRECTIONS):
        if state.exits[tile] >> d & 1:
            worth = _step_worth(state, tile, d)
            if worth > most:
                most = worth
                best = d
    return best


@rule
def _step_worth(state, tile, d):
    """The worth of the best goal that the step leads nearer to, shared out over the steps that are left."""
    target = t.NEIGHBOUR[tile, d]
    most = 0.0
    if t.KIND[target] == t.THORNS:
        return -0.5
    for goal in range(GOALS.shape[0]):
        left = STEPS_TO[goal, target]
        if left < STEPS_TO[goal, tile] and (left == 0 or t.LOCKS[target] == 0):
            worth = _goal_worth(state, goal) / (1 + left)
            if worth > most:
                most = worth
    if state.foes[state.to_act, target] != 0 and t.DEFENSE[target] == 1 and t.KIND[target] != t.POOL:
        most *= CAREFUL
    return most


@rule
def _goal_worth(state, goal):
    seat = state.to_act
    tile = GOALS[goal]
    if state.owner[tile] != t.NOBODY:
        return 0.0
    kind = t.KIND[tile]
    holder = state.owner[t.POOL_TILE]
    if kind == t.POOL:
        return 12.0
    if kind == t.RAMPART:
        return 3.0 if holder == t.NOBODY else 5.0 if holder == seat else 9.0
    if kind == t.EXTRA_ACTION:
        return ACTION_WORTH[state.held[seat, t.ACTIONS_HELD]]
    if kind == t.DAGGER:
        return 4.0 if state.held[seat, t.DAGGERS_HELD] == 0 else 0.5
    return 2.0 if state.held[seat, t.DAGGERS_HELD] > state.held[seat, t.SPAWNS_HELD] else 0.2


@rule
def _best_attacker(state):
    """The token with the best blow, or PASS if none is worth it."""
    best = PASS
    most = 0.0
    frame = frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        if can_attack(state, tile):
            worth = _strike_worth(tile, t.NEIGHBOUR[tile, _best_strike(state, tile)])
            if worth > most:
                most = worth
                best = CELL + int(t.LOCAL_TILE[frame, tile])
    return best


@rule
def _best_strike(state, tile):
    """The direction of the best blow."""
    best = 0
    most = -FAR * 1.0
    for d in range(t.DIRECTIONS):
        if state.foes[state.to_act, tile] >> d & 1:
            worth = _strike_worth(tile, t.NEIGHBOUR[tile, d])
            if worth > most:
                most = worth
                best = d
    return best


@rule
def _strike_worth(tile, target):
    gain = TARGET_WORTH[t.KIND[target]] if defeats(tile, target) else 0.0
    return gain - LOSS if defeats(target, tile) else gain


@rule
def _dagger_or_pass(state):
    seat = state.to_act
    last_point = state.mana[seat] + 1 == state.mana_goal
    return DAGGER_USE if last_point or token_count(state, seat) >= SPARE_TOKENS else PASS


@rule
def _least_needed(state, mask):
    """Tokens that hold nothing, those farthest from the pool first."""
    frame = frame_of(state, state.to_act)
    best = 0
    most = -2 * FAR
    for place in range(t.TILES):
        if mask[CELL + place]:
            tile = t.GLOBAL_TILE[frame, place]
            distance = STEPS_TO[0, tile] - (FAR if t.LOCKS[tile] else 0)
            if tile == t.POOL_TILE:
                distance -= 1
            if distance >= most:
                most = distance
                best = CELL + place
    return best
