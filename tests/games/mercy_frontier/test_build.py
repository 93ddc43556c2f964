"""The building phase: MF-4."""

import pytest

from tests.games.mercy_frontier.board import (
    BANNER,
    BULWARK,
    CRYSTAL_BEACON,
    FORGE,
    FORWARD,
    FUEL_BEACON,
    OUTPOST,
    REFINERY,
    SEAL,
    STEEL_BEACON,
    Board,
    cell,
    contract,
    enemy,
    leg,
    spot,
    tile,
)

NOTHING = (0, 0, 0)
RICH = ((9, 9, 9), NOTHING)
COMMONS = ("Rig Hound", "Rig Hound", "Steel Titan", "Iron Warden")


def building(**rest) -> Board:
    rest = {"phase": "BUILD", "resources": RICH, "workers": (("1.2",), ()), **rest}
    return Board(**rest)


def test_several_buildings_one_after_another():
    """MF-4.1: as long as there is something to build and to pay with."""
    board = building(resources=((2, 2, 2), NOTHING)).play(REFINERY, spot(1, 0))
    assert (board.turn(), board.resources(0)) == (("BUILD", 0), (1, 1, 1))
    board.play(REFINERY, spot(1, 1))
    assert board.turn()[0] != "BUILD"
    assert board.refineries(0) == ["1.0", "1.1"]


@pytest.mark.parametrize(
    ("action", "cost"),
    [
        (REFINERY, (1, 1, 1)),
        (OUTPOST, (2, 2, 0)),
        (FUEL_BEACON, (3, 1, 1)),
        (STEEL_BEACON, (1, 3, 1)),
        (CRYSTAL_BEACON, (1, 1, 3)),
    ],
)
def test_costs(action, cost):
    """MF-4.1: exactly the cost is enough, one token less is not; it is paid when the place is chosen."""
    board = building(resources=(cost, NOTHING))
    assert action in board.ids()
    board.play(action)
    assert board.resources(0) == cost
    board.play(board.ids()[0])
    assert board.resources(0) == NOTHING
    for resource in range(3):
        if cost[resource]:
            less = tuple(n - (k == resource) for k, n in enumerate(cost))
            other = Board(phase="HIRE", resources=(tuple(max(n, 1) for n in less), NOTHING), workers=(("1.2",), ()))
            other.state.resources[0] = less
            other.state.phase = 2
            other.checked = False
            other.refresh()
            assert action not in other.ids()


def test_a_refinery_needs_a_worker_on_its_tile():
    """MF-4.2: anywhere on the tile; the node without building and token."""
    assert building(workers=(("1.2",), ())).play(REFINERY).ids() == [spot(1, 0), spot(1, 1)]
    assert building(workers=(("0.0", "2.3"), ())).play(REFINERY).ids() == [spot(0, 0), spot(2, 0)]
    assert building(refineries=(("1.0",), ())).play(REFINERY).ids() == [spot(1, 1)]
    assert building(mercs=({0: "Rig Hound 8,1"}, {})).play(REFINERY).ids() == [spot(1, 0)]
    assert building(mercs=({}, {0: "Rig Hound 8,1"})).play(REFINERY).ids() == [spot(1, 0)]
    assert REFINERY not in building(mercs=({0: "Rig Hound 8,1"}, {0: "Rig Hound 5,1"})).ids()


def test_where_beacons_fit():
    """MF-4.3: no node, building or token below, all inside the tile; workers are no obstacle."""
    board = building(mercs=({0: "Rig Hound 6,2"}, {}), refineries=(("1.0",), ())).play(CRYSTAL_BEACON, tile(1))
    # row 4   . . . . .      t token at 6,2 (local 11, 12, 16, 17), n nodes at 5 and 9
    # row 3   . t t . .
    # row 2   . t t . .
    # row 1   n . . . n
    # row 0   . . . . .
    assert board.ids() == [cell(local) for local in (1, 2, 13, 18)]
    board = building(workers=(("0.0",), ())).play(STEEL_BEACON)
    assert board.ids() == [tile(0)]
    board.play(tile(0))
    assert board.ids() == [cell(local) for local in (0, 1, 2, 10, 11, 12, 15, 16, 17, 20, 21, 22)]
    board = building(to_act=1, resources=(NOTHING, (9, 9, 9)), workers=((), ("14.0",))).play(STEEL_BEACON, tile(0))
    assert board.ids() == [cell(local) for local in (0, 1, 2, 10, 11, 12, 15, 16, 17, 20, 21, 22)]
    board.play(cell(0))
    assert board.beacons(1) == {"S": (12, 24)}


def test_beacons_need_control_and_a_worker():
    """MF-4.3."""
    board = building(workers=(("1.2", "3.0"), ()), outposts=({3: 0, 5: 0}, {})).play(FUEL_BEACON)
    assert board.ids() == [tile(1), tile(3)]


def test_one_beacon_of_each_colour():
    """MF-4.3: at most one standing; a fallen one may be built again."""
    board = building(beacons=({"F": (5, 0)}, {"S": (10, 24)}))
    assert board.ids(FUEL_BEACON, CRYSTAL_BEACON + 1) == [STEEL_BEACON, CRYSTAL_BEACON]
    assert [round(left * 2) for left in board.look(0)["supply"][5:8]] == [1, 1, 2]


@pytest.mark.parametrize(
    ("worker", "tiles"),
    [("1.2", [4]), ("0.2", [3]), ("2.2", [5]), ("1.0", []), ("1.3", []), ("4.2", [3, 7]), ("4.3", [5]), ("4.0", [])],
)
def test_outposts_touch_a_worker(worker, tiles):
    """MF-4.4: an edge in common, no diagonals; never a home tile."""
    board = building(workers=((worker,), ()), outposts=({4: 0}, {}) if worker[0] == "4" else ({}, {}))
    if tiles:
        assert board.play(OUTPOST).ids() == [tile(number) for number in tiles]
    else:
        assert OUTPOST not in board.ids()


def test_nobody_may_control_an_outposts_tile():
    """MF-4.4: neither player; covered and uncovered ones are the same."""
    workers = (("0.2", "1.2", "2.2"), ())
    assert building(workers=workers).play(OUTPOST).ids() == [tile(3), tile(4), tile(5)]
    setting = {"outposts": ({3: 0}, {5: 0}), "uncovered": (4,)}
    assert building(workers=workers, **setting).play(OUTPOST).ids() == [tile(4)]


def test_five_outposts():
    """MF-4.4, MF-4.1: each player has five blocks."""
    many = {3: 0, 6: 0, 5: 0, 8: 0, 7: 0}
    assert OUTPOST not in building(outposts=(many, {})).ids()
    del many[7]
    assert OUTPOST in building(outposts=(many, {})).ids()


def test_the_tile_is_flipped_before_the_space_is_chosen():
    """MF-4.5: paid and turned up for good; then any space without node, building or token."""
    board = building(workers=(("4.2",), ()), outposts=({4: 0}, {})).play(OUTPOST)
    assert board.look(0)["tiles"][7, 0] == 1
    board.play(tile(7))
    assert (board.turn(), board.resources(0)) == (("BUILD_CELL", 0), (7, 7, 9))
    for seat in (0, 1):
        assert board.look(seat)["tiles"][7, :8].tolist() == [0, 0, 0, 1, 0, 0, 0, 1]
        assert board.look(seat)["relics"][1].tolist() == [0, 1, 0, 0, 0]
    assert board.ids() == [cell(local) for local in range(25) if local not in (11, 13)]
    board.play(cell(3))
    assert (board.outposts(0), board.turn()) == ({4: 0, 7: 3}, ("BUILD", 0))
    assert board.look(0)["tiles"][7, 14:].tolist() == [0.75, 0]


def test_room_for_an_outpost():
    """MF-4.5: three spaces without tokens on a covered tile, one free space on an uncovered one."""
    # Four tokens on tile 4 leave 25 - 16 - 4 - 2 = 3 spaces, and another one 2.
    tokens = {0: "Steel Titan 5,5", 1: "Plate Guard 9,5", 2: "Rig Hound 9,7", 3: "Rig Hound 5,9"}
    assert OUTPOST in building(mercs=({}, tokens)).ids()
    more = {0: "Steel Titan 5,5", 1: "Plate Guard 9,5", 2: "Rig Hound 9,7", 3: "Iron Warden 5,9"}
    assert OUTPOST not in building(mercs=({}, more)).ids()
    board = building(mercs=({}, more), uncovered=(4,)).play(OUTPOST, tile(4))
    assert board.ids() == [cell(local) for local in (23, 24)]
    full = {**more, 4: "Plate Guard 8,9"}
    board = building(mercs=({}, full), uncovered=(4,))
    assert OUTPOST not in board.ids()


def test_blocks_return_to_the_supply():
    """MF-4.6: at one hit, all three kinds."""
    setting = {
        "outposts": ({}, {4: 0}),
        "refineries": ((), ("4.0",)),
        "beacons": ({}, {"C": (8, 5)}),
    }
    board = Board(({0: "Steel Titan 5,1", 1: "Rig Hound 0,0"}, {}), **setting)
    board.play(leg(0, FORWARD, 0))
    assert (board.outposts(1), board.beacons(1), board.refineries(1)) == ({}, {}, ["4.0"])
    assert (board.state.outposts_left[1], board.state.lost[1]) == (5, 2)
    assert board.look(0)["supply"][7] == 1
    board = Board(({0: "Rig Hound 7,5", 1: "Rig Hound 0,0"}, {}), refineries=((), ("4.0",)))
    board.play(leg(0, FORWARD, 0))
    assert (board.refineries(1), board.state.refineries_left.tolist(), board.state.lost[1]) == ([], [7, 7, 6], 1)
    assert not board.state.block_rows.any()


def test_recruiting():
    """MF-4.7: the biofuel beacon brings a common for nothing, who waits; the market is full again."""
    board = building(market=COMMONS).play(FUEL_BEACON, tile(1), cell(0))
    assert board.ids() == [contract(0), contract(1)]
    paid = board.resources(0)
    board.play(contract(1))
    assert (board.merc(0, 0), board.resources(0), board.turn()) == ("Rig Hound", paid, ("BUILD", 0))
    assert "" not in board.market()


def test_a_cry_without_use_does_nothing():
    """MF-4.7: no common, no free zone, no enemy on the board."""
    board = building(market=("Steel Titan", "Iron Warden")).play(FUEL_BEACON, tile(1), cell(0))
    assert (board.turn(), board.mercs(0)) == (("BUILD", 0), {})
    full = {0: "Mortar Crew", 1: "Mortar Crew", 2: "Field Medic", 3: "Field Medic", 4: "Void Stalker"}
    board = building(mercs=(full, {}), market=COMMONS).play(FUEL_BEACON, tile(1), cell(0))
    assert (board.turn(), board.market()) == (("BUILD", 0), list(COMMONS))
    board = building(mercs=({}, {0: "Rig Hound"})).play(STEEL_BEACON, tile(1), cell(0))
    assert (board.turn(), board.merc(1, 0)) == (("BUILD", 0), "Rig Hound")


def test_barrage():
    """MF-4.7, MF-7.5: one hit of 3; whoever has no health left is defeated."""
    board = building(mercs=({}, {0: "Rig Hound 0,20", 3: "Blaze Captain 5,20"}))
    board.play(STEEL_BEACON, tile(1), cell(0))
    assert board.ids() == [enemy(0), enemy(3)]
    board.play(enemy(0))
    assert (board.mercs(1), board.discard(), board.turn()) == (
        {3: "Blaze Captain 5,20 4/4"},
        ["Rig Hound"],
        ("BUILD", 0),
    )


def test_overcharge():
    """MF-4.7, MF-10.1: the crystal beacon heals, and gives 1 attack until the turn ends."""
    mercs = {0: "Iron Warden 0,0 1/5", 1: "Rig Hound"}
    board = building(mercs=(mercs, {})).play(CRYSTAL_BEACON, tile(1), cell(1))
    assert (board.merc(0, 0), board.state.health_left) == ("Iron Warden 0,0 5/5", 45)
    assert [round(attack * 12) for attack in board.look(0)["own_mercs"][:2, 5]] == [4, 3]
    assert board.look(1)["flags"][6:8].tolist() == [0, 1]
    board.next_turn()
    assert board.state.overcharge.tolist() == [0, 0]


def test_healing_needs_health_tokens():
    """MF-4.7: there are fifty for both."""
    big = {
        0: "Steel Titan 0,20 9/9",
        1: "Lucite Seraph 5,20 9/9",
        2: "Void Stalker 10,20 7/7",
        3: "Magma Wyrm 0,16 8/8",
    }
    mine = {0: "Iron Warden 0,0 1/5", 1: "Beacon Colossus 10,0 10/12"}
    board = building(mercs=(mine, {**big, 4: "Blaze Captain 5,16 4/4"}), colossus=0, resources=((1, 1, 3), NOTHING))
    assert board.state.health_left == 2
    board.play(CRYSTAL_BEACON, tile(1), cell(1))
    assert (board.merc(0, 0), board.merc(0, 1)) == ("Iron Warden 0,0 3/5", "Beacon Colossus 10,0 10/12")


def test_the_colossus():
    """MF-4.8: for the first player with three standing beacons, into a zone at the next placement step."""
    standing = ({"F": (5, 4), "S": (6, 2)}, {})
    board = building(beacons=standing)
    assert board.look(0)["flags"][8:].tolist() == [1, 0, 0]
    board.play(CRYSTAL_BEACON, tile(1), cell(1))
    assert (board.state.colossus, board.state.owed) == (0, 1)
    assert (board.look(0)["flags"][8:].tolist(), board.look(1)["flags"][8:].tolist()) == ([0, 1, 0], [0, 0, 1])
    board.until("DEPLOY_TILE", 0)
    assert (board.merc(0, 0), board.state.owed) == ("Beacon Colossus", 0)


def test_the_colossus_waits_for_a_zone():
    """MF-4.8."""
    full = {0: "Rig Hound 0,5", 1: "Rig Hound 2,5", 2: "Field Medic 4,5", 3: "Field Medic 6,5", 4: "Void Stalker 10,5"}
    board = building(mercs=(full, {}), beacons=({"F": (5, 4), "S": (6, 2)}, {})).play(CRYSTAL_BEACON, tile(1), cell(1))
    board.until("MOVE", 0)
    assert (board.state.owed, board.state.colossus) == (1, 0)
    board.play(leg(4, 3, 4)).next_turn()
    assert sorted(board.mercs(0)) == [0, 1, 2, 4], "a Medic was trampled"
    board.until("DEPLOY_TILE", 0)
    assert (board.merc(0, 3), board.state.owed) == ("Beacon Colossus", 0)


def test_nobody_earns_a_second_colossus():
    """MF-4.8: not even after it is gone; three that stood one after the other do not count."""
    board = building(beacons=({"F": (5, 4), "S": (6, 2)}, {}), colossus=1).play(CRYSTAL_BEACON, tile(1), cell(1))
    assert (board.state.colossus, board.state.owed) == (1, 0)
    board = building(beacons=({"F": (5, 4)}, {})).play(CRYSTAL_BEACON, tile(1), cell(1))
    assert (board.state.colossus, board.state.owed) == (-1, 0)


def test_relics_follow_control():
    """MF-4.9: the controller has it, and loses it with the outpost."""
    mercs = ({0: "Rig Hound 1,8", 1: "Scrap Raider 10,0"}, {0: "Rig Hound 7,20"})
    board = Board(mercs, outposts=({}, {6: 1}), relics=(FORGE, BANNER, BULWARK))
    assert round(board.look(0)["enemy_mercs"][0, 5] * 12) == 3
    board.play(leg(0, FORWARD, 1))
    assert round(board.look(0)["enemy_mercs"][0, 5] * 12) == 2
    for relic, price in ((SEAL, 8), (BANNER, 10)):
        hiring = Board(phase="HIRE", resources=RICH, market=COMMONS, outposts=({8: 0}, {}), relics=(FORGE, 4, relic))
        assert [round(hiring.look(seat)["market"][0, 1] * 28) for seat in (0, 1)] == [price, 10]
