"""Who is ahead: money with the likely share of the pot, ships that are left, and items.

The weights are those of what won games between good players.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.outcomes import expected_returns
from flank_envs.games.arms_dealer.heuristic import battle_odds
from flank_envs.games.arms_dealer.phases.skirmish import power
from flank_envs.games.arms_dealer.state import living, pot, total
from flank_envs.games.arms_dealer.tables import CLASSES, FLEET_LIST_OF, ITEMS, SEATS

MONEY, FLEET = 0.9, 0.4  # twice the coins, or the ships, are worth this much times ln 2
SHIP = np.array([0.0, 0.03, 0.1, 0.19, 0.28])  # by class, outside the Scrapyard
ITEM = 0.3
SKIRMISH = 0.2  # for being ahead in the one that is fought
ROLLOUT = {"heuristic": True, "depth": 10, "heuristic_prior": 0.5}  # how a search plays on: see opponents/heuristics.py


@rule
def evaluate(state, values):
    won = (1 + battle_odds(state, 0, 0) - battle_odds(state, 1, 0)) / 2
    for seat in range(SEATS):
        coins = state.money[seat] + pot(state) * (won if seat == 0 else 1 - won)
        values[seat] = MONEY * np.log(1 + coins) + FLEET * np.log(1 + living(state, seat)) + _ships(state, seat)
        values[seat] += ITEM * total(state.hand[seat])
        if state.phase == ITEMS and power(state, seat) > power(state, 1 - seat):
            values[seat] += SKIRMISH
    expected_returns(state, values)


@rule
def _ships(state, seat):
    worth = 0.0
    for ship in range(CLASSES):
        worth += SHIP[ship] * (FLEET_LIST_OF[state.scale, ship] - state.scrap[seat, ship])
    return worth
