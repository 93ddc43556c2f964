"""`python -m training.mixture`: several policies become one that draws among them."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from training import warm_start
    from training.policy import export
from flank_envs.engine.game import get_game
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.mixture import members_of, mixture_of
from flank_envs.opponents.policy.opponent import PolicyOpponent
from tests.opponents.policy.test_checkpoint import made
from tests.opponents.policy.test_mixture import leaning
from tests.training.test_learning import begin
from training import run as runs
from training.mixture import combine, main
from training.policy_average import average


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{name}.safetensors" for name in ("high", "low", "any")]
    for path, slope in zip(paths, (1.0, -1.0, 0.0), strict=True):
        checkpoint.write(path, leaning(slope))
    return paths


def test_policies_become_members(files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two, three = tmp_path / "two.safetensors", tmp_path / "three.safetensors"
    assert main([*map(str, files[:2]), "--to", str(two), "--chances", "0.25", "0.75"]) == 0
    assert str(two) in capsys.readouterr().out
    assert main([str(two), str(files[2]), "--to", str(three)]) == 0
    members, chances = members_of(checkpoint.read(three))
    assert chances.tolist() == pytest.approx([0.125, 0.375, 0.5])
    biases = [float(member.weights["action.bias"][1]) for member in members]
    assert biases == [1.0, -1.0, 0.0]
    assert PolicyOpponent(three).name == str(three)


def test_weights_that_float16_cannot_hold_stay_as_they_are(files: list[Path], tmp_path: Path) -> None:
    large = checkpoint.read(files[0])
    large.weights["action.bias"][:] = 1e6
    checkpoint.write(files[0], large)
    made = combine(files[:2])
    assert made.weights["action.bias"].dtype == np.float32
    assert {made.weights[name].dtype for name in ("style.1.action.bias", "action.weight")} == {np.dtype(np.float16)}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["{high}", "--to", "{folder}/x.safetensors"], "give two policies or more"),
        (["{high}", "{low}", "--to", "{folder}/x.zip"], "ends in .safetensors"),
        (["{high}", "{low}", "--to", "{folder}/x.safetensors", "--chances", "1"], "2 numbers above 0 that add up to 1"),
        (["{high}", "{low}", "--to", "{folder}/x.safetensors", "--chances", "0.9", "0.9"], "add up to 1"),
        (["{high}", "{folder}/none.safetensors", "--to", "{folder}/x.safetensors"], "cannot read the checkpoint"),
        (["{high}", "{flank}", "--to", "{folder}/x.safetensors"], "flank.*give policies of one game and shape"),
    ],
)
def test_mistakes_are_named(
    files: list[Path], tmp_path: Path, words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    flank = tmp_path / "flank.safetensors"
    checkpoint.write(flank, made(get_game("flank")))
    places = {"high": files[0], "low": files[1], "folder": tmp_path, "flank": flank}
    assert main([word.format(**places) for word in words]) == 2
    assert re.search(problem, capsys.readouterr().err)
    assert not (tmp_path / "x.safetensors").exists()


def test_a_run_begins_as_the_first_member(tmp_path: Path) -> None:
    run = begin(tmp_path / "run")
    second = run.league.latest.checkpoint
    first = checkpoint.Checkpoint({name: weight + 1 for name, weight in second.weights.items()}, second.metadata)
    assert warm_start._fits(run.model, mixture_of([first, second], [0.5, 0.5]))
    run.close()
    taken = export(run.model, run.config).weights
    assert all(np.allclose(taken[name], weight) for name, weight in first.weights.items())


def test_an_average_is_of_policies_that_are_no_mixtures(tmp_path: Path) -> None:
    run = begin(tmp_path / "run")
    runs.train(run)
    run.close()
    self, both = export(run.model, run.config), tmp_path / "both.safetensors"
    checkpoint.write(tmp_path / "run" / "pool" / "000001.safetensors", self)
    checkpoint.write(both, mixture_of([self, self], [0.5, 0.5]))
    with pytest.raises(ValueError, match="draws a member for each game"):
        average([tmp_path / "run"], 0.0, 64, others=[both])
