"""Moving: FL-5."""

import numpy as np
import pytest

from tests.games.flank.board import Board

ADJACENT = [
    *([1, 5], [0, 2, 6], [1, 3, 7], [2, 4, 8], [3, 9]),
    *([0, 6, 10], [1, 5, 7, 11], [2, 6, 8, 12], [3, 7, 9, 13], [4, 8, 14]),
    *([5, 11], [6, 10, 12], [7, 11, 13], [8, 12, 14], [9, 13]),
]
LIMITS = [4, 4, 3, 4, 3, 4, 5, 5, 5, 4, 3, 4, 3, 4, 4]


def mover(units: dict[int, str], yellow: int = 5, enemy: dict[int, str] | None = None, **rest) -> Board:
    rest.setdefault("factions", "KT")
    tokens = ((0, 0, yellow), (0, 0, 0))
    return Board(units=(units, enemy or {}), tokens=tokens, phase="MOVE_TARGET", **rest)


def targets(board: Board) -> list[int]:
    return [int(name[3:]) for name in board.legal("to")]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("zone", range(15))
def test_adjacent_zones(zone, seat):
    """FL-5.1, FL-5.3: the targets of a lone unit are the zones that share a side with its own."""
    units = [{}, {}]
    units[seat] = {zone if seat == 0 else 14 - zone: "W" if seat == 0 else "S"}
    bases = ((0,), (4,) if zone == 14 else (14,)) if seat == 0 else ((10,) if zone == 14 else (0,), (14,))
    board = Board(units=tuple(units), bases=bases, tokens=((0, 0, 1),) * 2, phase="MOVE_TARGET", to_act=seat)
    assert targets(board) == ADJACENT[zone]


def test_a_move_step_by_step():
    """FL-5.1: the token is paid with the target; then come the source and the units."""
    board = mover({6: "WM", 2: "S"}, 3)
    board.play("to 7")
    assert (board.tokens(0), board.turn(), board.legal()) == ((0, 0, 2), ("MOVE_SOURCE", 0), ["from 2", "from 6"])
    assert np.flatnonzero(board.look(1)["move_target"]).tolist() == [14 - 7]
    board.play("from 6")
    assert (board.phase(), board.legal()) == ("MOVE_UNITS", ["move W", "move M", "all"])
    assert np.flatnonzero(board.look(0)["move_source"]).tolist() == [6]
    board.play("move M")
    assert (board.legal(), board.units(0)) == (["end", "move W"], {2: "S", 6: "W", 7: "M"})
    assert board.look(1)["move_flags"][0] == pytest.approx(1 / 6)
    board.play("end")
    assert (board.phase(), board.units(0), board.tokens(0)) == ("MOVE_TARGET", {2: "S", 6: "W", 7: "M"}, (0, 0, 2))
    assert not board.look(0)["move_target"].any()
    assert not board.look(0)["move_source"].any()
    assert board.look(0)["move_flags"][0] == 0


def test_one_source_per_move():
    """FL-5.1: units of one adjacent zone are moved, as many as wanted."""
    board = mover({6: "WWM", 2: "SS"}, 3).play("to 7", "from 6", "move W", "move M", "end")
    assert board.units(0) == {2: "SS", 6: "W", 7: "WM"}


def test_units_may_move_again():
    """FL-5.2: as long as there are tokens."""
    board = mover({6: "W"}, 4).play("to 7", "to 8", "to 3")
    assert (board.units(0), board.tokens(0), board.phase()) == ({3: "W"}, (0, 0, 1), "MOVE_TARGET")


def test_no_yellow_token_no_move():
    """FL-5.3: the move phase is then over."""
    board = mover({6: "W", 7: "W"}, 1, enemy={9: "S"}, hands=("1", "1"))
    board.play("to 11")
    assert board.turn() == ("HARVEST", 1)


def test_a_full_zone_is_no_target():
    """FL-5.3, FL-5.4: nor is one without own units beside it."""
    board = mover({6: "WWWM", 11: "MMSS"})
    assert targets(board) == [1, 5, 6, 7, 10, 12]
    board = mover({6: "WWWM", 11: "MMS"})
    assert targets(board) == [1, 5, 6, 7, 10, 11, 12]


@pytest.mark.parametrize("zone", range(15))
def test_zone_limits(zone):
    """FL-5.4: the printed limit of every zone."""
    source = ADJACENT[zone][0]
    below, full = "WWWWM"[: LIMITS[zone] - 1], "WWWWM"[: LIMITS[zone]]
    bases = ((0,), (4,) if zone == 14 else (14,))
    assert zone in targets(mover({zone: below, source: "S"}, bases=bases))
    assert zone not in targets(mover({zone: full, source: "S"}, bases=bases))


@pytest.mark.parametrize("enemy", [{}, {13: "S"}])
def test_entering_a_hostile_zone_starts_a_battle(enemy):
    """FL-5.5: enemy units, or a base alone, make a zone hostile."""
    board = mover({8: "WW"}, 3, enemy=enemy).play("to 13")
    assert not board.look(0)["battle_zone"].any()
    board.play("move W")
    assert np.flatnonzero(board.look(0)["battle_zone"]).tolist() == [13]
    assert board.look(0)["battle_role"].tolist() == [1, 0, 0, 0]
    assert np.flatnonzero(board.look(1)["battle_zone"]).tolist() == [1]
    assert board.look(1)["battle_role"].tolist() == [0, 1, 0, 0]
    assert (board.look(0)["base_in"].tolist(), board.look(1)["base_in"].tolist()) == ([0, 1], [1, 0])


def test_units_without_a_base_are_hostile():
    """FL-5.5: also on neutral ground."""
    board = mover({6: "WW"}, 3, enemy={7: "S"}).play("to 7", "all")
    assert (board.phase(), board.state.battle_zone, board.state.attacker) == ("FORMATION", 7, 0)


def test_zones_without_enemies_are_peaceful():
    """FL-5.5: own bases, lost base sites and open ground start nothing."""
    board = mover({7: "WWW"}, 5, bases=((0,), (14,)))
    board.play("to 12", "move W", "end", "to 2", "move W", "end")
    assert (board.units(0), board.state.battle_zone) == ({2: "W", 7: "W", 12: "W"}, -1)


def test_reinforcements_only():
    """FL-5.6: any adjacent zone may send more units into the battle, at the same price; other moves are over."""
    board = mover({7: "WW", 11: "MM", 6: "S"}, 5).play("to 12", "from 7", "move W", "end")
    assert (board.legal(), board.tokens(0)) == (["end", "to 12"], (0, 0, 4))
    board.play("to 12")
    assert (board.legal(), board.tokens(0)) == (["from 7", "from 11"], (0, 0, 3))
    board.play("from 11", "all")
    assert board.units(0)[12] == "WMM"
    assert board.legal() == ["end", "to 12"]


def test_the_move_phase_ends_with_the_battle():
    """FL-5.7: the attacker moves no more, whatever tokens are left."""
    board = mover({7: "W", 6: "W"}, 5, enemy={9: "S"}, hands=("", "1"))
    board.play("to 12", "end", "end")  # no force mine, no token in combat: 2 against 2
    assert (board.bases(1), board.tokens(0)) == ([4, 9, 13, 14], (0, 0, 4))
    assert board.turn() == ("HARVEST", 1)


def test_the_other_player_moves_after_the_battle():
    """FL-5.7, FL-2.2: the second player's move phase follows."""
    board = Board("KT", ({7: "W"}, {9: "S"}), tokens=((0, 0, 1), (0, 0, 1)), phase="MOVE_TARGET")
    board.play("to 12")
    assert (board.turn(), board.bases(1)) == (("MOVE_TARGET", 1), [4, 9, 13, 14])


@pytest.mark.parametrize("enemy", [{}, {12: "S"}, {12: "SSS"}])
def test_one_more_attacker(enemy):
    """FL-5.8: limit plus one in a hostile zone, whatever the defender has there."""
    board = mover({7: "WWWM", 11: "SS"}, 5, enemy=enemy).play("to 12", "from 7", "all")
    assert (board.force(0), board.phase()) == ("WWWM", "FORMATION")


def test_no_attacker_bonus():
    """FL-5.8: the option attacker_bonus=0."""
    board = mover({7: "WWWM", 11: "SS"}, 5, attacker_bonus=0).play("to 12", "from 7")
    assert "all" not in board.legal()
    board.play("move W", "move W", "move M")
    assert (board.force(0), board.units(0), board.phase()) == ("WWM", {7: "W", 11: "SS"}, "FORMATION")


def test_no_bonus_on_peaceful_ground():
    """FL-5.8: only hostile zones take one more."""
    board = mover({6: "WWWWM"}, 5).play("to 11")
    assert (board.phase(), board.legal()) == ("MOVE_UNITS", ["move W", "move M"])
    board.play("move W", "move W", "move W", "move M")
    assert (board.units(0), board.phase()) == ({6: "W", 11: "WWWM"}, "MOVE_TARGET")


def test_a_move_ends_when_the_source_is_empty():
    """FL-5.9."""
    board = mover({6: "WM"}, 5).play("to 7", "move W", "move M")
    assert (board.phase(), board.units(0)) == ("MOVE_TARGET", {7: "WM"})
    board = mover({6: "WM"}, 5).play("to 7", "all")
    assert (board.phase(), board.units(0)) == ("MOVE_TARGET", {7: "WM"})


def test_a_move_ends_when_the_target_is_full():
    """FL-5.9: and all units are offered only if they fit."""
    board = mover({1: "WWM", 2: "SS"}, 5).play("to 2")
    assert board.legal() == ["move W", "move M"]
    board.play("move M")
    assert (board.phase(), board.units(0)) == ("MOVE_TARGET", {1: "WW", 2: "MSS"})


def test_all_only_at_the_start_of_a_move():
    """FL-5.9: not after the first unit, and not for a lone one."""
    board = mover({6: "WWM"}, 5).play("to 7")
    assert "all" in board.legal()
    assert "all" not in board.play("move W").legal()
    board = mover({6: "W"}, 5).play("to 7")
    assert (board.phase(), board.units(0)) == ("MOVE_TARGET", {7: "W"})


def test_seat_1_moves_in_its_own_frame():
    """FL-5.1: zones are counted from the own side."""
    board = Board("KT", ({}, {8: "SC"}), tokens=((0, 0, 0), (0, 0, 2)), phase="MOVE_TARGET", to_act=1)
    assert targets(board) == [1, 5, 7, 11]
    board.play("to 7", "move S", "end")
    assert board.units(1) == {8: "C", 7: "S"}
