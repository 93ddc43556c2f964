"""The loop that answers requests; it ends at once, whoever still listens."""

import socket
import threading
import time

import uvicorn

from flank_envs.web.app import make_app
from flank_envs.web.connection import MOST_ANSWERED, Connection
from flank_envs.web.server import Server


class Serving(uvicorn.Server):
    """Serves a server's application at a socket that listens already."""

    def __init__(self, server: Server, listening: socket.socket, token: str = "", names: tuple[str, ...] = ()) -> None:
        settings = {"log_level": "warning", "access_log": False, "server_header": False}
        settings |= {"http": Connection, "ws": "none", "limit_concurrency": MOST_ANSWERED}
        super().__init__(uvicorn.Config(make_app(server, token, names), timeout_graceful_shutdown=2, **settings))
        self._server = server
        self._listening = listening

    def serve_here(self) -> None:
        """Serve until Ctrl-C, or until `stop`."""
        self.run(sockets=[self._listening])

    def serve_aside(self) -> None:
        """Serve in a thread of its own."""
        self._thread = threading.Thread(target=self.serve_here, name="serving", daemon=True)
        self._thread.start()
        while not self.started:
            time.sleep(0.01)

    def stop(self) -> None:
        """End what `serve_aside` began."""
        self.should_exit = True
        self._thread.join()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._server.close()  # else open streams would have to be broken off
        await super().shutdown(sockets)
