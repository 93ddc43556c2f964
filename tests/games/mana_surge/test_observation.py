"""What the players see: everything, each in the own frame, and the legal actions in the same words."""

import numpy as np
import pytest

from tests.games.mana_surge.board import HOME, HOMES, Board

PHASES = ("START", "MOVE1", "MOVE1_DIR", "COMBAT", "COMBAT_DIR", "MOVE2", "MOVE2_DIR", "END", "SACRIFICE")
ALL = {0: f"{HOME} 45", 1: "6 7 24 3", 2: "86 79 66 61 64"}


def where(block: np.ndarray) -> list[int]:
    return np.flatnonzero(block).tolist()


def phase_seen(board: Board, seat: int = 0) -> list[str]:
    return [PHASES[phase] for phase in where(board.look(seat)["phase"])]


def test_the_phase_shows():
    """MS-3.1: the phases of a turn, to everybody."""
    board = Board.turn({0: "44 47 26", 1: "45"})
    names = ("left", "C44", "NW", "pass", "pass", "dagger")
    seen = [*phase_seen(board)]
    for name in names:
        board.play(name)
        assert phase_seen(board, 0) == phase_seen(board, 1) == phase_seen(board, 2)
        seen += phase_seen(board)
    assert seen == ["START", "MOVE1", "MOVE1_DIR", "MOVE1", "MOVE2", "END", "SACRIFICE"]


def test_the_phases_of_fighting_show():
    """MS-3.1: COMBAT, MOVE2 and their directions."""
    board = Board({0: "44 49", 1: "45"}, ap=2).play("pass")
    seen = [*phase_seen(board)]
    for name in ("C44", "S", "C44"):
        seen += phase_seen(board.play(name), 2)
    assert seen == ["COMBAT", "COMBAT_DIR", "MOVE2", "MOVE2_DIR"]


def test_no_phase_when_the_game_is_over():
    """MS-6.1: and nobody is to act."""
    board = Board({0: f"{HOME} 45"}, "MOVE2", mana=(9, 0, 0)).play("pass")
    for seat in range(3):
        seen = board.look(seat)
        assert not seen["phase"].any()
        assert not seen["turn_of"].any()
        assert seen["my_decision"] == 0
        assert seen["mana"][-seat % 3] == 1


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_whose_turn_it_is(seat):
    """MS-5.7: by seats counted from the observer."""
    board = Board({0: HOMES[0], 1: HOMES[1], 2: HOMES[2]}, to_act=seat)
    for observer in range(3):
        seen = board.look(observer)
        assert where(seen["turn_of"]) == [(seat - observer) % 3]
        assert seen["my_decision"] == (observer == seat)


@pytest.mark.parametrize("observer", [0, 1, 2])
def test_numbers_of_every_player(observer):
    """MS-1.2, MS-3.7, MS-3.8: mana, supply and abilities, the observer first."""
    board = Board(ALL, "MOVE1", mana=(3, 5, 8))
    seen = board.look(observer)

    def turned(values: list[float]) -> list[float]:
        return pytest.approx(values[observer:] + values[:observer])

    assert seen["mana"] == turned([0.3, 0.5, 0.8])
    assert seen["supply"] == turned([11 / 15, 11 / 15, 10 / 15])
    assert seen["extra_actions"] == turned([0, 1 / 6, 1 / 6])
    assert seen["extra_spawns"] == turned([0, 1 / 6, 1 / 6])
    assert seen["daggers"] == turned([0, 0, 1 / 3])
    assert seen["pool_holder"] == turned([1, 0, 0])


@pytest.mark.parametrize("observer", [0, 1])
def test_two_players_leave_the_third_place_empty(observer):
    """MS-1.1: in every block that counts by seat."""
    board = Board({0: f"{HOME} 45 26", 1: "6 7 24 3"}, mana=(3, 5), players=2)
    seen = board.look(observer)
    for name in ("turn_of", "mana", "supply", "extra_actions", "extra_spawns", "daggers", "pool_holder"):
        assert seen[name][2] == 0, name
    assert seen["mana"][:2] == pytest.approx([0.3, 0.5] if observer == 0 else [0.5, 0.3])
    assert (seen["three_players"], seen["prev_troops"].any()) == (0, False)


def test_other_goals_and_other_armies_are_shares():
    """MS-6.1, MS-1.2: mana counts in parts of the goal, supply in parts of the tokens."""
    board = Board({0: HOME}, mana=(2, 1, 0), mana_goal=4, troops=20)
    assert board.look(0)["mana"] == pytest.approx([0.5, 0.25, 0])
    assert board.look(0)["supply"] == pytest.approx([17 / 20, 1, 1])


@pytest.mark.parametrize(("seat", "local"), [(0, 14), (1, 14), (2, 14)])
def test_the_picked_token_shows(seat, local):
    """MS-3.2: to everybody, each in the own frame, until the direction is chosen."""
    tile = {0: 14, 1: 80, 2: 38}[seat]
    board = Board({seat: f"{tile} 45"}, to_act=seat, ap=2)
    assert not board.look(seat)["pending"].any()
    board.play(f"C{local}")
    assert where(board.look(seat)["pending"]) == [local]
    assert where(board.look(0)["pending"]) == [tile]
    board.play("SE")
    assert not board.look(seat)["pending"].any()


def test_marked_tokens_show():
    """MS-5.4: the tokens named for the dagger, and how many they are."""
    board = Board({0: f"{HOME} 43"}, "MOVE2").play("pass", "dagger")
    assert (where(board.look(1)["pending"]), board.look(1)["marked_count"]) == ([], 0)
    board.play("C49")
    assert (where(board.look(0)["pending"]), board.look(0)["marked_count"]) == ([49], pytest.approx(1 / 3))
    board.play("C39")
    assert (where(board.look(0)["pending"]), board.look(1)["marked_count"]) == ([39, 49], pytest.approx(2 / 3))
    board.play("C60")
    assert (where(board.look(0)["pending"]), board.look(0)["marked_count"]) == ([], 0)


def test_turn_data():
    """MS-2.1, MS-2.2, MS-5.3: AP, new tokens left and dagger uses of the player in turn, seen by all."""
    board = Board.turn({0: "38 48 24 47 20 43"})
    assert [board.look(seat)["action_points"] for seat in range(3)] == pytest.approx([3 / 7] * 3)
    assert [board.look(seat)["spawns_left"] for seat in range(3)] == pytest.approx([2 / 7] * 3)
    board.play("left")
    assert board.look(2)["spawns_left"] == pytest.approx(1 / 7)
    board.play("pass")
    assert board.look(0)["spawns_left"] == 0
    board.play("pass", "pass", "dagger")
    assert (board.look(1)["dagger_used"], board.look(1)["action_points"]) == pytest.approx((1 / 3, 2 / 7))


@pytest.mark.parametrize(("options", "turns", "share"), [({}, 150, 0.25), ({"players": 2, "max_rounds": 10}, 5, 0.25)])
def test_progress(options, turns, share):
    """MS-6.3: the part of the rounds that is over."""
    board = Board({0: HOME}, turns=turns, **options)
    assert board.look(0)["progress"] == pytest.approx(share)
