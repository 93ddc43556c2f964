"""Arrays from elsewhere, given to opponents and networks: taken whatever their form, and never a reason to compile."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from flank_envs import Batch, Decisions, Opponent, load_opponent, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.opponents.policy import dense
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from tests.opponents.policy.test_checkpoint import made

ROWS = 6


def read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.flags.writeable = False
    return array


def every_second(array: np.ndarray) -> np.ndarray:
    return np.repeat(array, 2, axis=0)[::2]


def by_columns(array: np.ndarray) -> np.ndarray:
    return np.asfortranarray(array)


def swapped(array: np.ndarray) -> np.ndarray:
    return array.astype(array.dtype.newbyteorder())


def wider(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float64 if array.dtype.kind == "f" else np.int64)


def listed(array: np.ndarray) -> Any:
    return array.tolist()


def misaligned(array: np.ndarray) -> np.ndarray:
    return np.frombuffer(b"x" + array.tobytes(), array.dtype, array.size, 1).reshape(array.shape)


FORMS = (read_only, every_second, by_columns, swapped, wider, listed, misaligned)


def players(game: Game) -> list[Opponent]:
    return [load_opponent("random"), load_opponent("heuristic"), PolicyOpponent(made(game, activation="relu"))]


def decisions(batch: Batch, form: Callable = np.copy, form_of_states: Callable = np.copy) -> Decisions:
    arrays = form_of_states(batch.states), form(batch.observation), form(batch.action_mask)
    return Decisions(batch.game, *arrays, batch.streams(2))


@pytest.fixture
def never_compiled_twice(game: Game) -> Iterator[None]:
    """After everything was used once, nothing is compiled any more."""
    batch = make_batch(game, ROWS, seed=1)
    for kind in (np.int32, np.int64):
        batch.step(batch.action_mask.argmax(axis=1).astype(kind))
    for player in players(game):
        player.act(decisions(batch))
    decisions(batch).determinized()
    used = [] if JIT_DISABLED else [k for k in (*vars(kernels).values(), dense.dense) if hasattr(k, "signatures")]
    before = [list(kernel.signatures) for kernel in used]
    yield
    assert [list(kernel.signatures) for kernel in used] == before
    assert JIT_DISABLED or any(before)


@pytest.mark.usefixtures("never_compiled_twice")
@pytest.mark.parametrize("form", FORMS)
def test_opponents_take_observations_and_masks_of_any_form(game: Game, form: Callable) -> None:
    batch = make_batch(game, ROWS, seed=1)
    for player in players(game):
        assert (player.act(decisions(batch, form)) == player.act(decisions(batch))).all()


@pytest.mark.usefixtures("never_compiled_twice")
@pytest.mark.parametrize("form", [read_only, every_second, misaligned])
def test_opponents_take_records_of_any_form(game: Game, form: Callable) -> None:
    """Records from bytes, for example, cannot be written, and a determinization writes into a copy anyway."""
    batch = make_batch(game, ROWS, seed=1)
    for player in players(game):
        assert (player.act(decisions(batch, form_of_states=form)) == player.act(decisions(batch))).all()
    assert decisions(batch, form_of_states=form).determinized().tobytes() == decisions(batch).determinized().tobytes()


@pytest.mark.usefixtures("never_compiled_twice")
@pytest.mark.parametrize("form", FORMS)
def test_networks_take_observations_of_any_form(game: Game, form: Callable) -> None:
    network = Network(made(game))
    seen = make_batch(game, ROWS, seed=1).observation
    for found, expected in (
        (network.logits(form(seen)), network.logits(seen)),
        (network.values(form(seen)), network.values(seen)),
    ):
        assert found.dtype == np.float32
        assert (found == expected).all()


@pytest.mark.usefixtures("never_compiled_twice")
def test_streams_move_on_in_place_or_are_refused(game: Game) -> None:
    batch = make_batch(game, ROWS, seed=1)
    streams = batch.streams(2)
    for player in players(game):
        before = streams.copy()
        player.choose(batch, streams)
        moved = streams != before
        assert moved.all() or (player.name == "heuristic" and not moved.any())
        for form in (read_only, every_second, misaligned):
            with pytest.raises(ValueError, match="moved on in place, so give a copy"):
                player.choose(batch, form(streams))
        for wrong in (swapped(streams), streams.tolist(), streams[:-1], streams.astype(np.int64)):
            with pytest.raises(ValueError, match=f"give an array of {ROWS} uint64"):
                player.choose(batch, wrong)


def test_arrays_that_cannot_be_meant_are_refused_in_words(game: Game) -> None:
    batch = make_batch(game, ROWS, seed=1)
    states, seen, mask, streams = batch.states.copy(), batch.observation, batch.action_mask, batch.streams(2)
    for arrays, words in (
        ((states, seen[:-1], mask, streams), f"observation of shape .{ROWS - 1}, "),
        ((states, seen[:, :-1], mask, streams), "observation of shape"),
        ((states, seen.astype(complex), mask, streams), "type complex128"),
        ((states, seen, mask[:, 1:], streams), "action_mask of shape"),
        ((states, seen, mask * 0.5, streams), "action_mask of shape .* and type float"),
        ((np.zeros(ROWS), seen, mask, streams), "records of type .float64. were given"),
    ):
        with pytest.raises(ValueError, match=words):
            Decisions(game, *arrays)
    with pytest.raises(ValueError, match="observation of shape"):
        Network(made(game)).logits(seen[0])
