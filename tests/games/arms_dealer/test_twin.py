"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.opponents import seat_kernels
from tests.twins.arms_dealer_beside import Beside
from tests.twins.arms_dealer_data import KEEP_PRICE, LEAD_BET, LOOK_PRICE, PUT_BACK, SHOP_DONE

# A random game has about 70 decisions, the others 260.
GAMES = {"random": 8, "careful": 3, "heuristic": 3}
OPTIONS = [
    {},
    {"first_seat": 1},
    {"race": "coin"},
    {"first_seat": 0, "race": "coin", "max_battles": 3},
    {"max_battles": 1},
    {"scale": "mini"},
]


def choose(batch: Batch, streams: np.ndarray, player: str) -> int:
    """Random players go bankrupt in the shop within three battles, so others keep the bet or follow a heuristic."""
    actions = batch.random_actions(streams)
    purse = batch.states[0].money[batch.to_act[0]]
    if player == "heuristic" and streams[0] % 8 != 0:  # a few random decisions, so that such games differ
        seat_kernels.choose_heuristic(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    elif player == "careful" and batch.action_mask[0, SHOP_DONE] and purse < LEAD_BET + LOOK_PRICE:
        actions[0] = SHOP_DONE
    elif player == "careful" and batch.action_mask[0, PUT_BACK] and purse < LEAD_BET + KEEP_PRICE:
        actions[0] = PUT_BACK
    return int(actions[0])


@pytest.mark.parametrize("player", GAMES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_games_follow_the_twin(options, player):
    """AD-1.5: legal actions, observations, hidden cards and results are the same after every decision."""
    batch = make_batch("arms_dealer", 1, seed=0, autoreset=False, **options)
    for game in range(1 if JIT_DISABLED else GAMES[player]):
        batch.reset(seed=game)
        streams = batch.streams(game)
        both = Beside(batch, options, just_dealt=True)
        while not batch.done[0]:
            both.step(choose(batch, streams, player))
