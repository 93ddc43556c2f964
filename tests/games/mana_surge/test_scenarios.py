"""The worked examples MS-S1 to MS-S26: whole positions and what follows from them."""

import numpy as np
import pytest

from tests.games.mana_surge.board import HOME, HOMES, Board, cells

FIFTEEN = "2 4 5 8 9 12 13 14 15 22 28 29 30 38 40"


def after(board: Board) -> tuple[int, str, int]:
    return board.to_act(), board.phase(), board.ap()


def test_s01_new_game():
    """MS-S1, MS-1.3, MS-2.6: no tile next to a spawner is empty, so seat 0 begins with a move."""
    board = Board.new()
    assert [board.tokens(seat) for seat in range(3)] == [[39, 49, 60], [1, 6, 7], [78, 79, 86]]
    assert (board.supply(), after(board), board.ids()) == ([12, 12, 12], (0, "MOVE1", 1), [0, 50, 60, 71])


def test_s02_one_action_point_is_one_move():
    """MS-S2, MS-3.2, MS-5.7."""
    board = Board.new().play("C49")
    assert (board.phase(), board.ids()) == ("MOVE1_DIR", [5, 6, 10])
    board.play("N")
    assert (board.tokens(0), after(board)) == ([39, 48, 60], (1, "MOVE1", 1))


def test_s03_the_only_empty_tile_is_filled():
    """MS-S3, MS-2.7."""
    board = Board.new().play(*["C49", "N"] * 3)
    assert [board.tokens(seat) for seat in range(3)] == [[39, 48, 49, 60], [1, 6, 15], [72, 78, 86]]
    assert (board.supply(), after(board)) == ([11, 12, 12], (0, "MOVE1", 1))


def test_s04_two_passes_end_the_turn():
    """MS-S4, MS-3.4, MS-4.5."""
    board = Board.new().play("pass")
    assert after(board) == (0, "MOVE2", 1)
    assert after(board.play("pass")) == (1, "MOVE1", 1)


def test_s05_choice_of_two_tiles():
    """MS-S5, MS-2.4, MS-2.6."""
    board = Board.turn({0: "48 60"})
    assert (board.phase(), board.ids()) == ("START", [2, 3])
    board.play("front")
    assert (board.tokens(0), board.phase()) == ([48, 49, 60], "MOVE1")


def test_s06_extra_spawn():
    """MS-S6, MS-2.2, MS-2.5."""
    board = Board.turn({0: "20"})
    assert board.ids() == [2, 3, 4]
    assert board.play("front").ids() == [0, 2, 4]
    board.play("pass")
    assert (board.phase(), board.supply()[0]) == ("MOVE1", 13)
    board = Board.turn({0: "20"}).play("front", "left")
    assert (board.phase(), board.tokens(0), board.supply()[0]) == ("MOVE1", [20, 39, 49], 12)


def test_s07_no_empty_tile():
    """MS-S7, MS-2.6."""
    board = Board.turn({0: "48", 1: "39 49", 2: "60"})
    assert (after(board), board.supply()[0]) == ((0, "MOVE1", 1), 14)


def test_s08_no_supply():
    """MS-S8, MS-2.6."""
    board = Board.turn({0: FIFTEEN})
    assert (after(board), board.supply()[0]) == ((0, "MOVE1", 1), 0)


def test_s09_thorns():
    """MS-S9, MS-3.5."""
    board = Board({0: f"{HOME} 37"}).play("C37", "NW")
    assert (board.tokens(0), board.supply()[0], board.to_act()) == ([39, 49, 60], 12, 1)


def test_s10_extra_action():
    """MS-S10, MS-3.6, MS-3.9."""
    board = Board({0: f"{HOME} 48", 1: HOMES[1], 2: HOMES[2]}).play("C48", "N")
    assert (47 in board.tokens(0), board.to_act()) == (True, 1)
    board.play("pass", "pass", "pass", "pass")
    assert after(board) == (0, "MOVE1", 2)
    assert "C47" not in board.legal()


def test_s11_entering_the_pool():
    """MS-S11, MS-5.1, MS-5.2, MS-6.1."""
    board = Board({0: f"{HOME} 46"}, mana=(4, 0, 0)).play("C46", "N")
    assert (board.mana(), board.tokens(0)) == ([5, 0, 0], [39, 45, 49, 60])
    board = Board({0: f"{HOME} 46"}, mana=(9, 0, 0)).play("C46", "N")
    assert (board.over(), board.at_limit(), board.returns()) == (True, False, [1, -0.5, -0.5])


def test_s12_rampart_against_the_pool():
    """MS-S12, MS-4.2, MS-4.6."""
    board = Board({0: f"{HOME} 44", 1: "45"}, "COMBAT")
    assert board.ids() == [0, 55]
    assert board.play("C44").ids() == [8]
    board.play("S")
    assert (44 in board.tokens(0), board.tokens(1), board.supply()[1]) == (True, [], 15)


@pytest.mark.parametrize(
    ("mine", "other", "direction", "left"),
    [
        pytest.param("46", "45", "N", (False, True), id="s13-mire-pool"),
        pytest.param("48", "38", "SW", (False, False), id="s14-plain-plain"),
        pytest.param("42", "31", "NW", (False, False), id="s15-blade-rampart"),
        pytest.param("54", "44", "SW", (True, False), id="s16-warstone-rampart"),
        pytest.param("44", "54", "NE", (False, True), id="s16-rampart-warstone"),
    ],
)
def test_s13_to_s16_fights(mine, other, direction, left):
    """MS-S13 to MS-S16, MS-4.2, MS-3.10."""
    board = Board({0: f"{HOME} {mine}", 1: other}, "COMBAT").play(f"C{mine}", direction)
    assert (int(mine) in board.tokens(0), int(other) in board.tokens(1)) == left


def test_s17_only_a_locked_token():
    """MS-S17, MS-3.6, MS-6.2: with one of two AP left, the token that has entered the pool can do nothing more."""
    board = Board({0: "46", 1: "44", 2: "55"}, ap=2).play("C46", "N")
    assert (board.mana(), board.tokens(0), after(board)) == ([1, 0, 0], [45], (1, "START", 1))


def test_s18_kill_and_enter():
    """MS-S18, MS-4.4, MS-5.2."""
    board = Board({0: f"{HOME} 44", 1: "45"}, ap=2).play("pass")
    assert board.phase() == "COMBAT"
    board.play("C44", "S")
    assert (after(board), board.tokens(1)) == ((0, "MOVE2", 1), [])
    board.play("C44", "S")
    assert (board.mana(), board.tokens(0)) == ([1, 0, 0], [39, 45, 49, 60])


def test_s19_dagger():
    """MS-S19, MS-5.3, MS-5.4, MS-5.5."""
    board = Board({0: f"{HOME} 43 45"}, "MOVE2").play("pass")
    assert (board.mana()[0], board.phase(), board.ids()) == (1, "END", [0, 1])
    board.play("dagger")
    assert (after(board), board.legal()) == ((0, "SACRIFICE", 0), cells("39 43 45 49 60"))
    board.play("C45", "C43", "C39")
    assert (board.mana()[0], board.tokens(0), board.supply()[0]) == (2, [49, 60], 13)
    assert board.to_act() == 1


def test_s20_two_daggers():
    """MS-S20, MS-5.3, MS-3.8."""
    first = ("pass", "dagger", "C39", "C49", "C60")
    board = Board({0: f"{HOME} 43 26 59 69 38"}, "MOVE2", ap=2).play(*first)
    assert (after(board), board.mana()[0]) == ((0, "END", 1), 1)
    board.play("dagger", "C59", "C69", "C38")
    assert (board.mana()[0], board.to_act(), board.tokens(0)) == (2, 1, [26, 43])
    board = Board({0: f"{HOME} 43 59 69 38"}, "MOVE2", ap=2).play(*first)
    assert (board.mana()[0], board.to_act()) == (1, 1)


def test_s21_two_tokens_are_too_few():
    """MS-S21, MS-5.3."""
    board = Board({0: "43 44"}, "MOVE2").play("pass")
    assert (board.mana()[0], board.to_act()) == (0, 1)


def test_s22_an_extra_action_is_lost():
    """MS-S22, MS-4.7."""
    board = Board({0: "36 37", 1: "47"}, "COMBAT").play("C36", "SE")
    assert (board.tokens(0), board.tokens(1), board.supply()[1]) == ([36, 37], [], 15)
    assert after(board) == (1, "START", 1)


def test_s23_the_frame_of_seat_1():
    """MS-S23, MS-1.5."""
    board = Board.new(first_seat=1)
    assert board.to_act() == 1
    board.play("C49", "N")
    assert board.tokens(1) == [1, 6, 15]
    assert np.flatnonzero(board.look(1)["own_troops"]).tolist() == [39, 48, 60]
    assert np.flatnonzero(board.look(0)["next_troops"]).tolist() == [1, 6, 15]


def test_s24_the_mirror_of_seat_1():
    """MS-S24, MS-1.6."""
    board = Board.new(players=2, first_seat=1)
    assert board.mana() == [1, 0]
    assert board.play("C39").ids() == [5, 10]
    assert board.play("NW").tokens(1) == [2, 6, 7]


def test_s25_the_third_corner_is_plain():
    """MS-S25, MS-1.4: tile 79 is its own mirror image, and NE of it is tile 85."""
    board = Board({0: HOME, 1: f"{HOMES[1]} 79"}, to_act=1, players=2).play("C79")
    assert "NE" in board.legal()
    assert board.play("NE").tokens(1) == [1, 6, 7, 85]


def test_s26_round_limit():
    """MS-S26, MS-6.3."""
    board = Board.new(max_rounds=1).play(*["pass"] * 6)
    assert (board.over(), board.at_limit(), board.returns()) == (True, True, [0, 0, 0])
