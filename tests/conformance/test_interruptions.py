"""After a step that was interrupted nothing is played on before all games, not some, were replaced or refreshed."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine import kernels
from flank_envs.engine.arrays import GameArrays
from flank_envs.interfaces.gymnasium import SeatVectorEnv
from flank_envs.opponents import seat_kernels
from flank_envs.opponents.seats import SeatGames
from tests.games.sample_game import GAME

GAMES = 4
SOME, ALL = np.arange(GAMES) < 2, np.ones(GAMES, bool)
Step = Callable[[], Any]


def batch() -> tuple[GameArrays, Step, Any]:
    games = make_batch(GAME, GAMES, seed=1)
    return games, lambda: games.step(games.action_mask.argmax(axis=1)), games


def seats() -> tuple[GameArrays, Step, Any]:
    games = SeatGames(GAME, GAMES, "random")
    games.reset(seed=1)
    return games, lambda: games.step(games.action_mask.argmax(axis=1)), games


def vector() -> tuple[GameArrays, Step, Any]:
    environment = SeatVectorEnv(GAME, GAMES, "random")
    environment.reset(seed=1)
    games = environment._games
    return games, lambda: environment.step(games.action_mask.argmax(axis=1)), environment


def reset(interface: Any, which: np.ndarray) -> None:
    if isinstance(interface, SeatVectorEnv):
        interface.reset(options={"reset_mask": which})
    else:
        interface.reset(which=which)


def interrupt(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a step."""

    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(kernels, "step", stop)
        patched.setattr(seat_kernels, "play", stop)
        with pytest.raises(KeyboardInterrupt):
            step()


@pytest.mark.parametrize("make", [batch, seats, vector])
@pytest.mark.parametrize("way", ["reset", "put", "set_up"])
def test_some_games_are_not_enough(make: Callable, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games, step, interface = make()
    kept = games.states.copy()
    some: dict[str, Callable[[], None]] = {
        "reset": lambda: reset(interface, SOME),
        "put": lambda: games.put(kept[SOME], SOME),
        "set_up": lambda: games.set_up(0),
    }
    interrupt(step, monkeypatch)
    some[way]()
    with pytest.raises(ValueError, match="was interrupted"):
        step()
    reset(interface, ALL)
    step()


@pytest.mark.parametrize("make", [batch, seats, vector])
@pytest.mark.parametrize("way", ["reset", "put", "restore", "refresh"])
def test_all_games_are(make: Callable, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games, step, interface = make()
    kept, data = games.states.copy(), games.save()
    every: dict[str, Callable[[], None]] = {
        "reset": lambda: reset(interface, ALL),
        "put": lambda: games.put(kept),
        "restore": lambda: games.restore(data),
        "refresh": games.refresh,
    }
    interrupt(step, monkeypatch)
    with pytest.raises(ValueError, match="was interrupted"):
        step()
    every[way]()
    step()
