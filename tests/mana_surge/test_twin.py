"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

from typing import Any

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.core import kernels
from flank_envs.core.compile import JIT_DISABLED
from tests.mana_surge.board import GAME, NO_TILE, NOBODY, SPAWNER
from tests.twins.mana_surge import Twin

THOUGHTFUL = 4  # one game in so many is played by the rule-of-thumb player
SHORT, LONG = (1, 1) if JIT_DISABLED else (20, 4)
# Random games of the full length have about 800 decisions.
OPTIONS = [
    ({}, LONG),
    ({"players": 2}, LONG),
    ({"first_seat": 2, "troops": 20, "mana_goal": 2, "max_rounds": 40}, SHORT),
    ({"players": 2, "first_seat": 1, "komi": 1, "mana_goal": 3, "troops": 8, "max_rounds": 40}, SHORT),
    ({"max_rounds": 12, "troops": 30, "mana_goal": 3}, SHORT),
]


def position(state: Any) -> dict[str, Any]:
    """The position in a record, in the twin's words."""
    players = int(state.seats)
    return {
        "phase": int(state.phase),
        "to_act": int(state.to_act),
        "owner": [NOBODY if owner == SPAWNER else owner for owner in state.owner.tolist()],
        "supply": state.supply[:players].tolist(),
        "mana": state.mana[:players].tolist(),
        "ap": int(state.action_points),
        "turns": int(state.turns),
        "picked": None if state.picked == NO_TILE else int(state.picked),
        "marked": state.marked[: state.marks].tolist(),
    }


def compare(batch: Batch, twin: Twin) -> None:
    assert np.flatnonzero(batch.action_mask[0]).tolist() == sorted(twin.legal())
    expected = position(batch.states[0])
    assert {name: getattr(twin, name) for name in expected} == expected
    if not twin.over:
        compare_views(batch.observation[0], twin, twin.to_act)
    looker = int(batch.states[0].decisions) % twin.players
    compare_views(batch.look(looker)[0], twin, looker)


def compare_views(seen: np.ndarray, twin: Twin, seat: int) -> None:
    difference = np.abs(seen - np.array(twin.observe(seat)))
    assert difference.max() < 1e-6, f"seat {seat} sees other values at {np.flatnonzero(difference > 1e-6)}"


def choose(batch: Batch, streams: np.ndarray, thoughtful: bool) -> np.ndarray:
    actions = batch.random_actions(streams)
    if thoughtful and streams[0] % 8 != 0:  # a few random decisions, so that such games differ
        kernels.choose_rule_of_thumb(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    return actions


@pytest.mark.parametrize(("options", "games"), OPTIONS)
def test_games_follow_the_twin(options, games):
    """MS-3.1: legal actions, observations, positions and results are the same after every decision."""
    batch = make_batch(GAME, 1, seed=0, autoreset=False, **options)
    for game in range(games):
        batch.reset(seed=game)
        streams = batch.streams(game)
        twin = Twin(**options)
        compare(batch, twin)
        while not twin.over:
            actions = choose(batch, streams, thoughtful=game % THOUGHTFUL == 1)
            batch.step(actions)
            twin.apply(int(actions[0]))
            compare(batch, twin)
        assert (batch.done[0], batch.states[0].limit > 0) == (True, twin.truncated)
        assert batch.reward[0].tolist() == twin.returns
