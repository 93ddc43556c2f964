"""Part 3 of a round: HL-5. In these positions one side often holds a lane alone, so that no combat comes first."""

import pytest

from tests.games.hold_the_line.board import Board

PAIRS = [(mine, other) for mine in "IAT" for other in "IAT"]
GOOD = [("I", "A"), ("A", "T"), ("T", "I")]


def change(lane: str, hands: tuple[str, str], **options: str) -> int:
    """How the Front of lane 0 moves when both deploy the only card of their hand there ("" for none)."""
    board = Board({0: lane}, hands=(hands[0] or "I", hands[1] or "I"), **options)
    board.play(*(f"{card}@0" if card else "done" for card in hands))
    assert board.front()[1:] == [0, 0, 0, 0]
    return board.front()[0]


def test_staged_cards_join_their_side():
    """HL-5.1: all of them, in their lanes, for both seats."""
    board = Board({0: "I5 v", 1: "v A1/0"}, hands=("IAT", "TAI"))
    board.play("T@0", "A@1", "I@4", "I@1", "A@2", "T@4")
    assert [board.lane(k) for k in range(5)] == ["I5 T4/5 v", "A3/1 v I5 A1/0", "v A3/1", "v", "I5 v T4/5"]
    assert board.staged(0) == board.staged(1) == "....."
    assert (board.state.stack_size.sum(), board.state.round_number) == (8, 2)


def test_combat_of_this_round_counts():
    """HL-5.2: a lane won in this round's combat is pushed in this round."""
    assert change("I5 v A3/1", ("A", "")) == 1
    assert change("A3/1 v I5", ("", "T")) == -1


def test_newcomers_are_no_troops_yet():
    """HL-5.2: whether a side has troops is judged before the new cards join."""
    assert change("I5 v", ("T", "I")) == 1, "a newcomer makes no lane held by both"
    assert change("v", ("I", "")) == 0, "a newcomer makes no holder"
    assert change("I5 v I5", ("I", "")) == 0, "nor does one where both have just fallen"


def test_lanes_move_at_once():
    """HL-5.2: every lane is judged by itself, for both sides in the same Deploy."""
    board = Board({0: "I5 v", 1: "v I5", 2: "I5 v", 3: "v A1/0"}, hands=("III", "TTI"), front=(1, 0, -2, 2, 0))
    board.play("I@0", "I@2", "I@4", "T@1", "I@3", "T@4")
    assert board.front() == [2, -1, -1, 1, 0]


@pytest.mark.parametrize("hands", [("I", ""), ("", "I"), ("T", "I"), ("I", "T"), ("", "")])
def test_no_push_while_both_have_troops(hands):
    """HL-5.3: survivors on both sides hold the Front, whoever deploys what."""
    assert change("I5 v T4/5", hands) == 0


@pytest.mark.parametrize("contested", ["triangle", "advance", "hold"])
@pytest.mark.parametrize("hands", [("I", ""), ("", "I"), ("T", "I"), ("I", "T")])
def test_no_push_into_an_empty_lane(hands, contested):
    """HL-5.4: newcomers only occupy a lane where nobody is left."""
    assert change("v", hands, contested=contested) == 0
    assert change("I5 v I5", hands, contested=contested) == 0


@pytest.mark.parametrize("card", "IAT")
def test_a_lone_holder_pushes_with_a_new_card(card):
    """HL-5.5: one line towards the other side, whatever the new card is."""
    assert change("I5 v", (card, "")) == 1
    assert change("v I5", ("", card)) == -1


def test_no_push_without_a_new_card_of_the_holder():
    """HL-5.5: the holder must deploy in that lane; the other's new card does nothing."""
    assert change("I5 v", ("", "")) == 0
    assert change("I5 v", ("", "T")) == 0
    assert change("v I5", ("I", "")) == 0
    assert Board({0: "I5 v"}, hands=("I", "I")).play("I@1", "done").front() == [0, 0, 0, 0, 0]


@pytest.mark.parametrize(("mine", "other"), PAIRS)
def test_contested_push_follows_the_triangle(mine, other):
    """HL-5.6: it succeeds only if the holder's new card is good against the other's new card."""
    expected = int((mine, other) in GOOD)
    assert change("I5 v", (mine, other)) == expected
    assert change("v I5", (other, mine)) == -expected


@pytest.mark.parametrize(("mine", "other"), PAIRS)
def test_contested_push_with_options(mine, other):
    """HL-5.6: with `advance` it always succeeds, with `hold` never."""
    assert change("I5 v", (mine, other), contested="advance") == 1
    assert change("v I5", (other, mine), contested="advance") == -1
    assert change("I5 v", (mine, other), contested="hold") == 0
    assert change("v I5", (other, mine), contested="hold") == 0


@pytest.mark.parametrize("contested", ["triangle", "advance", "hold"])
def test_uncontested_pushes_do_not_depend_on_the_option(contested):
    """HL-5.5, HL-5.6: the option is only about contested pushes."""
    assert change("I5 v", ("I", ""), contested=contested) == 1
    assert change("v I5", ("", "A"), contested=contested) == -1
    assert change("I5 v T4/5", ("T", "I"), contested=contested) == 0


def test_a_push_is_one_line_and_everybody_follows():
    """HL-5.7: one line however many troops there are; all stand at the new Front and fight there next round."""
    board = Board({0: "I5 I1 A3/1 v"}, hands=("TII", "III")).play("T@0", "done", "I@0", "done")
    assert board.front() == [1, 0, 0, 0, 0]
    assert board.lane() == "I5 I1 A3/1 T4/5 v I5"
    assert board.fight().lane() == "T4/3 v"


@pytest.mark.parametrize("f", range(-2, 3))
@pytest.mark.parametrize("seat", [0, 1])
def test_a_possible_push_is_always_made(seat, f):
    """HL-5.8: nobody is asked, from any line."""
    board = Board({3: "I5 v" if seat == 0 else "v I5"}, front=(0, 0, 0, f, 0))
    board.play(*(("I@3", "done") if seat == 0 else ("done", "I@3")))
    assert board.front()[3] == (f + 1 if seat == 0 else f - 1)
    assert board.phase() in ("STAGING", "OVER")
