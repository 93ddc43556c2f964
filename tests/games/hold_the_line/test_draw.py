"""The draw at the end of a round: HL-6.1 to HL-6.3."""

import pytest

from tests.games.hold_the_line.board import Board, counts

# With these on the Front, a hand IA and discards IIA leave one Tank for the draw pile.
FIVE_TWO_ONE = "I5 I5 I5 I5 I5 A3/1 A3/1 T4/5"
HALF = "I5 I5 I5 I5 A3/1 A3/1"


def low_pile(seat: int = 0, seed: int = 0) -> Board:
    """The draw of seat 0 (or 1) will need the discards after one card."""
    mine, other = ("IA", "I") if seat == 0 else ("I", "IA")
    discards = ("IIA", "") if seat == 0 else ("", "IIA")
    lane = f"{FIVE_TWO_ONE} v" if seat == 0 else f"v {FIVE_TWO_ONE}"
    return Board({4: lane}, hands=(mine, other), discards=discards, seed=seed)


def test_both_draw_up_to_five():
    """HL-6.1: from the top of the own pile, as many as are missing."""
    board = Board(hands=("IIII", "II"), top=("ATI", "TTAAI")).play("I@0", "I@1", "done", "I@0", "done")
    assert (board.hand(0), board.hand(1)) == ("IIIAT", "IAATT")
    assert board.pile(1).startswith("I")


def test_a_full_hand_draws_nothing():
    """HL-6.1: nobody holds more than five, and nobody discards from hand."""
    board = Board(hands=("IIIIT", "AAAAT"), top=("A", "I")).fight()
    assert (board.hand(0), board.hand(1)) == ("IIIIT", "AAAAT")
    assert (board.discards(0), board.discards(1)) == ("", "")
    assert (len(board.pile(0)), len(board.pile(1))) == (9, 9)


def test_discards_wait_while_the_pile_lasts():
    """HL-6.2: no reshuffle before a card must be drawn from an empty pile."""
    lanes = {4: f"{HALF} v"}
    board = Board(lanes, hands=("I", "I"), discards=("IIA", ""), top=("ATIT", "")).fight()
    assert (board.hand(0), board.pile(0), board.discards(0)) == ("IIATT", "", "IIA")


@pytest.mark.parametrize("seat", [0, 1])
def test_discards_become_the_draw_pile(seat):
    """HL-6.2: the last card is drawn, the discards are shuffled, and drawing goes on."""
    board = low_pile(seat).fight()
    assert (len(board.hand(seat)), board.hand(seat).count("T")) == (5, 1)
    assert (len(board.pile(seat)), board.discards(seat)) == (1, "")
    assert counts(board.hand(seat) + board.pile(seat)) == [3, 2, 1]


def test_the_discards_are_shuffled():
    """HL-6.2: each of three discards is left over about equally often."""
    left = [low_pile(seed=seed).fight().pile(0) for seed in range(60)]
    assert 8 <= left.count("A") <= 32
    assert left.count("A") + left.count("I") == 60


@pytest.mark.parametrize("seat", [0, 1])
def test_drawing_stops_when_there_is_nothing(seat):
    """HL-6.3: pile and discards empty, the hand stays small."""
    rest = "I5 I5 I5 I5 I5 I5 A3/1 A3/1 A3/1 A3/1 T4/5 T4/5"
    lane, hands = (f"{rest} v", ("II", "I")) if seat == 0 else (f"v {rest}", ("I", "II"))
    board = Board({2: lane}, hands=hands).fight()
    assert (board.hand(seat), board.pile(seat), board.discards(seat)) == ("II", "", "")
    assert len(board.hand(1 - seat)) == 5


def test_drawing_stops_after_the_last_discard():
    """HL-6.3: what there is is drawn, even if it is not enough."""
    rest = "I5 I5 I5 I5 I5 I5 A3/1 A3/1 A3/1 A3/1 T4/5"
    board = Board({2: f"{rest} v"}, hands=("II", "I"), discards=("T", "")).fight()
    assert (board.hand(0), board.pile(0), board.discards(0)) == ("IIT", "", "")


def test_cards_defeated_in_this_round_can_be_drawn():
    """HL-6.2: the discards of this round's combat are there at its draw."""
    rest = "I5 I5 I5 I5 I5 I5 A3/1 A3/1 A3/1 A3/1 T4/5"
    board = Board({0: "T1/0 v I5", 2: f"{rest} v"}, hands=("II", "I")).fight()
    assert board.hand(0) == "IIT"
