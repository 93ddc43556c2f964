"""States of OpenSpiel in several threads."""

import pytest

from flank_envs.engine.game import get_game
from tests.conformance.play import sample
from tests.threads import at_once

pytest.importorskip("pyspiel")
from tests.interfaces.openspiel.test_openspiel import interface, load, walk

THREADS = 3


def test_each_thread_walks_as_alone() -> None:
    """Through nodes of chance, whose outcomes are listed by the same rules for all."""
    game = load(get_game("hold_the_line"), scale="tiny")

    def walked(seed: int) -> list[str]:
        return [f"{state} {state.information_state_string()}" for state in walk(game, seed) if not state.is_terminal()]

    expected = [walked(seed) for seed in range(THREADS)]
    for _ in range(sample(3, 2)):
        interface._few_ways.cache_clear()
        assert at_once([lambda seed=seed: walked(seed) for seed in range(THREADS)]) == expected
