"""Numba has inside what flank_envs/engine/jit relies on: the first test to run with a new version."""

from collections.abc import Callable

import pytest
from numba.core import caching, types

from tests.conformance.play import JIT_DISABLED
from tests.engine.jit import insides

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")


def test_numba_has_the_attributes_that_are_used() -> None:
    assert insides.missing_attributes() == []


@pytest.mark.parametrize("check", insides.CHECKS, ids=lambda check: check.__name__)
def test_numba_behaves_as_is_relied_on(check: Callable[[], bool]) -> None:
    assert check()


def test_attributes_that_went_away_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(insides.compiler.CompileResult, "_rebuild")
    monkeypatch.delattr(insides.untyped_passes, "FixupArgs")
    assert [name.rpartition(" ")[2] for name in insides.failures()] == ["_rebuild", "FixupArgs"]


def test_other_behaviour_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching._Cache, "__abstractmethods__", frozenset({*insides.HOOKS, "a_new_hook"}))
    monkeypatch.setattr(types.Record, "mangling_args", property(lambda kind: ("Record", (kind._code,))))
    assert insides.failures() == ["cache_has_our_hooks", "records_are_named_by_their_fields"]
