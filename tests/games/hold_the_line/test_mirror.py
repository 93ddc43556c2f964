"""Swapping the players gives the mirrored game, decision by decision, as long as no discards are shuffled."""

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.games.hold_the_line.tables import DECK
from tests.conformance.play import sample
from tests.games.hold_the_line.frames import mirror


def rounds(batch: Batch, choose) -> list[np.ndarray]:
    """The records at the start of every round, until a reshuffle, the end, or `choose` has no action left."""
    found: list[np.ndarray] = []
    while not batch.states[0].over and (batch.states["pool_at_shuffle"] == DECK).all():
        if len(found) < batch.states[0].round_number:
            found.append(batch.states.copy())
        action = choose(batch)
        if action is None:
            break
        batch.step(np.array([action]))
    return found


@pytest.mark.parametrize("contested", ["triangle", "advance", "hold"])
def test_the_mirrored_game_is_the_same_game(contested: str) -> None:
    """Each seat repeats what the other seat did before."""
    compared = 0
    for seed in range(sample(60, 3)):
        first = make_batch("hold_the_line", 1, seed=seed, autoreset=False, contested=contested)
        second = make_batch("hold_the_line", 1, seed=seed, autoreset=False, contested=contested)
        mirrored = mirror(first.states, 1)
        mirrored["to_act"] = 0  # seat 0 always places first
        second.put(mirrored)
        rng = np.random.default_rng(seed)
        played: tuple[list[int], list[int]] = ([], [])

        def at_random(batch: Batch, rng=rng, played=played) -> int:
            action = int(rng.choice(np.flatnonzero(batch.action_mask[0])))
            played[batch.to_act[0]].append(action)
            return action

        def repeated(batch: Batch, played=played) -> int | None:
            queue = played[1 - batch.to_act[0]]
            return queue.pop(0) if queue else None

        for one, two in zip(rounds(first, at_random), rounds(second, repeated), strict=False):
            expected = mirror(one, 1)
            for name in ("rng", "to_act"):  # seat 0 decides first in both
                expected[name] = two[name]
            assert expected.tobytes() == two.tobytes()
            compared += 1
    assert compared > sample(120, 4)
