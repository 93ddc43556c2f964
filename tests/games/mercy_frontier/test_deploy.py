"""Placement: MF-6."""

import pytest

from tests.games.mercy_frontier.board import BACK, BULWARK, DONE, Board, cell, leg, tile

NOTHING = (0, 0, 0)
TWO = ((1, 1, 0), NOTHING)


def waiting(mercs, **rest) -> Board:
    """The player stops hiring, and the placement begins."""
    return Board((mercs, rest.pop("others", {})), phase="HIRE", resources=TWO, **rest).play(DONE)


def anchors(board: Board) -> set[tuple[int, int]]:
    """All places of the lowest corner, as the player to act sees them."""
    found = set()
    before = board.state.copy()
    for action in board.ids():
        number = action - 49
        board.play(action)
        found |= {(number % 3 * 5 + (a - 61) % 5, number // 3 * 5 + (a - 61) // 5) for a in board.ids()}
        board.state = before
        board.refresh()
    return found


def test_placed_in_the_order_of_zones():
    """MF-6.1: each waiting mercenary, without a choice not to."""
    board = waiting({1: "Rig Hound", 2: "Plate Guard 0,3", 4: "Field Medic"})
    assert board.turn() == ("DEPLOY_TILE", 0)
    assert board.look(1)["pending"][20:25].tolist() == [0, 1, 0, 0, 0]
    assert DONE not in board.ids()
    board.play(tile(1), cell(0))
    assert (board.merc(0, 1), board.look(0)["pending"][20:25].tolist()) == ("Rig Hound 5,0 2/2", [0, 0, 0, 0, 1])
    board.play(tile(1))
    assert board.look(1)["pending"][:15].tolist() == [0] * 13 + [1, 0]
    assert cell(0) not in board.ids()
    board.play(cell(2))
    assert (board.merc(0, 4), board.turn()) == ("Field Medic 7,0 3/3", ("MOVE", 0))


@pytest.mark.parametrize(("name", "side"), [("Rig Hound", 2), ("Iron Warden", 3), ("Steel Titan", 4)])
def test_the_whole_token_on_open_ground(name, side):
    """MF-6.2: on the board, on no covered tile."""
    home = {(c, r) for c in range(16 - side) for r in range(6 - side)}
    assert anchors(waiting({0: name})) == home
    hanging = {(c, r) for c in range(16 - side) for r in range(5) if (c + side <= 10 and c >= 5) or r + side <= 5}
    assert anchors(waiting({0: name}, uncovered=(4,))) == hanging


def test_one_space_of_the_own_territory():
    """MF-6.2: the rest may hang over uncovered ground that is nobody's, not over the opponent's."""
    board = waiting({0: "Rig Hound"}, outposts=({4: 11}, {}), uncovered=(3, 5, 7))
    found = anchors(board)
    assert {(4, 7), (9, 7), (7, 9), (9, 4)} <= found
    assert not {(3, 7), (10, 7), (7, 10)} & found
    enemy = anchors(waiting({0: "Rig Hound"}, outposts=({4: 11}, {3: 11}), uncovered=(5, 7)))
    assert found - enemy == {(c, r) for c, r in found if c <= 4 and r >= 4}


def test_obstacles():
    """MF-6.2: tokens of both, enemy buildings; MF-2.3: not own buildings and workers."""
    free = anchors(waiting({0: "Rig Hound"}, outposts=({3: 24}, {})))
    assert anchors(waiting({0: "Rig Hound"}, outposts=({3: 24}, {}), refineries=(("3.0",), ()))) == free
    taken = {(1, 6), (1, 7), (2, 6), (2, 7)}
    assert anchors(waiting({0: "Rig Hound"}, outposts=({3: 24}, {}), refineries=((), ("3.0",)))) == free - taken
    around = {(c, r) for c in range(2, 5) for r in range(1, 4)}
    assert anchors(waiting({0: "Rig Hound", 1: "Rig Hound 3,2"}, outposts=({3: 24}, {}))) == free - around
    others = {0: "Plate Guard 3,2"}
    assert anchors(waiting({0: "Rig Hound"}, others=others, outposts=({3: 24}, {}))) == free - around


def test_seat_1_places_in_its_own_frame():
    """MF-6.2: the lowest corner as it sees it, which is the highest one of the board."""
    board = Board(({}, {0: "Iron Warden"}), phase="HIRE", to_act=1, resources=(NOTHING, (1, 1, 0))).play(DONE)
    assert anchors(board) == {(c, r) for c in range(13) for r in range(3)}
    board.play(tile(0), cell(0))
    assert board.merc(1, 0) == "Iron Warden 12,22 5/5"
    assert (board.look(1)["own_mercs"][0, 2:4].tolist(), board.look(0)["board_map"][24, 14]) == ([0, 0], -1)


def test_health_tokens():
    """MF-6.3: as many as the card says, one more with Bulwark Core; too few, and it waits."""
    assert waiting({0: "Rig Hound"}).play(tile(0), cell(0)).state.health_left == 48
    core = {"outposts": ({7: 0}, {}), "relics": (0, BULWARK, 1)}
    board = waiting({0: "Rig Hound"}, **core).play(tile(0), cell(0))
    assert (board.merc(0, 0), board.state.health_left) == ("Rig Hound 0,0 3/3", 47)
    big = {
        0: "Steel Titan 0,20 9/9",
        1: "Lucite Seraph 5,20 9/9",
        2: "Void Stalker 10,20 7/7",
        3: "Magma Wyrm 0,16 8/8",
    }
    mine = {0: "Iron Warden 0,0", 1: "Beacon Colossus 10,0 10/12", 2: "Field Medic", 3: "Rig Hound"}
    board = waiting(mine, others=big, colossus=0)
    assert (board.state.health_left, board.look(0)["pending"][20:25].tolist()) == (2, [0, 0, 0, 1, 0]), (
        "2 for the Hound"
    )
    board = waiting({**mine, 3: "Rig Hound"}, others=big, colossus=0, **core)
    assert (board.turn(), board.merc(0, 3)) == (("MOVE", 0), "Rig Hound"), "3 for the Hound are too many"


def test_no_place_no_token():
    """MF-6.3: it waits in its zone for a later turn, and is placed then."""
    wall = {0: "Steel Titan 0,1", 1: "Lucite Seraph 4,1", 2: "Void Stalker 8,1", 3: "Iron Warden 12,2"}
    board = waiting({0: "Blaze Captain", 1: "Rig Hound 12,5"}, others=wall)
    assert (board.turn(), board.merc(0, 0)) == (("MOVE", 0), "Blaze Captain")
    board.play(DONE).until("MOVE", 1).play(leg(0, BACK, 4)).until("DEPLOY_TILE", 0)
    assert (board.state.turn, anchors(board)) == (2, {(c, r) for c in (0, 1) for r in (0, 1, 2)})


def test_placing_starts_no_fight():
    """MF-6.4: in front of an enemy nothing happens, and the mercenary may act this turn."""
    board = waiting({0: "Rig Hound"}, others={0: "Plate Guard 5,5"}).play(tile(1), cell(15))
    assert (board.merc(0, 0), board.merc(1, 0)) == ("Rig Hound 5,3 2/2", "Plate Guard 5,5 3/3")
    assert board.turn() == ("MOVE", 0)
    assert 0 in board.legs()[0]
