"""Who is ahead: strong mercenaries far forward, land, buildings that stand, and tokens.

The weights are those of what won games between heuristics.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.outcomes import expected_returns
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.heuristic.battle import turns_to_go
from flank_envs.games.mercy_frontier.state import on_board, own_row, side, waits

ATTACK_POINT, HEALTH_POINT, A_ZONE = 0.27, 0.15, -0.85  # of a mercenary on the board; it takes up a zone
WAITING_POINT = 0.08  # of attack and health of one that waits
ALL_THE_WAY, FOREMOST = 0.4, 1.25  # for the way made by each, and by the foremost
SPRINTER = 0.5  # at the far edge in one turn
LOST = np.array([0.0, 0.3, 1.1])  # by the buildings lost
TILE, RELIC = 0.35, 0.5
TOKEN, CRYSTAL_MORE = 0.07, 0.09
WORKER, REFINERY = 0.05, 0.05
assert len(LOST) == t.BUILDINGS_TO_LOSE
ROLLOUT = {"heuristic": True, "depth": 15, "heuristic_prior": 0.5}  # how a search plays on: see opponents/heuristics.py


@rule
def evaluate(state, values):
    for seat in range(t.SEATS):
        values[seat] = _army(state, seat) + _land(state, seat) - LOST[state.lost[seat]]
    expected_returns(state, values)


@rule
def _army(state, seat):
    worth = foremost = 0.0
    for zone in range(t.ZONES):
        card = state.card[seat, zone]
        if on_board(state, seat, zone):
            size = side(state, seat, zone)
            back = own_row(seat, int(state.row[seat, zone]), size)
            worth += A_ZONE + ATTACK_POINT * t.ATTACK[card] + HEALTH_POINT * state.health[seat, zone]
            worth += ALL_THE_WAY * back / t.ROWS
            foremost = max(foremost, (back + size) / t.ROWS)
            if turns_to_go(state, seat, zone) <= 1:
                worth += SPRINTER
        elif waits(state, seat, zone):
            worth += WAITING_POINT * (t.ATTACK[card] + t.HEALTH[card])
    return worth + FOREMOST * foremost


@rule
def _land(state, seat):
    worth = WORKER * state.owned[seat] + CRYSTAL_MORE * state.resources[seat, t.CRYSTAL]
    for resource in range(t.RESOURCES):
        worth += TOKEN * state.resources[seat, resource]
    for tile in range(t.TILES):
        worth += TILE * ((int(state.control[seat]) >> tile) & 1)
        for node in range(t.NODES):
            worth += REFINERY * ((int(state.refineries[seat, node]) >> tile) & 1)
    for place in range(t.RELIC_PLACES):
        worth += RELIC * ((int(state.control[seat]) >> (t.FIRST_MIDDLE + place)) & 1)
    return worth
