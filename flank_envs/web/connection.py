"""Connections with deadlines: uvicorn waits for ever for the rest of a request, and for clients that do not read."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0  # seconds for a request's headers to arrive, and for a client to read the next LEAST_READ bytes
LEAST_READ = 4096
MOST_ANSWERED = 400  # connections; requests beyond are answered 503
MOST_CONNECTIONS = 500  # those beyond are closed at once


class Connection(H11Protocol):
    """An HTTP/1.1 connection that is cut when its client keeps the server waiting.

    The clock runs from the start and from the end of each answer until the headers of the next request are there, and
    while an answer waits for the client to read. Bodies have a deadline of their own, see `read_body` and `Drain`.
    """

    _deadline: asyncio.TimerHandle | None = None
    _unread = 0  # bytes of answers that the client had not taken when the clock was set

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        super().connection_made(transport)
        self._set_clock()
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self._answering():
            self._stop_clock()

    def on_response_complete(self) -> None:
        self._set_clock()
        super().on_response_complete()  # which may find the next request waiting

    def pause_writing(self) -> None:
        super().pause_writing()
        self._set_clock()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._answering():
            self._stop_clock()

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _set_clock(self) -> None:
        self._stop_clock()
        self._unread = self.transport.get_write_buffer_size()
        self._deadline = self.loop.call_later(PATIENCE, self._cut)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _cut(self) -> None:
        """Close at once, unless the client is still reading a long answer."""
        read = self._unread - self.transport.get_write_buffer_size()
        if read >= min(self._unread, LEAST_READ) > 0:
            self._set_clock()
        else:
            self.transport.abort()
