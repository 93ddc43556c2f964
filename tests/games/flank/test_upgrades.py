"""The eighteen upgrades at work: FL-11."""

import pytest

from tests.games.flank.board import Board, battle

BLUE = ((1, 0, 0), (0, 0, 0))


def fight(attack: str, defend: str, factions: str, upgrades: tuple[str, str] = ("", ""), **rest) -> Board:
    rest.setdefault("zone", 8)
    rest.setdefault("tokens", BLUE)
    return battle(attack, defend, factions=factions, upgrades=upgrades, **rest)


def after(*args, **rest) -> Board:
    """After combat, in which nobody spends a token."""
    return fight(*args, **rest).until_after("BEFORE_COMBAT").until_after("COMBAT")


# ---------------------------------------------------------------- Kal'Dari


def test_mind_wave():
    """FL-11.1: one push before combat, without a token, once."""
    board = fight("W||", "S|T|", "KT", ("0", ""))
    assert board.look(1)["abilities_opp"].tolist() == [1, 0, 0, 0, 0, 0]
    assert (board.phase(), len(board.legal("push"))) == ("BEFORE_COMBAT", 4)
    board.play("push T:S>K")
    assert (board.phase(), board.sheet(1), board.tokens(0)) == ("COMBAT", "S||T", (1, 0, 0))
    assert not board.look(1)["abilities_opp"].any()


def test_banishment():
    """FL-11.1: one unit is removed, once."""
    board = fight("W||", "S|T|", "KT", ("1", ""))
    assert board.look(0)["abilities_own"].tolist() == [0, 0, 1, 0, 0, 0]
    board.play("remove S:F")
    assert (board.phase(), board.sheet(1), board.removed(1)) == ("COMBAT", "|T|", "S")


def test_unused_abilities_lapse():
    """FL-11.1: whoever ends the step has none left."""
    board = fight("W||", "S|T|", "KT", ("01", "")).play("end")
    assert (board.phase(), board.look(0)["abilities_own"].any()) == ("COMBAT", False)


def test_abilities_come_back_in_the_next_battle():
    """FL-11.1: once in each battle, in defence as in attack."""
    board = fight("S||", "W|W|", "TK", ("", "0"))
    assert (board.turn(), board.legal("push")) == (("BEFORE_COMBAT", 1), ["push S:F>S", "push S:F>K"])


def test_recall():
    """FL-11.1: one of the own destroyed units returns to the remaining forces."""
    board = after("WM||G", "SSS|T|", "KT", ("2", ""))
    assert board.turn() == ("FLANK_KILLS", 0)
    board.play("end")
    assert (board.turn(), board.legal()) == (("AFTER_COMBAT", 0), ["end", "recall W", "recall M"])
    assert board.look(0)["abilities_own"].tolist() == [0, 0, 0, 1, 0, 0]
    board.play("recall M")
    assert (board.turn(), board.force(0), board.state.active[0].tolist()) == (("PLACEMENT", 0), "MG", [0, 1, 0, 1])


def test_recall_is_optional():
    """FL-11.1: the unit may be left to the supply."""
    board = after("WM||", "SSS|S|", "KT", ("2", "")).play("end")
    assert board.state.active[0].tolist() == [0, 0, 0, 0]


def test_aegis():
    """FL-11.1: a base counts 3, and Tanks besiege it in vain; elsewhere it has no effect."""
    assert fight("TT||", "S||", "TK", ("", "3"), zone=12).points() == [2, 5]
    assert fight("TT||", "S||", "TK", ("", ""), zone=12).points() == [6, 4]
    assert fight("TT||", "S||", "TK", ("", "3"), zone=8).points() == [2, 2]
    assert fight("S||", "T||", "KT", ("3", ""), zone=12).points() == [1, 3]


def test_psionic_focus():
    """FL-11.1: the first blue token adds two points, the next ones add one."""
    board = fight("W||", "S||", "KT", ("4", ""), tokens=((3, 0, 0), (1, 0, 0)))
    assert board.points() == [2, 1]
    assert board.play("blue").points() == [4, 1]
    assert board.play("blue").points() == [5, 1]
    assert board.play("end", "blue").points() == [5, 2]


def test_elder_council():
    """FL-11.1: six upgrades instead of four."""
    board = Board("KT", tokens=((5, 5, 8), (0, 0, 0)), upgrades=("0125", ""), phase="BUILD").play("buy 3")
    assert (board.upgrades(0), board.phase()) == ("01235", "BUILD")


# ---------------------------------------------------------------- Terran


def test_refinery():
    """FL-11.1: force mining in the harvest gives 2, 1 and 2; playing a card gives no more than before."""
    board = Board("TK", hands=("011", ""), upgrades=("0", "")).play("mine 0")
    assert board.tokens(0) == (2, 1, 2)
    assert board.play("play 1").tokens(0) == (2, 4, 3)
    assert Board("TK", hands=("00", ""), upgrades=("1", "")).play("mine 0").tokens(0) == (1, 1, 1)


def test_rapid_transit():
    """FL-11.1: the first two moves of a move phase are free, then each costs a token."""
    tokens = ((1, 0, 0), (1, 0, 2))
    board = Board("KT", ({}, {8: "S"}), tokens=tokens, upgrades=("", "1"), phase="MOVE_TARGET", to_act=0, initiative=0)
    board.play("end")
    assert (board.turn(), board.look(0)["move_flags"].tolist()) == (("MOVE_TARGET", 1), [0, 1])
    board.play("to 7")
    assert (board.tokens(1), board.look(1)["move_flags"].tolist()) == ((1, 0, 2), [0, 0.5])
    board.play("to 6")
    assert (board.tokens(1), board.look(1)["move_flags"].tolist()) == ((1, 0, 2), [0, 0])
    board.play("to 7")
    assert (board.tokens(1), board.turn()) == ((1, 0, 1), ("MOVE_TARGET", 1))


def test_rapid_transit_is_for_its_owner():
    """FL-11.1: the other player's moves cost what they cost."""
    board = Board("KT", ({6: "W"}, {}), tokens=((0, 0, 2), (0, 0, 0)), upgrades=("", "1"), phase="BUILD", to_act=1)
    board.play("end")
    assert (board.turn(), board.look(0)["move_flags"].tolist()) == (("MOVE_TARGET", 0), [0, 0])


def test_battle_drill():
    """FL-11.1: up to two shifts before combat, also of the same unit."""
    board = fight("SS|T|", "W||", "TK", ("2", ""))
    assert (board.phase(), board.look(0)["abilities_own"].tolist()) == ("BEFORE_COMBAT", [0, 1, 0, 0, 0, 0])
    board.play("shift T:S>K")
    assert (board.phase(), board.look(0)["abilities_own"][1]) == ("BEFORE_COMBAT", 0.5)
    board.play("shift T:K>F")
    assert (board.phase(), board.sheet(0)) == ("COMBAT", "SST||")
    board = fight("SS|T|", "W||", "TK", ("2", "")).play("shift S:F>K", "end")
    assert (board.phase(), board.sheet(0)) == ("COMBAT", "S|T|S")


def test_combined_arms():
    """FL-11.1: two points while all three zones have a unit."""
    assert fight("S|S|S", "W||", "TK", ("3", "")).points() == [5, 2]
    assert fight("SS|S|", "W||", "TK", ("3", "")).points() == [4, 2]
    board = fight("S|S|S", "W||", "TK", ("3", ""), tokens=((1, 0, 1), (0, 0, 0))).play("shift S:F>K")
    assert board.points() == [2, 2]
    assert fight("W||", "S|S|S", "KT", ("", "3")).points() == [2, 5]


def test_salvage():
    """FL-11.1, FL-11.2: a token of a colour below its limit, if an own unit was destroyed."""
    tokens = ((5, 3, 0), (0, 0, 0))
    board = after("S||", "WW||", "TK", ("4", ""), tokens=tokens)
    assert (board.turn(), board.legal()) == (("AFTER_COMBAT", 0), ["end", "salvage 1", "salvage 2"])
    assert board.look(1)["abilities_opp"].tolist() == [0, 0, 0, 0, 0, 1]
    board.play("salvage 2")
    assert board.tokens(0) == (5, 3, 1)


def test_salvage_needs_a_loss():
    """FL-11.1: without one nobody is asked; losses to the flank count."""
    board = after("SSS||", "W||", "TK", ("4", ""))
    assert (board.phase(), board.units(0), board.tokens(0)) == ("HARVEST", {8: "SSS"}, (1, 0, 0))
    board = after("SS|S|", "W||W", "TK", ("4", "")).play("kill S")
    assert board.turn() == ("AFTER_COMBAT", 0)


def test_salvage_with_full_purse():
    """FL-11.2: with all limits reached there is nothing to choose."""
    board = after("S||", "WW||", "TK", ("4", ""), tokens=((5, 5, 8), (0, 0, 0)))
    assert board.phase() not in ("AFTER_COMBAT", "COMBAT")


def test_war_spoils():
    """FL-11.1: the winner draws one more card."""
    board = after("SSS||", "W||", "TK", ("5", ""), top="761122")
    assert (board.hand(0), board.hand(1)) == ("2267", "11")
    board = after("SS||", "W||", "TK", ("5", ""), top="1122")  # a tie
    assert (board.hand(0), board.hand(1)) == ("22", "11")
    board = after("S||", "W||", "TK", ("5", ""), top="71122")  # a defeat
    assert (board.hand(0), board.hand(1)) == ("22", "117")


# ---------------------------------------------------------------- Swarm


def test_hive_growth():
    """FL-11.1: twelve units instead of eight, and a Roach for one green token."""
    units = {6: "RRRLL", 7: "LLSSS"}
    board = Board("SK", (units, {}), tokens=((0, 5, 0), (0, 0, 0)), upgrades=("0", ""), phase="BUILD")
    assert board.legal("build") == [f"build R@{site}" for site in range(5)]
    board.play("build R@0")
    assert (board.tokens(0), board.units(0)[0]) == ((0, 4, 0), "R")
    units = {6: "RRRLL", 7: "LLSSS", 3: "S"}
    board = Board("SK", (units, {}), tokens=((5, 5, 8), (0, 0, 0)), upgrades=("0", ""), phase="BUILD").play("build N@0")
    assert board.legal("build") == []


def test_overrun():
    """FL-11.1: one more unit in each zone, in building, moving, attacking and after the battle."""
    rich = ((5, 5, 8), (0, 0, 0))
    board = Board("SK", ({0: "RRLL"}, {}), tokens=rich, upgrades=("1", ""), phase="BUILD")
    assert "build S@0" in board.legal()
    assert "build S@0" not in board.play("build S@0").legal()
    board = Board("SK", ({7: "RRLLS"}, {}), tokens=rich, upgrades=("1", ""), phase="MOVE_TARGET").play("to 12")
    assert "all" in board.legal()
    board = fight("RRLL|S|", "S||", "SK", ("1", ""), zone=12).until_after("COMBAT")
    assert (board.turn(), board.force(0)) == (("PLACEMENT", 0), "RRLLS")
    board.play("place R@12", "place R@12", "place L@12")
    assert board.legal() == ["place L@12", "place S@12"]


def test_overrun_is_for_its_owner():
    """FL-11.1: the opponent keeps to the printed limits."""
    board = Board("KS", ({0: "WWMM"}, {}), tokens=((5, 5, 8), (0, 0, 0)), upgrades=("", "1"), phase="BUILD")
    assert "build S@0" not in board.legal()


def test_spawning_pools():
    """FL-11.1: a Roach joins the remaining forces, with or without losses."""
    board = after("RRR||", "W||", "SK", ("2", ""))
    assert (board.turn(), board.legal()) == (("AFTER_COMBAT", 0), ["end", "spawn"])
    assert board.look(0)["abilities_own"].tolist() == [0, 0, 0, 0, 1, 0]
    board.play("spawn")
    assert board.units(0) == {8: "RRRR"}


def test_spawning_pools_need_a_roach():
    """FL-11.2: with four on the board there is none; destroyed ones are in the supply again."""
    board = after("RRRR||", "W||", "SK", ("2", ""))
    assert board.units(0) == {8: "RRRR"}
    board = after("RRRR||", "WWW||", "SK", ("2", ""))
    assert (board.turn(), board.legal()) == (("AFTER_COMBAT", 0), ["end", "spawn"])


def test_spawning_pools_keep_to_the_population_limit():
    """FL-11.2: eight units, or twelve with Hive Growth."""
    units = ({6: "LLLL", 7: "S"}, {})
    assert after("RRR||", "W||", "SK", ("2", ""), units=units).phase() != "AFTER_COMBAT"
    assert after("RRR||", "W||", "SK", ("02", ""), units=units).phase() == "AFTER_COMBAT"


def test_entangle():
    """FL-11.1: one push into the frontline, once."""
    board = fight("R||", "S|T|C", "ST", ("3", ""))
    assert (board.phase(), board.legal("push")) == ("BEFORE_COMBAT", ["push C:K>F", "push T:S>F"])
    board.play("push T:S>F")
    assert (board.phase(), board.sheet(1)) == ("COMBAT", "ST||C")


def test_frenzy():
    """FL-11.1: two points while the own sheet has more units than the other; bases are no units."""
    assert fight("RR||", "S||", "ST", ("4", "")).points() == [4, 1]
    assert fight("RR||", "S|S|", "ST", ("4", "")).points() == [2, 3]
    assert fight("R||", "||", "ST", ("4", ""), zone=12).points() == [3, 2]
    assert fight("S||", "R||R", "TS", ("", "4")).points() == [1, 3]
    board = fight("W||", "RR||", "KS", ("1", "4")).play("remove R:F")
    assert board.points() == [2, 1]


def test_devour():
    """FL-11.1, FL-11.2: a green and a yellow token if an enemy unit was destroyed, within the limits."""
    assert after("RR||", "S||", "ST", ("5", "")).tokens(0) == (1, 1, 1)
    assert after("RR||", "S||", "ST", ("5", ""), tokens=((1, 5, 8), (0, 0, 0))).tokens(0) == (1, 5, 8)
    assert after("RRR||", "||", "ST", ("5", ""), zone=12).tokens(0) == (1, 0, 0)
    assert after("S||", "R||", "TS", ("", "5")).tokens(1) == (0, 1, 1)


def test_devour_after_a_kill():
    """FL-11.1: losses to the flank count too, and the tokens come before the attacker's other choices."""
    board = after("R||R", "SS|S|", "ST", ("25", "")).play("kill S")
    assert (board.turn(), board.tokens(0)) == (("AFTER_COMBAT", 0), (1, 1, 1))


def test_devour_counts_recalled_units():
    """FL-11.1: a unit was destroyed even if its owner has recalled it since."""
    board = after("W||", "RRR||", "KS", ("2", "5"), zone=8)
    assert board.turn() == ("AFTER_COMBAT", 0)
    board.play("recall W")
    assert board.tokens(1) == (0, 1, 1)


def test_upgrades_work_in_both_players_turns():
    """FL-11.1: Frenzy, Combined Arms and Psionic Focus count in defence too."""
    assert fight("S|S|S", "RR|RR|", "TS", ("3", "4")).points() == [5, 8]


@pytest.mark.parametrize("card", range(6))
def test_upgrades_of_other_factions_do_nothing(card):
    """FL-11.1: the same number means another card to another faction."""
    board = Board("TK", hands=("000", ""), upgrades=(str(card), "")).play("mine 0")
    assert board.tokens(0) == ((2, 1, 2) if card == 0 else (1, 1, 1))
