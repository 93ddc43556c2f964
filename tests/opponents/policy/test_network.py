"""The network without torch: right, the same for a row in any batch, on one core, and copied like anything else."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

from flank_envs import Decisions, Opponent, load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.engine.positions import observations
from flank_envs.opponents.policy import shipped
from flank_envs.opponents.policy.dense import layer
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.policy.parts import has_parts
from tests.conformance.play import positions
from tests.opponents.policy.rounding import assert_same_sums
from tests.opponents.policy.test_checkpoint import ROOT, made

compiled = pytest.mark.skipif(JIT_DISABLED, reason="uncompiled, numpy's own product is used")


@pytest.mark.parametrize("zeros", [0.0, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("width", [1, 3, 4, 30, 257])
def test_a_layer_is_a_product_and_a_sum(width: int, zeros: float) -> None:
    """For every number of entries that are not zero, also those that four does not divide."""
    rng = np.random.default_rng(width)
    x = (rng.normal(size=(64, 41)) * (rng.random((64, 41)) >= zeros)).astype(np.float32)
    weight, bias = rng.normal(size=(41, width)).astype(np.float32), rng.normal(size=width).astype(np.float32)
    found = layer(x, weight, bias)
    exact = x.astype(np.float64) @ weight + bias
    assert found.dtype == np.float32
    assert_same_sums(found, exact)


@compiled
@pytest.mark.parametrize("width", [1, 7, 30, 257])
def test_sums_are_added_up_in_one_order_on_every_processor(width: int) -> None:
    """To the last bit as written out here, so that a policy plays the same game everywhere."""
    rng = np.random.default_rng(width)
    x = (rng.normal(size=(5, 43)) * (rng.random((5, 43)) < 0.6)).astype(np.float32)
    weight, bias = rng.normal(size=(43, width)).astype(np.float32), rng.normal(size=width).astype(np.float32)
    for row, found in zip(x, layer(x, weight, bias), strict=True):
        terms = [row[k] * weight[k] for k in np.flatnonzero(row)]
        whole = len(terms) // 4 * 4
        expected = bias.copy()
        for k in range(0, whole, 4):
            expected += terms[k] + terms[k + 1] + terms[k + 2] + terms[k + 3]
        for term in terms[whole:]:
            expected += term
        assert found.tobytes() == expected.tobytes()


@compiled
def test_a_row_has_the_same_logits_in_a_batch_of_any_size(game: Game) -> None:
    """To the last bit: so a policy plays the same game alone and among thousands."""
    policies = [made(game, hidden=(64, 64), activation="relu", choices=16)]
    if has_parts(game):
        policies.append(made(game, hidden=(64, 64), activation="relu", choices=16, alike=24))
    states = positions(game, 500)
    seen = observations(game, states)
    for network in map(Network, policies):
        together = network.logits(seen, network.features_of(states))
        for size in (1, 2, 3, 7, 50):
            chunks = [slice(first, first + size) for first in range(0, len(seen), size)]
            parts = [network.logits(seen[chunk], network.features_of(states[chunk])) for chunk in chunks]
            assert np.concatenate(parts).tobytes() == together.tobytes()


@compiled
def test_products_stay_on_the_core_of_the_caller() -> None:
    """However many threads numpy has: while a policy plays, no other thread of the process uses the processor."""
    code = (
        "import time, numpy as np, flank_envs\n"
        "from tests.opponents.policy.test_checkpoint import made\n"
        "from flank_envs.opponents.policy.network import Network\n"
        "network = Network(made(flank_envs.get_game('hold_the_line'), hidden=(256, 256), activation='relu'))\n"
        "seen = np.ones((32, 514), np.float32)\n"
        "network.logits(seen)\n"
        "time.sleep(0.5)\n"  # numpy's threads, awake since the import, fall asleep
        "own, all_of_us = time.thread_time(), time.process_time()\n"
        "for _ in range(200):\n"
        "    network.logits(seen)\n"
        "own, all_of_us = time.thread_time() - own, time.process_time() - all_of_us\n"
        "assert all_of_us < 1.2 * own + 0.01, (own, all_of_us)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


class Highest(Opponent):
    """Somebody's own opponent."""

    name = "highest"

    def act(self, decisions: Decisions) -> np.ndarray:
        return np.array([np.flatnonzero(mask)[-1] for mask in decisions.action_mask])


def opponents(game: Game) -> list[Opponent]:
    """One of each kind."""
    policies = [made(game, activation="tanh"), made(game, activation="relu", choices=4)]
    return [
        load_opponent("random"),
        load_opponent("heuristic"),
        load_opponent("trained:0.5"),
        *(PolicyOpponent(policy) for policy in policies),
        PolicyOpponent(policies[0], greedy=True),
        Highest(),
    ]


def test_every_opponent_can_be_pickled_and_copied(game: Game) -> None:
    """What comes out plays the same."""
    batch = make_batch(game, 8, seed=1)
    for opponent in opponents(game):
        for twin in (pickle.loads(pickle.dumps(opponent)), copy.deepcopy(opponent), copy.copy(opponent)):
            assert type(twin) is type(opponent)
            assert repr(twin) == repr(opponent)
            if opponent.name != "trained:0.5" or (shipped.SOURCE / game.name / "policy.safetensors").exists():
                assert (twin.choose(batch, batch.streams(2)) == opponent.choose(batch, batch.streams(2))).all()
