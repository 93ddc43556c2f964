"""Records that no game reaches are refused, each by its own invariant."""

import numpy as np
import pytest

from flank_envs.engine import kernels
from flank_envs.games.flank import GAME
from flank_envs.games.flank.tables import AFTER_COMBAT, BEFORE_COMBAT, COMBAT
from tests.conformance.play import positions, sample

HEADER, BATTLE = 1, 10  # numbers of the invariants


@pytest.fixture(scope="module")
def records() -> np.ndarray:
    return positions(GAME, sample(1500, 60), final_round=None)


def broken(state: np.record) -> int:
    return int(kernels.checks(np.array([state], GAME.state)))


def test_every_round_has_a_decision(records: np.ndarray) -> None:
    """FL-2.1, FL-3.1: somebody has cards to harvest."""
    for state in records[records["over"] == 0]:
        if state.round_number:
            state.decisions = state.round_number - 2
            assert broken(state) == HEADER


def test_the_attacker_is_done_with_abilities_when_the_defender_acts(records: np.ndarray) -> None:
    """FL-7.1, FL-8.6."""
    found = 0
    for state in records[np.isin(records["phase"], (BEFORE_COMBAT, AFTER_COMBAT)) & (records["over"] == 0)]:
        if state.to_act == state.attacker and state.uses[state.attacker].any():
            state.to_act = 1 - state.attacker
            assert broken(state) == BATTLE
            found += 1
    assert found or not sample(1, 0)


def test_no_more_tokens_were_spent_than_a_player_can_have_had(records: np.ndarray) -> None:
    """FL-7.3: 18 and three on a force-mined card; what is left was not spent."""
    fighting = records[(records["phase"] == COMBAT) & (records["over"] == 0)]
    assert len(fighting) or not sample(1, 0)
    for state in fighting:
        left = int(state.tokens[state.to_act].sum() + state.extra[state.to_act].sum())
        state.spent = 21 - left
        assert broken(state) == 0
        state.spent = 22 - left
        assert broken(state) == BATTLE
