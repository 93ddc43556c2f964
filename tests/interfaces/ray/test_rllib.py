"""The RLlib interface: the very games of the core, seat by seat; and what PPO learns there plays everywhere."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("ray.rllib")

import ray
import torch
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.rllib.utils.pre_checks.env import check_multiagent_environments
from ray.tune.registry import ENV_CREATOR, _global_registry

from flank_envs import IllegalActionError, load_opponent, make_batch
from flank_envs.engine.game import Game, get_game
from flank_envs.evaluation.arena import match
from flank_envs.interfaces import rllib
from flank_envs.interfaces.rllib import PastSelves, SeatsEnv
from flank_envs.interfaces.rllib_ppo import LEARNER
from flank_envs.interfaces.single_seat import Ending
from flank_envs.opponents.policy.opponent import PolicyOpponent
from tests.conformance.play import player_sets
from tests.interfaces.ray.conftest import patiently

BY_THE_IMPORT = set(_global_registry._to_flush)  # looked up here: Ray drops ids when a cluster of other tests ends


def made(game: Game, **settings: Any) -> SeatsEnv:
    """The environment by its id, as RLlib makes it."""
    return _global_registry.get(ENV_CREATOR, rllib.register(game))(settings)


def play(env: SeatsEnv, seed: int, steps: int = 10_000) -> list[tuple]:
    """A game by random legal actions: all that `reset` and `step` gave."""
    rng, told = np.random.default_rng(seed), [env.reset(seed=seed)]
    while len(told) <= steps and not (len(told) > 1 and (told[-1][2]["__all__"] or told[-1][3]["__all__"])):
        ((agent, seen),) = told[-1][0].items()
        told.append(env.step({agent: int(rng.choice(np.flatnonzero(seen["action_mask"])))}))
    return told


def test_every_game_is_registered_by_the_import(library_game: Game) -> None:
    assert (ENV_CREATOR, f"flank_envs/{library_game.name}-v{library_game.version}") in BY_THE_IMPORT


def test_rllib_accepts_the_environment(game: Game) -> None:
    for options in player_sets(game):
        check_multiagent_environments(made(game, **options))
    check_multiagent_environments(made(game, opponents={"random": 0.5}))


@pytest.mark.whole_games
def test_a_game_is_that_of_the_batch(game: Game) -> None:
    env, batch = made(game), make_batch(game, 1, 3, autoreset=False)
    rng, (seen, _) = np.random.default_rng(3), env.reset(seed=3)
    while True:
        assert list(seen) == [f"player_{batch.to_act[0]}"]
        ((agent, view),) = seen.items()
        assert env.observation_spaces[agent].contains(view)
        assert np.array_equal(view["observations"], batch.observation[0])
        assert np.array_equal(view["action_mask"], batch.action_mask[0])
        action = int(rng.choice(np.flatnonzero(view["action_mask"])))
        seen, rewards, terminated, truncated, infos = env.step({agent: action})
        batch.step(np.array([action]))
        assert not any(truncated.values())
        assert terminated["__all__"] == bool(batch.done[0])
        if terminated["__all__"]:
            break
        assert not any(rewards.values())
    assert list(rewards) == list(seen) == list(infos) == env.possible_agents
    assert list(rewards.values()) == batch.reward[0].tolist()
    assert [info["ending"] for info in infos.values()] == [Ending.of(batch.states[0])] * len(infos)
    for seat, view in enumerate(seen.values()):
        assert np.array_equal(view["observations"], batch.observe(seat)[0])
        assert not view["action_mask"].any()
    with pytest.raises(ValueError, match="over"):
        env.step({"player_0": 0})


@pytest.mark.whole_games
def test_features_are_those_of_the_batch(game_with_features: Game) -> None:
    game = game_with_features
    check_multiagent_environments(made(game, features=True))
    for opponents in ({}, {"random": 1.0}):
        env = made(game, features=True, opponents=opponents)
        rng, (seen, _) = np.random.default_rng(3), env.reset(seed=3)
        over = False
        while not over:
            ((agent, view),) = seen.items()
            _has_features_of(env, agent, view)
            seen, _, terminated, truncated, _ = env.step({agent: int(rng.choice(np.flatnonzero(view["action_mask"])))})
            over = terminated["__all__"] or truncated["__all__"]
        for agent, view in seen.items():
            _has_features_of(env, agent, view)
            assert not view["state_features"].any()


def _has_features_of(env: SeatsEnv, agent: str, view: dict[str, np.ndarray]) -> None:
    assert list(view) == ["observations", "action_mask", "state_features", "action_features"]
    assert env.observation_spaces[agent].contains(view)
    expected = env._batch.features(env._seats[agent])
    assert np.array_equal(view["state_features"], expected.state[0])
    assert np.array_equal(view["action_features"][expected.actions], expected.values)
    assert np.count_nonzero(view["action_features"].any(1)) <= len(expected.actions)


@pytest.mark.parametrize(
    ("name", "options", "truncated", "expected"),
    [
        ("hold_the_line", {"scale": "tiny"}, False, Ending.LIMIT),
        ("flank", {"max_decisions": 100}, True, Ending.CAP),
    ],
)
def test_limits_terminate_and_caps_truncate(
    name: str, options: dict[str, Any], truncated: bool, expected: Ending
) -> None:
    env = made(get_game(name), **options)
    for seed in range(20):
        *_, (_, _, ended, cut, infos) = play(env, seed)
        if {info["ending"] for info in infos.values()} == {expected}:
            assert (set(ended.values()), set(cut.values())) == ({not truncated}, {truncated})
            return
    raise AssertionError(f"no game ended by {expected}")


def test_opponents_have_all_seats_but_one() -> None:
    env = made(get_game("hold_the_line"), opponents={"heuristic": 0.5})
    agents = set()
    for seed in range(12):
        told = play(env, seed)
        agents.add(tuple(env.agents))
        assert set().union(*(one[0] for one in told)) == set(env.agents)
        seen, rewards, terminated, _, infos = told[-1]
        assert set(seen) == set(rewards) == set(infos) == set(env.agents) == set(terminated) - {"__all__"}
        assert {info["ending"] for info in infos.values()} <= {Ending.RULES, Ending.LIMIT}
        assert not any(one[-1] for one in told[:-1])
    assert agents == {("player_0", "player_1"), ("alone_0",), ("alone_1",)}


def test_the_seed_gives_the_same_game_again() -> None:
    games = [play(made(get_game("hold_the_line"), opponents={"random": 0.5}), seed=s, steps=40) for s in (5, 5, 6)]
    assert str(games[0]) == str(games[1]) != str(games[2])


def test_an_illegal_action_loses() -> None:
    env = made(get_game("hold_the_line"))
    ((agent, seen),) = env.reset(seed=0)[0].items()
    _, rewards, terminated, _, infos = env.step({agent: int(np.argmin(seen["action_mask"]))})
    assert terminated["__all__"]
    assert (rewards[agent], infos[agent]["ending"]) == (-1, Ending.FORFEIT)


@pytest.mark.parametrize("actions", [None, {}, {"player_9": 0}, 3, {"player_0": 0, "player_1": 0}])
def test_only_the_agent_to_act_may_act(actions: Any) -> None:
    env = made(get_game("hold_the_line"))
    env.reset(seed=0)
    with pytest.raises(ValueError, match=r"player_0|actions"):
        env.step(actions)


def test_what_does_not_fit_is_refused_in_words() -> None:
    game = get_game("hold_the_line")
    env = made(game)
    agent = next(iter(env.reset(seed=0)[0]))
    for action in (-1, game.actions.size, 1.5, "x", None):
        with pytest.raises(IllegalActionError, match=agent):
            env.step({agent: action})
    for opponents in ({"random": 2}, {"random": -0.1}, {"random": "x"}, ["random"], {"nobody": 0.1}):
        with pytest.raises(ValueError, match="opponent"):
            made(game, opponents=opponents)
    for settings in ({"past": 2}, {"past": None}, {"keep_every": 0}, {"players": 7}):
        with pytest.raises(ValueError, match=r"past|keep_every|players"):
            rllib.ppo(game, **settings)


def test_past_selves_are_mapped_by_game() -> None:
    games = [SimpleNamespace(id_=f"game {k}") for k in range(400)]
    mapping = PastSelves(["past_1", "past_2"], past=0.5, seats=3)
    tables = [[mapping(f"player_{seat}", game) for seat in range(3)] for game in games]
    alone = [table for table in tables if table == [LEARNER] * 3]
    others = [table for table in tables if table != [LEARNER] * 3]
    assert 150 < len(alone) < 250
    assert all(table.count(LEARNER) == 1 and len(set(table)) == 2 for table in others)
    assert {table.index(LEARNER) for table in others} == {0, 1, 2}
    assert tables == [[mapping(f"player_{seat}", game) for seat in range(3)] for game in games]
    assert {mapping("alone_1", game) for game in games} == {LEARNER}
    assert {PastSelves((), 1.0, 2)("player_0", game) for game in games} == {LEARNER}


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("playing", [True, False])
def test_a_module_becomes_a_file_that_says_the_same(tmp_path: Path, shared: bool, playing: bool) -> None:
    """With layers that the value shares or has for itself; modules that only play are without a value."""
    path, batch = tmp_path / "module.safetensors", make_batch("hold_the_line", 8, 0)
    env = made(batch.game)
    settings = DefaultModelConfig(fcnet_hiddens=[24, 16], head_fcnet_hiddens=[8], vf_share_layers=shared)
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        observation_space=env.observation_spaces["player_0"],
        action_space=env.action_spaces["player_0"],
        inference_only=playing,
        model_config=settings,
    ).build()
    rllib.export(module, path)
    network = PolicyOpponent(path).network
    told = module.forward_inference({"obs": tensors(batch)})["action_dist_inputs"].detach().numpy()
    legal = batch.action_mask > 0
    assert np.abs(network.logits(batch.observation) - told)[legal].max() < 1e-4
    if network.has_value:
        values = module.compute_values({"obs": tensors(batch)}).detach().numpy()
        assert np.abs(network.values(batch.observation) - values).max() < 1e-4
    assert network.has_value or playing


def tensors(batch: Any) -> dict[str, torch.Tensor]:
    """What all games of a batch show, as a module takes it."""
    mask = torch.from_numpy(batch.action_mask.astype(np.float32))
    return {"observations": torch.from_numpy(batch.observation.copy()), "action_mask": mask}


@pytest.fixture(scope="module")
def machine() -> Any:
    settings = {"num_cpus": 2, "object_store_memory": 200 * 2**20, "include_dashboard": False, "logging_level": "error"}
    patiently(lambda: ray.init(**settings), ray.shutdown)
    yield
    ray.shutdown()


@pytest.mark.slow
def test_what_the_recipe_learns_is_a_file_that_plays(machine: Any, tmp_path: Path) -> None:
    """Two iterations; in the second a past self plays with the weights that the learner had after the first."""
    path = tmp_path / "learnt.safetensors"
    config = rllib.ppo("hold_the_line", {"random": 0.2}, past=1.0, keep_every=1, hidden=(64,))
    config.training(train_batch_size_per_learner=256, minibatch_size=128, num_epochs=2)
    algorithm = config.env_runners(num_env_runners=0, num_envs_per_env_runner=4).build_algo()

    def playing(name: str) -> dict[str, list]:
        state = algorithm.get_module(name).get_state()
        return {layer: array.tolist() for layer, array in state.items() if not layer.startswith("vf")}

    algorithm.train()
    before = playing(LEARNER)
    assert playing("past_1") == before
    algorithm.train()
    assert playing("past_1") == before
    assert playing("past_2") == playing(LEARNER) != before

    rllib.export(algorithm, path)
    opponent = load_opponent(path)
    assert isinstance(opponent, PolicyOpponent)
    assert opponent.network.has_value
    batch = make_batch("hold_the_line", 32, 0)
    told = algorithm.get_module(LEARNER).forward_inference({"obs": tensors(batch)})
    legal = batch.action_mask > 0
    difference = opponent.network.logits(batch.observation) - told["action_dist_inputs"].detach().numpy()
    assert np.abs(difference[legal]).max() < 1e-4
    assert match("hold_the_line", opponent, "random", 8, 0).games == 8
    with pytest.raises(ValueError, match="nobody"):
        rllib.export(algorithm, path, module="nobody")
    with pytest.raises(ValueError, match="dense"):
        rllib.export(torch.nn.Linear(3, 3), path)
    algorithm.stop()
