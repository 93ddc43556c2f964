"""Making the games known to PettingZoo and Gymnasium, and as modules flank_envs.<game>."""

import sys
from functools import partial
from types import ModuleType

import gymnasium
import pettingzoo

import flank_envs
from flank_envs import aec
from flank_envs.core.game import Game, take_game


def add_game(game: Game) -> None:
    """Make a game of your own known everywhere: to all doors, both registries and the command line."""
    take_game(game)
    register(game)


def register(game: Game) -> None:
    """The ids of a game and its module. PettingZoo before 1.27 has no registry and is left alone."""
    if registry := getattr(pettingzoo, "register", None):
        registry("aec", f"flank_envs/{game.name}-v{game.version}", "flank_envs.aec:env", kwargs={"game": game.name})
    gymnasium.register(
        f"flank_envs/{game.camel_name}-v{game.version}",
        entry_point="flank_envs.gym:SeatEnv",
        vector_entry_point="flank_envs.gym:SeatVectorEnv",
        kwargs={"game": game.name},
    )
    module = ModuleType(f"flank_envs.{game.name}", f"{game.title} as a PettingZoo AEC environment.")
    vars(module).update(GAME=game, env=partial(aec.env, game.name), raw_env=partial(aec.raw_env, game.name))
    sys.modules[module.__name__] = module
    setattr(flank_envs, game.name, module)
    if door := sys.modules.get("flank_envs.open_spiel"):
        door.register(game)
