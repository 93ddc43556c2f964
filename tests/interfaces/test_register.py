"""Games that are added from elsewhere: known to everything or to nothing, and under no name that means something."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import gymnasium
import pettingzoo
import pytest

import flank_envs
from flank_envs import add_game, all_games
from flank_envs.engine.jit.compile import rule
from flank_envs.interfaces.register import ASKED_IF_IMPORTED
from flank_envs.opponents.heuristics import Rollout, added_heuristics, heuristics_of, nobody_ahead
from tests.games.dice_game import GAME, heuristic

REGISTRIES = (
    *(all_games(), added_heuristics(), gymnasium.registry, getattr(pettingzoo, "aec_registry", {})),
    *(sys.modules, vars(flank_envs)),
)
TAKEN = ("engine", "games", "opponents", "interfaces", "evaluation", "view", "cli", "web", "search", "Batch")
NO_NAMES = (
    "class",
    "",
    "Dice",
    "two words",
    "dice-game",
    "dice_",
    "_dice",
    "__init__",
    "9_dice",
    "würfel",
    "a\n",
    5,
    None,
)


@pytest.fixture(autouse=True)
def registries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What they held before, and hold again afterwards. The real RLlib and OpenSpiel hear of nothing."""
    for name in ASKED_IF_IMPORTED:
        monkeypatch.setitem(sys.modules, name, None)
    before = [dict(registry) for registry in REGISTRIES]
    yield
    for registry, kept in zip(REGISTRIES, before, strict=True):
        for name in registry.keys() - kept.keys():
            del registry[name]


def known() -> list[dict[Any, Any]]:
    return [dict(registry) for registry in REGISTRIES]


@pytest.mark.parametrize("name", [*TAKEN, *NO_NAMES, "hold_the_line"])
def test_names_that_mean_something_or_nothing_are_refused(name: Any) -> None:
    before = known()
    with pytest.raises(ValueError, match=r"choose another name|give lower-case words with underscores"):
        add_game(replace(GAME, name=name))
    assert known() == before


@pytest.mark.parametrize("changes", [{"version": -1}, {"version": "1"}, {"state": all_games()["flank"].state}])
def test_other_games_that_cannot_be_told_apart_are_refused(changes: dict[str, Any]) -> None:
    before = known()
    with pytest.raises(ValueError, match=r"give a whole number from 0|records of the same type"):
        add_game(replace(GAME, **changes))
    assert known() == before


def test_names_that_differ_in_no_id_are_refused() -> None:
    add_game(replace(GAME, name="dice_2x"))
    with pytest.raises(ValueError, match="there is a game 'dice_2x' already"):
        add_game(replace(GAME, name="dice2x", state=all_games()["flank"].state))


@rule
def throws(state, mask, streams, i):
    return 0


def test_a_game_is_added_with_a_heuristic_of_its_own() -> None:
    add_game(GAME, heuristic=throws, rollout=Rollout(depth=3))
    assert heuristics_of(GAME) == (throws, nobody_ahead, Rollout(depth=3))


def test_a_game_is_added_with_the_heuristic_of_its_module() -> None:
    add_game(GAME)
    assert heuristics_of(GAME).heuristic is heuristic


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="give a Game"):
        add_game("dice_game")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("interface", ASKED_IF_IMPORTED)
def test_a_game_that_one_registry_refuses_is_known_to_none(monkeypatch: pytest.MonkeyPatch, interface: str) -> None:
    def refuse(game: Any) -> None:
        raise RuntimeError("no more games")

    monkeypatch.setitem(sys.modules, interface, SimpleNamespace(register=refuse))
    before = known()
    with pytest.raises(RuntimeError, match="no more games"):
        add_game(GAME)
    assert known() == before
    monkeypatch.setitem(sys.modules, interface, None)
    add_game(GAME)


@pytest.mark.parametrize("interface", ASKED_IF_IMPORTED)
def test_interfaces_that_are_imported_already_are_told(monkeypatch: pytest.MonkeyPatch, interface: str) -> None:
    told: list[Any] = []
    monkeypatch.setitem(sys.modules, interface, SimpleNamespace(register=told.append))
    add_game(GAME)
    assert told == [GAME]
    assert flank_envs.dice_game.GAME is GAME  # pyright: ignore[reportAttributeAccessIssue]
    assert "flank_envs/DiceGame-v0" in gymnasium.registry
