"""Gymnasium's checkers, the three autoreset modes and reset masks."""

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, NormalizeObservation, RecordEpisodeStatistics

from flank_envs import IllegalActionError
from flank_envs.engine.game import Game
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from tests.conformance.play import player_sets, sample

MODES = list(AutoresetMode)
OPPONENTS = ("random", "heuristic")


def legal(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action per row; 0 where there is none."""
    return np.argmax(masks * rng.random(masks.shape), axis=1)


def gym_id(game: Game) -> str:
    return f"flank_envs/{game.camel_name}-v{game.version}"


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_gymnasium_checker(game: Game, opponent: str) -> None:
    for options in player_sets(game):
        for seat in (None, *range(game.players(options))):
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", message=".*(not wrapped|Not able to test|use a symmetric).*")
                check_env(SeatEnv(game, opponent=opponent, seat=seat, **options), skip_render_check=True)


def test_made_through_the_registry(game: Game) -> None:
    single = gymnasium.make(gym_id(game), opponent="heuristic", render_mode="ansi")
    observation, info = single.reset(seed=0)
    assert single.observation_space.contains(observation)
    assert isinstance(single.render(), str)
    single.step(int(np.argmax(info["action_mask"])))
    vector = gymnasium.make_vec(gym_id(game), num_envs=5, opponent="random", autoreset_mode="next_step")
    assert isinstance(vector.unwrapped, SeatVectorEnv)
    observation, info = vector.reset(seed=0)
    assert vector.observation_space.contains(observation)
    assert info["action_mask"].shape == (5, game.actions.size)
    assert info["_action_mask"].all()


@pytest.mark.parametrize("wrap", [FlattenObservation, NormalizeObservation])
def test_wrappers_of_observations_want_games_that_begin_anew_in_the_next_step(wrap: Callable[..., Any]) -> None:
    """docs/gymnasium.md says so; should Gymnasium's wrappers take the default one day, the page can be shorter."""
    with pytest.raises(ValueError, match="Expected autoreset_mode to be NEXT_STEP"):
        wrap(SeatVectorEnv("sample_game", 3))
    vector = wrap(SeatVectorEnv("sample_game", 3, autoreset_mode="next_step"))
    observation, info = vector.reset(seed=0)
    ended = 0
    for _ in range(40):
        observation, _, terminated, _, info = vector.step(info["action_mask"].argmax(axis=1))
        assert observation in vector.observation_space
        ended += int(terminated.sum())
    assert ended > 3


@pytest.mark.parametrize("mode", MODES)
def test_a_vector_is_many_single_environments(game: Game, mode: AutoresetMode) -> None:
    """Row i of a vector plays the very games of a single environment with seed + i, in every mode."""
    number, rng = sample(6, 2), np.random.default_rng(0)
    vector = SeatVectorEnv(game, number, opponent="heuristic", autoreset_mode=mode)
    singles = [SeatEnv(game, opponent="heuristic") for _ in range(number)]
    observation, info = vector.reset(seed=40)
    current = [single.reset(seed=40 + i) for i, single in enumerate(singles)]
    over = np.zeros(number, bool)
    ends = 0
    for number_of_step in range(sample(150, 12)):
        assert np.array_equal(observation, np.stack([c[0] for c in current]))
        assert np.array_equal(info["action_mask"], np.stack([c[1]["action_mask"] for c in current]))
        if mode == AutoresetMode.DISABLED and over.any():
            observation, info = vector.reset(options={"reset_mask": over})
            current = [s.reset() if o else c for s, c, o in zip(singles, current, over, strict=True)]
            over = np.zeros(number, bool)
            continue
        actions = legal(info["action_mask"], rng)
        if number_of_step == 4:
            actions[0] = np.argmin(info["action_mask"][0])  # illegal: one game at least comes to its end
        observation, reward, terminated, truncated, info = vector.step(actions)
        for i, single in enumerate(singles):
            if mode == AutoresetMode.NEXT_STEP and over[i]:
                current[i] = single.reset()
                assert not terminated[i]
                assert not truncated[i]
                assert reward[i] == 0
                continue
            seen, gained, ended, cut, single_info = single.step(actions[i])
            assert (gained, ended, cut) == (reward[i], terminated[i], truncated[i])
            current[i] = (seen, single_info)
            if mode == AutoresetMode.SAME_STEP and (ended or cut):
                assert np.array_equal(info["final_obs"][i], seen)
                assert info["_final_obs"][i]
                current[i] = single.reset()
        over = terminated | truncated
        ends += over.sum()
    assert ends


def test_disabled_mode_insists_on_a_reset(game: Game) -> None:
    vector = SeatVectorEnv(game, 3, autoreset_mode="disabled")
    vector.reset(seed=0)
    _, info = vector.reset(seed=0)
    wrong = np.argmin(info["action_mask"], axis=1)
    _, reward, terminated, _, info = vector.step(wrong)  # illegal: all three games are lost
    assert terminated.all()
    assert (reward == -1).all()
    with pytest.raises(ValueError, match="reset_mask"):
        vector.step(wrong)
    only = np.array([True, False, False])
    vector.reset(options={"reset_mask": only})
    with pytest.raises(ValueError, match=r"games \[1, 2\]"):
        vector.step(wrong)
    for bad in (np.zeros(3, bool), np.ones(2, bool), [True] * 3):
        with pytest.raises(ValueError, match=r"reset_mask|which"):
            vector.reset(options={"reset_mask": bad})


def test_statistics_wrapper_keeps_other_rows_through_a_masked_reset(game: Game) -> None:
    vector = RecordEpisodeStatistics(SeatVectorEnv(game, 2, autoreset_mode="disabled"))
    _, info = vector.reset(seed=0)
    actions = np.array([np.argmin(info["action_mask"][0]), np.argmax(info["action_mask"][1])])
    vector.step(actions)
    vector.reset(options={"reset_mask": np.array([True, False])})
    assert vector.episode_lengths.tolist() == [0, 1]


def test_the_seat_is_fixed_or_random(game: Game) -> None:
    for options in player_sets(game):
        seats = game.players(options)
        for seat in range(seats):
            vector = SeatVectorEnv(game, 8, seat=seat, **options)
            vector.reset(seed=0)
            assert (vector.seats == seat).all()
        vector = SeatVectorEnv(game, sample(200, 40), **options)
        vector.reset(seed=0)
        assert set(vector.seats.tolist()) == set(range(seats))


def test_copies_and_views(game: Game) -> None:
    vector = SeatVectorEnv(game, 2)
    first, info = vector.reset(seed=0)
    kept = first.copy()
    vector.step(np.argmax(info["action_mask"], 1))
    assert np.array_equal(first, kept)
    shared = SeatVectorEnv(game, 2, copy=False)
    first, info = shared.reset(seed=0)
    second, *_ = shared.step(np.argmax(info["action_mask"], 1))
    assert np.shares_memory(first, second)


def test_threads_give_the_same_games(game: Game) -> None:
    number = sample(64, 6)
    vectors = [SeatVectorEnv(game, number, opponent="heuristic", threads=t) for t in (1, 2)]
    infos = [v.reset(seed=9)[1] for v in vectors]
    rng = np.random.default_rng(0)
    for _ in range(sample(60, 6)):
        actions = legal(infos[0]["action_mask"], rng)
        results = [v.step(actions) for v in vectors]
        infos = [r[4] for r in results]
        for one, two in zip(*[r[:4] for r in results], strict=True):
            assert np.array_equal(one, two)


def test_bad_input(game: Game) -> None:
    for settings, word in (
        ({"opponent": "grandmaster"}, "grandmaster"),
        ({"opponent": ["random"] * 9}, "opponents"),
        ({"seat": 9}, "seat"),
        ({"autoreset_mode": "sometimes"}, "SAME_STEP"),
        ({"threads": 0}, "threads"),
    ):
        with pytest.raises(ValueError, match=word):
            SeatVectorEnv(game, 2, **settings)
    single = SeatEnv(game)
    single.reset(seed=0)
    with pytest.raises(ValueError, match=f"0 to {game.actions.size - 1}"):
        single.step(game.actions.size)
    vector = SeatVectorEnv(game, 2)
    vector.reset(seed=0)
    with pytest.raises(IllegalActionError, match="outside"):
        vector.step(np.array([0, game.actions.size]))
    with pytest.raises(ValueError, match="2 games"):
        vector.step(np.zeros(3, int))
