"""Checks of everything that Python passes to compiled code.

Kernels look up what they are given without asking: an array that is too short, of another type, or a record that no
play leads to would make them read and write anywhere. So every public call lets its arrays through here first, and
what comes out has the shape, the type, the range and the memory that kernels trust.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr

LARGEST_SEED = 2**64 - 1
INT32, INT64 = np.dtype(np.int32), np.dtype(np.int64)  # `is` is enough to know them by, and asking for == takes longer


def row_per_game(values: Any, name: str, games: int) -> np.ndarray:
    """`values` as an array with one whole number for each game, of int32 or int64: kernels that take it know both."""
    array = np.asarray(values)
    if array.shape != (games,) or array.dtype.kind not in "iu":
        raise ValueError(
            f"{name} of shape {array.shape} and type {array.dtype} were given: "
            f"give one whole number for each of the {games} games, shape ({games},)"
        )
    if (array.dtype is INT32 or array.dtype is INT64) and array.flags.carray:
        return array
    return np.array(array, np.int64, order="C")


def seat_per_game(values: Any, games: int, seats: int) -> np.ndarray:
    """`values` as an int64 array with a seat for each game: one for all, or one each."""
    if np.ndim(values) == 0:
        return np.full(games, whole_number(values, "seat", 0, seats - 1), np.int64)
    array = row_per_game(values, "seats", games).astype(np.int64)
    wrong = np.flatnonzero((array < 0) | (array >= seats))
    if len(wrong):
        why = " (a game that is over has no seat to act)" if array[wrong[0]] == -1 else ""
        raise ValueError(f"seat {array[wrong[0]]} for game {wrong[0]}: give seats from 0 to {seats - 1}{why}")
    return array


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
    if not isinstance(seed, list | tuple | np.ndarray) or np.ndim(seed) == 0:
        try:
            first = whole_number(seed, "seed", 0, LARGEST_SEED)
        except ValueError as problem:
            raise ValueError(f"{problem}, a list with one for each game, or None for any") from None
        return np.uint64(first) + np.arange(games, dtype=np.uint64)
    if len(seed) != games:
        raise ValueError(f"{len(seed)} seeds were given for {games} games: give one each, or a single whole number")
    seeds = [None if s is None else whole_number(s, f"seed of game {i}", 0, LARGEST_SEED) for i, s in enumerate(seed)]
    if None not in seeds:
        return np.array(seeds, np.uint64)
    fresh = np.random.SeedSequence().generate_state(games, np.uint64)
    return np.array([f if s is None else s for s, f in zip(seeds, fresh, strict=True)], np.uint64)


def streams_to_move(streams: Any, rows: int) -> np.ndarray:
    """`streams` as they are: whoever draws from them moves them on, so a copy would not do."""
    if not isinstance(streams, np.ndarray) or streams.shape != (rows,) or streams.dtype != np.uint64:
        raise ValueError(f"streams={short_repr(streams)}: give an array of {rows} uint64, such as batch.streams(seed)")
    if not streams.flags.carray:
        raise ValueError(
            "streams is read-only or a part of another array: it is moved on in place, so give a copy and keep that"
        )
    return streams


def for_kernels(values: Any, name: str, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    """`values` as kernels are compiled for them: of this type, contiguous and writable; copied if they are not yet."""
    array = np.asarray(values)
    if array.shape != shape or not np.can_cast(array.dtype, kind, "same_kind"):
        raise ValueError(
            f"{name} of shape {array.shape} and type {array.dtype} was given: give shape {shape} and {np.dtype(kind)}"
        )
    return np.require(array, kind, ("C", "A", "W"))


def masks_for_kernels(values: Any, name: str, shape: tuple[int, ...]) -> np.ndarray:
    """Masks as kernels take them: drawing a legal action counts the ones, so that other numbers lead astray."""
    array = np.asarray(values)
    if array.shape == shape and array.dtype.kind in "biu" and ((array != 0) & (array != 1)).any():
        raise ValueError(f"{name} holds {array.min()} to {array.max()}: give 1 for legal actions and 0 for the others")
    return for_kernels(array, name, shape, np.int8)


def records(game: Game, values: Any, count: int, what: str = "game") -> np.ndarray:
    """A copy of `count` records that are positions of the game."""
    if not isinstance(values, np.ndarray | np.record) or values.dtype != game.state:
        kind = values.dtype if isinstance(values, np.ndarray | np.generic) else type(values).__name__
        raise ValueError(f"records of type {short_repr(str(kind))} were given: give records of {game.name}")
    copies = np.array(values, game.state, ndmin=1)
    if copies.shape != (count,):
        raise ValueError(
            f"records of shape {copies.shape} were given: give {count}, one for each game, shape ({count},)"
        )
    check_records(game, copies, what)
    return copies


def check_records(game: Game, states: np.ndarray, what: str = "game", first: int = 0) -> None:
    """Refuse records that are no positions of the game; the first of them is called `what` number `first`."""
    code = int(kernels.checks(states))
    if code:
        number, index = divmod(code, len(states))
        refusal = f"{what} {first + index} is not a position of {game.title}"
        raise ValueError(f"{refusal}: not true that {game.rules.invariants[number - 1]}")


def same_options(game: Game, states: np.ndarray, options: Mapping[str, Any], what: str = "game") -> None:
    """Refuse records with other options than these."""
    expected = game.blank(1, options)[0]
    for option in game.options:
        other = np.flatnonzero(states[option.name] != expected[option.name])
        if len(other):
            actual = game.options_of(states[other[0]])
            raise ValueError(f"{what} {other[0]} has options {actual}; expected {dict(options)}")


def set_fields(game: Game, record: Any, fields: Mapping[str, Any]) -> None:
    """Write values into fields of a record by name; phases may be given by their names."""
    fixed = {"seats", *(option.name for option in game.options)}
    free = [name for name in game.state.names or () if name not in fixed and not name.startswith("gap_")]
    for name, value in fields.items():
        if name not in free:
            why = "options are given when the batch is made" if name in fixed else f"known: {', '.join(free)}"
            raise ValueError(f"{name}={short_repr(value)}: records of {game.name} have no such field to set ({why})")
        if name == "phase" and isinstance(value, str):
            value = _phase(game, value)
        kind, shape = game.state[name].base, game.state[name].shape
        array, limits = np.asarray(value), np.iinfo(kind)
        if array.shape != shape or array.dtype.kind not in "iu" or not _within(array, limits.min, limits.max):
            wanted = f"an array of shape {shape}" if shape else "a number"
            raise ValueError(f"{name}={short_repr(value)}: give {wanted}, whole, from {limits.min} to {limits.max}")
        record[name] = array.astype(kind)


def _phase(game: Game, name: str) -> int:
    if name not in game.phases:
        raise ValueError(f"phase={short_repr(name)}: choose one of {', '.join(game.phases)}")
    return game.phases.index(name)


def _within(array: np.ndarray, low: int, high: int) -> bool:
    return array.size == 0 or bool(low <= int(array.min()) and int(array.max()) <= high)
