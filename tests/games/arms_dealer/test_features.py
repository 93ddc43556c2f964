"""What the features say of positions set up by hand: odds of what is hidden, and what the rules make of each action."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine import kernels
from flank_envs.engine.positions import features, legal_masks, need_features
from flank_envs.engine.rng import streams_of_seeds
from tests.conformance.play import option_sets, sample
from tests.games.arms_dealer.board import (
    BACK,
    DONE,
    FORFEIT,
    GAME,
    ITEMS,
    KEEP,
    LOOK,
    MATCH,
    PASS,
    READY,
    Board,
    play,
    raise_,
    swap,
)  # fmt: skip

FEATURES = need_features(GAME)
Blocks = dict[str, np.ndarray]
REPAIRS = ["fix D"] * 3 + ["fix S"]  # played in this battle: fields may be empty


def state_of(board: Board, seat: int) -> Blocks:
    return FEATURES.state.split(features(GAME, board.batch.states, seat).state[0])


def rows_of(board: Board) -> dict[int, Blocks]:
    """The features of the legal actions."""
    found = features(GAME, board.batch.states)
    assert found.actions.tolist() == board.legal()
    return {int(a): FEATURES.actions.split(row) for a, row in zip(found.actions, found.values, strict=True)}


def close(*values: float) -> Any:
    return pytest.approx(values, abs=1e-5)


def test_a_ship_is_laid_against_what_may_come():
    """AD-2.2: on the lowest empty place; of 24 unseen ships 12 are weaker than a Fighter, 5 as strong."""
    board = Board("FLEET", field=("", ""), drawn=("DDSFF", "DDDSS"), scrap=("", "D"))
    rows = rows_of(board)
    assert rows[2]["places"].tolist() == close(3 / 5, 0, 0, 0, 0)
    assert rows[2]["skirmish"].tolist() == close(12 / 24, 5 / 24, 0)
    assert rows[0]["skirmish"].tolist() == close(0, 6 / 24, 0)
    assert rows_of(board.play(2))[1]["places"].tolist() == close(0, 2 / 5, 0, 0, 0)
    assert state_of(board, 0)["place_odds"].tolist() == [close(12 / 24, 5 / 24), *[close(0, 0)] * 4]
    assert state_of(board, 0)["ahead"].tolist() == close(0, 1 / 65)


def test_unseen_ships_leave_out_what_was_seen():
    """AD-8.4: Scrapyard, ships that went face up into the bay, active ships; AD-8.2: of a bay alone any may come."""
    board = Board("STRATEGY", skirmish=4, wins=(2, 1), field=("---DD", "---SM"), rest=("deck", "scrap"),
                  scrap=("S", ""), bay=("", "FD"), seen=("", "F"), deck=("", "DS"))  # fmt: skip
    assert state_of(board, 0)["unseen_ships"].tolist() == close(2 / 5, 2 / 5, 0, 0, 1 / 5)
    board = Board("STRATEGY", skirmish=4, wins=(2, 1), field=("---DD", "-----"), rest=("deck", "scrap"),
                  scrap=("S", ""), bay=("", "FFD"), seen=("", "F"), discard=REPAIRS)  # fmt: skip
    assert state_of(board, 0)["unseen_ships"].tolist() == close(1 / 3, 0, 2 / 3, 0, 0)
    assert state_of(board, 0)["skirmish"].tolist() == close(0, 1 / 3, 0)
    assert state_of(board, 1)["drawn_power"] == pytest.approx(7 / 3 / 5)


def test_shopping_costs_the_bet():
    """AD-3.2, AD-3.3, AD-4.2: what is left of the purse beyond the initial bet, for the lead 3."""
    board = Board("SHOP", money=(5, 1), shop={0: "fix S", 1: "+200"})
    assert state_of(board, 0)["bankrupt"].tolist() == [0, 1]
    assert state_of(board, 1)["bankrupt"].tolist() == [1, 0]
    rows = rows_of(board)
    assert rows[LOOK]["coins"].tolist() == close(4 / 40, 1 / 40)
    assert rows[DONE]["coins"].tolist() == close(5 / 40, 2 / 40)
    assert not any(rows[LOOK]["item"])
    rows = rows_of(board.play(LOOK))
    keep, back = rows[KEEP], rows[BACK]
    assert keep["coins"].tolist() == close(2 / 40, -1 / 40)
    assert back["coins"].tolist() == close(4 / 40, 1 / 40)
    assert ITEMS[int(keep["item"].argmax())] == "fix S"
    assert not keep["works"]  # AD-10.2: no Scout is in the Scrapyard
    rows = rows_of(board.play(BACK))
    assert ITEMS[int(rows[LOOK]["item"].argmax())] == "fix S"
    assert rows_of(board.play(LOOK + 1))[KEEP]["works"]


def test_a_card_that_the_opponent_knows():
    """AD-3.4: that it looked is public, the card is not."""
    rows = rows_of(Board("SHOP", shop={2: "fix M"}).play(LOOK + 2, BACK, DONE))
    assert [bool(rows[LOOK + slot]["looked"]) for slot in range(6)] == [False, False, True, False, False, False]
    assert not any(rows[LOOK + 2]["item"])


def test_a_raise_and_its_answers():
    """AD-4.5 to AD-4.7: pot odds and likely coins, if the raise is matched and if it is forfeited."""
    board = Board("BET", money=(7, 5), field=("DDDDD", "SSSSS"))
    after_win, _, after_loss, now = state_of(board, 0)["battle"].tolist()
    row = rows_of(board)[raise_(3)]
    assert (row["coins"][0], row["pot_odds"], row["battle"]) == close(4 / 40, 3 / 11, now)
    assert row["gain"].tolist() == close((now * 11 - 3) / 40, (after_win * 8 - 3) / 40)
    rows = rows_of(board.play(raise_(3)))
    after_loss, now = state_of(board, 1)["battle"].tolist()[2:]
    assert (rows[MATCH]["coins"][0], rows[MATCH]["pot_odds"], rows[MATCH]["battle"]) == close(2 / 40, 3 / 11, now)
    assert rows[FORFEIT]["gain"][0] == pytest.approx(after_loss * 8 / 40)
    assert rows[FORFEIT]["skirmish"].tolist() == [0, 0, 0]


def test_items_turn_a_skirmish():
    """AD-5.5, AD-10.1: a Scout against a Fighter, with +200, with +100 and alone."""
    board = Board("ITEMS", active="SF", hands=(["+200", "+100"], []), boost=(0, 0))
    rows = rows_of(board)
    assert rows[play("+200")]["skirmish"].tolist() == close(1, 0, 0.1)
    assert rows[play("+100")]["skirmish"].tolist() == close(0, 1, 0)
    assert rows[PASS]["skirmish"].tolist() == state_of(board, 0)["skirmish"].tolist() == close(0, 0, -0.1)
    assert state_of(board, 1)["skirmish"].tolist() == close(1, 0, 0.1)
    after = state_of(board, 0)["battle"].tolist()
    assert [rows[a]["battle"] for a in (play("+200"), play("+100"), PASS)] == close(*after[:3])


def test_items_that_draw_a_ship():
    """AD-10.3, AD-10.4: a Drone against a Destroyer; the deck holds D S F M. A Redraw may bring the Drone again."""
    board = Board("ITEMS", active="DY", deck=("DSFM", ""), rest=("scrap", "deck"), field=("-----", "-DDDD"),
                  hands=(["reinforce", "redraw", "fix M"], []), discard=REPAIRS)  # fmt: skip
    rows = rows_of(board)
    assert rows[play("reinforce")]["skirmish"].tolist() == close(1 / 4, 1 / 4, (1 + 11 / 4 - 4) / 10)
    assert rows[play("redraw")]["skirmish"].tolist() == close(1 / 5, 0, (12 / 5 - 4) / 10)
    assert rows[play("fix M")]["skirmish"].tolist() == close(0, 0, -0.3)


def test_a_swap_changes_who_fights_next():
    """AD-6.5, AD-5.2."""
    board = Board("STRATEGY", skirmish=2, wins=(1, 0), field=("-DSFM", "-DDDD"), rest=("scrap", "scrap"))
    rows = rows_of(board)
    assert rows[READY]["skirmish"].tolist() == close(0, 1, 0)
    assert rows[swap(2, 5)]["skirmish"].tolist() == close(1, 0, 0)
    assert rows[swap(2, 5)]["places"].tolist() == close(0, 1, 0, 0, 1 / 5)
    assert rows[swap(3, 4)]["skirmish"].tolist() == close(0, 1, 0)


@pytest.mark.parametrize("wins", [(0, 1), (1, 0), (1, 1)])
def test_odds_of_a_battle(wins: tuple[int, int]):
    """AD-7.1: by every course of the skirmishes that are left, in fractions; who has lost has lost a Drone."""
    scrap = ("D" * wins[1], "D" * wins[0])
    board = Board("STRATEGY", skirmish=2, wins=wins, lead=wins[1] - wins[0] > 0, field=("-FSYD", "-DDDD"), scrap=scrap)
    unseen, own = (7 - wins[0], 6, 5, 4, 3), (6 - wins[1], 5, 4, 3, 3)
    odds = [[Fraction(number, sum(unseen)) for number in (sum(unseen[:ship]), unseen[ship])] for ship in range(5)]
    drawn = [sum(Fraction(n, sum(own)) * odds[ship][k] for ship, n in enumerate(own)) for k in (0, 1)]
    places = {2: odds[2], 3: odds[1], 4: odds[3], 5: odds[0]}

    @cache
    def chance(number: int, won: int, lost: int) -> Any:
        if max(won, lost) >= 3 and won != lost:
            return Fraction(won > lost)
        win, tie = places.get(number, drawn)
        if number > 5:
            return win / (1 - tie)
        loss = (1 - win - tie) * chance(number + 1, won, lost + 1)
        return win * chance(number + 1, won + 1, lost) + tie * chance(number + 1, won + 1, lost + 1) + loss

    assert state_of(board, 0)["battle"].tolist() == close(
        *(float(chance(3, wins[0] + a, wins[1] + b)) for a, b in ((1, 0), (1, 1), (0, 1))), float(chance(2, *wins))
    )


def test_last_ships():
    """AD-9.1: a seat whose only ships fight loses the game with them."""
    board = Board("ITEMS", active="DD", field=("-----", "-DDDD"), rest=("scrap", "deck"), hands=(["+100"], []))
    assert state_of(board, 0)["last_ships"].tolist() == [1, 0]
    assert state_of(board, 1)["last_ships"].tolist() == [0, 1]


@pytest.mark.parametrize("options", option_sets(GAME), ids=str)
def test_nothing_hidden_is_told(options: dict[str, Any]):
    """Both seats' features are the same in every game that they cannot tell from this one, and bounded as stated."""
    games, layouts = 32, (FEATURES.state, FEATURES.actions)
    batch = make_batch(GAME, games, 3, **options)
    streams = batch.streams(4)
    for turn in range(sample(400, 60)):
        batch.step_random(streams)
        if turn % sample(1, 10):
            continue
        states = np.array(batch.states)
        for seats in (states["to_act"].astype(np.int64), 1 - states["to_act"].astype(np.int64)):
            others = states.copy()
            kernels.determinize_all(others, seats, streams_of_seeds(np.arange(games) + games * turn))
            found = features(GAME, states, seats)
            for one, other in zip(found, features(GAME, others, seats), strict=True):
                assert np.array_equal(one, other)
            for layout, values in zip(layouts, (found.state, found.values), strict=True):
                assert ((layout.low <= values) & (values <= layout.high)).all()
        mine = features(GAME, states)
        assert np.array_equal(np.stack([mine.rows, mine.actions]), np.nonzero(legal_masks(GAME, states)))
