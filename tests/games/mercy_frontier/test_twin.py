"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.opponents import seat_kernels
from tests.twins.mercy_frontier_beside import dealt

THOUGHTFUL = 3  # one game in so many is played by the heuristic
SHORT, LONG = (1, 1) if JIT_DISABLED else (4, 2)
# Random games of the full length have about 1000 decisions.
OPTIONS = [
    ({}, LONG),
    ({"persistent_health": True}, LONG),
    ({"accelerated": True, "turn_cap": 12}, SHORT),
    ({"lanes": True}, SHORT),
    ({"accelerated": True, "lanes": True, "persistent_health": True, "turn_cap": 10}, SHORT),
    ({"turn_cap": 2}, SHORT),
]


def choose(batch: Batch, streams: np.ndarray, thoughtful: bool) -> np.ndarray:
    actions = batch.random_actions(streams)
    if thoughtful and streams[0] % 8 != 0:  # a few random decisions, so that such games differ
        seat_kernels.choose_heuristic(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    return actions


@pytest.mark.parametrize(("options", "games"), OPTIONS)
def test_games_follow_the_twin(options, games):
    """MF-2.5: legal actions, observations, cards and results are the same after every decision."""
    batch = make_batch("mercy_frontier", 1, seed=0, autoreset=False, **options)
    for game in range(games):
        batch.reset(seed=game)
        streams = batch.streams(game)
        both = dealt(batch, options)
        while not batch.done[0]:
            both.step(int(choose(batch, streams, thoughtful=game % THOUGHTFUL == 1)[0]))
