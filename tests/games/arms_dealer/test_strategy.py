"""The Strategy Phase."""

import pytest

from tests.games.arms_dealer.board import FORFEIT, MATCH, READY, SWAPS, Board, differences, raise_, swap

SWAP_IDS = list(range(32, 38))


def planning(lead=0, **more):
    """After one skirmish, won by the lead."""
    wins, scrap = ((1, 0), ("", "D")) if lead == 0 else ((0, 1), ("D", ""))
    given: dict = {"field": ("-DSFY", "-MYFS"), "money": (3, 3), "hands": (["+100"], ["+100"])}
    return Board(skirmish=2, wins=wins, scrap=scrap, lead=lead, **given | more)


@pytest.mark.parametrize("lead", [0, 1])
def test_the_lead_does_one_thing(lead):
    """AD-6.1, AD-6.2, AD-6.3: ready, raise or swap; the other then ready or swap."""
    board = planning(lead)
    assert (board.where(), board.legal()) == (("STRATEGY", lead), [26, 27, 28, 29, *SWAP_IDS])
    board.play(READY)
    assert (board.where(), board.legal()) == (("STRATEGY", 1 - lead), [26, *SWAP_IDS])


def test_there_is_none_before_the_first_skirmish():
    """AD-6.1: the opening is followed by the skirmish; the next one by a Strategy Phase."""
    board = Board("SHOP", to_act=1, hands=(["+100"], [])).play(11, READY)
    assert board.phase() == "ITEMS"
    assert board.play(25).where() == ("STRATEGY", 0)


def test_the_other_may_swap_after_a_swap():
    """AD-6.3, AD-6.6: one each, and then the skirmish begins."""
    board = planning().play(swap(2, 3))
    assert board.to_act() == 1
    board.play(swap(4, 5))
    assert (board.phase(), board.field(0), board.field(1)) == ("ITEMS", "--DFY", "--YSF")
    assert board.active() == "SM"


def test_after_a_raise_only_an_answer():
    """AD-6.4, AD-4.5: match or forfeit."""
    board = planning().play(raise_(2))
    assert (board.where(), board.legal()) == (("REPLY", 1), [MATCH, FORFEIT])
    assert board.play(MATCH).phase() == "ITEMS"


@pytest.mark.parametrize("k", range(6))
def test_swaps(k):
    """AD-6.5: the ships on two places change, and only they."""
    one, other = SWAPS[k]
    ships = list("-DSFY")
    ships[one - 1], ships[other - 1] = ships[other - 1], ships[one - 1]
    board = planning().play(32 + k)
    assert board.field(0) == "".join(ships)
    flags = [float(place in (one, other)) for place in (2, 3, 4, 5)]
    assert board.look(1)["gap_swap"].tolist() == [[0] * 4, flags]
    assert board.look(0)["gap_swap"].tolist() == [flags, [0] * 4]


def test_swaps_need_two_ships():
    """AD-6.5: on both places; with one ship left there is nothing to choose."""
    board = Board(
        skirmish=4,
        wins=(2, 1),
        scrap=("D", "DD"),
        field=("---DS", "---D"),
        rest=("deck", "scrap"),
        money=(0, 0),
        hands=(["+100"], []),
    )
    assert board.legal() == [READY, swap(4, 5)]
    assert board.play(READY).where() == ("ITEMS", 0)


def test_a_swap_does_not_show_its_ships():
    """AD-6.5: two different fields look the same to the other seat."""
    one = planning(field=("-DSFY", "-MYFS")).play(swap(2, 5))
    other = planning(field=("-YFSD", "-MYFS")).play(swap(2, 5))
    assert differences(one.look(1), other.look(1)) == set()


def test_one_swap_for_each():
    """AD-6.6: after his swap the lead is not asked again before the skirmish."""
    board = planning(hands=([], ["+100"])).play(swap(2, 3), READY)
    assert board.where() == ("ITEMS", 1)


def test_what_was_done_before():
    """AD-6.7: it is shown through the skirmish and forgotten before the next one."""
    board = planning(hands=(["+100", "+100"], ["+100"])).play(raise_(1), MATCH)
    assert board.look(0)["gap_action"].tolist() == [[0, 1, 0, 0, 0], [0, 0, 0, 1, 0]]
    assert board.look(1)["gap_action"].tolist() == [[0, 0, 0, 1, 0], [0, 1, 0, 0, 0]]
    board.play(25, 25)
    assert board.phase() == "STRATEGY"
    assert not board.look(0)["gap_action"].any()


def test_the_skirmish_follows():
    """AD-6.7: when both have acted."""
    board = planning().play(READY, READY)
    assert (board.where(), board.active(), board.state.skirmish) == (("ITEMS", 0), "DM", 2)
