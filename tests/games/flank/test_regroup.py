"""After combat: FL-8."""

import pytest

from tests.games.flank.board import Board, battle

BLUE = ((1, 0, 0), (0, 0, 0))  # makes combat wait for the attacker


def fought(attack: str, defend: str = "||", **rest) -> Board:
    """Neither player spends a token."""
    rest.setdefault("tokens", BLUE)
    return battle(attack, defend, **rest).until_after("COMBAT")


# ---------------------------------------------------------------- points and losses


@pytest.mark.parametrize(
    ("attack", "defend", "points"),
    [
        ("S||", "R||", [1, 1]),
        ("SS||", "RR||", [2, 2]),
        ("S|S|", "R|RR|", [3, 5]),
        ("S||SS", "R||RR", [1, 1]),
        ("SS|SS|C", "RR|R|", [6, 4]),
    ],
)
def test_points_by_zone(attack, defend, points):
    """FL-8.1: frontline 1, support 2, flank nothing."""
    assert battle(attack, defend, zone=8, factions="TS", tokens=BLUE).points() == points


def test_points_of_base_and_blue_tokens():
    """FL-8.1: 2 for the defender's base, 1 for each blue token."""
    board = battle("S||", "R||", factions="TS", tokens=((3, 0, 0), (3, 0, 0)))
    assert board.points() == [1, 3]
    board.play("blue", "blue", "end", "blue")
    assert board.points() == [3, 4]


def test_the_attackers_own_bases_do_not_count():
    """FL-8.1: a base adds points to the defender only."""
    board = battle("R||", "S||", factions="TS", zone=2, attacker=1, tokens=((0, 0, 0), (1, 0, 0)))
    assert board.points() == [3, 1]


def test_more_points_win():
    """FL-8.2, FL-8.3, FL-8.4: the loser's frontline dies, the winner's lives and draws a card."""
    board = fought("WW||", "S||", zone=8, top="71122")
    assert (board.units(0), board.units(1)) == ({8: "WW"}, {})
    assert (board.hand(0), board.hand(1)) == ("227", "11")  # the next round has begun


def test_the_defender_wins():
    """FL-8.2, FL-8.3, FL-8.4: likewise."""
    board = fought("W||", "SSS||", zone=8, top="71122")
    assert (board.units(0), board.units(1)) == ({}, {8: "SSS"})
    assert (board.hand(0), board.hand(1)) == ("22", "117")


def test_equal_points_are_a_tie():
    """FL-8.2, FL-8.3, FL-8.4: both frontlines die, and nobody draws."""
    board = fought(
        "W|W|", "SS|S|", zone=8, top="7", hands=("", ""), units=({}, {9: "T"}), tokens=((1, 0, 0), (0, 0, 0))
    )
    assert board.look(0)["battle_result"].tolist() == [0, 0, 1]
    assert (board.lost(0), board.lost(1), board.hand(0), board.hand(1)) == ("W", "SS", "", "")
    assert board.deck()[0] == "7"


@pytest.mark.parametrize(("attack", "won"), [("WW|W|", [1, 0, 0]), ("W|W|", [0, 1, 0])])
def test_the_result_is_public(attack, won):
    """FL-8.2: both players see it after the comparison, and points no longer."""
    board = fought(attack, "SSS|S|C", zone=8)
    assert board.phase() in ("FLANK_KILLS", "PLACEMENT")
    assert board.look(0)["battle_result"].tolist() == won
    assert board.look(1)["battle_result"].tolist() == [won[1], won[0], 0]
    assert board.look(0)["points"].tolist() == [0, 0]


def test_blue_tokens_go_to_the_bank():
    """FL-8.2: they are not on the frontline after the comparison, and not with the players."""
    board = battle("W|W|", "SSS|S|C", zone=8, tokens=((2, 0, 0), (0, 0, 0))).play("blue", "blue")
    assert board.phase() == "FLANK_KILLS"
    assert (board.look(0)["blue"].tolist(), board.tokens(0)) == ([0, 0], (0, 0, 0))


def test_a_base_falls_with_its_frontline():
    """FL-8.3: when the defender loses, and on a tie; not when the defender wins."""
    assert fought("WW||", "S||").bases(1) == [4, 9, 13, 14]
    assert fought("W|W|", "SS||").bases(1) == [4, 9, 13, 14]
    assert fought("W||", "S||").bases(1) == [4, 9, 12, 13, 14]


def test_support_and_flank_survive_a_defeat():
    """FL-8.3: only the frontline is destroyed."""
    board = fought("W|M|G", "SSSS|T|", zone=8)
    assert board.lost(0) == "W"
    assert board.until("PLACEMENT", 0).force(0) == "MG"


def test_the_card_comes_before_the_kills():
    """FL-8.4: the winner has drawn when flank kills are chosen."""
    board = fought("WWW||W", "S|T|", zone=8, top="7")
    assert (board.phase(), board.hand(0), board.hand(1)) == ("FLANK_KILLS", "7", "")


# ---------------------------------------------------------------- flank kills


def test_flank_kills_by_the_loser_too():
    """FL-8.5: attacker first, one at a time by type; whoever won."""
    board = fought("W||MG", "SSS|ST|CC", zone=8)
    assert (board.turn(), board.legal()) == (("FLANK_KILLS", 0), ["end", "kill S", "kill T"])
    assert board.look(1)["combat_flags"][3] == pytest.approx(2 / 8)
    board.play("kill T")
    assert (board.sheet(1), board.lost(1), board.legal()) == ("SSS|S|CC", "T", ["end", "kill S"])
    board.play("kill S")
    assert (board.turn(), board.force(1), board.lost(1)) == (("PLACEMENT", 0), "SSSCC", "ST")


def test_killers_may_stop():
    """FL-8.5: kills are optional."""
    board = fought("W||MG", "SSS|ST|", zone=8).play("end")
    assert (board.phase(), board.state.active[1].tolist()) == ("PLACEMENT", [4, 0, 1, 0])


def test_both_sides_kill():
    """FL-8.5: then the defender, also after losing."""
    board = fought("WW|MM|W", "S|T|C", zone=8)
    assert board.turn() == ("FLANK_KILLS", 0)
    board.play("kill T")
    assert (board.turn(), board.legal()) == (("FLANK_KILLS", 1), ["end", "kill M"])
    assert board.look(0)["combat_flags"][3] == pytest.approx(2 / 8)
    board.play("kill M", "kill M")
    assert (board.state.active[0].tolist(), board.state.active[1].tolist()) == ([3, 0, 0, 0], [0, 1, 0, 0])


def test_kills_are_counted_when_the_turn_begins():
    """FL-8.5: a Spider that the attacker has just killed no longer protects, one in a lost frontline never did."""
    board = fought("SSS|S|CC", "R|RS|RR", zone=8, factions="TS")
    assert (board.turn(), board.look(0)["combat_flags"][3]) == (("FLANK_KILLS", 0), pytest.approx(3 / 8))
    board.play("kill S")
    assert board.look(0)["combat_flags"][3] == pytest.approx(2 / 8)
    board = fought("RR|S|R", "SS|S|CC", zone=8, factions="ST")
    assert board.turn() == ("FLANK_KILLS", 0)
    board.play("kill S")
    assert (board.turn(), board.look(0)["combat_flags"][3]) == (("FLANK_KILLS", 1), pytest.approx(3 / 8))


def test_flank_units_are_safe():
    """FL-8.5: neither frontline losses nor kills take them."""
    board = fought("WWW||W", "S||CC", zone=8, units=({}, {}))
    assert (board.turn(), board.force(1)) == (("PLACEMENT", 1), "CC")


# ---------------------------------------------------------------- after combat


def test_after_combat_the_attacker_then_the_defender():
    """FL-8.6: automatic effects before the optional ones, and each after the kills."""
    board = fought("W|W|", "SSS|S|C", zone=8, factions="KT", upgrades=("2", "45"), top="770")
    assert (board.turn(), board.hand(1)) == (("FLANK_KILLS", 1), "7")
    board.play("kill W")
    assert (board.turn(), board.legal(), board.hand(1)) == (("AFTER_COMBAT", 0), ["end", "recall W"], "7")
    assert board.look(1)["abilities_opp"].tolist() == [0, 0, 0, 1, 0, 0]
    board.play("end")
    assert "7" * 2 in board.hand(1)


def test_war_spoils_come_before_the_choice():
    """FL-8.6: the card is in hand when Salvage is decided."""
    board = fought("SS|SS|", "R||R", zone=8, factions="TS", upgrades=("45", ""), top="67")
    assert (board.turn(), board.hand(0)) == (("FLANK_KILLS", 1), "6")
    board.play("kill S")
    assert (board.turn(), board.hand(0), board.legal("salvage")) == (
        ("AFTER_COMBAT", 0),
        "67",
        ["salvage 0", "salvage 1", "salvage 2"],
    )


@pytest.mark.parametrize(("sheet", "died"), [("W||M", True), ("WWWW||M", False)])
def test_units_of_the_frontline_count_as_destroyed(sheet, died):
    """FL-8.6: Recall finds units lost in FL-8.3; without losses nobody is asked."""
    board = fought(sheet, "SSS||", zone=8, upgrades=("2", ""))
    assert (board.phase() == "AFTER_COMBAT") == died


# ---------------------------------------------------------------- placement


def test_loser_before_winner():
    """FL-8.7: then the winner."""
    board = fought("WWW|WMM|", "S||TC", zone=8, units=({7: "G"}, {}))
    board.until("PLACEMENT", 1)
    assert (board.force(1), board.force(0)) == ("CT", "WWWWMM")
    board.play("place C@11", "place T@11")
    assert (board.turn(), board.force(0)) == (("PLACEMENT", 0), "WWWWMM")


@pytest.mark.parametrize("attacker", [0, 1])
def test_tie_attacker_before_defender(attacker):
    """FL-8.7, FL-8.8, FL-8.9: the attacker leaves, the defender stays."""
    if attacker == 0:
        board = fought("W|W|", "SS|S|", zone=8)
    else:
        board = fought("SS|S|", "W|W|", zone=6, attacker=1, tokens=((0, 0, 0), (1, 0, 0)))
    assert board.turn() == ("PLACEMENT", attacker)
    assert len({name.split("@")[1] for name in board.legal()}) > 1
    board.play(board.legal()[0])
    zone = 8 if attacker == 0 else 6
    assert board.units(1 - attacker) == {zone: "S" if attacker == 0 else "W"}
    assert zone not in board.units(attacker)


def test_retreat_zones():
    """FL-8.8: adjacent to the battle zone, not hostile, with room; units may be split."""
    board = fought("W||MGG", "SSSS||", zone=8, units=({7: "W", 3: "MMM"}, {}))
    assert board.legal() == ["place M@3", "place M@7", "place G@3", "place G@7"]  # 9 and 13 have enemy bases
    board.play("place M@3")  # which is full now
    assert board.units(0) == {3: "MMMM", 7: "WGG"}


def test_no_retreat_into_the_battle_zone():
    """FL-8.8: not even when it is empty."""
    board = fought("W|W|", "SS||")
    assert (board.turn(), board.legal()) == (("PLACEMENT", 0), ["place W@7", "place W@11"])
    board.play("place W@7")
    assert (board.units(0), board.units(1)) == ({7: "W"}, {})


def test_no_retreat_beside_enemies():
    """FL-8.8: a zone with enemy units is hostile."""
    board = fought("W||M", "SSSS||", zone=8, units=({}, {7: "C"}))
    assert board.units(0) == {3: "M"}


def test_the_winner_stays():
    """FL-8.9: all units that fit stand in the battle zone, without any decision."""
    board = fought("WW|M|", "S||", zone=12)
    assert board.units(0) == {12: "WWM"}


def test_the_winners_excess():
    """FL-8.9: the battle zone is filled to its limit first, then adjacent zones that are not hostile."""
    board = fought("WW|MG|", "S||", zone=12)
    assert (board.turn(), board.legal()) == (("PLACEMENT", 0), ["place W@12", "place M@12", "place G@12"])
    board.play("place W@12", "place M@12", "place W@12")
    assert board.legal() == ["place G@7", "place G@11"]  # 13 has a base
    board.play("place G@11")
    assert board.units(0) == {11: "G", 12: "WWM"}


def test_the_winning_defender_stays():
    """FL-8.9: the base zone is filled again."""
    board = fought("W||", "SS|T|", zone=12)
    assert board.units(1) == {12: "SST"}


def test_units_without_a_zone_are_destroyed():
    """FL-8.10: all neighbours are hostile or full."""
    board = fought("W||MG", "SSSS||", zone=14, bases=((0,), (9, 13, 14)))
    assert (board.units(0), board.state.active[0].tolist()) == ({}, [0, 0, 0, 0])
    board = fought("W||MG", "SSS||", zone=4, bases=((0,), (4, 9)), units=({3: "WWW"}, {}))
    assert board.turn() == ("PLACEMENT", 0)
    board.play("place M@3")
    assert (board.units(0), board.state.active[0].tolist()) == ({3: "WWWM"}, [3, 1, 0, 0])


def test_units_without_a_zone_are_no_losses_of_the_battle():
    """FL-8.10, FL-8.6: only FL-8.3 and FL-8.5 count; a recalled unit is not lost twice, and the view stays in range."""
    board = fought("WWWW||", "R|RRL|", factions="KS", zone=14, upgrades=("2", "2")).play("recall W", "spawn")
    assert (board.turn(), board.state.active[0].tolist()) == (("PLACEMENT", 1), [0, 0, 0, 0])
    assert board.lost(0) == "WWWW"
    assert board.look(1)["lost_opp"].tolist() == [1, 0, 0, 0]


def test_a_unit_that_can_be_placed_must_be():
    """FL-8.10: there is no way to give it up."""
    board = fought("W||MG", "SSSS||", zone=8)
    assert board.phase() == "PLACEMENT"
    assert board.legal() == board.legal("place")


def test_the_force_mined_card_is_discarded():
    """FL-8.11: after the battle, with the tokens left on it."""
    board = battle("W||", "SSS||", zone=8, hands=("0", "1"), mines=("0", "1"))
    assert board.discard() == ""
    board.play("end", "end")
    assert (board.discard(), board.tokens(0), board.tokens(1)) == ("01", (0, 0, 0), (0, 0, 0))
    assert (board.state.mine.tolist(), board.state.extra.tolist()) == ([-1, -1], [[0, 0, 0], [0, 0, 0]])


def test_force_mined_cards_are_not_reshuffled():
    """FL-8.11, FL-8.4: a card on a sheet is not in the discard pile when the winner draws from an empty deck."""
    board = battle("WW|M|", "S|T|C", zone=8, hands=("0", ""), mines=("0", ""), deck="", discard="")
    assert board.deck() == board.discard() == ""
    board.play("end")
    assert (board.phase(), board.hand(0)) == ("FLANK_KILLS", "")


def test_nothing_of_a_battle_is_left():
    """FL-8.11: all battle blocks of the observation are zero."""
    board = fought("WW||", "S||", zone=8)
    names = ["battle_zone", "battle_role", "base_in", "blue", "points", "combat_flags", "battle_result"]
    names += [
        f"{name}_{side}"
        for name in ("sheet", "force", "removed", "lost", "mine", "extra", "abilities")
        for side in ("own", "opp")
    ]
    for seat in (0, 1):
        assert not any(board.look(seat)[name].any() for name in names)
