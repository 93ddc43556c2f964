"""Swapping the players gives the mirrored game, decision by decision."""

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine import kernels
from tests.conformance.play import sample
from tests.games.mercy_frontier.frames import mirror


@pytest.mark.parametrize("options", [{}, {"accelerated": True, "lanes": True, "persistent_health": True}])
def test_the_mirrored_game_is_the_same_game(options) -> None:
    """MF-2.5, MF-3.2, MF-6.2: the same actions lead to the mirrored position, chance included."""
    games = sample(24, 2)
    first = make_batch("mercy_frontier", games, seed=3, autoreset=False, **options)
    second = make_batch("mercy_frontier", games, seed=3, autoreset=False, **options)
    second._arrays.states[:] = mirror(first.states, 1)  # `put` refuses the mirrored tiles
    kernels.refresh(second._arrays, second._viewers, np.ones(games, np.bool_))
    streams = first.streams(4)
    for _ in range(sample(1200, 60)):
        actions = first.random_actions(streams)
        first.step(actions)
        second.step(actions)
        assert mirror(first.states, 1).tobytes() == second.states.tobytes()
        assert np.array_equal(first.action_mask, second.action_mask)
    assert np.array_equal(first.observation[first.states["over"] == 0], second.observation[first.states["over"] == 0])
