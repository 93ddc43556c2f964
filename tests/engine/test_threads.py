"""The chunks of a step."""

import multiprocessing
import threading
import time

import pytest

from flank_envs.engine.threads import run_chunks

PATIENCE = 300  # seconds: only a hang is to fail, however busy the machine


@pytest.mark.parametrize("games", [1, 2, 5, 64, 1001])
@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_chunks_cover_all_games_once(games: int, threads: int) -> None:
    seen: list[int] = []
    run_chunks(lambda low, high: seen.extend(range(low, high)), games, threads)
    assert sorted(seen) == list(range(games))


def test_chunks_run_in_their_own_threads() -> None:
    meet = threading.Barrier(3, timeout=PATIENCE)
    names = set()

    def work(low: int, high: int) -> None:
        names.add(threading.current_thread().name)
        meet.wait()

    run_chunks(work, 6, 3)
    assert len(names) == 3


def test_an_error_in_a_chunk_reaches_the_caller() -> None:
    def work(low: int, high: int) -> None:
        if low > 0:
            raise RuntimeError("chunk failed")

    with pytest.raises(RuntimeError, match="chunk failed"):
        run_chunks(work, 10, 2)
    run_chunks(lambda low, high: None, 10, 2)


def test_an_error_waits_for_the_chunks_that_others_have_begun() -> None:
    begun, done = threading.Event(), []

    def work(low: int, high: int) -> None:
        if low == 0:
            begun.wait(PATIENCE)
            raise RuntimeError("chunk failed")
        begun.set()
        time.sleep(0.05)
        done.append(low)

    with pytest.raises(RuntimeError, match="chunk failed"):
        run_chunks(work, 10, 2)
    assert len(done) == 1


def _in_child(result) -> None:
    seen: list[int] = []
    run_chunks(lambda low, high: seen.extend(range(low, high)), 10, 2)
    result.put(sorted(seen))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    run_chunks(lambda low, high: None, 10, 2)
    context = multiprocessing.get_context("fork")
    result = context.SimpleQueue()
    child = context.Process(target=_in_child, args=(result,))
    child.start()
    child.join(PATIENCE)
    assert child.exitcode == 0
    assert result.get() == list(range(10))
