"""What Hold the Line tells of a decision, and to whom."""

from tests.games.hold_the_line.board import Board
from tests.stories import told


def test_staging_is_secret_until_the_cards_are_revealed() -> None:
    board = Board({0: "I5 v I5", 2: "A3/1 v T4/5"}, hands=("IT", "IA"), top=("T", "A"))
    assert told(board.batch, "tank 2", 1) == []
    assert told(board.batch, "stop", 1) == ["Seat 0 has finished staging."]
    assert told(board.batch, "anti 2", 1) == ["You stage an Anti-Armor in lane 2."]
    fights = "; ".join(told(board.batch, "stop", 0))
    assert "lane 0: your Infantry 5 is hit for 5 and falls, seat 1's Infantry 5 is hit for 5 and falls" in fights
    assert (
        "Lane 2: your Anti-Armor 3/1 is hit for 4 and is left with 1/0, seat 1's Tank 4/5 is hit for 4 and falls"
        in fights
    )
    assert "You deploy a Tank in lane 2; seat 1 deploys an Anti-Armor in lane 2" in fights
    assert "seat 1 draws 4 cards" in fights


def test_lanes_with_face_down_cards_are_told_when_both_have_staged() -> None:
    board = Board({1: "T4/5 v I5 A3/1"}, hands=("II", "I"))
    told(board.batch, "infantry lane 0", 1)
    told(board.batch, "infantry lane 3", 1)
    assert told(board.batch, "stop", 1) == ["You stop staging.", "Seat 0 has staged cards in lanes 0 and 3."]


def test_who_was_shot_at_is_told_by_what_is_left_of_it() -> None:
    """The Tank could have chosen the Infantry: seat 1 sees the result, seat 0 knows the shot."""
    stories = []
    for viewer in (0, 1):
        board = Board({1: "T4/5 v I5 A3/1"}, hands=("I", "I"))
        told(board.batch, "stop", viewer)
        told(board.batch, "stop", viewer)
        stories.append(told(board.batch, "Anti-Armor", viewer)[:2])
    assert stories[0][0].startswith("You shoot at the Anti-Armor (HP 3, armor 1)")
    assert "seat 1's Anti-Armor 3/1 is hit for 4 and is left with 1/0" in stories[0][1]
    assert stories[1][0] == "Seat 0 has chosen targets in lane 1."
    assert stories[1][1] == "Lane 1: your Anti-Armor 3/1 is left with 1/0, seat 0's Tank 4/5 is hit for 9 and falls."


def test_a_push_into_the_gap_wins() -> None:
    board = Board({3: "I5 v"}, hands=("I", "T"), front=(0, 0, 0, 2, 0))
    told(board.batch, "infantry lane 3", 0)
    *_, pushed, won = told(board.batch, "stop", 1)
    assert "seat 0 breaks a gap into lane 3" in pushed
    assert won == "Seat 0 wins: gap in lane 3."
