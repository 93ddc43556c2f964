"""The tools in benchmarks/ measure what they say."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import throughput
from flank_envs.engine.game import Game
from tests.games.sample_game import GAME
from tools import balance, soak


def test_throughput_has_a_row_for_every_interface_with_its_share_of_the_floor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(throughput, "start_seconds", lambda game: {"compile_s": 2.0, "load_s": 1.0})
    monkeypatch.setattr(throughput, "BATCH_SIZES", (1, 4))
    monkeypatch.setattr(throughput, "VECTOR_SIZES", (2,))
    monkeypatch.setattr(throughput, "WARM_UP", 2)
    throughput.main([GAME.name, "--seconds", "0.001", "--json", str(tmp_path / "rows.json")])
    rows = json.loads((tmp_path / "rows.json").read_text(encoding="utf-8"))
    interfaces = [(row["interface"], row["games"], row["threads"]) for row in rows]
    ways = [(interface, threads) for interface in ("batch", "batch_step") for threads in (1, 2)]
    batches = [(interface, size, threads) for size in (1, 4) for interface, threads in (*ways, ("features", 1))]
    assert interfaces == [("start", 1, 1), *batches, ("raw_env", 1, 1), ("env", 1, 1), ("gym_vector", 2, 1)]
    for row in rows[1:]:
        assert row["decisions_per_cpu_s"] > 0
    for row in rows[1:11]:
        assert row["ratio"] == pytest.approx(row["decisions_per_cpu_s"] / row["floor_per_cpu_s"], abs=0.002)
    for batch, features in (rows[1], rows[5]), (rows[6], rows[10]):
        cost = batch["decisions_per_cpu_s"] / features["decisions_per_cpu_s"]
        assert features["cost"] == pytest.approx(cost, abs=0.01)
        assert batch["cost"] is None
    assert "floor_per_cpu_s" in capsys.readouterr().out


def test_typical_counts_are_those_of_random_play() -> None:
    values, legal = throughput.typical_counts(GAME)
    assert 1 <= values <= 4  # the heap, whose turn it is, and passes
    assert 2 <= legal <= 4


def test_balance_counts_winners_and_lengths() -> None:
    results, decisions, truncated = balance.played(GAME, {"heap": 12}, "random", count=40)
    assert results.shape == (40, 2)
    assert (results.sum(axis=1) == 0).all()
    assert decisions.min() >= 4  # three matches at a time
    assert not truncated.any()
    assert balance.row(GAME, {"heap": 12}, "random", 40).startswith("| random | heap=12 | ")


def test_notes_below_the_table_of_balance_stay(tmp_path: Path) -> None:
    path = tmp_path / "balance.md"
    assert balance.notes(path) == ""
    path.write_text("| random | a |\n| trained | b |\n", encoding="utf-8")
    assert balance.notes(path) == ""
    path.write_text("| random | a |\n| trained | b |\n\nSeat 0 wins | more often.\n", encoding="utf-8")
    assert balance.notes(path) == "\nSeat 0 wins | more often.\n"


def test_soak_sees_whole_games_and_a_broken_invariant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "GAMES", 8)
    assert "games finished, 0 truncated; TURN 100.0%" in soak.soak(GAME, {}, 400, seed=1)
    monkeypatch.setattr(soak.kernels, "checks", lambda states: 2 * len(states) + 3)
    with pytest.raises(SystemExit, match=f"game 3: {GAME.rules.invariants[1]}"):
        soak.soak(GAME, {}, 8, seed=1)


def test_every_game_has_a_balance_table(library_game: Game) -> None:
    text = (library_game.folder / "balance.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith(("| random", "| heuristic", "| trained"))]
    assert len(rows) == len(balance.kinds(library_game)) * len(library_game.option_samples())
    assert np.all([row.count("|") == 7 for row in rows])
