"""Building units and buying upgrades: FL-4."""

import numpy as np
import pytest

from tests.games.flank.board import Board, battle
from tests.games.flank.names import LETTERS

UNIT_COSTS = {
    "K": [(1, 0, 2), (0, 2, 1), (1, 1, 1), (0, 1, 2)],
    "T": [(1, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 1)],
    "S": [(0, 1, 1), (0, 1, 2), (0, 2, 1), (1, 0, 2)],
}
UPGRADE_COSTS = {
    "K": [(1, 2, 0), (3, 3, 0), (2, 2, 2), (1, 1, 1), (3, 1, 1), (1, 0, 1)],
    "T": [(1, 1, 1), (1, 1, 2), (0, 1, 1), (1, 0, 1), (0, 0, 2), (1, 1, 2)],
    "S": [(0, 1, 1), (0, 1, 1), (0, 3, 1), (1, 1, 0), (1, 2, 0), (1, 0, 1)],
}
RICH = (5, 5, 8)
NONE = (0, 0, 0)


def builder(faction: str, tokens: tuple[int, int, int] = RICH, seat: int = 0, **rest) -> Board:
    """The builder sits on `seat`; everything in `rest` is by seat."""
    other = "T" if faction == "K" else "K"
    factions, purse = (faction + other, (tokens, NONE)) if seat == 0 else (other + faction, (NONE, tokens))
    return Board(factions, tokens=purse, phase="BUILD", to_act=seat, **rest)


def without(tokens: tuple[int, int, int], colour: int) -> tuple[int, int, int]:
    return tuple(n - (c == colour) for c, n in enumerate(tokens))


def test_any_number_in_any_order():
    """FL-4.1: each is paid at once, and the same player goes on."""
    board = builder("T").play("build S@0", "buy 2")
    assert (board.tokens(0), board.units(0), board.upgrades(0)) == ((4, 4, 6), {0: "S"}, "2")
    board.play("build C@4", "build S@0")
    assert (board.tokens(0), board.units(0), board.turn()) == ((3, 2, 4), {0: "SS", 10: "C"}, ("BUILD", 0))


@pytest.mark.parametrize(("faction", "type_"), [(f, t) for f in "KTS" for t in range(4)])
def test_unit_costs(faction, type_):
    """FL-4.2: exactly the cost is enough, and one token less is not."""
    cost, letter = UNIT_COSTS[faction][type_], LETTERS[faction][type_]
    board = builder(faction, cost)
    assert f"build {letter}@0" in board.legal()
    assert board.play(f"build {letter}@0").tokens(0) == NONE
    for colour in np.flatnonzero(cost):
        assert f"build {letter}@0" not in builder(faction, without(cost, colour)).legal()


def test_four_miniatures_of_a_type():
    """FL-4.2: with four on the board, no fifth."""
    assert "build S@0" in builder("T", units=({6: "SSS"}, {})).legal()
    board = builder("T", units=({6: "SSS"}, {})).play("build S@0")
    assert [name for name in board.legal() if name.startswith("build S")] == []
    assert "build T@0" in board.legal()


def test_population_limit():
    """FL-4.2: eight units at most."""
    board = builder("T", units=({6: "SSSTT", 7: "CC"}, {}))
    assert "build C@0" in board.legal()
    assert board.play("build C@0").legal("build") == []
    assert board.look(0)["population"][0] == pytest.approx(8 / 16)


@pytest.mark.parametrize("seat", [0, 1])
def test_sites(seat):
    """FL-4.3: sites 0 to 4 are own zones 0, 1, 5, 2 and 10."""
    for site, zone in enumerate((0, 1, 5, 2, 10)):
        board = builder("T", (1, 0, 1), seat).play(f"build S@{site}")
        assert board.units(seat) == {zone if seat == 0 else 14 - zone: "S"}


def test_a_base_is_needed():
    """FL-4.3: a unit can be built only where an own base stands."""
    board = builder("T", bases=((1, 10), (12, 4)), units=({6: "S"}, {}))
    assert [name for name in board.legal() if name.startswith("build S")] == ["build S@1", "build S@4"]


@pytest.mark.parametrize(("site", "zone", "limit"), [(0, 0, 4), (1, 1, 4), (2, 5, 4), (3, 2, 3), (4, 10, 3)])
def test_zone_limit_in_building(site, zone, limit):
    """FL-4.3: room below the zone limit is needed."""
    assert f"build S@{site}" in builder("T", units=({zone: "TTCC"[: limit - 1]}, {})).legal()
    assert f"build S@{site}" not in builder("T", units=({zone: "TTCC"[:limit]}, {})).legal()


def test_losing_hive_growth_destroys_nothing():
    """FL-4.4: ten units stay; the limit only stops further ones."""
    units = {6: "RRRRL", 7: "LLLSS"}
    board = builder("S", upgrades=("0245", ""), units=(units, {}))
    assert "build S@0" in board.legal()
    board.play("buy 3", "drop 0")
    assert (board.units(0), board.legal("build")) == (units, [])


def test_losing_overrun_destroys_nothing():
    """FL-4.4: five units stay in a zone for four, and there is no room for more."""
    board = builder("S", upgrades=("1245", ""), units=({0: "RRLLS"}, {})).play("buy 3", "drop 1")
    assert board.units(0) == {0: "RRLLS"}
    assert "build N@0" not in board.legal()
    assert "build N@1" in board.legal()


@pytest.mark.parametrize(("faction", "card"), [(f, card) for f in "KTS" for card in range(6)])
def test_upgrade_costs(faction, card):
    """FL-4.5: exactly the cost is enough, one token less is not, and no card can be had twice."""
    cost = UPGRADE_COSTS[faction][card]
    board = builder(faction, cost)
    assert f"buy {card}" in board.legal()
    board.play(f"buy {card}")
    assert (board.upgrades(0), board.tokens(0)) == (str(card), NONE)
    for colour in np.flatnonzero(cost):
        assert f"buy {card}" not in builder(faction, without(cost, colour)).legal()
    assert f"buy {card}" not in builder(faction, upgrades=(str(card), "")).legal()


def test_upgrades_work_at_once():
    """FL-4.5: the Roach is cheaper right after buying Hive Growth."""
    board = builder("S", (0, 2, 1)).play("buy 0")
    assert [name for name in board.legal() if name.startswith("build R")] == [f"build R@{site}" for site in range(5)]


def test_upgrades_are_public():
    """FL-4.5: both players see the active ones."""
    board = builder("S", RICH, hands=("", "0")).play("buy 0", "buy 4", "end")
    assert np.flatnonzero(board.look(0)["upgrades_own"]).tolist() == [0, 4]
    assert np.flatnonzero(board.look(1)["upgrades_opp"]).tolist() == [0, 4]


@pytest.mark.parametrize("faction", "TS")
def test_the_fifth_upgrade_replaces_another(faction):
    """FL-4.6: it is paid, then one of the other four is returned, which can be bought again."""
    board = builder(faction, upgrades=("0123", "")).play("buy 5")
    cost = UPGRADE_COSTS[faction][5]
    assert board.tokens(0) == tuple(a - b for a, b in zip(RICH, cost, strict=True))
    assert (board.phase(), board.legal()) == ("UPGRADE_DISCARD", ["drop 0", "drop 1", "drop 2", "drop 3"])
    assert board.look(1)["buying"].tolist() == [0, 0, 0, 0, 0, 1]
    assert board.upgrades(0) == "0123"
    board.play("drop 2")
    assert (board.upgrades(0), board.turn()) == ("0135", ("BUILD", 0))
    assert {"buy 2", "buy 4"} <= set(board.legal())
    assert not board.look(1)["buying"].any()


def test_four_upgrades_are_not_too_many():
    """FL-4.6: the fourth card returns nothing."""
    board = builder("T", upgrades=("012", "")).play("buy 5")
    assert (board.upgrades(0), board.phase()) == ("0125", "BUILD")


def test_elder_council_counts_for_itself():
    """FL-4.6: as the fifth card it replaces none, and with it all six may be active."""
    board = builder("K", upgrades=("0123", "")).play("buy 5")
    assert (board.upgrades(0), board.phase()) == ("01235", "BUILD")
    board.play("buy 4")
    assert board.upgrades(0) == "012345"


def test_upgrades_stay():
    """FL-4.7: neither battles nor lost bases nor the end of a round cost any."""
    board = battle("SSS||", factions="TK", upgrades=("345", "245"), bases=((0,), (12, 13)))
    assert (board.state.round_number, board.bases(1)) == (2, [13])
    assert (board.upgrades(0), board.upgrades(1)) == ("345", "245")
