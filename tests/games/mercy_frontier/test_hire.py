"""Hiring: MF-5."""

import pytest

from tests.games.mercy_frontier.board import DONE, PAY_C, PAY_F, PAY_S, SWEEP, Board, contract, own

NOTHING = (0, 0, 0)
NAMES = ("Rig Hound", "Iron Warden", "Field Medic", "Steel Titan")


def hiring(tokens=(9, 9, 9), market=NAMES, **rest) -> Board:
    return Board(phase="HIRE", resources=(tokens, NOTHING), market=market, **rest)


def test_any_order_and_number():
    """MF-5.1: hire, sweep, hire, stop."""
    board = hiring(top=("Plate Guard", "Plate Guard", "Mortar Crew", "Mortar Crew"))
    assert board.ids() == [DONE, *map(contract, range(4)), SWEEP]
    board.play(contract(0), PAY_C, PAY_C, PAY_F).play(SWEEP, PAY_F, PAY_F).play(contract(1), PAY_C, PAY_C, PAY_C)
    assert board.mercs(0) == {0: "Rig Hound", 1: "Plate Guard"}
    assert (board.resources(0), board.turn()) == ((6, 9, 4), ("HIRE", 0))
    assert board.play(DONE).turn() == ("DEPLOY_TILE", 0)


@pytest.mark.parametrize(
    ("tokens", "choices"),
    [
        ((0, 0, 3), [0, 2]),  # 12 for a Hound, a Medic and a Warden
        ((2, 2, 0), [0, 2]),  # 10
        ((1, 3, 0), []),  # 9
        ((3, 4, 0), [0, 1, 2]),  # 18 for the Warden, 11 for the Titan
        ((0, 0, 7), [0, 1, 2, 3]),  # 28 for the Titan
        ((3, 0, 6), [0, 1, 2]),  # 27
    ],
)
def test_tokens_worth_the_price(tokens, choices):
    """MF-5.2: at the rates of each card."""
    assert hiring(tokens).ids(contract(0), contract(4)) == [contract(k) for k in choices]


def test_paying_token_by_token():
    """MF-5.2: taken as soon as enough is paid, and overpayment is lost."""
    board = hiring((2, 2, 2)).play(contract(0))
    assert (board.turn(), board.ids()) == (("PAY", 0), [PAY_F, PAY_S, PAY_C])
    pending = board.look(1)["pending"]
    assert (pending[25:29].tolist(), pending[29], round(pending[30] * 28)) == ([1, 0, 0, 0], 0, 10)
    board.play(PAY_C, PAY_C)
    assert (board.ids(), round(board.look(0)["pending"][30] * 28)) == ([PAY_F, PAY_S], 2)
    board.play(PAY_F)
    assert (board.resources(0), board.merc(0, 0), board.turn()) == ((1, 2, 0), "Rig Hound", ("HIRE", 0))
    assert not board.look(0)["pending"].any()


def test_the_lowest_free_zone():
    """MF-5.3: without token and health."""
    mercs = {0: "Plate Guard 0,0", 2: "Plate Guard 3,0"}
    board = hiring((0, 0, 9), mercs=(mercs, {})).play(contract(2), PAY_C, PAY_C, PAY_C)
    assert board.merc(0, 1) == "Field Medic"
    row = board.look(0)["own_mercs"][1]
    assert [round(value) for value in row[:2]] == [1, 0]
    assert (row[6], round(row[7] * 13), board.market()[2]) == (0, 3, "")
    board.play(contract(0), PAY_C, PAY_C, PAY_C)
    assert board.merc(0, 3) == "Rig Hound"


def test_sweeping():
    """MF-5.4: any two tokens; what is left of the market is discarded and four new ones are dealt."""
    board = hiring((0, 0, 5), top=("Plate Guard", "Mortar Crew", "Void Stalker", "Magma Wyrm"))
    board.play(contract(0), PAY_C, PAY_C, PAY_C, SWEEP)
    assert (board.look(1)["pending"][29], board.ids()) == (1, [PAY_C])
    board.play(PAY_C, PAY_C)
    assert sorted(board.discard()) == sorted(NAMES[1:])
    assert board.market() == ["Plate Guard", "Mortar Crew", "Void Stalker", "Magma Wyrm"]
    assert (board.resources(0), board.state.deck_size) == (NOTHING, 24 - 4 - 4)


def test_one_token_is_no_sweep():
    """MF-5.4, MF-2.5: with one token and nothing to hire the step is passed over."""
    assert hiring((1, 1, 0)).ids() == [DONE, SWEEP]
    board = Board(({0: "Rig Hound 0,5"}, {}), phase="HIRE", resources=((1, 1, 0), (0, 0, 1)), market=NAMES).play(DONE)
    assert board.turn() == ("MOVE", 0)


def test_gaps_are_refilled_when_a_player_has_finished():
    """MF-5.5: the other player starts with four; in ascending position."""
    board = Board(phase="HIRE", resources=((0, 0, 6), (0, 0, 6)), market=NAMES, top=("Void Stalker", "Magma Wyrm"))
    board.play(contract(2), PAY_C, PAY_C, PAY_C, contract(0), PAY_C, PAY_C, PAY_C)
    assert board.turn() == ("HIRE", 1)
    assert board.market() == ["Void Stalker", "Iron Warden", "Magma Wyrm", "Steel Titan"]


def test_an_empty_deck_is_made_of_the_discards():
    """MF-5.5: the swept cards are among them; if there are none the gap stays."""
    swept = set()
    for seed in range(30):
        board = hiring((0, 0, 2), top=("Void Stalker",), discard=("rest",), seed=seed).play(SWEEP, PAY_C, PAY_C)
        assert board.market()[0] == "Void Stalker"
        assert (board.state.deck_size, board.discard()) == (20, [])
        swept |= set(board.market()) & {"Steel Titan"}
    assert swept, "a swept card came back"


def test_gaps_stay_without_cards():
    """MF-5.5: deck and discards empty. All 24 cards are in the market, in zones or, here, not in play."""
    board = hiring((0, 0, 3), market=("Rig Hound",), top=(), discard=())
    board.state.deck_size = 0
    board.state.deck = 0
    board.checked = False
    board.play(contract(0), PAY_C, PAY_C, PAY_C)
    assert (board.market(), board.state.deck_size) == ([""] * 4, 0)


def test_defeated_mercenaries_come_back():
    """MF-5.5, MF-9.7: their cards are in the discard pile."""
    board = Board(
        ({0: "Field Medic 0,5", 1: "Plate Guard 3,5 1/3"}, {}),
        phase="HIRE",
        resources=((0, 0, 2), NOTHING),
        top=(),
        discard=("rest",),
    ).play(SWEEP, PAY_C, PAY_C)
    assert board.discard() == []
    assert board.play(own(1)).merc(0, 1) == "Plate Guard 3,5 2/3"
