"""Networks of files are read once, and again when the files have changed."""

import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flank_envs import load_opponent
from flank_envs.engine.game import get_game
from flank_envs.interfaces import pettingzoo as aec
from flank_envs.opponents.policy import checkpoint, files
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.policy.files import network_in
from tests.opponents.policy.test_checkpoint import made
from tests.opponents.policy.test_mixture import leaning

GAME = get_game("hold_the_line")
LONG_AGO = 10**18  # nanoseconds


def settle(path: Path, time: int = LONG_AGO) -> None:
    """As if it had been written then."""
    os.utime(path, ns=(time, time))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "policy.safetensors"
    checkpoint.write(path, made(GAME))
    settle(path)
    return path


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was read."""
    found: list[Any] = []

    def read(path: str | Path) -> Checkpoint:
        found.append(path)
        return original(path)

    original = checkpoint.read
    monkeypatch.setattr(checkpoint, "read", read)
    return found


def test_a_file_that_is_asked_at_every_decision_is_read_once(path: Path, reads: list[Any]) -> None:
    env = aec.raw_env(GAME)
    env.reset(seed=1)
    for name in (path, str(path), f"{path}:greedy", f"{path}:0.5", f"search:2:{path}") * 2:
        env.step(env.ask(name))
    assert len(reads) == 1


@pytest.mark.parametrize("how", ["in its place", "written over", "just now"])
def test_a_file_that_has_changed_is_read_again(path: Path, reads: list[Any], how: str) -> None:
    """Also by one of the same size; and of files that were just written the time says too little."""
    env, other = aec.raw_env(GAME), path.with_name("other.safetensors")
    env.reset(seed=1)
    now = time.time_ns()
    for number, slope in enumerate((9.0, -9.0)):
        checkpoint.write(other, leaning(slope))
        if how == "in its place":
            settle(other)
            other.replace(path)
        else:
            path.write_bytes(other.read_bytes())
            settle(path, now if how == "just now" else LONG_AGO + number)
        legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
        assert env.ask(f"{path}:greedy") == legal[-1 if slope > 0 else 0]
    assert len(reads) == 2


def test_only_the_last_files_are_kept(tmp_path: Path, reads: list[Any]) -> None:
    paths = [tmp_path / f"{number}.safetensors" for number in range(files.KEPT + 1)]
    for path in paths:
        checkpoint.write(path, made(GAME, hidden=(2,)))
        settle(path)
        network_in(path)
    assert network_in(paths[-1]) is network_in(paths[-1])
    assert len(reads) == files.KEPT + 1
    network_in(paths[0])
    assert len(reads) == files.KEPT + 2


def test_a_file_that_is_gone_or_damaged_is_refused(path: Path) -> None:
    load_opponent(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    settle(path)
    with pytest.raises(CheckpointError, match=r"policy\.safetensors: .*cut off or damaged"):
        load_opponent(path)
    path.unlink()
    with pytest.raises(CheckpointError, match=r"cannot read the checkpoint .*policy\.safetensors: No such file"):
        load_opponent(path)


def test_weights_that_do_not_fit_are_told_with_the_file(path: Path) -> None:
    policy = made(GAME)
    del policy.weights["value.bias"]
    checkpoint.write(path, policy)
    with pytest.raises(CheckpointError, match=r"policy\.safetensors: the weights do not fit"):
        load_opponent(f"{path}:greedy")
