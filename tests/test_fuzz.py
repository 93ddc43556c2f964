"""The fuzzers of benchmarks/fuzz: a short run of each finds nothing, and each finds a bug that is planted for it."""

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from benchmarks.fuzz import guard, records
from benchmarks.fuzz.mutation import Mutator
from flank_envs.core.compile import rule
from flank_envs.core.game import Game, all_games, record_type
from tests.conformance.play import option_sets, positions, sample
from tests.sample_game import GAME
from tests.sample_game.rules import OPTIONS, check

PASSES_FIT = 3  # the number of the invariant


@rule
def careless_check(state):
    """Forgets how many passes a seat may hold."""
    code = check(state)
    return 0 if code == PASSES_FIT else code


@pytest.fixture
def planted() -> Iterator[Game]:
    """The sample game with a check that accepts too much."""
    fields = [("left", np.int8), ("winner", np.int8), ("passes", np.int8, 2), ("passed", np.int8, 2), ("new", np.int8)]
    game = dataclasses.replace(GAME, name="planted", state=record_type(OPTIONS, fields), check=careless_check)
    all_games()[game.name] = game
    yield game
    del all_games()[game.name]


def short(game: Game, monkeypatch: pytest.MonkeyPatch, folder: Path, count: int) -> guard.Seen:
    monkeypatch.setattr(records, "GAMES", sample(8, 2))
    monkeypatch.setattr(records, "STEPS", sample(200, 8))
    monkeypatch.setattr(records, "BATCH", 512)
    monkeypatch.setattr(records, "DECISIONS", sample(200, 4))
    monkeypatch.setattr(records, "samples", lambda game, rng: option_sets(game))
    return records.attack(np.zeros(2, np.int64), folder / "tried.npy", game.name, count, seed=3)


def test_mutated_records_are_refused_or_sound(game: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen = short(game, monkeypatch, tmp_path, sample(5_000, 200))
    assert seen.cases == sample(5_000, 200)
    assert seen.counts["accepted"] > 0
    assert seen.counts["decisions"] > 0
    assert not seen.findings, seen.examples


def test_a_check_that_accepts_too_much_is_found(planted: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen = short(planted, monkeypatch, tmp_path, sample(4000, 600))
    assert "an observation is out of its bounds" in seen.findings, str(seen)
    assert any("pass" in example for example in seen.examples)


def test_mutations_change_records_and_leave_their_parents_alone(game: Game) -> None:
    rng = np.random.default_rng(0)
    parents = positions(game, sample(200, 20))
    before = parents.tobytes()
    mutants = Mutator(game.state, rng)(parents, parents)
    assert parents.tobytes() == before
    assert (mutants != parents).mean() > 0.5
    again = Mutator(game.state, np.random.default_rng(0))(parents, parents)
    assert again.tobytes() == mutants.tobytes()


def stumble(progress: np.ndarray, tried: Path, how: str) -> str:
    progress[:] = 3, 1
    tried.write_text(how)
    if how == "crash":
        os.abort()
    while how == "hang":
        pass
    return how


@pytest.mark.slow
def test_a_crash_and_a_hang_are_told_with_their_place() -> None:
    for how, told in (("", ""), ("crash", "died of SIGABRT at batch 3, step 1"), ("hang", "hung for 5 s at batch 3")):
        result, death, tried = guard.guarded(stumble, how, patience=5.0)
        assert death.startswith(told)
        assert (result is None) == bool(how)
        assert tried.read_text() == how
