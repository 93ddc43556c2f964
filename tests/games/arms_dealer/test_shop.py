"""Shopping."""

import numpy as np
import pytest

from tests.conformance.play import sample
from tests.games.arms_dealer.board import BACK, DONE, KEEP, LOOK, PASS, Board, play
from tests.games.arms_dealer.test_fleet import next_battle


def test_the_lead_lays_and_shops_first():
    """AD-3.1: by default in every battle."""
    for seed in range(sample(20, 5)):
        board = next_battle(seed, lead=0).play(PASS)
        assert (board.state.shop_first, board.state.lead) == (0, 0)


def test_a_coin_can_name_the_first_shopper():
    """AD-3.1: with race="coin", from the second battle on; the lead still bets first."""
    firsts = [int(next_battle(seed, race="coin").play(PASS).state.shop_first) for seed in range(sample(200, 40))]
    assert 0.3 < np.mean(firsts) < 0.7
    board = Board("SHOP", race="coin")
    board.state.shop_first = board.state.to_act = 1
    board.refresh().play(DONE)
    assert board.where() == ("SHOP", 0)
    board.play(DONE)
    assert (board.where(), board.bets()) == (("BET", 0), [3, 2])


def test_looking_again_and_again():
    """AD-3.2, AD-3.5: any number of looks, one coin each, also at the same card."""
    board = Board("SHOP").play(LOOK + 1, BACK, LOOK + 4, BACK, LOOK + 1, BACK)
    assert board.money() == [7, 10]
    assert board.legal() == [5, 6, 7, 8, 9, 10, 11]


def test_the_other_pays_for_his_own_look():
    """AD-3.5: a card that the first has looked at costs the second a coin too, and cannot be taken unseen."""
    board = Board("SHOP").play(LOOK, BACK, DONE)
    assert KEEP not in board.legal()
    board.play(LOOK)
    assert board.money() == [9, 9]


def test_keeping_and_putting_back():
    """AD-3.3: two more coins and the card is in hand; or it stays, face down."""
    board = Board("SHOP", shop={3: "rapid"}).play(LOOK + 3, BACK)
    assert (board.hand(0), board.state.shop[3], board.money()[0]) == ([], 10, 9)
    board.play(LOOK + 3, KEEP)
    assert (board.hand(0), board.state.shop[3], board.money()[0]) == (["rapid"], -1, 6)


@pytest.mark.parametrize(("money", "asked"), [(3, True), (2, False)])
def test_two_coins_must_be_left_to_keep(money, asked):
    """AD-3.3: without them the card goes back by itself."""
    board = Board("SHOP", money=(money, 5)).play(LOOK)
    assert board.phase() == ("LOOK" if asked else "SHOP")
    assert board.state.looking == (0 if asked else -1)


def test_only_the_looker_sees_the_card():
    """AD-3.4: the other sees which slot, now and later."""
    one = Board("SHOP", shop={2: "+300", 3: "rapid"}).play(LOOK + 2)
    other = Board("SHOP", shop={2: "rapid", 3: "+300"}).play(LOOK + 2)
    assert np.array_equal(one.batch.observe(1), other.batch.observe(1))
    assert one.look(1)["shop"][2].tolist() == [1, 0, 0, 0, 1, 1]
    assert one.look(0)["shop"][2].tolist() == [1, 0, 0, 1, 0, 1]
    assert np.argwhere(one.look(0)["shop_known"]).tolist() == [[2, 2]]
    for board in (one, other):
        board.play(KEEP)
    assert np.array_equal(one.batch.observe(1), other.batch.observe(1))
    assert one.look(1)["shop"][2].tolist() == [0, 0, 1, 0, 1, 0]
    assert one.look(0)["shop"][2].tolist() == [0, 1, 0, 1, 0, 0]


def test_the_coins_of_the_bet_can_be_spent():
    """AD-3.6: and then the bet cannot be paid (AD-4.2)."""
    board = Board("SHOP", money=(4, 10)).play(LOOK, KEEP, LOOK + 1)
    assert (board.money()[0], board.to_act()) == (0, 1)
    board.play(DONE)
    assert board.over()[0] == 1


def test_one_shops_after_the_other():
    """AD-3.7: then the bets are made."""
    board = Board("SHOP", lead=1, to_act=1)
    assert board.play(LOOK, BACK, DONE).where() == ("SHOP", 0)
    assert board.play(DONE).where() == ("BET", 1)


def test_taken_slots_stay_empty_until_the_battle_is_over():
    """AD-3.8: nobody can look there, whatever the deck holds."""
    board = Board("SHOP").play(LOOK + 5, KEEP)
    assert board.legal() == [5, 6, 7, 8, 9, 11]
    deck = board.state.item_deck.sum()
    board.play(DONE)
    assert (board.legal(), board.state.item_deck.sum()) == ([5, 6, 7, 8, 9, 11], deck)


def test_an_empty_shop():
    """AD-3.8: with no card left shopping ends by itself."""
    board = Board("SHOP", money=(30, 30))
    for slot in range(6):
        board.play(LOOK + slot, KEEP)
    assert board.where() == ("BET", 0)
    assert len(board.hand(0)) == 6


def test_hands_are_kept():
    """AD-3.9: from battle to battle."""
    board = next_battle(hands=(["+100", "redraw"], ["fix M", "rapid"])).play(PASS)
    assert (board.state.battle, board.hand(0), board.hand(1)) == (3, ["+100", "redraw"], ["fix M", "rapid"])


def test_hands_are_hidden_but_for_their_size():
    """AD-3.9: other items of the same number change nothing for the other seat."""
    one = Board(skirmish=2, wins=(1, 0), scrap=("", "D"), field=("-DDDD", "-DDDD"), hands=([], ["+100", "rapid"]))
    other = Board(skirmish=2, wins=(1, 0), scrap=("", "D"), field=("-DDDD", "-DDDD"), hands=([], ["+300", "fix M"]))
    assert np.array_equal(one.batch.observe(0), other.batch.observe(0))
    assert one.look(0)["hand_sizes"].tolist() == pytest.approx([0, 2 / 15])
    assert one.look(1)["hand_sizes"].tolist() == pytest.approx([2 / 15, 0])
    assert np.flatnonzero(one.look(1)["own_items"]).tolist() == [0, 10]


def test_a_known_item_is_known_until_such_a_card_is_played():
    """AD-3.9: one less for each card of that type, never less than none."""
    board = Board("SHOP", shop={0: "+100", 1: "+200"}, hands=([], ["+100"]), money=(10, 18))
    board.play(LOOK, BACK, DONE, LOOK, KEEP, LOOK + 1, KEEP, DONE)
    assert board.hand(1, "hand_known") == ["+100"]
    assert board.hand(1) == ["+100", "+100", "+200"]
    board.play(26)
    assert board.where() == ("ITEMS", 1)
    board.play(play("+200"))
    assert board.hand(1, "hand_known") == ["+100"]
    board.play(play("+100"))
    assert board.hand(1, "hand_known") == []
    board.play(play("+100"))
    assert (board.hand(1, "hand_known"), board.hand(1)) == ([], [])
