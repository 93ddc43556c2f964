"""Without Ray the errors say how to get it."""

import sys

import pytest

from flank_envs.cli import main


def test_the_rllib_door_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ray", "ray.rllib"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "flank_envs.rllib", raising=False)
    with pytest.raises(ImportError, match=r"pip install flank_envs\[ray\]"):
        import flank_envs.rllib  # noqa: F401


def test_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "hold_the_line", "random", "random", "--ray", "local"]) == 2
    assert "pip install flank_envs[ray]" in capsys.readouterr().err
