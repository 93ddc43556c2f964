"""Plain-Python copies of compiled rules, in which some of the functions that they call can be replaced."""

import builtins
from collections.abc import Callable
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from flank_envs.engine.jit.reads import Path, globals_read
from flank_envs.engine.jit.walk import python_function

Wrap = Callable[[FunctionType, FunctionType], Callable[..., Any]]  # a rule's function and its copy -> what is called


def _as_it_is(source: FunctionType, copy: FunctionType) -> FunctionType:
    return copy


def plain_copy(rule: Any, copies: dict[Any, Callable[..., Any]], wrap: Wrap = _as_it_is) -> Callable[..., Any]:
    """A rule as plain Python that calls only plain Python: copies of the rules below it, or what `copies` has for them.

    `copies` is by the rules' Python functions, and is filled; what is called in place of each is what `wrap` makes.
    """
    source = python_function(rule)
    if source not in copies:
        names: dict[str, Any] = {"__builtins__": builtins}
        copy = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
        copies[source] = wrap(source, copy)
        for path, _, value in sorted(globals_read(source), key=lambda read: len(read.path)):
            is_rule = isinstance(python_function(value), FunctionType)
            _put(names, path, plain_copy(value, copies, wrap) if is_rule else value)
    return copies[source]


def _put(names: dict[str, Any], path: Path, value: Any) -> None:
    """Let a path of names lead to a value. A namespace stands for each module on the way that is not there itself."""
    for name in path[:-1]:
        if isinstance(names.get(name), ModuleType):
            return
        names = vars(names.setdefault(name, SimpleNamespace()))
    names[path[-1]] = value
