"""The order of play: FL-2."""

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.games.flank.board import GAME, Board

# Both players have something to decide in every phase, whatever they do not do.
BUSY = {"factions": "KT", "hands": ("0", "1"), "tokens": ((1, 0, 2), (1, 0, 2)), "units": ({6: "W"}, {8: "S"})}


@pytest.mark.parametrize("first", [0, 1])
def test_phases_alternate(first):
    """FL-2.2, FL-2.4: initiative first, phase by phase; whoever wants nothing ends each at once."""
    board = Board(**BUSY, to_act=first, initiative=first)
    turns = []
    for _ in range(6):
        turns.append(board.turn())
        assert "end" in board.legal()
        board.play("end")
    order = [first, 1 - first]
    assert turns == [(phase, seat) for phase in ("HARVEST", "BUILD", "MOVE_TARGET") for seat in order]
    assert (board.tokens(0), board.units(0), board.units(1)) == ((1, 0, 2), {6: "W"}, {8: "S"})


@pytest.mark.parametrize("first", [0, 1])
def test_the_round_ends_after_both_move_phases(first):
    """FL-2.3, FL-2.1: then the next round begins with two cards each, the new first player's first."""
    board = Board(**BUSY, phase="MOVE_TARGET", to_act=first, initiative=first, top="76543210")
    board.play("end")
    assert (board.turn(), board.state.round_number, board.deck()[0]) == (("MOVE_TARGET", 1 - first), 1, "7")
    board.play("end")
    assert (board.turn(), board.state.round_number) == (("HARVEST", 1 - first), 2)
    own = ("0", "1")
    assert board.hand(1 - first) == "".join(sorted(own[1 - first] + "76"))
    assert board.hand(first) == "".join(sorted(own[first] + "54"))
    assert board.deck().startswith("3210")


def test_a_started_battle_is_fought():
    """FL-2.4: ending the move phase then leads to the battle, not to the next player."""
    board = Board("KT", ({7: "WW"}, {}), tokens=((0, 0, 2), (0, 0, 2)), phase="MOVE_TARGET")
    board.play("to 12", "move W", "end")
    assert board.legal() == ["end", "to 12"]
    board.play("end")
    assert board.turn() == ("COMBAT", 0)
    board.play("end")
    assert (board.units(0), board.bases(1)) == ({7: "W"}, [4, 9, 13, 14])  # 2 against 2, a tie


@pytest.mark.parametrize("bases", [(0,), (0, 1, 2, 5, 10)])
def test_cards_do_not_depend_on_bases(bases):
    """FL-2.5: two cards with one base as with five."""
    board = Board(bases=(bases, (4, 9)), phase="MOVE_TARGET", to_act=1).play("end")
    assert board.state.hand_size.tolist() == [2, 2]


def test_the_discards_are_shuffled_when_the_deck_is_empty():
    """FL-2.1: all of them, and only when a card is needed."""
    board = Board(deck="3", discard="0011", phase="MOVE_TARGET", to_act=1, keeper=1)
    before = [board.hand(seat) for seat in (0, 1)]
    board.play("end")
    assert (board.discard(), len(board.deck())) == ("", 1)
    drawn = [sorted(board.hand(seat)) for seat in (0, 1)]
    assert (len(drawn[0]) - len(before[0]), len(drawn[1]) - len(before[1])) == (2, 2)
    everything = sorted(board.hand(0) + board.deck() + board.hand(1))
    assert everything == sorted("01234567" * 5)
    assert "3" in board.hand(1)


def test_reshuffles_are_random():
    """FL-2.1: what comes first after a shuffle differs."""
    seen = {
        Board(deck="", discard="01234567", phase="MOVE_TARGET", to_act=1, seed=k).play("end").hand(0) for k in range(12)
    }
    assert len(seen) > 3


def test_without_cards_nothing_is_drawn():
    """FL-2.1: deck and discard pile are empty."""
    board = Board(deck="44", phase="MOVE_TARGET", to_act=1, initiative=0, keeper=1)
    assert board.state.hand_size.tolist() == [0, 38]
    board.play("end")
    assert (board.state.hand_size.tolist(), board.deck(), board.state.round_number) == ([0, 40], "", 2)


def test_forced_decisions_are_taken():
    """FL-2.6: after the last card the harvest is over, and players with nothing to do are passed over."""
    board = Board("KT", hands=("0", "11"))
    assert board.play("play 0").turn() == ("HARVEST", 1)
    board = Board("KT", hands=("2", ""))
    board.play("play 2")  # five yellow tokens buy nothing and there is no unit to move: the next round begins
    assert (board.turn(), board.state.round_number, board.tokens(0)) == (("HARVEST", 1), 2, (0, 0, 5))


def test_every_decision_is_a_choice():
    """FL-2.6: at least two actions are legal in every position of random games."""
    batch = make_batch(GAME, 2 if JIT_DISABLED else 100, seed=2)
    words = batch.streams(2)
    for _ in range(150 if JIT_DISABLED else 1000):
        batch.step_random(words)
        assert batch.action_mask.sum(axis=1).min() >= 2
        assert np.array_equal(batch.states["to_act"], batch.to_act)
