"""How the game begins: FL-1."""

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.games.flank.board import GAME, Board, battle
from tests.games.flank.names import FACTIONS

GAMES = 100 if JIT_DISABLED else 2000
RICH = ((5, 5, 8), (5, 5, 8))


def test_two_seats_and_two_sides():
    """FL-1.1, FL-1.4: five bases on each side of the diagonal, opposite to each other, and no units."""
    board = Board.dealt(factions=(0, 1))
    assert GAME.seats == (2, 2)
    assert (board.bases(0), board.bases(1)) == ([0, 1, 2, 5, 10], [4, 9, 12, 13, 14])
    assert (board.units(0), board.units(1)) == ({}, {})
    assert np.flatnonzero(board.look(0)["bases_own"]).tolist() == [0, 1, 2, 5, 10]
    assert np.flatnonzero(board.look(1)["bases_own"]).tolist() == [0, 1, 2, 5, 10]


def test_the_initiative_is_random():
    """FL-1.2: both seats get it equally often."""
    first = make_batch(GAME, GAMES, seed=3).states["initiative"]
    assert set(first.tolist()) == {0, 1}
    assert abs(first.mean() - 0.5) < 4 * 0.5 / GAMES**0.5


@pytest.mark.parametrize("seat", [0, 1])
def test_the_initiative_by_option(seat):
    """FL-1.2: the option first_player."""
    assert {Board.dealt(seed, first_player=seat).state.initiative for seed in range(8)} == {seat}


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("taken", FACTIONS)
def test_draft(first, taken):
    """FL-1.3: the second player chooses among three factions, the first among the other two."""
    board = Board.dealt(first_player=first)
    assert (board.turn(), board.legal()) == (("DRAFT", 1 - first), ["draft K", "draft T", "draft S"])
    board.play(f"draft {taken}")
    assert (board.turn(), board.legal()) == (("DRAFT", first), [f"draft {x}" for x in FACTIONS if x != taken])
    chosen = board.legal()[0][-1]
    board.play(f"draft {chosen}")
    assert (FACTIONS[board.state.faction[1 - first]], FACTIONS[board.state.faction[first]]) == (taken, chosen)
    assert board.turn() == ("HARVEST", first)


def test_nothing_is_dealt_before_the_draft():
    """FL-1.4, FL-1.5: bases, tokens and cards come after it."""
    board = Board.dealt()
    assert (board.bases(0), board.tokens(0), board.hand(0)) == ([], (0, 0, 0), "")
    assert sorted(board.deck()) == sorted("01234567" * 5)


@pytest.mark.parametrize("first", [0, 1])
def test_first_cards_and_tokens(first):
    """FL-1.5, FL-2.1: three cards each from the top, then two each, the first player first; three tokens each."""
    board = Board.dealt(seed=5, first_player=first)
    deck = board.deck()
    board.play("draft K", "draft T")
    assert board.hand(first) == "".join(sorted(deck[0:3] + deck[6:8]))
    assert board.hand(1 - first) == "".join(sorted(deck[3:6] + deck[8:10]))
    assert (board.deck(), board.discard()) == (deck[10:], "")
    assert board.tokens(0) == board.tokens(1) == (3, 3, 3)
    assert (board.state.round_number, board.turn()) == (1, ("HARVEST", first))


def test_decks_are_shuffled():
    """FL-1.5: every place of the deck sees every kind about equally often."""
    decks = make_batch(GAME, GAMES, seed=1).states["deck"]
    for kind in range(8):
        share = (decks == kind).mean(axis=0)
        assert np.abs(share - 1 / 8).max() < 5 * 0.33 / GAMES**0.5


@pytest.mark.parametrize("faction", FACTIONS)
def test_all_six_upgrades_are_open(faction):
    """FL-1.6: any of them may be bought first."""
    other = "T" if faction == "K" else "K"
    board = Board(faction + other, tokens=RICH, phase="BUILD")
    assert board.legal("buy") == [f"buy {card}" for card in range(6)]


def test_a_destroyed_unit_can_be_built_again():
    """FL-1.9: all four miniatures are lost, and one is bought back."""
    board = battle("SSSS||", "WWWW||", zone=7, factions="TK", tokens=((1, 0, 1), (0, 0, 0)))
    assert board.play("end").units(0) == {}
    assert board.until("BUILD", 0).play("build S@0").units(0) == {0: "S"}


def test_a_destroyed_base_is_gone():
    """FL-1.9, FL-1.10: nothing can be built on its site, and nothing brings it back."""
    board = battle("SSS||", factions="TK", tokens=((0, 0, 0), (0, 5, 8)))
    board.until("BUILD", 1)
    assert board.bases(1) == [4, 9, 13, 14]
    assert {name.split("@")[1] for name in board.legal("build")} == {"0", "1", "2", "4"}


def test_bases_never_come_back():
    """FL-1.10: in random games the sets of bases only shrink."""
    batch = make_batch(GAME, 2 if JIT_DISABLED else 50, seed=8, autoreset=False, factions=(1, 2))
    words = batch.streams(8)
    before = batch.states["bases"].copy()
    for _ in range(150 if JIT_DISABLED else 600):
        batch.step_random(words)
        assert not (batch.states["bases"] & ~before).any()
        before = batch.states["bases"].copy()
