"""What Mercy Frontier tells of a decision."""

from tests.games.mercy_frontier.board import Board
from tests.stories import told

SPARE = {4: "Field Medic 0,0"}  # somebody who has not moved, so that the phase goes on


def test_a_fight_tells_what_became_of_both() -> None:
    board = Board(({0: "Rig Hound 4,5", **SPARE}, {0: "Scrap Raider 4,7"}))
    assert told(board.batch, "attack forward Rig", 1) == [
        "Seat 0 sends the Rig Hound forward.",
        "Your Scrap Raider is defeated.",
        "Seat 0's Rig Hound is defeated.",
    ]


def test_a_leg_is_told_by_where_it_ended() -> None:
    board = Board(({0: "Rig Hound 4,5", **SPARE}, {}))
    assert told(board.batch, "Rig forward by 2", 1) == ["Seat 0 moves the Rig Hound forward to e8-f9."]


def test_hits_are_counted() -> None:
    board = Board(({0: "Rig Hound 4,5", **SPARE}, {0: "Iron Warden 4,7"}))
    _, hit, fallen = told(board.batch, "attack forward Rig", 0)
    assert hit == "Seat 1's Iron Warden takes 1 and has 4 left."
    assert fallen == "Your Rig Hound is defeated."
