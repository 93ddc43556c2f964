"""Records that no game reaches are refused, each by its own invariant."""

import numpy as np
import pytest

from flank_envs.engine import kernels
from flank_envs.games.hold_the_line import GAME
from flank_envs.games.hold_the_line.tables import COMBAT, SETUP, STAGING
from tests.conformance.play import positions, sample

LIMITS, SHOTS, ORDER = 4, 7, 8  # numbers of the invariants


@pytest.fixture(scope="module")
def records() -> np.ndarray:
    return positions(GAME, sample(400, 60))


def of(records: np.ndarray, phase: int, seat: int) -> np.ndarray:
    chosen = records[(records["phase"] == phase) & (records["to_act"] == seat)].copy()
    assert len(chosen)
    return chosen


def broken(state: np.record) -> int:
    return int(kernels.checks(np.array([state], GAME.state)))


def test_seat_1_has_placed_nothing_while_seat_0_places(records: np.ndarray) -> None:
    """HL-2.3, HL-3.1."""
    for phase in (SETUP, STAGING):
        for state in of(records, phase, 0):
            kind = int(state.hand[1].argmax())
            if state.hand[1, kind]:
                state.hand[1, kind] -= 1
                state.staged[1, 0] = kind
                assert broken(state) == ORDER


def test_seat_1_aims_when_seat_0_has_made_all_its_shots(records: np.ndarray) -> None:
    """HL-4.5."""
    for state in of(records, COMBAT, 1):
        if state.shots[0]:
            state.shots[0] = 0
            state.shot_normal[0] = state.shot_piercing[0] = 0
            assert broken(state) == ORDER


def test_damage_is_that_of_the_cards_that_shot(records: np.ndarray) -> None:
    """HL-4.3, HL-4.4."""
    for seat in (0, 1):
        for state in of(records, COMBAT, seat):
            state.shot_normal[seat, 0] += 1
            assert broken(state) == SHOTS
            state.shot_normal[seat, 0] -= 1
            state.shot_piercing[seat, 0] += 1
            assert broken(state) == SHOTS


def test_nothing_has_happened_during_set_up(records: np.ndarray) -> None:
    """HL-2.3, HL-2.4: the Fronts are Green and all cards hidden."""
    for seat in (0, 1):
        for state in of(records, SETUP, seat):
            state.front[4] = -1
            assert broken(state) == LIMITS
