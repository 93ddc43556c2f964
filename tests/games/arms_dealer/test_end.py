"""Ships that are lost, and the end of the game."""

import pytest

from tests.games.arms_dealer.board import FORFEIT, PASS, READY, Board, play, raise_


def test_scrapyards_are_public_and_their_owners():
    """AD-8.1: each player's destroyed ships, seen by both."""
    board = Board("ITEMS", active="DM", scrap=("S", "FF"), hands=(["+100"], [])).play(PASS)
    assert (board.pile("scrap", 0), board.pile("scrap", 1)) == ("DS", "FF")
    assert board.look(1)["opp_scrap"].tolist() == pytest.approx([1 / 7, 1 / 6, 0, 0, 0])
    assert board.look(1)["own_scrap"].tolist() == pytest.approx([0, 0, 2 / 5, 0, 0])


def test_a_deck_that_was_just_emptied_is_not_renewed():
    """AD-8.2: only when the next ship must be drawn."""
    board = Board(
        "ITEMS", active="DM", deck=("S", ""), bay=("FF", ""), rest=("scrap", "deck"), hands=(["reinforce", "+100"], [])
    )
    board.play(play("reinforce"))
    assert (board.pile("deck", 0), board.pile("bay", 0)) == ("", "FF")


@pytest.mark.parametrize("loser", [0, 1])
def test_who_has_no_ship_left_loses(loser):
    """AD-9.1: whatever he holds, and whatever the purses are."""
    rest = ("scrap", "deck") if loser == 0 else ("deck", "scrap")
    field = ("", "-DDDD") if loser == 0 else ("-DDDD", "")
    hands = (["fix D", "+100"], ["fix D", "+100"])
    board = Board("ITEMS", active="DM" if loser == 0 else "MD", field=field, rest=rest, hands=hands)
    if board.to_act() == loser:
        board.play(PASS, PASS)
    else:
        board.play(PASS, PASS)
    assert board.over() == (1 - loser, [-1, 1] if loser == 0 else [1, -1])
    assert (board.money(), board.bets(), board.bank()) == ([10, 10], [3, 2], 175)


def test_ships_in_deck_or_bay_keep_a_player_alive():
    """AD-9.1: only ships in the Scrapyard are gone."""
    board = Board("ITEMS", active="DM", field=("", "-DDDD"), bay=("S", ""), rest=("scrap", "deck"),
                  hands=(["+100"], []), discard=["fix S"]).play(PASS)  # fmt: skip
    assert (board.state.over, board.phase()) == (0, "STRATEGY")


def test_a_forfeit_can_end_the_game():
    """AD-9.1, AD-4.7: after a forfeited skirmish too."""
    board = Board(skirmish=2, wins=(1, 0), field=("-DDDD", "-M"), rest=("deck", "scrap"))
    board.play(raise_(1), FORFEIT)
    assert board.over()[0] == 0
    assert board.wins() == [2, 0]


@pytest.mark.parametrize(("money", "winner"), [((7, 6), 0), ((6, 7), 1), ((7, 7), -1)])
def test_both_fleets_lost(money, winner):
    """AD-9.2: purses decide, the pot counts for nobody, and no asteroids are drawn."""
    board = Board("ITEMS", active="MM", field=("", ""), rest="scrap", money=money, hands=(["+100"], [])).play(PASS)
    assert board.over()[0] == winner
    assert board.money() == list(money)


def test_both_fleets_lost_and_the_battle_won_by_the_poorer():
    """AD-9.2: the pot goes to the winner of the battle before purses are compared."""
    board = Board("ITEMS", lead=1, skirmish=3, wins=(0, 2), active="MM", field=("", ""), rest="scrap", money=(9, 5),
                  hands=([], ["+100"]), line=(10, 5, 1, 1, 1)).play(PASS)  # fmt: skip
    assert (board.over()[0], board.money()) == (1, [9, 10])


def test_the_initial_bet():
    """AD-9.3: both have ships, but the lead has only two coins."""
    board = Board("SHOP", to_act=1, money=(2, 30)).play(11)
    assert board.over() == (1, [-1, 1])


def test_a_ready_costs_nothing():
    """AD-9.3: a player without a coin plays on until the next initial bet."""
    board = Board(skirmish=2, wins=(1, 0), scrap=("", "D"), money=(0, 5), hands=(["+100"], [])).play(READY, READY)
    assert board.phase() == "ITEMS"
