"""Features of states and actions, in games that have any."""

import numpy as np
import pytest

from flank_envs.engine.game import Game
from flank_envs.engine.positions import observations
from flank_envs.opponents.policy.features import ROWS, FeatureReader
from tests.conformance.play import masks, positions, sample, view


@pytest.fixture
def with_features(library_game: Game) -> Game:
    if library_game.features is None:
        pytest.skip(f"{library_game.name} has no features")
    return library_game


def seen_by_deciders(game: Game, wanted: int) -> tuple[np.ndarray, np.ndarray]:
    """Random positions of games that go on, and what the seat to act sees."""
    states = positions(game, wanted)
    states = states[states["over"] == 0]
    return states, observations(game, states)


def test_any_numbers_may_be_given(with_features: Game) -> None:
    """Observations come from anywhere: none makes it read or write outside its arrays, and actions are of the game."""
    game, rng = with_features, np.random.default_rng(0)
    reader, first = FeatureReader(game), game.observation.blocks[0]
    assert first.name == "phase"
    phases = first.size
    usual = rng.random((sample(400, 20), game.observation.size), np.float32)
    for phase in range(phases):
        usual[:, :phases] = 0
        usual[:, phase] = 1
        odd = usual.copy()
        odd[rng.random(odd.shape) < 0.3] = np.nan
        odd[rng.random(odd.shape) < 0.1] = np.inf
        odd[rng.random(odd.shape) < 0.1] = -1e30
        odd[:, phase] = 1
        for seen in (usual, odd, usual * 1e9):
            with np.errstate(all="ignore"):
                found = reader.read(seen.astype(np.float32))
            assert ((found.actions >= 0) & (found.actions < game.actions.size)).all()
            assert len(set(zip(found.rows.tolist(), found.actions.tolist(), strict=True))) == len(found.rows)


def test_choices_are_told_of_in_numbers_fit_for_a_network(with_features: Game) -> None:
    states, seen = seen_by_deciders(with_features, sample(3000, 50))
    found, legal = FeatureReader(with_features).read(seen), masks(with_features, states)
    assert legal[found.rows, found.actions].any()
    for told in (found.state, found.values):
        assert np.abs(told).max() <= 20  # and none of them is no number
        assert (told.std(0) > 0).mean() > 0.5


def test_more_rows_than_are_looked_at_together(with_features: Game) -> None:
    """Each row's own."""
    states = seen_by_deciders(with_features, sample(600, 50))[0]
    states = np.concatenate([states] * (1 + 2 * ROWS // len(states)))[: 2 * ROWS + 90]
    seen = observations(with_features, states)
    together, reader = FeatureReader(with_features).read(seen), FeatureReader(with_features)
    for i in (0, ROWS - 1, ROWS, 2 * ROWS - 1, len(states) - 1):
        alone = reader.read(view(with_features, states[i : i + 1], int(states["to_act"][i])))
        mine = together.rows == i
        assert (together.actions[mine] == alone.actions).all()
        assert (together.values[mine] == alone.values).all()
        assert (together.state[i] == alone.state[0]).all()
