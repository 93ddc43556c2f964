"""The harvest: FL-3."""

import pytest

from tests.games.flank.board import Board, battle

CARDS = [(3, 0, 1), (0, 3, 1), (0, 0, 5), (2, 0, 2), (0, 2, 2), (2, 2, 0), (1, 0, 3), (0, 1, 3)]


def test_card_by_card():
    """FL-3.1: playing and force mining may be mixed, in any number."""
    board = Board(hands=("0025", "1"))
    assert board.legal() == ["end", "play 0", "play 2", "play 5", "mine 0", "mine 2", "mine 5"]
    board.play("play 0")
    assert (board.tokens(0), board.turn()) == ((3, 0, 1), ("HARVEST", 0))
    board.play("mine 2")
    assert (board.tokens(0), board.turn()) == ((4, 1, 2), ("HARVEST", 0))
    board.play("mine 0", "play 5")
    assert (board.tokens(0), board.discard(), board.turn()) == ((5, 4, 3), "0025", ("HARVEST", 1))


@pytest.mark.parametrize("kind", range(8))
def test_playing_a_card(kind):
    """FL-3.2: it gives what is printed on it and goes to the discard pile."""
    board = Board(hands=(f"{kind}{kind}", "")).play(f"play {kind}")
    assert (board.tokens(0), board.hand(0), board.discard()) == (CARDS[kind], str(kind), str(kind))


@pytest.mark.parametrize("kind", range(8))
def test_force_mining(kind):
    """FL-3.3: one token of each colour for any card."""
    board = Board(hands=(f"{kind}{kind}", "")).play(f"mine {kind}")
    assert (board.tokens(0), board.hand(0), board.discard()) == ((1, 1, 1), str(kind), str(kind))


def test_token_limits():
    """FL-3.4: 5, 5 and 8; the rest is lost."""
    board = Board(hands=("0125", ""), tokens=((4, 4, 6), (0, 0, 0)))
    assert board.play("play 0").tokens(0) == (5, 4, 7)
    assert board.play("play 1").tokens(0) == (5, 5, 8)
    assert board.play("play 2").tokens(0) == (5, 5, 8)
    board = Board(hands=("00", ""), tokens=((5, 4, 8), (0, 0, 0)))
    assert board.play("mine 0").tokens(0) == (5, 5, 8)


def test_wasting_a_card():
    """FL-3.4: a card may be played or mined for nothing."""
    board = Board(hands=("02", "1"), tokens=((5, 5, 8), (0, 0, 0)))
    board.play("play 2", "mine 0")
    assert (board.tokens(0), board.discard()) == ((5, 5, 8), "02")


@pytest.mark.parametrize("phase", ["BUILD", "MOVE_TARGET"])
def test_no_cards_outside_the_harvest(phase):
    """FL-3.5."""
    board = Board(units=({6: "W"}, {}), hands=("0123", ""), tokens=((5, 5, 8), (0, 0, 0)), phase=phase)
    assert board.legal("play", "mine") == []


def test_no_cards_in_combat():
    """FL-3.5, FL-7.7: in a battle only the force mine after forming uses a card, and it cannot be played."""
    board = battle("W||", "S||", zone=7, hands=("012", "345"), tokens=((1, 1, 1), (1, 1, 1)))
    assert (board.turn(), board.legal("play", "mine")) == (("COMBAT", 0), [])
    board = Board(units=({7: "W"}, {7: "S"}), hands=("012", ""), phase="MOVE_TARGET", battle=(7, 0)).play("end")
    assert (board.phase(), board.legal()) == ("FORMATION_MINE", ["end", "mine 0", "mine 1", "mine 2"])


def test_hands_of_any_size():
    """FL-3.6: many cards stay in hand over the end of a round."""
    hand = "000001111122222333334444"
    board = Board(hands=(hand, ""), top="5566", phase="MOVE_TARGET", to_act=1).play("end")
    assert board.hand(0) == hand + "66"
