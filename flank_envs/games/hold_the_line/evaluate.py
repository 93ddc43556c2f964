"""Who is ahead: how far the Fronts are pushed, and who stands stronger in each lane."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.outcomes import expected_returns
from flank_envs.games.hold_the_line.state import troop_points
from flank_envs.games.hold_the_line.tables import LANES, RED_LINE, SEATS

PUSHED = np.array([0.0, 0.35, 1.2])  # by the lines that the own side has pushed a lane beyond Green
TROOP = 0.04  # for each point of a card's damage, HP and armor
HOLDER = np.array([0.1, 0.15, 0.2, 0.3, 0.9])  # alone in a lane, by the own Front -2..2
ROLLOUT = {"heuristic": True, "depth": 20, "heuristic_prior": 0.3}  # how a search plays on: see opponents/heuristics.py


@rule
def evaluate(state, values):
    for seat in range(SEATS):
        strength = 0.0
        for lane in range(LANES):
            front = min(max(state.front[lane] if seat == 0 else -state.front[lane], -RED_LINE), RED_LINE)
            strength += PUSHED[max(0, front)] + TROOP * troop_points(state, seat, lane)
            if state.stack_size[seat, lane] > 0 and state.stack_size[1 - seat, lane] == 0:
                strength += HOLDER[front + RED_LINE]
        values[seat] = strength
    expected_returns(state, values)
