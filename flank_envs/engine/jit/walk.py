"""Walk the call graph below a kernel: the rules that it calls, those that they call, and the values of their globals.

    kernel step -> rule _decide -> verb apply: the rule of the record's game -> rule fight -> table POINTS

There are two hashes of it, with two ways to turn a function into text: `fingerprint` is the name under which machine
code is kept, and `identity` tells whether what is kept in a file still holds. Both see what is read through a module
(`tables.POINTS`). A module that is passed on, or kept under another name, would hide what is read: it is refused.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from numba.core import config

from flank_envs.engine.jit.reads import codes_in, globals_read, translated
from flank_envs.engine.jit.values import value_text

# Verbs are no rules themselves: the type of a record decides which rule stands in their place.
RULE_BY_RECORD: dict[Callable[..., Any], Callable[[Any], Callable[..., Any]]] = {}
RULES: set[Any] = set()  # the Python functions of all rules and kernels


class Rendered(NamedTuple):
    """What a function or a module is by itself."""

    digest: bytes
    names: list[str]  # that its code asks for
    below: list[FunctionType]  # the rules that it calls


class Rendering(NamedTuple):
    """How functions and modules become text."""

    code: Callable[[FunctionType], str]  # of a function by itself
    call: Callable[[Any], str]  # of a rule where it is called
    module: Callable[[ModuleType], Rendered]  # of a root that is a module


_known: dict[tuple[Any, Rendering], Rendered] = {}


def walk(
    roots: Iterable[Any], rules: Callable[[Any], list[Callable[..., Any]]], rendering: Rendering, anew: bool = False
) -> Iterator[Rendered]:
    """All that is found below some functions and modules; `rules` says what stands in the place of a verb."""
    visited: set[Any] = set()
    waiting = list(roots)
    while waiting:
        part = waiting.pop()
        if part in visited:
            continue
        visited.add(part)
        if part in RULE_BY_RECORD:
            waiting += map(python_function, rules(part))
            continue
        rendered = None if anew else _known.get((part, rendering))
        if rendered is None:
            rendered = _render_function(part, rendering) if isinstance(part, FunctionType) else rendering.module(part)
            _known.setdefault((part, rendering), rendered)
        yield rendered
        waiting += rendered.below


def _render_function(function: FunctionType, rendering: Rendering) -> Rendered:
    """A function by itself."""
    below: list[FunctionType] = []
    parts = [rendering.code(function)]
    values = (function.__defaults__, *sorted((function.__kwdefaults__ or {}).items()))
    values += tuple(cell.cell_contents for cell in function.__closure__ or ())
    parts += [text_of(value, below, rendering) for value in values]
    for path, name, value in globals_read(function):
        try:
            parts.append(f"{name} {text_of(value, below, rendering)}")
        except TypeError as problem:
            raise TypeError(f"{function.__qualname__} uses {'.'.join(path)}, {problem}") from None
    names = sorted({name for code in codes_in(function.__code__) for name in code.co_names})
    return Rendered(hashlib.sha256(repr(parts).encode()).digest(), names, below)


def text_of(value: Any, below: list[FunctionType], rendering: Rendering) -> str:
    """A text that is equal for equal values; functions are added to `below`."""

    def function_text(value: Any) -> str:
        if isinstance(value, ModuleType) and translated(value.__name__):
            return f"str {value.__name__!r}"
        function = _checked(value)
        if translated(function.__module__):
            return f"function {function.__module__.partition('.')[0]} {function.__qualname__}"
        below.append(function)
        return f"rule {rendering.call(value)}"

    return value_text(value, function_text)


def _checked(value: Any) -> FunctionType:
    """The Python function of a rule, or of a library's function; a TypeError for what compiled code cannot call."""
    if isinstance(value, ModuleType):
        raise TypeError("a module: read a value of it at once, as in tables.SIZE")
    function = python_function(value)
    if not isinstance(function, FunctionType):
        raise TypeError(f"a {type(value).__name__}: rules know numbers, strings, tuples, numpy arrays and other rules")
    compiled = function is not value or function in RULES or value in RULE_BY_RECORD
    if not (compiled or translated(function.__module__) or config.DISABLE_JIT):  # pyright: ignore
        raise TypeError("a plain function: decorate it with @rule")
    return function


def python_function(value: Any) -> Any:
    return getattr(value, "py_func", value)
