"""Movement: MF-8 and the lanes of MF-11.1."""

import pytest

from tests.games.mercy_frontier.board import BACK, BANNER, DONE, FORWARD, LEFT, RIGHT, Board, leg

ALL = [FORWARD, RIGHT, BACK, LEFT]


def moving(mine, others=None, **rest) -> Board:
    return Board((mine, others or {}), **rest)


def test_each_may_move_once():
    """MF-8.1: in any order; the player may stop at any time."""
    board = moving({0: "Plate Guard 4,4", 2: "Iron Warden 8,8"})
    assert DONE in board.ids()
    board.play(leg(2, RIGHT, 1))
    assert (board.legs(2), board.state.legs[0, 2], board.state.left[0, 2]) == ({}, 0, 2)
    assert board.legs(0)
    board.play(leg(0, BACK, 1))
    assert board.state.turn == 2
    assert (board.merc(0, 0), board.merc(0, 2)) == ("Plate Guard 4,3 3/3", "Iron Warden 9,8 5/5")


def test_nothing_is_left_outside_the_own_movement():
    """MF-8.1: spaces and legs are there in the own MOVE phase only."""
    board = moving({0: "Plate Guard 4,4"}, {0: "Rig Hound 4,18"})
    assert (board.state.left.tolist(), board.state.legs.tolist()) == (
        [[2, 0, 0, 0, 0], [0] * 5],
        [[1, 0, 0, 0, 0], [0] * 5],
    )
    board.play(DONE)
    assert (board.state.left.tolist(), board.state.legs.tolist()) == (
        [[0] * 5, [3, 0, 0, 0, 0]],
        [[0] * 5, [1, 0, 0, 0, 0]],
    )


@pytest.mark.parametrize(
    ("name", "spaces"),
    [("Plate Guard", 2), ("Rig Hound", 3), ("Iron Warden", 3), ("Storm Courier", 4), ("Steel Titan", 4)],
)
def test_allowances(name, spaces):
    """MF-8.2: by rarity, and 1 more for swift."""
    assert moving({0: f"{name} 6,12"}).legs() == {direction: list(range(1, spaces + 1)) for direction in ALL}
    banner = {"outposts": ({8: 24}, {}), "relics": (1, 2, BANNER)}
    longer = list(range(1, spaces + 2))
    assert moving({0: f"{name} 5,5"}, **banner).legs() == dict.fromkeys(ALL, longer)


def test_allowances_are_those_of_the_start():
    """MF-8.2, MF-8.6: spaces not used are kept in the record until the step ends, and none are added."""
    board = moving({0: "Plate Guard 4,4", 1: "Plate Guard 9,9"}).play(leg(0, RIGHT, 1))
    row = board.look(1)["enemy_mercs"][0]
    assert (round(row[8] * 5), round(row[9] * 2)) == (1, 0)


def test_legs_stay_on_the_board():
    """MF-8.3: in all four directions."""
    assert moving({0: "Steel Titan 0,0"}).legs() == {FORWARD: [1, 2, 3, 4], RIGHT: [1, 2, 3, 4]}
    assert moving({0: "Steel Titan 9,19"}).legs() == {
        FORWARD: [1, 2],
        RIGHT: [1, 2],
        BACK: [1, 2, 3, 4],
        LEFT: [1, 2, 3, 4],
    }
    one = Board(({}, {0: "Steel Titan 9,2"}), to_act=1)
    assert one.legs() == {FORWARD: [1, 2], RIGHT: [1, 2, 3, 4], BACK: [1, 2, 3, 4], LEFT: [1, 2]}


@pytest.mark.parametrize(
    ("other", "direction"), [("4,6", FORWARD), ("6,4", RIGHT), ("4,2", BACK), ("2,4", LEFT), ("6,6", -1)]
)
def test_attacking_without_moving(other, direction):
    """MF-8.3: k = 0 needs contact in its direction; a diagonal neighbour is none."""
    legs = moving({0: "Plate Guard 4,4"}, {0: f"Rig Hound {other}"}).legs()
    assert [way for way in ALL if 0 in legs[way]] == ([direction] if direction >= 0 else [])


def test_trampling():
    """MF-8.4: own mercenaries in the way are defeated without a fight; a shorter leg spares them."""
    mine = {0: "Iron Warden 4,4", 1: "Rig Hound 3,8", 2: "Plate Guard 6,8", 3: "Field Medic 4,11"}
    board = moving(mine).play(leg(0, FORWARD, 1))
    assert len(board.mercs(0)) == 4
    board = moving(mine).play(leg(0, FORWARD, 2))
    assert board.mercs(0) == {0: "Iron Warden 4,6 5/5", 3: "Field Medic 4,11 3/3"}
    assert (board.discard(), board.state.health_left) == (["Rig Hound", "Plate Guard"], 50 - 5 - 3)


def test_flank():
    """MF-8.5: a second leg in another direction, with the spaces that are left."""
    board = moving({0: "Dune Outrider 6,6"})
    assert board.legs() == {direction: [1, 2, 3] for direction in ALL}
    board.play(leg(0, RIGHT, 2))
    assert (board.turn(), board.legs()) == (("MOVE", 0), {FORWARD: [1], BACK: [1], LEFT: [1]})
    board.play(leg(0, FORWARD, 1))
    assert (board.merc(0, 0), board.state.turn) == ("Dune Outrider 8,7 4/4", 2)


def test_flank_without_spaces():
    """MF-8.5: all spaces used, no second leg, not even an attack; after an attack all spaces are left."""
    others = {0: "Steel Titan 6,12"}
    board = moving({0: "Dune Outrider 6,6", 1: "Rig Hound 0,0"}, others).play(leg(0, FORWARD, 3))
    assert board.legs(0) == {}
    board = moving({0: "Blaze Captain 0,6", 1: "Dune Outrider 6,6"}, {0: "Rig Hound 6,9"}).play(leg(1, FORWARD, 0))
    assert (board.merc(1, 0), board.legs(1)) == ("", {RIGHT: [1, 2, 3], BACK: [1, 2, 3], LEFT: [1, 2, 3]})


def test_a_leg_step_by_step():
    """MF-8.6: combat first, then trample and step; the mover stops where its front is not clear."""
    mine = {0: "Iron Warden 4,4", 1: "Rig Hound 4,7", 2: "Plate Guard 0,0"}
    board = moving(mine, {0: "Rig Hound 6,7"}).play(leg(0, FORWARD, 1))
    assert (board.merc(1, 0), board.merc(0, 1), board.merc(0, 0)) == ("", "", "Iron Warden 4,5 4/5")
    board = moving(mine, {0: "Steel Titan 6,7"}).play(leg(0, FORWARD, 1))
    assert (board.merc(0, 1), board.merc(0, 0)) == ("Rig Hound 4,7 2/2", "Iron Warden 4,4 1/5"), "blocked: no trample"


def lanes(mine, others=None, **rest) -> Board:
    return moving(mine, others, lanes=True, **rest)


def test_lanes_only_forward_and_all_the_way():
    """MF-11.1: as far as it can; the player may not stop before."""
    board = lanes({0: "Plate Guard 4,4", 1: "Rig Hound 8,4"})
    assert board.ids() == [leg(0, FORWARD, 2), leg(1, FORWARD, 3)]
    assert board.play(leg(1, FORWARD, 3)).ids() == [leg(0, FORWARD, 2)]
    assert lanes({0: "Dune Outrider 6,6", 1: "Rig Hound 0,0"}).play(leg(0, FORWARD, 3)).legs(0) == {}


def test_lanes_flank_gives_nothing():
    """MF-11.1: one leg only, seen by both."""
    board = lanes({0: "Dune Outrider 6,6", 1: "Rig Hound 0,0"})
    assert board.look(0)["own_mercs"][0, 9] == 0.5


def test_lanes_behind_an_own_token():
    """MF-11.1: up to it, or the whole allowance through it."""
    board = lanes({0: "Rig Hound 4,4", 1: "Steel Titan 4,7"})
    assert board.legs(0) == {FORWARD: [1, 3]}
    board = lanes({0: "Rig Hound 4,4", 1: "Steel Titan 4,6"})
    assert board.legs(0) == {FORWARD: [3]}
    board.play(leg(1, FORWARD, 4))
    assert board.legs(0) == {FORWARD: [3]}
    waiting = lanes({0: "Plate Guard 4,4", 1: "Steel Titan 4,6"}).play(leg(1, FORWARD, 4))
    assert waiting.ids() == [leg(0, FORWARD, 2)]


def test_lanes_only_trampling_is_left():
    """MF-11.1: it need not be done, so the player may stop."""
    board = lanes({0: "Rig Hound 4,18", 1: "Steel Titan 4,20"}, checked=False)
    assert board.legs(0) == {FORWARD: [3]}
    front = lanes({0: "Rig Hound 4,10", 1: "Steel Titan 4,12"}, {0: "Lucite Seraph 4,16"})
    front.play(leg(1, FORWARD, 4))
    assert front.ids() == [DONE, leg(0, FORWARD, 3)]


def test_lanes_the_edge():
    """MF-11.1: the edge shortens a leg, and is no reason to trample."""
    assert lanes({0: "Rig Hound 4,21"}).legs(0) == {FORWARD: [2]}
    assert lanes({0: "Rig Hound 4,20", 1: "Plate Guard 4,22"}).legs(0) == {FORWARD: [3]}
    assert lanes({0: "Rig Hound 4,20", 1: "Plate Guard 2,22"}).legs(0) == {FORWARD: [3]}


def test_lanes_attack_when_blocked_by_an_own_token():
    """MF-11.1: r = 0 and contact: k = 0, which must be chosen."""
    board = lanes({0: "Iron Warden 4,4", 1: "Plate Guard 3,7"}, {0: "Steel Titan 6,7", 1: "Lucite Seraph 2,9"})
    assert board.legs(0) == {FORWARD: [0, 3]}
    assert DONE not in board.ids()
