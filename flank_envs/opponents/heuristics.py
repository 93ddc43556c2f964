"""What a game brings for players of its own: a heuristic, an evaluation of positions, and how a search plays on.

    games/<game>/heuristic.py    heuristic(state, mask, streams, i) -> action
    games/<game>/evaluate.py     evaluate(state, values), and ROLLOUT, the settings of its `Rollout`

They are found there by their names, or given to `add_game`. A game without them is played at random to the end.
"""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from flank_envs.engine.chance import action_probabilities
from flank_envs.engine.folder import find_by_name
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.jit.verbs import verb
from flank_envs.engine.jit.walk import python_function
from flank_envs.engine.rng import random_legal
from flank_envs.engine.untrusted import short_repr

MODULES = ("rules", "heuristic", "evaluate")  # where they are looked for
NAMES = ("heuristic", "evaluate", "ROLLOUT")
PARAMETERS = {"heuristic": ("state", "mask", "streams", "i"), "evaluate": ("state", "values")}
TO_THE_END = 2**30  # decisions: more than any game has


class Rollout(NamedTuple):
    """How a search plays on where its tree ends, and where it looks first."""

    heuristic: bool = False  # whether the heuristic plays on, else chance
    depth: int = TO_THE_END  # decisions after which `evaluate` says who is ahead
    heuristic_prior: float = 0.0  # the prior of the heuristic's action before others share the rest, from 0 to 1
    c_puct: float = 1.5  # weight of what was seldom tried, for results from -1 to 1


@rule
def any_legal(state, mask, streams, i):
    """The heuristic of games that have none of their own."""
    return random_legal(mask, streams, i)


@rule
def nobody_ahead(state, values):
    """The `evaluate` of games that have none of their own: nobody is ahead before the end."""
    for seat in range(state.seats):
        values[seat] = 0


class Heuristics(NamedTuple):
    """A game's own player."""

    heuristic: Callable[..., int] = any_legal
    evaluate: Callable[..., None] = nobody_ahead
    rollout: Rollout = Rollout()


_ADDED: dict[str, Heuristics] = {}  # to `add_game`, by the name of the game


def heuristics_of(game: Game) -> Heuristics:
    """The heuristics that were added for a game, or those found in its folder."""
    return _ADDED.get(game.name) or _from_folder(game.module)


def added_heuristics() -> dict[str, Heuristics]:
    """The heuristics passed to `add_game`, by the names of the games."""
    return _ADDED


def with_replacements(game: Game, **functions: Any) -> Heuristics:
    """The heuristics found in a game's folder with some of them replaced; None replaces nothing."""
    own = {name: value for name, value in functions.items() if value is not None}
    return _checked(_from_folder(game.module)._replace(**own), game.name)


@cache
def _from_folder(module: str) -> Heuristics:
    functions = find_by_name(module, NAMES, MODULES)
    try:
        rollout = Rollout(**functions.pop("ROLLOUT", {}))
    except TypeError as problem:
        raise ValueError(f"ROLLOUT of {module}: {problem}; known are {', '.join(Rollout._fields)}") from problem
    return _checked(Heuristics(rollout=rollout, **functions), module)


def _checked(heuristics: Heuristics, where: str) -> Heuristics:
    """The heuristics, if they can be called and played by; a ValueError names the one that cannot."""
    for name, parameters in PARAMETERS.items():
        function = getattr(heuristics, name)
        try:
            inspect.signature(python_function(function)).bind(*parameters)
        except TypeError:
            written = f"{name}({', '.join(parameters)})"
            raise ValueError(f"{name}={short_repr(function)} of {where}: give a function {written}") from None
    rollout = heuristics.rollout
    right = isinstance(rollout, Rollout) and (
        _is_number(rollout.depth, 0, 2**62)
        and isinstance(rollout.depth, int)
        and _is_number(rollout.heuristic_prior, 0, 1)
        and _is_number(rollout.c_puct, 0, 1e9)
    )
    if not right:
        raise ValueError(
            f"rollout={short_repr(rollout)} of {where}: give a Rollout with a whole depth from 0, a heuristic_prior "
            "from 0 to 1 and a c_puct from 0"
        )
    return heuristics


def _is_number(value: Any, low: float, high: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


@verb(lambda game: heuristics_of(game).heuristic)
def heuristic(state, mask, streams, i):
    """The action of a cheap sensible player who sees only what the seat to act may know; chance is streams[i]."""


@verb(lambda game: heuristics_of(game).evaluate)
def evaluate(state, values):
    """Write what each seat may expect of a game that is not over, from -1 to 1 and 0 in all."""


def heuristic_probabilities(game: Game, states: np.ndarray, mask: np.ndarray, most: int) -> np.ndarray | None:
    """How likely the game's heuristic takes each action in a one-game array; None after `most` runs of it."""
    return action_probabilities(heuristics_of(game).heuristic, states, mask, most)
