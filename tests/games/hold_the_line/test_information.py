"""Who sees what: HL-1.8, and the secrets of HL-2.3, HL-3.5, HL-4.5; the public memory of HL-6.4."""

import numpy as np
import pytest

from flank_envs.engine import kernels
from tests.games.hold_the_line.board import CARDS, DECK, Board, differences

TURN = {"my_turn", "stage_left"}
SETUP_HANDS = ("IIIIAAT", "IIIIAAT")
# Seat 0 has a choice in lane 0 and in lane 1, so that COMBAT lasts for two decisions.
FIGHTS = {0: "T4/5 v I5 I4", 1: "A3/1 v I5 T4/5"}


def shares(block: np.ndarray) -> list[int]:
    """A block of counts per kind, in cards."""
    return (block * DECK).round().astype(int).tolist()


def troops_seen(block: np.ndarray, lane: int) -> list[str]:
    return [CARDS[card] for card in np.flatnonzero(block[lane])]


@pytest.mark.parametrize("seat", [0, 1])
def test_both_see_fronts_troops_discards_and_sizes(seat):
    """HL-1.8: the public part of a position."""
    board = Board(
        {0: "I2 A1/0 v T3/2", 3: "v I5"}, hands=("IIA", "IIIIT"), discards=("AT", "III"), front=(1, -2, 0, 0, 2)
    )
    own, opp = board.look(seat), 1 - seat
    assert own["front"] == pytest.approx(np.array([1, -2, 0, 0, 2]) / (3 if seat == 0 else -3))
    assert troops_seen(own["own_stacks"], 0) == board.troops(seat, 0)
    assert troops_seen(own["opp_stacks"], 0) == board.troops(opp, 0)
    assert troops_seen(own["opp_stacks"], 3) == board.troops(opp, 3)
    assert shares(own["own_discard"]) == ([0, 1, 1] if seat == 0 else [3, 0, 0])
    assert shares(own["opp_discard"]) == ([3, 0, 0] if seat == 0 else [0, 1, 1])
    assert own["opp_hand_size"] == pytest.approx(len(board.hand(opp)) / 7)
    assert own["opp_deck_size"] == pytest.approx(len(board.pile(opp)) / 14)
    assert shares(own["opp_hidden"]) == ([4, 4, 1] if seat == 0 else [7, 2, 1])


def test_equal_troops_are_counted():
    """HL-1.8: any number of equal cards shows."""
    board = Board({2: "I4 I4 I4 A2/1 A2/1 v"})
    assert board.look(0)["own_stacks"][2, CARDS.index("I4")] == pytest.approx(3 / 8)
    assert board.look(1)["opp_stacks"][2, CARDS.index("A2/1")] == pytest.approx(2 / 4)


@pytest.mark.parametrize("seat", [0, 1])
def test_hands_and_piles_are_hidden_from_the_opponent(seat):
    """HL-1.8: which of the unseen cards are in hand, and the order of the pile, are secret."""
    one = Board({0: "I5 v I5"}, hands=("IIIAT", "IIIAT"), top=("IA", "IA"))
    other = Board({0: "I5 v I5"}, hands=("IAATT", "IAATT"), top=("IIA", "AII"))
    assert differences(one.look(seat), other.look(seat)) == {"own_hand", "own_deck"}
    own_hand = (one.look(seat)["own_hand"] * (7, 4, 2)).round().tolist()
    assert (own_hand, shares(one.look(seat)["own_deck"])) == ([3, 1, 1], [4, 3, 1])


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_knows_the_order_of_a_pile(seat):
    """HL-1.8: also not of the own one."""
    one, other = Board(top=("IAT", "TAI")), Board(top=("TTA", "AAI"))
    assert differences(one.look(seat), other.look(seat)) == set()


def test_placing_is_secret():
    """HL-2.3: neither lanes nor kinds nor the number of cards placed show before both have finished."""
    board = Board(hands=SETUP_HANDS, phase="SETUP")
    before = board.look(1)
    for name in ("I@3", "T@0", "I@1", "A@2"):
        assert differences(before, board.play(name).look(1)) == set()
    assert differences(before, board.play("I@4").look(1)) == TURN
    assert board.look(1)["opp_hand_size"] == 1
    waiting = board.look(0)
    for name in ("A@0", "A@4", "I@3", "T@2"):
        assert differences(waiting, board.play(name).look(0)) == set()
    assert board.look(0)["opp_hand_size"] == 1
    assert not board.look(0)["opp_stacks"].any()
    assert board.play("I@1").look(0)["opp_stacks"].any(axis=1).all()


def test_a_player_sees_the_own_face_down_cards():
    """HL-2.3, HL-3.5: the owner knows what lies where."""
    board = Board(hands=SETUP_HANDS, phase="SETUP").play("A@3")
    assert np.argwhere(board.look(0)["own_staged"]).tolist() == [[3, 1]]
    assert board.look(0)["stage_left"] == pytest.approx(4 / 5)
    board = Board(hands=("IIT", "I")).play("T@4")
    assert np.argwhere(board.look(0)["own_staged"]).tolist() == [[4, 2]]
    assert board.look(0)["stage_left"] == pytest.approx(2 / 5)


def test_staging_is_secret_while_it_lasts():
    """HL-3.5: seat 1 sees nothing of seat 0's staging, and seat 0 nothing of seat 1's."""
    board = Board(FIGHTS, hands=("IIIAA", "IIIAA"))
    before = board.look(1)
    for name in ("I@3", "A@0"):
        assert differences(before, board.play(name).look(1)) == set()
    assert differences(before, board.play("I@1").look(1)) == TURN
    waiting = board.look(0)
    for name in ("A@0", "I@4"):
        assert differences(waiting, board.play(name).look(0)) == set()
    assert (board.look(0)["opp_hand_size"], board.look(1)["opp_hand_size"]) == pytest.approx((5 / 7, 5 / 7))


def test_lanes_of_staged_cards_show_in_combat():
    """HL-3.5: from the start of Combat their lanes are visible, and the hand is seen to be smaller."""
    board = Board(FIGHTS, hands=("IIIAA", "IIIAA")).play("I@3", "A@0", "done", "A@2", "done")
    assert board.phase() == "COMBAT"
    assert board.look(1)["opp_staged"].tolist() == [1, 0, 0, 1, 0]
    assert board.look(0)["opp_staged"].tolist() == [0, 0, 1, 0, 0]
    assert board.look(1)["opp_hand_size"] == pytest.approx(3 / 7)
    assert board.look(0)["opp_hand_size"] == pytest.approx(4 / 7)


def test_kinds_of_staged_cards_stay_hidden_until_deploy():
    """HL-3.5: in Combat only the lanes show; after Deploy the cards do, and nothing lies face down."""
    one = Board(FIGHTS, hands=("IIIAA", "IIIAA")).play("I@3", "A@4", "done", "done")
    other = Board(FIGHTS, hands=("IIIAA", "IIIAA")).play("A@3", "I@4", "done", "done")
    assert one.phase() == "COMBAT"
    assert differences(one.look(1), other.look(1)) == set()
    assert differences(one.look(0), other.look(0)) == {"own_staged"}
    for board in (one, other):
        board.play("slot 0", "slot 0")
    assert one.phase() == "STAGING"
    assert differences(one.look(1), other.look(1)) == {"opp_stacks"}
    assert not one.look(1)["opp_staged"].any()


@pytest.mark.parametrize("lane", ["I5 A3/1 v I5 T4/5", "A3/1 T4/5 v I5 T4/5"])
def test_targets_of_seat_0_are_secret(lane):
    """HL-4.5: seat 1 chooses without knowing where seat 0 shot."""
    shots = 2 if lane.startswith("A") else 1
    one, other = (Board({0: lane}).fight(*[slot] * shots) for slot in (0, 1))
    assert one.to_act() == other.to_act() == 1
    assert differences(one.look(1), other.look(1)) == set()
    assert differences(one.look(0), other.look(0)) == set(), "nobody but the decider needs the pending shots"
    assert one.look(1)["target_slots"][:, 5:].any() == np.False_


def test_targets_of_seat_1_are_secret_until_the_lane_is_resolved():
    """HL-4.5: seat 0 sees nothing of seat 1's first shot while seat 1 chooses the second."""
    one, other = (Board({0: "I5 I4 v A3/1 T4/5"}).fight(slot) for slot in (0, 1))
    assert one.to_act() == other.to_act() == 1
    assert differences(one.look(0), other.look(0)) == set()
    assert differences(one.look(1), other.look(1)) == {"target_slots"}
    assert not one.look(0)["shooter"].any()


def test_a_resolved_lane_shows_while_the_next_is_fought():
    """HL-4.5: choices are revealed with the lane, before later lanes are chosen."""
    board = Board({0: "T4/5 v I5 I4", 4: "T4/5 v I5 I4"}).fight(0)
    for seat in (0, 1):
        assert board.look(seat)["combat_lane"].tolist() == [0, 0, 0, 0, 1]
    assert troops_seen(board.look(0)["opp_stacks"], 0) == ["I4", "I1"]


def test_memory_at_the_start():
    """HL-6.4: before any reshuffle the pool is the whole deck, and the hand at that moment was empty."""
    for seat in (0, 1):
        seen = Board().look(seat)
        assert shares(seen["opp_pool_at_shuffle"]) == [8, 4, 2]
        assert shares(seen["opp_hand_at_shuffle"]) == [0, 0, 0]


@pytest.mark.parametrize("seat", [0, 1])
def test_memory_of_a_reshuffle(seat):
    """HL-6.4: the opponent keeps what was shuffled and what was held just then, until the next reshuffle."""
    rest = "I5 I5 I5 I5 I5 A3/1 A3/1 T4/5"
    lane, hands, discards = f"{rest} v", ("IA", "I"), ("IIA", "")
    if seat == 1:
        lane, hands, discards = f"v {rest}", ("I", "IA"), ("", "IIA")
    board = Board({4: lane}, hands=hands, discards=discards)
    for _ in range(2):
        board.fight()
        seen = board.look(1 - seat)
        assert shares(seen["opp_pool_at_shuffle"]) == [2, 1, 0]
        assert shares(seen["opp_hand_at_shuffle"]) == [1, 1, 1]
        assert shares(board.look(seat)["opp_pool_at_shuffle"]) == [8, 4, 2]


def test_a_pile_is_part_of_what_was_shuffled():
    """HL-6.4: a record whose draw pile holds a card that was not shuffled is refused."""
    board = Board()
    board.state.pool_at_shuffle[1] = [8, 4, 0]
    assert kernels.checks(board.batch.states.copy()) == 3


def test_empty_hands_draw_nothing_to_remember():
    """HL-6.4: without discards there is no reshuffle, and the memory stays."""
    rest = "I5 I5 I5 I5 I5 I5 A3/1 A3/1 A3/1 A3/1 T4/5 T4/5"
    seen = Board({2: f"{rest} v"}, hands=("II", "I")).fight().look(1)
    assert shares(seen["opp_pool_at_shuffle"]) == [8, 4, 2]
    assert shares(seen["opp_hand_at_shuffle"]) == [0, 0, 0]
