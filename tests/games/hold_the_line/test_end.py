"""How the game ends: HL-7."""

import pytest

from tests.games.hold_the_line.board import GAME, Board


def pushed(front: tuple[int, ...], lanes: dict[int, str], round_number: int = 1) -> Board:
    """Each of these lanes ("0" or "1") is held by that seat alone, and pushed by it."""
    held = {lane: "I5 v" if seat == "0" else "v I5" for lane, seat in lanes.items()}
    board = Board(held, hands=("IIII", "IIII"), front=front, round_number=round_number)
    for seat in "01":
        names = [f"I@{lane}" for lane in sorted(lanes) if lanes[lane] == seat]
        board.play(*names, *(["done"] if len(names) < 3 else []))
    return board


def ending(board: Board) -> tuple[bool, bool, int, list[float]]:
    state = board.state
    return bool(state.over), bool(state.limit), int(state.winner), board.returns()


GOES_ON = (False, False, -1, [0, 0])
DRAW = (True, False, -1, [0, 0])
SEAT_0_WINS = (True, False, 0, [1, -1])
SEAT_1_WINS = (True, False, 1, [-1, 1])


def test_the_end_comes_before_the_draw():
    """HL-7.1: a finished game deals no more cards."""
    board = pushed((2, 0, 0, 0, 0), {0: "0"})
    assert ending(board) == SEAT_0_WINS
    assert (board.hand(0), board.hand(1), board.state.round_number) == ("III", "IIII", 1)
    assert (board.phase(), board.to_act(), board.legal()) == ("OVER", -1, [])
    assert board.lane(0) == "I5 I5 v"


def test_the_end_is_checked_after_all_fronts_moved():
    """HL-7.1: a gap in an early lane does not keep a later lane from moving."""
    board = pushed((2, 0, 0, 0, 1), {0: "0", 2: "1", 4: "0"})
    assert board.front() == [3, 0, -1, 0, 2]
    assert ending(board) == SEAT_0_WINS


def test_red_is_no_gap():
    """HL-7.1, HL-7.2: lanes may stand on a Red line for rounds."""
    board = pushed((1, -1, 2, -2, 0), {0: "0", 1: "1"})
    assert board.front() == [2, -2, 2, -2, 0]
    assert ending(board) == GOES_ON
    assert (board.phase(), board.state.round_number) == ("STAGING", 2)


@pytest.mark.parametrize("lane", range(5))
def test_a_gap_in_seat_1s_line(lane):
    """HL-7.2: a lane beyond seat 1's Red line wins for seat 0."""
    front = tuple(2 if k == lane else -2 for k in range(5))
    assert ending(pushed(front, {lane: "0"})) == SEAT_0_WINS


@pytest.mark.parametrize("lane", range(5))
def test_a_gap_in_seat_0s_line(lane):
    """HL-7.2: a lane beyond seat 0's Red line wins for seat 1."""
    front = tuple(-2 if k == lane else 2 for k in range(5))
    assert ending(pushed(front, {lane: "1"})) == SEAT_1_WINS


def test_two_gaps_of_one_player():
    """HL-7.2: two gaps in the same line are a win like one."""
    assert ending(pushed((2, 2, 0, 0, 0), {0: "0", 1: "0"})) == SEAT_0_WINS


@pytest.mark.parametrize("lane", range(5))
def test_rout(lane):
    """HL-7.3: all five lanes on the enemy's Red line, without a gap."""
    front = [2] * 5
    front[lane] = 1
    board = pushed(tuple(front), {lane: "0"})
    assert (board.front(), ending(board)) == ([2] * 5, SEAT_0_WINS)
    board = pushed(tuple(-f for f in front), {lane: "1"})
    assert (board.front(), ending(board)) == ([-2] * 5, SEAT_1_WINS)


def test_four_red_lanes_are_no_rout():
    """HL-7.3: all five lanes must be there, all on the same side."""
    assert ending(pushed((2, 2, 2, 1, 0), {3: "0"})) == GOES_ON
    assert ending(pushed((2, 2, 2, 1, -2), {3: "0"})) == GOES_ON
    assert ending(pushed((1, 1, 1, 0, 1), {3: "0"})) == GOES_ON


def test_a_rout_refused_by_a_push_back():
    """HL-7.3: one lane leaving the Red line in the same Deploy is enough."""
    board = pushed((2, 2, 2, 2, 1), {4: "0", 1: "1"})
    assert (board.front(), ending(board)) == ([2, 1, 2, 2, 2], GOES_ON)


@pytest.mark.parametrize(
    ("front", "lanes"), [((2, -2, 0, 0, 0), {0: "0", 1: "1"}), ((-2, 0, 0, 0, 2), {0: "1", 4: "0"})]
)
def test_both_lines_broken_is_a_draw(front, lanes):
    """HL-7.4: no winner, and no truncation."""
    assert ending(pushed(front, lanes)) == DRAW


def test_a_draw_whatever_the_number_of_gaps():
    """HL-7.4: two gaps against one are a draw too."""
    assert ending(pushed((2, -2, 2, 0, 0), {0: "0", 1: "1", 2: "0"})) == DRAW


def test_round_100_is_the_last():
    """HL-7.5: after its draw the game is over without a winner."""
    board = pushed((0, 0, 0, 0, 0), {0: "0"}, round_number=100)
    assert ending(board) == (True, True, -1, [0, 0])
    assert (board.batch.done[0], board.batch.truncated[0]) == (True, False)
    assert (board.phase(), board.state.round_number, board.front()[0]) == ("OVER", 100, 1)
    assert (len(board.hand(0)), len(board.hand(1))) == (5, 5)
    assert "No winner: the game's limit is reached" in GAME.view.text(board.state, None)


def test_round_99_is_not_the_last():
    """HL-7.5: round 100 is still played."""
    board = pushed((0, 0, 0, 0, 0), {0: "0"}, round_number=99)
    assert (ending(board), board.state.round_number) == (GOES_ON, 100)


def test_a_win_in_round_100_counts():
    """HL-7.5, HL-7.1: the end check comes before the limit."""
    assert ending(pushed((2, 0, 0, 0, 0), {0: "0"}, round_number=100)) == SEAT_0_WINS
