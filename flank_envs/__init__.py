"""Board games with hidden information as reinforcement-learning environments.

Importing registers every game: pettingzoo.make("aec", "flank_envs/hold_the_line-v0"), gymnasium.make("flank_envs/
HoldTheLine-v0") and, always, flank_envs.hold_the_line.env().
"""

from importlib import metadata

import flank_envs.games  # noqa: F401  # the games make themselves known
from flank_envs.engine.errors import IllegalActionError
from flank_envs.engine.game import Game, all_games, get_game
from flank_envs.engine.replay import Replay, ReplayError
from flank_envs.interfaces.batch import Batch, make_batch
from flank_envs.interfaces.register import add_game, register
from flank_envs.interfaces.single_seat import Ending
from flank_envs.opponents import Decisions, Opponent, load_opponent
from flank_envs.opponents.search import search
from flank_envs.session import Session

__all__ = [
    "Batch",
    "Decisions",
    "Ending",
    "Game",
    "IllegalActionError",
    "Opponent",
    "Replay",
    "ReplayError",
    "Session",
    "add_game",
    "all_games",
    "get_game",
    "load_opponent",
    "make_batch",
    "search",
]

try:
    __version__ = metadata.version("flank-envs")  # pyproject.toml says it
except metadata.PackageNotFoundError:
    __version__ = "0+not.installed"

for _game in all_games().values():
    register(_game)
