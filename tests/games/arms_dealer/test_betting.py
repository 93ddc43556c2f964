"""Bets, raises and forfeits."""

import pytest

from tests.games.arms_dealer.board import DONE, FORFEIT, MATCH, READY, Board, raise_


def betting(money=(10, 10), lead=0, **more):
    return Board("SHOP", lead=lead, to_act=1 - lead, money=money, **more).play(DONE)


@pytest.mark.parametrize("lead", [0, 1])
def test_initial_bets(lead):
    """AD-4.1: 3 from the lead, 2 from the other, without asking."""
    board = betting(lead=lead)
    assert board.bets() == ([3, 2] if lead == 0 else [2, 3])
    assert board.money() == ([7, 8] if lead == 0 else [8, 7])
    assert board.where() == ("BET", lead)


@pytest.mark.parametrize(
    ("lead", "money", "winner"), [(0, (3, 2), None), (0, (2, 2), 1), (0, (3, 1), 0), (1, (1, 2), 0), (1, (1, 3), 1)]
)
def test_who_cannot_pay_loses(lead, money, winner):
    """AD-4.2, AD-9.3: 3 for the lead, 2 for the other; the lead is asked first."""
    board = Board("SHOP", lead=lead, to_act=1 - lead, money=money, hands=(["+100"], ["+100"])).play(DONE)
    if winner is None:
        assert board.where() == ("ITEMS", 0)  # nobody has a coin left to raise
    else:
        assert board.over()[0] == winner
        assert board.money() == list(money)


def test_the_opening_raise_is_a_choice():
    """AD-4.3: the lead may raise or stand, the other is not asked if he stands."""
    board = betting(hands=(["+100"], []))
    assert board.legal() == [26, 27, 28, 29, 30]
    assert board.play(READY).where() == ("ITEMS", 0)


@pytest.mark.parametrize(("money", "sizes"), [((13, 12), 5), ((12, 12), 4), ((13, 11), 4), ((5, 20), 2), ((4, 3), 1)])
def test_raises_are_what_both_can_pay(money, sizes):
    """AD-4.4: 1, 2, 3, 5 or 10, at most the smaller purse."""
    assert betting(money=money).legal() == [READY, *range(27, 27 + sizes)]


@pytest.mark.parametrize("amount", [1, 2, 3, 5, 10])
def test_raiser_and_matcher_pay(amount):
    """AD-4.4, AD-4.5: the raiser at once, the other by matching."""
    board = betting(money=(20, 20), hands=(["+100"], [])).play(raise_(amount))
    assert (board.money(), board.bets()) == ([17 - amount, 18], [3 + amount, 2])
    assert (board.where(), board.legal()) == (("REPLY", 1), [MATCH, FORFEIT])
    assert board.look(1)["raise"].tolist() == [float(size == amount) for size in (1, 2, 3, 5, 10)]
    board.play(MATCH)
    assert (board.money(), board.bets()) == ([17 - amount, 18 - amount], [3 + amount, 2 + amount])


def test_a_matched_raise_is_fought():
    """AD-4.6: at once, without a raise back."""
    board = betting(hands=(["+100"], [])).play(raise_(1), MATCH)
    assert (board.where(), board.active()) == (("ITEMS", 0), "DD")


@pytest.mark.parametrize("lead", [0, 1])
def test_forfeit(lead):
    """AD-4.7: a win for the raiser; his ship withdraws, the other's is destroyed; no item is played."""
    fields = ("FSSSS", "MSSSS")
    hands = (["+100"], ["+100"])
    board = betting(lead=lead, field=fields, hands=hands).play(raise_(2), FORFEIT)
    other = 1 - lead
    assert board.wins()[lead] == 1
    assert board.wins()[other] == 0
    assert board.pile("bay", lead) == fields[lead][0]
    assert board.pile("bay_seen", lead) == ""
    assert board.pile("scrap", other) == fields[other][0]
    assert board.pile("scrap", lead) + board.pile("bay", other) == ""
    assert (board.hand(0), board.hand(1)) == (["+100"], ["+100"])
    assert (board.state.lead, board.where()) == (lead, ("STRATEGY", lead))


def test_the_last_ship_cannot_be_forfeited_for_free():
    """AD-4.7, AD-9.1: it is destroyed, and the game is over."""
    board = betting(field=("DDDDD", "M"), rest=("deck", "scrap")).play(raise_(1), FORFEIT)
    assert board.over() == (0, [1, -1])


def test_an_unmatched_raise_stays_in_the_pot():
    """AD-4.8: the raiser gets it back only by winning the battle."""
    board = betting().play(raise_(3), FORFEIT)
    assert (board.money(), board.bets()) == ([4, 8], [6, 2])
    board.play(raise_(1), FORFEIT, raise_(1), FORFEIT)
    assert (board.money()[0], board.bets()) == (4 - 2 + 10, [0, 0])
