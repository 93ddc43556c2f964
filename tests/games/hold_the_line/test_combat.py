"""Part 2 of a round: HL-4. Shots that are not automatic are given as slots."""

import numpy as np
import pytest

from tests.games.hold_the_line.board import Board

DEEP = "I5 I5 I5 I5 I5 I5"  # 30 damage: nothing survives it


def after(lane: str, *targets: int) -> str:
    return Board({0: lane}).fight(*targets).lane()


def test_only_lanes_with_troops_of_both_sides_fight():
    """HL-4.1: a lone side is not hurt, every contested lane fights."""
    lanes = {0: "I5 v", 1: "I5 v A3/1", 2: "v T4/5", 4: "T4/5 v I5"}
    board = Board(lanes).fight()
    assert [board.lane(k) for k in range(5)] == ["I5 v", "I1 v", "v T4/5", "v", "T4/3 v I1"]


def test_staged_cards_take_no_part_in_combat():
    """HL-4.1: a staged card neither deals nor takes damage, and does not make a lane contested."""
    board = Board({0: "I5 v I1", 1: "v I5"}, hands=("TT", "A")).play("T@0", "T@1", "A@0")
    assert board.lane(0) == "I4 T4/5 v A3/1"
    assert board.lane(1) == "T4/5 v I5"


@pytest.mark.parametrize(
    ("infantry", "left"),
    [
        ("I1", "A2/0 T4/2 T3/0"),
        ("I2", "A1/0 T4/1 T2/0"),
        ("I3", "T4/1 T1/0"),
        ("I4", "T4/0"),
        ("I5", "T3/0"),
    ],
)
def test_infantry_deal_their_remaining_hp_to_each(infantry, left):
    """HL-4.2: damage equal to remaining HP, to every card of the lane."""
    assert after(f"{infantry} v A3/0 T4/2 T4/0") == f"v {left}"


def test_infantry_add_up():
    """HL-4.2: each Infantry sweeps, so their damage adds up on every opposing card."""
    assert after("I1 I1 I1 v I5 I4") == "v I2 I1"


@pytest.mark.parametrize(
    ("shooter", "left"), [("A3/1", "I1"), ("A3/0", "I2"), ("A2/1", "I2"), ("A1/1", "I3"), ("A1/0", "I4")]
)
def test_anti_armor_deal_own_armor_and_hp(shooter, left):
    """HL-4.3: piercing damage equal to the shooter's own armor tokens and remaining HP."""
    assert after(f"{shooter} v I5") == f"v {left}"


def test_anti_armor_hit_one_card():
    """HL-4.3: only the chosen card is hit."""
    assert after("A3/1 v I5 I4", 1) == "v I5"
    assert after("A3/1 v I5 I4", 0) == "v I4 I1"


@pytest.mark.parametrize("tank", ["T4/5", "T1/0", "T3/1"])
def test_tanks_deal_four_whatever_their_hp(tank):
    """HL-4.4: four normal damage to one card."""
    assert Board({0: f"{tank} v T4/5"}).fight().troops(1, 0) == ["T4/3"]
    assert Board({0: f"{tank} v I5"}).fight().troops(1, 0) == ["I1"]


def test_tanks_hit_one_card():
    """HL-4.4: only the chosen card is hit."""
    assert after("T4/5 v I5 I4", 0) == "T4/1 v I4 I1"
    assert after("T4/5 v I5 I4", 1) == "T4/1 v I5"


def test_lanes_are_fought_in_order():
    """HL-4.5: lane 0 to 4, each resolved before the next; in a lane seat 0 chooses before seat 1."""
    lanes = {1: "T4/5 v I5 T4/5", 2: "A3/1 v I5", 3: "I1 T4/5 v I4 T4/5"}
    board = Board(lanes).fight()
    asked = []
    while board.phase() == "COMBAT":
        asked.append((int(board.state.lane), board.to_act(), board.lane(1), board.lane(2)))
        board.play("slot 0")
    before, resolved = ("T4/5 v I5 T4/5", "A3/1 v I5"), ("T4/1 v I1 T4/5", "v I1")
    assert asked == [(1, 0, *before), (3, 0, *resolved), (3, 1, *resolved)]


def test_both_sides_choose_before_damage_falls():
    """HL-4.5: nothing of seat 0's shot shows on the board before seat 1 has chosen."""
    board = Board({0: "I5 A3/1 v I5 T4/5"}).fight(1)
    assert (board.to_act(), board.lane()) == (1, "I5 A3/1 v I5 T4/5")
    assert board.legal() == ["slot 0", "slot 1"]


def test_shooters_choose_in_canonical_order():
    """HL-4.5: Anti-Armor before Tanks, the fresher before the weaker; Infantry are never asked."""
    board = Board({0: "I5 T1/0 A1/0 A3/0 T4/2 v I5 I4 I3 I2"}).fight()
    seen = []
    for slot in (0, 1, 2, 3):
        shooter = board.look(0)["shooter"]
        seen.append([round(float(value), 3) for value in shooter])
        assert round(float(board.look(0)["shots_fired"]) * 6) == len(seen) - 1
        board.play(f"slot {slot}")
    assert seen == [[1, 0, 0.6, 0, 0.75], [1, 0, 0.2, 0, 0.25], [0, 1, 0.8, 0.4, 1], [0, 1, 0.2, 0, 1]]


def test_a_side_sees_its_own_earlier_shots():
    """HL-4.5: damage assigned by own shots shows in the target slots, normal and piercing apart."""
    board = Board({0: "A3/1 T4/5 v I5 I4"}).fight(1)
    slots = board.look(0)["target_slots"]
    assert slots[:, 6].tolist() == [0, 0.25] + [0] * 12
    assert not slots[:, 5].any()
    assert np.allclose(slots[:2, 3], [1.0, 0.8])


def test_equivalent_targets_are_offered_once():
    """HL-4.6: of cards with the same kind, HP and armor only the lowest slot may be chosen."""
    board = Board({0: "A3/1 v I5 I5 I4 A3/1 A3/1 A3/0 T4/5 T4/5"}).fight()
    assert board.legal() == ["slot 0", "slot 2", "slot 3", "slot 5", "slot 6"]


def test_cards_with_other_hp_or_armor_are_other_targets():
    """HL-4.6: the same kind with other HP or other armor is a choice."""
    assert Board({0: "A3/1 v I5 I4"}).fight().legal() == ["slot 0", "slot 1"]
    assert Board({0: "A3/1 v T4/5 T4/4"}).fight().legal() == ["slot 0", "slot 1"]


def test_damage_assigned_makes_a_difference():
    """HL-4.6: the same cards differ once earlier shots differ, also in normal against piercing damage."""
    board = Board({0: "A3/1 T4/5 T4/5 v I5 I5 I5 I5"}).fight()
    assert (board.look(0)["shots_fired"] * 6).round() == 1, "the first shot has only one target"
    assert board.legal() == ["slot 0", "slot 1"]
    board.play("slot 1")
    assert board.legal() == ["slot 0", "slot 1", "slot 2"]
    board.play("slot 2")
    assert board.lane() == "v I5 I1 I1 I1"


def test_equal_damage_keeps_targets_equivalent():
    """HL-4.6: two cards that took the same shots are one choice again."""
    board = Board({0: "A3/1 A3/1 A3/1 v I5 I5"}).fight(1)
    assert board.lane() == "v I1", "the third shot found two equal targets and was made"


def test_a_single_choice_is_made():
    """HL-4.6: one card, or only equal ones: nobody is asked."""
    assert after("T4/5 v I5") == "T4/3 v I1"
    assert after("T4/5 v I3 I3 I3") == "T4/1 v I3 I3"


def test_damage_is_simultaneous():
    """HL-4.7: defeated cards still deal their full damage, both ways."""
    assert after("I5 v I5") == "v"
    assert after("A3/1 v A3/1") == "v"
    assert after("A3/0 v I3") == "v"
    assert after("I3 v A3/0") == "v"
    assert after("T4/0 v A3/1 I3", 0) == "v A3/1"


def test_damage_comes_from_the_start_of_combat():
    """HL-4.7: wounds of this combat weaken no attack of this combat."""
    assert after("I5 v T4/0") == "I1 v"
    assert after("T4/0 v I5") == "v I1"
    assert after("A3/1 v T4/5") == "A1/0 v"
    assert after("T4/5 v A3/1") == "v A1/0"


@pytest.mark.parametrize(
    ("infantry", "tank"),
    [
        ("I1", "T4/5"),
        ("I2", "T4/4"),
        ("I3", "T4/4"),
        ("I4", "T4/3"),
        ("I5 I4", "T4/1"),
        ("I5 I5", "T4/0"),
        ("I5 I5 I1", "T3/0"),
        ("I5 I5 I3", "T1/0"),
        ("I5 I5 I4", None),
    ],
)
def test_armor_takes_two_to_crack(infantry, tank):
    """HL-4.8: N // 2 tokens are cracked, an odd point is lost, and what is left after all tokens goes to HP."""
    targets = (0,) if len(set(infantry.split())) > 1 else ()
    board = Board({0: f"{infantry} v T4/5"}).fight(*targets)
    assert board.troops(1, 0) == ([tank] if tank else [])


@pytest.mark.parametrize(("damage", "left"), [(1, ["A3/1"]), (2, ["A3/0"]), (3, ["A2/0"]), (5, [])])
def test_armor_of_anti_armor(damage, left):
    """HL-4.8: a single token holds against 1 point and is cracked by 2."""
    assert Board({0: f"I{damage} v A3/1"}).fight().troops(1, 0) == left


def test_normal_damage_is_pooled():
    """HL-4.8: sweeps and shots on a card are added up before tokens are cracked."""
    assert after("I1 I1 T4/5 v T4/5", 0) == "I1 T4/5 v T4/2"
    assert after("I1 I1 I1 v T4/5") == "I1 I1 v T4/4"


def test_piercing_damage_passes_armor():
    """HL-4.9: it reduces HP and cracks nothing."""
    assert after("A2/1 v T4/5") == "v T1/5"
    assert after("A1/0 v T4/5") == "v T3/5"


def test_normal_and_piercing_damage_both_count():
    """HL-4.9: on the same card, each in its own way."""
    assert Board({0: "I5 A2/0 v T4/5"}).fight(0).troops(1, 0) == ["T2/3"]
    assert Board({0: "I3 A1/0 v A3/1"}).fight(0).troops(1, 0) == ["A1/0"]


def test_defeated_cards_go_to_their_owners_discards():
    """HL-4.10: HP 0 or less removes a card from the Front."""
    board = Board({0: f"{DEEP} v I5 I5 A3/1 T4/5", 1: "I1 A1/0 v I1"}, discards=("A", "I")).fight(0)
    assert (board.lane(0), board.lane(1)) == ("v", "v")
    assert (board.discards(0), board.discards(1)) == ("IIIIIIIAA", "IIIIAT")


def test_exactly_zero_hp_is_defeated():
    """HL-4.10: no card stands with 0 HP."""
    assert after("I3 v I3") == "v"
    assert after("A2/1 v T3/5") == "v"


def test_surplus_damage_is_lost():
    """HL-4.10: what a card cannot take hits nobody else."""
    assert after("A3/1 v I5 I1", 1) == "v I5"
    assert after("T4/5 T4/5 v I5 I1", 1, 1) == "T4/2 T4/2 v I5"


def test_wounds_stay():
    """HL-4.11: no repair between rounds, with or without combat."""
    board = Board({0: "I5 v T4/5", 1: "I2 A1/0 T1/3 v"}, hands=("II", "II")).fight()
    assert (board.lane(0), board.lane(1)) == ("I1 v T4/3", "I2 A1/0 T1/3 v")
    board.fight()
    assert (board.lane(0), board.lane(1)) == ("v T4/3", "I2 A1/0 T1/3 v")
    board.fight()
    assert (board.lane(0), board.lane(1)) == ("v T4/3", "I2 A1/0 T1/3 v")


def test_a_card_deployed_again_is_fresh():
    """HL-4.11, HL-1.7: a defeated card that comes back has full HP and armor."""
    others = "I5 I5 I5 I5 I5 I5 I5 A3/1 A3/1 A3/1 A3/1 T4/5"
    board = Board({0: "T1/0 v I5", 4: f"{others} v"}, hands=("I", "IIII"))
    board.fight()
    assert (board.lane(0), board.hand(0), board.pile(0), board.discards(0)) == ("v I1", "IT", "", "")
    board.play("T@1", "done", "done")
    assert board.lane(1) == "T4/5 v"


def test_survivors_are_kept_in_canonical_order():
    """HL-4.11: stacks are listed by kind, HP and armor after any damage, and unused places are empty."""
    assert after("T4/5 v I5 I4 I4 I2", 0) == "v I4 I4 I2 I1"
    board = Board({0: "I3 T4/5 v T4/5 T4/0"}).fight(0, 0, 0)
    assert board.troops(1, 0) == ["T4/2", "T1/0"]
