"""Learning a belief: who always lays drones first is found out, and plays on as before."""

import warnings
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from training import warm_start
    from training.policy import export
from flank_envs.engine.game import get_game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.games.arms_dealer.layout import PLACE
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.belief import without_belief
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.search.determinizations import count_informed
from tests.games.sample_game import GAME as LAST_MATCH
from tests.opponents.policy.test_belief import believing
from tests.opponents.policy.test_checkpoint import made
from tests.training.test_learning import begin
from training import belief, exploit
from training.belief import learn_belief, main, watch

GAME = get_game("arms_dealer")


def who_lays_drones_first() -> checkpoint.Checkpoint:
    policy = made(GAME)
    for weight in policy.weights.values():
        weight[:] = 0
    policy.weights["action.bias"][PLACE] = 50
    return policy


def drones_in_front(seen: np.ndarray) -> np.ndarray:
    """Among those that have a ship on the first place."""
    first = GAME.observation.split(seen.astype(np.float32))["own_field"][:, 0]
    return first[first.any(axis=1), 0]


@pytest.mark.skipif(JIT_DISABLED, reason="takes thousands of games")
def test_a_habit_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "MINIBATCH", 256)
    policy, told = who_lays_drones_first(), []
    found = learn_belief(policy, 12_000, told.append)
    assert float(told[-1].split()[5].rstrip("%")) > 75
    assert found.metadata == {**policy.metadata, "belief": belief.WIDTHS}
    kept = without_belief(found.weights)
    assert all(np.array_equal(kept[name], weight) for name, weight in policy.weights.items())
    network = Network(found)
    assert count_informed(GAME, network) > 0
    assert network.belief is not None
    seen = watch(policy, {}, 600, told.append)
    own, true, determinized = (look.astype(np.float32) for look in seen)
    odds = network.belief.log_odds(own, np.stack([true, determinized], axis=1))
    assert (odds[:, 0] > odds[:, 1]).mean() > 0.75


def test_true_positions_show_the_habit_and_determinized_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "GAMES", 32)
    monkeypatch.setattr(belief, "KEPT", 0.5)
    told: list[str] = []
    monkeypatch.setattr(belief, "SPEAK", 100)
    seen = watch(who_lays_drones_first(), {}, 300, told.append)
    assert drones_in_front(seen.true).mean() > drones_in_front(seen.determinized).mean() + 0.2
    assert len(told) >= 3
    assert told[0].endswith("of 300 positions watched")
    np.testing.assert_array_equal(GAME.observation.split(seen.true.astype(np.float32))["turn"], 0)


def test_the_command_gives_a_file_a_belief(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(belief, "GAMES", 8)
    path = tmp_path / "policy.safetensors"
    checkpoint.write(path, made(LAST_MATCH))
    assert main([str(path), "--samples", "40"]) == 0
    assert f"search:100:{path}" in capsys.readouterr().out
    assert checkpoint.read(path).metadata["belief"] == belief.WIDTHS
    assert PolicyOpponent(path).network.belief is not None
    assert main([str(path), "--samples", "1"]) == 2
    assert main([str(tmp_path / "nothing.safetensors")]) == 2
    assert "cannot read the checkpoint" in capsys.readouterr().err
    checkpoint.write(path, made(get_game("mana_surge")))
    assert main([str(path)]) == 2
    assert "only in games for two" in capsys.readouterr().err


def test_runs_and_exploiters_begin_with_the_weights_of_a_policy_that_believes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm_start, "imitate", lambda *_: pytest.fail("its weights fit: there is nothing to imitate"))
    path = tmp_path / "policy.safetensors"
    first = begin(tmp_path / "first", seed=1)
    policy = export(first.model, first.config)
    beliefs = {name: weight for name, weight in believing(LAST_MATCH).weights.items() if name.startswith("belief.")}
    checkpoint.write(path, checkpoint.Checkpoint({**policy.weights, **beliefs}, {**policy.metadata, "belief": [6, 5]}))
    second = begin(tmp_path / "second", seed=2, start={"player": str(path)})
    found = export(second.model, second.config).weights
    assert all(np.array_equal(policy.weights[name], found[name]) for name in policy.weights)
    configs = exploit.learners(LAST_MATCH, PolicyOpponent(path), {}, tmp_path)
    assert configs["its weights"].start.player == str(path)
