"""Opponents think in threads of their own, so that a slow one keeps nobody else waiting."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

from flank_envs.web.events import Events
from flank_envs.web.table import Table
from flank_envs.web.tables import Tables

THREADS = 2
TURN = 0.1  # seconds after which a table lets others have their turn


class Workers:
    """Lets the opponents of any number of tables act until persons are to act or the game is over."""

    def __init__(self, tables: Tables, events: Events) -> None:
        self._tables = tables
        self._events = events
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="opponents")
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
        self._pool.submit(self._turn, table, done)
        return done

    def _turn(self, table: Table, done: Future[None]) -> None:
        """Some decisions of a table, then the others' turn."""
        until = time.perf_counter() + TURN
        try:
            while table.let_opponent_act() and time.perf_counter() < until:
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
            self._pool.submit(self._turn, table, done)
        else:
            done.set_result(None)

    def close(self) -> None:
        """Finish what is being thought, and nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
