"""Every test that asks for `game` runs once for each game found and for the sample game; nothing here lists them."""

import pytest
from hypothesis import settings

from flank_envs import add_game, all_games
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.games.sample_game import GAME as SAMPLE_GAME
from tests.web.chromium import browser

LIBRARY = dict(all_games())
add_game(SAMPLE_GAME)

settings.register_profile("shared", deadline=None)  # the first example pays for compiling
settings.load_profile("shared")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`library_game` leaves the sample game out: other processes do not know it, and it has no page.

    `game_with_features` is each game that has any.
    """
    shortened = JIT_DISABLED and metafunc.definition.get_closest_marker("whole_games")
    every = {SAMPLE_GAME.name: SAMPLE_GAME} if shortened else all_games()
    featured = {name: game for name, game in every.items() if game.features}
    for name, games in (("game", every), ("library_game", LIBRARY), ("game_with_features", featured)):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, list(games.values()), ids=list(games))


@pytest.fixture
def name(game: Game) -> str:
    return game.name


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if browser() is None:
        terminalreporter.write_line("No Chromium was found: the tests in a browser were left out.", yellow=True)
