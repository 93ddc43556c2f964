"""What Flank tells of a decision, and to whom."""

from tests.games.flank.board import Board, battle
from tests.stories import told


def test_a_battle_is_told_with_points_losses_and_the_card() -> None:
    board = battle("W|W|", "S|S|", tokens=((1, 0, 0), (0, 0, 0)), zone=8)
    assert told(board.batch, "blue", 1) == [
        "Seat 0 spends a blue token for a point.",
        "Seat 0 wins the battle of zone 8, 5 points to 3.",
        "Seat 0 draws a card.",
        "You lose a Soldier.",
    ]


def test_the_winner_is_told_which_card_it_drew() -> None:
    board = battle("W|W|", "S|S|", tokens=((1, 0, 0), (0, 0, 0)), zone=8)
    drawn = told(board.batch, "blue", 0)[2]
    assert drawn.startswith("You draw ")
    assert "card" not in drawn


def test_pushes_name_whose_unit_is_pushed() -> None:
    board = battle("W||", "S|T|C", tokens=((0, 1, 0), (0, 0, 0)), zone=8)
    first = told(board.batch, "push Tank support to flank", 1)[0]
    assert first == "Seat 0 spends a green token to push your Tank from support to flank."


def test_the_draft_is_public_and_hands_are_not() -> None:
    board = Board.dealt(0)
    first = board.to_act()
    assert told(board.batch, "Terran", 1 - first) == [f"Seat {first} leads the Terran."]
    _, begins, own, other = told(board.batch, "Swarm", first)
    assert begins.startswith("Round 1: ")
    assert own.startswith("You draw ")
    assert other == f"Seat {1 - first} draws 5 cards."
