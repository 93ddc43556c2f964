"""What happens inside one decision: the rules run once more, as plain Python on a copy, and some of them are watched.

A decision may lead through fights, draws and other players' forced moves before somebody has a choice again. The two
records do not show what lies between; the rules do, and they are asked instead of being written a second time.
"""

from collections.abc import Callable, Collection
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np


class Event(NamedTuple):
    """One call of a watched rule: the position before and after it."""

    rule: Callable[..., Any]
    before: Any
    arguments: tuple
    result: Any
    after: Any


def unfolded(apply: Callable[..., Any], before: Any, action: int, watched: Collection[Callable]) -> list[Event]:
    """The calls of watched rules while a legal action is carried out, in the order in which they return."""
    events: list[Event] = []
    states = np.array([before], before.dtype)
    _uncompiled(apply, {_python(rule): _recorder(rule, events) for rule in watched}, {})(states[0], int(action))
    return events


def uncompiled(rule: Any) -> Callable[..., Any]:
    """A rule as plain Python: to ask it a single question, nothing needs to be compiled."""
    return _uncompiled(rule, {}, {})


def _recorder(rule: Callable[..., Any], events: list[Event]) -> Callable[[Any], Any]:
    """Wraps the uncompiled rule so that its calls are written down."""

    def wrapped(run: Callable[..., Any]) -> Callable[..., Any]:
        def watching(state: Any, *arguments: Any) -> Any:
            start = state.copy()
            result = run(state, *arguments)
            events.append(Event(rule, start, arguments, result, state.copy()))
            return result

        return watching

    return wrapped


def _python(rule: Any) -> FunctionType:
    return getattr(rule, "py_func", rule)


def _uncompiled(rule: Any, wrappers: dict, made: dict) -> Callable[..., Any]:
    """A rule as plain Python, which calls only plain Python."""
    python = _python(rule)
    if python not in made:
        known: dict[str, Any] = {"__builtins__": __builtins__}
        copy = FunctionType(python.__code__, known, python.__name__, python.__defaults__)
        made[python] = wrappers[python](copy) if python in wrappers else copy
        for name in python.__code__.co_names:
            if name in python.__globals__:
                value = python.__globals__[name]
                known[name] = _uncompiled(value, wrappers, made) if _is_rule(value) else value
    return made[python]


def _is_rule(value: Any) -> bool:
    return hasattr(value, "py_func") or isinstance(value, FunctionType)
