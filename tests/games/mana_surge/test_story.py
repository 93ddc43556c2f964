"""What Mana Surge tells of a decision: everything, with the tile numbers of the viewer's board."""

from tests.games.mana_surge.board import Board
from tests.stories import told


def test_a_move_is_told_in_two_steps() -> None:
    board = Board.new()
    assert told(board.batch, "tile 49", 0) == ["You pick the token on tile 49."]
    assert told(board.batch, "N", 0)[0] == "You move from tile 49 to tile 48."


def test_tiles_have_the_numbers_of_the_viewers_board() -> None:
    own, other = Board.new(), Board.new()
    assert told(own.batch, "tile 49", 1) != told(other.batch, "tile 49", 2)
    assert told(own.batch, "N", 1)[-1] == "Your turn begins with 1 action point."


def test_a_fight_tells_who_falls() -> None:
    board = Board({0: "30", 1: "31"}, "COMBAT")
    told(board.batch, "tile 30", 1)
    first = told(board.batch, "S", 0)[0]
    assert first.startswith("You attack seat 1's token on tile 31")
    assert first.endswith(("both fall.", "it falls.", "the attacker falls.", "nobody falls."))
