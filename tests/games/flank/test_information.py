"""Who sees what: FL-1.7, FL-1.8, and the secrets of FL-6.2, FL-6.5 and FL-6.6."""

import numpy as np
import pytest

from flank_envs.engine import kernels
from flank_envs.engine.positions import observations
from flank_envs.engine.rng import streams_of_seeds
from tests.games.flank.board import GAME, Board, battle, differences


def duel(hands: tuple[str, str] = ("03", "14"), **rest) -> Board:
    """The attacker, seat 0, is about to form on a zone with a base."""
    units = ({12: "WWM"}, {12: "SST"})
    return Board(units=units, hands=hands, phase="MOVE_TARGET", battle=(12, 0), **rest).play("end")


@pytest.mark.parametrize("seat", [0, 1])
def test_the_public_part(seat):
    """FL-1.7: board, tokens, upgrades, discards and sizes, each in the own frame."""
    board = Board(
        units=({6: "WWM"}, {8: "S", 9: "TC"}),
        tokens=((1, 2, 3), (4, 5, 6)),
        hands=("012", "3344"),
        upgrades=("03", "12"),
        discard="0055",
        bases=((0, 5), (14, 12, 4)),
    )
    seen = board.look(seat)
    own, opp = seat, 1 - seat
    frame = (lambda zone: zone) if seat == 0 else (lambda zone: 14 - zone)
    assert np.flatnonzero(seen["bases_own"]).tolist() == sorted(map(frame, board.bases(own)))
    assert np.flatnonzero(seen["bases_opp"]).tolist() == sorted(map(frame, board.bases(opp)))
    units = [seen["units_own"], seen["units_opp"]] if seat == 0 else [seen["units_opp"], seen["units_own"]]
    assert units[0][frame(6)].tolist() == [0.5, 0.25, 0, 0]
    assert units[1][frame(9)].tolist() == [0, 0.25, 0.25, 0]
    assert (np.count_nonzero(units[0]), np.count_nonzero(units[1])) == (2, 3)
    assert (seen["tokens_own"] * (5, 5, 8)).round().tolist() == list(board.tokens(own))
    assert (seen["tokens_opp"] * (5, 5, 8)).round().tolist() == list(board.tokens(opp))
    assert "".join(map(str, np.flatnonzero(seen["upgrades_own"]))) == board.upgrades(own)
    assert "".join(map(str, np.flatnonzero(seen["upgrades_opp"]))) == board.upgrades(opp)
    assert (seen["hand_sizes"] * 10).round().tolist() == [len(board.hand(own)), len(board.hand(opp))]
    assert (seen["discard"] * 5).round().tolist() == [2, 0, 0, 0, 0, 2, 0, 0]
    assert seen["deck"] == pytest.approx((40 - 3 - 4 - 4) / 40)
    assert (seen["population"] * 16).round().tolist() == [3, 3]
    assert (seen["faction_own"].tolist(), seen["faction_opp"].tolist()) == (
        [float(k == own) for k in range(3)],
        [float(k == opp) for k in range(3)],
    )


def test_the_own_hand():
    """FL-1.7: by kind, for its owner only."""
    board = Board(hands=("0012", "77"))
    assert (board.look(0)["hand_own"] * 5).round().tolist() == [2, 1, 1, 0, 0, 0, 0, 0]
    assert (board.look(1)["hand_own"] * 5).round().tolist() == [0, 0, 0, 0, 0, 0, 0, 2]


@pytest.mark.parametrize("seat", [0, 1])
def test_hands_are_hidden(seat):
    """FL-1.7: the opponent's cards, and which cards are in the deck instead."""
    one = Board(hands=("01", "01"))
    other = Board(hands=("01", "67") if seat == 0 else ("67", "01"))
    assert differences(one.look(seat), other.look(seat)) == set()
    assert differences(one.look(1 - seat), other.look(1 - seat)) == {"hand_own"}


@pytest.mark.parametrize("seat", [0, 1])
def test_the_order_of_the_deck_is_hidden(seat):
    """FL-1.7."""
    assert differences(Board(top="0123").look(seat), Board(top="7654").look(seat)) == set()


def test_hands_stay_hidden_after_the_reveal():
    """FL-1.8: only the sheets and force-mined cards are shown."""
    tokens = ((1, 0, 0), (0, 0, 0))
    one = battle("W|M|", "S|T|", hands=("035", "14"), mines=("0", "1"), tokens=tokens)
    other = battle("W|M|", "S|T|", hands=("067", "14"), mines=("0", "1"), tokens=tokens)
    assert one.phase() == "COMBAT"
    assert differences(one.look(1), other.look(1)) == set()
    one.play("end")
    other.play("end")
    assert differences(one.look(1), other.look(1)) <= {"hand_own", "discard"}


def test_forming_is_secret():
    """FL-6.2, FL-6.5: the defender sees nothing of the attacker's placing, not even how far it is."""
    board = duel()
    before = board.look(1)
    for name in ("form W>F", "form M>S"):
        assert differences(before, board.play(name).look(1)) == set()
    assert differences(before, board.play("form W>K").look(1)) == {"phase"}
    board.play("mine 0")
    assert differences(before, board.look(1)) == {"to_act"}
    assert board.look(1)["force_opp"].tolist() == [0.5, 0.25, 0, 0]
    assert not board.look(1)["sheet_opp"].any()


def test_the_defender_forms_in_secret_too():
    """FL-6.2, FL-1.7: until the reveal."""
    board = duel().play("form W>F", "form M>S", "form W>K", "end")
    before = board.look(0)
    for name in ("form S>F", "form T>S"):
        assert differences(before, board.play(name).look(0)) == set()
    board.play("form S>S")
    assert differences(before, board.look(0)) == {"phase"}
    assert not board.look(0)["sheet_opp"].any()
    assert np.argwhere(board.look(1)["sheet_own"]).tolist() == [[0, 0], [1, 0], [1, 2]]


@pytest.mark.parametrize("mined", ["mine 0", "mine 3", "end"])
def test_the_force_mine_is_secret(mined):
    """FL-1.7, FL-6.6: neither the card nor whether there is one."""
    plain = duel().play("form W>F", "form M>S", "form W>K", "end")
    board = duel().play("form W>F", "form M>S", "form W>K", mined)
    assert differences(plain.look(1), board.look(1)) == set()


def test_who_mines_sees_it():
    """FL-6.6: the own card and the smaller hand."""
    board = duel().play("form W>F", "form M>S", "form W>K", "mine 3")
    seen = board.look(0)
    assert np.flatnonzero(seen["mine_own"]).tolist() == [3]
    assert seen["hand_sizes"].tolist() == pytest.approx([0.1, 0.2])


def test_placed_units_show_on_the_own_sheet():
    """FL-6.2: and those still beside it."""
    board = duel().play("form W>F", "form M>K")
    seen = board.look(0)
    assert np.argwhere(seen["sheet_own"]).tolist() == [[0, 0], [2, 1]]
    assert seen["force_own"].tolist() == [0.25, 0, 0, 0]


@pytest.mark.parametrize("seat", [0, 1])
def test_determinizing_keeps_what_is_known(seat):
    """FL-1.7: in the middle of a formation, whatever is hidden may be different, and nothing else."""
    board = duel(hands=("0347", "1425"))
    if seat == 1:
        board.play("form W>F", "form M>S", "form W>K", "mine 3")
    before = board.look(seat)
    seen = set()
    for word in range(1, 12):
        states = board.batch.states.copy()
        kernels.determinize_all(states, np.array([seat]), streams_of_seeds(np.array([word])))
        assert differences(before, GAME.observation.split(observations(GAME, states, seat)[0])) == set()
        seen.add(states["hand"][0, 1 - seat].tobytes())
    assert len(seen) > 1


def test_the_discard_pile_is_public():
    """FL-1.7: a played card is seen by both."""
    board = Board(hands=("05", "1")).play("play 5")
    for seat in (0, 1):
        assert np.flatnonzero(board.look(seat)["discard"]).tolist() == [5]
