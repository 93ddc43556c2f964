"""What Gymnasium's environments and the VecEnv do beyond playing: copies, words, pictures, the mask's place."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import FlattenObservation

from flank_envs import Ending
from flank_envs.engine.game import Game
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv


def first_legal(info: dict) -> np.ndarray:
    return info["action_mask"].argmax(axis=-1)


def test_endings_have_numbers_and_words() -> None:
    """Numbers that stand in recorded infos keep their meaning."""
    words = [(int(ending), str(ending)) for ending in Ending]
    assert words == [(0, "underway"), (1, "rules"), (2, "limit"), (3, "forfeit"), (4, "cap")]


def test_save_restore_and_clone_continue_the_same_games(game: Game) -> None:
    """Also who sits where and what the opponents draw from: seats are drawn and opponents random."""
    envs = SeatVectorEnv(game, 3, "random")
    _, info = envs.reset(seed=5)
    *_, info = envs.step(first_legal(info))
    data, twin, other = envs.save(), envs.clone(), SeatVectorEnv(game, 3, "random")
    other.restore(data)
    assert np.array_equal(other.seats, envs.seats)
    assert twin.save() == other.save() == data
    for _ in range(3):
        results = [e.step(first_legal(info)) for e in (envs, twin, other)]
        info = results[0][4]
        assert all(np.array_equal(results[0][0], result[0]) for result in results)
        assert envs.save() == twin.save() == other.save()
    envs.restore(data)
    assert envs.save() == data != other.save()


def test_one_game_likewise(game: Game) -> None:
    env = SeatEnv(game, "random")
    _, info = env.reset(seed=5)
    env.step(first_legal(info))
    data, twin = env.save(), env.clone()
    action = int(env.action_masks().argmax())
    assert env.describe(action) == game.view.describe(env._games.states[0], action)
    seen = env.step(action)[0]
    assert np.array_equal(twin.step(action)[0], seen)
    env.restore(data)
    assert np.array_equal(env.step(action)[0], seen)
    assert list(env.split(seen)) == [block.name for block in game.observation.blocks]


def test_bytes_that_do_not_fit_change_nothing(game: Game) -> None:
    envs = SeatVectorEnv(game, 2)
    envs.reset(seed=5)
    data = envs.save()
    line, _, games = data.partition(b"\n")
    unseated = line[:-8] + b"ffff" * 2  # a line-up that does not exist
    for bad in (b"", "text", games, data[:-1], line + b"\nx", unseated + b"\n" + games, line[:-1] + b"x\n" + games):
        with pytest.raises(ValueError, match=r"save|seat|damaged|lineup|game"):
            envs.restore(bad)
        assert envs.save() == data
    with pytest.raises(ValueError, match=r"shape|kind"):
        SeatVectorEnv(game, 3).restore(data)


def test_the_mask_can_be_part_of_the_observation(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(not wrapped|Not able to test|use a symmetric).*")
        check_env(SeatEnv(game, mask="observation"), skip_render_check=True)
    plain, envs = SeatVectorEnv(game, 3, autoreset_mode="next_step"), SeatVectorEnv(game, 3, mask="observation")
    assert FlattenObservation(plain).single_observation_space.shape == (game.observation.size,)
    alone, (seen, info) = plain.reset(seed=5)[0], envs.reset(seed=5)
    assert np.array_equal(seen["observations"], alone)
    while "final_obs" not in info:
        assert envs.observation_space.contains(seen)
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        actions = first_legal(info)
        actions[0] = info["action_mask"][0].argmin()  # illegal: the first game ends
        seen, *_, info = envs.step(actions)
    assert envs.single_observation_space.contains(info["final_obs"][0])
    with pytest.raises(ValueError, match="mask"):
        SeatEnv(game, mask="nowhere")


def test_vectors_can_be_filmed(game: Game) -> None:
    """As HumanRendering and RecordVideo ask of them: pictures of one size, and how many a second."""
    envs = SeatVectorEnv(game, 2, seat=0, render_mode="rgb_array")
    envs.reset(seed=0)
    first, second = envs.render()
    assert first.shape == second.shape
    assert envs.metadata["render_fps"] > 0
    assert envs.render_mode in envs.metadata["render_modes"]


def test_the_vec_env_shows_pictures_and_one_mask_per_game(game: Game) -> None:
    pytest.importorskip("sb3_contrib")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from sb3_contrib.common.maskable.utils import get_action_masks

    from flank_envs.interfaces.sb3 import SeatVecEnv

    envs = SeatVecEnv(game, 2, seed=0, seat=0, render_mode="rgb_array")
    envs.reset()
    assert get_action_masks(envs).shape == (2, game.actions.size)
    assert np.array_equal(get_action_masks(envs), envs.action_masks())
    first, second = envs.get_images()
    assert first.shape == second.shape
    assert envs.render().shape[2] == 3
    assert envs.metadata["render_fps"] > 0
    with pytest.raises(ValueError, match="render_mode"):
        SeatVecEnv(game, 2, render_mode="human")
