"""Broken records: every invariant refuses what it is there for, and what is accepted can be played."""

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.engine import kernels
from flank_envs.engine.rng import streams_of_seeds
from tests.conformance.play import masks, sample
from tests.games.mercy_frontier.board import FUEL_BEACON, GAME, Board, cell, contract, tile

RICH = ((9, 9, 9), (0, 0, 0))


def standing(**rest) -> Board:
    """A position with a bit of everything, in the middle of seat 0's movement."""
    return Board(
        ({0: "Rig Hound 5,6", 1: "Dune Outrider 10,6", 2: "Field Medic"}, {0: "Iron Warden 5,16 2/5"}),
        workers=(("1.0", "4.2"), ("13.1",)),
        bought=(1, 0),
        resources=((3, 3, 3), (3, 3, 3)),
        refineries=(("1.0",), ("7.1",)),
        outposts=({4: 0}, {7: 3}),
        beacons=({"S": (5, 2)}, {}),
        market=("Rig Hound", "Steel Titan", "", "Void Stalker"),
        **rest,
    )


def broken(board: Board) -> str:
    code = kernels.checks(board.batch.states.copy())
    return GAME.rules.invariants[code - 1] if code else ""


CHANGES = {
    "header": [("turn", 0), ("turn", 61), ("priority", 2), ("turn_cap", 0), ("lanes", 2), ("overcharge", [2, 0])],
    "tokens of each resource": [("resources", [[31, 0, 0], [0, 0, 0]]), ("resources", [[-1, 0, 0], [0, 0, 0]])],
    "tiles and relics": [("relic", [0, 0, 1]), ("covered", 1), ("control", [7, 28672]), ("outposts_left", [5, 4])],
    "cards of each id": [("deck_size", 3), ("market", [1, 1, 1, 1]), ("market", [-1, 13, -1, 16])],
    "Beacon Colossus": [("owed", 1)],
    "buildings": [
        ("refineries_left", [7, 7, 6]), ("beacon", [[-1, 34, -1], [-1] * 3]), ("refineries", [[3, 0], [0, 0]]),
    ],
    "workers": [("owned", [1, 1]), ("unplaced", [-1, 0]), ("workers", [[0, 0, 0, 0], [8, 0, 0, 0]])],
    "health tokens": [
        ("health_left", 0), ("health", [[3, 4, 0, 0, 0], [2, 0, 0, 0, 0]]), ("row", [[30] + [-1] * 4] * 2),
    ],
    "maps of rows": [
        ("token_rows", 0), ("block_rows", 0), ("worker_rows", 0), ("row", [[7, 6, -1, -1, -1], [16] + [-1] * 4]),
    ],
    "movement": [("left", 0), ("legs", [[2, 2, 0, 0, 0], [0] * 5]), ("gone", 0)],
    "pending": [("building", 0), ("tile", 0), ("zone", 5), ("contract", 0), ("due", 1)],
    "decide": [("phase", 3), ("phase", 10), ("phase", 12)],
    "ends": [("lost", [0, 3]), ("winner", 0)],
}  # fmt: skip


def test_workers_of_both_on_one_tile():
    """MF-3.1, MF-3.3: both place theirs in the same step, so the tile was one player's, even if it is nobody's now."""
    mercs = ({0: "Rig Hound 5,2"}, {})
    for workers in ((("4.2",), ()), ((), ("4.3",))):
        assert broken(Board(mercs, uncovered=(4,), workers=workers, checked=False)) == ""
    both = Board(mercs, uncovered=(4,), workers=(("4.2",), ("4.3",)), checked=False)
    assert broken(both) == "workers stand where they may and add up"


@pytest.mark.parametrize(("part", "name", "value"), [(p, n, v) for p, changes in CHANGES.items() for n, v in changes])
def test_broken_records_are_refused(part, name, value):
    """MF-2.3, MF-9.6: one changed field, and the invariant that it breaks (or one before it) says so."""
    board = standing()
    assert broken(board) == ""
    board.state[name] = value
    found = broken(board)
    order = list(GAME.rules.invariants)
    expected = next(k for k, words in enumerate(order) if part in words)
    assert found
    assert order.index(found) <= expected or part == "decide"


def test_pending_things_must_be_possible():
    """MF-4.3, MF-5.2: a tile without room, a contract that cannot be paid."""
    board = Board(phase="BUILD", workers=(("1.0",), ()), resources=RICH).play(FUEL_BEACON, tile(1))
    assert broken(board) == ""
    board.state.tile = 4
    assert "decide" in broken(board)
    board = Board(phase="HIRE", resources=RICH, market=("Rig Hound",)).play(contract(0))
    board.state.due = 11
    assert "decide" in broken(board)
    board.state.due = 10
    assert broken(board) == ""
    board.state.contract = 1
    assert "decide" in broken(board)
    assert cell(0) == 61


def test_accepted_records_can_be_played():
    """MF-10.4: records with changed fields are refused, or play on without breaking anything."""
    rng = np.random.default_rng(5)
    batch = make_batch(GAME, sample(96, 8), seed=2)
    streams = batch.streams(3)
    names = [name for name in GAME.state.names or () if name != "rng" and not name.startswith("gap")]
    accepted = []
    for _ in range(sample(40, 3)):
        for _ in range(int(rng.integers(1, 60))):
            batch.step_random(streams)
        changed = batch.states.copy()
        for i in range(len(changed)):
            for name in rng.choice(names, int(rng.integers(1, 3))):
                values = np.array(changed[i][name])
                at = tuple(int(rng.integers(n)) for n in values.shape)
                values[at] = values[at] + rng.choice([-1, 1])
                changed[i][name] = values
            if kernels.checks(changed[i : i + 1]) == 0:
                accepted.append(changed[i].copy())
    playing = np.array(accepted, GAME.state)
    assert len(playing) > sample(200, 0)
    choices = streams_of_seeds(np.arange(len(playing)))
    for _ in range(sample(200, 10)):
        playing = playing[playing["over"] == 0]
        actions = np.zeros(len(playing), np.int32)
        kernels.choose_random(masks(GAME, playing), choices[: len(playing)], actions)
        kernels.decide(playing, actions)
        assert kernels.checks(playing) == 0
