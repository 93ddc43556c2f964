"""Shipped files are carried over to code that plays the same, and to nothing else."""

import json
import shutil
from pathlib import Path

import pytest

from flank_envs.engine.game import get_game
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import CheckpointError
from flank_envs.opponents.policy.features import CODE
from tools import carry_over

GAME = get_game("mercy_frontier")
POLICY = carry_over.CHECKPOINTS / GAME.name / "policy.safetensors"


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    return Path(shutil.copy(carry_over.CHECKPOINTS / "ladder" / GAME.name / "ladder.json", tmp_path))


def test_a_policy_is_given_the_present_hashes(tmp_path: Path) -> None:
    policy, path = checkpoint.read(POLICY), tmp_path / "policy.safetensors"
    checkpoint.write(path, checkpoint.Checkpoint(policy.weights, policy.metadata | {CODE: "0" * 16}))
    with pytest.raises(CheckpointError, match="other code for its features"):
        checkpoint.read(path)
    assert carry_over.carry_policy(path)
    assert checkpoint.read(path).metadata == policy.metadata
    assert all((checkpoint.read(path).weights[name] == weight).all() for name, weight in policy.weights.items())
    assert not carry_over.carry_policy(path)


def test_a_policy_without_features_stays_as_it_is() -> None:
    path = carry_over.CHECKPOINTS / "arms_dealer" / "policy.safetensors"
    before = path.read_bytes()
    assert not carry_over.carry_policy(path)
    assert path.read_bytes() == before


def test_a_ladder_is_given_the_present_identities(ladder: Path) -> None:
    """Also where one player now has what was another one's identity."""
    before = ladder.read_text(encoding="utf-8")
    written = json.loads(before)
    one, other = (json.dumps(written["names"][name]) for name in ("trained", "heuristic"))
    changed = before.replace(one, "<one>").replace(other, one).replace("<one>", '"gone"')
    ladder.write_text(changed.replace(json.dumps(written["rules"]), '"old rules"'), encoding="utf-8")
    assert carry_over.carry_ladder(GAME, ladder) == 3
    assert ladder.read_text(encoding="utf-8") == before
    assert carry_over.carry_ladder(GAME, ladder) == 0


def test_measured_exploiters_are_those_of_the_policy_as_it_is(tmp_path: Path) -> None:
    source = carry_over.CHECKPOINTS / GAME.name / "exploit.json"
    path = tmp_path / "exploit.json"
    found = json.loads(source.read_text(encoding="utf-8"))
    path.write_text(json.dumps([result | {"identity": "gone"} for result in found]), encoding="utf-8")
    carry_over.carry_exploits(GAME, path)
    expected = [r if r["opponent"] == "trained" else r | {"identity": "gone"} for r in found]
    assert json.loads(path.read_text(encoding="utf-8")) == expected
