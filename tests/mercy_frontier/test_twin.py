"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

from typing import Any

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.core import kernels
from flank_envs.core.compile import JIT_DISABLED
from tests.twins.mercy_frontier import Twin

FIRST_FIELD_FACE = 3  # of the twin; the record counts from 0
THOUGHTFUL = 3  # one game in so many is played by the rule-of-thumb player
SHORT, LONG = (1, 1) if JIT_DISABLED else (4, 2)
# Random games of the full length have about 1000 decisions.
OPTIONS = [
    ({}, LONG),
    ({"persistent_health": True}, LONG),
    ({"accelerated": True, "turn_cap": 12}, SHORT),
    ({"lanes": True}, SHORT),
    ({"accelerated": True, "lanes": True, "persistent_health": True, "turn_cap": 10}, SHORT),
    ({"turn_cap": 2}, SHORT),
]

# The only five functions that know how the record keeps what chance has decided.


def tile_faces(state: Any) -> list[int]:
    """Faces of tiles 3 to 11, as the twin numbers them (FACES)."""
    return (state.face[3:12] + FIRST_FIELD_FACE).tolist()


def relics(state: Any) -> list[int]:
    """Under tiles 6, 7 and 8."""
    return state.relic.tolist()


def deck(state: Any) -> list[int]:
    """The next card first."""
    return state.deck[: state.deck_size][::-1].tolist()


def market(state: Any) -> list[int | None]:
    return [None if card < 0 else card for card in state.market.tolist()]


def turn(state: Any) -> int:
    return int(state.turn)


def twin_of(batch: Batch, options: dict[str, Any]) -> Twin:
    """The twin of a game just dealt; when it reshuffles, the compiled game has already done so."""
    state = batch.states[0]

    def reshuffle(gaps: list[int], _: list[int]) -> list[int]:
        dealt = [market(state)[position] for position in gaps]
        return [card for card in dealt if card is not None] + deck(state)

    cards = [card for card in market(state) if card is not None] + deck(state)
    return Twin(tile_faces(state), relics(state), cards, reshuffle, **options)


def compare(batch: Batch, twin: Twin) -> None:
    state = batch.states[0]
    assert (state.phase, state.to_act, turn(state)) == (twin.phase, twin.to_act, twin.turn)
    assert np.flatnonzero(batch.action_mask[0]).tolist() == twin.legal()
    assert (market(state), deck(state)) == (twin.market, twin.deck)
    for seat in (0, 1):
        difference = np.abs(batch.look(seat)[0] - np.array(twin.observe(seat)))
        assert difference.max() < 1e-6, f"seat {seat} sees other values at {np.flatnonzero(difference > 1e-6)}"


def choose(batch: Batch, streams: np.ndarray, thoughtful: bool) -> np.ndarray:
    actions = batch.random_actions(streams)
    if thoughtful and streams[0] % 8 != 0:  # a few random decisions, so that such games differ
        kernels.choose_rule_of_thumb(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    return actions


@pytest.mark.parametrize(("options", "games"), OPTIONS)
def test_games_follow_the_twin(options, games):
    """MF-2.5: legal actions, observations, cards and results are the same after every decision."""
    batch = make_batch("mercy_frontier", 1, seed=0, autoreset=False, **options)
    for game in range(games):
        batch.reset(seed=game)
        streams = batch.streams(game)
        twin = twin_of(batch, options)
        compare(batch, twin)
        while not twin.over:
            actions = choose(batch, streams, thoughtful=game % THOUGHTFUL == 1)
            batch.step(actions)
            twin.apply(int(actions[0]))
            compare(batch, twin)
        assert (batch.done[0], batch.states[0].limit > 0) == (True, twin.truncated)
        assert batch.reward[0].tolist() == twin.returns
