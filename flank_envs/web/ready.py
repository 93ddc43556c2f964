"""Compiling the games when the server starts, in the background; pages tell how far it is."""

import threading
import time
from collections.abc import Mapping
from typing import Any

from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.opponents import known_opponent
from flank_envs.session import Session
from flank_envs.web.refused import Refused

A_LITTLE = 60  # decisions
USUAL = 30  # seconds for a game that was never compiled, on a machine with nothing else to do


class Ready:
    """Which games can be played already. Each is made ready once, one after the other."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._began: dict[str, float] = {}
        self._took: dict[str, float] = {}
        self.pictures: dict[str, str] = {}

    def start(self) -> threading.Thread:
        """Compile in a thread that ends with the process."""
        thread = threading.Thread(target=self.run, name="compile", daemon=True)
        thread.start()
        return thread

    def run(self) -> None:
        """Compile everything that a table needs, for all games; then what players that search need."""
        self.compile_games()
        for game in self._games.values():
            search_a_little(game)

    def compile_games(self) -> None:
        """Make every game ready, for all players but those that search."""
        for name, game in self._games.items():
            self._began[name] = time.perf_counter()
            self.pictures[name] = play_a_little(game)
            self._took[name] = time.perf_counter() - self._began[name]

    def need(self, name: str) -> None:
        """Refuse until a game is ready."""
        if name in self._games and name not in self._took:
            title = self._games[name].title
            raise Refused(409, f"{title} is still being compiled, which takes about {USUAL} s once: try again soon.")

    def progress(self, name: str) -> dict[str, Any]:
        """How far a game is, and how long it takes."""
        seconds = self._took.get(name)
        if seconds is None and name in self._began:
            seconds = time.perf_counter() - self._began[name]
        return {
            "ready": name in self._took,
            "compiling": name in self._began and name not in self._took,
            "seconds": round(seconds or 0.0, 1),
            "usual": 0 if JIT_DISABLED else USUAL,
        }


def play_a_little(game: Game) -> str:
    """Use every compiled player and all that a person is shown; a picture of what came out."""
    session = Session(game, seed=0)
    _let_play(session, "random")
    while not session.over and (len(session.actions) < A_LITTLE or session.to_act != 0):
        _let_play(session, "heuristic")
    session.story(0)
    session.returns()
    return game.view.picture(session.state, 0)


def search_a_little(game: Game) -> None:
    """One decision of a player that searches."""
    _let_play(Session(game, seed=0), "search:4")


def _let_play(session: Session, name: str) -> None:
    """One decision of the opponent of that name, whose seat it takes."""
    session.seat(session.to_act, known_opponent(name))
    session.play_opponent()
