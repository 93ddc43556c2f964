"""A server that really listens, in a thread, and can be stopped and started again."""

import socket
from pathlib import Path
from typing import Any

from flank_envs.web.server import Server
from flank_envs.web.serving import Serving

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
        self._serving = Serving(self.server, listening)
        self._serving.serve_aside()

    @property
    def connections(self) -> set[Any]:
        """The server's sides of all open connections."""
        return self._serving.server_state.connections

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        self._serving.stop()

    def again(self) -> "Running":
        """Another one in its place."""
        self.stop()
        return Running(self.folder, self.port)
