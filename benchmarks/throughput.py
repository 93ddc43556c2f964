"""Throughput of batch, AEC and Gymnasium vector, next to the physical floor of a step measured in the same run.

The floor does the least that any implementation must: draw a legal action from the mask, rewrite the record, zero
observation and mask and set as many values as the game sets on average. Decisions are random legal ones; observation,
mask, rewards and auto-reset are included everywhere.

    python -m benchmarks.throughput hold_the_line --json result.json
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.engine.batch import Batch
from flank_envs.engine.game import Game, all_games, get_game
from flank_envs.engine.jit.compile import kernel
from flank_envs.engine.kernels import choose_random
from flank_envs.engine.rng import random_legal, streams_of_seeds
from flank_envs.interfaces.gymnasium import SeatVectorEnv
from flank_envs.interfaces.pettingzoo import env, raw_env

KEYS = (
    *("game", "interface", "games", "threads", "decisions_per_cpu_s", "decisions_per_s"),
    *("floor_per_cpu_s", "ratio", "cost", "compile_s", "load_s"),
)
BATCH_SIZES = (1, 64, 256, 1024, 4096, 16384)
VECTOR_SIZES = (64, 1024)
REPEATS = 5
WARM_UP = 300  # steps until the games of a batch are spread over all phases

NOTES = """
batch: random legal decisions drawn inside the kernel. batch_step: actions given from outside, drawn in a call of their
own. features: batch, with the features of every position; cost: how many times that of batch. raw_env, env: PettingZoo
AEC with last() and step(). gym_vector: the learner's decisions only, the opponents play random inside the kernel.
floor_per_cpu_s: the least work of any step of these sizes, one thread, same run. compile_s, load_s: CPU-seconds from
starting Python to the first step, the first time and later."""

Row = dict[str, Any]


@kernel
def floor_step(records, observation, masks, streams, values, legal):
    """What no step can do without."""
    for i in range(records.shape[0]):
        mask = masks[i]
        record = records[i]
        row = observation[i]
        action = random_legal(mask, streams, i)
        for k in range(record.shape[0]):
            record[k] += action
        mask[:] = 0
        place = action
        for _ in range(legal):
            mask[place] = 1
            place += 1
            if place == mask.shape[0]:
                place = 0
        row[:] = 0
        place = action
        for k in range(values):
            row[place] = k
            place += 13
            if place >= row.shape[0]:
                place -= row.shape[0]


class Meter:
    """The best rate of several short runs, per CPU-second and per second."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.per_cpu_s = 0.0
        self.per_s = 0.0

    def run(self, work: Callable[[], int]) -> None:
        """Repeat `work`, which returns the decisions it took, for the meter's time."""
        decisions, wall, cpu = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < self.seconds:
            decisions += work()
        self.per_cpu_s = max(self.per_cpu_s, decisions / max(time.process_time() - cpu, 1e-9))
        self.per_s = max(self.per_s, decisions / (time.perf_counter() - wall))


def main(argv: list[str] | None = None) -> None:
    """Measure the games (all, if none is named), print a table and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games if none is given")
    parser.add_argument("--json", type=Path, help="also write the rows to this file")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement (default %(default)g)")
    arguments = parser.parse_args(argv)
    chosen = [get_game(name) for name in arguments.games] or list(all_games().values())
    rows: list[Row] = []
    print(_line({key: key.replace("decisions", "dec") for key in KEYS}))
    for game in chosen:
        for row in measure(game, arguments.seconds):
            rows.append(row)
            print(_line(row), flush=True)
    print(NOTES)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
        print(f"written to {arguments.json}")


def measure(game: Game, seconds: float) -> Iterator[Row]:
    """The rows of one game; each takes about `seconds`."""
    yield _row(game, "start") | start_seconds(game)
    values, legal = typical_counts(game)
    for size in BATCH_SIZES:
        works = {
            (interface, threads): work(game, size, threads)
            for interface, work in (("batch", _random_work), ("batch_step", _given_work))
            for threads in (1, 2)
        }
        if game.features is not None:
            works["features", 1] = _features_work(game, size)
        floor_work = _floor_work(game, size, values, legal)
        meters = {key: Meter(seconds / REPEATS) for key in works}
        floor = Meter(seconds / REPEATS)
        for _ in range(REPEATS):
            floor.run(floor_work)
            for key, meter in meters.items():
                meter.run(works[key])
        for (interface, threads), meter in meters.items():
            row = _row(game, interface, size, threads, meter, floor.per_cpu_s)
            if interface == "features":
                row["cost"] = round(meters["batch", 1].per_cpu_s / meter.per_cpu_s, 2)
            yield row
    for interface, make in (("raw_env", raw_env), ("env", env)):
        yield _row(game, interface, 1, 1, _metered(_aec_work(make(game)), seconds))
    for size in VECTOR_SIZES:
        yield _row(game, "gym_vector", size, 1, _metered(_vector_work(game, size), seconds))


def typical_counts(game: Game) -> tuple[int, int]:
    """How many observation values and legal actions a decision has on average."""
    batch = Batch(game, 256, seed=0)
    streams, values, legal = batch.streams(0), [], []
    for _ in range(200):
        batch.step(batch.random_actions(streams))
        values.append((batch.observation != 0).sum(1).mean())
        legal.append(batch.action_mask.sum(1).mean())
    return round(float(np.mean(values))), round(float(np.mean(legal)))


def start_seconds(game: Game) -> dict[str, float]:
    """CPU-seconds from starting Python to the first step, compiling everything and then loading it from disk."""
    code = "import flank_envs, numpy, sys; b = flank_envs.make_batch(sys.argv[1], 1, seed=0); "
    code += "b.step(numpy.argmax(b.action_mask, 1))"
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            before = os.times()
            subprocess.run(
                [sys.executable, "-c", code, game.name],
                check=True,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"NUMBA_CACHE_DIR": folder},
            )
            after = os.times()
            cpu = after.children_user - before.children_user + after.children_system - before.children_system
            seconds.append(round(cpu, 2))
    return {"compile_s": seconds[0], "load_s": seconds[1]}


def _metered(work: Callable[[], int], seconds: float) -> Meter:
    meter = Meter(seconds / REPEATS)
    for _ in range(REPEATS):
        meter.run(work)
    return meter


def _floor_work(game: Game, size: int, values: int, legal: int) -> Callable[[], int]:
    records = np.zeros((size, game.state.itemsize // 8), np.uint64)
    observation = np.zeros((size, game.observation.size), np.float32)
    masks = np.ones((size, game.actions.size), np.int8)
    streams = streams_of_seeds(np.arange(size, dtype=np.uint64))
    arguments = (records, observation, masks, streams, values, legal)
    return _often(lambda: floor_step(*arguments), size)


def _random_work(game: Game, size: int, threads: int) -> Callable[[], int]:
    """Draw and decide in one pass, as the floor does."""
    batch = Batch(game, size, seed=0, threads=threads)
    streams = batch.streams(0)
    for _ in range(WARM_UP):
        batch.step_random(streams)
    return _often(lambda: batch.step_random(streams), size)


def _features_work(game: Game, size: int) -> Callable[[], int]:
    """As `_random_work`, with a look at the features of every position."""
    batch = Batch(game, size, seed=0)
    streams = batch.streams(0)

    def step() -> None:
        batch.step_random(streams)
        batch.features()

    for _ in range(WARM_UP):
        step()
    return _often(step, size)


def _given_work(game: Game, size: int, threads: int) -> Callable[[], int]:
    """Actions that come from outside, as from a policy."""
    batch = Batch(game, size, seed=0, threads=threads)
    streams, actions = batch.streams(0), np.zeros(size, np.int32)

    def step() -> None:
        choose_random(batch.action_mask, streams, actions)
        batch.step(actions)

    for _ in range(WARM_UP):
        step()
    return _often(step, size)


def _often(step: Callable[[], Any], size: int) -> Callable[[], int]:
    """A piece of work of some milliseconds, so that looking at the clock costs nothing."""
    times = max(1, 8192 // size)

    def work() -> int:
        for _ in range(times):
            step()
        return times * size

    work()
    return work


def _aec_work(environment: Any) -> Callable[[], int]:
    def work() -> int:
        environment.reset()
        decisions = 0
        while True:
            seen, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                return decisions
            legal = np.flatnonzero(seen["action_mask"])
            environment.step(legal[int(random.random() * len(legal))])
            decisions += 1

    work()
    return work


def _vector_work(game: Game, size: int) -> Callable[[], int]:
    vector = SeatVectorEnv(game, size, opponent="random")
    _, info = vector.reset(seed=0)
    streams, actions = streams_of_seeds(np.arange(size, dtype=np.uint64)), np.zeros(size, np.int32)
    masks = [info["action_mask"]]

    def step() -> None:
        choose_random(masks[0], streams, actions)
        masks[0] = vector.step(actions)[4]["action_mask"]

    return _often(step, size)


def _row(
    game: Game,
    interface: str,
    games: int = 1,
    threads: int = 1,
    meter: Meter | None = None,
    floor: float | None = None,
) -> Row:
    row: Row = dict.fromkeys(KEYS) | {"game": game.name, "interface": interface, "games": games, "threads": threads}
    if meter:
        row |= {"decisions_per_cpu_s": round(meter.per_cpu_s), "decisions_per_s": round(meter.per_s)}
    if meter and floor:
        row |= {"floor_per_cpu_s": round(floor), "ratio": round(meter.per_cpu_s / floor, 3)}
    return row


def _line(row: Row) -> str:
    widths = (15, 11, 6, 8, 15, 12, 16, 6, 5, 10, 7)
    cells = (
        "" if row[key] is None else f"{row[key]:,}" if isinstance(row[key], int) else str(row[key]) for key in KEYS
    )
    return " ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


if __name__ == "__main__":
    main()
