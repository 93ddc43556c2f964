"""Trace what happens inside one decision: the rules run once more, as plain Python on a copy, with some calls recorded.

A decision may lead through fights, draws and other players' forced moves before somebody has a choice again. The two
records do not show what lies between; the rules do, and they are asked instead of being written a second time.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

_EVENTS: ContextVar[list["Event"]] = ContextVar("events")  # of the decision that this thread looks into


class Event(NamedTuple):
    """One recorded call of a rule: the position before and after it."""

    rule: Callable[..., Any]
    before: Any
    arguments: tuple
    result: Any
    after: Any


def unfolded(apply: Callable[..., Any], before: Any, action: int, watched: tuple[Callable, ...]) -> list[Event]:
    """The calls of watched rules while a legal action is carried out, in the order in which they return."""
    events: list[Event] = []
    token = _EVENTS.set(events)
    try:
        _watching(apply, watched)(np.array([before], before.dtype)[0], int(action))
    finally:
        _EVENTS.reset(token)
    return events


def steps(apply: Callable[..., Any], asked: Callable, before: Any, action: int) -> list[tuple[Any, int, Any]]:
    """A decision and the forced ones that followed: position, action, position.

    `asked` is the rule that names the next forced action, and something negative where somebody has a choice.
    """
    found, state = [], before
    for event in unfolded(apply, before, action, (asked,)):
        found.append((state, int(action), event.after))
        state, action = event.after, event.result
    return found


def uncompiled(rule: Any) -> Callable[..., Any]:
    """A rule as plain Python: to ask it a single question, nothing needs to be compiled."""
    return _uncompiled(rule, {}, {})


@cache
def _watching(apply: Callable[..., Any], watched: tuple[Callable, ...]) -> Callable[..., Any]:
    return _uncompiled(apply, {_python(rule): rule for rule in watched}, {})


def _noted(rule: Callable[..., Any], run: Callable[..., Any]) -> Callable[..., Any]:
    """The uncompiled rule, whose calls are written down."""

    def watching(state: Any, *arguments: Any) -> Any:
        start = state.copy()
        result = run(state, *arguments)
        _EVENTS.get().append(Event(rule, start, arguments, result, state.copy()))
        return result

    return watching


def _python(rule: Any) -> FunctionType:
    return getattr(rule, "py_func", rule)


def _uncompiled(rule: Any, watched: dict, made: dict) -> Callable[..., Any]:
    """A rule as plain Python, which calls only plain Python."""
    python = _python(rule)
    if python not in made:
        known: dict[str, Any] = {"__builtins__": __builtins__}
        copy = FunctionType(python.__code__, known, python.__name__, python.__defaults__)
        made[python] = _noted(watched[python], copy) if python in watched else copy
        for name in python.__code__.co_names:
            if name in python.__globals__:
                value = python.__globals__[name]
                known[name] = _uncompiled(value, watched, made) if _is_rule(value) else value
    return made[python]


def _is_rule(value: Any) -> bool:
    return hasattr(value, "py_func") or isinstance(value, FunctionType)
