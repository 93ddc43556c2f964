"""The slow twin of Hold the Line beside the one game of a batch: built from its record or its deal, and compared."""

from typing import Any

import numpy as np

from flank_envs import Batch
from flank_envs.games.hold_the_line.tables import (
    KINDS,
    NO_CARD,
)
from tests.twins.hold_the_line import Card, Twin, shot_damage, state_id
from tests.twins.hold_the_line_view import observe

CARDS: list[Card] = [
    (kind, hp, armor)
    for kind, most, tokens in ((0, 5, 0), (1, 3, 1), (2, 4, 5))
    for hp in range(most, 0, -1)
    for armor in range(tokens, -1, -1)
]


def next_cards(state: Any, seat: int) -> list[int]:
    """The draw pile of a record, the next card first."""
    return state.pile[seat, : state.pile_size[seat]][::-1].tolist()


def cards_of(counts: list[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


class Beside:
    """An AssertionError tells where both differ. `just_dealt` is a game that has yet to be played from its deal."""

    def __init__(self, batch: Batch, options: dict[str, Any], just_dealt: bool = False) -> None:
        self.batch = batch
        self.twin = Twin(self._reshuffle, **options)
        state = batch.states[0]
        if just_dealt:
            self.twin.deal([cards_of(state.hand[seat].tolist()) + next_cards(state, seat) for seat in (0, 1)])
        else:
            copy_record(self.twin, state)
        self.compare()

    def _reshuffle(self, seat: int, discards: list[int]) -> list[int]:
        """The new draw pile: the compiled game has already shuffled it, and drawn from it."""
        left = next_cards(self.batch.states[0], seat)
        drawn = cards_of([discards[kind] - left.count(kind) for kind in range(KINDS)])
        return drawn + left

    def step(self, action: int) -> None:
        self.batch.step(np.array([action]))
        self.twin.apply(action)
        self.compare()

    def compare(self) -> None:
        """Cards, Fronts, legal actions, what both seats see, and results."""
        batch, twin, state = self.batch, self.twin, self.batch.states[0]
        assert (state.phase, state.to_act, state.round_number) == (twin.phase, twin.to_act, twin.round)
        assert np.flatnonzero(batch.action_mask[0]).tolist() == sorted(twin.legal())
        expected = cards_on_table(state)
        assert {name: getattr(twin, name) for name in expected} == expected
        assert stacks_of(state) == [[[state_id(card) for card in stack] for stack in side] for side in twin.stacks]
        for seat in (0, 1):
            difference = np.abs(batch.observe(seat)[0] - np.array(observe(twin, seat)))
            assert difference.max() < 1e-6, f"seat {seat} sees other values at {np.flatnonzero(difference > 1e-6)}"
        if not twin.over:  # what was written step by step is the same
            assert np.array_equal(batch.observation[0], batch.observe(twin.to_act)[0])
        assert (batch.done[0], batch.states[0].limit > 0) == (twin.over, twin.truncated)
        assert batch.returns()[0].tolist() == twin.returns


def copy_record(twin: Twin, state: Any) -> None:
    twin.phase, twin.to_act = int(state.phase), int(state.to_act)
    twin.round, twin.lane = int(state.round_number), int(state.lane)
    for name, value in cards_on_table(state).items():
        setattr(twin, name, value)
    twin.stacks = [[[CARDS[card] for card in stack] for stack in side] for side in stacks_of(state)]
    twin.pool_at_shuffle, twin.hand_at_shuffle = state.pool_at_shuffle.tolist(), state.hand_at_shuffle.tolist()
    twin.shots = [_shots(twin, state, seat) for seat in (0, 1)]


def _shots(twin: Twin, state: Any, seat: int) -> list[int]:
    """Targets that give the damage in the record, which keeps sums: the cards in order, those before come back."""
    left = list(zip(state.shot_normal[seat].tolist(), state.shot_piercing[seat].tolist(), strict=True))
    found = _targets([shot_damage(card) for card in twin.shooters(seat)[: state.shots[seat]]], left)
    assert found is not None, f"no targets give {left}"
    return found


def _targets(shots: list[tuple[int, int]], left: list[tuple[int, int]]) -> list[int] | None:
    if not shots:
        return None if any(map(any, left)) else []
    normal, piercing = shots[0]
    for slot, (n, p) in enumerate(left):
        if n >= normal and p >= piercing and (n or p):
            rest = _targets(shots[1:], [*left[:slot], (n - normal, p - piercing), *left[slot + 1 :]])
            if rest is not None:
                return [slot, *rest]
    return None


def stacks_of(state: Any) -> list[list[list[int]]]:
    """The card states of each seat's lanes."""
    return [
        [stack[:size].tolist() for stack, size in zip(state.stack[seat], state.stack_size[seat], strict=True)]
        for seat in (0, 1)
    ]


def cards_on_table(state: Any) -> dict[str, Any]:
    """The cards and Fronts of a record, in the twin's words."""
    return {
        "front": state.front.tolist(),
        "hand": state.hand.tolist(),
        "discard": state.discard.tolist(),
        "pile": [next_cards(state, seat) for seat in (0, 1)],
        "staged": [[None if kind == NO_CARD else kind for kind in row] for row in state.staged.tolist()],
    }
