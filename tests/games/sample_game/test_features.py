"""The features of Last Match: what its own rules make of each action."""

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine.positions import features
from tests.games.sample_game import GAME
from tests.games.sample_game.rules import ACTION_FEATURES, PASS, STATE_FEATURES


@pytest.mark.parametrize(
    ("left", "winning", "denying"),
    [(1, [0], []), (3, [2], []), (4, [], [PASS]), (6, [], [0, 1, PASS]), (21, [], [0, 1, 2])],
)
def test_what_each_action_brings(left: int, winning: list[int], denying: list[int]) -> None:
    batch = make_batch(GAME, 1, seed=0)
    batch.set_up(0, left=left, passes=[1, 0])
    found = features(GAME, batch.states)
    assert found.actions.tolist() == np.flatnonzero(batch.action_mask[0]).tolist()
    actions, position = ACTION_FEATURES.split(found.values), STATE_FEATURES.split(found.state[0])
    assert found.actions[actions["wins"] == 1].tolist() == winning
    assert found.actions[actions["denies"] == 1].tolist() == denying
    assert (position["can_win"], position["can_deny"]) == (bool(winning), bool(denying))


def test_the_seat_that_waits_has_none() -> None:
    found = features(GAME, make_batch(GAME, 3, seed=0).states, seats=1)
    assert len(found.actions) == 0
    assert not found.state.any()
