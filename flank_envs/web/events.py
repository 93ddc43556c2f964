"""Server-sent events that say that a table has changed; each browser then fetches the change by itself."""

import asyncio
from collections.abc import AsyncIterator, Callable

from flank_envs.web.refused import Refused

MOST_LISTENERS = 200
SILENCE = 15.0  # seconds after which a line keeps the connection alive
LONGEST = 600.0  # seconds; browsers connect again by themselves


class Events:
    """Tells listeners of a table its number whenever that may have changed."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Event]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._count = 0
        self._closed = False

    def tell(self, id: str) -> None:
        """Something happened at this table; from any thread."""
        if self._loop is not None and self._listeners.get(id) and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, id)

    def _wake(self, id: str) -> None:
        for listener in self._listeners.get(id, ()):
            listener.set()

    def close(self) -> None:
        """End all streams."""
        self._closed = True
        for id in list(self._listeners):
            self._wake(id)

    def listen(self, id: str, number: Callable[[], int]) -> AsyncIterator[str]:
        """The numbers of a table as a stream of events."""
        if self._count >= MOST_LISTENERS:
            raise Refused(429, f"{MOST_LISTENERS} pages listen already: this one asks now and then instead.")
        return self._stream(id, number)

    async def _stream(self, id: str, number: Callable[[], int]) -> AsyncIterator[str]:
        self._loop = loop = asyncio.get_running_loop()
        listener = asyncio.Event()
        self._listeners.setdefault(id, set()).add(listener)
        self._count += 1
        ends, last = loop.time() + LONGEST, -1
        try:
            while loop.time() < ends and not self._closed:
                listener.clear()
                now = number()
                if now != last:
                    last = now
                    yield f"data: {now}\n\n"
                try:
                    await asyncio.wait_for(listener.wait(), max(0.0, min(SILENCE, ends - loop.time())))
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            self._count -= 1
            self._listeners[id].discard(listener)
            if not self._listeners[id]:
                del self._listeners[id]
