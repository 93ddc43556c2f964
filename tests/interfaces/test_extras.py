"""Without the packages of an extra the errors say how to get it."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flank_envs.cli import main

ROOT = Path(__file__).resolve().parents[2]
INTERFACES = [
    ("flank_envs.interfaces.sb3", "stable_baselines3.common.vec_env", "train"),
    ("flank_envs.interfaces.sb3_export", "torch", "train"),
    ("flank_envs.interfaces.torch_export", "torch", "train"),
    ("flank_envs.interfaces.openspiel", "pyspiel", "open-spiel"),
    ("flank_envs.interfaces.rllib", "ray.rllib.env.multi_agent_env", "ray"),
    ("training", "tensorboard", "train"),
]


@pytest.mark.parametrize(("interface", "package", "extra"), INTERFACES)
def test_an_import_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, interface: str, package: str, extra: str
) -> None:
    for name in {package, package.partition(".")[0]}:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, interface, sys.modules.get(interface))  # what stands there comes back
    del sys.modules[interface]
    with pytest.raises(ModuleNotFoundError, match=rf'needs more packages: pip install "flank-envs\[{extra}\]"'):
        importlib.import_module(interface)


def test_a_package_that_is_started_says_it_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["-m"])  # as Python has it while it looks for the package
    monkeypatch.setitem(sys.modules, "tensorboard", None)
    monkeypatch.setitem(sys.modules, "training", sys.modules.get("training"))
    del sys.modules["training"]
    with pytest.raises(SystemExit, match=r'training needs more packages: pip install "flank-envs\[train\]"'):
        importlib.import_module("training")


def test_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "hold_the_line", "random", "random", "--ray", "local"]) == 2
    assert 'pip install "flank-envs[ray]"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "package", "says"),
    [
        (["-m", "training"], "yaml", 'training needs more packages: pip install "flank-envs[train]" (No module named'),
        (
            ["-c", "import sys; from flank_envs.cli import main; sys.exit(main(['serve']))"],
            "starlette",
            'the browser table needs more packages: pip install "flank-envs[web]"',
        ),
    ],
    ids=["training", "serve"],
)
def test_a_command_says_what_to_install(tmp_path: Path, command: list[str], package: str, says: str) -> None:
    """In one line, and before anything else."""
    (tmp_path / "sitecustomize.py").write_text(f"import sys; sys.modules[{package!r}] = None")
    path = os.pathsep.join(map(str, (tmp_path, ROOT)))
    done = subprocess.run(
        [sys.executable, *command], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.returncode in (1, 2)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
