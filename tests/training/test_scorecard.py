"""Shipping a run of Last Match: its files, what it was measured to be, and the page that says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.sample_game import GAME
from tests.training.test_learning import PPO, ROLLOUTS, begin
from training import run as runs
from training import scorecard

SHIPPED = Path("checkpoints") / GAME.name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished run, in a folder where its config is the game's recipe."""
    monkeypatch.chdir(tmp_path)
    run = begin(tmp_path / "run")
    runs.train(run)
    run.close()
    (run.folder / "curve.png").write_bytes(b"a curve")
    recipe = Path("configs") / GAME.name / "ppo.yaml"
    recipe.parent.mkdir(parents=True)
    recipe.write_text(run.config.as_yaml())
    return run.folder


def measured(words: list[str]) -> dict[str, Any]:
    assert scorecard.main(words) == 0
    return json.loads((SHIPPED / "scorecard.json").read_text(encoding="utf-8"))


def test_a_run_is_shipped_and_measured_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = measured(["run", "--games", "4"])
    assert card["steps"] == ROLLOUTS * PPO["games"] * PPO["steps"]
    assert [row["games"] for row in card["results"][:2]] == [4, 4]
    for name in scorecard.FILES:
        assert (SHIPPED / name).read_bytes() == (folder / name).read_bytes()
    again = measured([GAME.name, "--games", "8"])
    assert [row["games"] for row in again["results"][:2]] == [8, 8]
    assert {name: again[name] for name in again if name != "results"} == {
        name: card[name] for name in card if name != "results"
    }
    assert measured(["run", "--games", "4"]) == card  # in place of what was shipped before
    assert capsys.readouterr().out.endswith((SHIPPED / "scorecard.md").read_text(encoding="utf-8") + "\n")


def test_what_is_not_finished_or_not_of_the_recipe_is_not_shipped(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scorecard.main(["run", "--games", "1"]) == 2
    assert "--games 1: give from 2 to " in capsys.readouterr().err
    (folder / "curve.png").unlink()
    assert scorecard.main(["run"]) == 2
    assert "run is not finished: go on with python -m training --resume run" in capsys.readouterr().err
    recipe = Path("configs") / GAME.name / "ppo.yaml"
    recipe.write_text(recipe.read_text().replace("seed: 1", "seed: 2"))
    assert scorecard.main(["run"]) == 2
    assert "run was not made with " in capsys.readouterr().err
    assert not SHIPPED.exists()


def test_the_page_tells_how_it_was_made_and_what_was_measured() -> None:
    row = {"greedy": True, "options": {"heap": 12}, "b": "random", "score": 0.75, "interval": (0.5, 0.9)}
    row |= {"wins": 3, "ties": 0, "losses": 1, "distinct": 4, "seat_scores": [1.0, 0.5], "mean_decisions": 11.2}
    card = {"game": GAME.name, "command": "train it", "steps": 2_500_000, "minutes": 7.0, "threads": 2}
    page = scorecard.page(card | {"results": [row, row | {"greedy": False, "options": {}}]}, SHIPPED)
    assert "`train it`: 2.5 million decisions in 7 minutes, 2 threads.\n" in page
    assert "1 thread.\n" in scorecard.page(card | {"threads": 1, "results": []}, SHIPPED)
    numbers = "random | 75.0% | 50.0% to 90.0% | 3 | 0 | 1 | 4 | 100.0% / 50.0% | 11 |\n"
    assert f"| likeliest action | heap=12 | {numbers}| sampled | defaults | {numbers}" in page
