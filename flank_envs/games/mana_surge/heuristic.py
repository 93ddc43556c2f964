"""The heuristic: walks to the pool, to extra actions and to the ramparts around, strikes where it pays."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge.layout import CELL, DAGGER_USE, DIR, PASS, SPAWN
from flank_envs.games.mana_surge.phases.combat import can_attack, defeats
from flank_envs.games.mana_surge.phases.move import can_move
from flank_envs.games.mana_surge.state import frame_of, token_count
from flank_envs.games.mana_surge.tables import (
    ACTIONS_HELD,
    COMBAT,
    COMBAT_DIR,
    DAGGER,
    DAGGERS_HELD,
    DEFENSE,
    DIRECTIONS,
    END,
    EXTRA_ACTION,
    EXTRA_SPAWN,
    GLOBAL_TILE,
    KIND,
    KINDS,
    LOCAL_DIRECTION,
    LOCAL_TILE,
    LOCKS,
    MOVE1,
    NEIGHBOUR,
    NO_TILE,
    NOBODY,
    POOL,
    POOL_TILE,
    RAMPART,
    SACRIFICE,
    SPAWNER_TILE,
    SPAWNS_HELD,
    START,
    THORNS,
    TILES,
)

FAR = 100
# Where it wants to go: the pool, the ramparts beside it, and the ability tiles.
_AROUND_POOL = [int(tile) for tile in NEIGHBOUR[POOL_TILE] if KIND[tile] == RAMPART]
GOALS = np.array([POOL_TILE, *_AROUND_POOL, *np.flatnonzero(KIND >= EXTRA_ACTION)], np.int8)


def _walk(goal: int) -> list[int]:
    """Fewest steps to a goal from every tile, without thorns and without being locked on the way."""
    steps = [FAR] * TILES
    steps[goal], edge = 0, [goal]
    for tile in edge:
        for beside in NEIGHBOUR[tile]:
            if beside != NO_TILE and steps[beside] == FAR:
                steps[beside] = steps[tile] + 1
                if not LOCKS[beside] and KIND[beside] != THORNS and beside not in SPAWNER_TILE:
                    edge.append(int(beside))
    return steps


STEPS_TO = np.array([_walk(int(goal)) for goal in GOALS], np.int8)  # STEPS_TO[goal number, tile]

ACTION_WORTH = np.array([9.0, 6.0, 2.0, 0.5, 0.5, 0.5, 0.5])  # of one more extra action tile, by those held
TARGET_WORTH = np.ones(KINDS)  # of an enemy token, by the tile it stands on
TARGET_WORTH[[POOL, EXTRA_ACTION, DAGGER, EXTRA_SPAWN, RAMPART]] = 10, 5, 5, 2, 2.5
LOSS = 2.2  # of an own token in an exchange
CAREFUL = 0.5  # factor for a step beside an enemy, unless the tile protects
SPARE_TOKENS = 7  # enough on the board to sacrifice three


@rule
def heuristic(state, mask, streams, i):
    phase = state.phase
    if phase == START:
        return _spawn(mask)
    if phase == COMBAT:
        return _best_attacker(state)
    if phase == COMBAT_DIR:
        return DIR + int(LOCAL_DIRECTION[frame_of(state, state.to_act), _best_strike(state, state.picked)])
    if phase == END:
        return _dagger_or_pass(state)
    if phase == SACRIFICE:
        return _least_needed(state, mask)
    if state.picked == NO_TILE:
        return _best_mover(state)
    return DIR + int(LOCAL_DIRECTION[frame_of(state, state.to_act), _best_step(state, state.picked)])


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
    if state.phase == MOVE1 and _best_attacker(state) != PASS:
        return best
    frame = frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        if can_move(state, tile):
            worth = _step_worth(state, tile, _best_step(state, tile))
            if worth > most:
                most = worth
                best = CELL + int(LOCAL_TILE[frame, tile])
    return best


@rule
def _best_step(state, tile):
    """The direction of the best step."""
    best = 0
    most = -1.0
    for d in range(DIRECTIONS):
        if state.exits[tile] >> d & 1:
            worth = _step_worth(state, tile, d)
            if worth > most:
                most = worth
                best = d
    return best


@rule
def _step_worth(state, tile, d):
    """The worth of the best goal that the step leads nearer to, shared out over the steps that are left."""
    target = NEIGHBOUR[tile, d]
    most = 0.0
    if KIND[target] == THORNS:
        return -0.5
    for goal in range(GOALS.shape[0]):
        left = STEPS_TO[goal, target]
        if left < STEPS_TO[goal, tile] and (left == 0 or LOCKS[target] == 0):
            worth = _goal_worth(state, goal) / (1 + left)
            if worth > most:
                most = worth
    if state.foes[state.to_act, target] != 0 and DEFENSE[target] == 1 and KIND[target] != POOL:
        most *= CAREFUL
    return most


@rule
def _goal_worth(state, goal):
    seat = state.to_act
    tile = GOALS[goal]
    if state.owner[tile] != NOBODY:
        return 0.0
    kind = KIND[tile]
    holder = state.owner[POOL_TILE]
    if kind == POOL:
        return 12.0
    if kind == RAMPART:
        return 3.0 if holder == NOBODY else 5.0 if holder == seat else 9.0
    if kind == EXTRA_ACTION:
        return ACTION_WORTH[state.held[seat, ACTIONS_HELD]]
    if kind == DAGGER:
        return 4.0 if state.held[seat, DAGGERS_HELD] == 0 else 0.5
    return 2.0 if state.held[seat, DAGGERS_HELD] > state.held[seat, SPAWNS_HELD] else 0.2


@rule
def _best_attacker(state):
    """The token with the best blow, or PASS if none is worth it."""
    best = PASS
    most = 0.0
    frame = frame_of(state, state.to_act)
    for k in range(token_count(state, state.to_act)):
        tile = state.tokens[state.to_act, k]
        if can_attack(state, tile):
            worth = _strike_worth(tile, NEIGHBOUR[tile, _best_strike(state, tile)])
            if worth > most:
                most = worth
                best = CELL + int(LOCAL_TILE[frame, tile])
    return best


@rule
def _best_strike(state, tile):
    """The direction of the best blow."""
    best = 0
    most = -FAR * 1.0
    for d in range(DIRECTIONS):
        if state.foes[state.to_act, tile] >> d & 1:
            worth = _strike_worth(tile, NEIGHBOUR[tile, d])
            if worth > most:
                most = worth
                best = d
    return best


@rule
def _strike_worth(tile, target):
    gain = TARGET_WORTH[KIND[target]] if defeats(tile, target) else 0.0
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
    for place in range(TILES):
        if mask[CELL + place]:
            tile = GLOBAL_TILE[frame, place]
            distance = STEPS_TO[0, tile] - (FAR if LOCKS[tile] else 0)
            if tile == POOL_TILE:
                distance -= 1
            if distance >= most:
                most = distance
                best = CELL + place
    return best
