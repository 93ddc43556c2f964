"""Who is ahead: mana, the pool, abilities and tokens near the pool, weighed by what won games between good players."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.outcomes import expected_returns
from flank_envs.games.mana_surge.heuristic import STEPS_TO
from flank_envs.games.mana_surge.state import token_count
from flank_envs.games.mana_surge.tables import ABILITY_TILES, ACTIONS_HELD, DAGGERS_HELD, LOCKS, POOL_TILE, SPAWNS_HELD

MANA_POINT, LAST_POINT = 0.23, 2.4  # for each point; more and more when few are missing
ON_POOL = 1.3
ACTIONS = np.array([0.0, 1.4, 3.4, 4.6, 5.1, 5.4, 5.6])  # by the extra actions held
SPAWN, A_DAGGER = 0.7, 0.5
assert len(ACTIONS) == ABILITY_TILES[ACTIONS_HELD] + 1
# A token that may move, by its tile: the nearer to the pool the better; one that is locked only costs.
TOKEN = np.where(LOCKS, 0.0, 3.7 / (1.0 + STEPS_TO[0])) - 0.34
ROLLOUT = {"heuristic": True, "depth": 30, "heuristic_prior": 0.5}  # how a search plays on: see opponents/heuristics.py


@rule
def evaluate(state, values):
    for seat in range(state.seats):
        values[seat] = _strength(state, seat)
    expected_returns(state, values)


@rule
def _strength(state, seat):
    strength = MANA_POINT * state.mana[seat] + LAST_POINT / (state.mana_goal - state.mana[seat])
    strength += ACTIONS[state.held[seat, ACTIONS_HELD]] + SPAWN * state.held[seat, SPAWNS_HELD]
    if state.owner[POOL_TILE] == seat:
        strength += ON_POOL
    if state.held[seat, DAGGERS_HELD] > 0:
        strength += A_DAGGER
    for k in range(token_count(state, seat)):
        strength += TOKEN[state.tokens[seat, k]]
    return strength
