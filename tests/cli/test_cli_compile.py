"""`flank-envs compile`: afterwards no interface compiles anything."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from numba.np.numpy_support import from_dtype

from flank_envs.cli import main
from flank_envs.cli.compile import use_kind
from flank_envs.engine.game import get_game
from flank_envs.engine.kernels import write_features
from flank_envs.opponents.registry import kind_names, kinds
from tests.conformance.play import JIT_DISABLED

REPOSITORY = Path(__file__).resolve().parents[2]

WITH_SAMPLE = """
import sys
from flank_envs import add_game
from flank_envs.cli import main
from tests.games.sample_game import GAME
add_game(GAME)
"""
COMPILE = """
from flank_envs.engine.jit.compile import KERNELS
code = main(["compile", "sample_game"])
ours = [k for k in KERNELS if k.__module__.startswith("flank_envs.") and ".games." not in k.__module__]
print("not used:", [k.__name__ for k in ours if not k.signatures])
sys.exit(code)
"""
USE = """
import flank_envs
from flank_envs.evaluation.arena import round_robin
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.opponents.search import SearchOpponent
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.interfaces.sb3 import SeatVecEnv
from tests.opponents.policy.test_checkpoint import made

env = flank_envs.interfaces.pettingzoo.env("sample_game", render_mode="rgb_array")
env.reset(seed=5)
for agent in env.agent_iter():
    observation, _, over, cut, _ = env.last()
    env.step(None if over or cut else env.unwrapped.ask("heuristic"))
    env.render()
flank_envs.sample_game.raw_env(features=True).reset(seed=5)
other = env.unwrapped.clone()
other.restore(other.save())
other.observe("player_1")
env.unwrapped.replay().save("game.replay")

one = SeatEnv("sample_game", ["random"], seat=1)
one.reset()
one.step(int(one.action_masks().argmin()))
one.replay().save("forfeit.replay")
many = SeatVectorEnv("sample_game", 64, "heuristic", threads=2, autoreset_mode="next_step", copy=False)
_, info = many.reset(seed=[1] * 64)
for _ in range(9):
    *_, info = many.step(info["action_mask"].argmax(axis=1))
SeatVectorEnv("sample_game", 8, features=True).reset(seed=5)
games = SeatVecEnv("sample_game", 8, "heuristic", features=True)
games.reset()
for _ in range(9):
    games.step(games.action_masks().argmax(axis=1))
learned = PolicyOpponent(made(GAME))
games.games.set_opponents(["random", learned], [1, 2])
games.reset()
learned.network.values(games.games.observation, learned.network.features_of(games.games.states))

batch = flank_envs.make_batch("sample_game", 64, seed=2, threads=2, replays=30, illegal="lose")
streams = batch.streams(0)
for _ in range(9):
    batch.step(flank_envs.load_opponent("random").choose(batch, streams).tolist())
    batch.step_random(streams)
    batch.step(batch.random_actions(streams))
batch.put(batch.states)
batch.refresh()
batch.reset(which=batch.done)
batch.features(0)
flank_envs.Decisions(batch.game, batch.states.copy(), batch.observation, batch.action_mask, streams).determinized()
for opponent in (flank_envs.load_opponent("search:5:heuristic"), SearchOpponent(5, learned, threads=2)):
    opponent.choose(batch, streams)
round_robin("sample_game", ["random", "heuristic"], 20, 0, {}, progress=lambda line: None)
assert main(["watch", "sample_game", "--delay", "0", "--svg", "pictures"]) == 0
assert main(["replay", "forfeit.replay"]) == main(["replay", "game.replay"]) == 0
"""


def run(code: str, folder: Path) -> tuple[str, str]:
    """The output of a new process in this folder, which also keeps what is compiled."""
    environment = {"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, "-P", "-W", "ignore", "-c", WITH_SAMPLE + code]
    done = subprocess.run(
        command, env=os.environ | environment, cwd=folder, capture_output=True, text=True, timeout=1500
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
def test_afterwards_every_interface_is_ready(tmp_path: Path) -> None:
    out, err = run(COMPILE, tmp_path)
    assert err.count("compiling ") == err.count("compiled ") >= 20
    for interface in (
        "batch",
        "AEC",
        "Gymnasium",
        "Stable-Baselines3",
        "features",
        "opponents",
        *kind_names(),
        "replays, pictures",
    ):
        assert re.search(rf"^  {interface} +ready after \d+\.\d s$", out, re.MULTILINE), out
    assert str(tmp_path) in out
    assert "not used: ['undo_unseen_all']" in out  # Last Match has none
    _, err = run(USE, tmp_path)
    assert err == ""


@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
def test_policies_are_ready_with_the_features_of_their_game() -> None:
    game = get_game("mercy_frontier")
    use_kind(kinds()["trained"], game)
    assert from_dtype(game.state) in {states.dtype for states, *_ in write_features.signatures}


@pytest.mark.skipif(not JIT_DISABLED, reason="only then there is nothing to compile")
def test_uncompiled_there_is_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile"]) == 2
    assert "NUMBA_DISABLE_JIT is set" in capsys.readouterr().err


@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
def test_without_a_place_to_keep_it_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.access", lambda *arguments: False)
    assert main(["compile", "hold_the_line"]) == 2
    assert "nothing can be kept in" in capsys.readouterr().err


def test_unknown_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "hold_the_lime"]) == 2
    assert "hold_the_line" in capsys.readouterr().err
