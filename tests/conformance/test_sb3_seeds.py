"""Seeds of the Stable-Baselines3 interface: given when it is made or by `seed`, and used once."""

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")

from flank_envs.engine.game import Game
from flank_envs.interfaces.sb3 import SeatVecEnv
from flank_envs.opponents.seats import SeatGames

GAMES = 3


def dealt(game: Game, seed: int) -> bytes:
    games = SeatGames(game, GAMES)
    games.reset(seed)
    return games.save()


def test_a_seed_decides_the_first_games_and_no_others(game: Game) -> None:
    """Game i has the seed + i, as everywhere; the next reset goes on in the streams of the games."""
    environment = SeatVecEnv(game, GAMES, seed=4)
    observation = environment.reset()
    assert environment.games.save() == dealt(game, 4)
    assert np.array_equal(observation, environment.games.observation)
    environment.reset()
    second = environment.games.save()
    assert second != dealt(game, 4)
    twin = SeatVecEnv(game, GAMES, seed=4)
    twin.reset()
    twin.reset()
    assert twin.games.save() == second


def test_seed_comes_before_the_one_it_was_made_with(game: Game) -> None:
    environment = SeatVecEnv(game, GAMES, seed=4)
    environment.seed(9)
    environment.reset()
    assert environment.games.save() == dealt(game, 9)
    environment.reset()
    assert environment.games.save() not in (dealt(game, 4), dealt(game, 9))
    environment.seed(9)
    environment.reset()
    assert environment.games.save() == dealt(game, 9)


def test_a_seed_is_one_whole_number(game: Game) -> None:
    for seed in ([1], [1] * GAMES, True, -1, 1.5, "1", 2**64):
        with pytest.raises(ValueError, match=r"seed=.*: give a whole number"):
            SeatVecEnv(game, GAMES, seed=seed)  # pyright: ignore[reportArgumentType]


def test_actions_are_played_once(game: Game) -> None:
    """Neither again without new ones, nor in other games than those they were chosen for, nor after a refusal."""
    environment = SeatVecEnv(game, GAMES, seed=4)

    def refuses() -> bool:
        before = environment.games.save()
        with pytest.raises(ValueError, match=r"give them to step_async\(\)"):
            environment.step_wait()
        return environment.games.save() == before

    environment.reset()
    assert refuses()
    environment.step(np.argmax(environment.action_masks(), axis=1))
    assert refuses()
    environment.step_async(np.argmax(environment.action_masks(), axis=1))
    environment.reset()
    assert refuses()
    environment.step_async(np.full(GAMES, game.actions.size))
    with pytest.raises(ValueError, match="is outside"):
        environment.step_wait()
    assert refuses()


def test_lengths_begin_anew_with_a_reset(game: Game) -> None:
    environment = SeatVecEnv(game, GAMES, seed=4)
    environment.reset()
    for _ in range(2):
        environment.step(np.argmax(environment.action_masks(), axis=1))
    environment.reset()
    *_, infos = environment.step(np.argmin(environment.action_masks(), axis=1))  # illegal: all are lost
    assert [info["episode"]["l"] for info in infos] == [1] * GAMES
    assert [info["episode"]["r"] for info in infos] == [-1] * GAMES
    *_, infos = environment.step(np.argmin(environment.action_masks(), axis=1))
    assert [info["episode"]["l"] for info in infos] == [1] * GAMES
