"""Skirmishes and their items."""

import numpy as np
import pytest

from tests.conformance.play import sample
from tests.games.arms_dealer.board import PASS, READY, Board, play


def test_five_skirmishes_and_no_more():
    """AD-5.1: a battle that nobody wins earlier is over after the fifth."""
    board = Board("ITEMS", skirmish=5, wins=(2, 2), active="MD", scrap=("DD", "DD"), hands=(["+100"], [])).play(PASS)
    assert (board.state.battle, board.phase()) == (3, "FLEET")
    board = Board("ITEMS", skirmish=4, wins=(2, 1), active="DM", scrap=("D", "SS"), hands=(["+100"], [])).play(PASS)
    assert (board.state.battle, board.state.skirmish, board.wins()) == (2, 5, [2, 2])


def test_the_next_ship_is_the_one_on_the_lowest_place():
    """AD-5.2, AD-5.3: both are turned up, and both can be seen."""
    board = Board("SHOP", to_act=1, field=("FSDDD", "YMDDD"), hands=(["+100"], [])).play(11, READY)
    assert (board.active(), board.field(0), board.field(1)) == ("FY", "-SDDD", "-MDDD")
    for seat in (0, 1):
        seen = board.look(seat)
        own, opp = np.argmax(seen["own_active"]), np.argmax(seen["opp_active"])
        assert (own, opp) == ((2, 3) if seat == 0 else (3, 2))


def test_with_an_empty_field_ships_come_from_the_deck():
    """AD-5.2: the top one, random among those in the deck."""
    found = set()
    for seed in range(sample(60, 15)):
        board = Board(
            skirmish=6,
            wins=(3, 3),
            scrap=("SSS", "SSS"),
            deck=("DM", "Y"),
            rest="bay",
            hands=(["+100"], []),
            seed=seed,
        ).play(READY)
        found.add(board.active())
        assert len(board.pile("deck", 0)) == 1
    assert found == {"DY", "MY"}


@pytest.mark.parametrize("lead", [0, 1])
def test_items_are_played_in_turn(lead):
    """AD-5.4: the lead first; two passes in a row end it, one does not."""
    hands = (["+100"] * 3, ["+100"] * 3)
    board = Board("ITEMS", lead=lead, active="SS", hands=hands)
    for k, action in enumerate((PASS, 14, PASS, 14, 14, PASS)):
        assert board.where() == ("ITEMS", (lead + k) % 2)
        board.play(action)
    assert board.where() == ("ITEMS", lead)
    board.play(PASS)
    assert board.phase() == "STRATEGY"


def test_the_window_shows_the_last_moves():
    """AD-5.4: own passed, own played, opponent passed, opponent played; nothing outside ITEMS."""
    board = Board("ITEMS", active="SS", hands=(["+100"] * 3, ["+100"] * 3))
    assert board.look(0)["item_window"].tolist() == [0, 0, 0, 0]
    board.play(14, PASS)
    assert board.look(0)["item_window"].tolist() == [0, 1, 1, 0]
    assert board.look(1)["item_window"].tolist() == [1, 0, 0, 1]
    board.play(PASS)
    assert not board.look(0)["item_window"].any()


def test_power():
    """AD-5.5, AD-10.1: ship, support and increases."""
    board = Board(
        "ITEMS", active="SM", deck=("F", ""), rest=("bay", "deck"), hands=(["+200", "+300", "reinforce", "+100"], [])
    )
    board.play(play("+200"), play("+300"), play("reinforce"))
    assert board.look(0)["own_power"].tolist() == pytest.approx([5 / 15, 10 / 30])
    assert board.look(1)["opp_power"].tolist() == pytest.approx([5 / 15, 10 / 30])
    assert board.look(1)["own_power"].tolist() == pytest.approx([0, 5 / 30])
    assert board.look(1)["opp_support"].tolist() == pytest.approx([0, 0, 0.2, 0, 0])


def test_power_shows_up_to_a_limit():
    """AD-5.5: increases of 2300 and a power of 3100 show as 1."""
    hand = ["+300"] * 3 + ["+200"] * 7 + ["reinforce"] * 3
    board = Board("ITEMS", active="MD", deck=("MMF", ""), rest=("bay", "deck"), hands=(hand, []))
    board.play(*[play("+300")] * 3, *[play("+200")] * 6, *[play("reinforce")] * 2)
    assert board.state.boost[0] == 21
    assert board.look(0)["own_power"].tolist() == [1, 1]


@pytest.mark.parametrize("winner", [0, 1])
def test_the_higher_power_wins(winner):
    """AD-5.6, AD-5.7, AD-8.4: the winner's ship is repaired, seen by both; he leads."""
    board = Board("ITEMS", lead=1 - winner, active="YF" if winner == 0 else "FY", hands=(["+100"], ["+100"]))
    board.play(PASS, PASS)
    assert board.wins()[winner] == 1
    assert board.wins()[1 - winner] == 0
    assert (board.pile("bay", winner), board.pile("bay_seen", winner)) == ("Y", "Y")
    assert (board.pile("scrap", 1 - winner), board.pile("bay", 1 - winner)) == ("F", "")
    assert (board.state.lead, board.where()) == (winner, ("STRATEGY", winner))


def test_equal_power():
    """AD-5.8: everything that fought is destroyed, support included, and the lead stays."""
    board = Board("ITEMS", lead=1, active="MF", deck=("", "S"), rest=("deck", "bay"), hands=([], ["reinforce"]))
    board.play(play("reinforce"))
    assert (board.wins(), board.state.lead) == ([1, 1], 1)
    assert (board.pile("scrap", 0), board.pile("scrap", 1)) == ("M", "SF")


def test_increases_end_with_the_skirmish():
    """AD-5.9: the next one begins with the ships alone."""
    board = Board("ITEMS", active="DY", field=("-DDDD", "-YDDD"), hands=(["+300", "+300", "+100"], []))
    board.play(play("+300"), play("+300"), PASS)
    assert (board.wins(), board.where()) == ([1, 0], ("STRATEGY", 0))
    board.play(READY, READY)
    assert board.active() == "DY"
    assert board.look(0)["own_power"].tolist() == pytest.approx([0, 1 / 30])


def test_the_game_ends_before_the_battle():
    """AD-5.9: the third win and the last ship together end the game, not the battle."""
    board = Board(
        "ITEMS", skirmish=3, wins=(2, 0), active="MD", field=("---DD", ""), rest=("deck", "scrap"), hands=(["+100"], [])
    ).play(PASS)
    assert board.over()[0] == 0
    assert board.bets() == [3, 2]


def test_played_items_are_discarded():
    """AD-5.10: at once, face up."""
    board = Board("ITEMS", active="DY", hands=(["+200", "+100"], [])).play(play("+200"))
    assert (board.hand(0), board.state.item_discard.tolist()) == (["+100"], [0, 1, *[0] * 9])
    assert board.look(1)["dealer_discard"][1] == pytest.approx(1 / 9)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_power_increases(k):
    """AD-10.1: 100, 200 or 300, kept when the ship is redrawn."""
    hand = [("+100", "+200", "+300")[k], "redraw", "+100"]
    board = Board("ITEMS", active="DM", deck=("S", ""), rest=("bay", "deck"), hands=(hand, []))
    board.play(14 + k)
    assert board.state.boost.tolist() == [k + 1, 0]
    board.play(play("redraw"))
    assert board.state.boost.tolist() == [k + 1, 0]


@pytest.mark.parametrize("ship", range(5))
def test_repairs(ship):
    """AD-10.2, AD-8.3: the class on the card, from the Scrapyard into the deck; not without such a ship."""
    letter = "DSFYM"[ship]
    others = "DSFYM".replace(letter, "")
    board = Board("ITEMS", active="DD", scrap=(others, ""), hands=([f"fix {letter}", "+100"], []))
    assert board.legal() == [14, PASS]
    board = Board("ITEMS", active="DD", scrap=(others + letter, ""), hands=([f"fix {letter}", "+100"], []))
    deck = board.pile("deck", 0).count(letter)
    board.play(17 + ship)
    assert (board.pile("scrap", 0), board.pile("deck", 0).count(letter)) == (others, deck + 1)


def test_repaired_ships_are_shuffled_in():
    """AD-8.3, AD-10.2: the next draw is the repaired ship as often as any other."""
    found = []
    for seed in range(sample(300, 60)):
        board = Board("ITEMS", active="DD", deck=("SSS", ""), scrap=("M", ""), rest=("bay", "deck"), seed=seed,
                      hands=(["fix M", "reinforce", "+100"], []))  # fmt: skip
        board.play(play("fix M"), play("reinforce"))
        found.append(board.pile("support", 0))
    assert 0.1 < found.count("M") / len(found) < 0.4


@pytest.mark.parametrize("pile", ["deck", "bay"])
def test_reinforcements_need_a_ship(pile):
    """AD-10.3, AD-10.4, AD-8.2: in the deck or the Repair Bay; from the bay the deck is renewed first."""
    hands = (["reinforce", "redraw", "+100"], [])
    board = Board("ITEMS", active="DM", field=("", "-DDDD"), rest=("scrap", "deck"), hands=hands)
    assert board.legal() == [14, PASS]
    piles: dict = {pile: ("FF", "")}
    board = Board(
        "ITEMS", active="DM", field=("", "-DDDD"), rest=("scrap", "deck"), hands=hands, discard=["fix F"] * 2, **piles
    )
    assert board.legal() == [14, 22, 23, PASS]
    board.play(play("reinforce"))
    assert (board.pile("support", 0), board.pile("deck", 0), board.pile("bay", 0)) == ("F", "F", "")


def test_several_reinforcements():
    """AD-10.3: each brings a ship, and all win together."""
    board = Board("ITEMS", active="DM", deck=("DYF", ""), rest=("bay", "deck"), hands=(["reinforce"] * 3, []))
    board.play(*[play("reinforce")] * 3)
    assert board.wins() == [1, 0]
    assert board.pile("bay_seen", 0) == "DDFY"


def test_redraw_shuffles_the_ship_in():
    """AD-10.4, AD-8.3: either ship may come, support stays."""
    found = set()
    for seed in range(sample(40, 30)):
        board = Board(
            "ITEMS",
            active="DM",
            deck=("SY", ""),
            rest=("bay", "deck"),
            hands=(["redraw", "reinforce", "+100"], []),
            seed=seed,
        )
        board.play(play("reinforce"), play("redraw"))
        assert sorted(board.pile("support", 0) + board.active()[0] + board.pile("deck", 0)) == sorted("DSY")
        assert len(board.pile("support", 0)) == 1
        found.add(board.active()[0])
    assert found == set("DSY")


def test_redraw_renews_an_empty_deck_first():
    """AD-10.4, AD-8.2, AD-8.4: the Repair Bay becomes the deck, then the ship goes in."""
    found = set()
    for seed in range(sample(40, 30)):
        board = Board("ITEMS", active="DM", field=("", "-DDDD"), bay=("MM", ""), seen=("M", ""), rest=("scrap", "deck"),
                      hands=(["redraw", "+100"], []), discard=["fix M", "fix D"], seed=seed)  # fmt: skip
        board.play(play("redraw"))
        assert (board.pile("bay", 0), board.pile("bay_seen", 0)) == ("", "")
        assert len(board.pile("deck", 0)) == 2
        found.add(board.active()[0])
    assert found == {"D", "M"}


def test_rapid_repair():
    """AD-10.5: the whole Repair Bay, which must not be empty."""
    board = Board("ITEMS", active="DM", hands=(["rapid", "+100"], []))
    assert board.legal() == [14, PASS]
    board = Board(
        "ITEMS", active="DM", bay=("SS", ""), deck=("F", ""), rest=("scrap", "deck"), hands=(["rapid", "+100"], [])
    )
    board.play(24)
    assert (board.pile("deck", 0), board.pile("bay", 0)) == ("SSF", "")
