"""Errors that say what was given, what is allowed and what to do; and the checks of single values that raise them."""

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr


class IllegalActionError(ValueError):
    """An action that the rules refuse in this position."""


def explain_refusal(game: Game, state: Any, action: int) -> str:
    """Why an action of the seat to act is refused, in words."""
    return (
        f"action {action} ({game.view.describe(state, action)}) is illegal for seat {state.to_act}: "
        + game.view.refusal(state, action)
    )


def whole_number(value: Any, name: str, low: int, high: int) -> int:
    """`value` as an int in low..high."""
    try:
        number = low - 1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise ValueError(f"{name}={short_repr(value)}: give a whole number from {low} to {high}")
    return number


def flag(value: Any, name: str) -> bool:
    """`value` as a bool; nothing else stands for one."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name}={short_repr(value)}: give True or False")
    return bool(value)


def one_of(value: Any, name: str, allowed: tuple) -> Any:
    """`value` if it is one of `allowed`."""
    if not any(value is known or (isinstance(value, str) and value == known) for known in allowed):
        raise ValueError(f"{name}={short_repr(value)}: choose one of {', '.join(map(repr, allowed))}")
    return value


def names_and_values(options: Any, name: str = "options") -> dict[str, Any]:
    """`options` as a dict; None means none."""
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"{name}={short_repr(options)}: give names and values, such as a dict, or None")
    return dict(options or {})


def check_reset_options(options: Mapping[str, Any] | None, known: tuple[str, ...] = ()) -> None:
    """Refuse what `reset` would ignore."""
    if unknown := [name for name in names_and_values(options) if name not in known]:
        takes = f"only {', '.join(known)}" if known else "none"
        raise ValueError(
            f"reset(options=...) was given {short_repr(unknown[0])} but takes {takes}: "
            "options of the game are given when the environment is made"
        )
