"""Contact and combat: MF-9."""

import pytest

from tests.games.mercy_frontier.board import BACK, FORGE, FORWARD, LEFT, RIGHT, Board, leg

SPARE = {4: "Field Medic 0,0"}  # somebody who has not moved, so that the phase goes on


def attack(mover: str, others: dict[int, str], way: int = FORWARD, distance: int = 0, **rest) -> Board:
    board = Board(({0: mover, **SPARE}, others), **rest)
    return board.play(leg(0, way, distance))


@pytest.mark.parametrize(
    ("other", "fights"), [("3,8", True), ("6,8", True), ("2,8", False), ("7,8", False), ("7,6", False), ("4,9", False)]
)
def test_the_front(other, fights):
    """MF-9.1: the spaces that one step would newly enter; passing alongside is harmless."""
    board = Board(({0: "Iron Warden 4,5"}, {0: f"Rig Hound {other}"}))
    assert (0 in board.legs().get(FORWARD, [])) == fights


def test_the_front_ends_at_the_board():
    """MF-9.1: only spaces on the board; a bar along the edge is no front."""
    board = Board(({0: "Rig Hound 0,0"}, {0: "Plate Guard 13,23"}))
    assert 0 not in board.legs().get(LEFT, []) + board.legs().get(BACK, [])


@pytest.mark.parametrize("kind", ["worker", "refinery", "outpost", "beacon"])
def test_contact_with_things(kind):
    """MF-9.1, MF-9.4: workers and buildings in the front are contact, fall, and deal nothing."""
    setting = {
        "worker": {"workers": ((), ("13.0",))},  # (9, 23)
        "refinery": {"refineries": ((), ("13.0",))},
        "outpost": {"outposts": ({}, {10: 24})},  # (9, 19)
        "beacon": {"beacons": ({}, {"S": (7, 21)})},
    }[kind]
    place = {"worker": "9,21", "refinery": "9,21", "outpost": "9,17", "beacon": "9,19"}[kind]
    board = attack(f"Rig Hound {place}", {}, **setting)
    assert board.merc(0, 0) == f"Rig Hound {place} 2/2"
    assert (board.workers(1), board.refineries(1), board.outposts(1), board.beacons(1)) == ([], [], {}, {})
    assert board.state.lost[1] == (kind != "worker")
    assert not board.state.block_rows.any()


def test_contact_during_and_after_a_leg():
    """MF-9.2: combat wherever contact comes up, also with the last step."""
    board = attack("Iron Warden 4,4", {0: "Rig Hound 4,9"}, FORWARD, 2)
    assert (board.merc(0, 0), board.merc(1, 0)) == ("Iron Warden 4,6 4/5", "")
    board = attack("Steel Titan 4,4", {0: "Rig Hound 4,9", 1: "Rig Hound 6,11"}, FORWARD, 3)
    assert (board.merc(0, 0), board.mercs(1)) == ("Steel Titan 4,7 6/8", {})


@pytest.mark.parametrize(("way", "other"), [(RIGHT, "7,5"), (LEFT, "2,5"), (BACK, "5,2"), (FORWARD, "5,7")])
def test_every_direction(way, other):
    """MF-9.2, MF-9.3: the same fight in all four."""
    board = attack("Iron Warden 4,4", {0: f"Rig Hound {other}"}, way)
    assert (board.merc(0, 0), board.merc(1, 0)) == ("Iron Warden 4,4 4/5", "")


def test_damage_to_each_and_from_all():
    """MF-9.3: the whole attack to each; their attacks add up."""
    board = attack("Void Stalker 4,4", {0: "Plate Guard 3,8", 1: "Scrap Raider 5,8 1/2", 2: "Iron Warden 7,8 1/5"})
    assert board.mercs(1) == {}
    board = attack("Lucite Seraph 4,4", {0: "Plate Guard 3,8", 1: "Scrap Raider 5,8", 2: "Steel Titan 7,8"})
    assert (board.merc(0, 0), board.mercs(1)) == ("", {2: "Steel Titan 7,8 4/8"})
    board = attack("Lucite Seraph 4,4", {0: "Plate Guard 3,8", 1: "Scrap Raider 5,8", 2: "Iron Warden 7,8"})
    assert (board.merc(0, 0), board.mercs(1)) == ("Lucite Seraph 4,4 1/8", {2: "Iron Warden 7,8 1/5"})


def test_buildings_and_mercenaries_together():
    """MF-9.4: everything in the front falls to the same blow."""
    board = attack(
        "Steel Titan 5,6", {0: "Rig Hound 7,10"}, outposts=({}, {7: 0}), workers=((), ("7.2",)), relics=(0, 3, 1)
    )
    assert (board.mercs(1), board.outposts(1), board.merc(0, 0)) == ({}, {}, "Steel Titan 5,6 7/8")
    assert board.workers(1) == ["7.2"], "not in the front"


def test_simultaneous_damage():
    """MF-9.5: both fall; MF-S3."""
    board = attack("Rig Hound 4,4", {0: "Rig Hound 4,6"})
    assert (board.merc(0, 0), board.merc(1, 0)) == ("", "")


def test_first_strike():
    """MF-9.5: deals in the first stage, and whoever falls there deals nothing."""
    board = attack("Pike Lancer 4,4", {0: "Rig Hound 4,6"})
    assert (board.merc(0, 0), board.merc(1, 0)) == ("Pike Lancer 4,4 2/2", "")
    board = attack("Rig Hound 4,4", {0: "Pike Lancer 4,6"})
    assert (board.merc(0, 0), board.merc(1, 0)) == ("", "Pike Lancer 4,6 2/2")
    board = attack("Pike Lancer 4,4", {0: "Pike Lancer 4,6"})
    assert (board.merc(0, 0), board.merc(1, 0)) == ("", ""), "both in the first stage"
    board = attack("Prism Duelist 4,4", {0: "Steel Titan 4,7"})
    assert (board.merc(0, 0), board.merc(1, 0)) == ("", "Steel Titan 4,7 5/8"), "survivors deal in the second"
    board = attack("Iron Warden 4,4", {0: "Pike Lancer 4,7", 1: "Rig Hound 6,7"})
    assert (board.merc(0, 0), board.mercs(1)) == ("Iron Warden 4,4 2/5", {})


def test_a_mover_killed_first_destroys_nothing():
    """MF-9.5: buildings and workers fall in the mover's stage."""
    board = attack("Rig Hound 6,8", {0: "Pike Lancer 5,10"}, outposts=({}, {7: 2}))
    assert (board.merc(0, 0), board.outposts(1)) == ("", {7: 2})
    board = attack("Pike Lancer 6,8", {0: "Rig Hound 5,10"}, outposts=({}, {7: 2}))
    assert (board.merc(0, 0), board.outposts(1), board.state.lost[1]) == ("Pike Lancer 6,8 2/2", {}, 1)


def test_attack_values():
    """MF-9.6: card, Void Forge, overcharge, and charge for the mover alone."""
    titan = {0: "Steel Titan 4,8"}
    assert attack("Magma Wyrm 4,4", titan).merc(1, 0) == "Steel Titan 4,8 2/8"  # 6 + 1 - 1
    forge = {"outposts": ({8: 0}, {}), "relics": (0, 2, FORGE)}
    assert attack("Iron Warden 4,5", titan, **forge).merc(1, 0) == "Steel Titan 4,8 5/8"  # 3 + 1 - 1
    assert attack("Iron Warden 4,5", titan, overcharge=(1, 0)).merc(1, 0) == "Steel Titan 4,8 5/8"
    assert attack("Iron Warden 4,5", titan).merc(1, 0) == "Steel Titan 4,8 6/8"
    board = attack("Steel Titan 4,4", {0: "Blaze Captain 4,8"})
    assert board.merc(0, 0) == "Steel Titan 4,4 5/8", "4 - 1: no charge for who is attacked"


@pytest.mark.parametrize("mover", ["Pike Lancer", "Prism Duelist", "Void Stalker"])
def test_attack_values_are_read_before_the_combat(mover):
    """MF-9.6: a first striker razes the outpost that gives Void Forge, and is still hit as hard as when it struck."""
    side = {"Pike Lancer": 2, "Prism Duelist": 3, "Void Stalker": 4}[mover]
    forge = {"relics": (0, FORGE, 2), "outposts": ({}, {7: 0}), "overcharge": (0, 1)}  # the outpost stands on (5, 10)
    board = Board(({0: f"{mover} 4,{10 - side}", **SPARE}, {0: "Steel Titan 5,10"}), checked=False, **forge)
    state = board.state
    state.health[0, 0] = state.most[0, 0] = 9  # enough to count the blow
    state.health_left = 50 - state.health.sum()
    board.play(leg(0, FORWARD, 0))
    assert board.outposts(1) == {}
    assert board.merc(0, 0).endswith(" 2/9"), "5 + 1 for Void Forge + 1 for the overcharge"


def test_the_next_combat_reads_them_anew():
    """MF-9.6: the leg goes on, and Void Forge is lost with its tile when the next combat starts."""
    forge = {"relics": (0, FORGE, 2), "outposts": ({}, {7: 0})}
    board = attack("Steel Titan 4,5", {0: "Rig Hound 4,11"}, FORWARD, 2, **forge)
    assert (board.outposts(1), board.merc(0, 0)) == ({}, "Steel Titan 4,7 7/8"), "2 - 1"


def test_armor():
    """MF-9.6: every hit by itself is 1 smaller, but never 0."""
    board = attack("Plate Guard 4,4", {0: "Mortar Crew 3,6", 1: "Mortar Crew 5,6"})
    assert board.merc(0, 0) == "Plate Guard 4,4 1/3"
    assert attack("Field Medic 4,4", {0: "Plate Guard 4,6"}).merc(1, 0) == "Plate Guard 4,6 2/3"


def test_wounds_stay():
    """MF-9.6: until healed."""
    board = attack("Iron Warden 4,4", {0: "Steel Titan 4,7"})
    assert (board.merc(0, 0), board.state.health_left) == ("Iron Warden 4,4 1/5", 50 - 1 - 6 - 3)
    board.next_turn()
    assert board.merc(1, 0) == "Steel Titan 4,7 6/8"


def test_defeat():
    """MF-9.7: token and health tokens leave the board, the zone is free, the card is discarded."""
    board = attack("Steel Titan 4,4", {0: "Rig Hound 4,8"})
    assert (board.merc(1, 0), board.discard()) == ("", ["Rig Hound"])
    assert not board.state.token_rows[1].any()
    assert not board.look(0)["enemy_mercs"].any()
    assert board.state.health_left == 50 - 3 - 7


def test_a_defeated_colossus_leaves_the_game():
    """MF-9.7, MF-4.8: it goes to no pile, and cannot be earned again."""
    board = attack("Steel Titan 4,4", {0: "Beacon Colossus 4,8 1/12"}, colossus=1)
    assert (board.merc(0, 0), board.merc(1, 0), board.discard()) == ("Steel Titan 4,4 1/8", "", [])
    assert board.state.colossus == 1
    assert board.look(0)["flags"][8:].tolist() == [0, 0, 0]


def test_a_cleared_front_lets_the_mover_go_on():
    """MF-9.8: with what is left of the leg."""
    board = attack("Iron Warden 4,4", {0: "Rig Hound 4,8"}, FORWARD, 3)
    assert (board.merc(0, 0), board.state.left[0, 0]) == ("Iron Warden 4,7 4/5", 0)


def test_workers_fall_with_a_building():
    """MF-9.9: on any of its spaces, also outside the front."""
    # The beacon lies on (7, 20) to (9, 20), one worker on the camp at (9, 20), the other at (9, 23).
    setting = {"beacons": ({}, {"S": (7, 20)}), "workers": ((), ("13.3", "13.0"))}
    board = attack("Rig Hound 6,18", {}, **setting)
    assert (board.beacons(1), board.workers(1), board.state.owned[1]) == ({}, ["13.0"], 1)
    assert board.state.lost[1] == 1


def test_a_refinery_falls_with_its_worker():
    """MF-9.9, MF-9.4: both are in the front; the worker is counted once."""
    board = attack("Rig Hound 9,21", {}, refineries=((), ("13.0",)), workers=((), ("13.0", "13.1")))
    assert (board.refineries(1), board.workers(1), board.state.owned[1]) == ([], ["13.1"], 1)


def test_one_attacker_in_each_combat():
    """MF-9.10: a second mercenary beside the first takes no part."""
    board = Board(({0: "Rig Hound 3,6", 1: "Plate Guard 5,6", **SPARE}, {0: "Steel Titan 3,8"}))
    board.play(leg(0, FORWARD, 0))
    assert (board.merc(0, 0), board.merc(0, 1), board.merc(1, 0)) == ("", "Plate Guard 5,6 3/3", "Steel Titan 3,8 7/8")
    board.play(leg(1, FORWARD, 0))
    assert (board.merc(0, 1), board.merc(1, 0)) == ("", "Steel Titan 3,8 6/8")
