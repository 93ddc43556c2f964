"""Keyword arguments and reset options that nobody knows are refused, in words that libraries look for."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine.game import Game
from flank_envs.interfaces import pettingzoo as aec
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.interfaces.register import gym_id

Interface = Callable[..., Any]


def sb3(game: Game, **settings: Any) -> Any:
    return pytest.importorskip("flank_envs.interfaces.sb3").SeatVecEnv(game, 2, **settings)


INTERFACES: dict[str, Interface] = {
    "env": aec.env,
    "raw_env": aec.raw_env,
    "make": lambda game, **settings: gymnasium.make(gym_id(game), **settings),
    "make_vec": lambda game, **settings: gymnasium.make_vec(gym_id(game), 2, **settings),
    "make_batch": lambda game, **settings: make_batch(game, 2, **settings),
    "SeatVecEnv": sb3,
}


@pytest.mark.parametrize("interface", INTERFACES)
def test_an_unknown_keyword_is_python_s_own_error_and_ours(game: Game, interface: str) -> None:
    """TorchRL tries `frameskip` and goes on without it after a TypeError with these words; no other error will do."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'") as caught:
        INTERFACES[interface](game, frameskip=4)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value).startswith("unknown option 'frameskip'")


@pytest.mark.parametrize("interface", INTERFACES)
def test_a_slip_of_the_pen_gets_a_suggestion(game: Game, interface: str) -> None:
    for option in game.options:
        wrong = option.name[:-1] + "_"
        with pytest.raises(ValueError, match=rf"'{wrong}'\); did you mean '{option.name}'\? \(known: "):
            INTERFACES[interface](game, **{wrong: option.default})


@pytest.mark.parametrize("interface", [aec.env, aec.raw_env, SeatEnv, SeatVectorEnv])
def test_reset_refuses_options_that_it_would_ignore(game: Game, interface: Interface) -> None:
    env = interface(game)
    for nothing in (None, {}):
        env.reset(seed=1, options=nothing)
    before = env.unwrapped.replay().seed if interface is not SeatVectorEnv else None
    for wrong in ({"options": 2}, {"seed": 3}, *({option.name: option.default} for option in game.options)):
        with pytest.raises(ValueError, match=rf"was given '{next(iter(wrong))}' .* when the environment is made"):
            env.reset(seed=2, options=wrong)
    assert before is None or env.unwrapped.replay().seed == before


def test_a_vector_still_takes_its_reset_mask(game: Game) -> None:
    vector = SeatVectorEnv(game, 2)
    vector.reset(seed=1)
    which = np.array([True, False])
    with pytest.raises(ValueError, match="'reset' but takes only reset_mask"):
        vector.reset(options={"reset_mask": which, "reset": which})
    vector.reset(options={"reset_mask": which})


def test_the_options_of_stable_baselines_are_refused(game: Game) -> None:
    env = sb3(game)
    for nothing in (None, {}, [{}, {}]):
        env.set_options(nothing)
    for wrong in ({"players": 2}, [{}, {"players": 2}]):
        with pytest.raises(ValueError, match="takes none"):
            env.set_options(wrong)
