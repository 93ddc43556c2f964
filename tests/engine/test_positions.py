"""What positions show: the same as batches that hold them."""

import numpy as np

from flank_envs import make_batch
from flank_envs.engine.positions import final_returns, legal_masks, observations
from tests.games.sample_game import GAME


def test_positions_show_what_their_batch_shows() -> None:
    batch = make_batch(GAME, 20, seed=3, autoreset=False)
    streams = batch.streams(0)
    while not batch.done.any():
        batch.step_random(streams)
    states, over = batch.states.copy(), batch.to_act < 0
    assert over.any()
    assert not over.all()
    np.testing.assert_array_equal(legal_masks(GAME, states), batch.action_mask)
    np.testing.assert_array_equal(final_returns(states), batch.returns())
    assert final_returns(states)[over].any()
    assert not final_returns(states)[~over].any()
    np.testing.assert_array_equal(observations(GAME, states)[~over], batch.observation[~over])
    np.testing.assert_array_equal(observations(GAME, states)[over], batch.observe(0)[over])
    for seat in range(batch.seats):
        np.testing.assert_array_equal(observations(GAME, states, seat), batch.observe(seat))
    seats = np.arange(20) % batch.seats
    np.testing.assert_array_equal(observations(GAME, states, seats), batch.observe(seats))


def test_no_positions_show_nothing() -> None:
    states = GAME.blank(0, {})
    assert observations(GAME, states).shape == (0, GAME.observation.size)
    assert legal_masks(GAME, states).shape == (0, GAME.actions.size)
    assert len(final_returns(states)) == 0
