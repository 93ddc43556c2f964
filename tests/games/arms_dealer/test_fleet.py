"""Laying the fleet."""

from typing import Any

import numpy as np
import pytest

from tests.conformance.play import sample
from tests.games.arms_dealer.board import DONE, PASS, READY, Board, differences, swap


def next_battle(seed: int = 0, **more: Any) -> Board:
    """A position whose next pass ends the battle for seat 0."""
    given: dict[str, Any] = {"scrap": ("", "SS"), "field": ("---FF", "---FF"), "hands": (["+100"], [])}
    return Board("ITEMS", skirmish=3, wins=(2, 0), active="MD", seed=seed, **given | more)


def test_five_ships_are_drawn():
    """AD-2.1: from the Fleet Deck, five each."""
    board = next_battle().play(PASS)
    assert board.phase() == "FLEET"
    for seat in (0, 1):
        assert len(board.pile("drawn", seat)) + 5 - board.field(seat).count("-") == 5


def test_draws_are_random():
    """AD-2.1, AD-8.3: over many battles every ship of the deck is drawn equally often."""
    drawn = np.zeros(5)
    for seed in range(sample(600, 40)):
        board = next_battle(seed, rest=("bay", "deck"), deck=("DDDSSSFYMM", "")).play(PASS)
        drawn += board.state.drawn[0]
    expected = np.array([3, 3, 1, 1, 2]) / 10 * drawn.sum()
    assert ((drawn - expected) ** 2 / expected).sum() < 25


def test_a_short_fleet_draws_all_it_has():
    """AD-2.1, AD-2.2: and the highest places stay empty."""
    board = next_battle(
        rest=("deck", "scrap"), scrap=("", ""), field=("---FF", ""), deck=("", "SM"), discard=["fix S", "fix M"]
    ).play(PASS)
    assert board.pile("drawn", 1) == "SM"
    while board.to_act() == 0:
        board.play(board.legal()[0])
    board.play(4)
    assert (board.field(1), board.phase()) == ("MS---", "SHOP")


def test_an_empty_deck_is_renewed_between_two_draws():
    """AD-2.1, AD-8.2: two from the deck, then three of the Repair Bay."""
    board = next_battle(deck=("SS", ""), bay=("YYYY", ""), rest=("scrap", "deck")).play(PASS)
    assert board.pile("bay", 0) == ""
    drawn = board.pile("drawn", 0)
    assert (drawn.count("S"), len(drawn), len(board.pile("deck", 0))) == (2, 5, 4)
    assert sorted(drawn + board.pile("deck", 0)) == sorted("SSFFYYYYM")


def test_ships_go_on_the_lowest_empty_place():
    """AD-2.2: in the order of the choices."""
    board = Board("FLEET", drawn=("DSFYM", "DSFYM")).play(4, 0, 2, 1)
    assert board.field(0) == "MDFSY"


@pytest.mark.parametrize("lead", [0, 1])
def test_the_first_shopper_lays_first(lead):
    """AD-2.3: all of his ships, then the other lays; then the first shops."""
    board = Board("FLEET", lead=lead, drawn=("DSFYM", "DSFYM"))
    for _ in range(4):
        assert board.to_act() == lead
        board.play(board.legal()[0])
    for _ in range(4):
        assert board.where() == ("FLEET", 1 - lead)
        board.play(board.legal()[0])
    assert board.where() == ("SHOP", lead)


def test_only_backs_are_seen():
    """AD-2.3: the other sees how many ships are laid and how many are to come."""
    one = Board("FLEET", drawn=("DSFYM", "DSFYM")).play(0, 1)
    other = Board("FLEET", drawn=("DSFYM", "DSFYM")).play(4, 3)
    assert differences(one.look(1), other.look(1)) == set()
    assert differences(one.look(0), other.look(0)) == {"own_drawn", "own_field"}
    seen = one.look(1)
    assert (seen["opp_field"].tolist(), seen["opp_sizes"][2]) == ([1, 1, 0, 0, 0], pytest.approx(3 / 5))


def test_laid_ships_stay_where_they_are():
    """AD-2.4: nothing but a swap moves them."""
    board = Board("FLEET", drawn=("DSFYM", "DSFYM")).play(4, 0, 2, 1, 0, 1, 2, 3)
    board.play(DONE, DONE, READY)
    assert (board.field(0)[1:], board.field(1)[1:]) == ("DFSY", "SFYM")
    assert board.where() == ("STRATEGY", 0)
    board.play(swap(3, 5))
    assert board.field(0) == "-DYSF"
