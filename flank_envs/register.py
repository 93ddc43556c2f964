"""Making the games known to PettingZoo and Gymnasium, and as modules flank_envs.<game>."""

import sys
from functools import partial
from types import ModuleType

import gymnasium
import pettingzoo

from flank_envs.core.game import all_games


def register_all() -> None:
    """Register every game that was found. PettingZoo before 1.27 has no registry and is left alone."""
    for name, game in all_games().items():
        if registry := getattr(pettingzoo, "register", None):
            registry("aec", f"flank_envs/{name}-v{game.version}", "flank_envs.aec:env", kwargs={"game": name})
        gymnasium.register(
            f"flank_envs/{game.camel_name}-v{game.version}",
            entry_point="flank_envs.gym:SeatEnv",
            vector_entry_point="flank_envs.gym:SeatVectorEnv",
            kwargs={"game": name},
        )


def game_module(name: str) -> ModuleType:
    """The module flank_envs.<game> with `env`, `raw_env` and `GAME`."""
    from flank_envs import aec

    game = all_games()[name]
    module = ModuleType(f"flank_envs.{name}", f"{game.title} as a PettingZoo AEC environment.")
    vars(module).update(GAME=game, env=partial(aec.env, name), raw_env=partial(aec.raw_env, name))
    sys.modules[module.__name__] = module
    return module
