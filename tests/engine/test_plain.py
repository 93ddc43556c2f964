"""Rules as plain Python: they call plain Python alone, by whatever names and modules they know it."""

from types import ModuleType
from typing import Any

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.jit.walk import python_function
from flank_envs.engine.plain import plain_copy

phases, tables = ModuleType("phases"), ModuleType("tables")
tables.COST = np.array([2, 3])  # pyright: ignore[reportAttributeAccessIssue]
phases.tables = tables  # pyright: ignore[reportAttributeAccessIssue]


@rule
def price(k):
    return tables.COST[k] + int(np.sqrt(4))


@rule
def pay(k):
    return -price(k)


phases.pay = pay  # pyright: ignore[reportAttributeAccessIssue]


@rule
def act(k):
    return phases.pay(k) * 10 + phases.tables.COST[k] + price(k)


def test_rules_run_without_being_compiled() -> None:
    copies: dict[Any, Any] = {}
    assert plain_copy(act, copies)(1) == -5 * 10 + 3 + 5
    assert set(copies) == set(map(python_function, (act, pay, price)))
    assert not any(hasattr(copy, "py_func") for copy in copies.values())


def test_others_may_stand_in_for_rules_wherever_they_are_called() -> None:
    assert plain_copy(act, {python_function(price): lambda k: 7})(0) == -7 * 10 + 2 + 7


def test_calls_can_be_watched_through_modules() -> None:
    calls: list[str] = []

    def watched(source: Any, copy: Any) -> Any:
        def watching(k: int) -> Any:
            calls.append(source.__name__)
            return copy(k)

        return watching

    plain_copy(act, {}, watched)(0)
    assert calls == ["act", "pay", "price", "price"]


def test_modules_themselves_stay_as_they_are() -> None:
    def whole(k):
        everything = tables
        return everything.COST[k] + tables.COST[k] + phases.pay(k)

    assert plain_copy(whole, {})(0) == 2 + 2 - 4
    assert phases.pay is pay
