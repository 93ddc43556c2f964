"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

from typing import Any

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.core import kernels
from flank_envs.core.compile import JIT_DISABLED
from tests.twins.flank import Twin

GAMES = 1 if JIT_DISABLED else 15
THOUGHTFUL = 5  # one game in so many is played by the rule-of-thumb player
TIE = 2
OPTIONS = (
    {},
    {"factions": (0, 2), "attacker_bonus": 0, "final_round": 8},
    {"factions": (2, 1), "first_player": 1, "final_round": None, "max_decisions": 200},
    {"factions": (1, 0), "final_round": 7},
    {"factions": (2, 0), "first_player": 0, "final_round": 6},
)


class Cards:
    """Tells a twin which cards the compiled game has drawn in the same step.

    Those of the old deck are known by their order. After a reshuffle, a seat has drawn what it holds more than its
    twin.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.twin: Twin | None = None
        self.coming: list[int] = []

    def note_deck(self) -> None:
        """Before a step: the deck, the next card first."""
        state = self.batch.states[0]
        self.coming = state.deck[: state.deck_size][::-1].tolist()

    def draw(self, seat: int, deck: list[int]) -> int:
        if self.coming:
            return self.coming.pop(0)
        held = self.twin.hand[seat] if self.twin else [0] * 8
        more = self.batch.states[0].hand[seat] - held
        return next(kind for kind in range(8) if more[kind] > 0 and deck[kind] > 0)


def twin_of(batch: Batch, options: dict[str, Any]) -> tuple[Twin, Cards]:
    """The twin of a game just dealt."""
    state = batch.states[0]
    cards = Cards(batch)
    rules = {name: value for name, value in options.items() if name != "first_player"}
    cards.note_deck()
    if options.get("factions"):
        order = [int(state.initiative), 1 - int(state.initiative)]
        left = {seat: [k for k in range(8) for _ in range(state.hand[seat, k])] for seat in order}
        drawn = [left[seat].pop() for count in (3, 2) for seat in order for _ in range(count)]
        cards.coming = drawn + cards.coming
    cards.twin = Twin(int(state.initiative), cards.draw, **rules)
    return cards.twin, cards


def one_or_none(number: int) -> int | None:
    return None if number < 0 else int(number)


def record_in_words(state: Any) -> dict[str, Any]:
    """Everything on the table, in the twin's words."""
    return {
        "decision": (state.phase, state.to_act, state.decisions, state.round_number, state.initiative),
        "faction": [one_or_none(faction) for faction in state.faction],
        "bases": [[bool(bits >> zone & 1) for zone in range(15)] for bits in state.bases.tolist()],
        "upgrades": [[bool(bits >> card & 1) for card in range(6)] for bits in state.upgrades.tolist()],
        "pending": [one_or_none(x) for x in (state.buying, state.move_target, state.move_source)],
        "moves": (state.moved, state.free_moves),
        "battle": (one_or_none(state.battle_zone), one_or_none(state.attacker)),
        "mine": [one_or_none(kind) for kind in state.mine],
        "out": [bool(out) for out in state.out],
        "counters": (state.spent, state.kills),
        "result": {-1: None, TIE: -1}.get(int(state.battle_result), int(state.battle_result)),
        "deck": [state.deck[: state.deck_size].tolist().count(kind) for kind in range(8)],
        **{name: state[name].tolist() for name in PLAIN},
    }


PLAIN = ("units", "tokens", "hand", "discard", "sheet", "force", "removed", "lost", "extra", "blue", "uses")


def twin_in_words(twin: Twin) -> dict[str, Any]:
    return {
        "decision": (twin.phase, twin.to_act, twin.decisions, twin.round, twin.initiative),
        "pending": [twin.buying, twin.target, twin.source],
        "moves": (twin.moved, twin.free_moves),
        "battle": (twin.battle_zone, twin.attacker),
        "counters": (twin.spent, twin.kills),
        **{name: getattr(twin, name) for name in ("faction", "bases", "upgrades", "mine", "out", "result", "deck")},
        **{name: getattr(twin, name) for name in PLAIN},
    }


def compare(batch: Batch, twin: Twin) -> None:
    state = batch.states[0]
    assert record_in_words(state) == twin_in_words(twin)
    assert np.flatnonzero(batch.action_mask[0]).tolist() == twin.legal()
    compare_views(batch, twin, seat=twin.decisions % 2)


def compare_views(batch: Batch, twin: Twin, seat: int) -> None:
    difference = np.abs(batch.look(seat)[0] - np.array(twin.observe(seat)))
    assert difference.max() < 1e-6, f"seat {seat} sees other values at {np.flatnonzero(difference > 1e-6)}"


def choose(batch: Batch, streams: np.ndarray, thoughtful: bool) -> np.ndarray:
    if not thoughtful:
        return batch.random_actions(streams)
    actions = np.zeros(1, np.int32)
    kernels.choose_rule_of_thumb(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    return actions


def play_both(batch: Batch, options: dict[str, Any], streams: np.ndarray, thoughtful: bool) -> None:
    twin, cards = twin_of(batch, options)
    compare(batch, twin)
    while not twin.over:
        actions = choose(batch, streams, thoughtful)
        cards.note_deck()
        batch.step(actions)
        twin.apply(int(actions[0]))
        compare(batch, twin)
    assert batch.done[0]
    assert (batch.states[0].limit > 0) == batch.truncated[0] == twin.truncated
    assert batch.reward[0].tolist() == twin.returns


@pytest.mark.parametrize("options", OPTIONS)
def test_games_follow_the_twin(options):
    """FL-2.2: legal actions, observations, pieces, cards and results are the same after every decision."""
    batch = make_batch("flank", 1, seed=0, autoreset=False, **options)
    for game in range(GAMES):
        batch.reset(seed=game)
        play_both(batch, options, batch.streams(game), thoughtful=game % THOUGHTFUL == THOUGHTFUL - 1)
