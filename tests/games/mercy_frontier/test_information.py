"""What is hidden, what is drawn anew, and what a seat sees."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine import kernels
from flank_envs.engine.rng import streams_of_seeds
from tests.conformance.play import sample
from tests.games.mercy_frontier.board import DONE, FORWARD, GAME, OUTPOST, Board, cell, leg, tile


def determinized(board: Board, count: int, seat: int = 0) -> np.ndarray:
    states = np.repeat(board.batch.states, count)
    kernels.determinize_all(states, np.full(count, seat), streams_of_seeds(np.arange(count)))
    return states


def is_uniform(counts: Counter, kinds: int) -> bool:
    """Chi-square below its mean and six standard deviations, and every kind there."""
    expected = sum(counts.values()) / kinds
    square = sum((count - expected) ** 2 / expected for count in counts.values())
    return len(counts) == kinds and square < kinds + 6 * (2 * kinds) ** 0.5


def test_covered_faces_are_drawn_anew():
    """MF-1.2: every arrangement of the faces left is as likely; uncovered tiles stay."""
    count = sample(9000, 40)
    board = Board(uncovered=(3, 4, 7, 9), phase="WORKERS", unplaced=(1, 1))
    for seat in (0, 1):
        states = determinized(board, count, seat)
        assert (states["face"][:, [3, 4, 7, 9]] == board.state.face[[3, 4, 7, 9]]).all()
        single = Counter(map(tuple, states["face"][:, [5, 10, 11]].tolist()))
        double = Counter(map(tuple, states["face"][:, [6, 8]].tolist()))
        assert set(single) <= set(permutations((2, 1, 2)))
        if sample(1, 0):
            assert is_uniform(single, 3)
            assert is_uniform(double, 2)


def test_hidden_relics_are_drawn_anew():
    """MF-1.3: any ordered choice of those not seen; the one of an uncovered tile stays."""
    count = sample(9000, 40)
    board = Board(uncovered=(7,), relics=(0, 3, 1), phase="WORKERS", unplaced=(1, 1))
    relics = determinized(board, count)["relic"]
    assert (relics[:, 1] == 3).all()
    pairs = Counter(map(tuple, relics[:, [0, 2]].tolist()))
    assert set(pairs) <= set(permutations((0, 1, 2, 4), 2))
    if sample(1, 0):
        assert is_uniform(pairs, 12)


def test_the_deck_is_drawn_anew():
    """MF-1.4, MF-5.5: the same cards in any order; market, discards and zones stay."""
    count = sample(9000, 40)
    board = Board(
        ({0: "Rig Hound"}, {}),
        phase="WORKERS",
        unplaced=(1, 1),
        market=("Steel Titan",),
        top=("Rig Hound", "Field Medic", "Field Medic", "Void Stalker"),
        discard=("rest",),
    )
    states = determinized(board, count)
    assert (np.sort(states["deck"][:, :4]) == [1, 4, 4, 15]).all()
    for name in ("discard", "market", "card", "deck_size"):
        assert (states[name] == board.state[name]).all()
    if sample(1, 0):
        assert is_uniform(Counter(map(tuple, states["deck"][:, :4].tolist())), 12)


def test_what_a_covered_tile_shows():
    """MF-4.5: nothing but that it is covered, to both."""
    board = Board(({0: "Rig Hound 6,6"}, {}), phase="WORKERS", unplaced=(1, 1))
    for seat in (0, 1):
        seen = board.look(seat)
        assert seen["tiles"][3:12].tolist() == [[1] + [0] * 15] * 9
        assert not seen["relics"].any()


def test_the_board_map():
    """MF-2.3: tokens cover buildings in both frames."""
    board = Board(
        ({0: "Rig Hound 5,4"}, {0: "Plate Guard 0,20"}),
        outposts=({4: 0}, {}),
        refineries=((), ("14.0",)),
        beacons=({"C": (0, 0)}, {}),
    )
    expected = np.zeros((25, 15))
    expected[0:2, 0:2] = 0.5
    expected[5, 5] = 0.5
    expected[4:6, 5:7] = 1
    expected[20:22, 0:2] = -1
    expected[23, 12] = -0.5
    assert np.array_equal(board.look(0)["board_map"], expected)
    assert np.array_equal(board.look(1)["board_map"], -expected[::-1, ::-1])


def test_tiles_and_beacons_of_both():
    """MF-4.3, MF-3.2: signs and places in the observer's frame."""
    board = Board(
        phase="BUILD",
        resources=((9, 9, 9), (0, 0, 0)),
        workers=(("0.0", "0.2"), ("13.3",)),
        refineries=(("0.0",), ("7.1",)),
        outposts=({}, {7: 3}),
        beacons=({"S": (0, 3)}, {"C": (12, 21)}),
    )
    mine, theirs = board.look(0), board.look(1)
    assert mine["tiles"][0].tolist() == [0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0]
    assert theirs["tiles"][14].tolist() == [0, -1, 1, 0, 0, 0, 0, 0, -1, 0, -1, 0, 0, -1, 0, 0]
    assert mine["tiles"][7].tolist() == [0, -1, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0.75, 0]
    assert theirs["tiles"][7].tolist() == [0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0.25, 1]
    assert theirs["tiles"][1, 10:14].tolist() == [0, 0, 1, 0]
    assert np.allclose(mine["beacons"][0, 1], [1, 0, 3 / 24])
    assert np.allclose(mine["beacons"][1, 2], [1, 12 / 14, 21 / 24])
    assert np.allclose(theirs["beacons"][0, 2], [1, 1 / 14, 2 / 24])


def test_mercenaries_of_both():
    """MF-6.3, MF-8.2, MF-9.6: place, side, attack, health, maximum, spaces, legs, ability."""
    board = Board(({1: "Dune Outrider 4,6 2/5"}, {3: "Steel Titan"}), overcharge=(0, 1))
    mine = [1, 1, 4 / 14, 6 / 24, 3 / 4, 3 / 12, 2 / 13, 5 / 13, 3 / 5, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    theirs = [1, 0, 0, 0, 1, 6 / 12, 0, 8 / 13, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert np.allclose(board.look(0)["own_mercs"][1], mine)
    assert np.allclose(board.look(0)["enemy_mercs"][3], theirs)
    turned = [*mine[:2], 8 / 14, 16 / 24, *mine[4:]]
    assert np.allclose(board.look(1)["enemy_mercs"][1], turned)
    assert board.look(0)["own_mercs"].any(axis=1).tolist() == [False, True, False, False, False]


def test_the_market_is_seen():
    """MF-5.2: price, rates, attack, health, side, ability; nothing in a gap."""
    board = Board(phase="HIRE", resources=((9, 0, 0), (0, 0, 0)), market=("", "Prism Duelist"))
    market = board.look(1)["market"]
    assert not market[[0, 2, 3]].any()
    card = [1, 18 / 28, 2 / 6, 2 / 6, 5 / 6, 4 / 12, 3 / 13, 3 / 4, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert np.allclose(market[1], card)
    board = Board(phase="HIRE", resources=((9, 0, 0), (0, 0, 0)), discard=("Rig Hound", "Steel Titan"))
    seen = board.look(0)["discard"]
    assert (seen[1], seen[13], seen.sum(), round(board.look(0)["supply"][9] * 24)) == (0.5, 1, 1.5, 22)


def test_what_changes_in_a_step_is_the_whole_view():
    """MF-2.5: a row that is only brought up to date is the same as one written from nothing, in every phase."""
    seen = set()
    for options in ({}, {"accelerated": True}):
        batch = make_batch(GAME, sample(64, 2), seed=9, **options)
        streams = batch.streams(1)
        for _ in range(sample(1200, 150)):
            batch.step_random(streams)
            assert np.array_equal(batch.observation, batch.observe(batch.to_act))
            seen |= set(batch.states["phase"].tolist())
    assert seen == set(range(14)) or sample(0, 1)


def test_flipping_shows_the_tile_to_both():
    """MF-4.5, MF-4.9: from then on for good, also when the outpost has fallen."""
    board = Board(phase="BUILD", workers=(("1.2",), ()), resources=((2, 2, 0), (0, 0, 0))).play(
        OUTPOST, tile(4), cell(2)
    )
    assert board.look(1)["tiles"][10, :8].tolist() == [0, -1, 0, 1, 0, 0, 0, 0]
    fallen = Board(({}, {0: "Rig Hound 7,6", 1: "Rig Hound 0,20"}), to_act=1, outposts=({4: 2}, {}))
    fallen.play(leg(0, FORWARD, 0))
    assert fallen.look(0)["tiles"][4, :8].tolist() == [0, 0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_finished_game_is_seen(seat):
    """MF-10.2: no phase, nobody decides, nothing pending."""
    board = Board(({0: "Rig Hound 4,21"}, {})).play(leg(0, FORWARD, 2))
    seen = board.look(seat)
    assert not seen["phase"].any()
    assert not seen["flags"][0]
    assert not seen["pending"].any()
    assert DONE not in board.ids()
