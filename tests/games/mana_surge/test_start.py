"""The start of a turn: MS-2."""

import pytest

from flank_envs.engine.errors import IllegalActionError
from tests.games.mana_surge.board import HOME, HOMES, Board, cells

EXTRA_ACTIONS = "24 47 64 11 41 83"
EXTRA_SPAWNS = "3 20 21 61 77 88"
SPREAD = "2 4 5 8 9 12 13 14 15 22 28 29 30"  # thirteen plain tiles far from seat 0's spawner


def first(text: str, number: int) -> str:
    return " ".join(text.split()[:number])


def started(board: Board) -> tuple[str, list[int], int]:
    return board.phase(), board.tokens(0), board.supply()[0]


@pytest.mark.parametrize("held", range(7))
def test_action_points(held):
    """MS-2.1, MS-3.8: one, and one more for each extra action tile."""
    board = Board.turn({0: f"{HOME} {first(EXTRA_ACTIONS, held)}"})
    assert (board.to_act(), board.ap()) == (0, 1 + held)
    assert board.look(0)["action_points"] == pytest.approx((1 + held) / 7)


def test_unused_action_points_are_lost():
    """MS-2.1: the number is set, not added to."""
    board = Board({0: f"{HOME} 47", 1: HOMES[1], 2: HOMES[2]}, ap=2)
    for _ in range(3):
        board.play("pass", "pass")
    assert (board.to_act(), board.ap()) == (0, 2)


def test_only_the_own_tiles_count():
    """MS-2.1, MS-2.2, MS-3.7: an extra action or spawn of somebody else is of no use."""
    board = Board.turn({0: "28", 1: "24 3", 2: "64 88 79"})
    assert (board.ap(), board.look(0)["spawns_left"]) == (1, pytest.approx(1 / 7))
    assert board.play("front").phase() == "MOVE1"


@pytest.mark.parametrize("held", range(7))
def test_number_of_new_tokens(held):
    """MS-2.2, MS-3.8: one, and one more for each extra spawn tile; three tiles are all there are."""
    board = Board.turn({0: f"28 {first(EXTRA_SPAWNS, held)}"})
    assert board.look(0)["spawns_left"] == pytest.approx((1 + held) / 7)
    placed = 0
    for slot in ("front", "left", "right"):
        if board.phase() == "START":
            placed += 1
            board.play(slot)
    assert (board.phase(), placed) == ("MOVE1", min(3, 1 + held))


def test_new_tokens_of_this_turn_are_counted_at_its_beginning():
    """MS-2.2, MS-2.6: an extra spawn tile entered in this turn gives nothing before the next."""
    board = Board.turn({0: "28 11", 1: HOMES[1]}).play("right", "C28", "SW")
    assert (board.tokens(0), board.phase(), board.to_act()) == ([11, 20, 60], "MOVE1", 0)
    board.play("pass", "pass", "pass", "pass", "pass", "pass")
    assert (board.to_act(), board.phase()) == (0, "START")
    assert board.look(0)["spawns_left"] == pytest.approx(2 / 7)


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("slot", range(3))
def test_tokens_appear_next_to_the_own_spawner(seat, slot):
    """MS-2.3: left of it, before it or right of it, as the player sees it, and nowhere else."""
    board = Board.turn({seat: "44"}, seat=seat)
    assert board.legal() == ["left", "front", "right"]
    board.play(("left", "front", "right")[slot])
    new = [[39, 49, 60], [6, 7, 1], [86, 79, 78]][seat][slot]
    assert (board.tokens(seat), board.supply()[seat]) == (sorted([44, new]), 13)


@pytest.mark.parametrize("slot", range(3))
def test_tokens_appear_next_to_the_mirrored_spawner(slot):
    """MS-2.3: seat 1 of a one-on-one match sees its tiles in a mirror."""
    board = Board.turn({1: "44"}, seat=1, players=2).play(("left", "front", "right")[slot])
    assert board.tokens(1) == sorted([44, [1, 7, 6][slot]])


@pytest.mark.parametrize("guest", [0, 1, 2])
def test_only_empty_tiles_take_a_token(guest):
    """MS-2.3: neither own tokens nor those of others leave room."""
    board = Board.turn({guest: "49", 0: "49 28" if guest == 0 else "28", 2: "49 86" if guest == 2 else "86"})
    assert board.legal() == ["left", "right"]
    with pytest.raises(IllegalActionError):
        board.play("front")


def test_the_first_token_must_be_placed():
    """MS-2.4: there is no passing, also with an extra spawn tile."""
    for troops in ("28", "28 20", "49 20 77"):
        board = Board.turn({0: troops})
        assert board.phase() == "START"
        assert "pass" not in board.legal()


def test_further_tokens_may_be_declined():
    """MS-2.5: after the first one; declining ends the start with tokens still allowed."""
    board = Board.turn({0: "28 20 77"}).play("left")
    assert board.legal() == ["pass", "front", "right"]
    board.play("pass")
    assert started(board) == ("MOVE1", [20, 28, 39, 77], 11)
    board = Board.turn({0: "28 20 77"}).play("left", "front", "pass")
    assert started(board) == ("MOVE1", [20, 28, 39, 49, 77], 10)


def test_start_ends_with_the_allowed_number():
    """MS-2.6: tiles and tokens are left, but no more may be placed."""
    assert started(Board.turn({0: "28"}).play("left")) == ("MOVE1", [28, 39], 13)
    assert started(Board.turn({0: "28 20"}).play("left", "right")) == ("MOVE1", [20, 28, 39, 60], 11)


def test_start_ends_without_empty_tiles():
    """MS-2.6: two more are allowed and in supply."""
    board = Board.turn({0: "28 3 20 77 39"}).play("front", "right")
    assert started(board) == ("MOVE1", [3, 20, 28, 39, 49, 60, 77], 8)


def test_start_ends_without_supply():
    """MS-2.6: the last token of the supply is placed, the second one that is allowed does not exist."""
    board = Board.turn({0: f"{SPREAD} 20"})
    assert board.supply()[0] == 1
    assert started(board.play("left")) == ("MOVE1", sorted([*map(int, SPREAD.split()), 20, 39]), 0)


def test_no_start_without_supply():
    """MS-2.6, MS-2.4: nothing to place, nothing to decide."""
    board = Board.turn({0: "28 38 59"}, troops=3)
    assert started(board) == ("MOVE1", [28, 38, 59], 0)


def test_start_does_not_come_back():
    """MS-2.6: a home tile that gets empty in the move phase is filled in the next turn at the earliest."""
    board = Board.turn({0: f"{HOME} 47", 1: HOMES[1]}).play("C49", "N")
    assert (board.phase(), board.tokens(0)) == ("MOVE1", [39, 47, 48, 60])
    board.play(*["pass"] * 6)
    assert (board.to_act(), board.tokens(0), board.supply()[0]) == (0, [39, 47, 48, 49, 60], 10)


@pytest.mark.parametrize(("taken", "left"), [("39 49", 60), ("39 60", 49), ("49 60", 39)])
def test_the_only_tile_is_filled_by_itself(taken, left):
    """MS-2.7: for the first token."""
    board = Board.turn({0: taken})
    assert started(board) == ("MOVE1", [39, 49, 60], 12)
    assert board.legal() == ["pass", *cells(HOME)]
    assert Board.turn({0: f"{left}", 1: taken}).tokens(0) == [left]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_only_tile_of_every_seat(seat):
    """MS-2.7: enemies may hold the other two."""
    left, front, right = HOMES[seat].split()
    guests = {(seat + 1) % 3: left, (seat + 2) % 3: right, seat: "44"}
    board = Board.turn(guests, seat=seat)
    assert (board.phase(), board.to_act(), board.tokens(seat)) == ("MOVE1", seat, sorted([44, int(front)]))


def test_the_only_tile_for_a_second_token_is_a_choice():
    """MS-2.7, MS-2.5: only the first token is placed by itself."""
    board = Board.turn({0: "39 20"}).play("front")
    assert (board.phase(), board.legal()) == ("START", ["pass", "right"])
    assert started(board.play("right")) == ("MOVE1", [20, 39, 49, 60], 11)
