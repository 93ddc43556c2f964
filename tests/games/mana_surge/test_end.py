"""The end of a turn and the end of the game: MS-5 and MS-6."""

import pytest

from flank_envs.engine.errors import IllegalActionError
from tests.games.mana_surge.board import GAME, HOME, HOMES, Board, cells

DAGGERS = "26 43 66"
GIVEN = ("C39", "C49", "C60")


def ending(board: Board) -> tuple[bool, bool, list[float]]:
    return board.over(), board.at_limit(), board.returns()


# ---------------------------------------------------------------- the pool


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_pool_gives_a_mana_point(seat):
    """MS-5.1: to the player in turn, once in a turn, on entering the end phase."""
    placed = {s: HOMES[s] for s in range(3)}
    placed[seat] += " 45"
    board = Board(placed, "MOVE2", to_act=seat, mana=(2, 2, 2)).play("pass")
    expected = [2, 2, 2]
    expected[seat] = 3
    assert (board.mana(), board.to_act()) == (expected, (seat + 1) % 3)


def test_nobody_collects_in_the_turn_of_another():
    """MS-5.1: a round with seat 1 on the pool gives one point, in seat 1's turn."""
    board = Board({0: HOME, 1: f"{HOMES[1]} 45", 2: HOMES[2]})
    seen = []
    for _ in range(3):
        board.play("pass", "pass")
        seen.append(board.mana())
    assert seen == [[0, 0, 0], [0, 1, 0], [0, 1, 0]]


def test_collecting_comes_with_the_end_phase():
    """MS-5.1: not before the second move phase is over, and before the dagger is offered."""
    board = Board({0: f"{HOME} 43 45"}).play("pass")
    assert (board.phase(), board.mana()[0]) == ("MOVE2", 0)
    board.play("pass")
    assert (board.phase(), board.mana()[0]) == ("END", 1)
    board.play("pass")
    assert (board.mana()[0], board.to_act()) == (1, 1)


def test_an_empty_pool_gives_nothing():
    """MS-5.1: nor does a tile beside it."""
    assert Board({0: "44 46 35 56 34 55"}, "MOVE2").play("pass").mana() == [0, 0, 0]


@pytest.mark.parametrize(("phase", "start", "way"), [("MOVE1", "46", "N"), ("MOVE2", "44", "S"), ("MOVE2", "34", "SE")])
def test_a_token_that_has_just_arrived_collects(phase, start, way):
    """MS-5.2: entered in either move phase of this turn."""
    board = Board({0: start}, phase).play(f"C{start}", way)
    assert (board.tokens(0), board.mana()) == ([45], [1, 0, 0])


# ---------------------------------------------------------------- the dagger


@pytest.mark.parametrize("dagger", DAGGERS.split())
def test_the_dagger_is_offered(dagger):
    """MS-5.3: with AP, three tokens and a dagger tile; it takes 1 AP, three tokens and gives 1 mana point."""
    board = Board({0: f"{HOME} {dagger}"}, "MOVE2", ap=2).play("pass")
    assert (board.phase(), board.legal()) == ("END", ["pass", "dagger"])
    board.play("dagger")
    assert (board.phase(), board.ap(), board.mana()[0]) == ("SACRIFICE", 1, 0)
    board.play(*GIVEN)
    assert (board.mana(), board.tokens(0), board.to_act()) == ([1, 0, 0], [int(dagger)], 1)


@pytest.mark.parametrize(
    ("placed", "why"),
    [
        ({0: HOME, 1: "43"}, "the dagger is somebody else's"),
        ({0: f"{HOME} 44"}, "no dagger"),
        ({0: "43 38"}, "two tokens"),
    ],
)
def test_the_dagger_is_not_offered(placed, why):
    """MS-5.3: when one of its conditions is missing."""
    board = Board(placed, "MOVE2", ap=2).play("pass")
    assert (board.to_act(), board.mana()[0]) == (1, 0), why


def test_the_dagger_needs_an_action_point():
    """MS-5.3: the last one has been spent on a move."""
    board = Board({0: f"{HOME} 43"}, "MOVE2").play("C49", "N")
    assert (board.to_act(), board.tokens(0)) == (1, [39, 43, 48, 60])


def test_the_dagger_can_be_declined():
    """MS-5.3: passing ends the turn and costs nothing."""
    board = Board({0: f"{HOME} 43"}, "MOVE2").play("pass", "pass")
    assert (board.to_act(), board.mana(), board.tokens(0)) == (1, [0, 0, 0], [39, 43, 49, 60])


@pytest.mark.parametrize(("daggers", "uses"), [("43", 1), ("43 26", 2), (DAGGERS, 3)])
def test_one_use_for_each_dagger_tile(daggers, uses):
    """MS-5.3, MS-3.8: in one turn, with AP and tokens for four."""
    offered = cells("4 5 12 13 14 15 28 29 30 38 39 40")
    board = Board({0: f"4 5 12 13 14 15 28 29 30 38 39 40 {daggers}"}, "MOVE2", ap=4).play("pass")
    for use in range(uses):
        assert (board.phase(), board.look(0)["dagger_used"]) == ("END", pytest.approx(use / 3))
        board.play("dagger", *offered[3 * use : 3 * use + 3])
    assert (board.mana()[0], board.to_act()) == (uses, 1)


def test_the_uses_begin_anew_with_each_turn():
    """MS-5.3: one dagger serves in every turn of its owner."""
    placed = {0: f"{HOME} 43 38 48 59", 1: HOMES[1], 2: HOMES[2]}
    board = Board(placed, "MOVE2").play("pass", "dagger", *GIVEN, *["pass"] * 4)
    board.play("front", "pass", "pass")
    assert (board.to_act(), board.phase(), board.legal()) == (0, "END", ["pass", "dagger"])


def test_daggers_are_counted_at_that_moment():
    """MS-5.3: whoever sacrifices one of two dagger tiles has no second use."""
    board = Board({0: f"{HOME} 43 26 38 59"}, "MOVE2", ap=3).play("pass", "dagger", "C39", "C49", "C26")
    assert (board.to_act(), board.mana()[0], board.tokens(0)) == (1, 1, [38, 43, 59, 60])


def test_three_tokens_are_needed_for_each_use():
    """MS-5.3: five tokens are enough for one."""
    board = Board({0: f"{HOME} 43 26"}, "MOVE2", ap=2).play("pass", "dagger", *GIVEN)
    assert (board.to_act(), board.mana()[0], board.tokens(0)) == (1, 1, [26, 43])


def test_three_tokens_are_enough():
    """MS-5.3, MS-5.4: the one on the dagger is among them, and the board is empty afterwards."""
    board = Board({0: "43 39 49"}, "MOVE2").play("pass", "dagger", "C39", "C43", "C49")
    assert (board.mana()[0], board.tokens(0), board.supply()[0], board.to_act()) == (1, [], 15, 1)


def test_each_use_needs_an_action_point():
    """MS-5.3: two daggers, one AP."""
    board = Board({0: f"{HOME} 43 26 38 48 59"}, "MOVE2").play("pass", "dagger", *GIVEN)
    assert (board.to_act(), board.mana()[0]) == (1, 1)


def test_any_own_tokens_can_be_sacrificed():
    """MS-5.4: locked or not, on the pool and on the dagger; nobody else's; none twice."""
    board = Board({0: "43 45 47 20 38", 1: "7 44"}, "MOVE2").play("pass", "dagger")
    assert board.legal() == cells("43 45 47 20 38")
    board.play("C45")
    assert board.legal() == cells("43 47 20 38")
    with pytest.raises(IllegalActionError):
        board.play("C45")
    board.play("C43")
    assert board.legal() == cells("47 20 38")


def test_tokens_are_removed_together():
    """MS-5.4: the first two stay on the board until the third is named; the point comes then."""
    board = Board({0: f"{HOME} 43"}, "MOVE2").play("pass", "dagger", "C39", "C43")
    assert (board.tokens(0), board.supply()[0], board.mana()[0]) == ([39, 43, 49, 60], 11, 0)
    assert board.look(0)["daggers"] == pytest.approx([1 / 3, 0, 0])
    board.play("C60")
    assert (board.tokens(0), board.supply()[0], board.mana()[0]) == ([49], 14, 1)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_sacrifice_in_another_frame(seat):
    """MS-5.4: the tokens that the player names, as that player sees the board."""
    placed = {seat: f"{HOMES[seat]} {({1: 66, 2: 26})[seat]}"}
    board = Board(placed, "MOVE2", to_act=seat).play("pass", "dagger")
    assert board.legal() == cells(f"{HOME} 43")
    board.play("C39", "C43", "C49")
    assert board.tokens(seat) == {1: [1], 2: [78]}[seat]


def test_sacrificed_tokens_return_to_the_supply():
    """MS-5.5: they can be placed again in the next turn."""
    board = Board({0: f"{HOME} 43", 1: HOMES[1], 2: HOMES[2]}, "MOVE2", troops=4).play("pass", "dagger", *GIVEN)
    assert board.supply()[0] == 3
    board.play(*["pass"] * 4)
    assert (board.phase(), board.legal()) == ("START", ["left", "front", "right"])
    assert board.play("left").tokens(0) == [39, 43]


def test_a_dagger_can_be_used_at_once():
    """MS-5.6: in the turn in which it is entered."""
    board = Board({0: f"{HOME} 44"}, ap=2).play("C44", "N", "pass", "pass")
    assert (board.tokens(0), board.phase(), board.legal()) == ([39, 43, 49, 60], "END", ["pass", "dagger"])
    board = Board({0: f"{HOME} 33"}, "MOVE2", ap=2).play("C33", "NE", "pass")
    assert board.phase() == "END"


def test_the_next_seat_begins():
    """MS-5.7: after the end phase, with its own AP; a round is counted by turns."""
    board = Board({0: HOME, 1: f"{HOMES[1]} 24", 2: HOMES[2]}, turns=30)
    board.play("pass", "pass")
    assert (board.to_act(), board.ap(), board.turns()) == (1, 2, 31)
    board.play("pass", "pass")
    assert (board.to_act(), board.ap(), board.turns()) == (2, 1, 32)
    assert (board.play("pass", "pass").to_act(), board.turns()) == (0, 33)


# ---------------------------------------------------------------- the end of the game


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_ten_mana_points_win(seat):
    """MS-6.1: by collecting, for every seat."""
    mana = [8, 8, 8]
    mana[seat] = 9
    placed = {0: HOMES[0], 1: HOMES[1], 2: HOMES[2]}
    placed[seat] += " 45"
    board = Board(placed, "MOVE2", to_act=seat, mana=mana).play("pass")
    returns = [-0.5, -0.5, -0.5]
    returns[seat] = 1
    assert ending(board) == (True, False, returns)
    assert (board.phase(), board.to_act(), board.legal(), board.mana()[seat]) == ("OVER", -1, [], 10)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_win_of_one_against_one(seat):
    """MS-6.1: the loser of two gets -1."""
    placed = {0: HOMES[0], 1: HOMES[1]}
    placed[seat] += " 45"
    board = Board(placed, "MOVE2", to_act=seat, mana=(9, 9), players=2).play("pass")
    assert ending(board) == (True, False, [1, -1] if seat == 0 else [-1, 1])


def test_nine_points_do_not_win():
    """MS-6.1: one is missing."""
    board = Board({0: f"{HOME} 45"}, "MOVE2", mana=(8, 9, 9)).play("pass")
    assert (ending(board), board.mana()) == ((False, False, [0, 0, 0]), [9, 9, 9])


def test_the_game_ends_before_the_dagger_is_offered():
    """MS-6.1: in the middle of the end phase."""
    board = Board({0: f"{HOME} 43 45"}, "MOVE2", mana=(9, 0, 0), ap=2).play("pass")
    assert ending(board) == (True, False, [1, -0.5, -0.5])


def test_a_sacrifice_can_win():
    """MS-6.1: after the third token, though a second dagger could be used."""
    board = Board({0: f"{HOME} 43 26 38 48 59"}, "MOVE2", mana=(9, 0, 0), ap=2).play("pass", "dagger", *GIVEN)
    assert ending(board) == (True, False, [1, -0.5, -0.5])
    assert (board.mana()[0], board.tokens(0)) == (10, [26, 38, 43, 48, 59])


def test_another_goal():
    """MS-6.1: the option mana_goal."""
    board = Board({0: f"{HOME} 45"}, "MOVE2", mana=(2, 0, 0), mana_goal=3).play("pass")
    assert ending(board) == (True, False, [1, -0.5, -0.5])
    board = Board({0: f"{HOME} 45"}, "MOVE2", mana=(10, 0, 0), mana_goal=12).play("pass")
    assert (ending(board)[0], board.mana()[0]) == (False, 11)


def test_turns_that_pass_by_themselves():
    """MS-6.2: seat 1 has no token and no tile for one; seat 2 only locked ones and nothing in supply."""
    board = Board({0: "6 7 1 38", 2: "88 77 61"}, "MOVE2", troops=4).play("pass")
    assert (board.to_act(), board.phase(), board.turns()) == (2, "START", 2)
    board = Board({0: "6 7 1", 2: "88 77 61"}, "MOVE2", troops=3).play("pass")
    assert (board.to_act(), board.phase(), board.turns()) == (0, "MOVE1", 3)


def test_a_player_without_tokens_comes_back():
    """MS-6.2: nobody is out; the first token is placed in the next turn."""
    board = Board({0: "38"}, "MOVE2").play("pass")
    assert (board.to_act(), board.legal()) == (1, ["left", "front", "right"])


def test_locked_players_collect_without_deciding():
    """MS-6.2, MS-5.1: the owner of the pool needs no decision to win."""
    placed = {0: "45 47 24", 1: "7 6 1", 2: "86 79 78"}
    board = Board(placed, "MOVE2", to_act=2, mana=(9, 0, 0), troops=3).play("pass")
    assert ending(board) == (True, False, [1, -0.5, -0.5])


@pytest.mark.parametrize(("players", "limit"), [(2, 400), (3, 600)])
def test_round_limit(players, limit):
    """MS-6.3: after 200 rounds there is no winner and everybody gets 0."""
    placed = {seat: HOMES[seat] for seat in range(players)}
    board = Board(placed, "MOVE2", to_act=players - 1, mana=(9, 0, 0), turns=limit - 1, players=players).play("pass")
    assert ending(board) == (True, True, [0] * players)
    assert (board.phase(), board.to_act(), board.turns()) == ("OVER", -1, limit)
    board = Board(placed, "MOVE2", to_act=players - 2, turns=limit - 2, players=players).play("pass")
    assert (board.over(), board.turns()) == (False, limit - 1)


def test_another_round_limit():
    """MS-6.3: the option max_rounds counts turns of everybody, whoever began."""
    board = Board.new(max_rounds=2, first_seat=2)
    for turn in range(6):
        assert (board.over(), board.turns()) == (False, turn)
        board.play("pass", "pass")
    assert ending(board) == (True, True, [0, 0, 0])
    assert "No winner: the game's limit is reached" in GAME.view.text(board.state, None)


def test_a_win_in_the_last_turn_counts():
    """MS-6.3, MS-6.1: collecting comes before the limit."""
    board = Board({2: f"{HOMES[2]} 45"}, "MOVE2", to_act=2, mana=(0, 0, 9), turns=599).play("pass")
    assert ending(board) == (True, False, [-0.5, -0.5, 1])


def test_a_sacrifice_in_the_last_turn_counts():
    """MS-6.3, MS-6.1: so does the dagger."""
    board = Board({2: f"{HOMES[2]} 26"}, "MOVE2", to_act=2, mana=(0, 0, 9), turns=599).play("pass", "dagger")
    assert ending(board.play(*GIVEN)) == (True, False, [-0.5, -0.5, 1])


def test_turns_without_decisions_reach_the_limit():
    """MS-6.2, MS-6.3: when nobody can do anything, the rounds go by."""
    placed = {0: "3 20 48", 1: "21 61 24", 2: "77 88 64"}
    board = Board(placed, "MOVE2", troops=3).play("C48", "N")
    assert ending(board) == (True, True, [0, 0, 0])
    assert board.turns() == 600
