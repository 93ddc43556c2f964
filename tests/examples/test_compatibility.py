"""The snippets that docs/compatibility.md shows run as they are, with the versions that its table names."""

import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.examples.running import ALL_LIBRARIES, ROOT, need

PAGE = (ROOT / "docs/compatibility.md").read_text(encoding="utf-8")
SNIPPETS = ROOT / "tests/examples/snippets"
NEEDS = {
    "pettingzoo": ["pettingzoo"],
    "gymnasium": ["gymnasium", "moviepy", "pygame"],
    "stable_baselines3": ["sb3_contrib", "moviepy"],
    "torchrl": ["torchrl"],
    "supersuit": ["supersuit"],
    "tianshou": ["tianshou"],
    "jax": ["jax"],
    "open_spiel": ["pyspiel"],
}
ELSEWHERE = {"rllib"}  # see test_rllib.py
FILMS = {"gymnasium": {"film", "films"}, "stable_baselines3": {"film"}}


def versions() -> dict[str, str]:
    """The version of every library in the table, by the name of its package."""
    rows = re.findall(r"^\| \[(.+?)\]\(#(.+?)\) \| ([\d.]+) \|", PAGE, re.MULTILINE)
    return {heading.lower().replace("-", "_").replace("openspiel", "open_spiel"): number for heading, _, number in rows}


def test_every_snippet_is_shown_and_every_library_has_one() -> None:
    shown = re.findall(r"^<!-- from tests/examples/snippets/with_(.+)\.py -->$", PAGE, re.MULTILINE)
    assert sorted(shown) == sorted(path.stem.removeprefix("with_") for path in SNIPPETS.glob("with_*.py"))
    assert set(shown) == set(versions()) == {*NEEDS, *ELSEWHERE}


@pytest.mark.parametrize("package", NEEDS)
def test_the_table_names_the_version_that_is_tried(package: str) -> None:
    pinned = {}
    for name in ("constraints.txt", "tests/examples/requirements.txt"):
        pinned |= dict(line.lower().split("==") for line in (ROOT / name).read_text(encoding="utf-8").split())
    assert versions()[package] == pinned[package]
    if ALL_LIBRARIES:
        assert versions()[package] == metadata.version(package)


@pytest.mark.skipif(JIT_DISABLED, reason="the same in plain Python, more slowly")
@pytest.mark.parametrize("package", NEEDS)
def test_a_snippet_runs_and_prints_what_it_says(package: str, tmp_path: Path) -> None:
    need(*NEEDS[package])
    script = SNIPPETS / f"with_{package}.py"
    known = os.environ | {"PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, str(script)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=known, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    promised = re.findall(r"print\(.*\)  # (.*)", script.read_text(encoding="utf-8"))
    assert [line for line in done.stdout.splitlines() if line in promised] == promised, done.stdout
    films = {path.parent.name for path in tmp_path.glob("*/*.mp4") if path.stat().st_size > 1000}
    assert films == FILMS.get(package, set())
