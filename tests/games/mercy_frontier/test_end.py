"""End of turn and game: MF-10, and MF-11.2."""

import pytest

from tests.games.mercy_frontier.board import BACK, DONE, FORWARD, Board, leg

PAIR = ({0: "Rig Hound 0,5"}, {0: "Plate Guard 0,18"})


@pytest.mark.parametrize("priority", [0, 1])
def test_the_token_passes(priority):
    """MF-10.1: after both action phases; whoever acted second acts first in the next turn."""
    board = Board(PAIR, to_act=priority, unplaced=(1, 1), overcharge=(1, 1)).play(DONE)
    assert (board.turn(), board.state.turn) == (("MOVE", 1 - priority), 1)
    board.play(DONE)
    assert (board.state.turn, board.state.priority, board.turn()) == (2, 1 - priority, ("WORKERS", 1 - priority))
    assert board.state.overcharge.tolist() == [0, 0]


@pytest.mark.parametrize(("seat", "place"), [(0, "4,21"), (1, "4,2")])
def test_the_far_edge(seat, place):
    """MF-10.2: at once, for either seat; on the way there is enough."""
    mercs = ({0: f"Rig Hound {place}"}, {}) if seat == 0 else ({}, {0: f"Rig Hound {place}"})
    board = Board(mercs, to_act=seat)
    assert board.legs()[FORWARD] == [1, 2]
    board.play(leg(0, FORWARD, 2))
    assert (board.state.winner, board.state.over, board.state.limit) == (seat, 1, 0)
    assert board.returns() == ([1, -1] if seat == 0 else [-1, 1])
    assert not board.look(0)["phase"].any()


def test_the_own_edge_wins_nothing():
    """MF-10.2: only the opponent's edge row."""
    board = Board(({0: "Rig Hound 4,2", 1: "Rig Hound 8,2"}, {})).play(leg(0, BACK, 2))
    assert (board.state.over, board.turn()) == (0, ("MOVE", 0))


def test_three_buildings():
    """MF-10.3: the third loss ends the game, also of a building that was built after the others fell."""
    setting = {"outposts": ({}, {7: 2}), "mercs": ({0: "Iron Warden 6,7", 1: "Rig Hound 0,0"}, {})}
    board = Board(lost=(2, 1), **setting).play(leg(0, FORWARD, 0))
    assert (board.state.over, board.state.lost.tolist()) == (0, [2, 2])
    board = Board(lost=(2, 2), **setting).play(leg(0, FORWARD, 0))
    assert (board.state.over, board.state.winner, board.returns()) == (1, 0, [1, -1])
    assert board.look(0)["losses"].tolist() == pytest.approx([2 / 3, 1])


def test_two_at_once():
    """MF-10.3: more than three falls are three."""
    board = Board(({0: "Steel Titan 5,1"}, {}), lost=(0, 2), outposts=({}, {4: 0}), beacons=({}, {"C": (8, 5)})).play(
        leg(0, FORWARD, 0)
    )
    assert (board.state.winner, board.look(1)["losses"].tolist()) == (0, [1, 0])


def test_trampling_is_no_loss_of_buildings():
    """MF-10.3: only buildings count, and only what enemy mercenaries destroy."""
    board = Board(({0: "Iron Warden 4,4", 1: "Rig Hound 4,7", 2: "Rig Hound 0,0"}, {})).play(leg(0, FORWARD, 2))
    assert board.state.lost.tolist() == [0, 0]


@pytest.mark.parametrize("cap", [1, 3])
def test_the_cap(cap):
    """MF-10.4: after that turn the game is over, with 0 for both."""
    board = Board.dealt(turn_cap=cap)
    while not board.state.over:
        board.play(DONE)
    assert (board.state.turn, board.state.limit, board.returns(), board.state.winner) == (cap, 1, [0, 0], -1)


def test_persistent_health():
    """MF-11.2: at the end of a turn all on the board are healed; without the option nobody is."""
    mercs = ({0: "Iron Warden 0,5 1/5"}, {3: "Steel Titan 0,15 2/8", 4: "Rig Hound"})
    board = Board(mercs, persistent_health=True).next_turn()
    assert (board.merc(0, 0), board.merc(1, 3), board.merc(1, 4)) == (
        "Iron Warden 0,5 5/5",
        "Steel Titan 0,15 8/8",
        "Rig Hound",
    )
    assert Board(mercs).next_turn().merc(0, 0) == "Iron Warden 0,5 1/5"


@pytest.mark.parametrize("priority", [0, 1])
def test_persistent_health_while_tokens_last(priority):
    """MF-11.2: the priority holder's first."""
    mine = {0: "Beacon Colossus 0,5 10/12", 1: "Iron Warden 6,5 1/5", 2: "Rig Hound 10,5 2/2"}
    big = {
        0: "Steel Titan 0,15 6/9",
        1: "Void Stalker 10,15 7/7",
        2: "Magma Wyrm 0,11 8/8",
        3: "Blaze Captain 5,11 5/5",
    }
    board = Board(
        (mine, {**big, 4: "Prism Duelist 9,11 4/4"}),
        to_act=priority,
        persistent_health=True,
        colossus=0,
        turn_cap=1,
    )
    assert board.state.health_left == 7
    board.play(DONE, DONE)
    healed = (board.merc(0, 0), board.merc(0, 1), board.merc(1, 0))
    if priority == 0:
        assert healed == ("Beacon Colossus 0,5 12/12", "Iron Warden 6,5 5/5", "Steel Titan 0,15 7/9")
    else:
        assert healed == ("Beacon Colossus 0,5 12/12", "Iron Warden 6,5 3/5", "Steel Titan 0,15 9/9")
