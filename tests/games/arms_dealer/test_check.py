"""Records that no play can reach are refused, field by field."""

from collections.abc import Callable
from typing import Any

import pytest

from flank_envs.engine import kernels
from tests.games.arms_dealer.board import BACK, GAME, LOOK, READY, Board, raise_, swap

LAYING = "ships are drawn in FLEET only, fight in ITEMS only and are laid on places in order"


def planning() -> Board:
    return Board(skirmish=2, wins=(1, 0), scrap=("", "S"), money=(3, 5), field=("-DSFY", "-DDDD"))


def fighting() -> Board:
    return Board("ITEMS", active="DY", hands=(["+100"], ["+200"]))


POSITIONS: dict[str, Callable[[], Board]] = {
    "laying": lambda: Board("FLEET", drawn=("DSFYM", "DSFYM")),
    "shopping": lambda: Board("SHOP").play(LOOK, BACK),
    "looking": lambda: Board("SHOP").play(LOOK + 1),
    "betting": lambda: Board("SHOP", to_act=1).play(11),
    "answering": lambda: Board("SHOP", to_act=1).play(11, raise_(2)),
    "fighting": fighting,
    "planning": planning,
    "swapped": lambda: planning().play(swap(2, 5)),
    "poor": lambda: Board("SHOP", to_act=1, money=(2, 9)).play(11),
}


def put(name: str, value: Any, *place: int) -> Callable[[Any], None]:
    def change(state: Any) -> None:
        if place:
            state[name][place] = value
        else:
            state[name] = value

    return change


BROKEN: list[tuple[str, Callable[[Any], None], int]] = [
    ("planning", put("lead", 2), 1),
    ("planning", put("battle", 0), 1),
    ("planning", put("battle", 41), 1),
    ("betting", put("to_act", 1), 1),
    ("answering", put("to_act", 0), 1),
    ("shopping", put("shop_first", 1), 1),
    ("planning", put("deck", 0, 0, 0), 2),
    ("planning", put("bay_seen", 1, 1, 0), 2),
    ("planning", put("field", 5, 0, 1), 2),
    ("planning", put("hand", 1, 0, 0), 3),
    ("fighting", put("hand_known", 2, 0, 0), 3),
    ("planning", put("shop", 11, 0), 3),
    ("planning", put("line", 3, 0), 4),
    ("planning", put("battle", 3), 4),
    ("planning", put("money", -1, 0), 5),
    ("planning", put("money", 196, 0), 5),
    ("planning", put("bet", 1, 1), 5),
    ("shopping", put("bet", 3, 0), 5),
    ("betting", put("bet", 4, 0), 5),
    ("answering", put("money", 1, 1), 5),
    ("answering", put("bet", 4, 0), 5),
    ("planning", put("wins", 2, 0), 6),
    ("planning", put("skirmish", 3), 6),
    ("planning", put("wins", 1, 1), 6),
    ("shopping", put("skirmish", 2), 6),
    ("fighting", put("boost", 1, 0), 7),
    ("planning", put("boost", 1, 0), 7),
    ("shopping", put("looking", 0), 8),
    ("looking", put("looking", 0), 8),
    ("looking", put("looking", -1), 8),
    ("shopping", put("looked", 1, 1, 0), 8),
    ("shopping", put("taker", 0, 0), 8),
    ("laying", put("looked", 1, 0, 0), 8),
    ("planning", put("gap", READY, 0), 9),
    ("answering", put("gap", READY, 0), 9),
    ("swapped", put("gap", 27, 0), 9),
    ("fighting", put("gap", -1, 0), 9),
    ("fighting", put("window", 1, 0), 9),
    ("planning", put("window", 1, 0), 9),
    ("planning", put("winner", 0), 10),
    ("poor", put("winner", 0), 10),
    ("poor", put("money", 3, 0), 10),
    ("poor", put("limit", 1), 7),
    ("betting", put("money", 0, 0), 11),
    ("looking", put("money", 1, 0), 11),
]


@pytest.mark.parametrize(("name", "change", "invariant"), BROKEN)
def test_broken_records_are_refused(name, change, invariant):
    board = POSITIONS[name]()
    assert kernels.checks(board.batch.states.copy()) == 0
    change(board.state)
    assert kernels.checks(board.batch.states.copy()) == invariant, GAME.rules.invariants[invariant - 1]


def test_every_invariant_is_needed():
    assert {invariant for _, _, invariant in BROKEN} == set(range(1, len(GAME.rules.invariants) + 1))


def test_moved_ships_are_refused():
    """A place skipped, or a ship that fights before its skirmish, keeps every count right."""
    board = planning()
    board.state.field[0, 1], board.state.field[0, 0] = -1, board.state.field[0, 1]
    assert kernels.checks(board.batch.states.copy()) == 7
    board = planning()
    board.state.active[0], board.state.field[0, 1] = board.state.field[0, 1], -1
    assert kernels.checks(board.batch.states.copy()) == 7


def test_a_shop_with_holes_is_refused():
    """AD-7.7: a slot is empty because somebody took the card, or because there was none left to lay."""
    board = planning()
    board.state.item_deck[board.state.shop[3]] += 1
    board.state.shop[3] = -1
    assert kernels.checks(board.batch.states.copy()) == 8


def test_who_lays_ships_has_ships_to_lay() -> None:
    """AD-2.2: after the last ship the other player lays, or shopping begins."""
    board = Board("FLEET", drawn=("DSFYM", "DSFYM"))
    states = board.batch.states.copy()
    state = states[0]
    seat = int(state.to_act)
    for place, ship in enumerate(state.drawn[seat].nonzero()[0]):
        state.field[seat, place] = ship
    state.drawn[seat] = 0
    assert kernels.checks(states) == GAME.rules.invariants.index(LAYING) + 1
