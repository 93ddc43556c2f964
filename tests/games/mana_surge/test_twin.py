"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.opponents import seat_kernels
from tests.games.mana_surge.board import GAME
from tests.twins.mana_surge_beside import Beside

THOUGHTFUL = 4  # one game in so many is played by the heuristic
SHORT, LONG = (1, 1) if JIT_DISABLED else (20, 4)
# Random games of the full length have about 800 decisions.
OPTIONS = [
    ({}, LONG),
    ({"players": 2}, LONG),
    ({"first_seat": 2, "troops": 20, "mana_goal": 2, "max_rounds": 40}, SHORT),
    ({"players": 2, "first_seat": 1, "komi": 1, "mana_goal": 3, "troops": 8, "max_rounds": 40}, SHORT),
    ({"max_rounds": 12, "troops": 30, "mana_goal": 3}, SHORT),
]


def choose(batch: Batch, streams: np.ndarray, thoughtful: bool) -> int:
    actions = batch.random_actions(streams)
    if thoughtful and streams[0] % 8 != 0:  # a few random decisions, so that such games differ
        seat_kernels.choose_heuristic(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    return int(actions[0])


@pytest.mark.parametrize(("options", "games"), OPTIONS)
def test_games_follow_the_twin(options, games):
    """MS-3.1: legal actions, observations, positions and results are the same after every decision."""
    batch = make_batch(GAME, 1, seed=0, autoreset=False, **options)
    for game in range(games):
        batch.reset(seed=game)
        streams = batch.streams(game)
        both = Beside(batch, options, just_dealt=True)
        while not batch.done[0]:
            both.step(choose(batch, streams, thoughtful=game % THOUGHTFUL == 1))
