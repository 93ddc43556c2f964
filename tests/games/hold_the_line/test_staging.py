"""Part 1 of a round: HL-3."""

import pytest

from flank_envs.engine.errors import IllegalActionError
from tests.games.hold_the_line.board import Board, stage_names

TWELVE = "I5 I5 I5 I5 I5 I5 I5 I5 A3/1 A3/1 A3/1 T4/5"
ALL_BUT_A_TANK = f"{TWELVE} A3/1"


def test_parts_of_a_round_follow_each_other():
    """HL-3.1: both stage, then lanes are fought, then cards deploy, then both draw, then the next round begins."""
    board = Board({0: "I5 v A3/1", 1: "T4/5 v I5 I4"}, hands=("IIIIA", "IIIII"), top=("TA", "T"))
    board.play("I@0", "A@1", "done")
    assert board.lane(0) == "I5 v A3/1", "no combat before seat 1 has staged"
    board.play("I@0", "done")
    assert board.phase() == "COMBAT"
    assert board.lane(0) == "I1 v", "lane 0 is fought, but nothing deployed before lane 1 is"
    assert (board.staged(0), board.staged(1)) == ("IA...", "I....")
    assert (board.front()[0], len(board.hand(0)), len(board.hand(1))) == (0, 3, 4)
    board.play("slot 0")
    assert (board.phase(), board.to_act(), board.state.round_number) == ("STAGING", 0, 2)
    assert (board.lane(0), board.lane(1)) == ("I5 I1 v I5", "A3/1 T4/1 v I4 I1")
    assert (board.hand(0), board.hand(1)) == ("IIIAT", "IIIIT")


@pytest.mark.parametrize("cards", range(4))
def test_up_to_three_cards(cards):
    """HL-3.2: a player may stop after 0, 1 or 2 cards, and cannot go on after 3."""
    board = Board(hands=("IIIII", "I"))
    board.play(*stage_names("I", range(cards)))
    assert board.to_act() == (1 if cards == 3 else 0)
    assert "done" in board.legal()
    if cards < 3:
        board.play("done")
    assert board.to_act() == 1
    assert board.staged(0) == "I" * cards + "." * (5 - cards)


def test_one_card_in_a_lane():
    """HL-3.3: no second card in a lane, any other lane is open."""
    board = Board(hands=("IIAAT", "I"))
    assert board.legal() == [*stage_names("IAT", range(5)), "done"]
    board.play("A@3")
    assert board.legal() == [*stage_names("IAT", (0, 1, 2, 4)), "done"]
    board.play("T@0")
    assert board.legal() == [*stage_names("IA", (1, 2, 4)), "done"]


def test_any_lane_whatever_stands_there():
    """HL-3.3: empty, own, enemy and fought-over lanes are all open, and the other's staging does not matter."""
    lanes = {0: "I5 v", 1: "v I5", 2: "I5 I5 v T4/5", 3: "T4/5 v A3/1"}
    board = Board(lanes, hands=("IIA", "IIA"), front=(2, -2, 1, 0, 0))
    assert board.legal() == [*stage_names("IA", range(5)), "done"]
    board.play("I@0", "done")
    assert board.to_act() == 1
    assert board.legal() == [*stage_names("IA", range(5)), "done"]


def test_a_staged_card_stays():
    """HL-3.4: it has left the hand and nothing moves it, changes it or takes it back."""
    board = Board(hands=("IAT", "I")).play("A@1")
    assert (board.hand(0), board.staged(0)) == ("IT", ".A...")
    for name in ("A@1", "A@2", "I@1", "T@1"):
        with pytest.raises(IllegalActionError):
            board.play(name)
    assert (board.hand(0), board.staged(0)) == ("IT", ".A...")
    board.play("done")
    assert (board.hand(0), board.staged(0)) == ("IT", ".A...")


def test_staging_ends_with_the_last_card_in_hand():
    """HL-3.6: an empty hand ends a player's staging."""
    board = Board(hands=("IA", "T")).play("I@4", "A@2")
    assert (board.to_act(), board.staged(0), board.hand(0)) == (1, "..A.I", "")
    board.play("T@0")
    assert board.state.round_number == 2


def test_staging_ends_with_the_third_card():
    """HL-3.6: and with the third card, for both players."""
    board = Board(hands=("IIIII", "AAAAT")).play("I@0", "I@1", "I@2")
    assert board.to_act() == 1
    board.play("A@0", "A@1", "A@2")
    assert board.state.round_number == 2


def test_done_ends_the_staging_of_one_player():
    """HL-3.6: saying done ends only the own staging."""
    board = Board(hands=("IIIII", "AAAAT")).play("done")
    assert (board.to_act(), board.phase()) == (1, "STAGING")
    board.play("A@0", "done")
    assert board.state.round_number == 2


def test_an_empty_hand_of_seat_1_is_passed_over():
    """HL-3.6: seat 1 without cards is not asked."""
    board = Board({0: "I5 v A3/1", 3: f"v {TWELVE}"}, hands=("II", ""), discards=("", "T")).play("done")
    assert (board.lane(0), board.state.round_number, board.to_act()) == ("I1 v", 2, 0)


def test_an_empty_hand_of_seat_0_is_passed_over():
    """HL-3.6: when all cards of seat 0 are on the Front, the next round begins with seat 1."""
    board = Board({2: f"{ALL_BUT_A_TANK} v"}, hands=("T", "I")).play("T@1", "done")
    assert (board.state.round_number, board.to_act(), board.phase()) == (2, 1, "STAGING")


def test_nobody_has_a_card():
    """HL-3.6: with two empty hands the rounds go by without a decision."""
    lanes = {2: f"{ALL_BUT_A_TANK} v", 3: f"v {ALL_BUT_A_TANK}"}
    board = Board(lanes, hands=("T", "T")).play("T@2", "T@3")
    assert (board.state.over, board.state.limit) == (1, 1)
    assert board.state.round_number == 100
    assert board.front() == [0, 0, 1, -1, 0]


def test_rounds_without_staging_still_fight():
    """HL-3.1, HL-3.6: with two empty hands combat goes on, and what falls is drawn for the next round."""
    lanes = {0: "v A3/1", 2: f"{ALL_BUT_A_TANK} v", 3: f"v {TWELVE}"}
    board = Board(lanes, hands=("T", "T")).play("T@0", "T@3")
    assert board.lane(0) == "v A1/0"
    assert (board.state.round_number, board.to_act(), board.hand(0)) == (3, 0, "T")
