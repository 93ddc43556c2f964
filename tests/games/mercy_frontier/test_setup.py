"""Setup and the terms of the rules: MF-1 and MF-2."""

from collections import Counter

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.games.mercy_frontier.state import any_in, mark, unmark
from tests.conformance.play import sample
from tests.games.mercy_frontier.board import DONE, FORWARD, OUTPOST, REFINERY, Board, cell, leg, spot, tile

BASE, HOME_LEFT, HOME_RIGHT, TURNED = 6, 7, 8, 9


def dealt(count: int) -> np.ndarray:
    return make_batch("mercy_frontier", count, seed=1).states


def test_home_rows_are_face_up():
    """MF-1.1."""
    board = Board.dealt()
    assert board.state.covered == 0b000111111111000
    home = [HOME_LEFT, BASE, HOME_RIGHT]
    assert board.state.face[:3].tolist() == home
    assert board.state.face[12:].tolist() == [face + TURNED for face in reversed(home)]
    for seat in (0, 1):
        tiles = board.look(seat)["tiles"]
        assert tiles[:, 0].tolist() == [0] * 3 + [1] * 9 + [0] * 3
        assert tiles[1, 2:8].tolist() == [1, 0, 0, 0, 1, 0], "biofuel and neosteel on the base"
        assert tiles[0, 2:8].tolist() == [1, 0, 0, 0, 0, 0]
        assert tiles[2, 2:8].tolist() == [0, 1, 0, 0, 0, 0]


def test_faces_are_shuffled():
    """MF-1.2: doubles over the middle row, singles over the rows beside it, every order about as often."""
    states = dealt(sample(6000, 60))
    single = states["face"][:, [3, 4, 5, 9, 10, 11]]
    double = states["face"][:, 6:9]
    assert (np.sort(single) == [0, 0, 1, 1, 2, 2]).all()
    assert (np.sort(double) == [3, 4, 5]).all()
    if sample(1, 0):
        orders = Counter(map(tuple, double.tolist()))
        assert len(orders) == 6
        assert all(850 < count < 1150 for count in orders.values())
        assert len(Counter(map(tuple, single.tolist()))) == 90
        for place in range(6):
            assert all(1850 < count < 2150 for count in np.bincount(single[:, place]))


def test_relics_are_drawn():
    """MF-1.3: three different ones of five, every relic in every place about as often."""
    relics = dealt(sample(6000, 60))["relic"]
    assert all(len(set(row)) == 3 for row in relics.tolist())
    if sample(1, 0):
        for place in range(3):
            assert all(1070 < count < 1330 for count in np.bincount(relics[:, place]))


def test_contracts_are_dealt():
    """MF-1.4: two of commons and of some heroics, one of the others; four in the market, twenty in the deck."""
    states = dealt(sample(3000, 30))
    assert (states["market"] >= 0).all()
    cards = np.concatenate([states["market"], states["deck"][:, :20]], axis=1)
    copies = [2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1]
    assert all(np.bincount(row, minlength=16).tolist() == copies for row in cards)
    assert (states["deck_size"] == 20).all()
    assert not states["deck"][:, 20:].any()
    if sample(1, 0):
        seen = np.bincount(states["market"].flatten(), minlength=16) / np.array(copies)
        assert ((seen > 430) & (seen < 570)).all()


def test_what_players_start_with():
    """MF-1.5."""
    board = Board.dealt()
    assert (board.resources(0), board.resources(1)) == ((3, 3, 3), (3, 3, 3))
    assert (board.state.owned.tolist(), board.state.unplaced.tolist()) == ([4, 4], [4, 4])
    for seat in (0, 1):
        assert (board.refineries(seat), board.outposts(seat), board.beacons(seat)) == ([], {}, {})
        assert board.mercs(seat) == {}


def test_accelerated_start():
    """MF-1.6: two tokens of each kind and both base nodes refined, out of the supply."""
    board = Board.dealt(accelerated=True)
    assert (board.resources(0), board.resources(1)) == ((2, 2, 2), (2, 2, 2))
    assert (board.refineries(0), board.refineries(1)) == (["1.0", "1.1"], ["13.0", "13.1"])
    assert board.state.refineries_left.tolist() == [5, 5, 6]
    assert [int(board.state.block_rows[seat, row]) for seat, row in ((0, 1), (1, 23))] == [1 << 5 | 1 << 9] * 2


def test_seat_0_begins():
    """MF-1.7."""
    board = Board.dealt()
    assert (board.state.priority, board.turn()) == (0, ("WORKERS", 0))
    assert (board.look(0)["flags"][:2].tolist(), board.look(1)["flags"][:2].tolist()) == ([1, 1], [0, 0])


def test_outposts_give_control():
    """MF-2.1: home rows always, other tiles by outpost, and nobody's without one."""
    board = Board(({0: "Rig Hound 5,3", 1: "Rig Hound 0,0"}, {}), outposts=({3: 0}, {4: 0}), uncovered=(5,))
    signs = [1, 1, 1, 1, -1, 0] + [0] * 6 + [-1] * 3
    assert board.look(0)["tiles"][:, 1].tolist() == signs
    assert board.look(1)["tiles"][:, 1].tolist() == [-sign for sign in reversed(signs)]
    board.play(leg(0, FORWARD, 0))
    assert board.look(0)["tiles"][4, 1] == 0, "control falls with the outpost"


def test_one_territory_for_workers_and_mercenaries():
    """MF-2.2: a claimed tile takes workers and mercenaries, an unclaimed uncovered one neither."""
    setting = {"outposts": ({3: 0}, {}), "uncovered": (4,), "unplaced": (1, 0)}
    board = Board(({0: "Rig Hound"}, {}), phase="WORKERS", **setting)
    assert {spot(3, 0), spot(3, 2), spot(3, 3)} <= set(board.ids())
    assert not board.ids(spot(4, 0), spot(5, 0))
    board.until("DEPLOY_TILE", 0)
    assert board.ids() == [tile(number) for number in (0, 1, 2, 3)]


def test_what_blocks_tokens():
    """MF-2.3: not own buildings and workers, but tokens of both, enemy buildings and enemy workers."""
    setting = {"phase": "HIRE", "resources": ((1, 1, 0), (0, 0, 0))}
    free = Board(({0: "Rig Hound"}, {}), **setting).play(DONE, tile(1)).ids()
    same = Board(({0: "Rig Hound"}, {}), refineries=(("1.0",), ()), workers=(("1.1", "1.3"), ()), **setting)
    assert same.play(DONE, tile(1)).ids() == free
    token = Board(({0: "Rig Hound", 1: "Rig Hound 6,1"}, {}), **setting).play(DONE, tile(1)).ids()
    assert sorted(set(free) - set(token)) == [cell(x + 5 * y) for y in (0, 1, 2) for x in (0, 1, 2)]
    other = Board(({0: "Rig Hound"}, {0: "Plate Guard 6,1"}), **setting).play(DONE, tile(1)).ids()
    assert other == token
    outpost = {"outposts": ({4: 24}, {}), "uncovered": (4, 7)}
    free = Board(({0: "Rig Hound"}, {}), **outpost, **setting).play(DONE, tile(4)).ids()
    enemy = Board(({0: "Rig Hound"}, {}), refineries=((), ("4.0",)), **outpost, **setting).play(DONE, tile(4)).ids()
    assert sorted(set(free) - set(enemy)) == [cell(local) for local in (6, 7, 11, 12)]


def test_enemy_workers_block_tokens():
    """MF-2.3, MF-6.2: also where the tile is the enemy's no longer."""
    board = Board(({0: "Rig Hound 3,9", 1: "Rig Hound 0,0"}, {}), outposts=({3: 24}, {}), workers=((), ("12.3",)))
    assert board.look(0)["tiles"][12, 13] == -1
    board = Board(({0: "Dune Outrider 4,17", 1: "Rig Hound 0,0"}, {}), workers=((), ("12.3",)))
    board.play(leg(0, FORWARD, 3))
    assert (board.merc(0, 0), board.state.owned[1]) == ("Dune Outrider 4,20 4/4", 0), "it enters where the worker stood"


def test_buildings_keep_their_owner():
    """MF-2.4: a refinery on a tile that the opponent has claimed is still the builder's, and takes up its node."""
    setting = {
        "phase": "BUILD",
        "workers": (("3.2",), ()),
        "resources": ((9, 9, 9), (0, 0, 0)),
        "outposts": ({3: 0}, {}),
    }
    board = Board(refineries=((), ("3.0",)), **setting)
    assert board.look(0)["tiles"][3, [1, 8]].tolist() == [1, -1]
    assert REFINERY not in board.ids()
    assert Board(**setting).play(REFINERY, spot(3, 0)).refineries(0) == ["3.0"]


@pytest.mark.parametrize("priority", [0, 1])
def test_the_priority_holder_decides_first(priority):
    """MF-2.5: in every step completely, then the other player; a step with nothing to choose is passed over."""
    board = Board(
        ({0: "Rig Hound"}, {0: "Plate Guard"}),
        phase="WORKERS",
        to_act=priority,
        unplaced=(1, 1),
        resources=((3, 3, 3), (3, 3, 3)),
    )
    seen = []
    for _ in range(60):
        phase, seat = board.turn()
        if (phase, seat) not in seen:
            seen.append((phase, seat))
        if board.state.turn == 2:
            break
        board.play(DONE if DONE in board.ids() else board.ids()[0])
    first, second = priority, 1 - priority
    order = ["WORKERS", "BUY_WORKER", "BUILD", "HIRE"]
    expected = [(phase, seat) for phase in order for seat in (first, second)]
    expected += [("DEPLOY_TILE", first), ("DEPLOY_CELL", first), ("DEPLOY_TILE", second), ("DEPLOY_CELL", second)]
    expected += [("MOVE", first), ("MOVE", second), ("WORKERS", second)]
    assert seen == list(dict.fromkeys(expected))


def test_a_step_with_nothing_to_choose_is_passed_over():
    """MF-2.5: no resources, no mercenaries: from the workers straight to the next turn's."""
    board = Board(phase="WORKERS", unplaced=(1, 1)).play(spot(0, 2), spot(0, 2))
    assert (board.turn(), board.state.turn) == (("WORKERS", 1), 2)


def test_options_are_seen():
    """MF-1.6, MF-11.1, MF-11.2: both players see what is played."""
    flags = Board.dealt(accelerated=True, persistent_health=True, turn_cap=10).look(1)["flags"]
    assert np.allclose(flags, [0, 0, 0.1, 1, 0, 1, 0, 0, 1, 0, 0])
    assert OUTPOST not in Board.dealt().ids()


def test_maps_take_the_small_numbers_of_records():
    """MF-2.3: uncompiled, a column from a record is an int8, in which the bits of a row have no room."""
    rows = np.zeros((2, 25), np.int16)
    mark(rows, 1, np.int8(11), np.int8(3), np.int8(4), np.int8(2))
    assert rows[1].tolist() == [0, 0, 0, 0b1111 << 11, 0b1111 << 11] + [0] * 20
    assert any_in(rows, 1, np.int8(14), np.int8(4), np.int8(1), np.int8(1))
    unmark(rows, 1, np.int8(11), np.int8(3), np.int8(4), np.int8(2))
    assert not rows.any()
