"""Components and set-up: HL-1, HL-2."""

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.games.hold_the_line import tables
from flank_envs.games.hold_the_line.view.words import LINE_NAMES
from tests.games.hold_the_line.board import CARDS, DECK, GAME, Board, stage_names

SEAT_0 = ("I@0", "I@1", "I@2", "A@3", "T@4")
SEAT_1 = ("T@0", "A@1", "I@2", "I@3", "I@4")


def dealt(seed: int = 0) -> Board:
    """A board with the cards that the deal gave."""
    board = Board(seed=seed)
    board.batch.reset(seed)
    return board


def all_cards(board: Board, seat: int) -> list[int]:
    on_front = [card[0] for lane in range(5) for card in board.troops(seat, lane)]
    cards = board.hand(seat) + board.pile(seat) + board.discards(seat) + board.staged(seat) + "".join(on_front)
    return [cards.count(letter) for letter in "IAT"]


def placed() -> Board:
    """After set-up: seat 0 kept IA, seat 1 kept II; three cards on top of the piles are known."""
    hands = ("IIIIAAT", "IIIIIAT")
    return Board(hands=hands, top=("TAI", "AAT"), phase="SETUP").play(*SEAT_0, *SEAT_1)


def test_two_players():
    """HL-1.1: seats 0 and 1, each with an own return."""
    board = dealt()
    assert GAME.seats == (2, 2)
    assert board.batch.seats == 2
    assert board.batch.reward.shape == (1, 2)


@pytest.mark.parametrize("seed", range(3))
def test_decks_stay_complete(seed):
    """HL-1.2: 8 Infantry, 4 Anti-Armor, 2 Tanks for each player, from the deal to the end of the game."""
    board = dealt(seed)
    words = board.batch.streams(seed)
    while not board.state.over:
        for seat in (0, 1):
            assert all_cards(board, seat) == [8, 4, 2]
        board.batch.step(board.batch.random_actions(words))
    assert [all_cards(board, seat) for seat in (0, 1)] == [list(DECK), list(DECK)]


def test_five_lanes():
    """HL-1.3: five lanes, and five lines from Red to Red."""
    board = dealt()
    assert len(board.front()) == 5
    assert len({name[1:] for name in board.legal()}) == 5
    assert 2 * tables.RED_LINE + 1 == 5


def test_line_colors():
    """HL-1.4: Green in the middle, then Yellow, then Red on either side, and behind Red the gap."""
    assert [LINE_NAMES[abs(f)] for f in range(-2, 3)] == ["Red", "Yellow", "Green", "Yellow", "Red"]
    assert LINE_NAMES[3] == "gap"
    board = Board(front=(2, 1, 0, -1, -2), hands=("I", "I"))
    rows = [line.split()[0] for line in GAME.view.text(board.state, None).splitlines() if "===" in line]
    assert rows == ["Red", "Yellow", "Green", "Yellow", "Red"]


@pytest.mark.parametrize("seat", [0, 1])
def test_three_pushes_from_green_make_the_gap(seat):
    """HL-1.4: Yellow, Red and gap are one push apart, for both players."""
    lanes = {0: "I5 v", 1: "v I5"}
    board = Board(lanes, hands=("IIIII", "IIIII"))
    seen = []
    while not board.state.over:
        staging = ("I@0", "done", "done") if seat == 0 else ("done", "I@1", "done")
        seen.append(board.play(*staging).front()[seat])
    assert seen == ([1, 2, 3] if seat == 0 else [-1, -2, -3])


@pytest.mark.parametrize("f", range(-2, 3))
def test_both_sides_stand_at_one_front(f):
    """HL-1.5: wherever the Front of a lane is, the troops of both sides stand there and fight."""
    board = Board({0: "I5 v A3/1"}, front=(f, 0, 0, 0, 0))
    assert board.look(0)["front"][0] == -board.look(1)["front"][0] == np.float32(f / 3)
    assert board.fight().lane() == "I1 v"
    assert board.front() == [f, 0, 0, 0, 0]


def test_no_limit_of_troops_in_a_lane():
    """HL-1.6: all fourteen cards of a deck may stand in one lane."""
    everything = "I5 I5 I5 I5 I5 I5 I5 I5 A3/1 A3/1 A3/1 A3/1 T4/5"
    board = Board({2: f"{everything} v"}, hands=("T", "I")).play("T@2", "done")
    assert board.lane(2) == f"{everything} T4/5 v"


def test_card_values():
    """HL-1.7: HP and armor of the three kinds, and the 35 card states in canonical order."""
    assert tables.FULL_HP.tolist() == [5, 3, 4]
    assert tables.FULL_ARMOR.tolist() == [0, 1, 5]
    states = zip(tables.KIND_OF, tables.HP_OF, tables.ARMOR_OF, strict=True)
    assert [f"I{hp}" if kind == 0 else f"{'IAT'[kind]}{hp}/{armor}" for kind, hp, armor in states] == CARDS


@pytest.mark.parametrize(("kind", "card"), [("I", "I5"), ("A", "A3/1"), ("T", "T4/5")])
def test_cards_enter_fresh(kind, card):
    """HL-1.7: a card joins the Front with full HP and armor, whatever stands there."""
    board = Board({0: "T1/0 v"}, hands=(kind, "I")).play(f"{kind}@0", "done")
    assert sorted(board.troops(0, 0)) == sorted([card, "T1/0"])


def test_decks_are_shuffled():
    """HL-2.1: every place in a deck gets Infantry in 8 of 14 deals, and the two decks differ."""
    games = 700
    batch = make_batch(GAME, games, seed=1)
    first_in_hand = batch.states["hand"][:, :, 0].mean()
    assert first_in_hand == pytest.approx(4, abs=0.15)
    for place in range(7):
        share = (batch.states["pile"][:, :, place] == 0).mean()
        assert share == pytest.approx(8 / 14, abs=0.07)
    piles = batch.states["pile"][:, :, :7]
    assert len({pile.tobytes() for pile in piles.reshape(-1, 7)}) > games / 4
    assert (piles[:, 0] != piles[:, 1]).any(axis=1).mean() > 0.9


def test_both_draw_seven():
    """HL-2.2: seven cards in hand, seven in the draw pile."""
    board = dealt()
    for seat in (0, 1):
        assert len(board.hand(seat)) == len(board.pile(seat)) == 7
        assert (board.discards(seat), board.staged(seat)) == ("", ".....")
    assert (board.phase(), board.to_act()) == ("SETUP", 0)


def test_one_card_in_each_lane():
    """HL-2.3: five of seven cards, one per lane, no early end; then the other player places."""
    board = Board(hands=("IIIIAAT", "IIIIIAT"), phase="SETUP")
    assert board.legal() == stage_names("IAT", range(5))
    for number, name in enumerate(SEAT_0[:4], start=1):
        board.play(name)
        assert board.to_act() == 0
        assert "done" not in board.legal()
        assert {int(legal[2]) for legal in board.legal()} == set(range(number, 5))
    board.play(SEAT_0[4])
    assert (board.to_act(), board.staged(0), board.hand(0)) == (1, "IIIAT", "IA")
    board.play(*SEAT_1[:4])
    assert (board.phase(), board.staged(1)) == ("SETUP", "TAII.")


def test_placed_cards_go_to_the_green_front():
    """HL-2.4: ten fresh cards, no combat, no push, nothing left face down."""
    board = placed()
    assert [board.lane(k) for k in range(5)] == ["I5 v T4/5", "I5 v A3/1", "I5 v I5", "A3/1 v I5", "T4/5 v I5"]
    assert board.front() == [0, 0, 0, 0, 0]
    assert board.staged(0) == board.staged(1) == "....."


def test_a_new_game_begins_on_green():
    """HL-2.4, HL-1.3: whatever the game before has left."""
    board = Board({0: "I5 v I5", 3: "v T1/0"}, front=(2, -1, 0, 1, -2), discards=("A", "I"))
    board.batch.reset(seed=1)
    assert board.front() == [0, 0, 0, 0, 0]
    assert [board.lane(k) for k in range(5)] == ["v"] * 5
    assert [all_cards(board, seat) for seat in (0, 1)] == [[8, 4, 2], [8, 4, 2]]


def test_setup_ends_with_a_draw_to_five():
    """HL-2.5: both draw the next three cards, and round 1 begins with seat 0 staging."""
    board = placed()
    assert (board.hand(0), board.hand(1)) == ("IIAAT", "IIAAT")
    assert (len(board.pile(0)), len(board.pile(1))) == (4, 4)
    assert (board.phase(), board.to_act(), board.state.round_number) == ("STAGING", 0, 1)
