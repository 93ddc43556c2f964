"""Errors that say what was given, what is allowed and what to do; and the checks that raise them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.core.game import Game


class IllegalActionError(ValueError):
    """An action that the rules refuse in this position."""


def explain_refusal(game: Game, state: Any, action: int) -> str:
    """Why an action of the seat to act is refused, in words."""
    return f"action {action} ({game.describe(state, action)}) is illegal for seat {state.to_act}: " + game.refusal(
        state, action
    )


def whole_number(value: Any, name: str, low: int, high: int) -> int:
    """`value` as an int in low..high."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise ValueError(f"{name}={value!r}: give a whole number from {low} to {high}")
    return int(value)


def one_of(value: Any, name: str, allowed: tuple) -> Any:
    """`value` if it is one of `allowed`."""
    if value not in allowed:
        raise ValueError(f"{name}={value!r}: choose one of {', '.join(map(repr, allowed))}")
    return value


def row_per_game(values: Any, name: str, games: int) -> np.ndarray:
    """`values` as an int32 array with one whole number for each game."""
    array = np.asarray(values)
    if array.shape != (games,) or array.dtype.kind not in "iu":
        raise ValueError(
            f"{name} of shape {array.shape} and type {array.dtype} were given: "
            f"give one whole number for each of the {games} games, shape ({games},)"
        )
    return np.ascontiguousarray(array, np.int32)


def check_reset_options(options: Mapping[str, Any] | None, known: tuple[str, ...] = ()) -> None:
    """Refuse what `reset` would ignore."""
    if unknown := [name for name in options or {} if name not in known]:
        takes = f"only {', '.join(known)}" if known else "none"
        raise ValueError(
            f"reset(options=...) was given {unknown[0]!r} but takes {takes}: "
            "options of the game are given when the environment is made"
        )


def for_kernels(values: Any, name: str, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    """`values` as kernels are compiled for them: of this type, contiguous and writable; copied if they are not yet."""
    array = np.asarray(values)
    if array.shape != shape or not np.can_cast(array.dtype, kind, "same_kind"):
        raise ValueError(
            f"{name} of shape {array.shape} and type {array.dtype} was given: give shape {shape} and {np.dtype(kind)}"
        )
    return np.require(array, kind, ("C", "A", "W"))


def streams_to_move(streams: Any, rows: int) -> np.ndarray:
    """`streams` as they are: whoever draws from them moves them on, so a copy would not do."""
    if not isinstance(streams, np.ndarray) or streams.shape != (rows,) or streams.dtype != np.uint64:
        raise ValueError(f"streams={streams!r}: give an array of {rows} uint64, such as batch.streams(seed)")
    if not streams.flags.carray:
        raise ValueError(
            "streams is read-only or a part of another array: it is moved on in place, so give a copy and keep that"
        )
    return streams


def flag_per_game(values: Any, name: str, games: int) -> np.ndarray:
    """`values` as a bool array with one flag for each game; None means all."""
    if values is None:
        return np.ones(games, np.bool_)
    array = np.asarray(values)
    if array.shape != (games,) or array.dtype != np.bool_:
        raise ValueError(
            f"{name} of shape {array.shape} and type {array.dtype} was given: "
            f"give one bool for each of the {games} games, shape ({games},)"
        )
    return array.copy()  # views of our own arrays are read-only, and kernels are compiled for writable ones


def seed_per_game(seed: Any, games: int) -> np.ndarray:
    """A 64-bit seed for each game: `seed` + i for a whole number, the given ones for a list, fresh ones for None."""
    if seed is None:
        return np.random.SeedSequence().generate_state(games, np.uint64)
    if isinstance(seed, int | np.integer):
        first = whole_number(seed, "seed", 0, 2**64 - 1)
        return np.uint64(first) + np.arange(games, dtype=np.uint64)
    seeds = [None if s is None else whole_number(s, "seed", 0, 2**64 - 1) for s in seed]
    if len(seeds) != games:
        raise ValueError(f"{len(seeds)} seeds were given for {games} games: give one each, or a single whole number")
    fresh = np.random.SeedSequence().generate_state(games, np.uint64)
    return np.array([f if s is None else s for s, f in zip(seeds, fresh, strict=True)], np.uint64)
