"""The combat phase: MS-4."""

from itertools import product

import pytest

from tests.games.mana_surge.board import COMPASS, HOME, HOMES, Board, cells
from tests.twins.mana_surge import KIND, LOCKING, THORNS, TILES, neighbor

# Attack and defense of a token by kind of tile: plain, pool, (thorns), rampart, blade, warstone, mire, three abilities.
VALUES = [(1, 1), (1, 1), (0, 0), (1, 2), (2, 1), (2, 2), (0, 1), (1, 1), (1, 1), (1, 1)]
CORNERS = (0, 50, 85)


def borders() -> dict[tuple[int, int], tuple[int, int]]:
    """For each two kinds that touch somewhere: a tile to attack from, and the direction of the target."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for tile, direction in product(TILES, range(6)):
        other = neighbor(tile, direction)
        usable = KIND[tile] not in (THORNS, *LOCKING) and tile not in CORNERS
        if usable and other is not None and KIND[other] != THORNS and other not in CORNERS:
            found.setdefault((KIND[tile], KIND[other]), (tile, direction))
    return found


BORDERS = borders()


def fight(mine: str, way: str, placed: dict[int, str], **settings: int) -> Board:
    return Board(placed, "COMBAT", **settings).play(mine, way)


def test_who_can_attack():
    """MS-4.1: unlocked own tokens next to a token of somebody else."""
    board = Board({0: "37 48 59 45 14", 1: "38 13", 2: "46"}, "COMBAT")
    assert board.legal() == ["pass", *cells("37 48 14")]


def test_who_can_be_attacked():
    """MS-4.1: neighbors of every other player, not the own ones, and no empty tiles."""
    board = Board({0: "14 13", 1: "22 15", 2: "7"}, "COMBAT").play("C14")
    assert (board.phase(), board.legal()) == ("COMBAT_DIR", ["NE", "S", "SW"])


@pytest.mark.parametrize("direction", range(6))
def test_attacks_go_in_six_directions(direction):
    """MS-4.1: and hit the token there."""
    target = [13, 22, 23, 15, 7, 6][direction]
    board = Board({0: "14 39", 1: f"{target} 90"}, "COMBAT").play("C14")
    assert board.legal() == [COMPASS[direction]]
    board.play(COMPASS[direction])
    assert board.tokens(1) == [90]


def test_an_attack_costs_an_action_point():
    """MS-4.1: and the same token may attack again, or another one."""
    board = Board({0: "36 37 39", 1: "46 47", 2: "28"}, "COMBAT", ap=3)
    board.play("C36", "SE")
    assert (board.ap(), board.phase(), board.tokens(1)) == (2, "COMBAT", [46])
    board.play("C36", "NE")
    assert (board.ap(), board.phase(), board.tokens(1), board.tokens(0)) == (1, "COMBAT", [], [36, 37, 39])
    board.play("C37", "SW")
    assert (board.tokens(0), board.tokens(2)) == ([36, 39], [])


@pytest.mark.parametrize(("mine", "other"), BORDERS)
def test_both_strike_at_once(mine, other):
    """MS-4.2, MS-3.10, MS-4.3: for each two kinds of tiles that touch, attack against defense both ways."""
    tile, direction = BORDERS[mine, other]
    target = neighbor(tile, direction)
    (attack, defense), (other_attack, other_defense) = VALUES[mine], VALUES[other]
    board = fight(f"C{tile}", COMPASS[direction], {0: str(tile), 1: str(target)})
    assert (tile in board.tokens(0)) == (other_attack < defense)
    assert (target in board.tokens(1)) == (attack < other_defense)


@pytest.mark.parametrize("tile", ["45", "24", "43", "88"])
def test_locked_tokens_strike_back(tile):
    """MS-4.3: with 1/1: a plain or blade attacker falls with them, a rampart or warstone does not."""
    mine, way = {"45": ("44", "S"), "24": ("16", "NE"), "43": ("33", "NE"), "88": ("89", "N")}[tile]
    board = fight(f"C{mine}", way, {0: f"{mine} 39", 1: f"{tile} 7"})
    survives = mine in ("44", "33")
    assert (int(mine) in board.tokens(0), board.tokens(1)) == (survives, [7])


def test_nobody_advances():
    """MS-4.4: the winner stays, the tile is empty and can be entered in the second move phase."""
    board = fight("C44", "S", {0: f"{HOME} 44", 1: "45"}, ap=2)
    assert (board.tokens(0), board.tokens(1), board.phase()) == ([39, 44, 49, 60], [], "MOVE2")
    board.play("C44")
    assert "S" in board.legal()


def test_combat_can_be_ended():
    """MS-4.5: with AP and a target left, before and after an attack."""
    placed = {0: "36 39", 1: "46 47"}
    board = Board(placed, "COMBAT", ap=3).play("pass")
    assert (board.phase(), board.ap(), board.tokens(1)) == ("MOVE2", 3, [46, 47])
    board = fight("C36", "NE", placed, ap=3)
    assert board.phase() == "COMBAT"
    board.play("pass")
    assert (board.phase(), board.ap(), board.tokens(1)) == ("MOVE2", 2, [47])


def test_combat_is_skipped_without_a_target():
    """MS-4.5: at once, or after the last target has fallen."""
    assert Board({0: HOME, 1: HOMES[1]}).play("pass").phase() == "MOVE2"
    assert Board({0: "38 59", 1: "7"}).play("pass").phase() == "MOVE2"
    assert fight("C36", "SE", {0: "36 39", 1: "47"}, ap=3).phase() == "MOVE2"


def test_combat_is_skipped_without_action_points():
    """MS-4.5: a target is there, but the last AP has been spent on a move."""
    board = Board({0: "48 39", 1: "37 7", 2: HOMES[2]}).play("C48", "SW")
    assert (board.tokens(0), board.tokens(1), board.to_act()) == ([38, 39], [7, 37], 1)
    board = fight("C36", "SE", {0: "36 39", 1: "46 47 7"})
    assert (board.tokens(1), board.to_act()) == ([7, 46], 1)


@pytest.mark.parametrize("victim", [1, 2])
def test_defeated_tokens_return_to_their_owner(victim):
    """MS-4.6: the supply of each side grows by its own losses."""
    board = fight("C48", "SW", {0: f"{HOME} 48", victim: "38 90"})
    expected = [12, 15, 15]
    expected[victim] = 14
    assert (board.supply(), board.tokens(0), board.tokens(victim)) == (expected, [39, 49, 60], [90])


def test_defeated_tokens_can_be_placed_again():
    """MS-4.6: seat 1 owns three tokens, loses one and puts it on the board in its turn."""
    board = fight("C36", "SE", {0: "36 39", 1: "47 14 15", 2: "86 79 78"}, troops=3)
    assert (board.to_act(), board.phase(), board.supply()) == (1, "START", [1, 1, 0])
    assert board.play("front").tokens(1) == [7, 14, 15]
    assert board.supply() == [1, 0, 0]


@pytest.mark.parametrize(
    ("tile", "block", "mine", "way"),
    [
        ("47", "extra_actions", "36", "SE"),
        ("20", "extra_spawns", "19", "S"),
        ("43", "daggers", "33", "NE"),
        ("45", "pool_holder", "44", "S"),
    ],
)
def test_an_ability_is_lost_with_its_token(tile, block, mine, way):
    """MS-4.7, MS-3.7: at once."""
    board = Board({0: f"{mine} 39", 1: f"{tile} 7"}, "COMBAT", ap=2)
    assert board.look(1)[block][0] > 0
    board.play(f"C{mine}", way)
    assert board.look(1)[block].tolist() == [0, 0, 0]


def test_the_next_turn_has_what_is_left():
    """MS-4.7: with one of two extra actions gone, seat 1 has 2 AP; with its extra spawn gone, one new token."""
    board = fight("C36", "SE", {0: "36 39", 1: "47 24 6"})
    assert (board.to_act(), board.ap()) == (1, 2)
    board = fight("C19", "S", {0: "19 39", 1: "20 6"})
    assert (board.to_act(), board.look(1)["spawns_left"]) == (1, pytest.approx(1 / 7))


def test_granted_action_points_are_kept():
    """MS-4.7: giving an extra action tile to the dagger does not take back the AP of this turn."""
    board = Board.turn({0: f"{HOME} 47 24 43 26"}).play("pass", "pass", "dagger", "C47", "C24", "C39")
    assert (board.phase(), board.ap()) == ("END", 2)
    assert board.look(0)["extra_actions"].tolist() == [0, 0, 0]


def test_an_attacked_token_is_not_asked():
    """MS-4.1: only the player in turn decides."""
    board = fight("C44", "S", {0: "44 39", 1: "45 55"}, ap=3)
    assert (board.to_act(), board.phase()) == (0, "COMBAT")
