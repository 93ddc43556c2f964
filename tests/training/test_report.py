"""What a run says at its end, and what its curve shows."""

import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from training import report
from tests.games.sample_game import GAME

HISTORY = [
    {"steps": 1_000_000, "scores": {"random": 0.5}, "intervals": {"random": [0.4, 0.7]}},
    {"steps": 3_500_000, "scores": {"random": 0.9}, "intervals": {"random": [0.8, 0.95]}},
]


@pytest.fixture
def run(tmp_path: Path) -> Any:
    goals = {"random": 0.8}
    evaluation = SimpleNamespace(final_games=40, goals=goals, greedy=True)
    config = SimpleNamespace(game=GAME.name, contests=lambda: ["random"], evaluation=evaluation)
    model = SimpleNamespace(num_timesteps=3_500_000)
    seconds = {"playing": 90.0, "learning": 30.0}
    paths = {"folder": tmp_path, "policy_path": tmp_path / "policy.safetensors"}
    return SimpleNamespace(config=config, model=model, seconds=seconds, history=HISTORY, **paths)


def test_the_end_tells_both_ways_to_play(run: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def measured(config: Any, path: Path, greedy: bool, games: int) -> dict[str, Any]:
        score = 0.9 if greedy else 0.7
        interval = (score - 0.1, score + 0.05)
        return {"random": SimpleNamespace(score=score, interval=interval, games=games, distinct=games)}

    monkeypatch.setattr(report, "measure", measured)
    monkeypatch.setattr(report, "draw", lambda run: run.folder / "curve.png")
    report.finish(run, report.Console(width=200))
    told = capsys.readouterr().out
    (sampled,) = [line for line in told.splitlines() if "sampled" in line]
    (likeliest,) = [line for line in told.splitlines() if "likeliest action" in line]
    assert all(part in sampled for part in ("70.0%", "60.0% to 75.0%", "40"))
    assert all(part in likeliest for part in ("90.0%", "80.0% to 95.0%", "40"))
    assert "goal: 80% against random: reached with 90.0%" in told
    assert "3,500,000 steps in 2.0 min (playing 75%, learning 25%)" in told


def test_the_curve_shows_scores_by_millions_of_steps(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    save = report.Figure.savefig

    def saved(figure: Any, *given: Any, **named: Any) -> None:
        drawn.extend(figure.axes)
        save(figure, *given, **named)

    monkeypatch.setattr(report.Figure, "savefig", saved)
    assert report.draw(run) == run.folder / "curve.png"
    (axes,) = drawn
    scores, goal, _ = axes.get_lines()
    assert list(zip(*scores.get_data(), strict=True)) == [(1.0, 50.0), (3.5, 90.0)]
    assert scores.get_label() == "against random, goal 80%"
    assert list(goal.get_ydata()) == [80, 80]
    assert axes.get_ylim() == (0, 100)
