"""Rollouts in parts: wherever, in whatever order and however often they are played, the run is the same."""

import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import torch

    from training import workers
from tests.training.test_learning import begin
from training import config as configs
from training import run as runs
from training.__main__ import main
from training.config import ConfigError
from training.rollouts import RolloutError
from training.workers import Workers

ROLLOUTS = 3
PPO = {"games": 8, "steps": 8, "minibatch": 32, "epochs": 1}
SMALL: dict[str, Any] = {
    "steps": 64 * ROLLOUTS,
    "parts": 4,
    "ppo": PPO,
    "network": {"hidden": [16]},
    "opponents": {"random": 0.2, "heuristic": 0.2, "latest": 0.2, "pool": 0.2, "keep_every": 1, "in_play": 2}
    | {"exploiters": 0.2, "exploit_every": 1, "exploit_for": 1},
    "evaluation": {"every": ROLLOUTS, "games": 2, "final_games": 2, "opponents": ["random"]},
}


class RayError(Exception):
    """A machine or a process is gone."""


class RayTaskError(RayError):
    """The call itself has failed."""


class Answer:
    """What a call will give; it is made when it is asked for."""

    def __init__(self, call: Any) -> None:
        self.call = call


class FakeRay:
    """Ray in one process: the last call answers first, and those whose numbers are in `deaths` lose their worker."""

    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def __init__(self, deaths: tuple[int, ...] = ()) -> None:
        self.deaths, self.calls, self.killed, self.started = deaths, 0, 0, 0

    def put(self, value: Any) -> Answer:
        return Answer(lambda: value)

    def get(self, answer: Answer) -> Any:
        return answer.call()

    def wait(self, answers: list[Answer], num_returns: int, timeout: float) -> tuple[list[Answer], list[Answer]]:
        return answers[-1:], answers[:-1]

    def kill(self, worker: Any) -> None:
        self.killed += 1

    def remote(self, kind: type) -> Any:
        return SimpleNamespace(options=lambda **options: SimpleNamespace(remote=lambda *a: self.start(kind, a)))

    def start(self, kind: type, arguments: tuple) -> Any:
        self.started += 1
        with torch.random.fork_rng(devices=[]):  # another process would leave this one's chance alone
            made = kind(*map(self.given, arguments))
        return Handle(ready=self.method(made.ready, False), play=self.method(made.play, True))

    def given(self, argument: Any) -> Any:
        return argument.call() if isinstance(argument, Answer) else argument

    def method(self, method: Any, counted: bool) -> Any:
        def remote(*arguments: Any) -> Answer:
            self.calls += counted
            number = self.calls

            def call() -> Any:
                if counted and number in self.deaths:
                    raise RayError("the node is gone")
                return method(*map(self.given, arguments))

            return Answer(call)

        return SimpleNamespace(remote=remote)


class Handle(SimpleNamespace):
    __hash__ = object.__hash__


def trained(folder: Path, ray: FakeRay | None = None, count: int = 1, **changes: Any) -> runs.Run:
    run = begin(folder, **{**SMALL, **changes})
    if ray is not None:
        run.rollouts = Workers(run.player, ray, count)
    runs.train(run)
    run.rollouts.close()
    return run


def outcome(run: runs.Run) -> dict[str, Any]:
    """All of a run but its times."""
    plain = {name: array.numpy().tolist() for name, array in run.model.policy.state_dict().items()}
    curve = [(point["steps"], point["scores"]) for point in run.history]
    games = [(lineups, data) for position in run.positions for lineups, data, _ in position.games]
    return plain | {"league": run.league.state(), "curve": curve, "games": games, "results": run.environment.results}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return outcome(trained(tmp_path_factory.mktemp("here")))


@pytest.mark.parametrize(("count", "deaths"), [(1, ()), (2, ()), (3, (2, 3, 7))])
def test_workers_give_what_one_process_gives(here: dict, tmp_path: Path, count: int, deaths: tuple) -> None:
    """Also if some die: what they were at is played again by others."""
    ray = FakeRay(deaths)
    assert outcome(trained(tmp_path, ray, count)) == here
    assert ray.calls == SMALL["parts"] * ROLLOUTS + len(deaths)
    assert ray.started == ray.killed == count + len(deaths)
    assert len(list((tmp_path / "exploiters").iterdir())) == ROLLOUTS - 1  # nobody would meet one after the last


def test_a_run_in_parts_goes_on_after_a_stop(here: dict, tmp_path: Path) -> None:
    run = begin(tmp_path, **SMALL)
    runs.train(run, rollouts=2)
    run.close()
    again = runs.resume(tmp_path, tensorboard=False)
    runs.train(again)
    assert outcome(again) == here


def test_no_two_parts_play_the_same(tmp_path: Path) -> None:
    run = begin(tmp_path, **SMALL)
    assert len({data for position in run.positions for _, data, _ in position.games}) == SMALL["parts"]
    seeds = {workers.Order(k, part, {}, run.positions[0]).seed(run.config) for k in range(3) for part in range(3)}
    assert len(seeds) == 9


def test_a_rollout_that_ends_every_worker_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(RolloutError, match="5 workers have died"):
        trained(tmp_path, FakeRay(tuple(range(100))), 2)


@pytest.mark.parametrize("count", [0, 5])
def test_more_workers_than_parts_are_refused_in_words(tmp_path: Path, count: int) -> None:
    with pytest.raises(ConfigError, match=r"parts=4: give 1 to 4, or add parts="):
        workers.join(configs.parse({"game": "hold_the_line", **SMALL}), "local", count)


def test_workers_need_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["config.yaml", "--workers", "2"])
    assert "--ray" in capsys.readouterr().err


def test_parts_must_fit_the_games() -> None:
    with pytest.raises(ConfigError, match="multiple of parts"):
        configs.parse({"game": "hold_the_line", **SMALL, "parts": 3})
