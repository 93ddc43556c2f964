"""The curve of exact exploitability over a run."""

import shutil
import warnings
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from training import run as runs
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.evaluation import exact
from training import config as configs
from training import converge

TINY = {"scale": "tiny"}
SETTINGS = {
    "game": "hold_the_line",
    "options": TINY,
    "steps": 3 * 256,
    "threads": 1,
    "network": {"hidden": [16]},
    "ppo": {"games": 16, "steps": 16, "minibatch": 64, "learning_rate": 0.01},
    "opponents": {"random": 0, "rule_of_thumb": 0, "latest": 0.5, "pool": 0.5, "keep_every": 1},
    "evaluation": {"every": 1000, "games": 2},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run = runs.begin(configs.parse(SETTINGS), tmp_path / "run", tensorboard=False)
    runs.train(run)
    run.close()
    return tmp_path / "run"


@pytest.mark.skipif(JIT_DISABLED, reason="goes through a whole game")
def test_every_past_self_is_measured(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    curve = converge.converge(folder)
    assert [point.steps for point in curve.points] == [256, 512, 768]
    files = sorted((folder / "pool").glob("*.safetensors"))
    for point, file in zip(curve.points, files, strict=True):
        assert point.alone == pytest.approx(exact.exploitability("hold_the_line", str(file), TINY).value)
    assert len({point.alone for point in curve.points}) == 3
    assert curve.points[0].average == curve.points[0].alone
    assert 0 < curve.points[-1].average < max(point.alone for point in curve.points)
    assert curve.references == pytest.approx({"random": 29 / 81, "rule-of-thumb": 5 / 9})
    assert converge.main([str(folder)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[3].split() == ["768", f"{curve.points[2].alone:.3f}", f"{curve.points[2].average:.3f}"]
    assert (folder / "exploitability.png").stat().st_size > 10_000


def test_runs_without_a_curve_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert converge.main([str(tmp_path / "none")]) == 2
    assert "cannot read the config" in capsys.readouterr().err
    (tmp_path / "config.yaml").write_text(configs.parse(SETTINGS).as_yaml())
    assert converge.main([str(tmp_path)]) == 2
    assert "has kept no past self" in capsys.readouterr().err
    shutil.copytree(tmp_path, tmp_path / "many")
    (tmp_path / "many" / "pool").mkdir()
    (tmp_path / "many" / "pool" / "000001.safetensors").touch()
    variants = [{"contested": "hold"}, {"contested": "advance"}]
    (tmp_path / "many" / "config.yaml").write_text(configs.parse({**SETTINGS, "variants": variants}).as_yaml())
    assert converge.main([str(tmp_path / "many")]) == 2
    assert "a run with variants" in capsys.readouterr().err
