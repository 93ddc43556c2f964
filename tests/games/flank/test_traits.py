"""Units and their traits: FL-10, and what each unit is worth by FL-8.1 and FL-8.5."""

import pytest

from tests.games.flank.board import Board, battle
from tests.games.flank.names import LETTERS

# Points in frontline, support and flank without traits that ask for attack or defence, and kills.
WORTH = {
    "K": [(2, 2, 0, 1), (1, 3, 0, 1), (1, 2, 0, 1), (1, 2, 0, 1)],
    "T": [(1, 2, 0, 1), (1, 2, 0, 2), (1, 2, 0, 1), (2, 2, 0, 1)],
    "S": [(1, 2, 0, 1), (1, 2, 1, 1), (1, 2, 0, 1), (1, 2, 0, 1)],
}
UNITS = [(faction, type_) for faction in "KTS" for type_ in range(4)]


def duel(attack: str, defend: str, **rest) -> Board:
    """A battle without a base in which the attacker has one blue token to spend."""
    attacker = rest.get("attacker", 0)
    blue = [(0, 0, 0), (0, 0, 0)]
    blue[attacker] = (1, 0, 0)
    rest.setdefault("zone", 8)
    return battle(attack, defend, tokens=tuple(blue), **rest)


def other(faction: str) -> str:
    return "S" if faction == "T" else "T"


@pytest.mark.parametrize(("faction", "type_"), UNITS)
def test_worth_of_attackers(faction, type_):
    """FL-8.1, FL-10.2: Charge counts in the frontline only."""
    unit, (front, support, flank, _) = LETTERS[faction][type_], WORTH[faction][type_]
    front += faction == "S" and unit == "N"
    enemy = LETTERS[other(faction)][0] + "||"
    factions = faction + other(faction)
    assert duel(f"{unit}||", enemy, factions=factions).points() == [front, 1]
    assert duel(f"{unit}|{unit}|", enemy, factions=factions).points() == [front + support, 1]
    assert duel(f"{unit}||{unit}", enemy, factions=factions).points() == [front + flank, 1]


@pytest.mark.parametrize(("faction", "type_"), UNITS)
def test_worth_of_defenders(faction, type_):
    """FL-8.1, FL-10.1: Hold counts in the frontline only."""
    unit, (front, support, flank, _) = LETTERS[faction][type_], WORTH[faction][type_]
    front += faction == "K" and unit == "S"
    enemy = LETTERS[other(faction)][0] + "||"
    factions = other(faction) + faction
    assert duel(enemy, f"{unit}||", factions=factions).points() == [1, front]
    assert duel(enemy, f"{unit}|{unit}|", factions=factions).points() == [1, front + support]
    assert duel(enemy, f"{unit}||{unit}", factions=factions).points() == [1, front + flank]


@pytest.mark.parametrize(("faction", "type_"), UNITS)
def test_kills(faction, type_):
    """FL-8.5: a Commando in the flank has two, everybody else one."""
    unit, kills = LETTERS[faction][type_], WORTH[faction][type_][3]
    enemy = "SSS" if other(faction) == "T" else "RRR"
    board = duel(f"{unit}||{unit}", f"{enemy[0]}|{enemy}|", factions=faction + other(faction)).until_after("COMBAT")
    assert board.phase() == "FLANK_KILLS"
    assert board.look(0)["combat_flags"][3] == pytest.approx(kills / 8)


def test_hold():
    """FL-10.1: a Sentry in front of the defender counts 2 instead of 1, an attacking one does not."""
    assert duel("S||", "SS||", factions="TK").points() == [1, 4]
    assert duel("SS||", "S||", factions="KT").points() == [2, 1]


def test_charge():
    """FL-10.2: a Rhino in front of the attacker counts 2 instead of 1, a defending one does not."""
    assert duel("NN||", "S||", factions="ST").points() == [4, 1]
    assert duel("S||", "NN||", factions="TS").points() == [1, 2]


def test_siege():
    """FL-10.3: a Tank in front of the attacker counts 3 while a base stands in the battle."""
    assert duel("TT||", "||", zone=12, factions="TK").points() == [6, 2]
    assert duel("TT||", "W||", zone=12, factions="TK").points() == [6, 4]
    assert duel("T|T|", "W||", zone=12, factions="TK").points() == [5, 4]
    assert duel("T||T", "W||", zone=12, factions="TK").points() == [3, 4]


def test_siege_needs_a_base():
    """FL-10.3: without one, or in defence, it is worth nothing."""
    assert duel("TT||", "W||", zone=8, factions="TK").points() == [2, 2]
    assert duel("W||", "TT||", zone=12, factions="KT").points() == [2, 4]


@pytest.mark.parametrize(("factions", "unit"), [("TK", "S"), ("KT", "W"), ("KS", "N")])
def test_steadfast_against_green_tokens(factions, unit):
    """FL-10.4: a Sentry, Walker or Rhino cannot be pushed; the unit beside it can."""
    weak = LETTERS[factions[1]][0]
    tokens = ((1, 3, 0), (0, 0, 0))
    own = LETTERS[factions[0]][0]
    board = battle(f"{own}||", f"{unit}|{unit}|{weak}", zone=8, factions=factions, tokens=tokens)
    assert board.legal("push") == [f"push {weak}:K>F", f"push {weak}:K>S"]


def test_steadfast_against_upgrades():
    """FL-10.4: neither Mind Wave nor Banishment touches it."""
    board = duel("W||", "W|W|S", upgrades=("01", ""))
    assert board.phase() == "BEFORE_COMBAT"
    assert board.legal("push") == ["push S:K>F", "push S:K>S"]
    assert board.legal("remove") == ["remove S:K"]


def test_steadfast_units_obey_their_owner():
    """FL-10.4: shifts by yellow tokens and by Battle Drill."""
    board = battle("W|W|", "W||", zone=8, factions="TK", tokens=((0, 0, 1), (0, 0, 0)))
    assert board.legal("shift") == ["shift W:F>S", "shift W:F>K", "shift W:S>F", "shift W:S>K"]
    board = duel("W|W|", "W||", factions="TK", upgrades=("2", ""))
    assert (board.phase(), len(board.legal("shift"))) == ("BEFORE_COMBAT", 4)


def test_entangle_moves_the_steadfast():
    """FL-10.4: into their frontline."""
    board = duel("R||", "W|W|W", factions="ST", upgrades=("3", ""))
    assert (board.phase(), board.legal("push")) == ("BEFORE_COMBAT", ["push W:S>F", "push W:K>F"])
    assert board.play("push W:K>F").sheet(1) == "WW|W|"


def kills_against(kills: int, support: str) -> Board:
    """A Terran attacker with that many flank kills against Kal'Dari support units, after combat."""
    flank = "C" * (kills // 2) + "S" * (kills % 2)
    return duel(f"T||{flank}", f"W|{support}|", factions="TK").until_after("COMBAT")


def test_guards_die_first():
    """FL-10.5: the only legal kill, for two kills."""
    board = kills_against(3, "GM")
    assert board.legal() == ["end", "kill G"]
    board.play("kill G")
    assert (board.legal(), board.look(0)["combat_flags"][3]) == (["end", "kill M"], pytest.approx(1 / 8))


def test_a_guard_needs_two_kills():
    """FL-10.5: with one kill left it protects all others."""
    assert kills_against(1, "GM").state.active[1].tolist() == [1, 1, 0, 1]
    assert kills_against(1, "GM").phase() == "PLACEMENT"
    assert kills_against(1, "M").phase() == "FLANK_KILLS"


def test_two_guards():
    """FL-10.5: each costs two kills."""
    board = kills_against(4, "GGM").play("kill G")
    assert board.legal() == ["end", "kill G"]
    board.play("kill G")
    assert board.state.active[1].tolist() == [1, 1, 0, 0]


def test_guards_elsewhere_do_not_guard():
    """FL-10.5: in the frontline or the flank they protect nobody."""
    board = duel("T||C", "G|M|G", factions="TK").until_after("COMBAT")
    assert board.legal() == ["end", "kill M"]


@pytest.mark.parametrize(("webs", "kills"), [("", 4), ("S", 3), ("SS", 2), ("SSS", 1)])
def test_web(webs, kills):
    """FL-10.6: each Spider in support cancels one kill."""
    board = duel("T||CC", f"R|R{webs}|", factions="TS").until_after("COMBAT")
    assert (board.phase(), board.look(0)["combat_flags"][3]) == ("FLANK_KILLS", pytest.approx(kills / 8))


def test_webs_may_cancel_everything():
    """FL-10.6: but no more than there is."""
    board = duel("TTTT||C", "R|RSS|", factions="TS").until_after("COMBAT")
    assert board.phase() != "FLANK_KILLS"
    assert board.state.kills == 0


def test_spiders_elsewhere_spin_no_web():
    """FL-10.6: in the frontline or the flank they cancel nothing."""
    board = duel("T||CC", "SR|R|S", factions="TS").until_after("COMBAT")
    assert board.look(0)["combat_flags"][3] == pytest.approx(4 / 8)
