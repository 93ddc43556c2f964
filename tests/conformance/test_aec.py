"""PettingZoo's own tests over many seeds, and what they leave out."""

import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import flank_envs
from flank_envs import IllegalActionError
from flank_envs.engine.game import Game
from flank_envs.interfaces.pettingzoo import env, raw_env
from tests.conformance.play import player_sets, sample

BENIGN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.parametrize("seed", range(sample(4, 1)))
def test_api(game: Game, seed: int) -> None:
    sets = player_sets(game)
    environment = env(game, **sets[seed % len(sets)])
    reset = environment.reset
    environment.reset = lambda seed_=None, options=None, **_: reset(seed=seed, options=options)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(environment, num_cycles=sample(300, 30))
    unexpected = [str(w.message) for w in caught if not str(w.message).startswith(BENIGN)]
    assert not unexpected


def test_observations_without_masks(game: Game) -> None:
    """mask="info": the same values as plain arrays, and the mask in infos alone."""
    plain, usual = raw_env(game, mask="info"), raw_env(game)
    api_test(env(game, mask="info"), num_cycles=sample(100, 10))
    for environment in (plain, usual):
        environment.reset(seed=2)
        environment.step(environment.ask("random"))
    for agent in plain.agents:
        seen = plain.observe(agent)
        assert plain.observation_space(agent).contains(seen)
        assert np.array_equal(seen, usual.observe(agent)["observation"])
        assert np.array_equal(plain.infos[agent]["action_mask"], usual.observe(agent)["action_mask"])
    with pytest.raises(ValueError, match="mask='nowhere'"):
        raw_env(game, mask="nowhere")


def test_seeds(game: Game) -> None:
    seed_test(lambda: env(game), num_cycles=sample(200, 20))


@pytest.mark.whole_games
def test_parallel(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(turn_based_aec_to_parallel(env(game)), num_cycles=sample(200, 10))


@pytest.mark.whole_games
def test_render(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        render_test(lambda render_mode=None: env(game, render_mode=render_mode))


def test_human_mode_prints_the_board_without_pygame(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pygame", None)
    environment = raw_env(game, render_mode="human")
    environment.reset(seed=1)
    assert game.view.text(environment._batch.states[0], None) in capsys.readouterr().out


def test_state(game: Game) -> None:
    environment = env(game)
    state_test(environment, turn_based_aec_to_parallel(env(game)))
    environment.reset(seed=0)
    views = [environment.observe(agent)["observation"] for agent in environment.agents]
    assert np.array_equal(environment.state(), np.concatenate(views))


def test_registry(game: Game) -> None:
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    made = pettingzoo.make("aec", f"flank_envs/{game.name}-v{game.version}")
    assert str(made) == f"{game.name}_v{game.version}" == str(getattr(flank_envs, game.name).env())


def play(environment, seed: int):
    """A whole random game; yields before each step."""
    rng = np.random.default_rng(seed)
    environment.reset(seed=seed)
    while environment.agents:
        _, _, terminated, truncated, info = environment.last()
        action = None if terminated or truncated else int(rng.choice(np.flatnonzero(info["action_mask"])))
        yield action
        environment.step(action)


@pytest.mark.whole_games
@pytest.mark.parametrize("seed", range(sample(4, 1)))
def test_masks_rewards_and_the_end(game: Game, seed: int) -> None:
    sets = player_sets(game)
    environment = raw_env(game, **sets[seed % len(sets)])
    earned = dict.fromkeys(environment.possible_agents, 0.0)
    for _ in play(environment, seed):
        agent = environment.agent_selection
        over = environment.terminations[agent] or environment.truncations[agent]
        assert not (environment.terminations[agent] and environment.truncations[agent])
        for other in environment.agents:
            seen = environment.observe(other)
            assert environment.observation_space(other).contains(seen)
            assert list(seen) == ["observation", "action_mask"]
            assert seen["action_mask"].any() == (other == agent and not over)
            assert np.array_equal(seen["action_mask"], environment.infos[other]["action_mask"])
        if over:
            earned[agent] = environment.last()[1]
    assert environment.agents == []
    assert abs(sum(earned.values())) < 1e-6


def test_illegal_action_is_named_and_changes_nothing(game: Game) -> None:
    environment = raw_env(game)
    environment.reset(seed=0)
    before = environment.save()
    illegal = int(np.flatnonzero(environment.infos[environment.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError) as refused:
        environment.step(illegal)
    assert environment.describe(illegal) in str(refused.value)
    assert str(illegal) in str(refused.value)
    for nonsense in (-1, game.actions.size, None, 1.5, "0", True):
        with pytest.raises(IllegalActionError, match=f"0..{game.actions.size - 1}"):
            environment.step(nonsense)
    assert environment.save() == before
    environment.step(int(np.argmax(environment.infos[environment.agent_selection]["action_mask"])))


def test_illegal_action_in_the_wrapped_environment_loses(game: Game) -> None:
    environment = env(game)
    environment.reset(seed=0)
    mover = environment.agent_selection
    environment.step(int(np.argmin(environment.observe(mover)["action_mask"])))
    assert environment.rewards[mover] == -1
    assert all(environment.terminations.values())


def test_reset_without_seed_continues_the_stream(game: Game) -> None:
    def three_games(environment) -> list[bytes]:
        environment.reset(seed=5)
        saved = [environment.save()]
        for _ in range(2):
            environment.reset()
            saved.append(environment.save())
        return saved

    first, again = three_games(raw_env(game)), three_games(raw_env(game))
    assert first == again
    assert len(set(first)) == 3


def test_bad_settings(game: Game) -> None:
    for settings, word in (({"viewer": 9}, "viewer"), ({"render_mode": "hologram"}, "ansi"), ({"colour": 1}, "colour")):
        with pytest.raises(ValueError, match=word):
            raw_env(game, **settings)
    with pytest.raises(ValueError, match="did you mean"):
        raw_env(game.name[:-1])
    with pytest.raises(ValueError, match="render_mode"):
        raw_env(game).render()


def three_wrappers(game: Game):
    """What `env` stands for, made of PettingZoo's own parts."""
    inner = wrappers.TerminateIllegalWrapper(raw_env(game), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


@pytest.mark.parametrize("illegal_at", [0, 3, None])
def test_env_does_what_the_wrappers_do(game: Game, illegal_at: int | None) -> None:
    """Up to an illegal action, which PettingZoo's wrapper keeps to itself and `env` writes into the record."""
    ours, theirs = env(game), three_wrappers(game)
    for environment in (ours, theirs):
        for name in ("agents", "rewards", "infos", "agent_selection", "num_agents"):
            with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
                getattr(environment, name)
        environment.reset(seed=4)
    for number in range(sample(500, 40)):
        if not ours.agents:
            break
        seen, *rest, info = ours.last()
        expected, *expected_rest, expected_info = theirs.last()
        assert rest == expected_rest
        assert all(np.array_equal(seen[key], expected[key]) for key in expected)
        assert list(info) == list(expected_info)
        for name in ("agents", "rewards", "terminations", "truncations", "agent_selection", "num_agents"):
            assert getattr(ours, name) == getattr(theirs, name)
        mask = seen["action_mask"]
        action = None if rest[1] or rest[2] else int(mask.argmin() if number == illegal_at else mask.argmax())
        for environment in (ours, theirs):
            if action is not None:
                with pytest.raises(AssertionError, match="not in action space"):
                    environment.step(game.actions.size)
            environment.step(action)
        if number == illegal_at:
            assert ours.rewards == theirs.rewards
            assert all(ours.terminations.values())
            assert all(theirs.terminations.values())
            return
    assert ours.agents == theirs.agents
    assert ours.unwrapped.save() == theirs.unwrapped.save()
