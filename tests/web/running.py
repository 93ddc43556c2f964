"""A server that really listens, in a thread, and can be stopped and started again."""

import socket
import threading
import time
from pathlib import Path

import uvicorn

from flank_envs.web.app import make_app
from flank_envs.web.server import Server

ADDRESS = "http://127.0.0.1:8000"  # of clients without a network


def make_server(folder: Path) -> Server:
    """A server whose games count as compiled: tests compile what they use."""
    server = Server(folder / "tables", folder)
    server.ready._took = dict.fromkeys(server.ready._games, 0.0)
    return server


class Running:
    """A server at an address of this machine."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        self.server = make_server(folder)
        listening = socket.create_server(("127.0.0.1", port))
        self.port = listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(make_app(self.server), log_level="error", timeout_graceful_shutdown=1)
        self._uvicorn = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._uvicorn.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        while not self._uvicorn.started:
            time.sleep(0.01)

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        self._uvicorn.should_exit = True
        self._thread.join(20)

    def again(self) -> "Running":
        """Another one in its place."""
        self.stop()
        return Running(self.folder, self.port)
