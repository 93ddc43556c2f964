"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.opponents import seat_kernels
from tests.twins.hold_the_line_beside import Beside

GAMES = 5 if JIT_DISABLED else 100
THOUGHTFUL = 20  # one game in so many is played by the heuristic and lasts longer


def choose(batch: Batch, streams: np.ndarray, thoughtful: bool) -> int:
    actions = batch.random_actions(streams)
    if thoughtful:
        seat_kernels.choose_heuristic(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    return int(actions[0])


@pytest.mark.parametrize("contested", ["triangle", "advance", "hold"])
@pytest.mark.parametrize("scale", ["full", "mini", "tiny"])
def test_games_follow_the_twin(contested, scale):
    """HL-3.1: legal actions, observations, cards, Fronts and results are the same after every decision."""
    options = {"contested": contested, "scale": scale}
    batch = make_batch("hold_the_line", 1, seed=0, autoreset=False, **options)
    for game in range(GAMES):
        batch.reset(seed=game)
        streams = batch.streams(game)
        both = Beside(batch, options, just_dealt=True)
        while not batch.done[0]:
            both.step(choose(batch, streams, thoughtful=game % THOUGHTFUL == 0))
