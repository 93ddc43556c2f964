"""Nothing is measured on deals that it was trained or chosen by: every purpose has seeds of its own."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from flank_envs.cli import main
from flank_envs.engine.validate import LARGEST_SEED
from flank_envs.evaluation import seeds
from flank_envs.evaluation.seeds import Seeds

ROOT = Path(__file__).resolve().parents[2]
TABLE = {name: found for name, found in vars(seeds).items() if isinstance(found, Seeds)}


def test_no_two_ranges_meet() -> None:
    assert len(TABLE) >= 15
    for (one, a), (other, b) in combinations(TABLE.items(), 2):
        assert a.first + a.count <= b.first or b.first + b.count <= a.first, f"{one} meets {other}"
    assert all(0 <= found.first < found.first + found.count <= LARGEST_SEED for found in TABLE.values())


def test_a_run_cannot_leave_its_range() -> None:
    some = Seeds(500, 100)
    assert (some.seed(100), some.seed(1, after=99), some.seed(40, 60)) == (500, 599, 560)
    for deals, after in ((101, 0), (1, 100), (60, 41), (1, -1), (-1, 1)):
        with pytest.raises(ValueError, match="deals were asked for: there are seeds for 100"):
            some.seed(deals, after)


def test_every_range_is_used_and_nobody_has_others() -> None:
    """Seeds of their own would meet them sooner or later."""
    folders = ("training", "benchmarks", "tools", "flank_envs")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if path.name != "seeds.py"]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}
    for name in TABLE.keys() - {"GIVEN"}:
        assert any(re.search(rf"\b{name}\b", text) for text in texts.values()), name
    own = [path for path, text in texts.items() if re.search(r"^[A-Z_]*SEED = \d[\d_]{3}", text, re.MULTILINE)]
    assert not own


@pytest.mark.parametrize("command", ["ladder", "playtest", "arena"])
def test_commands_refuse_more_games_than_there_are_deals(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    most = TABLE[command.upper()].count
    players = ["random", "heuristic"] if command == "arena" else []
    assert main([command, "hold_the_line", *players, "--games", str(most + 1)]) == 2
    assert f"games={most + 1}" in capsys.readouterr().err


def test_runs_with_other_seeds_have_other_deals() -> None:
    checks = pytest.importorskip("training.checks")
    most, games = checks.RANGES["seed"][1], checks.RANGES["ppo.games"][1]
    starts = [seeds.TRAINING.seed(games, seed * seeds.TRAINING_GAMES) for seed in (0, 1, most)]
    assert starts[1] - starts[0] >= games
    assert starts[2] + games <= seeds.TRAINING.first + seeds.TRAINING.count
    for setting in ("games", "final_games"):
        assert checks.RANGES[f"evaluation.{setting}"][1] <= seeds.EVALUATION.count
