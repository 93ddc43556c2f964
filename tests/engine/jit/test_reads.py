"""What functions read from their globals, by names and through modules, however their code is written."""

import math
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from flank_envs.engine.jit.reads import globals_read

board, phases = ModuleType("board"), ModuleType("phases")
phases.board = board  # pyright: ignore[reportAttributeAccessIssue]
board.SIZE, board.min, board.place = 5, 6, len  # pyright: ignore[reportAttributeAccessIssue]
SIZE, POINTS = 7, np.arange(3)
MANY = 400  # more names than fit into one byte


def read(function: FunctionType) -> dict[str, Any]:
    return {name: value for _, name, value in globals_read(function)}


def test_names_and_modules() -> None:
    def function(state, k):
        return POINTS[k] + POINTS.shape[0] + phases.board.place(state.phases) + np.sqrt(math.pi) + min(k, 2)

    assert read(function) == {"POINTS": POINTS, "place": len, "np": np, "math": math}


def test_what_is_defined_inside_reads_too() -> None:
    def function(k):
        def inner():
            return board.SIZE

        return [board.place(j) for j in range(k)] + [inner()]

    assert read(function) == {"SIZE": 5, "place": len}


def test_two_values_of_one_name_are_told_apart() -> None:
    assert read(lambda: SIZE - board.SIZE) == {"SIZE": 7, "board.SIZE": 5}
    assert read(lambda: board.SIZE - phases.board.SIZE) == {"board.SIZE": 5, "phases.board.SIZE": 5}
    assert read(lambda place: board.place(place)) == {"board.place": len}
    assert read(lambda: board.min - min(1, 2)) == {"board.min": 6}


def test_a_module_that_is_passed_on_is_read_itself() -> None:
    def function(k):
        b = board
        return b.SIZE

    assert read(function) == {"board": board}
    assert read(lambda: getattr(phases.board, "SIZE")) == {"board": board}  # noqa: B009


def test_attributes_of_other_things_are_not_globals() -> None:
    assert read(lambda state: state.POINTS + state.board.SIZE) == {}
    assert read(lambda: board.missing + missing) == {}  # noqa: F821 # pyright: ignore


def test_more_names_than_one_byte_counts() -> None:
    table = ModuleType("table")
    for k in range(MANY):
        setattr(table, f"T{k}", k)
    names: dict[str, Any] = {f"G{k}": -k for k in range(MANY)} | {"table": table}
    lines = [f"    total += table.T{k} + G{k} * state.G{k}" for k in range(MANY)]
    exec("\n".join(["def function(state, total):", *lines]), names)
    expected = {f"G{k}": -k for k in range(MANY)} | {f"T{k}": k for k in range(MANY)}
    assert read(names["function"]) == expected
