"""Making the games known to PettingZoo and Gymnasium, and as modules flank_envs.<game>."""

import pkgutil
import sys
from collections.abc import Callable, MutableMapping
from functools import partial
from types import ModuleType
from typing import Any

import gymnasium
import pettingzoo

from flank_envs.engine.game import Game, all_games, check_new, take_game
from flank_envs.engine.untrusted import short_repr
from flank_envs.interfaces import pettingzoo as aec
from flank_envs.opponents.heuristics import Rollout, added_heuristics, with_replacements

ASKED_IF_IMPORTED = (
    "flank_envs.interfaces.rllib",
    "flank_envs.interfaces.openspiel",
)  # the last cannot take back what it registered


def add_game(
    game: Game,
    *,
    heuristic: Callable[..., int] | None = None,
    evaluate: Callable[..., None] | None = None,
    rollout: Rollout | None = None,
) -> None:
    """Make a game of your own known everywhere: to all interfaces, all registries and the command line.

    What its own player needs (see `flank_envs.opponents.heuristics`) is found in its module, or given here. The game is
    known to all of them or, after an error, to none.
    """
    if not isinstance(game, Game):
        raise ValueError(f"add_game({short_repr(game)}): give a Game")
    check_new(game)
    places = _places(game)
    if game.name in _own_modules() or any(name in known for known, name in places):
        raise ValueError(f"the name {game.name!r} has another meaning in flank_envs: choose another name")
    heuristics = with_replacements(game, heuristic=heuristic, evaluate=evaluate, rollout=rollout)
    take_game(game)
    added_heuristics()[game.name] = heuristics
    try:
        register(game)
    except BaseException:
        for known, name in places:
            known.pop(name, None)
        added_heuristics().pop(game.name, None)
        raise


def register(game: Game) -> None:
    """The ids of a game and its module. PettingZoo before 1.27 has no registry and is left alone."""
    if registry := getattr(pettingzoo, "register", None):
        registry("aec", aec_id(game), "flank_envs.interfaces.pettingzoo:env", kwargs={"game": game.name})
    gymnasium.register(
        gym_id(game),
        entry_point="flank_envs.interfaces.gymnasium:SeatEnv",
        vector_entry_point="flank_envs.interfaces.gymnasium:SeatVectorEnv",
        kwargs={"game": game.name},
    )
    module = ModuleType(f"flank_envs.{game.name}", f"{game.title} as a PettingZoo AEC environment.")
    vars(module).update(GAME=game, env=partial(aec.env, game.name), raw_env=partial(aec.raw_env, game.name))
    sys.modules[module.__name__] = module
    setattr(_library(), game.name, module)
    for name in ASKED_IF_IMPORTED:
        if interface := sys.modules.get(name):
            interface.register(game)


def aec_id(game: Game) -> str:
    """The id that PettingZoo knows the game by."""
    return f"flank_envs/{game.name}-v{game.version}"


def gym_id(game: Game) -> str:
    """The id that Gymnasium knows the game by."""
    return f"flank_envs/{game.camel_name}-v{game.version}"


def _places(game: Game) -> list[tuple[MutableMapping[str, Any], str]]:
    """Where a game is known, and under which name."""
    return [
        (all_games(), game.name),
        (getattr(pettingzoo, "aec_registry", {}), aec_id(game)),
        (gymnasium.registry, gym_id(game)),
        (sys.modules, f"flank_envs.{game.name}"),
        (vars(_library()), game.name),
    ]


def _own_modules() -> set[str]:
    """Also those that nobody has imported yet."""
    return {module.name for module in pkgutil.iter_modules(_library().__path__)}


def _library() -> ModuleType:
    """The package flank_envs, in which games become modules; an import of it would import every room."""
    return sys.modules["flank_envs"]
