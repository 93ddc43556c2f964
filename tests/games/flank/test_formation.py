"""Formation and reveal: FL-6."""

import numpy as np
import pytest

from tests.games.flank.board import Board, battle


def started(attack: str, defend: str, zone: int = 12, **rest) -> Board:
    """A battle whose attacker, seat 0, has just gone on to it."""
    units = [{zone: attack}, {zone: defend} if defend else {}]
    for seat, more in enumerate(rest.pop("units", ({}, {}))):
        units[seat] |= more
    return Board(units=tuple(units), phase="MOVE_TARGET", battle=(zone, 0), **rest).play("end")


def test_units_leave_the_board():
    """FL-6.1: those of the battle zone, and no others."""
    board = started("WM", "SST", units=({7: "G"}, {13: "C"}))
    assert (board.units(0), board.units(1)) == ({7: "G"}, {13: "C"})
    assert (board.force(0), board.force(1), board.turn()) == ("WM", "SST", ("FORMATION", 0))
    assert board.look(0)["battle_role"].tolist() == [1, 0, 1, 0]
    assert board.look(1)["population"].tolist() == pytest.approx([4 / 16, 3 / 16])


def test_all_units_are_placed():
    """FL-6.2: on any zone, in any numbers, one by one."""
    board = started("WWMG", "S")
    board.play("form W>F", "form M>K", "form W>K")
    assert (board.sheet(0), board.force(0)) == ("W||WM", "G")
    assert board.legal() == ["form G>F", "form G>S", "form G>K"]
    board.play("form G>K")
    assert board.turn()[0] != "FORMATION" or board.to_act() == 1


def test_any_split_is_possible():
    """FL-6.2: all in front, or one in front and the others anywhere."""
    for sheet in ("WWMG||", "W|WMG|", "G||WWM", "M|W|WG", "WM|W|G"):
        board = battle(sheet, "S||", zone=8, tokens=((1, 0, 0), (0, 0, 0)))
        assert (board.phase(), board.sheet(0)) == ("COMBAT", sheet)


def test_frontline_first():
    """FL-6.3: any unit may be the first, but only in the frontline."""
    board = started("WMG", "S")
    assert board.legal() == ["form W>F", "form M>F", "form G>F"]
    board.play("form M>F")
    assert board.legal() == [f"form {unit}>{place}" for unit in "WG" for place in "FSK"]


def test_the_base_is_no_frontline_unit():
    """FL-6.4: the defender of a base must put a unit in the frontline all the same."""
    board = started("W", "ST")
    assert (board.turn(), board.legal()) == (("FORMATION", 1), ["form S>F", "form T>F"])


def test_the_base_stands_in_the_frontline():
    """FL-6.4: it counts there, it is not on the sheet, and nothing can push or remove it."""
    board = battle("WW||", tokens=((1, 1, 1), (1, 0, 1)), upgrades=("01", ""))
    assert (board.turn(), board.points(), board.sheet(1)) == (("COMBAT", 0), [4, 2], "||")
    assert (board.look(0)["base_in"].tolist(), board.look(1)["base_in"].tolist()) == ([0, 1], [1, 0])
    assert board.legal("push", "remove") == []
    board.play("end")
    assert board.legal() == ["end", "blue"]


def test_a_base_elsewhere_does_not_help():
    """FL-6.4: only the one in the battle zone."""
    board = battle("W||", "S||", zone=8, tokens=((1, 0, 0), (0, 0, 0)))
    assert (board.points(), board.look(0)["base_in"].tolist()) == ([2, 1], [0, 0])


def test_the_attacker_forms_and_mines_first():
    """FL-6.5: then the defender does both."""
    board = started("WM", "ST", hands=("0", "1"))
    turns = [board.turn()]
    for name in ("form W>F", "form M>S", "end", "form S>F", "form T>S"):
        turns.append(board.play(name).turn())
    assert turns == [(phase, seat) for seat in (0, 1) for phase in ("FORMATION", "FORMATION", "FORMATION_MINE")]


def test_a_lone_base_may_mine():
    """FL-6.6: a defender without units goes straight to the force mine."""
    board = started("W", "", hands=("", "35"))
    assert (board.turn(), board.legal()) == (("FORMATION_MINE", 1), ["end", "mine 3", "mine 5"])


def test_one_force_mine():
    """FL-6.6: one card leaves the hand and lies on the sheet; a player may also decline."""
    board = started("W", "S", hands=("00", "11"))
    board.play("mine 0")
    assert (board.hand(0), board.discard(), board.turn()) == ("0", "", ("FORMATION_MINE", 1))
    assert np.flatnonzero(board.look(0)["mine_own"]).tolist() == [0]
    board.play("end")
    assert (board.hand(1), board.state.mine.tolist()) == ("11", [0, -1])


def test_tokens_on_the_force_mined_card():
    """FL-6.7: one of each colour at the reveal, beyond the limits, and none for who did not mine."""
    board = battle("W||", "S||", hands=("0", "1"), mines=("0", ""), tokens=((5, 5, 8), (0, 0, 0)))
    assert (board.phase(), board.tokens(0)) == ("COMBAT", (5, 5, 8))
    assert (board.look(0)["extra_own"].tolist(), board.look(0)["extra_opp"].tolist()) == ([1, 1, 1], [0, 0, 0])
    assert board.look(1)["extra_opp"].tolist() == [1, 1, 1]
    assert np.flatnonzero(board.look(1)["mine_opp"]).tolist() == [0]
    assert board.look(0)["battle_role"].tolist() == [1, 0, 1, 1]


def test_no_tokens_before_the_reveal():
    """FL-6.7: they come with it."""
    board = started("W", "S", hands=("00", "11")).play("mine 0")
    assert board.look(0)["extra_own"].tolist() == [0, 0, 0]


def test_refinery_does_not_refine_in_battle():
    """FL-6.7: one token of each colour all the same."""
    board = battle("S||", "W||", factions="TK", upgrades=("0", ""), hands=("0", ""), mines=("0", ""))
    assert board.look(0)["extra_own"].tolist() == [1, 1, 1]


def test_both_sheets_are_revealed():
    """FL-6.7: both players see both."""
    board = battle("W|M|", "S||C", tokens=((1, 0, 0), (0, 0, 0)))
    for seat in (0, 1):
        seen = board.look(seat)
        sheets = [seen["sheet_own"], seen["sheet_opp"]] if seat == 0 else [seen["sheet_opp"], seen["sheet_own"]]
        assert np.argwhere(sheets[0]).tolist() == [[0, 0], [1, 1]]
        assert np.argwhere(sheets[1]).tolist() == [[0, 0], [2, 1]]


def test_the_frontline_may_become_empty():
    """FL-6.8: the rule of the first frontline unit holds for forming only."""
    board = battle("W|M|", "S||", tokens=((1, 0, 1), (0, 0, 0)))
    board.play("shift W:F>K")
    assert (board.sheet(0), board.points()) == ("|M|W", [3, 3])


def test_units_stay_where_they_are_without_tokens():
    """FL-6.8: a player with blue tokens only moves nothing."""
    board = battle("W|M|", "S||", tokens=((2, 0, 0), (0, 0, 0)))
    assert board.legal() == ["end", "blue"]
