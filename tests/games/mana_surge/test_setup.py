"""The beginning of a game: MS-1."""

import numpy as np
import pytest

from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.games.mana_surge.board import HOME, Board, cells


@pytest.mark.parametrize("players", [2, 3])
def test_players_and_their_corners(players):
    """MS-1.1: two or three seats, each with the spawner of its place: the home tiles touch tiles 50, 0 and 85."""
    board = Board.new(players=players)
    homes = [[39, 49, 60], [1, 6, 7], [78, 79, 86]]
    assert [board.tokens(seat) for seat in range(players)] == homes[:players]
    assert len(board.returns()) == len(board.mana()) == players
    assert board.look(0)["three_players"] == (players == 3)


def test_three_players_unless_told():
    """MS-1.1: the default."""
    assert len(Board.new().mana()) == 3


def test_a_seat_outside_the_match_has_nothing():
    """MS-1.1, MS-1.4: with two players the third corner is empty."""
    board = Board.new(players=2)
    assert not board.look(0)["prev_troops"].any()
    assert np.flatnonzero(board.look(0)["attack"]).tolist() == [1, 6, 7, 39, 49, 60]


@pytest.mark.parametrize(("options", "troops"), [({}, 15), ({"troops": 20}, 20), ({"troops": 3}, 3)])
def test_number_of_tokens(options, troops):
    """MS-1.2, MS-1.3: three of 15 (or so many as the option says) are on the board."""
    board = Board.new(**options)
    assert board.supply() == [troops - 3] * 3
    assert [len(board.tokens(seat)) for seat in range(3)] == [3, 3, 3]
    assert board.look(0)["supply"] == pytest.approx([(troops - 3) / troops] * 3)


@pytest.mark.parametrize("players", [2, 3])
def test_no_token_gets_lost(players):
    """MS-1.2: supply and board together stay 15, whatever happens."""
    board = Board.new(players=players)
    for _ in board.random_play(seed=players, limit=60 if JIT_DISABLED else 600):
        for seat in range(players):
            assert board.supply()[seat] + len(board.tokens(seat)) == 15


def test_home_tiles_of_every_seat():
    """MS-1.3: each player sees the own tokens left of, before and right of the spawner."""
    for players in (2, 3):
        board = Board.new(players=players)
        for seat in range(players):
            assert np.flatnonzero(board.look(seat)["own_troops"]).tolist() == [39, 49, 60]


@pytest.mark.parametrize(
    ("tile", "corner", "others"),
    [
        *[(39, "SE", 3), (49, "S", 5), (60, "SW", 3)],
        *[(6, "SW", 3), (7, "NW", 5), (1, "N", 3)],
        *[(78, "SE", 3), (79, "NE", 5), (86, "N", 3)],
    ],
)
def test_nobody_enters_a_spawner_tile(tile, corner, others):
    """MS-1.4, MS-3.3: neither the own one nor those of others, while all other ways are open."""
    board = Board({0: str(tile)}).play(f"C{tile}")
    assert corner not in board.legal()
    assert len(board.legal()) == others


def test_spawners_cannot_be_attacked():
    """MS-1.4: a token next to an enemy spawner finds nothing to attack there."""
    board = Board({0: "7 79", 1: "90", 2: "5"}).play("pass")
    assert board.phase() == "MOVE2"


def test_the_third_corner_of_a_one_on_one_match():
    """MS-1.4: with two players tile 85 is entered, left and fought on like a plain tile; with three it is not."""
    board = Board({0: "79", 1: "86"}, ap=2, players=2).play("C79", "NE")
    assert board.tokens(0) == [85]
    assert board.look(0)["attack"][85] == board.look(0)["defense"][85] == 0.5
    assert board.legal() == ["pass", "C85"]
    board.play("pass", "C85", "S")
    assert (board.tokens(0), board.tokens(1)) == ([], [])
    assert "NE" not in Board({0: "79", 1: "86"}, ap=2).play("C79").legal()


@pytest.mark.parametrize("first", [0, 1, 2])
def test_turns_go_round(first):
    """MS-1.5: from the first seat on, in the order of the seats."""
    board = Board.new(first_seat=first)
    seen = []
    for _ in range(7):
        seen.append(board.to_act())
        board.play("pass", "pass")
    assert seen == [(first + turn) % 3 for turn in range(7)]


@pytest.mark.parametrize("first", [0, 1])
def test_turns_alternate(first):
    """MS-1.5: in a one-on-one match too."""
    board = Board.new(first_seat=first, players=2)
    seen = []
    for _ in range(4):
        seen.append(board.to_act())
        board.play("pass", "pass")
    assert seen == [first, 1 - first] * 2


def test_nobody_has_mana():
    """MS-1.6: with three players, whoever begins and whatever komi says."""
    for options in ({}, {"first_seat": 1}, {"komi": 3}):
        assert Board.new(**options).mana() == [0, 0, 0]


@pytest.mark.parametrize(("options", "mana"), [({}, [0, 1]), ({"komi": 0}, [0, 0]), ({"komi": 4}, [0, 4])])
def test_komi(options, mana):
    """MS-1.6: in a one-on-one match the second player starts with komi, which is 1."""
    assert Board.new(players=2, **options).mana() == mana
    assert Board.new(players=2, first_seat=1, **options).mana() == mana[::-1]


def test_the_first_decision():
    """MS-1.3, MS-1.5: every seat that begins finds the same choice."""
    for players in (2, 3):
        for first in range(players):
            board = Board.new(players=players, first_seat=first)
            assert board.legal() == ["pass", *cells(HOME)]
            assert (board.phase(), board.ap(), board.turns()) == ("MOVE1", 1, 0)


def test_a_new_game_keeps_nothing_of_the_old_one():
    """MS-1.3, MS-1.6: whatever the game before has left."""
    board = Board({0: "44 47", 1: "20"}, ap=2, mana=(3, 4, 5), turns=7).play("C44").reset()
    assert [board.tokens(seat) for seat in range(3)] == [[39, 49, 60], [1, 6, 7], [78, 79, 86]]
    assert (board.mana(), board.supply(), board.turns(), board.ap()) == ([0, 0, 0], [12, 12, 12], 0, 1)
    assert (board.phase(), board.ids()) == ("MOVE1", [0, 50, 60, 71])


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": 2, "first_seat": 2}, "first_seat"),
        ({"players": 2, "komi": 10}, "komi"),
        ({"players": 2, "mana_goal": 1}, "komi"),
        ({"players": 4}, "players"),
        ({"troops": 2}, "troops"),
        ({"mana_goal": 0}, "mana_goal"),
        ({"max_rounds": 0}, "max_rounds"),
    ],
    ids=str,
)
def test_options_that_make_no_game(options, complaint):
    """MS-1.1, MS-1.2, MS-1.5, MS-1.6: a seat that is not there, or a game that is won before it begins."""
    with pytest.raises(ValueError, match=f"option {complaint}="):
        Board.new(**options)


def test_options_at_their_limits():
    """MS-1.5, MS-1.6: with three players seat 2 may begin, and komi does not matter."""
    assert Board.new(first_seat=2).to_act() == 2
    assert Board.new(mana_goal=1).mana() == [0, 0, 0]
    assert Board.new(players=2, mana_goal=1, komi=0).mana() == [0, 0]
