"""The worked examples MF-S1 to MF-S22: whole positions and what follows from them."""

import numpy as np

from tests.games.mercy_frontier.board import (
    BULWARK,
    DONE,
    FORWARD,
    FUEL_BEACON,
    OUTPOST,
    PAY_C,
    PAY_F,
    REFINERY,
    SEAL,
    STEEL_BEACON,
    SWEEP,
    Board,
    cell,
    contract,
    enemy,
    leg,
    own,
    spot,
    tile,
)

GONE = ""


def test_s01_a_new_game():
    """MF-S1: MF-1.5, MF-1.7."""
    board = Board.dealt()
    assert (30 - board.state.resources.sum(axis=0)).tolist() == [24, 24, 24]
    assert (board.resources(0), board.resources(1)) == ((3, 3, 3), (3, 3, 3))
    assert (board.state.owned.tolist(), board.state.deck_size) == ([4, 4], 20)
    assert (board.turn(), board.ids()) == (("WORKERS", 0), [0, 1, 3, 4, 5, 6, 7, 8, 9, 11, 12])


def test_s02_automatic_workers():
    """MF-S2: MF-3.4, MF-3.5."""
    board = Board.dealt().play(DONE)
    assert board.workers(0) == ["0.0", "1.0", "1.1", "2.0"]
    board.play(DONE)
    assert (board.resources(0), board.resources(1)) == ((5, 5, 3), (5, 5, 3))
    assert (board.turn(), board.ids()) == (("BUY_WORKER", 0), [0, 86])


def test_s03_two_commons():
    """MF-S3: MF-9.3, MF-9.5."""
    board = Board(({0: "Rig Hound 0,6"}, {0: "Mortar Crew 1,8"})).play(leg(0, FORWARD, 0))
    assert (board.mercs(0), board.mercs(1)) == ({}, {})
    board = Board(({0: "Rig Hound 0,6"}, {0: "Pike Lancer 1,8"})).play(leg(0, FORWARD, 0))
    assert (board.mercs(0), board.merc(1, 0)) == ({}, "Pike Lancer 1,8 2/2")


def test_s04_a_heroic_against_two():
    """MF-S4: MF-9.3, MF-9.8."""
    hounds = {0: "Rig Hound 3,10", 1: "Rig Hound 5,10"}
    board = Board(({0: "Iron Warden 4,6"}, hounds)).play(leg(0, FORWARD, 3))
    assert (board.merc(0, 0), board.mercs(1)) == ("Iron Warden 4,9 3/5", {})
    hounds = {0: "Rig Hound 3,9", 1: "Rig Hound 5,9"}
    board = Board(({0: "Dune Outrider 4,6"}, hounds)).play(leg(0, FORWARD, 3))
    assert (board.mercs(0), board.mercs(1)) == ({}, {})


def test_s05_blocked():
    """MF-S5: MF-8.6."""
    board = Board(({0: "Iron Warden 4,6"}, {0: "Steel Titan 4,10"})).play(leg(0, FORWARD, 3))
    assert (board.merc(0, 0), board.merc(1, 0)) == ("Iron Warden 4,7 1/5", "Steel Titan 4,10 6/8")


def test_s06_a_worker_in_front():
    """MF-S6: MF-8.3, MF-9.4."""
    board = Board(({0: "Scrap Raider 8,16"}, {}), workers=((), ("13.3",)))
    assert leg(0, FORWARD, 0) not in board.ids()
    board.play(leg(0, FORWARD, 2))
    assert (board.merc(0, 0), board.state.owned[1]) == ("Scrap Raider 8,18 2/2", 0)


def test_s07_charge_against_armor():
    """MF-S7: MF-9.6."""
    board = Board(({0: "Scrap Raider 8,10"}, {0: "Plate Guard 8,12"})).play(leg(0, FORWARD, 0))
    assert (board.mercs(0), board.merc(1, 0)) == ({}, "Plate Guard 8,12 1/3")


def test_s08_a_refinery():
    """MF-S8: MF-4.2."""
    board = Board(phase="BUILD", workers=(("1.0",), ()), resources=((1, 1, 1), (0, 0, 0)))
    assert board.ids() == [0, 87]
    board.play(REFINERY)
    assert (board.turn(), board.ids()) == (("BUILD_NODE", 0), [5, 6])
    board.play(6)
    assert (board.refineries(0), board.resources(0)) == (["1.1"], (0, 0, 0))
    assert board.state.refineries_left.tolist() == [7, 6, 6]


def test_s09_a_biofuel_beacon():
    """MF-S9: MF-4.3, MF-4.7."""
    names = ("Rig Hound", "Iron Warden", "Field Medic", "Steel Titan")
    board = Board(phase="BUILD", workers=(("1.0",), ()), resources=((3, 1, 1), (0, 0, 0)), market=names)
    assert board.ids() == [0, 87, 89]
    board.play(FUEL_BEACON)
    assert board.ids() == [tile(1)]
    board.play(tile(1))
    free = [0, 1, 2, 3, 6, 7, 10, 11, 12, 13, 15, 16, 17, 18, 20, 21, 22, 23]
    assert board.ids() == [cell(local) for local in free]
    board.play(cell(0))
    assert (board.turn(), board.ids()) == (("CRY_RECRUIT", 0), [92, 94])
    board.play(contract(2))
    assert board.merc(0, 0) == "Field Medic"
    assert "" not in board.market()


def test_s10_a_neosteel_beacon():
    """MF-S10: MF-4.7."""
    board = Board(
        ({}, {2: "Iron Warden 4,20"}),
        phase="BUILD",
        workers=(("1.0",), ()),
        resources=((1, 3, 1), (0, 0, 0)),
    ).play(STEEL_BEACON, tile(1), cell(0))
    assert (board.turn(), board.ids()) == (("CRY_BARRAGE", 0), [107])
    assert board.play(enemy(2)).merc(1, 2) == "Iron Warden 4,20 3/5"


def test_s11_a_sweep():
    """MF-S11: MF-5.4."""
    old = ["Rig Hound", "Iron Warden", "Field Medic", "Steel Titan"]
    board = Board(phase="HIRE", resources=((1, 0, 1), (0, 0, 0)), market=old).play(SWEEP)
    assert (board.turn(), board.ids()) == (("PAY", 0), [97, 99])
    board.play(PAY_F)
    assert board.ids() == [99]
    board.play(PAY_C)
    assert sorted(board.discard()) == sorted(old)
    assert board.state.deck_size == 16
    assert "" not in board.market()


def test_s12_placing_on_the_first_turn():
    """MF-S12: MF-6.2."""
    board = Board(({0: "Rig Hound"}, {}), phase="DEPLOY_TILE", checked=False)
    board.state.zone = 0
    board.refresh()
    assert board.ids() == [49, 50, 51]
    total = 0
    for number in (0, 1, 2):
        chosen = Board(({0: "Rig Hound"}, {}), phase="HIRE", resources=((1, 1, 0), (0, 0, 0))).play(DONE, tile(number))
        total += len(chosen.ids())
        if number == 2:
            free = [*range(4), *range(5, 9), *range(10, 14), *range(15, 19)]
            assert chosen.ids() == [cell(local) for local in free]
    assert total == 56


def anchor_rows(board: Board) -> int:
    """The highest row where the waiting mercenary of seat 0 may be placed."""
    tiles = [action - 49 for action in board.until("DEPLOY_TILE", 0).ids()]
    highest = max(tiles) // 3
    rows = []
    for number in tiles:
        if number // 3 == highest:
            at = board.state.copy()
            rows += [highest * 5 + (action - 61) // 5 for action in board.play(tile(number)).ids()]
            board.state = at
            board.refresh()
    return max(rows)


def test_s13_hanging_over():
    """MF-S13: MF-6.2."""
    setting = {"phase": "HIRE", "resources": ((1, 1, 0), (0, 0, 0))}
    board = Board(({0: "Iron Warden"}, {}), outposts=({4: 0}, {}), uncovered=(7,), **setting)
    assert anchor_rows(board) == 9
    board = Board(({0: "Iron Warden"}, {}), outposts=({4: 0}, {7: 0}), **setting)
    assert anchor_rows(board) == 7


def test_s14_the_far_edge():
    """MF-S14: MF-8.3, MF-10.2."""
    board = Board(({0: "Blaze Captain 4,20"}, {}))
    assert leg(0, FORWARD, 3) not in board.ids()
    board.play(leg(0, FORWARD, 2))
    assert (board.state.winner, board.returns(), board.turn()) == (0, [1, -1], ("OVER", -1))


def test_s15_seat_1_sees_it_turned():
    """MF-S15: MF-3.2."""
    board = Board.dealt().play(DONE)
    assert board.turn() == ("WORKERS", 1)
    board.play(spot(1, 0))
    assert board.workers(1) == ["13.0"]
    assert np.flatnonzero(board.state.worker_rows[1]).tolist() == [23]
    assert board.state.worker_rows[1, 23] == 1 << 9


def test_s16_relics():
    """MF-S16: MF-4.9, MF-6.3."""
    market = ("Rig Hound",)
    setting = {"outposts": ({7: 0}, {}), "market": market, "resources": ((3, 3, 3), (3, 3, 3)), "phase": "HIRE"}
    board = Board(relics=(0, SEAL, 1), **setting)
    assert [round(board.look(seat)["market"][0, 1] * 28) for seat in (0, 1)] == [8, 10]
    board = Board(({0: "Rig Hound"}, {}), relics=(0, BULWARK, 1), **setting).play(DONE, DONE, tile(1), cell(0))
    assert board.merc(0, 0) == "Rig Hound 5,0 3/3"


def test_s17_mending():
    """MF-S17: MF-7.2, MF-7.3."""
    board = Board(
        ({1: "Field Medic 0,0", 3: "Iron Warden 4,4 2/5"}, {}), phase="HIRE", resources=((1, 1, 0), (0, 0, 0))
    ).play(DONE)
    assert (board.turn(), board.ids()) == (("ABILITY", 0), [103])
    board.play(own(3))
    assert (board.merc(0, 3), board.turn()) == ("Iron Warden 4,4 3/5", ("MOVE", 0))


def test_s18_no_zone_is_free():
    """MF-S18: MF-5.2, MF-5.4."""
    names = ("Rig Hound", "Rig Hound", "Field Medic", "Field Medic", "Iron Warden")
    board = Board((dict(enumerate(names)), {}), phase="HIRE", resources=((9, 9, 9), (0, 0, 0)), market=("Steel Titan",))
    assert board.ids() == [0, 96]


def test_s19_what_a_camp_touches():
    """MF-S19: MF-4.4."""
    setting = {"phase": "BUILD", "resources": ((2, 2, 1), (0, 0, 0))}
    assert OUTPOST not in Board(workers=(("1.3",), ()), **setting).ids()
    board = Board(workers=(("1.2",), ()), **setting).play(OUTPOST)
    assert board.ids() == [tile(4)]


def test_s20_own_things_are_no_obstacle():
    """MF-S20: MF-2.3."""
    board = Board(({0: "Rig Hound 5,4", 1: "Rig Hound 0,0"}, {}), outposts=({4: 5}, {}), workers=(("4.2",), ()))
    board.play(leg(0, FORWARD, 3))
    assert (board.merc(0, 0), board.outposts(0), board.workers(0)) == ("Rig Hound 5,7 2/2", {4: 5}, ["4.2"])


def test_s21_the_cap():
    """MF-S21: MF-10.4."""
    board = Board.dealt(turn_cap=1)
    while not board.state.over:
        board.play(DONE)
    assert (board.state.limit, board.returns()) == (1, [0, 0])


def test_s22_the_third_building():
    """MF-S22: MF-10.3, MF-9.5."""
    board = Board(
        ({0: "Rig Hound 6,12"}, {0: "Steel Titan 7,15"}), lost=(0, 2), outposts=({}, {10: 1}), uncovered=(10,)
    ).play(leg(0, FORWARD, 1))
    assert (board.state.winner, board.returns()) == (0, [1, -1])
    assert (board.merc(0, 0), board.outposts(1), board.merc(1, 0)) == (GONE, {}, "Steel Titan 7,15 7/8")
