"""The fields that all records start with."""

import numpy as np

from flank_envs import make_batch
from flank_envs.engine import kernels
from flank_envs.engine.record import MOST_DECISIONS
from tests.games.sample_game import GAME


def test_counting_decisions_stops_before_the_number_overflows() -> None:
    records = make_batch(GAME, 1, seed=0).states.copy()
    for before, after in ((7, 8), (MOST_DECISIONS - 1, MOST_DECISIONS), (MOST_DECISIONS, MOST_DECISIONS)):
        records["decisions"] = before
        assert kernels.checks(records) == 0
        kernels.decide(records, np.zeros(1, np.int32))
        assert records["decisions"] == after
    records["decisions"] = MOST_DECISIONS + 1
    assert kernels.checks(records) == 1
