"""Where a run begins: with a policy's weights, or with what was seen of another player."""

import warnings
from functools import partial
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from training import warm_start
    from training.policy import export
from flank_envs.engine.batch import Batch
from flank_envs.opponents import load_opponent
from flank_envs.opponents.decisions import new_draws
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.network import Network
from tests.games.sample_game import GAME
from tests.training.test_learning import begin
from training import config as configs
from training import run as runs
from training.config import ConfigError


def test_a_run_starts_with_the_weights_of_a_policy(tmp_path: Path) -> None:
    first = begin(tmp_path / "first", seed=1)
    path = tmp_path / "policy.safetensors"
    checkpoint.write(path, export(first.model, first.config))
    second = begin(tmp_path / "second", seed=2, start={"player": str(path)})
    wanted, found = checkpoint.read(path).weights, export(second.model, second.config).weights
    assert all(np.array_equal(wanted[name], found[name]) for name in wanted)
    assert all(np.array_equal(wanted[name], second.league.latest.checkpoint.weights[name]) for name in wanted)


def test_a_policy_of_another_shape_is_imitated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = begin(tmp_path / "first", network={"hidden": [8]})
    path = tmp_path / "policy.safetensors"
    checkpoint.write(path, export(first.model, first.config))
    asked = []
    monkeypatch.setattr(warm_start, "imitate", lambda model, config, player, show: asked.append(player.name))
    begin(tmp_path / "second", start={"player": str(path)})
    assert asked == [str(path)]


def test_imitation_learns_the_choices_and_the_results_of_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm_start, "STEPS", 32)
    monkeypatch.setattr(warm_start, "MINIBATCH", 128)
    monkeypatch.setattr(warm_start, "LEARNING_RATE", 1e-2)
    told: list[str] = []
    config = begin(tmp_path / "a").config
    settings = config.as_dict() | {"start": {"player": "heuristic", "samples": 40_000}}
    run = runs.begin(configs.parse(settings), tmp_path / "b", tensorboard=False, show=told.append)
    assert told[-1].startswith("imitating heuristic: 0.04 M decisions, ")
    batch = Batch(GAME, 64, 99)
    player, streams = load_opponent("heuristic"), np.arange(1, 65, dtype=np.uint64)
    network = Network(export(run.model, run.config))
    alike = []
    for _ in range(20):
        logits = network.logits(batch.observation, network.features_of(batch.states))
        logits = np.where(batch.action_mask, logits, -np.inf)
        chosen = player.choose(batch, streams)
        alike.append(np.mean(logits.argmax(1) == chosen))
        batch.step(chosen)
    assert np.mean(alike) > 0.9


def test_results_belong_to_the_game_in_which_a_decision_was_taken() -> None:
    """The last game of each row has not ended: nothing is learned of its result."""
    batch = Batch(GAME, 4, 5)
    again = Batch(GAME, 4, 5)
    streams, same = batch.streams(3), batch.streams(3)
    draws = new_draws(streams, batch.seats)
    player = load_opponent("random")
    watched = warm_start.watch(batch, partial(warm_start._choices, player, streams, draws))
    probabilities, results, ended = (part.numpy() for part in watched[2:])
    assert (probabilities.sum(1) == 1).all()
    actions = probabilities.argmax(1)
    expected: list[list[tuple[int, int]]] = [[] for _ in range(4)]
    for t in range(warm_start.STEPS):
        assert np.array_equal(watched.records[4 * t : 4 * t + 4], again.states)
        seats = again.to_act.copy()
        chosen = player.choose(again, same)
        assert np.array_equal(chosen, actions[4 * t : 4 * t + 4])
        again.step(chosen)
        for row in range(4):
            expected[row].append((4 * t + row, seats[row]))
            if again.done[row]:
                for sample, seat in expected[row]:
                    assert ended[sample] == 1
                    assert results[sample] == again.reward[row, seat]
                expected[row].clear()
    assert all(ended[sample] == 0 for row in expected for sample, _ in row)


def test_a_player_that_cannot_play_the_game_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="unknown opponent"):
        begin(tmp_path, start={"player": "nobody"})
