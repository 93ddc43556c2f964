"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

from typing import Any

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.core import kernels
from flank_envs.core.compile import JIT_DISABLED
from tests.twins.hold_the_line import Twin, state_id

GAMES = 5 if JIT_DISABLED else 100
THOUGHTFUL = 20  # one game in so many is played by the rule-of-thumb player and lasts longer


def next_cards(state: Any, seat: int) -> list[int]:
    """The draw pile of a record, the next card first."""
    return state.pile[seat, : state.pile_size[seat]][::-1].tolist()


def cards_of(counts: list[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def twin_of(batch: Batch, contested: str) -> Twin:
    """The twin of a game just dealt; when it reshuffles, the compiled game has already done so."""
    state = batch.states[0]

    def reshuffle(seat: int, discards: list[int]) -> list[int]:
        left = next_cards(state, seat)
        drawn = cards_of([discards[kind] - left.count(kind) for kind in range(3)])
        return drawn + left

    piles = [cards_of(state.hand[seat].tolist()) + next_cards(state, seat) for seat in (0, 1)]
    return Twin(piles, reshuffle, contested)


def cards_on_table(state: Any) -> dict[str, Any]:
    """The cards and Fronts of a record, in the twin's words."""
    stacks = [[s[:n].tolist() for s, n in zip(state.stack[k], state.stack_size[k], strict=True)] for k in (0, 1)]
    return {
        "front": state.front.tolist(),
        "stacks": stacks,
        "hand": state.hand.tolist(),
        "discard": state.discard.tolist(),
        "pile": [next_cards(state, seat) for seat in (0, 1)],
        "staged": [[None if kind < 0 else kind for kind in row] for row in state.staged.tolist()],
    }


def cards_of_twin(twin: Twin) -> dict[str, Any]:
    return {
        "front": twin.front,
        "stacks": [[[state_id(card) for card in stack] for stack in side] for side in twin.stacks],
        "hand": twin.hand,
        "discard": twin.discard,
        "pile": twin.pile,
        "staged": twin.staged,
    }


def compare(batch: Batch, twin: Twin) -> None:
    state = batch.states[0]
    assert (state.phase, state.to_act, state.round_number) == (twin.phase, twin.to_act, twin.round)
    assert np.flatnonzero(batch.action_mask[0]).tolist() == sorted(twin.legal())
    assert cards_on_table(state) == cards_of_twin(twin)
    for seat in (0, 1):
        difference = np.abs(batch.look(seat)[0] - np.array(twin.observe(seat)))
        assert difference.max() < 1e-6, f"seat {seat} sees other values at {np.flatnonzero(difference > 1e-6)}"


def choose(batch: Batch, streams: np.ndarray, thoughtful: bool) -> np.ndarray:
    if not thoughtful:
        return batch.random_actions(streams)
    actions = np.zeros(1, np.int32)
    kernels.choose_rule_of_thumb(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    return actions


def play_both(batch: Batch, contested: str, streams: np.ndarray, thoughtful: bool) -> None:
    twin = twin_of(batch, contested)
    compare(batch, twin)
    while not twin.over:
        actions = choose(batch, streams, thoughtful)
        batch.step(actions)
        twin.apply(int(actions[0]))
        compare(batch, twin)
    assert batch.done[0]
    assert (batch.states[0].limit > 0) == twin.truncated
    assert batch.reward[0].tolist() == twin.returns


@pytest.mark.parametrize("contested", ["triangle", "advance", "hold"])
def test_games_follow_the_twin(contested):
    """HL-3.1: legal actions, observations, cards, Fronts and results are the same after every decision."""
    batch = make_batch("hold_the_line", 1, seed=0, autoreset=False, contested=contested)
    for game in range(GAMES):
        batch.reset(seed=game)
        play_both(batch, contested, batch.streams(game), thoughtful=game % THOUGHTFUL == 0)
