"""Trace what happens inside one decision: the rules run once more, as plain Python on a copy, with some calls recorded.

A decision may lead through fights, draws and other players' forced moves before somebody has a choice again. The two
records do not show what lies between; the rules do, and they are asked instead of being written a second time.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from flank_envs.engine.jit.walk import python_function
from flank_envs.engine.plain import plain_copy

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
    return plain_copy(rule, {})


@cache
def _watching(apply: Callable[..., Any], watched: tuple[Callable, ...]) -> Callable[..., Any]:
    """`apply` as plain Python that notes each call of a watched rule."""
    rules = {python_function(rule): rule for rule in watched}
    return plain_copy(apply, {}, lambda source, copy: _noted(rules[source], copy) if source in rules else copy)


def _noted(rule: Callable[..., Any], run: Callable[..., Any]) -> Callable[..., Any]:
    """A watched rule as plain Python, whose calls are written down."""

    def noting(state: Any, *arguments: Any) -> Any:
        start = state.copy()
        result = run(state, *arguments)
        _EVENTS.get().append(Event(rule, start, arguments, result, state.copy()))
        return result

    return noting
