"""Searches play wherever an opponent is named."""

from collections.abc import Callable

import pytest

from flank_envs.engine.game import Game, get_game
from tests.opponents.policy.test_trained import INTERFACES

POOL = {"random": 0, "heuristic": 0.2, "latest": 0.4, "pool": 0.3, "others": {"search:2": 0.1}}


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize("name", ["search:2", "search:2:trained"])
def test_every_interface_takes_a_search(name: str, interface: Callable[[Game, str], None]) -> None:
    interface(get_game("hold_the_line"), name)


def test_a_learner_can_train_against_a_search() -> None:
    config = pytest.importorskip("training.config")
    found = config.parse({"game": "hold_the_line", "steps": 10**6, "opponents": POOL})
    assert found.opponents.others == {"search:2": 0.1}
