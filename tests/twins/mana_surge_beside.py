"""The slow twin of Mana Surge beside the one game of a batch: built from its record or its deal, and compared."""

from typing import Any

import numpy as np

from flank_envs import Batch
from flank_envs.games.mana_surge.tables import (
    NO_TILE,
    NOBODY,
    SPAWNER,
)
from tests.twins.mana_surge import Twin


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
        "allowed": int(state.spawns_allowed),
        "spawned": int(state.spawns_done),
        "dagger_uses": int(state.dagger_uses),
        "turns": int(state.turns),
        "picked": None if state.picked == NO_TILE else int(state.picked),
        "marked": state.marked[: state.marks].tolist(),
    }


class Beside:
    """An AssertionError tells where both differ. `just_dealt` is a game that has yet to be played from its deal."""

    def __init__(self, batch: Batch, options: dict[str, Any], just_dealt: bool = False) -> None:
        self.batch = batch
        self.twin = Twin(**options)
        if just_dealt:
            self.twin.deal()
        else:
            for name, value in position(batch.states[0]).items():
                setattr(self.twin, name, value)
        self.compare()

    def step(self, action: int) -> None:
        self.batch.step(np.array([action]))
        self.twin.apply(action)
        self.compare()

    def compare(self) -> None:
        """The position, legal actions, what the seat to act and one of all seats see, and results."""
        batch, twin = self.batch, self.twin
        assert np.flatnonzero(batch.action_mask[0]).tolist() == sorted(twin.legal())
        expected = position(batch.states[0])
        assert {name: getattr(twin, name) for name in expected} == expected
        if not twin.over:
            compare_views(batch.observation[0], twin, twin.to_act)
        looker = int(batch.states[0].decisions) % twin.players
        compare_views(batch.observe(looker)[0], twin, looker)
        assert (batch.done[0], batch.states[0].limit > 0) == (twin.over, twin.truncated)
        assert batch.returns()[0].tolist() == twin.returns


def compare_views(seen: np.ndarray, twin: Twin, seat: int) -> None:
    difference = np.abs(seen - np.array(twin.observe(seat)))
    assert difference.max() < 1e-6, f"seat {seat} sees other values at {np.flatnonzero(difference > 1e-6)}"
