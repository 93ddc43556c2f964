"""What Arms Dealer tells of a decision, and to whom."""

from tests.games.arms_dealer.board import Board
from tests.stories import told


def test_bets_are_public() -> None:
    board = Board("BET")
    assert told(board.batch, "raise by 5", 1) == ["Seat 0 raises the bet to 8."]
    assert told(board.batch, "match", 0) == [
        "Seat 1 matches the raise of 5.",
        "Skirmish 1 is a tie, both sides are destroyed: Drone (100) against Drone (100).",
    ]


def test_a_skirmish_is_told_with_its_ships_and_powers() -> None:
    board = Board("ITEMS", active="FD", hands=(("+200",), ("redraw",)))
    assert told(board.batch, "play Power", 1) == ["Seat 0 plays Power +200."]
    assert told(board.batch, "pass", 1) == [
        "You play no item.",
        "Seat 0 wins skirmish 1: Fighter (500) against Drone (100).",
    ]


def test_only_who_has_looked_at_a_card_hears_its_name() -> None:
    board = Board("SHOP", shop={3: "redraw"})
    assert told(board.batch, "slot 3", 0) == ["You pay 1 coin to look at shop slot 3: Redraw."]
    assert told(board.batch, "keep", 1) == ["Seat 0 keeps the card of slot 3 for 2 coins."]
    board = Board("SHOP", shop={3: "redraw"})
    assert told(board.batch, "slot 3", 1) == ["Seat 0 pays 1 coin to look at shop slot 3."]


def test_ships_are_laid_face_down() -> None:
    board = Board("FLEET", drawn=("DSFYM", "DDSFM"), field=("-----", "-----"))
    assert told(board.batch, "lay a Scout", 1) == ["Seat 0 lays a ship on place 1."]
    assert told(board.batch, "lay a Drone", 0) == ["You lay a Drone on place 2."]
