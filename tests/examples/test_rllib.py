"""RLlib has an environment of its own: `make test-ray` runs this, and elsewhere it is left out."""

import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import flank_envs
from tests.examples.running import ROOT, example
from tests.examples.test_compatibility import SNIPPETS, versions

pytest.importorskip("ray.rllib")


def test_the_table_names_the_version_that_is_tried() -> None:
    assert versions()["rllib"] == metadata.version("ray")


@pytest.mark.slow
def test_the_snippet_runs(tmp_path: Path) -> None:
    script = SNIPPETS / "with_rllib.py"
    known = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, env=known)
    assert done.returncode == 0, done.stdout + done.stderr
    (promised,) = re.findall(r"print\(.*\)  # (.*)", script.read_text(encoding="utf-8"))
    assert promised in done.stdout.splitlines()


@pytest.mark.slow
def test_rllib_learns_and_exports(tmp_path: Path) -> None:
    out = str(tmp_path / "policy.safetensors")
    small = ["--iterations", "1", "--runners", "0", "--batch", "256", "--games", "10", "--out", out]
    assert 0 <= example("rllib_ppo").main(small) <= 1
    assert flank_envs.load_opponent(out).name == out
