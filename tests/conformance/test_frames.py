"""Frames: the game looks the same from every seat. Each game gives its own mirror in tests/games/<game>/frames.py."""

import importlib

import numpy as np

from flank_envs.engine.game import Game
from tests.conformance.play import masks, option_sets, positions, sample, view


def test_swapping_the_seats_gives_the_mirrored_view(game: Game) -> None:
    """`mirror(states, shift)` seats everybody `shift` places further; each then sees what the old seat saw."""
    mirror = importlib.import_module(f"tests.games.{game.name}.frames").mirror
    for options in option_sets(game):
        states = positions(game, sample(400, 6), **options)
        seats = game.players(options)
        for shift in range(1, seats):
            swapped = mirror(states, shift)
            for seat in range(seats):
                assert np.array_equal(view(game, states, seat), view(game, swapped, (seat + shift) % seats))
            assert np.array_equal(masks(game, states), masks(game, swapped))
            assert mirror(swapped, seats - shift).tobytes() == states.tobytes()
