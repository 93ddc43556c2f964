"""What a game brings for its own player is found in its folder or given to add_game; a Game does not hold it."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flank_envs import add_game, all_games
from flank_envs.engine.game import Game
from flank_envs.engine.identity import source_fingerprint
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import record_type
from flank_envs.opponents import seat_kernels
from flank_envs.opponents.heuristics import (
    Rollout,
    added_heuristics,
    any_legal,
    heuristics_of,
    nobody_ahead,
    with_replacements,
)
from tests.games.sample_game import GAME
from tests.games.sample_game.rules import heuristic


@rule
def takes_one(state, mask, streams, i):
    return 0


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, object]]:
    """Heuristics given for games; afterwards they are what they were."""
    known = added_heuristics()
    before = dict(known)
    yield known
    known.clear()
    known.update(before)


def test_those_of_a_folder_are_found(library_game: Game) -> None:
    own = heuristics_of(library_game)
    assert own.heuristic.__module__ == f"flank_envs.games.{library_game.name}.heuristic"
    assert own.evaluate.__module__ == f"flank_envs.games.{library_game.name}.evaluate"
    assert own.rollout.heuristic


def test_those_of_a_game_in_one_module_are_found_there() -> None:
    assert heuristics_of(GAME) == (heuristic, nobody_ahead, Rollout())


def test_without_any_a_game_is_played_at_random_to_the_end() -> None:
    assert heuristics_of(replace(GAME, name="bare_game", module="tests.lines")) == (any_legal, nobody_ahead, Rollout())


def test_what_is_given_stands_in_the_place_of_what_is_found() -> None:
    own = with_replacements(GAME, heuristic=takes_one, evaluate=None, rollout=Rollout(depth=3))
    assert own == (takes_one, nobody_ahead, Rollout(depth=3))


def test_source_fingerprints_see_the_heuristic_that_is_given(given: dict[str, object]) -> None:
    before = source_fingerprint(GAME, [seat_kernels.choose_heuristic])
    given[GAME.name] = with_replacements(GAME, heuristic=takes_one)
    assert heuristics_of(GAME).heuristic is takes_one
    assert source_fingerprint(GAME, [seat_kernels.choose_heuristic]) != before


def test_the_kernel_asks_the_heuristic_of_the_records_game() -> None:
    states = GAME.blank(2, {})
    states["heap"] = states["left"] = (21, 23)
    actions = np.zeros(2, np.int32)
    seat_kernels.choose_heuristic(states, np.ones((2, GAME.actions.size), np.int8), np.ones(2, np.uint64), actions)
    assert actions.tolist() == [0, 2], "a multiple of four is left"


def test_a_rollout_with_an_unknown_setting_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wrong_rollout.py").write_text("ROLLOUT = {'lenght': 3}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=r"ROLLOUT of wrong_rollout: .*'lenght'.*known are heuristic, depth"):
        heuristics_of(replace(GAME, name="wrong_game", module="wrong_rollout"))
    del sys.modules["wrong_rollout"]


@rule
def of_two(state, mask):
    return 0


@pytest.mark.parametrize(
    "misfit",
    [
        {"heuristic": of_two},
        {"heuristic": 5},
        {"evaluate": takes_one},
        {"evaluate": "x"},
        {"rollout": {"depth": 3}},
        {"rollout": Rollout(depth=-1)},
        {"rollout": Rollout(heuristic_prior=7.0)},
        {"rollout": Rollout(c_puct=float("nan"))},
    ],
)
def test_what_does_not_fit_is_refused_and_the_game_stays_unknown(misfit: dict[str, Any]) -> None:
    game = replace(GAME, name="misfit_game", state=record_type((), [("only_here", np.int8)]))
    with pytest.raises(ValueError, match=rf"{next(iter(misfit))}=.* of misfit_game: give a"):
        add_game(game, **misfit)
    assert game.name not in all_games()
