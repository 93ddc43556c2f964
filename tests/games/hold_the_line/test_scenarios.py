"""The worked examples HL-S1 to HL-S25: whole positions and what follows from them."""

import numpy as np
import pytest

from tests.games.hold_the_line.board import Board

TRIANGLE = {"TI": 1, "IA": 1, "AT": 1, "II": 0, "AA": 0, "TT": 0, "IT": 0, "AI": 0, "TA": 0}


def ids(board: Board) -> list[int]:
    return np.flatnonzero(board.batch.action_mask[0]).tolist()


def fought(lane: str, *targets: int) -> str:
    return Board({0: lane}).fight(*targets).lane()


def contested(lane: str, cards: str, option: str) -> int:
    board = Board({0: lane}, hands=(cards[0], cards[1]), contested=option)
    return board.play(f"{cards[0]}@0", f"{cards[1]}@0").front()[0]


def test_s01_placing_in_setup():
    """HL-S1, HL-2.3."""
    board = Board(hands=("IIIIIAT", "IIIIIAT"), phase="SETUP")
    assert ids(board) == list(range(15))
    board.play("T@2")
    assert (board.hand(0), ids(board), board.to_act()) == ("IIIIIA", [0, 1, 3, 4, 5, 6, 8, 9], 0)


def test_s02_end_of_setup():
    """HL-S2, HL-2.4, HL-2.5."""
    board = Board(hands=("IIIIIAT", "IIIIIAT"), phase="SETUP")
    board.play("T@0", "A@1", "I@2", "I@3", "I@4", "I@0", "I@1", "I@2", "A@3", "T@4")
    assert [board.lane(k) for k in range(5)] == ["T4/5 v I5", "A3/1 v I5", "I5 v I5", "I5 v A3/1", "I5 v T4/5"]
    assert board.front() == [0, 0, 0, 0, 0]
    for seat in (0, 1):
        assert (len(board.hand(seat)), len(board.pile(seat))) == (5, 4)
        assert (board.discards(seat), board.staged(seat)) == ("", ".....")
    assert (board.state.round_number, board.phase(), board.to_act()) == (1, "STAGING", 0)


def test_s03_three_cards_or_none():
    """HL-S3, HL-3.2, HL-3.6."""
    board = Board(hands=("IIIAT", "I"))
    assert ids(board) == list(range(16))
    board.play("I@0", "A@1")
    assert board.to_act() == 0
    assert board.play("T@2").to_act() == 1
    board = Board(hands=("IIIAT", "I")).play("done")
    assert (board.to_act(), board.staged(0)) == (1, ".....")


def test_s04_last_card_staged():
    """HL-S4, HL-3.6."""
    board = Board(hands=("I", "I")).play("I@3")
    assert (board.hand(0), board.staged(0), board.to_act()) == ("", "...I.", 1)


def test_s05_infantry_beat_anti_armor():
    """HL-S5, HL-4.2, HL-4.3."""
    board = Board({0: "I5 v A3/1"}).fight()
    assert (board.lane(), board.discards(1), board.discards(0)) == ("I1 v", "A", "")


def test_s06_tanks_beat_infantry():
    """HL-S6, HL-4.4, HL-4.8, HL-4.11."""
    board = Board({0: "I5 v T4/5"}).fight()
    assert board.lane() == "I1 v T4/3"
    assert board.fight().lane() == "v T4/3"


def test_s07_anti_armor_beat_tanks():
    """HL-S7, HL-4.3, HL-4.9."""
    assert fought("A3/1 v T4/5") == "A1/0 v"
    assert fought("A1/0 v T4/5") == "v T3/5"


def test_s08_damage_is_pooled():
    """HL-S8, HL-4.6, HL-4.8."""
    assert fought("I1 I1 v T4/5") == "I1 v T4/4"


def test_s09_second_shot_is_a_choice():
    """HL-S9, HL-4.6."""
    board = Board({0: "I5 I5 v T4/5 T4/5"}).fight()
    assert (board.to_act(), ids(board)) == (1, [16, 17])
    assert board.play("slot 0").lane() == "I5 v T4/0 T4/0"
    assert fought("I5 I5 v T4/5 T4/5", 1) == "I1 I1 v T4/0 T4/0"


@pytest.mark.parametrize("slot", [0, 1])
def test_s10_normal_and_piercing_damage(slot):
    """HL-S10, HL-4.5, HL-4.7, HL-4.9."""
    board = Board({0: "I5 A3/1 v I5 T4/5"}).fight()
    assert (board.to_act(), ids(board)) == (0, [16, 17])
    board.play("slot 1")
    assert (board.to_act(), ids(board)) == (1, [16, 17])
    assert board.play(f"slot {slot}").lane() == "v"
    assert (board.discards(0), board.discards(1)) == ("IA", "IT")


def test_s11_shots_together_or_split():
    """HL-S11, HL-4.3, HL-4.6."""
    board = Board({0: "A3/1 A3/1 v I5 I5"}).fight()
    assert (board.to_act(), ids(board)) == (0, [16, 17])
    assert board.play("slot 0").lane() == "v I5"
    assert fought("A3/1 A3/1 v I5 I5", 1) == "v I1 I1"


def test_s12_equal_cards_fall_together():
    """HL-S12, HL-4.7, HL-4.10."""
    board = Board({0: "A3/1 v A3/1"}).fight()
    assert (board.lane(), board.discards(0), board.discards(1)) == ("v", "A", "A")


def test_s13_push():
    """HL-S13, HL-5.5, HL-5.7."""
    board = Board({0: "I5 v A3/1"}, hands=("A", "I")).play("A@0", "done")
    assert (board.front()[0], board.lane()) == (1, "I1 A3/1 v")


def test_s14_no_push_without_a_new_card():
    """HL-S14, HL-5.5."""
    board = Board({0: "I5 v A3/1"}, hands=("A", "I")).play("done", "I@0")
    assert (board.front()[0], board.lane()) == (0, "I1 v I5")


def test_s15_empty_lane():
    """HL-S15, HL-5.4."""
    board = Board({0: "A3/1 v A3/1"}).play("I@0", "done")
    assert (board.front()[0], board.lane()) == (0, "I5 v")
    board = Board({0: "A3/1 v A3/1"}, hands=("T", "I")).play("T@0", "I@0")
    assert (board.front()[0], board.lane()) == (0, "T4/5 v I5")


@pytest.mark.parametrize("cards", TRIANGLE)
def test_s16_contested_push(cards):
    """HL-S16, HL-5.6."""
    for option, expected in (("triangle", TRIANGLE[cards]), ("advance", 1), ("hold", 0)):
        assert contested("I1 v", cards, option) == expected
        assert contested("v I1", cards[::-1], option) == -expected


@pytest.mark.parametrize("cards", TRIANGLE)
def test_s17_both_have_troops(cards):
    """HL-S17, HL-5.3."""
    for option in ("triangle", "advance", "hold"):
        assert contested("I5 v T1/4", cards, option) == 0


def test_s18_gap():
    """HL-S18, HL-7.1, HL-7.2."""
    board = Board({0: "I5 v"}, hands=("TI", "II"), front=(2, 0, 0, 0, 0)).play("T@0", "done", "done")
    assert (board.front(), board.returns()) == ([3, 0, 0, 0, 0], [1, -1])
    assert (board.phase(), board.hand(0), board.hand(1)) == ("OVER", "I", "II")


def test_s19_both_lines_broken():
    """HL-S19, HL-7.4."""
    board = Board({0: "I5 v", 1: "v I5"}, front=(2, -2, 0, 0, 0)).play("I@0", "I@1")
    assert (board.front(), board.returns(), board.phase()) == ([3, -3, 0, 0, 0], [0, 0], "OVER")
    assert board.state.limit == 0


def test_s20_rout():
    """HL-S20, HL-7.3."""
    board = Board({4: "I5 v"}, front=(2, 2, 2, 2, 1)).play("I@4", "done")
    assert (board.front(), board.returns()) == ([2] * 5, [1, -1])
    board = Board({4: "v I5"}, front=(-2, -2, -2, -2, -1)).play("done", "I@4")
    assert (board.front(), board.returns()) == ([-2] * 5, [-1, 1])


def test_s21_reshuffle():
    """HL-S21, HL-6.2, HL-6.4."""
    board = Board({4: "I5 I5 I5 I5 I5 A3/1 A3/1 T4/5 v"}, hands=("IA", "I"), discards=("IIA", ""))
    assert board.pile(0) == "T"
    board.fight()
    assert (len(board.hand(0)), len(board.pile(0)), board.discards(0)) == (5, 1, "")
    assert sorted(board.hand(0) + board.pile(0)) == sorted("IAT" + "IIA")
    assert board.look(1)["opp_pool_at_shuffle"] == pytest.approx([2 / 8, 1 / 4, 0])
    assert board.look(1)["opp_hand_at_shuffle"] == pytest.approx([1 / 8, 1 / 4, 1 / 2])


def test_s22_nothing_to_draw():
    """HL-S22, HL-6.3."""
    board = Board({4: "I5 I5 I5 I5 I5 I5 A3/1 A3/1 A3/1 A3/1 T4/5 T4/5 v"}, hands=("II", "I")).fight()
    assert (board.hand(0), board.pile(0), board.discards(0)) == ("II", "", "")


def test_s23_what_staging_shows():
    """HL-S23, HL-3.5."""
    board = Board({0: "T4/5 v I5 I4"}, hands=("IIIAA", "I")).play("I@0", "A@2", "I@4")
    assert board.look(1)["opp_staged"].tolist() == [0] * 5
    assert board.look(1)["opp_hand_size"] == pytest.approx(5 / 7)
    board.play("done")
    assert board.phase() == "COMBAT"
    assert board.look(1)["opp_staged"].tolist() == [1, 0, 1, 0, 1]
    assert board.look(1)["opp_hand_size"] == pytest.approx(2 / 7)


def test_s24_frames():
    """HL-S24, HL-1.5."""
    board = Board(front=(1, 0, 0, 0, -2))
    assert board.look(0)["front"] == pytest.approx([1 / 3, 0, 0, 0, -2 / 3])
    assert board.look(1)["front"] == pytest.approx([-1 / 3, 0, 0, 0, 2 / 3])


def test_s25_round_limit():
    """HL-S25, HL-7.5."""
    board = Board(hands=("II", "II"), round_number=100).fight()
    assert (board.returns(), board.phase(), len(board.hand(0))) == ([0, 0], "OVER", 5)
    assert board.state.limit == 1
