"""The worker phase: MF-3."""

from typing import Any

import pytest

from tests.games.mercy_frontier.board import BUY, DONE, FORWARD, WELLSPRING, Board, leg, spot

NOTHING = (0, 0, 0)


def placing(unplaced: int = 1, **rest) -> Board:
    return Board(phase="WORKERS", unplaced=(unplaced, rest.pop("others", 1)), **rest)


def test_all_workers_leave_the_board():
    """MF-3.1: when a turn begins; then each player places all of them, one at a time."""
    board = Board.dealt().play(DONE, DONE)
    assert (len(board.workers(0)), len(board.workers(1))) == (4, 4)
    board.next_turn()
    assert (board.workers(0), board.workers(1), board.state.unplaced.tolist()) == ([], [], [4, 4])
    assert not board.state.worker_rows.any()
    assert board.turn() == ("WORKERS", 1)
    for left, k in enumerate((spot(0, 0), spot(0, 2), spot(0, 3))):
        board.play(k)
        assert (board.turn(), board.state.unplaced[1]) == (("WORKERS", 1), 3 - left)
    board.play(spot(1, 2))
    assert board.turn() == ("WORKERS", 0)


def test_workers_stay_in_the_own_territory():
    """MF-3.1: home row and claimed tiles only."""
    home = {spot(t, k) for t, spots in ((0, (0, 2, 3)), (1, (0, 1, 2, 3)), (2, (0, 2, 3))) for k in spots}
    assert set(placing().ids()) == home | {DONE}
    claimed = placing(outposts=({7: 0}, {4: 0}))
    assert set(claimed.ids()) == home | {DONE} | {spot(7, k) for k in range(4)}


def test_spots_are_nodes_and_camps():
    """MF-3.2: front camp 20 and rear camp 4 as the player sees them."""
    board = placing(others=2).play(spot(1, 2))
    assert board.workers(0) == ["1.2"]
    assert board.state.worker_rows[0, 4] == 1 << 5
    board.play(spot(1, 2))
    assert board.workers(1) == ["13.3"], "the front camp of seat 1 is the corner at (9, 20)"
    assert board.state.worker_rows[1, 20] == 1 << 9


def test_one_worker_on_a_spot():
    """MF-3.3: no two on one space."""
    board = placing(2).play(spot(1, 0))
    assert spot(1, 0) not in board.ids()
    assert spot(1, 1) in board.ids()


def test_enemy_things_close_a_spot():
    """MF-3.3: under an enemy token and on an enemy building nobody works; own ones do not matter."""
    assert spot(0, 0) not in placing(mercs=({}, {0: "Rig Hound 1,1"})).ids()
    assert spot(0, 0) in placing(mercs=({0: "Rig Hound 1,1"}, {})).ids()
    claimed: dict[str, Any] = {"outposts": ({3: 0}, {})}
    assert spot(3, 0) in placing(**claimed).ids()
    assert spot(3, 0) not in placing(refineries=((), ("3.0",)), **claimed).ids()
    assert spot(3, 0) in placing(refineries=(("3.0",), ()), **claimed).ids()


def test_workers_without_a_space_stay_off():
    """MF-3.3: the player is not asked again, and they are placed next turn."""
    tokens = {0: "Steel Titan 0,1", 1: "Lucite Seraph 5,1", 2: "Void Stalker 10,1"}
    board = placing(10, mercs=({}, tokens), others=0)
    while board.turn() == ("WORKERS", 0):
        board.play(board.ids()[1])
    assert (board.workers(0), board.state.turn) == (["0.3", "1.1", "1.3", "2.3"], 1)
    assert (board.state.owned[0], board.state.unplaced[0]) == (10, 6)
    assert board.look(1)["workers"].tolist() == pytest.approx([0, 1, 0, 0.6])


def test_automatic_placement():
    """MF-3.4: own refineries first, then other nodes, crystal before neosteel before biofuel, then camps by number."""
    setting = {"outposts": ({6: 0, 5: 0}, {}), "refineries": (("0.0", "6.0"), ())}
    order = ["0.0", "6.0", "5.0", "6.1", "1.1", "2.0", "1.0", "0.2", "0.3", "1.2"]
    for count in range(1, 11):
        board = placing(count, **setting).play(DONE)
        assert sorted(board.workers(0)) == sorted(order[:count]), f"{count} workers"


def test_automatic_placement_after_single_ones():
    """MF-3.4: only the remaining workers, on spots that are still open."""
    board = placing(3).play(spot(1, 1), DONE)
    assert board.workers(0) == ["0.0", "1.1", "2.0"]


def test_automatic_placement_of_seat_1():
    """MF-3.4: in its own frame."""
    board = placing(0, others=6, to_act=1, priority=0).play(DONE)
    assert sorted(board.workers(1)) == sorted(["14.0", "13.0", "13.1", "12.0", "14.3", "14.2"])


def test_collection():
    """MF-3.5: one token for each worker on a node, two with an own refinery, none on a camp."""
    board = placing(3, refineries=(("1.0",), ()), others=0).play(spot(1, 0), spot(1, 1), spot(1, 2))
    assert (board.resources(0), board.resources(1)) == ((2, 1, 0), NOTHING)


def test_the_bank_is_not_overdrawn():
    """MF-3.5: the priority holder collects first."""
    for first in (0, 1):
        board = placing(1, to_act=first, resources=((10, 0, 0), (19, 0, 0))).play(spot(0, 0), spot(0, 0))
        assert board.state.resources[:, 0].tolist() == ([11, 19] if first == 0 else [10, 20])
    board = placing(1, resources=((10, 0, 0), (19, 0, 0)), refineries=(("0.0",), ())).play(spot(0, 0), spot(0, 2))
    assert board.state.resources[:, 0].tolist() == [11, 19], "two are due, one is left"


def test_wellspring():
    """MF-3.5: one crystal for the controller of its tile, workers or not, if the bank has one."""
    setting = {"outposts": ({6: 0}, {}), "relics": (WELLSPRING, 0, 1)}
    assert placing(1, **setting).play(spot(0, 2), spot(0, 2)).resources(0) == (0, 0, 1)
    assert placing(1, **setting, resources=((0, 0, 20), (0, 0, 10))).play(spot(0, 2), spot(0, 2)).resources(0)[2] == 20


def test_buying_workers():
    """MF-3.6: 1F 1S each, placed from the next turn on."""
    mercs = ({0: "Rig Hound 0,5"}, {})
    board = placing(1, others=0, resources=((2, 3, 0), NOTHING), mercs=mercs).play(spot(0, 2))
    assert (board.turn(), board.ids()) == (("BUY_WORKER", 0), [DONE, BUY])
    board.play(BUY, BUY)
    assert (board.resources(0), board.state.owned[0], board.state.unplaced[0]) == ((0, 1, 0), 3, 0)
    assert (board.turn(), board.workers(0)) == (("MOVE", 0), ["0.2"])
    assert board.next_turn().state.unplaced[0] == 3


@pytest.mark.parametrize(("owned", "asked"), [(9, True), (10, False)])
def test_ten_workers_at_most(owned, asked):
    """MF-3.6."""
    board = placing(owned, others=0, resources=((5, 5, 0), NOTHING)).play(DONE)
    assert (board.turn()[0] == "BUY_WORKER") == asked
    if asked:
        assert board.play(BUY).turn()[0] != "BUY_WORKER"
        assert board.state.owned[0] == 10


def test_a_killed_worker_can_be_bought_again():
    """MF-3.7: one hit, and the owner owns one fewer."""
    board = Board(({0: "Rig Hound 8,18", 1: "Rig Hound 0,0"}, {}), workers=((), ("13.3", "13.0")), bought=(0, 8))
    board.play(leg(0, FORWARD, 0))
    assert (board.state.owned[1], board.workers(1)) == (9, ["13.0"])
    assert not board.state.worker_rows[1, 20]
