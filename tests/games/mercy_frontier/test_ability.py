"""Abilities before the movement: MF-7."""

import pytest

from tests.games.mercy_frontier.board import DONE, FORWARD, Board, enemy, leg, own

NOTHING = (0, 0, 0)


def acting(mine, others=None, **rest) -> Board:
    """The player stops hiring; with nothing to place the action phase begins."""
    resources = rest.pop("resources", ((1, 1, 0), NOTHING))
    return Board((mine, others or {}), phase="HIRE", resources=resources, **rest).play(DONE)


def test_one_player_finishes_before_the_other_begins():
    """MF-7.1."""
    medic = "Field Medic {} 1/3"
    board = acting({0: medic.format("0,0")}, {0: medic.format("0,22")})
    assert board.turn() == ("ABILITY", 0)
    board.play(own(0))
    assert board.turn() == ("MOVE", 0)
    board.play(leg(0, FORWARD, 1))
    assert board.turn() == ("ABILITY", 1)
    assert board.play(own(0)).turn() == ("MOVE", 1)


def test_in_the_order_of_zones():
    """MF-7.2: waiting mercenaries do nothing; salvage happens by itself in its turn."""
    mine = {0: "Field Medic 0,0", 1: "Iron Warden 4,4 1/5", 2: "Mortar Crew 0,6", 3: "Rust Scavenger 9,6"}
    board = acting({**mine, 4: "Field Medic 13,0"}, {0: "Steel Titan 0,9"})
    assert (board.turn(), board.ids(), board.look(0)["pending"][20:25].tolist()) == (
        ("ABILITY", 0),
        [own(1)],
        [1, 0, 0, 0, 0],
    )
    board.play(own(1))
    assert (board.ids(), board.resources(0)) == ([enemy(0)], (1, 1, 0))
    board.play(enemy(0))
    assert (board.ids(), board.resources(0)) == ([own(1)], (1, 2, 0)), "salvage came before the second Medic"
    board.play(own(1))
    assert (board.merc(0, 1), board.turn()) == ("Iron Warden 4,4 3/5", ("MOVE", 0))


def test_salvage_takes_what_the_bank_has():
    """MF-7.2."""
    board = acting({0: "Rust Scavenger 0,0"}, resources=((1, 15, 0), (0, 15, 0))).play(DONE)
    assert (board.turn(), board.resources(0)) == (("MOVE", 0), (1, 15, 0))


def test_an_ability_with_a_target_is_used():
    """MF-7.3: no way to decline; without a target nobody is asked."""
    board = acting({0: "Field Medic 0,0 2/3", 1: "Rig Hound 4,4 1/2"})
    assert board.ids() == [own(0), own(1)]
    assert acting({0: "Field Medic 0,0", 1: "Rig Hound 4,4"}).turn() == ("MOVE", 0)
    assert acting({0: "Mortar Crew 0,0"}).turn() == ("MOVE", 0)


def test_mending_takes_a_health_token():
    """MF-7.3: none in the supply, no mending; to no more than the maximum."""
    board = acting({0: "Field Medic 0,0", 1: "Rig Hound 4,4 1/2"})
    before = board.state.health_left
    board.play(own(1))
    assert (board.merc(0, 1), board.state.health_left) == ("Rig Hound 4,4 2/2", before - 1)
    big = {
        0: "Steel Titan 0,20 9/9",
        1: "Lucite Seraph 5,20 9/9",
        2: "Void Stalker 10,20 7/7",
        3: "Magma Wyrm 0,16 8/8",
    }
    mine = {0: "Field Medic 0,0", 1: "Iron Warden 4,4 4/5", 2: "Beacon Colossus 10,0 10/12"}
    board = acting(mine, big, colossus=0)
    assert (board.state.health_left, board.turn()) == (0, ("MOVE", 0))


@pytest.mark.parametrize(
    ("place", "reached"),
    [("0,5", True), ("0,6", False), ("5,0", True), ("6,0", False), ("3,3", True), ("3,4", False), ("1,5", True)],
)
def test_separation(place, reached):
    """MF-7.4: steps sideways plus steps lengthwise until the ranges overlap; adjacent is 1. The Crew is at (0, 0)."""
    board = acting({0: "Mortar Crew 0,0"}, {0: f"Plate Guard {place if place[-1] != '0' else place[0] + ',1'}"})
    assert (board.turn() == ("ABILITY", 0)) == reached


def test_separation_of_large_tokens():
    """MF-7.4: measured between the nearest columns and rows, in both directions."""
    assert acting({0: "Mortar Crew 6,6"}, {0: "Steel Titan 0,7"}).turn() == ("ABILITY", 0)  # columns 3 and 6
    assert acting({0: "Mortar Crew 6,6"}, {0: "Steel Titan 0,11"}).turn() == ("MOVE", 0)  # 3 + 4
    assert acting({0: "Mortar Crew 6,7"}, {0: "Steel Titan 3,1"}).turn() == ("ABILITY", 0)  # 0 + 3
    assert acting({0: "Mortar Crew 6,10"}, {0: "Steel Titan 3,1"}).turn() == ("MOVE", 0)  # 0 + 6


def test_bombard_defeats():
    """MF-7.5: at 0 health; armor saves nothing from a hit of 1."""
    board = acting({0: "Mortar Crew 0,0"}, {0: "Plate Guard 0,3 1/3", 1: "Plate Guard 3,3", 2: "Rig Hound 0,8"})
    assert board.ids() == [enemy(0), enemy(1)]
    board.play(enemy(0))
    assert (board.merc(1, 0), board.discard(), board.state.health_left) == ("", ["Plate Guard"], 50 - 2 - 3 - 2)
    board = acting({0: "Mortar Crew 0,0"}, {1: "Plate Guard 3,3"}).play(enemy(1))
    assert board.merc(1, 1) == "Plate Guard 3,3 2/3"
