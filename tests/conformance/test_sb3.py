"""Stable-Baselines3: its checker, the native vector environment, MaskablePPO as it is."""

import warnings
from itertools import count

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.vec_env import DummyVecEnv

from flank_envs.engine.game import Game
from flank_envs.interfaces.gymnasium import SeatEnv
from flank_envs.interfaces.sb3 import SeatVecEnv
from tests.conformance.play import sample

torch.set_num_threads(1)
SMALL = {"n_steps": 16, "batch_size": 64, "n_epochs": 2, "policy_kwargs": {"net_arch": [16]}, "device": "cpu"}


def test_checker(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(game), skip_render_check=True)


@pytest.mark.whole_games
def test_vec_env_reports_episodes(game: Game) -> None:
    environment = SeatVecEnv(game, 8, opponent="random", seed=0)
    observation = environment.reset()
    rng = np.random.default_rng(0)
    episodes = 0
    lengths = np.zeros(8, int)
    for number in count():
        if number >= sample(150, 15) and episodes:
            break
        masks = environment.action_masks()
        actions = np.argmax(masks * rng.random(masks.shape), axis=1)
        if number == 5:
            actions[0] = np.argmin(masks[0])  # illegal: one game at least comes to its end
        observation, reward, done, infos = environment.step(actions)
        lengths += 1
        assert observation.dtype == np.float32
        assert reward.dtype == np.float32
        assert done.dtype == np.bool_
        for i in np.flatnonzero(done):
            assert environment.observation_space.contains(infos[i]["terminal_observation"])
            assert infos[i]["episode"]["r"] == reward[i]
            assert infos[i]["episode"]["l"] == lengths[i]
            assert infos[i]["TimeLimit.truncated"] in (True, False)
            assert [opponent.name for opponent in infos[i]["opponents"]] == ["random"] * (game.players({}) - 1)
            assert 0 <= infos[i]["score"] <= 1
            lengths[i] = 0
            episodes += 1
        assert all("episode" not in infos[i] for i in np.flatnonzero(~done))


@pytest.mark.whole_games
@pytest.mark.slow
def test_maskable_ppo_learns_the_same_through_both_vector_environments(game: Game) -> None:
    """One seed, 2000 steps: our VecEnv and SB3's loop over single environments give the same first rollout."""

    def train(environment) -> tuple[MaskablePPO, np.ndarray]:
        model = MaskablePPO("MlpPolicy", environment, seed=1, **SMALL)
        environment.seed(3)
        model.learn(sample(2000, 64))
        return model, model.rollout_buffer.observations

    native = SeatVecEnv(game, 4, opponent="random")
    looped = DummyVecEnv([lambda: SeatEnv(game, opponent="random") for _ in range(4)])
    (one, seen), (two, seen_too) = train(native), train(looped)
    assert one.num_timesteps == two.num_timesteps >= sample(2000, 64)
    assert np.array_equal(seen, seen_too)


def test_attributes(game: Game) -> None:
    environment = SeatVecEnv(game, 3)
    assert environment.has_attr("action_masks")
    assert not environment.has_attr("no_such_thing")
    assert np.stack(environment.env_method("action_masks")).reshape(-1, game.actions.size).shape[0] == 3
    assert len(environment.env_method("action_masks", indices=[0, 2])) == 2
    assert environment.env_is_wrapped(object) == [False] * 3
    with pytest.raises(AttributeError, match="action_masks"):
        environment.env_method("dance")
    with pytest.raises(AttributeError, match="colour"):
        environment.set_attr("colour", 1)
