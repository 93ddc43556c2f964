"""Exact exploitability where a seat must remember what it did, since nothing that it sees tells it."""

import numpy as np
import pytest

from flank_envs.engine.game import Game, all_games
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.layout import Block, Layout
from flank_envs.engine.record import end_game, record_type
from flank_envs.engine.rules import Rules
from flank_envs.engine.view_functions import View
from flank_envs.evaluation.exact import tree

PHASES = ("NAME", "GUESS", "REPEAT", "OVER")
NAME, GUESS, REPEAT, OVER = range(4)
STATE = record_type((), [("winner", np.int8), ("named", np.int8), ("guessed", np.int8)])


@rule
def deal(state):
    state.phase = NAME
    state.to_act = 0
    state.winner = -1


@rule
def legal(state, mask):
    mask[0] = 1
    mask[1] = 1


@rule
def apply(state, action):
    """Seat 0 names a side, seat 1 guesses it, and seat 0 must name the same side again to win."""
    if state.phase == NAME:
        state.named = action
        state.to_act = 1
        state.phase = GUESS
    elif state.phase == GUESS:
        state.guessed = action
        state.to_act = 0
        state.phase = REPEAT
    else:
        state.winner = 0 if action == state.named and state.guessed != state.named else 1
        end_game(state, OVER)
    return False


@rule
def observe(state, seat, out):
    """The phase alone: nobody sees a choice, not even an own one."""
    out[state.phase] = 1


@rule
def check(state):
    return 0


def nothing(*_: object) -> str:
    return ""


SAME_AGAIN = Game(
    name="same_again",
    title="Same Again",
    module=__name__,
    phases=PHASES,
    actions=Layout(Block("SIDE", (2,), "a side")),
    observation=Layout(Block("phase", (len(PHASES),), "one-hot: the phase")),
    state=STATE,
    rules=Rules(deal, legal, apply, observe, check, invariants=()),
    view=View(describe=nothing, refusal=nothing, text=nothing, picture=nothing),
)


def test_a_seat_remembers_its_own_choice_that_it_cannot_see(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 repeats its side whenever it remembers it, so all depends on the guess, which is right half of the time.

    Seat 1's best guess names either side against a random seat 0, who then wins one game in four.
    """
    monkeypatch.setitem(all_games(), SAME_AGAIN.name, SAME_AGAIN)
    found = tree(SAME_AGAIN)
    assert [level.choices.tolist() for level in found.seats[0].levels] == [[2], [2, 2]]
    assert [level.choices.tolist() for level in found.seats[1].levels] == [[2]]
    best = found.exploitability(found.plan("random")).best
    assert best == pytest.approx((0.0, 0.5))
