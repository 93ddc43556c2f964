"""Words of Mercy Frontier: sentences say where and against whom, refusals say the reason that holds."""

import pytest

from flank_envs.games.mercy_frontier.view.refusals import refusal
from flank_envs.games.mercy_frontier.view.text import text
from flank_envs.games.mercy_frontier.view.words import describe, status
from tests.games.mercy_frontier.board import (
    BACK,
    BUY,
    CRYSTAL_BEACON,
    DONE,
    FORWARD,
    FUEL_BEACON,
    LEFT,
    OUTPOST,
    PAY_C,
    PAY_F,
    REFINERY,
    RIGHT,
    SEAL,
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

RICH = (9, 9, 9)


def moving(mine, others=None, **rest) -> Board:
    return Board((mine, others or {}), **rest)


def after_hiring(mine, others=None) -> Board:
    """The player stops hiring: placement and abilities come next."""
    return Board((mine, others or {}), phase="HIRE", resources=((1, 1, 0), (0, 0, 0))).play(DONE)


def test_a_leg_is_told_with_its_end_and_what_it_meets_first():
    board = moving({0: "Rig Hound 4,6", 1: "Plate Guard 8,6"}, {2: "Mortar Crew 5,9"}, workers=((), ("12.0",)))
    assert describe(board.state, leg(0, FORWARD, 1)) == (
        "move the Rig Hound of zone 0 forward by 1 to e8-f9, against the Mortar Crew of zone 2"
    )
    assert describe(board.state, leg(0, LEFT, 2)) == "move the Rig Hound of zone 0 left by 2 to c7-d8"
    assert describe(board.state, leg(0, RIGHT, 3)) == (
        "move the Rig Hound of zone 0 right by 3 to h7-i8, trampling the Plate Guard of zone 1"
    )


def test_directions_are_the_movers_and_spaces_the_boards():
    """Seat 1 goes forward to lower rows; spaces have one name for both players."""
    board = moving({}, {0: "Rig Hound 4,12"}, to_act=1)
    assert describe(board.state, leg(0, FORWARD, 2)) == "move the Rig Hound of zone 0 forward by 2 to e11-f12"
    assert describe(board.state, leg(0, RIGHT, 1)) == "move the Rig Hound of zone 0 right by 1 to d13-e14"


def test_an_attack_without_moving_names_all_that_is_in_front():
    board = moving({0: "Iron Warden 4,6"}, {0: "Rig Hound 3,9", 3: "Rig Hound 5,9"})
    assert describe(board.state, leg(0, FORWARD, 0)) == (
        "attack forward with the Iron Warden of zone 0, against the Rig Hound of zone 0 and the Rig Hound of zone 3"
    )


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (leg(3, FORWARD, 1), "zone 3 is empty"),
        (leg(1, FORWARD, 1), "the Field Medic of zone 1 is not on the board"),
        (leg(0, FORWARD, 0), "nothing to attack stands in front of the Plate Guard of zone 0"),
        (leg(0, FORWARD, 3), "the Plate Guard of zone 0 may move 2 spaces"),
        (leg(0, LEFT, 2), "the edge is 1 space to the left of the Plate Guard of zone 0"),
        (own(0), "TARGET_OWN is for ABILITY: this is MOVE"),
    ],
)
def test_refused_legs(action, reason):
    board = moving({0: "Plate Guard 1,4", 1: "Field Medic"})
    assert refusal(board.state, action) == reason


def test_a_second_leg_goes_elsewhere_and_a_third_nowhere():
    board = moving({0: "Dune Outrider 4,6", 1: "Plate Guard 10,1"})
    board.play(leg(0, FORWARD, 1))
    assert refusal(board.state, leg(0, FORWARD, 1)) == (
        "the second leg of the Dune Outrider of zone 0 must go in another direction"
    )
    board.play(leg(0, BACK, 1))
    assert refusal(board.state, leg(0, LEFT, 1)) == "the Dune Outrider of zone 0 has moved already"


def test_lanes_are_refused_with_their_own_reasons():
    board = moving({0: "Plate Guard 4,6"}, lanes=True)
    assert refusal(board.state, DONE) == "in lanes all must advance, and the Plate Guard of zone 0 has not"
    assert refusal(board.state, leg(0, LEFT, 1)) == "in lanes nobody moves left"
    assert refusal(board.state, leg(0, FORWARD, 1)) == (
        "in lanes the Plate Guard of zone 0 must go as far as it can: 2 spaces"
    )


def test_workers_are_placed_on_named_spots():
    board = Board(({}, {0: "Rig Hound 1,1"}), phase="WORKERS", unplaced=(2, 0), workers=(("1.0",), ()))
    assert describe(board.state, spot(1, 1)) == "place a worker on the neosteel node j2 of tile 1"
    assert describe(board.state, spot(1, 2)) == "place a worker on the front camp f5 of tile 1"
    assert describe(board.state, DONE) == "place all remaining workers automatically"
    assert refusal(board.state, spot(1, 0)) == "a worker stands on f2 already"
    assert refusal(board.state, spot(0, 0)) == "c2 is taken by the Rig Hound of zone 0 of the enemy"
    assert refusal(board.state, spot(0, 1)) == "tile 0 has only one node"
    assert refusal(board.state, spot(4, 0)) == "tile 4 is not under your control"


def test_the_face_of_a_covered_tile_is_not_told():
    board = Board(phase="WORKERS", unplaced=(2, 0))
    assert describe(board.state, spot(7, 1)) == "place a worker on node 1 of tile 7 (face down)"
    assert refusal(board.state, spot(7, 1)) == "tile 7 is not under your control"


def test_buildings_tell_what_is_missing():
    board = Board(phase="BUILD", resources=((2, 2, 1), (0, 0, 0)), workers=(("1.0", "1.2"), ()))
    assert describe(board.state, OUTPOST) == "build an Outpost for 2 biofuel, 2 neosteel"
    assert refusal(board.state, FUEL_BEACON) == "it costs 3 biofuel, 1 neosteel, 1 crystal"
    board.play(OUTPOST)
    assert describe(board.state, tile(4)) == "build the Outpost on tile 4, turning it up"
    assert refusal(board.state, tile(1)) == "outposts are not for home rows"
    assert refusal(board.state, tile(5)) == "no worker of yours stands beside tile 5"
    assert refusal(board.state, DONE) == "BUILD_TILE cannot be declined"
    board.play(tile(4))
    assert describe(board.state, cell(0)) == "put the Outpost on f6"
    assert refusal(board.state, cell(12)) == "there is a node on h8"


def test_standing_beacons_and_missing_workers_are_reasons():
    board = Board(
        phase="BUILD", resources=(RICH, (0, 0, 0)), workers=(("1.0",), ()), beacons=({"C": (0, 0)}, {}), turn=3
    )
    assert refusal(board.state, CRYSTAL_BEACON) == "your Crystal Beacon stands already"
    assert refusal(board.state, OUTPOST) == "the Outpost needs a free tile beside a worker of yours"
    board.play(REFINERY)
    assert refusal(board.state, spot(0, 0)) == "no worker of yours stands on tile 0"
    assert refusal(board.state, spot(1, 2)) == "refineries stand on nodes, not on camps"


def test_prices_are_those_of_the_seat():
    board = Board(
        phase="HIRE",
        resources=((2, 1, 0), RICH),
        market=("Rig Hound", "Steel Titan"),
        outposts=({7: 0}, {}),
        relics=(0, SEAL, 1),
    )
    assert describe(board.state, contract(0)) == "hire the Rig Hound at position 0 for 8 credits"
    assert refusal(board.state, contract(1)) == "Steel Titan costs 26 credits, more than your tokens are worth"
    assert refusal(board.state, contract(2)) == "there is no contract at position 2"
    assert describe(board.state, SWEEP) == "sweep the market: 2 tokens for four new contracts"
    board.play(contract(0))
    assert describe(board.state, PAY_F) == "pay 1 biofuel, worth 3 of 8 credits"
    assert refusal(board.state, PAY_C) == "you have no crystal"


def test_places_of_a_new_token():
    board = after_hiring({0: "Iron Warden", 1: "Rig Hound 0,0"})
    assert refusal(board.state, tile(4)) == "tile 4 is face down"
    board.play(tile(0))
    assert describe(board.state, cell(7)) == "place the Iron Warden of zone 0 on c2-e4"
    assert refusal(board.state, cell(0)) == "the Rig Hound of zone 1 is in the way"
    assert refusal(board.state, cell(20)) == "the token would lie on tile 3, which is face down"


def test_targets_out_of_reach_tell_the_distance():
    board = after_hiring({0: "Mortar Crew 4,4"}, {0: "Rig Hound 4,8", 1: "Rig Hound 4,12"})
    assert describe(board.state, enemy(0)) == "bombard the enemy's Rig Hound of zone 0"
    assert refusal(board.state, enemy(1)) == "the Rig Hound of zone 1 is 7 spaces away, more than 4"
    assert refusal(board.state, own(0)) == "the Mortar Crew of zone 0 has bombard, not mend"


def test_the_end_is_told_with_its_reason():
    board = moving({0: "Blaze Captain 4,20"})
    board.play(leg(0, FORWARD, 2))
    assert status(board.state, 0) == ("Seat 0 wins", "a mercenary is at the far edge")
    assert refusal(board.state, BUY) == "the game is over"
    board = moving({0: "Rig Hound 6,12"}, {}, outposts=({}, {10: 1}), lost=(0, 2))
    board.play(leg(0, FORWARD, 1))
    assert status(board.state, None) == ("Seat 0 wins", "3 buildings are destroyed")


def test_text_fits_a_terminal_and_turns_with_the_viewer():
    board = moving({0: "Rig Hound 4,6 1/2"}, {2: "Beacon Colossus 5,9"}, colossus=1)
    for viewer in (None, 0, 1):
        assert max(map(len, text(board.state, viewer).splitlines())) <= 80
    upright, turned = (text(board.state, viewer).splitlines() for viewer in (0, 1))
    assert [line[:2] for line in upright if line[3:4] == "|"] == [f"{row:>2}" for row in range(25, 0, -1)]
    assert [line[:2] for line in turned if line[3:4] == "|"] == [f"{row:>2}" for row in range(1, 26)]
    assert "  A Rig Hound 2/1(2) >3 swift" in text(board.state, 0)
