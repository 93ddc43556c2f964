"""The end of a battle."""

import numpy as np
import pytest

from tests.conformance.play import sample
from tests.games.arms_dealer.board import PASS, READY, Board, items
from tests.games.arms_dealer.test_fleet import next_battle


@pytest.mark.parametrize(
    ("wins", "active", "skirmish", "decided"),
    [
        ((2, 0), "MD", 3, True),
        ((1, 0), "MD", 2, False),
        ((2, 2), "DM", 5, True),
        ((2, 2), "DD", 5, False),
        ((2, 1), "DD", 4, True),
        ((3, 3), "DD", 6, False),
        ((3, 3), "DM", 6, True),
    ],
)
def test_when_a_battle_is_decided(wins, active, skirmish, decided):
    """AD-7.1: three wins and more than the other."""
    board = Board("ITEMS", skirmish=skirmish, wins=wins, active=active, scrap=("SSS", "SSS"), hands=(["+100"], []))
    board.play(PASS)
    assert board.state.battle == 2 + decided
    assert board.phase() == ("FLEET" if decided else "STRATEGY")


def test_sudden_death_goes_on():
    """AD-7.1, AD-5.1: level at four, and a sixth and seventh skirmish."""
    board = Board("ITEMS", skirmish=6, wins=(3, 3), active="DD", scrap=("SSS", "SSS"), hands=(["+100"], [])).play(PASS)
    assert (board.wins(), board.state.skirmish) == ([4, 4], 7)
    assert board.look(0)["skirmish"].tolist() == [0, 0, 0, 0, 0, 1]
    assert board.look(0)["wins"].tolist() == pytest.approx([4 / 6, 4 / 6])


def test_the_winner_takes_the_pot_and_the_loser_two_asteroids():
    """AD-7.2, AD-7.4: the first two of the line."""
    board = next_battle(bets=(7, 5), line=(5, 10, 1, 1, 1)).play(PASS)
    assert (board.money(), board.bets()) == ([22, 25], [0, 0])


def test_unfought_ships_are_repaired_unseen():
    """AD-7.3, AD-8.4: the winner's last ship is seen, those on the fields are not."""
    board = next_battle(field=("---FY", "---SS")).play(PASS)
    assert (board.pile("bay", 0), board.pile("bay", 1)) == ("FYM", "SS")
    assert (board.pile("bay_seen", 0), board.pile("bay_seen", 1)) == ("M", "")


def test_the_last_battle():
    """AD-7.5: pot and asteroids are paid, then the game is over."""
    board = next_battle(battle=2, max_battles=2, line=(1, 5, 1, 1, 1)).play(PASS)
    assert (board.state.over, board.state.limit, board.state.winner) == (1, 1, -1)
    assert (board.batch.reward[0].tolist(), bool(board.batch.truncated[0])) == ([0, 0], False)
    assert board.money() == [15, 16]
    assert not board.look(0)["phase"].any()
    assert board.play().state.battle == 2


def test_lines_are_renewed():
    """AD-7.6: all that lay there is discarded, face up; nothing of the new shop was looked at or taken."""
    shop = dict(enumerate(("+100", "redraw", "redraw", "rapid", "fix M", "+300")))
    board = next_battle(shop=shop, line=(1, 1, 5, 5, 10), hands=(["+100"], []))
    board.state.looked[0, 1] = board.state.looked[1, 1] = 1
    before = board.state.asteroid_discard.copy()
    board.play(PASS)
    assert board.state.item_discard.tolist() == items(shop.values())
    assert (board.state.asteroid_discard - before).tolist() == [2, 2, 1]
    assert not board.state.looked.any()
    assert (board.state.shop >= 0).all()
    assert board.state.item_deck.sum() == 45 - 1 - 6 - 6


def test_the_asteroid_deck_lasts_for_four_battles():
    """AD-7.7: then the discard is shuffled and becomes the deck."""
    board = next_battle(battle=4)
    assert board.state.asteroid_deck.sum() == 0
    board.play(PASS)
    assert (board.state.asteroid_deck.sum(), board.state.asteroid_discard.sum()) == (15, 0)


def with_item_deck(left: int, in_hand: int = 1) -> Board:
    """So many items in the deck and in seat 0's hand; the others are discarded."""
    board = next_battle(hands=(["+100"], []))
    state = board.state
    cards = [item for item, number in enumerate(state.item_deck) for _ in range(number)]
    state.item_deck[:] = np.bincount(cards[:left], minlength=11)
    state.hand[0] += np.bincount(cards[left : left + in_hand - 1], minlength=11).astype(np.int8)
    state.item_discard[:] = np.bincount(cards[left + in_hand - 1 :], minlength=11)
    return board.refresh()


def test_the_dealer_s_deck_is_renewed_in_the_middle_of_a_refill():
    """AD-7.7: two cards from the deck, then from the discard, the cards just discarded among them."""
    board = with_item_deck(2)
    names = [int(item) for item in board.state.item_deck.nonzero()[0]]
    board.play(PASS)
    assert board.state.item_deck.sum() == 45 - 1 - 6
    assert board.state.item_discard.sum() == 0
    assert {int(item) for item in board.state.shop[:2]} == set(names) or board.state.shop[0] == board.state.shop[1]


def test_slots_without_cards_stay_empty():
    """AD-7.7: when deck and discard are both used up; nobody can look there (AD-3.8)."""
    board = with_item_deck(0, in_hand=39)
    state = board.state
    taken = state.shop[:4].copy()
    state.hand[0] += np.bincount(taken, minlength=11).astype(np.int8)
    state.shop[:4] = -1
    state.taker[:4], state.looked[0, :4] = 0, 1
    board.refresh().play(PASS)
    assert (board.state.shop >= 0).tolist() == [True, True, False, False, False, False]
    while board.phase() == "FLEET":
        board.play(board.legal()[0])
    assert board.legal() == [5, 6, 11]


def test_the_next_battle():
    """AD-7.8: no wins, no bets, skirmish 1; the lead stays."""
    board = next_battle().play(PASS)
    assert (board.wins(), board.bets(), board.state.skirmish) == ([0, 0], [0, 0], 1)
    assert (board.state.lead, board.state.battle) == (0, 3)
    assert board.look(0)["battle"] == pytest.approx(3 / 40)


def test_asteroids_of_the_line_are_random():
    """AD-7.6: over many refills the kinds come as often as they are in the deck."""
    found = np.zeros(3)
    for seed in range(sample(300, 30)):
        board = next_battle(seed, battle=4).play(PASS)
        found += np.bincount(board.state.line, minlength=3)
    expected = np.array([15, 4, 1]) / 20 * found.sum()
    assert ((found - expected) ** 2 / expected).sum() < 16


def test_withdrawn_ships_come_back():
    """AD-7.3, AD-8.2: with an empty deck the Repair Bay is drawn from."""
    board = next_battle(field=("---FY", "---SS"), rest=("scrap", "deck")).play(PASS)
    assert board.pile("drawn", 0) in ("", "FYM")
    assert (board.pile("bay", 0), board.pile("deck", 0)) == ("", "")


def test_ready_after_a_level_fifth():
    """AD-7.1, AD-6.1: the Strategy Phase of sudden death has no swaps."""
    board = Board(skirmish=6, wins=(3, 3), scrap=("SSS", "SSS"), money=(1, 1), hands=(["+100"], []))
    assert board.legal() == [READY, 27]
