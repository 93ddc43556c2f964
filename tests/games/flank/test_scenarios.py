"""The worked examples FLANK-S1 to FLANK-S21: whole positions and what follows from them."""

import numpy as np
import pytest

from tests.games.flank.board import Board, battle, differences

NONE = (0, 0, 0)


def attack_on_12(attack: str, defend: str = "", **rest) -> Board:
    """Seat 0 has moved into zone 12 and goes on to the battle."""
    units = ({12: attack}, {12: defend} if defend else {})
    return Board(units=units, phase="MOVE_TARGET", battle=(12, 0), **rest).play("end")


def test_s01_playing_a_card():
    """FLANK-S1: FL-3.2, FL-3.4."""
    board = Board(tokens=((4, 3, 6), NONE), hands=("02", "")).play("play 0")
    assert (board.tokens(0), board.discard(), board.turn()) == ((5, 3, 7), "0", ("HARVEST", 0))


def test_s02_force_mining():
    """FLANK-S2: FL-3.3, FL-11.1."""
    assert Board(tokens=((5, 0, 8), NONE), hands=("00", "")).play("mine 0").tokens(0) == (5, 1, 8)
    assert Board("TK", upgrades=("0", ""), hands=("00", "")).play("mine 0").tokens(0) == (2, 1, 2)


def test_s03_building():
    """FLANK-S3: FL-4.2, FL-4.3, FL-4.5."""
    setting = {"factions": "KT", "tokens": (NONE, (1, 0, 1)), "phase": "BUILD", "to_act": 1}
    assert Board(**setting).ids() == [0, 20, 21, 22, 23, 24, 43]
    assert Board(**setting, units=({}, {12: "SST"})).ids() == [0, 20, 21, 22, 24, 43]
    assert Board(**setting, bases=((0, 1, 2, 5, 10), (4, 9, 12, 13))).ids() == [0, 21, 22, 23, 24, 43]


def test_s04_upgrade_limit():
    """FLANK-S4: FL-4.6."""
    setting = {"factions": "KT", "tokens": ((5, 5, 8), NONE), "upgrades": ("0123", ""), "phase": "BUILD"}
    board = Board(**setting).play("buy 4")
    assert (board.tokens(0), board.phase(), board.ids()) == ((2, 4, 7), "UPGRADE_DISCARD", [46, 47, 48, 49])
    board.play("drop 0")
    assert (board.upgrades(0), board.turn()) == ("1234", ("BUILD", 0))
    board = Board(**setting).play("buy 5")
    assert (board.upgrades(0), board.turn()) == ("01235", ("BUILD", 0))


def test_s05_moving_into_battle():
    """FLANK-S5: FL-5.1, FL-5.3, FL-5.6, FL-5.8, FL-5.9."""
    board = Board("KT", ({7: "WWW", 11: "WMSS"}, {}), tokens=((0, 0, 3), NONE), phase="MOVE_TARGET")
    assert board.legal() == ["end", "to 2", "to 6", "to 8", "to 10", "to 12"]
    board.play("to 12")
    assert (board.tokens(0), board.legal()) == ((0, 0, 2), ["from 7", "from 11"])
    board.play("from 7", "all")
    assert (board.legal(), board.state.battle_zone) == (["end", "to 12"], 12)
    board.play("to 12")
    assert (board.phase(), board.legal()) == ("MOVE_UNITS", ["move W", "move M", "move S"])
    board.play("move M")
    assert (board.turn(), board.force(0), board.units(0)) == (("FORMATION", 0), "WWWM", {11: "WSS"})


def test_s06_rapid_transit():
    """FLANK-S6: FL-11.1, FL-2.6."""
    board = Board("TK", ({6: "S"}, {}), upgrades=("1", ""), phase="BUILD", to_act=1).play("end")
    assert (board.turn(), board.state.free_moves) == (("MOVE_TARGET", 0), 2)
    board.play("to 7", "to 6")
    assert (board.units(0), board.state.round_number, board.turn()) == ({6: "S"}, 2, ("HARVEST", 1))


def test_s07_frontline_first():
    """FLANK-S7: FL-6.3, FL-6.4."""
    board = attack_on_12("SS", "WM", factions="TK")
    assert (board.sheet(0), board.turn(), board.ids()) == ("S||", ("FORMATION", 0), [87, 88, 89])
    board.play("form S>S")
    assert (board.turn(), board.ids()) == (("FORMATION", 1), [87, 90])


def test_s08_the_secret_force_mine():
    """FLANK-S8: FL-6.5, FL-6.7, FL-1.7."""
    boards = [attack_on_12("SS", "WM", factions="TK", hands=("3", "3")).play("form S>S") for _ in range(2)]
    boards[0].play("mine 3")
    boards[1].play("end")
    assert [board.turn() for board in boards] == [("FORMATION", 1)] * 2
    assert differences(boards[0].look(1), boards[1].look(1)) == set()
    assert boards[0].look(1)["hand_sizes"].tolist() == pytest.approx([0.1, 0.1])
    seen = boards[0].play("form W>F", "form M>F", "end").look(1)
    assert (np.flatnonzero(seen["mine_opp"]).tolist(), seen["extra_opp"].tolist()) == ([3], [1, 1, 1])
    assert seen["hand_sizes"].tolist() == pytest.approx([0.1, 0])


def test_s09_a_tie_against_a_base():
    """FLANK-S9: FL-7.4, FL-7.5, FL-8.3, FL-8.4, FL-8.8."""
    board = battle("S|S|", factions="TK", tokens=((2, 0, 1), (1, 0, 0)))
    assert (board.turn(), board.points()) == (("COMBAT", 0), [3, 2])
    board.play("end", "blue")
    assert (board.bases(1), board.lost(0), board.state.hand_size.tolist()) == ([4, 9, 13, 14], "S", [0, 0])
    assert (board.turn(), board.legal()) == (("PLACEMENT", 0), ["place S@7", "place S@11"])
    board.play("place S@7")
    assert (board.units(0), board.units(1)) == ({7: "S"}, {})


def test_s10_out_or_not_out():
    """FLANK-S10: FL-7.4, FL-7.5, FL-8.4, FL-8.9."""
    board = battle("S|S|", factions="TK", tokens=((2, 0, 1), (1, 0, 0)), top="71122").play("blue", "end")
    assert (board.turn(), board.points()) == (("COMBAT", 1), [4, 2])
    board.play("blue")
    assert (board.turn(), board.points()) == (("COMBAT", 0), [4, 3])
    assert board.look(0)["combat_flags"][:2].tolist() == [0, 0]
    board.play("end")
    assert (board.bases(1), board.units(0), "7" in board.hand(0)) == ([4, 9, 13, 14], {12: "SS"}, True)


def test_s11_points():
    """FLANK-S11: FL-8.1, FL-10.1, FL-10.2, FL-10.3, FL-11.1."""
    blue = ((1, 0, 0), (0, 0, 0))
    assert battle("TT||", "S||", factions="TK", tokens=blue).points()[0] == 6
    assert battle("TT||", "S||", factions="TK", tokens=blue, zone=8).points()[0] == 2
    assert battle("TT||", "S||", factions="TK", tokens=blue, upgrades=("", "3")).points()[0] == 2
    setting = {"factions": "SK", "tokens": ((1, 0, 0), (1, 0, 0))}
    board = battle("N|N|LL", "S|M|", **setting, upgrades=("", "34"))
    assert board.points()[0] == 6
    board = battle("N|N|LL", "S|M|", factions="SK", tokens=((1, 0, 0), (2, 0, 0)), upgrades=("", "34"))
    assert board.play("blue", "blue").points() == [7, 10]
    assert battle("N|N|LL", "S|M|", **setting, upgrades=("4", "34")).points()[0] == 8


def test_s12_guards():
    """FLANK-S12: FL-10.5."""

    def kills(flank: str) -> Board:
        board = battle(f"S||{flank}", "W|MG|", factions="TK", zone=8, tokens=((1, 0, 0), NONE))
        return board.until_after("COMBAT")

    board = kills("C")
    assert board.ids() == [0, 163]
    board.play("kill G")
    assert board.phase() != "FLANK_KILLS"
    board = kills("CS").play("kill G")
    assert board.legal() == ["end", "kill M"]
    assert kills("S").phase() != "FLANK_KILLS"


def test_s13_webs():
    """FLANK-S13: FL-10.6."""
    board = battle("S|S|CC", "RR|RRS|L", factions="TS", zone=8, tokens=((1, 0, 0), NONE)).until_after("COMBAT")
    assert (board.turn(), board.state.kills) == (("FLANK_KILLS", 0), 3)
    board.play("end")
    assert (board.turn(), board.state.kills) == (("FLANK_KILLS", 1), 1)


def test_s14_the_winners_excess():
    """FLANK-S14: FL-8.9."""
    board = battle("SSTT||", factions="TK", tokens=((1, 0, 0), NONE)).until_after("COMBAT")
    assert (board.turn(), board.ids()) == (("PLACEMENT", 0), [172 + 12, 172 + 30 + 12])
    board.play("place S@12", "place T@12", "place T@12")
    assert board.legal() == ["place S@7", "place S@11"]


def test_s15_retreat_cut_off():
    """FLANK-S15: FL-8.10."""
    board = battle("S||S", "W||", factions="TK", zone=14, tokens=((1, 0, 0), NONE)).until_after("COMBAT")
    assert (board.units(0), board.state.active[0].sum(), board.units(1)) == ({}, 0, {14: "W"})


def test_s16_banishment():
    """FLANK-S16: FL-7.2, FL-8.7, FL-8.8."""
    board = battle("W||", "S||", upgrades=("1", "")).play("remove S:F")
    assert (board.bases(1), board.units(0), board.units(1)) == ([4, 9, 13, 14], {}, {12: "S"})
    board = battle("W|W|", "S||", upgrades=("1", "")).play("remove S:F")
    assert (board.turn(), board.legal()) == (("PLACEMENT", 1), ["place S@1", "place S@3", "place S@7"])


def test_s17_steadfast():
    """FLANK-S17: FL-10.4."""
    board = battle("W||", "W|W|W", zone=8, factions="KT", tokens=((1, 5, 0), (0, 0, 1)), upgrades=("01", ""))
    assert (board.turn(), board.legal()) == (("COMBAT", 0), ["end", "blue"])
    board.play("end")
    assert len(board.legal("shift")) == 6
    board = battle("R||", "W|W|W", zone=8, factions="ST", upgrades=("3", ""))
    assert board.legal() == ["end", "push W:S>F", "push W:K>F"]


def test_s18_tokens_of_the_card():
    """FLANK-S18: FL-7.6, FL-8.11."""
    board = battle("W|W|", "S||", zone=8, tokens=((1, 0, 0), NONE), hands=("0", ""), mines=("0", ""))
    board.play("blue")
    assert (board.tokens(0), board.state.extra[0].tolist()) == ((1, 0, 0), [0, 1, 1])
    board.play("blue")
    assert (board.tokens(0), "blue" in board.legal()) == ((0, 0, 0), False)
    board.play("end", "end")
    assert (board.tokens(0), board.discard(), board.state.battle_zone) == ((0, 0, 0), "0", -1)


def test_s19_nobody_has_bases():
    """FLANK-S19: FL-9.1, FL-9.2."""
    setting = {"bases": ((), ()), "phase": "MOVE_TARGET", "to_act": 1}
    assert Board(units=({7: "WWW"}, {3: "SS"}), **setting).play("end").returns() == [1, -1]
    board = Board(units=({7: "WWW"}, {3: "SSS"}), **setting).play("end")
    assert (board.returns(), board.phase()) == ([0, 0], "GAME_OVER")


def test_s19_both_lose_their_last_base():
    """FLANK-S19: FL-9.1, in one round of two battles."""
    board = Board(
        "KT",
        ({7: "WW", 3: "M"}, {6: "SSS"}),
        bases=((1,), (12,)),
        tokens=((0, 0, 1), (0, 0, 1)),
        phase="MOVE_TARGET",
    )
    board.play("to 12", "all", "form W>F")
    assert (board.bases(1), board.turn()) == ([], ("MOVE_TARGET", 1))
    board.play("to 13", "all", "form S>F", "form S>F", "end")  # no force mine with the card for the victory
    assert (board.bases(0), board.units(0), board.units(1)) == ([], {3: "M", 12: "WW"}, {1: "SSS"})
    assert board.returns() == [1, -1]  # three units each, and two zones against one


def test_s20_zones_decide():
    """FLANK-S20: FL-9.3."""
    board = Board(
        units=({3: "W", 7: "MS"}, {8: "SST"}),
        bases=((0, 1), (13, 14)),
        phase="MOVE_TARGET",
        to_act=1,
        round_number=20,
    ).play("end")
    assert (board.returns(), board.phase()) == ([1, -1], "GAME_OVER")


def test_s21_the_deck_runs_out():
    """FLANK-S21: FL-2.1."""
    board = Board(deck="7", discard="00112", keeper=0, phase="MOVE_TARGET", to_act=1)
    assert board.state.hand_size.tolist() == [34, 0]
    board.play("end")
    assert (board.state.hand_size.tolist(), len(board.deck()), board.discard()) == ([36, 2], 2, "")
    assert "7" in board.hand(1)
