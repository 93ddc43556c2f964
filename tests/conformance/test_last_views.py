"""What learners see of the end of a game: what their own seat may know, through every interface."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from flank_envs.engine.game import Game
from flank_envs.engine.positions import observations
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.opponents.seats import SeatGames

GAMES = 8
Ends = tuple[np.ndarray, np.ndarray]  # observations of the end, and the learners' seats


def played(games: SeatGames, step: Callable[[np.ndarray], Any]) -> Any:
    """What the step says that ends all games: after a legal one, each learner loses by an illegal action."""
    step(games.action_mask.argmax(axis=1))
    return step(games.action_mask.argmin(axis=1))


def seat_games(game: Game, seat: int | None) -> Ends:
    games = SeatGames(game, GAMES, "random", seat)
    games.reset(seed=3)
    played(games, games.step)
    return games.observation.copy(), games.seat


def single(game: Game, seat: int | None) -> Ends:
    seen, seats = [], []
    for k in range(GAMES):
        environment = SeatEnv(game, "random", seat)
        environment.reset(seed=3 + k)
        seen.append(played(environment._games, lambda actions, e=environment: e.step(int(actions[0])))[0])
        seats.append(environment.seat)
    return np.stack(seen), np.array(seats)


def waiting(game: Game, seat: int | None, mode: str) -> Ends:
    environment = SeatVectorEnv(game, GAMES, "random", seat, autoreset_mode=mode)
    environment.reset(seed=3)
    return played(environment._games, environment.step)[0], environment.seats


def next_step(game: Game, seat: int | None) -> Ends:
    return waiting(game, seat, "next_step")


def disabled(game: Game, seat: int | None) -> Ends:
    return waiting(game, seat, "disabled")


def restored(game: Game, seat: int | None) -> Ends:
    environment = SeatVectorEnv(game, GAMES, "random", seat, autoreset_mode="disabled")
    environment.reset(seed=3)
    played(environment._games, environment.step)
    other = SeatVectorEnv(game, GAMES, "random", seat, autoreset_mode="disabled")
    other.reset(seed=9)
    other.restore(environment.save())
    return other._games.observation.copy(), environment.seats


def same_step(game: Game, seat: int | None) -> Ends:
    environment = SeatVectorEnv(game, GAMES, "random", seat)
    environment.reset(seed=3)
    environment.step(environment._games.action_mask.argmax(axis=1))
    seats = environment.seats
    *_, info = environment.step(environment._games.action_mask.argmin(axis=1))
    return np.stack(info["final_obs"]), seats


def stable_baselines(game: Game, seat: int | None) -> Ends:
    pytest.importorskip("stable_baselines3")
    from flank_envs.interfaces.sb3 import SeatVecEnv

    environment = SeatVecEnv(game, GAMES, "random", seat, seed=3)
    environment.reset()
    environment.step(environment.action_masks().argmax(axis=1))
    seats = environment.games.seat
    *_, infos = environment.step(environment.action_masks().argmin(axis=1))
    return np.stack([info["terminal_observation"] for info in infos]), seats


def ends(game: Game, seat: int | None) -> np.ndarray:
    """The records of those ends."""
    games = SeatGames(game, GAMES, "random", seat)
    games.reset(seed=3)
    played(games, games.step)
    assert (games.to_act < 0).all()
    return games.states.copy()


@pytest.mark.parametrize(
    "interface",
    [seat_games, single, next_step, disabled, restored, same_step, stable_baselines],
    ids=lambda it: it.__name__,
)
def test_learners_see_the_end_from_their_own_seat(interface: Callable[[Game, int | None], Ends], game: Game) -> None:
    for seat in (None, 1):
        states = ends(game, seat)
        seen, seats = interface(game, seat)
        own, others = observations(game, states, seats), observations(game, states, 0)
        assert np.array_equal(seen, own)
        assert (own[seats > 0] != others[seats > 0]).any(), "seat 0 sees the same: nothing was tested"
