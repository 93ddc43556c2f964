"""The update: the same steps as Stable-Baselines3's, and a magnet that draws the policy back."""

import copy
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import torch

    from training.policy import inputs_of, named_weights
    from training.update import Played, evaluate, update
from flank_envs.engine.game import get_game
from flank_envs.engine.positions import legal_masks
from tests.training.test_learning import PPO, begin
from training import run as runs

ONE_PASS = {**PPO, "magnet": 0.0, "epochs": 1, "minibatch": PPO["games"] * PPO["steps"]}


def collected(run: runs.Run, monkeypatch: pytest.MonkeyPatch) -> runs.Run:
    """The run after a rollout from which nothing was learned yet."""
    with monkeypatch.context() as context:
        context.setattr(runs, "update", lambda *arguments: None)
        runs.train(run, rollouts=1)
    return run


def weights(run: runs.Run) -> dict[str, np.ndarray]:
    return {name: weight.detach().numpy().copy() for name, weight in named_weights(run.model).items()}


def probabilities(policy: Any, run: runs.Run) -> np.ndarray:
    """Log-probabilities of all actions in the run's last rollout."""
    records = played(run).records
    legal = torch.from_numpy(legal_masks(get_game(run.config.game), records)) > 0
    with torch.no_grad():
        return evaluate(policy, inputs_of(run.model, records), legal)[0].numpy()


def played(run: runs.Run) -> Played:
    return Played.of(get_game(run.config.game), run.model.rollout_buffer)


@pytest.mark.parametrize(("normalize", "choices"), [(True, 0), (False, 0), (True, 8)])
def test_a_step_is_the_one_that_stable_baselines_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, normalize: bool, choices: int
) -> None:
    """With one minibatch the order of samples does not matter; several settings are none of the defaults.

    Features are computed once for the update, and by Stable-Baselines3's own from the records of its minibatch.
    """
    network = {"hidden": [16], "choices": choices}
    run = collected(begin(tmp_path, ppo={**ONE_PASS, "normalize": normalize}, network=network), monkeypatch)
    if choices:  # scores begin as zeros, and what they are made of moves only later
        torch.nn.init.normal_(named_weights(run.model)["choice.score.weight"], 0, 0.3)
    before, optimizer = copy.deepcopy(run.model.policy.state_dict()), run.model.policy.optimizer.state_dict()
    optimizer = copy.deepcopy(optimizer)
    update(run.model, run.config.ppo, run.magnet, [played(run)])
    ours = weights(run)
    run.model.policy.load_state_dict(before)
    run.model.policy.optimizer.load_state_dict(optimizer)
    run.model.train()
    theirs = weights(run)
    for name in theirs:
        moved = np.abs(theirs[name] - before_of(before, run, name))
        assert moved.max() > 1e-4
        assert np.abs(ours[name] - theirs[name]).max() < 0.02 * moved.max(), name


def before_of(state: dict[str, torch.Tensor], run: runs.Run, name: str) -> np.ndarray:
    """A weight as it was, by its name in a checkpoint."""
    for key, weight in run.model.policy.state_dict(keep_vars=True).items():
        if weight is named_weights(run.model)[name]:
            return state[key].numpy()
    raise LookupError(name)


def test_a_magnet_draws_the_policy_back_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a strong one, ten updates from the same rollout end nearer to where they began."""
    away = {}
    for weight in (0.0, 30.0):
        run = collected(begin(tmp_path / str(weight), ppo={**PPO, "magnet": weight, "entropy": 0.0}), monkeypatch)
        first = probabilities(run.model.policy, run)
        for _ in range(10):
            update(run.model, run.config.ppo, run.magnet, [played(run)])
        away[weight] = (np.exp(first) * (first - probabilities(run.model.policy, run))).sum(1).mean()
    assert away[30.0] < 0.5 * away[0.0]


def test_entropy_keeps_a_policy_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten updates from the same rollout narrow it, but for a strong draw to entropy that is still on its way there."""
    entropy = {}
    for final in (0.0, 30.0):
        settings = {**PPO, "magnet": 0.0, "entropy": 0.0, "final_entropy": final, "learning_rate": 0.03}
        run = collected(begin(tmp_path / str(final), ppo=settings), monkeypatch)
        for _ in range(10):
            update(run.model, run.config.ppo, run.magnet, [played(run)])
        log_probabilities = probabilities(run.model.policy, run)
        entropy[final] = -(np.exp(log_probabilities) * log_probabilities).sum(1).mean()
    assert entropy[30.0] > 1.02 * entropy[0.0]


def test_the_magnet_catches_up_when_it_is_time_and_survives_a_stop(tmp_path: Path) -> None:
    run = begin(tmp_path)
    drawn = []
    for number in range(1, 5):
        runs.train(run, rollouts=1)
        here = run.magnet.state()
        drawn.append(all(torch.equal(here[name], weight) for name, weight in run.model.policy.state_dict().items()))
        if number == 2:
            run.close()
            run = runs.resume(tmp_path, tensorboard=False)
            assert all(torch.equal(run.magnet.state()[name], here[name]) for name in here)
    assert drawn == [False, False, True, False]


def test_a_narrow_trunk_computes_about_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """bfloat16 rounds to about three digits; what is exported and learned stays float32."""
    run = collected(begin(tmp_path), monkeypatch)
    exact = probabilities(run.model.policy, run)
    run.model.policy.features_extractor.narrow = True  # pyright: ignore
    rounded = probabilities(run.model.policy, run)
    assert 0 < np.abs(np.exp(rounded) - np.exp(exact)).max() < 0.02
    update(run.model, run.config.ppo, run.magnet, [played(run)])
    assert {weight.dtype for weight in run.model.policy.parameters()} == {torch.float32}
