"""The worked scenarios of the rules, decision by decision."""

import numpy as np
import pytest

from flank_envs import make_batch
from tests.games.arms_dealer.board import (
    BACK,
    DONE,
    FORFEIT,
    GAME,
    KEEP,
    LOOK,
    MATCH,
    PASS,
    READY,
    Board,
    play,
    raise_,
    swap,
)

ALL_SWAPS = list(range(32, 38))


def test_s1_new_game():
    """AD-1.3, AD-2.1: purses, bank, and what is left in the decks."""
    batch = make_batch(GAME, 1, seed=0, first_seat=0)
    state = batch.states[0]
    assert state.money.tolist() == [18, 18]
    assert (state.bet.sum(), 200 - state.money.sum()) == (0, 164)
    assert state.deck.sum(axis=1).tolist() == [20, 20]
    assert state.drawn.sum(axis=1).tolist() == [5, 5]
    assert (state.item_deck.sum(), state.asteroid_deck.sum()) == (39, 15)
    assert (GAME.phases[state.phase], state.to_act) == ("FLEET", 0)


def test_s2_laying():
    """AD-2.2, AD-2.3, AD-1.5: seven decisions lay ten ships."""
    board = Board("FLEET", drawn=("DDSSF", "DDDSS"), first_seat=None)
    assert board.legal() == [0, 1, 2]
    board.play(2, 1, 0)
    assert (board.field(0), board.legal()) == ("FSD--", [0, 1])
    board.play(1)
    assert (board.field(0), board.where()) == ("FSDSD", ("FLEET", 1))
    board.play(0, 0, 0)
    assert (board.field(1), board.where()) == ("DDDSS", ("SHOP", 0))
    assert board.state.decisions == 7


def test_s3_look_and_keep():
    """AD-3.2, AD-3.3: one coin to look, two more to keep."""
    board = Board("SHOP", money=(18, 18), shop={2: "+200"})
    bank = board.bank()
    board.play(LOOK + 2)
    assert (board.money()[0], board.where(), board.legal()) == (17, ("LOOK", 0), [12, 13])
    board.play(KEEP)
    assert (board.money()[0], board.bank(), board.hand(0)) == (15, bank + 3, ["+200"])
    assert (board.state.shop[2], board.where(), board.legal()) == (-1, ("SHOP", 0), [5, 6, 8, 9, 10, 11])


def test_s4_who_knows_a_card():
    """AD-3.4, AD-3.9: the looker knows it in the shop, and then in the other's hand."""
    board = Board("SHOP", shop={0: "redraw"}).play(LOOK, BACK, DONE)
    assert np.argwhere(board.look(0)["shop_known"]).tolist() == [[0, 9]]
    assert not board.look(1)["shop_known"].any()
    assert board.look(1)["shop"][0].tolist() == [1, 0, 0, 0, 1, 0]
    board.play(LOOK, KEEP)
    seen = board.look(0)
    assert np.flatnonzero(seen["opp_items_known"]).tolist() == [9]
    assert seen["opp_items_known"][9] == pytest.approx(1 / 5)
    assert not seen["shop_known"].any()


def test_s5_too_poor_to_keep():
    """AD-3.3, AD-1.5: the card goes back by itself, and so does the shopper."""
    board = Board("SHOP", money=(2, 10)).play(LOOK)
    assert (board.where(), board.money()) == (("SHOP", 0), [1, 10])
    board.play(LOOK)
    assert (board.where(), board.money()) == (("SHOP", 1), [0, 10])


@pytest.mark.parametrize(("money", "winner"), [((2, 9), 1), ((9, 1), 0), ((2, 1), 1)])
def test_s6_unable_to_bet(money, winner):
    """AD-4.2, AD-9.3: the lead is asked first, and nothing is paid."""
    board = Board("SHOP", to_act=1, money=money).play(DONE)
    assert board.over() == (winner, [1, -1] if winner == 0 else [-1, 1])
    assert (board.money(), board.bets()) == (list(money), [0, 0])


def from_s7(**more):
    return Board("SHOP", to_act=1, money=(10, 7), field=("DDDDD", "SSSSS"), **more).play(DONE)


def test_s7_initial_bets():
    """AD-4.1, AD-4.4: 3 and 2; raises that both can pay."""
    board = from_s7()
    assert (board.money(), board.bets(), board.where()) == ([7, 5], [3, 2], ("BET", 0))
    assert board.legal() == [26, 27, 28, 29, 30]


def test_s8_raise_and_match():
    """AD-4.5, AD-4.6."""
    board = from_s7(hands=(["+100"], [])).play(raise_(3))
    assert (board.money(), board.bets(), board.where()) == ([4, 5], [6, 2], ("REPLY", 1))
    assert board.legal() == [38, 39]
    board.play(MATCH)
    assert (board.money(), board.bets(), board.where()) == ([4, 2], [6, 5], ("ITEMS", 0))
    assert board.active() == "DS"


def test_s9_raise_and_forfeit():
    """AD-4.7, AD-8.4: the forfeiter's ship is destroyed, the raiser's withdraws unseen."""
    board = from_s7().play(raise_(5), FORFEIT)
    assert (board.money(), board.bets()) == ([2, 5], [8, 2])
    assert (board.pile("scrap", 1), board.pile("bay", 0)) == ("S", "D")
    assert not board.look(1)["opp_bay_seen"].any()
    assert (board.wins(), board.state.skirmish, board.where()) == ([1, 0], 2, ("STRATEGY", 0))


def test_s10_tie():
    """AD-5.4, AD-5.5, AD-5.8: both ships are lost, both win, the lead stays."""
    board = Board("ITEMS", active="SF", hands=(["+200", "+100"], ["+100"]))
    assert board.legal() == [14, 15, 25]
    board.play(play("+200"), play("+100"), PASS)
    assert (board.wins(), board.state.lead) == ([1, 1], 0)
    assert (board.pile("scrap", 0), board.pile("scrap", 1)) == ("S", "F")
    assert board.hand(0) == ["+100"]


def test_s11_a_pass_is_not_final():
    """AD-5.4."""
    board = Board("ITEMS", active="FS", hands=(["+100"], ["+200"])).play(PASS, play("+200"))
    assert board.where() == ("ITEMS", 0)
    board.play(play("+100"))
    assert (board.wins(), board.phase()) == ([1, 1], "STRATEGY")


def test_s12_reinforcements():
    """AD-10.3, AD-5.6, AD-8.4."""
    board = Board("ITEMS", active="DY", deck=("Y", ""), rest=("bay", "deck"), hands=(["reinforce"], []))
    board.play(play("reinforce"))
    assert (board.wins(), board.pile("bay_seen", 0), board.pile("scrap", 1)) == ([1, 0], "DY", "Y")


def test_s13_reinforcements_that_are_not_enough():
    """AD-10.3, AD-5.7: the support shares the fate of the ship."""
    board = Board("ITEMS", active="DY", deck=("S", ""), rest=("bay", "deck"), hands=(["reinforce"], []))
    board.play(play("reinforce"))
    assert (board.pile("scrap", 0), board.state.lead, board.where()) == ("DS", 1, ("STRATEGY", 1))


def test_s14_redraw():
    """AD-10.4, AD-10.1: power increases stay."""
    hands = (["redraw", "+100"], [])
    board = Board(
        "ITEMS",
        active="DY",
        deck=("D", ""),
        rest=("bay", "deck"),
        hands=hands,
        boost=(1, 0),
        window=(2, 1),
        discard=["+100"],
    )
    board.play(play("redraw"))
    assert (board.active(), board.pile("deck", 0), board.where()) == ("DY", "D", ("ITEMS", 0))
    assert board.look(0)["own_power"].tolist() == pytest.approx([1 / 15, 2 / 30])


def test_s15_repair():
    """AD-10.2: only what lies in the Scrapyard."""
    board = Board("ITEMS", active="DY", scrap=("SS", ""), hands=(["fix S", "fix M"], []))
    assert board.legal() == [18, 25]
    scouts = board.pile("deck", 0).count("S")
    board.play(18)
    assert (board.pile("scrap", 0), board.pile("deck", 0).count("S")) == ("DS", scouts + 1)


def test_s16_rapid_repair():
    """AD-10.5, AD-8.4: what was seen in the Repair Bay is forgotten."""
    board = Board("ITEMS", active="DY", bay=("DSM", ""), seen=("DM", ""), hands=(["rapid", "+100"], []))
    assert board.look(1)["opp_bay_seen"].tolist() == pytest.approx([1 / 7, 0, 0, 0, 1 / 3])
    size = len(board.pile("deck", 0))
    board.play(24)
    assert (board.pile("bay", 0), len(board.pile("deck", 0))) == ("", size + 3)
    assert not board.look(1)["opp_bay_seen"].any()


def test_s17_sudden_death():
    """AD-7.1, AD-6.1, AD-5.2: level at three, ships come from the decks."""
    board = Board(
        "ITEMS",
        skirmish=5,
        wins=(2, 2),
        money=(4, 4),
        active="FF",
        deck=("M", "Y"),
        rest="bay",
        scrap=("DD", "DD"),
        hands=(["+100"], []),
    )
    board.play(PASS)
    assert (board.wins(), board.state.skirmish, board.where()) == ([3, 3], 6, ("STRATEGY", 0))
    assert board.legal() == [26, 27, 28, 29]
    board.play(READY)
    assert (board.active(), board.where()) == ("MY", ("ITEMS", 0))
    board.play(PASS)
    assert (board.money(), board.state.battle) == ([9, 6], 3)


def test_s18_a_lead_who_lost_the_battle():
    """AD-7.2, AD-7.3, AD-7.4, AD-7.6, AD-7.8."""
    board = Board(
        "ITEMS",
        lead=1,
        skirmish=4,
        wins=(2, 1),
        active="FF",
        field=("----D", "----S"),
        money=(4, 4),
        bets=(4, 4),
        line=(1, 5, 1, 1, 10),
        scrap=("D", "DD"),
        hands=([], ["+100"]),
    )
    board.play(PASS)
    assert board.money() == [12, 10]
    assert (board.pile("bay", 0), board.pile("bay", 1)) == ("D", "S")
    assert not board.state.bay_seen.any()
    assert board.state.asteroid_discard.sum() == 10
    assert (board.state.battle, board.state.lead, board.where()) == (3, 1, ("FLEET", 1))


def test_s19_a_bank_that_cannot_pay():
    """AD-7.4: card by card, as far as the bank reaches."""
    board = Board(
        "ITEMS",
        skirmish=3,
        wins=(2, 0),
        active="MD",
        money=(100, 92),
        line=(5, 1, 1, 1, 1),
        scrap=("", "DD"),
        hands=(["+100"], []),
    )
    assert board.bank() == 3
    board.play(PASS)
    assert (board.money(), board.bank()) == ([105, 95], 0)


def test_s20_the_last_ship():
    """AD-9.1: the game ends in the middle of a battle, and the pot stays."""
    board = Board(
        "ITEMS",
        lead=1,
        to_act=0,
        window=(0, 1),
        skirmish=2,
        wins=(0, 1),
        active="MD",
        field=("--DDD", ""),
        scrap=("D", ""),
        rest=("deck", "scrap"),
        hands=(["+100"], []),
    )
    board.play(PASS)
    assert board.over() == (0, [1, -1])
    assert (board.money(), board.bets()) == ([10, 10], [2, 3])


@pytest.mark.parametrize(("money", "winner"), [((4, 6), 1), ((6, 6), -1)])
def test_s21_both_fleets_lost(money, winner):
    """AD-9.2: the richer wins; the pot counts for nobody if the battle is open."""
    board = Board("ITEMS", active="DD", field=("", ""), money=money, rest="scrap", hands=(["+100"], []))
    board.play(PASS)
    assert board.over() == (winner, [-1, 1] if winner == 1 else [0, 0])
    assert (board.money(), board.bets()) == (list(money), [3, 2])


def test_s21_both_fleets_lost_with_the_battle():
    """AD-9.2: its winner takes the pot first."""
    board = Board(
        "ITEMS",
        skirmish=3,
        wins=(2, 0),
        active="DD",
        field=("", ""),
        money=(4, 6),
        rest="scrap",
        hands=(["+100"], []),
    )
    board.play(PASS)
    assert board.over() == (0, [1, -1])
    assert (board.money(), board.bets()) == ([9, 6], [0, 0])


def test_s22_a_bay_becomes_the_deck():
    """AD-8.2, AD-5.2, AD-6.5."""
    board = Board(
        skirmish=4,
        wins=(2, 1),
        field=("---DD", ""),
        money=(3, 0),
        bay=("", "SS"),
        scrap=("D", ""),
        rest=("deck", "scrap"),
        hands=(["+100"], []),
        discard=["fix S"],
    )
    assert board.legal() == [26, 37]
    board.play(READY)
    assert (board.active(), board.pile("deck", 1), board.pile("bay", 1)) == ("DS", "S", "")


def from_s23(**more):
    return Board(skirmish=2, wins=(1, 0), money=(3, 5), field=("-DSFY", "-DDDD"), scrap=("", "S"), **more)


def test_s23_swap():
    """AD-6.2, AD-6.3, AD-6.5."""
    board = from_s23()
    assert board.legal() == [26, 27, 28, 29, *ALL_SWAPS]
    board.play(swap(2, 5))
    assert (board.field(0), board.to_act(), board.legal()) == ("-YSFD", 1, [26, *ALL_SWAPS])
    seen = board.look(1)
    assert seen["gap_action"].tolist() == [[0] * 5, [0, 0, 1, 0, 0]]
    assert seen["gap_swap"].tolist() == [[0] * 4, [1, 0, 0, 1]]


def test_s24_no_swap_after_a_raise():
    """AD-6.4."""
    board = from_s23(hands=(["+100"], [])).play(raise_(2))
    assert board.legal() == [38, 39]
    board.play(MATCH)
    assert (board.money(), board.active(), board.where()) == ([1, 3], "DD", ("ITEMS", 0))
