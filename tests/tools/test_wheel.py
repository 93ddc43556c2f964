"""What is installed from the wheel, in an empty environment outside the repository: opponents, examples and command."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import flank_envs
from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.pages import ROOT, blocks

pytestmark = [pytest.mark.slow, pytest.mark.skipif(JIT_DISABLED, reason="the compiled run installs it")]
CONSTRAINTS = ROOT / "constraints.txt"
A_SMALL_ONE = "Farama-Notifications"  # which gymnasium needs


def run(*command: object, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run without the repository on the path."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=clean, capture_output=True, text=True)
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return done


def pip(*arguments: object, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "pip", "--quiet", *arguments, cwd=cwd, check=check)


def need_a_registry(folder: Path) -> None:
    impatient = ("--retries", 1, "--timeout", 15, "--constraint", CONSTRAINTS)
    tried = pip("download", "--no-deps", "--no-cache-dir", *impatient, A_SMALL_ONE, cwd=folder, check=False)
    if tried.returncode:
        pytest.skip(f"pip reaches no package registry: {tried.stderr.strip().splitlines()[-1]}")


def test_the_wheel_is_enough(tmp_path: Path) -> None:
    """It has the opponents, `training` and the configs; README's examples and the command run, in another folder."""
    need_a_registry(tmp_path)
    pip("wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT, cwd=tmp_path)
    wheel = next(tmp_path.glob("flank_envs-*.whl"))
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {name.split("/")[0] for name in held} == {
        "flank_envs",
        "training",
        wheel.stem.split("-py3")[0] + ".dist-info",
    }
    for path in ROOT.glob("checkpoints/*/policy.safetensors"):
        assert f"flank_envs/{path.relative_to(ROOT).as_posix()}" in held
    for path in ROOT.glob("configs/*/*.yaml"):
        assert f"training/{path.relative_to(ROOT).as_posix()}" in held

    environment = tmp_path / "environment"
    venv.create(environment, symlinks=os.name != "nt")
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    pip("--python", programs / "python", "install", "--no-compile", "--constraint", CONSTRAINTS, wheel, cwd=tmp_path)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    for block in blocks(ROOT / "README.md"):
        if block.language == "python":
            printed = run(programs / "python", "-c", block.code, cwd=folder).stdout
            assert set(block.promises()) <= set(printed.splitlines())
    found = run(programs / "python", "-c", "import flank_envs; print(flank_envs.__file__)", cwd=folder).stdout
    assert Path(found.strip()).is_relative_to(environment)

    def command(arguments: str) -> str:
        return run(programs / "flank-envs", *arguments.split(), cwd=folder).stdout

    assert command("--version") == f"flank-envs {flank_envs.__version__}\n"
    assert "hold_the_line" in command("list")
    assert " wins (" in command("watch hold_the_line --players trained random --seed 1")
