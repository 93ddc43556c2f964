"""The two move phases, and what tiles do: MS-3."""

import pytest

from flank_envs.engine.errors import IllegalActionError
from tests.games.mana_surge.board import COMPASS, HOME, HOMES, Board, cells, tiles
from tests.twins.mana_surge import BLADE, KIND, MIRE, PLAIN, RAMPART, WARSTONE, neighbor

LOCKING = "45 24 47 64 11 41 83 3 20 21 61 77 88 26 43 66"
STONES = "35 44 56 10 19 31 52 76 82 18 42 75 16 23 37 58 63 73 25 33 36 54 57 65 34 46 55"
THORNS = "17 27 32 53 67 74"


def test_order_of_a_turn():
    """MS-3.1: start, first move, combat, second move, end."""
    board = Board.turn({0: "44 47 26 49", 1: "45"}, mana=(0, 0, 0))
    seen = [board.phase()]
    for name in ("left", "pass", "pass", "pass", "pass"):
        board.play(name)
        seen.append(board.phase() if board.to_act() == 0 else "next")
    assert seen == ["START", "MOVE1", "COMBAT", "MOVE2", "END", "next"]


def test_combat_comes_also_when_nothing_can_move():
    """MS-3.1: a first move phase that ends by itself is followed by combat."""
    board = Board({0: "90 48", 1: "89 84", 2: "83"}, ap=2).play("C48", "N")
    assert (board.phase(), board.ap(), board.legal()) == ("COMBAT", 1, ["pass", "C90"])


def test_two_move_phases_share_the_action_points():
    """MS-3.1, MS-3.2: what the first one spends is missing in the second."""
    board = Board({0: "48 59"}, ap=3).play("C48", "NE", "pass")
    assert (board.phase(), board.ap()) == ("MOVE2", 2)
    board.play("C59", "S")
    assert (board.phase(), board.ap(), board.tokens(0)) == ("MOVE2", 1, [58, 60])
    board.play("C60", "N")
    assert (board.to_act(), board.tokens(0)) == (1, [58, 59])


def test_one_action_point_moves_one_token_one_tile():
    """MS-3.2: the same token may go on, or another one."""
    board = Board({0: "38 59"}, ap=4).play("C38", "N")
    assert (board.tokens(0), board.ap(), board.phase()) == ([37, 59], 3, "MOVE1")
    board.play("C37", "SE")
    assert (board.tokens(0), board.ap()) == ([48, 59], 2)
    board.play("C59", "N")
    assert (board.tokens(0), board.ap()) == ([48, 58], 1)


@pytest.mark.parametrize("direction", range(6))
def test_six_directions(direction):
    """MS-3.2: N, NE, SE, S, SW, NW, from a tile in the open."""
    target = [13, 22, 23, 15, 7, 6][direction]
    board = Board({0: "14"}).play("C14")
    assert board.legal() == list(COMPASS)
    assert board.play(COMPASS[direction]).tokens(0) == [target]


@pytest.mark.parametrize("phase", ["MOVE1", "MOVE2"])
def test_movable_tokens(phase):
    """MS-3.2: unlocked tokens with an empty neighbor, of the player in turn only."""
    corner = {0: "90 38 47", 1: "89 84", 2: "83"}
    assert Board(corner, phase).legal() == ["pass", "C38"]
    assert Board({0: "90 38 47", 1: "89"}, phase).legal() == ["pass", "C38", "C90"]


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_tokens_of_anybody_are_in_the_way(owner):
    """MS-3.3, MS-3.11: a tile with a token is not empty, whoever owns it: no stacking, no swapping."""
    placed = {0: "14", 1: "90", 2: "40"}
    placed[owner] += " 13"
    board = Board(placed).play("C14")
    assert board.legal() == ["NE", "SE", "S", "SW", "NW"]
    with pytest.raises(IllegalActionError):
        board.play("N")


def unlocked_next_to(tile: int) -> tuple[int, str]:
    """A tile where a token can stand and move, and its direction to `tile`."""
    around = [(neighbor(tile, d), COMPASS[(d + 3) % 6]) for d in range(6)]
    return next((t, way) for t, way in around if t is not None and KIND[t] in (PLAIN, RAMPART, BLADE, WARSTONE, MIRE))


@pytest.mark.parametrize("tile", tiles(f"{LOCKING} {STONES} {THORNS}"))
def test_every_kind_of_tile_can_be_entered(tile):
    """MS-3.3: pool, thorns, abilities and stones are open when nobody is there."""
    start, way = unlocked_next_to(tile)
    board = Board({0: f"{start} 39"}, ap=2).play(f"C{start}", way)
    assert board.tokens(0) == sorted([39] if tile in tiles(THORNS) else [39, tile])


@pytest.mark.parametrize("phase", ["MOVE1", "MOVE2"])
def test_a_move_phase_can_be_ended(phase):
    """MS-3.4: before any move and after some, with AP left."""
    following = {"MOVE1": (0, "MOVE2", 2), "MOVE2": (1, "MOVE1", 1)}[phase]
    placed = {0: "48", 1: HOMES[1]}
    board = Board(placed, phase, ap=2).play("pass")
    assert (board.to_act(), board.phase(), board.ap()) == following
    board = Board(placed, phase, ap=3).play("C48", "NE", "pass")
    assert (board.to_act(), board.phase(), board.ap()) == following


def test_action_points_are_kept_for_combat_and_the_dagger():
    """MS-3.4: passing both move phases leaves the AP for the phases in between and after."""
    board = Board({0: "44 43 38", 1: "45"}, ap=2).play("pass")
    assert (board.phase(), board.ap()) == ("COMBAT", 2)
    board.play("C44", "S", "pass")
    assert (board.phase(), board.ap()) == ("END", 1)


def test_a_picked_token_has_to_move():
    """MS-3.2: there is no way back from the choice of a token, and the AP is paid with the direction."""
    board = Board({0: HOME}).play("C49")
    assert (board.phase(), board.ap(), board.legal()) == ("MOVE1_DIR", 1, ["N", "NE", "NW"])


@pytest.mark.parametrize(
    ("start", "way", "thorns"),
    [(16, "S", 17), (37, "NW", 27), (42, "SW", 32), (63, "NW", 53), (58, "NE", 67), (73, "S", 74)],
)
def test_thorns_defeat(start, way, thorns):
    """MS-3.5: the token returns to the supply at once, the AP is spent, and the tile stays empty."""
    board = Board({0: f"{HOME} {start}"}, ap=2).play(f"C{start}", way)
    assert (board.tokens(0), board.supply()[0], board.ap()) == ([39, 49, 60], 12, 1)
    assert board.look(0)["attack"][thorns] == 0
    assert board.legal() == ["pass", *cells(HOME)]


@pytest.mark.parametrize("tile", LOCKING.split())
def test_locked_tokens_do_not_move(tile):
    """MS-3.6: pool, extra action, extra spawn and dagger."""
    board = Board({0: f"{HOME} {tile}"}, ap=2)
    assert board.legal() == ["pass", *cells(HOME)]


@pytest.mark.parametrize("tile", LOCKING.split())
def test_locked_tokens_do_not_attack(tile):
    """MS-3.6: an enemy beside it is safe from them, though not from an unlocked token."""
    enemy = unlocked_next_to(int(tile))[0]
    board = Board({0: f"38 {tile}", 1: str(enemy)}, ap=2).play("pass")
    assert board.phase() == "MOVE2"


def test_entering_locks_at_once():
    """MS-3.6: the AP that is left cannot move the token on, nor attack with it."""
    board = Board({0: "46", 1: "44 7"}, ap=3).play("C46", "N")
    assert (board.tokens(0), board.mana()[0], board.to_act()) == ([45], 1, 1)


@pytest.mark.parametrize("tile", STONES.split())
def test_stones_do_not_lock(tile):
    """MS-3.10: rampart, blade stone, warstone and mire let a token go on."""
    assert f"C{tile}" in Board({0: f"{HOME} {tile}"}).legal()


def test_abilities_belong_to_the_token_there():
    """MS-3.7: from its arrival on, for as long as it stays."""
    board = Board({0: "48 29 38", 1: HOMES[1]}, ap=3)
    assert board.look(0)["extra_actions"].tolist() == [0, 0, 0]
    board.play("C48", "N")
    assert board.look(0)["extra_actions"] == pytest.approx([1 / 6, 0, 0])
    board.play("C29", "NW")
    assert board.look(0)["extra_spawns"] == pytest.approx([1 / 6, 0, 0])
    assert board.look(1)["extra_spawns"] == pytest.approx([0, 0, 1 / 6])


def test_abilities_add_up():
    """MS-3.8: two extra actions and three extra spawns."""
    board = Board.turn({0: "28 24 47 3 20 77"})
    assert board.ap() == 3
    assert board.look(0)["spawns_left"] == pytest.approx(4 / 7)


def test_extra_actions_begin_with_the_next_turn():
    """MS-3.9: never in the turn in which the tile is entered."""
    board = Board({0: f"{HOME} 48", 1: HOMES[1], 2: HOMES[2]}, ap=2).play("C48", "N")
    assert (board.ap(), board.phase()) == (1, "MOVE1")
    board.play(*["pass"] * 6)
    assert (board.to_act(), board.ap()) == (0, 2)


@pytest.mark.parametrize(
    ("tile", "attack", "defense"),
    [(14, 1, 1), (44, 1, 2), (10, 1, 2), (18, 2, 1), (16, 2, 1), (25, 2, 2), (34, 0, 1), (45, 1, 1), (20, 1, 1)],
)
def test_values_of_tokens(tile, attack, defense):
    """MS-3.10, MS-4.3: of anybody's tokens, while they stand there."""
    board = Board({0: HOME, 1: str(tile)})
    seen = board.look(0)
    assert (seen["attack"][tile] * 2, seen["defense"][tile] * 2) == (attack, defense)


def test_modifiers_end_when_the_token_leaves():
    """MS-3.10: the same token beats a plain one without loss from a warstone, and falls with it beside the stone."""
    board = Board({0: "36", 1: "28"}, ap=3)
    assert board.look(0)["attack"][36] * 2 == board.look(0)["defense"][36] * 2 == 2
    board.play("C36", "S", "C37", "S")
    assert (board.look(0)["attack"][38] * 2, board.look(0)["defense"][38] * 2, board.phase()) == (1, 1, "MOVE1")
    board.play("pass", "C38", "NW")
    assert (board.tokens(0), board.tokens(1)) == ([], [])


def test_no_jumping():
    """MS-3.11: surrounded tokens stay, and tiles at a distance of two cannot be reached."""
    board = Board({0: "14 38", 1: "13 22 23 15", 2: "7 6"})
    assert board.legal() == ["pass", "C38"]
