"""A cluster of two nodes: a run and an arena there are those of one process, also when a node dies in the middle."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("ray")
pytest.importorskip("sb3_contrib")

import ray
from ray.cluster_utils import Cluster

from flank_envs.evaluation.arena import round_robin
from flank_envs.evaluation.cluster import connect, shared_calls
from tests.interfaces.ray.conftest import patiently
from tests.training.test_rollouts import SMALL, outcome
from training import config as configs
from training import run as runs
from training.workers import Workers

pytestmark = pytest.mark.slow
GAME = "hold_the_line"  # workers know the games of the library, and not the sample game
CONFIG = {"game": GAME, "threads": 1, **SMALL, "parts": 2}
NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}  # room for one worker


class Nodes:
    """A first node, where the tests are, and a second one that can die."""

    def __init__(self) -> None:
        self.cluster = Cluster(initialize_head=True, head_node_args=NODE)
        self.second = self.cluster.add_node(**NODE)
        self.ray = connect(self.cluster.address)

    def kill(self) -> None:
        if self.second is not None:
            self.cluster.remove_node(self.second, allow_graceful=False)
            self.second = None

    def both(self) -> None:
        if self.second is None:
            self.second = self.cluster.add_node(**NODE)

    def end(self) -> None:
        ray.shutdown()
        self.cluster.shutdown()


@pytest.fixture(scope="module")
def started() -> Iterator[Nodes]:
    nodes = patiently(Nodes, ray.shutdown)
    yield nodes
    nodes.end()


@pytest.fixture
def nodes(started: Nodes) -> Nodes:
    started.both()
    return started


class Watched:
    """Ray, with something that happens as soon as all workers are at a rollout."""

    def __init__(self, then: Callable[[], None]) -> None:
        self.then, self.waits = then, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(ray, name)

    def wait(self, references: list[Any], num_returns: int, timeout: float) -> Any:
        self.waits += 1
        if self.waits == 1:
            num_returns = len(references)  # until all have begun
        if self.waits == 2:
            self.then()
        return ray.wait(references, num_returns=num_returns, timeout=timeout)


def trained(folder: Path, workers: Callable[[Any], Workers] | None = None) -> dict[str, Any]:
    run = runs.begin(configs.parse(CONFIG), folder, tensorboard=False)
    if workers is not None:
        run.rollouts = workers(run.player)
    runs.train(run)
    run.rollouts.close()
    run.close()
    return outcome(run)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return trained(tmp_path_factory.mktemp("here"))


@pytest.mark.parametrize("count", [1, 2])
def test_workers_give_what_one_process_gives(nodes: Nodes, here: dict, tmp_path: Path, count: int) -> None:
    assert trained(tmp_path, lambda player: Workers(player, nodes.ray, count)) == here


def test_a_node_that_dies_changes_nothing(nodes: Nodes, here: dict, tmp_path: Path) -> None:
    ray = Watched(nodes.kill)
    assert trained(tmp_path, lambda player: Workers(player, ray, 2)) == here
    assert nodes.second is None


def test_an_arena_is_that_of_one_process_also_if_a_node_dies(nodes: Nodes, tmp_path: Path) -> None:
    doomed, asked = nodes.second.node_id, tmp_path / "asked"

    def first_legal(observation: np.ndarray, action_mask: np.ndarray) -> int:
        """On the node that will die it never answers, and elsewhere not before it was asked there."""
        if ray.get_runtime_context().get_node_id() == doomed:
            asked.touch()
            time.sleep(3600)
        while not asked.exists():
            time.sleep(0.05)
        return int(action_mask.argmax())

    def after_the_death(found: Iterator[Any]) -> Iterator[Any]:
        while not asked.exists():
            time.sleep(0.05)
        nodes.kill()
        yield from found

    shared = shared_calls(nodes.ray)
    players = ["random", first_legal, "trained"]
    there = round_robin(GAME, players, 130, 1, calls=lambda *jobs: after_the_death(shared(*jobs)))
    assert there == round_robin(GAME, players, 130, 1)
