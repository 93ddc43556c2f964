"""A server on a folder of its own, and a client that talks to it without a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from flank_envs.web import events
from flank_envs.web.app import make_app
from flank_envs.web.server import Server
from tests.web.running import ADDRESS, make_server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = make_server(tmp_path)
    yield server
    server.close()


@pytest.fixture
def client(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(events, "LONGEST", 0.0)  # the client waits for the ends of streams
    with TestClient(make_app(server), base_url=ADDRESS) as client:
        yield client
