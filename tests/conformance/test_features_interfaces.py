"""Features in the observations of all interfaces: those of the batch, in arrays of one size."""

import copy
import pickle
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test

from flank_envs import Batch, make_batch
from flank_envs.engine.game import Game
from flank_envs.engine.positions import features
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.interfaces.pettingzoo import GameEnv, env, raw_env
from flank_envs.interfaces.register import gym_id
from tests.conformance.play import option_sets, sample
from tests.games.sample_game import GAME as LAST_MATCH

NAMES = ("state_features", "action_features")
Dense = tuple[np.ndarray, np.ndarray]


def dense(game: Game, states: np.ndarray, seats: np.ndarray | int | None = None) -> Dense:
    """The features of records in arrays of one size."""
    found = features(game, states, seats)
    actions = np.zeros((len(states), game.actions.size, found.values.shape[1]), np.float32)
    actions[found.rows, found.actions] = found.values
    return found.state, actions


def given(observation: Any) -> Dense:
    state, actions = (observation[name] for name in NAMES)
    assert state.dtype == actions.dtype == np.float32
    return state, actions


def same(one: Dense, other: Dense) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def row(found: Dense, index: int = 0) -> Dense:
    return found[0][index], found[1][index]


def sb3(game: Game, number: int, **settings: Any) -> Any:
    pytest.importorskip("sb3_contrib")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from flank_envs.interfaces.sb3 import SeatVecEnv
    return SeatVecEnv(game, number, features=True, **settings)


@pytest.mark.whole_games
@pytest.mark.parametrize("seed", range(sample(2, 1)))
def test_all_interfaces_give_the_features_of_the_batch(game_with_features: Game, seed: int) -> None:
    """A game of one seat, single and as the first of many; then its actions through AEC and batch."""
    game = game_with_features
    for options in option_sets(game):
        settings: dict[str, Any] = {"opponent": "heuristic", "seat": seed % game.players(options), **options}
        actions = _one_seat(game, seed, settings)
        batch = make_batch(game, 1, seed=seed, autoreset=False, **options)
        environments = [raw_env(game, features=True, **options), env(game, features=True, mask="info", **options)]
        for environment in environments:
            environment.reset(seed=seed)
        for action in [*actions, None]:
            _all_seats(batch, environments)
            if action is None:
                break
            batch.step(np.array([action]))
            for environment in environments:
                environment.step(action)
        assert batch.to_act[0] == -1


def _one_seat(game: Game, seed: int, settings: dict[str, Any]) -> list[int]:
    """The actions of a random game, through all interfaces for one learner."""
    single = SeatEnv(game, features=True, mask="observation", **settings)
    many = SeatVectorEnv(game, 3, features=True, **settings)
    vec = sb3(game, 3, seed=seed, **settings)
    rng = np.random.default_rng(seed)
    seen, info = single.reset(seed=seed)
    rows, infos = many.reset(seed=seed)
    vec_rows, over = vec.reset(), False
    while not over:
        expected = row(dense(game, single._games.states, single.seat))
        assert same(given(seen), expected)
        assert same(row(given(rows)), expected)
        assert same(given(rows), given(vec_rows))
        assert same(given(rows), dense(game, many._games.states, many.seats))
        assert single.observation_space.contains(seen)
        assert many.observation_space.contains(rows)
        assert list(seen) == ["observations", "action_mask", *NAMES]
        assert list(rows) == list(vec_rows) == ["observations", *NAMES]
        chosen = infos["action_mask"].argmax(axis=1)
        chosen[0] = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, _, terminated, truncated, info = single.step(chosen[0])
        rows, *_, infos = many.step(chosen)
        vec_rows, _, _, vec_infos = vec.step(chosen)
        over = terminated or truncated
    for last in (seen, infos["final_obs"][0], vec_infos[0]["terminal_observation"]):
        assert not any(values.any() for values in given(last))
        assert np.array_equal(last["observations"], seen["observations"])
    assert many.single_observation_space.contains(infos["final_obs"][0])
    assert vec.observation_space.contains(vec_infos[0]["terminal_observation"])
    assert same(row(given(rows)), row(dense(game, many._games.states, many.seats)))
    assert same(row(given(rows)), row(given(vec_rows)))
    return single.replay().actions


def _all_seats(batch: Batch, environments: list[Any]) -> None:
    """Every agent is given its own, and rows for actions only if it is to act."""
    for seat in range(batch.seats):
        state, actions = row(dense(batch.game, batch.states, seat))
        assert actions.any() <= (batch.to_act[0] == seat)
        for environment in environments:
            agent = environment.possible_agents[seat]
            seen = environment.observe(agent)
            assert environment.observation_space(agent).contains(seen)
            assert same(given(seen), (state, actions))
    raw, wrapped = (environment.observe(environment.possible_agents[0]) for environment in environments)
    assert list(raw) == ["observation", "action_mask", *NAMES]
    assert list(wrapped) == ["observation", *NAMES]


def test_checkers_accept_them(game_with_features: Game) -> None:
    game = game_with_features
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for mask in ("info", "observation"):
            api_test(env(game, features=True, mask=mask), num_cycles=sample(100, 10))
            check_env(SeatEnv(game, features=True, mask=mask), skip_render_check=True)
    made = gymnasium.make_vec(gym_id(game), num_envs=2, features=True)
    assert made.observation_space.contains(made.reset(seed=0)[0])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_every_way_of_beginning_anew(game_with_features: Game, mode: AutoresetMode) -> None:
    """Rows of games that are over are 0, until they begin anew."""
    envs = SeatVectorEnv(game_with_features, 3, features=True, autoreset_mode=mode)
    seen, info = envs.reset(seed=1)
    ends = 0
    for number in range(sample(60, 12)):
        assert same(given(seen), dense(game_with_features, envs._games.states, envs.seats))
        over = envs._over
        if mode == AutoresetMode.DISABLED and over.any():
            assert not given(seen)[0][over].any()
            seen, info = envs.reset(options={"reset_mask": over.copy()})
            continue
        actions = info["action_mask"].argmax(axis=1)
        if number == 2:
            actions[0] = info["action_mask"][0].argmin()  # illegal: one game at least comes to its end
        seen, _, terminated, truncated, info = envs.step(actions)
        ends += int((terminated | truncated).sum())
    assert ends


def test_games_that_have_not_begun_have_none(game_with_features: Game) -> None:
    envs = SeatVectorEnv(game_with_features, 3, features=True)
    first = np.array([True, False, False])
    seen, _ = envs.reset(seed=4, options={"reset_mask": first})
    begun = row(given(seen))
    assert same(begun, row(dense(game_with_features, envs._games.states[:1], envs.seats[:1])))
    assert not any(values[1:].any() for values in given(seen))
    seen, _ = envs.reset(seed=4, options={"reset_mask": ~first})
    assert same(row(given(seen)), begun)
    assert same(given(seen), dense(game_with_features, envs._games.states, envs.seats))


@pytest.mark.parametrize("keep", [True, False])
def test_vectors_give_copies_unless_views_are_wanted(game_with_features: Game, keep: bool) -> None:
    envs = SeatVectorEnv(game_with_features, 2, features=True, copy=keep)
    seen, info = envs.reset(seed=0)
    kept = after = copy.deepcopy(given(seen))
    for _ in range(100):
        observation, *_, info = envs.step(info["action_mask"].argmax(axis=1))
        after = copy.deepcopy(given(observation))
        assert np.shares_memory(seen["action_features"], observation["action_features"]) == (not keep)
        if not same(after, kept):
            break
    assert same(given(seen), kept if keep else after)
    assert not same(after, kept)


def test_single_games_give_copies(game_with_features: Game) -> None:
    single, aec = SeatEnv(game_with_features, features=True), raw_env(game_with_features, features=True)
    first, info = single.reset(seed=0)
    aec.reset(seed=0)
    second = aec.observe("player_0")
    kept = copy.deepcopy((first, second))
    for _ in range(3):
        *_, info = single.step(int(info["action_mask"].argmax()))
        aec.step(int(aec.infos[aec.agent_selection]["action_mask"].argmax()))
        aec.observe("player_0")
    for observation, before in zip((first, second), kept, strict=True):
        assert same(given(observation), given(before))


COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda e: e.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda e: pickle.loads(pickle.dumps(e)),
}


@pytest.mark.parametrize("way", COPIES)
def test_copies_go_on_with_the_same_features(game_with_features: Game, way: str) -> None:
    envs, vec = SeatVectorEnv(game_with_features, 2, features=True), sb3(game_with_features, 2, seed=3)
    _, info = envs.reset(seed=3)
    vec.reset()
    for _ in range(3):
        actions = info["action_mask"].argmax(axis=1)
        twins = [COPIES[way](e) for e in (envs, vec)]
        seen, *_, info = envs.step(actions)
        vec_seen, *_ = vec.step(actions)
        assert same(given(twins[0].step(actions)[0]), given(seen))
        assert same(given(twins[1].step(actions)[0]), given(vec_seen))


@pytest.mark.parametrize("way", COPIES)
def test_copies_of_aec_go_on_with_the_same_features(game_with_features: Game, way: str) -> None:
    original = raw_env(game_with_features, features=True)
    original.reset(seed=3)
    for _ in range(3):
        twin, action = COPIES[way](original), int(original.infos[original.agent_selection]["action_mask"].argmax())
        fresh = raw_env(game_with_features, features=True)
        fresh.restore(original.save())
        for other in (twin, fresh):
            assert same(given(other.observe("player_0")), given(original.observe("player_0")))
        for one in (original, twin, fresh):
            one.step(action)
            assert same(given(one.observe("player_1")), given(original.observe("player_1")))


def test_restored_games_have_their_features(game_with_features: Game) -> None:
    settings: dict[str, Any] = {"features": True, "opponent": "heuristic"}
    envs, other = (SeatVectorEnv(game_with_features, 2, **settings) for _ in range(2))
    _, info = envs.reset(seed=3)
    other.reset(seed=77)
    data, actions = envs.save(), info["action_mask"].argmax(axis=1)
    seen, *_ = envs.step(actions)
    for again in (envs, other):
        again.restore(data)
        assert same(given(again.step(actions)[0]), given(seen))


def test_a_game_without_features_says_so() -> None:
    plain = replace(LAST_MATCH, features=None, rules=replace(LAST_MATCH.rules, features=None))
    for make in (raw_env, env, SeatEnv, lambda *a, **k: SeatVectorEnv(*a, num_envs=2, **k), lambda *a, **k: sb3(*a, 2)):
        with pytest.raises(ValueError, match="sample_game has no features: its rules define no verb `features`"):
            make(plain, features=True)
    with pytest.raises(ValueError, match="has no features"):
        make_batch(plain, 2, seed=0).features()


def test_true_or_false_and_nothing_else(game: Game) -> None:
    for make in (GameEnv, SeatEnv, SeatVectorEnv):
        with pytest.raises(ValueError, match="features='yes': give True or False"):
            make(game, features="yes")  # pyright: ignore[reportArgumentType]


def test_without_them_observations_are_what_they_were(game: Game) -> None:
    assert isinstance(SeatEnv(game).observation_space, gymnasium.spaces.Box)
    aec = raw_env(game)
    aec.reset(seed=0)
    for names in (aec.observe("player_0"), aec.observation_space("player_0").spaces):
        assert sorted(names) == ["action_mask", "observation"]


@pytest.mark.slow
def test_maskable_ppo_learns_with_them(game_with_features: Game) -> None:
    envs = sb3(game_with_features, 4)
    from sb3_contrib import MaskablePPO

    small: dict[str, Any] = {"n_steps": 8, "batch_size": 32, "n_epochs": 1, "policy_kwargs": {"net_arch": [16]}}
    model = MaskablePPO("MultiInputPolicy", envs, seed=1, device="cpu", **small)
    model.learn(sample(200, 32))
    assert model.num_timesteps >= 32
