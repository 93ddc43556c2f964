"""Board games with hidden information as reinforcement-learning environments.

Importing registers every game: pettingzoo.make("aec", "flank_envs/hold_the_line-v0"), gymnasium.make("flank_envs/
HoldTheLine-v0") and, always, flank_envs.hold_the_line.env().
"""

from importlib import metadata

from flank_envs.core.batch import Batch, make_batch
from flank_envs.core.errors import IllegalActionError
from flank_envs.core.game import Game, all_games, get_game
from flank_envs.core.replay import Replay, ReplayError
from flank_envs.mcts import search
from flank_envs.opponents import Decisions, Opponent, load_opponent
from flank_envs.register import add_game, register
from flank_envs.seat_door import Ending

__all__ = [
    "Batch",
    "Decisions",
    "Ending",
    "Game",
    "IllegalActionError",
    "Opponent",
    "Replay",
    "ReplayError",
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
