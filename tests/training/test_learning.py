"""What the learner is told: a falling learning rate, advantages by its lambda, results as they are, shares as asked."""

import dataclasses
import warnings
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import torch
    from stable_baselines3.common.logger import KVWriter, Logger

    import training.policy
from flank_envs import Ending
from flank_envs.opponents.policy import checkpoint
from tests.games.sample_game import GAME
from training import config as configs
from training import run as runs
from training.config import Ppo
from training.league import League

PPO = {
    "games": 6,
    "steps": 8,
    "minibatch": 24,
    "epochs": 2,
    "learning_rate": 3e-3,
    "final_learning_rate": 5e-4,
    "gamma": 0.97,
    "gae_lambda": 0.6,
    "clip": 0.15,
    "entropy": 0.03,
    "final_entropy": 0.02,
    "value": 0.7,
    "normalize": False,
    "gradient": 0.4,
    "magnet": 0.02,
    "magnet_every": 3,
}
ROLLOUTS = 4


def begin(folder: Path, **changes: Any) -> runs.Run:
    """A run of a few rollouts, with settings of which none is a default."""
    settings = {
        "game": GAME.name,
        "steps": ROLLOUTS * PPO["games"] * PPO["steps"],
        "threads": 1,
        "network": {"hidden": [16]},
        "ppo": PPO,
        "opponents": {"random": 1.0, "heuristic": 0, "latest": 0, "pool": 0},
        "evaluation": {"every": 1000, "games": 2, "opponents": ["random"]},
    }
    return runs.begin(configs.parse(settings | changes), folder, tensorboard=False)


IN_THE_MODEL: dict[str, Callable[[Any], Any]] = {
    "games": lambda model: model.n_envs,
    "steps": lambda model: model.n_steps,
    "minibatch": lambda model: model.batch_size,
    "epochs": lambda model: model.n_epochs,
    "learning_rate": lambda model: model.lr_schedule(1.0),
    "final_learning_rate": lambda model: model.lr_schedule(0.0),
    "gamma": lambda model: model.rollout_buffer.gamma,
    "gae_lambda": lambda model: model.rollout_buffer.gae_lambda,
    "clip": lambda model: model.clip_range(0.5),
    "entropy": lambda model: model.ent_coef,
    "value": lambda model: model.vf_coef,
    "normalize": lambda model: model.normalize_advantage,
    "gradient": lambda model: model.max_grad_norm,
}
IN_THE_UPDATE = {"final_entropy"}  # a test below
IN_THE_MAGNET = {"magnet": "weight", "magnet_every": "every"}


def test_every_setting_reaches_the_learner(tmp_path: Path) -> None:
    assert {*IN_THE_MODEL, *IN_THE_MAGNET, *IN_THE_UPDATE} == set(PPO)
    assert set(PPO) == {field.name for field in dataclasses.fields(Ppo)}
    run = begin(tmp_path)
    found = {name: in_model(run.model) for name, in_model in IN_THE_MODEL.items()}
    found |= {name: getattr(run.magnet, attribute) for name, attribute in IN_THE_MAGNET.items()}
    assert found == pytest.approx({name: PPO[name] for name in found})
    assert all(PPO[field.name] != field.default for field in dataclasses.fields(Ppo))


def test_learning_rate_and_entropy_fall_evenly_to_their_ends(tmp_path: Path) -> None:
    """Also across a stop: what was used in every update."""
    run = begin(tmp_path)
    used = []
    for number in range(ROLLOUTS):
        runs.train(run, rollouts=1)
        used.append((run.model.policy.optimizer.param_groups[0]["lr"], run.model.ent_coef))
        if number == 1:
            run.close()
            run = runs.resume(tmp_path, tensorboard=False)
    assert run.finished
    for name, values in zip(("learning_rate", "entropy"), zip(*used, strict=True), strict=True):
        expected = np.linspace(PPO[name], PPO[f"final_{name}"], ROLLOUTS + 1)[1:]
        assert list(values) == pytest.approx(expected.tolist())


def collected(run: runs.Run, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The buffer after a rollout from which nothing was learned yet."""
    monkeypatch.setattr(runs, "update", lambda *arguments: None)
    runs.train(run, rollouts=1)
    return run.model.rollout_buffer


def test_advantages_are_estimated_with_gamma_and_lambda(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sum over the rest of the game written out: errors of the value, weighed by (gamma lambda) to the power."""
    run = begin(tmp_path)
    buffer = collected(run, monkeypatch)
    with torch.no_grad():
        last = run.model.policy.predict_values(torch.tensor(run.model._last_obs)).numpy()[:, 0]
    over_after = np.concatenate([buffer.episode_starts[1:], run.model._last_episode_starts[None]]).astype(bool)
    following = np.concatenate([buffer.values[1:], last[None]])
    errors = buffer.rewards + PPO["gamma"] * following * ~over_after - buffer.values
    assert over_after.any()
    assert not over_after.all()
    for game in range(PPO["games"]):
        for step in range(PPO["steps"]):
            weight, expected = 1.0, 0.0
            for later in range(step, PPO["steps"]):
                expected += weight * errors[later, game]
                weight *= PPO["gamma"] * PPO["gae_lambda"] * (not over_after[later, game])
            assert buffer.advantages[step, game] == pytest.approx(expected, abs=1e-5)


def test_a_game_at_its_limit_has_its_result_and_nothing_more_to_expect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules give a result at the limit: no value of the last position is added to it."""
    run = begin(tmp_path, game="hold_the_line", options={"scale": "tiny"})
    results: list[float] = []
    endings: list[Ending] = []
    for part in run.environment.parts:
        inner = part.step_wait

        def noted(inner=inner) -> Any:
            observation, reward, done, infos = inner()
            for i in np.flatnonzero(done):
                results.append(float(reward[i]))
                endings.append(infos[i]["ending"])
            return observation, reward, done, infos

        monkeypatch.setattr(part, "step_wait", noted)
    buffer = collected(run, monkeypatch)
    assert Ending.LIMIT in endings
    assert sorted(buffer.rewards[buffer.rewards != 0]) == sorted(filter(None, results))


def test_shares_of_opponents_are_those_of_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The share of the pool is divided among those invited; while it is empty it goes to the latest self."""
    shares = {"random": 0.1, "heuristic": 0.2, "latest": 0.3, "pool": 0.4}
    run = begin(tmp_path, opponents={**shares, "keep_every": 1, "in_play": 3})
    seen: dict[str, float] = {}

    def noted(lineups: list, weights: list[float]) -> None:
        seen.clear()
        seen.update({opponent.name: weight for (opponent,), weight in zip(lineups, weights, strict=True)})

    games = run.environment.games[0]
    monkeypatch.setattr(games, "set_opponents", noted)
    policy = training.policy.export(run.model, run.config)
    league = League(run.config, tmp_path, policy)
    league.invite([games])
    assert seen == pytest.approx({"random": 0.1, "heuristic": 0.2, "latest": 0.7})
    for rollout in range(1, 6):
        league.update(policy, rollout)
        league.invite([games])
        pool = [weight for name, weight in seen.items() if name.startswith("pool/")]
        assert pool == pytest.approx([0.4 / min(rollout, 3)] * min(rollout, 3))
        fixed = {name: weight for name, weight in seen.items() if not name.startswith("pool/")}
        assert fixed == pytest.approx({"random": 0.1, "heuristic": 0.2, "latest": 0.3})


def test_at_a_table_for_three_every_seat_draws_by_itself(tmp_path: Path) -> None:
    """And a run that goes on seats the same players again."""
    others = {"random": 0.5, "heuristic": 0.2, "latest": 0.3, "pool": 0.0}
    settings = {"game": "mana_surge", "options": {"players": 3}, "opponents": others}
    run = begin(tmp_path, **settings)
    games = run.environment.games[0]
    shares: dict[tuple[str, ...], float] = dict.fromkeys(product(("random", "heuristic", "latest"), repeat=2), 0)
    for seed in range(200):
        games.reset(seed * games.num_games)
        for i in range(games.num_games):
            names = tuple(opponent.name for opponent in games.opponents_of(i))
            shares[names] += 1 / games.num_games / 200
    share = {"random": 0.5, "heuristic": 0.2, "latest": 0.3}
    assert shares == pytest.approx({pair: share[pair[0]] * share[pair[1]] for pair in shares}, abs=0.06)
    runs.train(run, rollouts=1)
    seated = [[opponent.name for opponent in games.opponents_of(i)] for i in range(games.num_games)]
    run.close()
    again = runs.resume(tmp_path, tensorboard=False).environment.games[0]
    assert [[opponent.name for opponent in again.opponents_of(i)] for i in range(again.num_games)] == seated
    assert any(len(set(pair)) == 2 for pair in seated)


class Kept(KVWriter):
    """Keeps what is logged."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0) -> None:
        self.values |= key_values

    def close(self) -> None:
        pass


def test_mean_scores_and_shares_of_time_are_logged(tmp_path: Path) -> None:
    run, kept = begin(tmp_path), Kept()
    run.model.set_logger(Logger(None, [kept]))
    run.environment.results.extend(("random", score) for score in (1.0, 0.0, 0.5, 1.0))
    run.seconds.update(dict.fromkeys(run.seconds, 0.0) | {"playing": 3.0, "learning": 1.0})
    run.model.num_timesteps = 48
    runs._log(run)
    assert kept.values["training_score/random"] == 0.625
    assert (kept.values["time_share/playing"], kept.values["time/samples_per_second"]) == (0.75, 12)


def test_a_win_rate_is_a_fading_mean(tmp_path: Path) -> None:
    """About the last 50 games count; members who are met again after a while keep what they had."""
    run = begin(tmp_path)
    league = League(run.config, tmp_path, training.policy.export(run.model, run.config))
    league.win_rates = {"pool/000001": 0.5, "pool/000002": 0.5}
    for _ in range(50):
        league.result("pool/000001", 1.0)
    assert 0.8 < league.win_rates["pool/000001"] < 0.85
    assert league.win_rates["pool/000002"] == 0.5
    for _ in range(500):
        league.result("pool/000001", 1.0)
    assert league.win_rates["pool/000001"] == pytest.approx(1, abs=0.001)
    assert league.weights(list(league.win_rates)) == pytest.approx(np.array([0.05, 0.55]) / 0.6, abs=0.002)


def test_after_an_update_the_latest_self_and_the_pool_are_the_policy_as_it_is(tmp_path: Path) -> None:
    """And the file of the last evaluation too."""
    run = begin(
        tmp_path,
        opponents={"random": 0.5, "heuristic": 0, "latest": 0.3, "pool": 0.2, "keep_every": 2},
        evaluation={"every": 2, "games": 2, "opponents": ["random"]},
    )
    first = training.policy.export(run.model, run.config).weights
    for rollout in range(1, ROLLOUTS + 1):
        runs.train(run, rollouts=1)
        now = training.policy.export(run.model, run.config).weights
        assert any(not np.array_equal(now[name], first[name]) for name in now)
        latest = run.league.latest.checkpoint.weights
        assert all(np.array_equal(latest[name], now[name]) for name in now)
        assert run.rollout == rollout
        assert run.model.num_timesteps == rollout * PPO["games"] * PPO["steps"]
        assert list(run.league.win_rates) == [f"pool/{k:06d}" for k in range(2, rollout + 1, 2)]
        assert [point["steps"] for point in run.history] == [k * 48 for k in range(2, rollout + 1, 2)]
        if rollout % 2 == 0:
            for path in (run.policy_path, tmp_path / "pool" / f"{rollout:06d}.safetensors"):
                written = checkpoint.read(path)
                assert all(np.array_equal(written.weights[name], now[name]) for name in now)
                assert written.metadata["steps"] == run.model.num_timesteps
    assert run.finished
