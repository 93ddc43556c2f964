"""Examples with libraries of their own: `make test-examples` has them all, elsewhere some are left out."""

from pathlib import Path

import pytest

import flank_envs
from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.examples.running import example, need


def test_torchrl_learns_and_exports(tmp_path: Path) -> None:
    need("torchrl")
    out = str(tmp_path / "policy.safetensors")
    small = ["--steps", "2048", "--frames", "1024", "--num-envs", "8", "--games", "20", "--out", out]
    assert 0 <= example("torchrl_ppo").main(small) <= 1
    assert flank_envs.load_opponent(out).name == out


def test_tianshou_learns() -> None:
    need("tianshou")
    assert -1 <= example("tianshou_dqn").main(["--epochs", "1", "--steps", "256", "--test-games", "8"]) <= 1


def test_jax_learns() -> None:
    """Last Match: an untrained network scores a half."""
    need("jax")
    small = ["--game", "sample_game", "--updates", "150", "--num-games", "64", "--games", "200"]
    assert example("jax_policy").main(small) > 0.65


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="playing games to their end takes minutes in plain Python")
def test_open_spiel_searches(capsys: pytest.CaptureFixture[str]) -> None:
    need("pyspiel")
    assert -1 <= example("open_spiel_ismcts").main(["--games", "2", "--simulations", "2"]) <= 1
    assert capsys.readouterr().out.count("IS-MCTS in seat") == 2
