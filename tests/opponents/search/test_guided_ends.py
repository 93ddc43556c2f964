"""A search that is guided by a network learns how games end from the rules alone."""

import numpy as np
import pytest

from flank_envs import Decisions, make_batch
from flank_envs.engine import kernels as core
from flank_envs.opponents.search import SearchOpponent
from tests.games.sample_game import GAME as LAST_MATCH
from tests.games.sample_game.rules import TAKE
from tests.opponents.search.test_search import a_policy, streams


@pytest.mark.parametrize("judged", [-0.5, 0.0, 0.5])
@pytest.mark.parametrize("left", [1, 2, 3])
def test_results_of_games_that_end_count_whatever_the_network_expects(left: int, judged: float) -> None:
    """Last Match: who takes the last match wins, and who leaves one loses it, as the other may take it at once."""
    batch = make_batch(LAST_MATCH, 1, seed=0)
    states = batch.states.copy()
    states["left"], states["passes"], states["passed"] = left, 0, 1
    mask = np.zeros((1, LAST_MATCH.actions.size), np.int8)
    core.masks(states, mask)
    decision = Decisions(LAST_MATCH, states, batch.observation.copy(), mask, streams(1))
    found = SearchOpponent(60, a_policy(LAST_MATCH, judged)).search(decision)
    assert found.choices[0] == TAKE + left - 1
    assert found.values[0, TAKE + left - 1] == 1
    tried = np.flatnonzero(mask[0, : TAKE + left - 1] * (found.visits[0, : TAKE + left - 1] > 1))
    assert (found.values[0, tried] < 0).all()
