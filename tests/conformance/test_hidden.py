"""Nothing leaks: what a seat may not know changes nothing that it gets."""

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.opponents import seat_kernels
from tests.conformance.play import masks, option_sets, positions, sample, view


def determinized(states: np.ndarray, seat: int, seed: int) -> np.ndarray:
    """The same positions with everything hidden from `seat` drawn anew."""
    other = states.copy()
    kernels.determinize_all(other, np.full(len(states), seat), streams_of_seeds(np.arange(len(states)) + seed))
    return other


def heuristic_choices(game: Game, states: np.ndarray) -> np.ndarray:
    actions = np.full(len(states), -1, np.int32)
    streams = streams_of_seeds(np.arange(len(states)))
    seat_kernels.choose_heuristic(states, masks(game, states), streams, actions)
    return actions


def test_hidden_things_change_nothing_a_seat_gets(game: Game) -> None:
    """In every phase, under every option: observation, mask, heuristic choice, picture and text stay the same."""
    seen_phases = set()
    sets = option_sets(game)
    for options in sets:
        states = positions(game, sample(600, 8), **options)
        seen_phases |= set(states["phase"].tolist())
        for seat in range(game.players(options)):
            other = determinized(states, seat, seed=17)
            assert kernels.checks(other) == 0
            assert np.array_equal(view(game, states, seat), view(game, other, seat))
            own = states["to_act"] == seat
            assert np.array_equal(other["to_act"], states["to_act"])
            assert np.array_equal(masks(game, states)[own], masks(game, other)[own])
            assert np.array_equal(heuristic_choices(game, states)[own], heuristic_choices(game, other)[own])
            for i in range(sample(200 // len(sets), 3)):  # drawing takes its time
                assert game.view.text(states[i], seat) == game.view.text(other[i], seat)
                assert game.view.picture(states[i], seat) == game.view.picture(other[i], seat)
    assert len(seen_phases) >= sample(len(game.phases), 2)  # a handful of positions is not of every phase


def test_determinize_is_blind(game: Game) -> None:
    """From one stream the same determinization comes out, whatever the hidden truth was."""
    for options in option_sets(game):
        states = positions(game, sample(300, 4), seed=2, **options)
        for seat in range(game.players(options)):
            truth = determinized(states, seat, seed=23)
            other_truth = determinized(states, seat, seed=29)
            assert determinized(truth, seat, seed=31).tobytes() == determinized(other_truth, seat, seed=31).tobytes()
            assert determinized(states, seat, seed=31).tobytes() == determinized(other_truth, seat, seed=31).tobytes()


def test_determinized_games_can_be_played_on(game: Game) -> None:
    states = positions(game, sample(200, 3), seed=3)
    for seat in range(game.players({})):
        playing = determinized(states, seat, seed=5)
        streams = streams_of_seeds(np.arange(len(playing)))
        actions = np.zeros(len(playing), np.int32)
        for _ in range(sample(100, 15)):
            playing = playing[playing["over"] == 0]
            streams = streams[: len(playing)]
            kernels.choose_random(masks(game, playing), streams, actions)
            kernels.decide(playing, actions)
            assert kernels.checks(playing) == 0
