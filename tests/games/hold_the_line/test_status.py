"""Who is to do what, in words: counted right in every phase, and told to whoever decides only."""

import numpy as np
import pytest

from flank_envs import make_batch
from tests.games.hold_the_line.board import GAME, Board


def told(board: Board, viewer: int | None) -> str:
    return GAME.view.text(board.state, viewer).splitlines()[0]


@pytest.mark.parametrize("viewer", [None, 0])
def test_staging_counts_the_cards_that_may_follow(viewer: int | None) -> None:
    """One less after each card."""
    board = Board(hands=("IIAT", "IIAT"))
    assert "stage up to" in told(board, viewer)
    first = int(told(board, viewer).split("stage up to ")[1].split(",")[0])
    board.play("I@0")
    assert f"stage up to {first - 1} more, or stop" in told(board, viewer)


def test_the_other_seat_is_told_only_what_happens() -> None:
    board = Board(hands=("IIAT", "IIAT"))
    assert told(board, 1).endswith("Seat 0 decides: stages cards")
    before = told(board, 1)
    board.play("I@0")
    assert told(board, 1) == before


def test_set_up_counts_the_lanes_to_go() -> None:
    batch = make_batch(GAME, 1, seed=0)
    for left in range(5, 0, -1):
        seat = int(batch.to_act[0])
        assert f"place a card in each lane: {left} to go" in GAME.view.text(batch.states[0], seat).splitlines()[0]
        batch.step(np.argmax(batch.action_mask, axis=1))
