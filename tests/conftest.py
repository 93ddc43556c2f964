"""Every test that asks for `game` runs once for each game found; nothing here lists them."""

import pytest
from hypothesis import settings

from flank_envs import all_games
from flank_envs.core.game import Game

settings.register_profile("shared", deadline=None)  # the first example pays for compiling
settings.load_profile("shared")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(all_games().values()), ids=list(all_games()))


@pytest.fixture
def name(game: Game) -> str:
    return game.name
