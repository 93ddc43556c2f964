"""Threads in which opponents choose, so that a slow one keeps nobody else waiting."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

from flank_envs.web.events import Events
from flank_envs.web.table import Table
from flank_envs.web.tables import Tables

THREADS = 2  # of each kind
TURN = 0.1  # seconds after which a table lets others have their turn


class Workers:
    """Lets the opponents of any number of tables act until persons are to act or the game is over.

    Slow players, such as those that search, have threads of their own: quick ones never wait for them.
    """

    def __init__(self, tables: Tables, events: Events) -> None:
        self._tables = tables
        self._events = events
        self._pools = {slow: ThreadPoolExecutor(THREADS, thread_name_prefix="opponents") for slow in (False, True)}
        self._lock = threading.Lock()
        self._busy: dict[str, Future[None]] = {}

    def play(self, table: Table) -> Future[None]:
        """Let opponents act; the result comes when no opponent is to act any more."""
        with self._lock:
            known = self._busy.get(table.id)
            if known is not None:
                return known
            done: Future[None] = Future()
            self._busy[table.id] = done
        self._submit(table, done)
        return done

    def _submit(self, table: Table, done: Future[None]) -> None:
        slow = _waits_for_slow(table)
        self._pools[slow].submit(self._turn, table, done, slow)

    def _turn(self, table: Table, done: Future[None], slow: bool) -> None:
        """Some decisions of a table, all quick or all slow, then the others' turn."""
        until = time.perf_counter() + TURN
        try:
            while _waits_for_slow(table) == slow and table.play_opponent() and time.perf_counter() < until:
                pass
            self._tables.save(table)
        except Exception as problem:  # whatever a player does wrong must not end the thread
            table.trouble = f"An opponent failed ({type(problem).__name__}): leave the game, or take back."
        self._events.tell(table.id)
        with self._lock:
            more = table.waits_for is not None
            if not more:
                del self._busy[table.id]
        if more:
            self._submit(table, done)
        else:
            done.set_result(None)

    def close(self) -> None:
        """Finish what is being thought, and nothing more."""
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)


def _waits_for_slow(table: Table) -> bool:
    seat = table.waits_for
    return seat is not None and table.session.opponents[seat].slow
