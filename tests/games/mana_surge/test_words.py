"""What the game says: actions in words, and the reason when one is refused."""

import pytest

from flank_envs.engine.errors import IllegalActionError
from tests.games.mana_surge.board import GAME, HOME, Board

EVERYTHING = {0: f"{HOME} 44 43", 1: "45 7", 2: "79"}


def refused(board: Board, name: str) -> str:
    with pytest.raises(IllegalActionError) as problem:
        board.play(name)
    return str(problem.value)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("C43", "locked"),
        ("C48", "no token"),
        ("C45", "no token"),
        ("N", "pick"),
        ("dagger", "END"),
        ("left", "START"),
    ],
)
def test_refusals_in_a_move_phase(name, why):
    """MS-3.6, MS-3.2: each with its own reason."""
    assert why in refused(Board(EVERYTHING), name)


def test_refusals_of_directions():
    """MS-3.3, MS-1.4, MS-3.2: taken tiles, spawners, the edge of the board, and no way back."""
    board = Board({0: "39 49"}).play("C39")
    assert "not empty" in refused(board, "NE")
    assert "not empty" in refused(board, "SE")
    assert "ends" in refused(board, "S")
    assert "direction" in refused(board, "pass")
    assert "direction" in refused(board, "C49")


def test_refusals_in_the_other_phases():
    """MS-2.4, MS-2.3, MS-4.1, MS-5.4: start, combat and sacrifice."""
    start = Board.turn({0: "49"})
    assert "must" in refused(start, "pass")
    assert "not empty" in refused(start, "front")
    combat = Board(EVERYTHING, "COMBAT")
    assert "no enemy" in refused(combat, "C39")
    assert "locked" in refused(combat, "C43")
    assert "no enemy" in refused(combat.play("C44"), "N")
    knife = Board(EVERYTHING, "MOVE2").play("pass", "dagger", "C44")
    assert "already" in refused(knife, "C44")
    assert "2 more" in refused(knife, "pass")
    assert "no token" in refused(knife, "C45")


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_tiles_are_told_as_the_player_sees_them(seat):
    """MS-1.1: the words of an action name the tiles of the own frame."""
    board = Board.new(first_seat=seat)
    assert "49" in GAME.view.describe(board.state, 60)
    assert "48" in GAME.view.describe(board.play("C49").state, 5)


def test_words_of_legal_actions_differ():
    """MS-3.1: people choose by them."""
    board = Board.turn({0: "28 20 44 47 43", 1: "45"})
    for name in ("left", "front", "C44", "NW", "pass", "pass", "dagger", "C39"):
        words = [GAME.view.describe(board.state, action) for action in board.ids()]
        assert len(set(words)) == len(words)
        board.play(name)
