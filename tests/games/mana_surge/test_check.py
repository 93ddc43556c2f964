"""Records that cannot have come from a game are refused, each by its own invariant."""

from typing import Any

import pytest

from flank_envs.engine import kernels
from tests.games.mana_surge.board import GAME, HOME, Board


def broken(board: Board, **values: Any) -> str:
    """The invariant that is broken when these fields are changed ("marked_0" is an entry of "marked"), or ""."""
    states = board.batch.states.copy()
    for name, value in values.items():
        field, _, entry = name.rpartition("_")
        if entry.isdigit():
            states[field][0].flat[int(entry)] = value
        else:
            states[name] = value
    code = kernels.checks(states)
    return GAME.rules.invariants[code - 1] if code else ""


def finished() -> Board:
    return Board({0: f"{HOME} 45"}, "MOVE2", mana=(9, 0, 0)).play("pass")


def test_positions_of_games_are_accepted():
    """MS-3.1: nothing is wrong with a position of the rules."""
    assert broken(Board.new()) == broken(finished()) == ""


@pytest.mark.parametrize(
    "values",
    [
        *[{"seats": 1}, {"players": 0}, {"troops": 2}, {"mana_goal": 0}, {"first_seat": 3}, {"first_seat": 1}],
        *[{"max_rounds": 0}, {"phase": 10}, {"phase": -1}, {"over": 1}, {"to_act": 1}, {"to_act": -1}, {"turns": -1}],
        *[{"turns": 600}, {"winner": 0}, {"winner": 3}, {"limit": 1}, {"decisions": -1}, {"rng": 0}],
    ],
    ids=str,
)
def test_headers_and_options(values):
    """MS-1.1, MS-1.2, MS-1.5, MS-6.3: numbers outside their ranges, or a seat that is not in turn."""
    assert broken(Board.new(), **values) == GAME.rules.invariants[0]


@pytest.mark.parametrize("mana", [-1, 10, 11])
def test_mana(mana):
    """MS-6.1: between nothing and the goal, which only a winner has."""
    assert broken(Board.new(), mana_1=mana) == GAME.rules.invariants[1]
    assert broken(finished(), mana_0=9) == GAME.rules.invariants[1]
    assert broken(Board.new(players=2), mana_2=1) == GAME.rules.invariants[1]


@pytest.mark.parametrize(
    "values", [{"owner_17": 0}, {"owner_50": -1}, {"owner_0": 1}, {"owner_20": 4}, {"owner_30": 3}]
)
def test_the_board(values):
    """MS-1.4, MS-3.5: no token on thorns or on a spawner, no spawner elsewhere, no strange owner."""
    assert broken(Board.new(), **values) == GAME.rules.invariants[2]


@pytest.mark.parametrize(
    "values", [{"supply_0": 11}, {"owner_20": 1}, {"tokens_1": 48}, {"tokens_3": 5}, {"held_0": 1}, {"supply_2": -1}]
)
def test_tokens(values):
    """MS-1.2: board, supply and the lists of tokens agree."""
    assert broken(Board.new(), **values) == GAME.rules.invariants[3]


@pytest.mark.parametrize(
    "values", [{"exits_45": 0}, {"exits_39": 63}, {"foes_45": 1}, {"foes_100": 2}, {"foes_200": 4}]
)
def test_neighbors(values):
    """MS-3.3, MS-4.1: exits and enemies beside each tile are those of the board."""
    assert broken(Board.new(), **values) == GAME.rules.invariants[4]


@pytest.mark.parametrize(
    "values",
    [
        *[{"action_points": -1}, {"action_points": 8}, {"spawns_allowed": 0}, {"spawns_allowed": 8}],
        *[{"spawns_done": -1}, {"spawns_done": 2}, {"dagger_uses": -1}, {"dagger_uses": 4}, {"dagger_uses": 1}],
    ],
    ids=str,
)
def test_the_numbers_of_a_turn(values):
    """MS-2.1, MS-2.2, MS-5.3: within what seven tiles can give."""
    assert broken(Board.new(), **values) == GAME.rules.invariants[5]


def test_new_tokens_stand_beside_the_spawner_while_more_are_placed():
    """MS-2.3: with every new token an empty tile is gone."""
    board = Board.turn({0: "3 21 61"})
    assert board.phase() == "START"
    assert broken(board, spawns_allowed=4) == ""
    for done in (1, 2, 3):
        assert broken(board, spawns_allowed=4, spawns_done=done) == GAME.rules.invariants[5]


def test_picked_and_marked_tokens():
    """MS-3.2, MS-5.4: an own token is picked where a direction is chosen, own different tokens are marked."""
    assert broken(Board.new(), picked=49) == GAME.rules.invariants[6]
    assert broken(Board.new(), marks=1) == GAME.rules.invariants[6]
    assert broken(Board.new(), marked_0=39) == GAME.rules.invariants[6]
    picking = Board.new().play("C49")
    for tile in (-1, -2, 91, 127, 48, 7, 50):
        assert broken(picking, picked=tile) == GAME.rules.invariants[6], tile
    marking = Board({0: f"{HOME} 43"}, "MOVE2").play("pass", "dagger", "C39", "C43")
    for values in ({"marks": 3}, {"marks": -1}, {"marked_1": 39}, {"marked_0": 44}, {"marked_0": 91}, {"marked_1": -1}):
        assert broken(marking, **values) == GAME.rules.invariants[6], values


@pytest.mark.parametrize("phase", ["START", "COMBAT", "END"])
def test_nobody_is_asked_for_nothing(phase):
    """MS-2.6, MS-4.5, MS-5.3: a phase without a choice is passed over."""
    assert broken(Board.new(), phase=GAME.phases.index(phase)) == GAME.rules.invariants[7]
    assert broken(Board.new(), action_points=0) == GAME.rules.invariants[7]


def test_a_direction_needs_a_way():
    """MS-3.2, MS-3.6: a locked token is not picked, and directions are not chosen without AP."""
    board = Board({0: f"{HOME} 45"}).play("C49")
    assert broken(board, picked=45) == GAME.rules.invariants[7]
    assert broken(board, action_points=0) == GAME.rules.invariants[7]
    assert broken(board, phase=GAME.phases.index("COMBAT_DIR")) == GAME.rules.invariants[7]


@pytest.mark.parametrize("values", [{"picked": 91}, {"picked": -2}, {"marks": 3}, {"marks": -1}, {"marks": 127}])
def test_finished_games_are_safe_to_look_at(values):
    """MS-6.1: tiles outside the board are refused after the end too, for observations still read them."""
    assert broken(finished(), **values) != ""


@pytest.mark.parametrize("tile", [-1, 91, 127])
def test_marks_of_finished_games_are_tiles(tile):
    """MS-5.4: likewise marked tokens."""
    assert broken(finished(), marks=1, marked_0=tile) != ""
