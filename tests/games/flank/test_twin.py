"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.opponents import seat_kernels
from tests.twins.flank_beside import dealt

GAMES = 1 if JIT_DISABLED else 15
THOUGHTFUL = 5  # one game in so many is played by the heuristic
OPTIONS = (
    {},
    {"factions": (0, 2), "attacker_bonus": 0, "final_round": 8},
    {"factions": (2, 1), "first_player": 1, "final_round": None, "max_decisions": 200},
    {"factions": (1, 0), "final_round": 7},
    {"factions": (2, 0), "first_player": 0, "final_round": 6},
)


def choose(batch: Batch, streams: np.ndarray, thoughtful: bool) -> np.ndarray:
    if not thoughtful:
        return batch.random_actions(streams)
    actions = np.zeros(1, np.int32)
    seat_kernels.choose_heuristic(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    return actions


@pytest.mark.parametrize("options", OPTIONS)
def test_games_follow_the_twin(options):
    """FL-2.2: legal actions, observations, pieces, cards and results are the same after every decision."""
    batch = make_batch("flank", 1, seed=0, autoreset=False, **options)
    for game in range(GAMES):
        batch.reset(seed=game)
        streams = batch.streams(game)
        both = dealt(batch, options)
        while not batch.done[0]:
            both.step(int(choose(batch, streams, thoughtful=game % THOUGHTFUL == THOUGHTFUL - 1)[0]))
