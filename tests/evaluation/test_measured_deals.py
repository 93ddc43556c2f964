"""What is measured is measured on the deals that are kept for it."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from training import expert_iteration, exploit, rollouts, run, scorecard, warm_start
from flank_envs.engine.arrays import GameArrays
from flank_envs.evaluation import seeds
from flank_envs.evaluation.arena import Pairing, pairing
from tests.games.sample_game import GAME
from training.config import parse

CONFIG = parse(
    {"game": GAME.name, "steps": 64, "seed": 3, "parts": 2, "ppo": {"games": 4, "steps": 4, "minibatch": 16}}
)
POLICY: Any = Path("policy.safetensors")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seeds of all matches."""
    found: list[int] = []

    def match(game: Any, a: Any, b: Any, games: int, seed: int, options: Any) -> Pairing:
        found.append(seed)
        return pairing("a", "b", np.ones((1, 2)), np.arange(1, 3).reshape(1, 2), 1.0)

    for module in (exploit, run, scorecard, expert_iteration):
        monkeypatch.setattr(module, "match", match)
        monkeypatch.setattr(module, "PolicyOpponent", lambda *_, **__: None)
    return found


def test_matches(asked: list[int]) -> None:
    run.measure(CONFIG, POLICY, False, 10)
    assert set(asked) == {seeds.EVALUATION.first}
    for measure, kept in (
        (lambda: list(scorecard.rows(CONFIG, POLICY, 10)), seeds.SCORECARD),
        (lambda: expert_iteration._progress(CONFIG, POLICY, POLICY), seeds.LESSONS_MEASURED),
        (lambda: exploit._best_member(GAME, POLICY, {}, [POLICY]), seeds.EXPLOIT_CHOOSING),
    ):
        del asked[:]
        measure()
        assert set(asked) == {kept.first}


def test_games_that_are_learned_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table for each variant, and a run whose seed is 3, in two parts: no deal comes twice."""
    found: list[int] = []
    seed_games = GameArrays._seed_games

    def noting(self: GameArrays, deals: np.ndarray, chosen: np.ndarray) -> None:
        found.extend(deals.tolist())
        seed_games(self, deals, chosen)

    monkeypatch.setattr(GameArrays, "_seed_games", noting)
    warm_start.make_tables(parse(CONFIG.as_dict() | {"variants": [{"heap": 12}, {"heap": 13}]}), seeds.LESSONS)
    assert found == list(range(seeds.LESSONS.first, seeds.LESSONS.first + 2 * warm_start.GAMES))
    player = rollouts.Player(CONFIG, tmp_path)
    del found[:]
    for part in range(2):
        player.deal(part, {"random": 1.0})
    first = seeds.TRAINING.first + 3 * seeds.TRAINING_GAMES
    assert found == list(range(first, first + 4))
