"""Evaluation: what a game says that its seats may expect before the end."""

import importlib

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import kernel
from flank_envs.opponents.heuristics import evaluate, heuristics_of, nobody_ahead
from tests.conformance.play import option_sets, positions, sample


@kernel
def evaluations(states, out):
    for i in range(states.shape[0]):
        evaluate(states[i], out[i])


def values_of(game: Game, states: np.ndarray, players: int) -> np.ndarray:
    out = np.full((len(states), players), np.nan, np.float32)
    evaluations(states.copy(), out)
    return out


def test_expectations_are_finite_bounded_and_nobody_wins_what_nobody_loses(game: Game) -> None:
    for options in option_sets(game):
        states = positions(game, sample(400, 6), **options)
        states = states[states["over"] == 0]
        values = values_of(game, states, game.players(options))
        assert np.isfinite(values).all()
        assert (np.abs(values) <= 1).all()
        np.testing.assert_allclose(values.sum(axis=1), 0, atol=1e-5)


def test_who_sits_where_does_not_matter(game: Game) -> None:
    """The same position with everybody seated further is valued the same, seat by seat."""
    mirror = importlib.import_module(f"tests.games.{game.name}.frames").mirror
    for options in option_sets(game):
        seats = game.players(options)
        states = positions(game, sample(400, 6), seed=2, **options)
        states = states[states["over"] == 0]
        for shift in range(1, seats):
            swapped = values_of(game, mirror(states, shift), seats)
            np.testing.assert_allclose(np.roll(swapped, -shift, axis=1), values_of(game, states, seats), atol=1e-5)


def test_evaluating_changes_nothing(game: Game) -> None:
    states = positions(game, sample(200, 4), seed=3)
    states = states[states["over"] == 0]
    before = states.tobytes()
    evaluations(states, np.zeros((len(states), game.players({})), np.float32))
    assert states.tobytes() == before


def test_every_game_of_the_library_evaluates(library_game: Game) -> None:
    """Positions differ in what they promise: nobody is told that all are alike."""
    assert heuristics_of(library_game).evaluate is not nobody_ahead
    assert heuristics_of(library_game).evaluate.__module__ == f"flank_envs.games.{library_game.name}.evaluate"
    states = positions(library_game, sample(100, 6), seed=4)
    values = values_of(library_game, states[states["over"] == 0], library_game.players({}))
    assert np.ptp(values[:, 0]) > 0.05
