"""Games and players do what they did: see tests/pinned.py for what is pinned and how it is written anew."""

import json

import pytest

from flank_envs.engine.game import Game
from tests import pinned
from tests.conformance.play import option_sets, sample

STEPS = sample(pinned.MANY, pinned.FEW)
ROWS = slice(None) if sample(1, 0) else slice(0, 1)  # of the hashes: all, or the one after few decisions


def test_random_play_and_the_heuristic_are_what_they_were(library_game: Game) -> None:
    expected = json.loads(pinned.file_of(library_game).read_text(encoding="utf-8"))["options"]
    assert list(expected) == [pinned.key(options) for options in library_game.option_samples()]
    for options in option_sets(library_game):
        found = pinned.of_options(library_game, options, STEPS)
        assert found == {name: hashes[ROWS] for name, hashes in expected[pinned.key(options)].items()}, options


def test_searches_and_networks_choose_what_they_chose(library_game: Game) -> None:
    expected = json.loads(pinned.file_of(library_game).read_text(encoding="utf-8"))["players"]
    found = pinned.of_players(library_game, STEPS)
    assert list(found) == list(expected)
    assert found.pop(pinned.SEARCH) == expected.pop(pinned.SEARCH)[ROWS]
    for name, network in expected.items():
        assert found[name].pop("logits") == pytest.approx(network.pop("logits"), abs=2e-3)
        assert found[name] == {manner: hashes[ROWS] for manner, hashes in network.items()}
