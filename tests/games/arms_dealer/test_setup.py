"""The start of a game, what is automatic, and the options."""

import numpy as np
import pytest

from flank_envs import make_batch
from tests.conformance.play import sample
from tests.games.arms_dealer.board import DONE, FLEET, GAME, ITEM_COUNTS, PASS, READY, Board


def new_games(count: int = 0, **options):
    return make_batch(GAME, count or sample(400, 60), seed=0, **options).states


def test_both_fleets_hold_the_same_ships():
    """AD-1.1, AD-1.3: 7, 6, 5, 4 and 3 of the classes, of which five are drawn."""
    states = new_games()
    assert ((states["deck"] + states["drawn"]).sum(axis=0) <= len(states) * np.array(FLEET)).all()
    undealt = states[states["phase"] == 0]
    laid = np.stack([(undealt["field"] == ship).sum(axis=2) for ship in range(5)], axis=2)
    assert (undealt["deck"] + undealt["drawn"] + laid == FLEET).all()


def test_six_shop_cards_and_five_asteroids_are_laid():
    """AD-1.3: nobody has looked at them, nothing is discarded."""
    states = new_games()
    for state in states:
        assert (np.bincount(state.shop, minlength=11) + state.item_deck).tolist() == list(ITEM_COUNTS)
        assert (np.bincount(state.line, minlength=3) + state.asteroid_deck).tolist() == [15, 4, 1]
    assert not states["looked"].any()
    assert not states["item_discard"].any()
    assert (states["taker"] == -1).all()


def test_decks_are_shuffled():
    """AD-1.3: every card is as likely to be laid or drawn as any other (chi-square, 10 and 4 degrees of freedom)."""
    states = new_games(sample(4000, 300))
    shop = np.bincount(states["shop"].ravel(), minlength=11)
    expected = np.array(ITEM_COUNTS) / 45 * shop.sum()
    assert ((shop - expected) ** 2 / expected).sum() < 35
    ships = 2 * len(states) * np.array(FLEET) - states["deck"].sum(axis=(0, 1))
    expected = np.array(FLEET) / 25 * ships.sum()
    assert ((ships - expected) ** 2 / expected).sum() < 25


def test_money_is_with_players_in_the_pot_or_in_the_bank():
    """AD-1.2: 18 coins each, 164 in the bank; what the dealer gets goes there."""
    board = Board("SHOP", money=(18, 18))
    assert (board.bank(), board.look(0)["money"][7]) == (164, pytest.approx(0.82))
    board.play(5, 13)
    assert (board.money(), board.bank()) == ([17, 18], 165)


def test_the_first_lead():
    """AD-1.4: a coin, or the seat that the option names."""
    leads = new_games(sample(600, 200))["lead"]
    assert 0.4 < leads.mean() < 0.6
    for seat in (0, 1):
        states = new_games(first_seat=seat)
        assert (states["lead"] == seat).all()
        assert (states["shop_first"] == seat).all()


def test_the_lead_changes_only_by_a_won_skirmish():
    """AD-1.4: neither shopping nor a tie nor a lost battle makes somebody else the lead."""
    board = Board("SHOP", lead=1, to_act=1).play(DONE, DONE)
    assert board.state.lead == 1
    board = Board("ITEMS", lead=1, active="SS", hands=([], ["+100"])).play(PASS)
    assert (board.wins(), board.state.lead) == ([1, 1], 1)


def test_who_is_asked_has_a_choice():
    """AD-1.5: in random play of all options nobody is asked with fewer than two legal actions."""
    for options in GAME.option_samples():
        batch = make_batch(GAME, 32, seed=1, **options)
        streams = batch.streams(0)
        for _ in range(sample(300, 25)):
            assert (batch.action_mask.sum(axis=1) >= 2).all()
            batch.step_random(streams)


def test_a_forced_move_looks_like_a_chosen_one():
    """AD-1.5: seat 1 cannot play and passes by force, or could and passes; seat 0 sees the same."""
    forced = Board("ITEMS", active="DY", hands=(["+100", "+200"], ["fix M"])).play(14)
    chosen = Board("ITEMS", active="DY", hands=(["+100", "+200"], ["+300"])).play(14, PASS)
    assert forced.where() == chosen.where() == ("ITEMS", 0)
    assert forced.look(0)["item_window"].tolist() == chosen.look(0)["item_window"].tolist() == [0, 1, 1, 0]
    ready = Board(skirmish=5, wins=(2, 2), scrap=("DD", "DD"), money=(1, 1), hands=(["+100"], [])).play(READY)
    assert ready.look(0)["gap_action"].tolist() == [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0]]


@pytest.mark.parametrize("wrong", [{"first_seat": 2}, {"race": "dice"}, {"max_battles": 0}])
def test_wrong_options_are_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        make_batch(GAME, 1, **wrong)
