"""Connections of clients that dawdle, and answers to requests that are too long: over real sockets."""

import contextlib
import http.client
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from flank_envs.web import connection
from flank_envs.web.connection import Connection
from tests.web.running import Running
from tests.web.seat import LIMIT
from tests.web.test_library import ARENA

HEAD = b"GET /api/ready HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SHORT = 0.2  # seconds of patience


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.stop()


def connected(running: Running) -> socket.socket:
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # what is not read stays with the server
    client.settimeout(LIMIT)
    client.connect(("127.0.0.1", running.port))
    return client


def rest(client: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    found = []
    try:
        while part := client.recv(1 << 20):
            found.append(part)
    except ConnectionError:
        pass
    return b"".join(found)


def dripped(client: socket.socket, first: bytes) -> None:
    """Send a byte now and then until the server closes the connection."""
    client.settimeout(SHORT / 10)
    ends = time.monotonic() + LIMIT
    while time.monotonic() < ends:
        try:
            client.sendall(first or b"x")
            first = b""
            if not client.recv(1 << 20):
                return
        except TimeoutError:
            continue
        except ConnectionError:
            return
    raise AssertionError("the server never closed the connection")


@pytest.mark.parametrize("sent", [b"", HEAD, HEAD + b"\r\n" + HEAD], ids=["nothing", "half", "half of the second"])
def test_half_sent_headers_hold_no_connection(running: Running, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", SHORT)
    clients = [connected(running) for _ in range(10)]
    for client in clients:
        with contextlib.suppress(ConnectionError):  # closed already
            client.sendall(sent)
    for client in clients:
        with client:
            rest(client)


@pytest.mark.parametrize(
    "sent",
    [HEAD + b"X-Long: ", HEAD + b"Content-Length: 100000\r\n\r\n", HEAD + b"\r\n" + HEAD + b"X-Long: "],
    ids=["headers", "a body that nobody reads", "headers of the second"],
)
def test_dripped_requests_hold_no_connection(running: Running, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", SHORT)
    monkeypatch.setattr("flank_envs.web.drain.SLOWEST_BODY", SHORT)
    with connected(running) as client:
        dripped(client, sent)


def asked_for_a_long_answer(running: Running) -> tuple[socket.socket, Connection]:
    """A client that has asked for a long answer and read nothing of it, and the server's side of its connection."""
    (running.folder / "long.json").write_text(json.dumps(ARENA | {"more": "x" * 2_900_000}))
    client = connected(running)
    id = running.server.library.arenas()[0]["id"]
    client.sendall(f"GET /api/arena/{id} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    ends = time.monotonic() + LIMIT
    while time.monotonic() < ends:
        for served in list(running.connections):
            if served.transport.get_write_buffer_size():
                return client, served
        time.sleep(0.01)
    raise AssertionError("the answer was never begun")


def test_a_client_that_never_reads_is_cut(running: Running) -> None:
    client, served = asked_for_a_long_answer(running)
    assert served._deadline is not None
    served.loop.call_soon_threadsafe(served._cut)
    with client:
        assert len(rest(client)) < 2_900_000


def test_a_client_that_reads_slowly_gets_everything(running: Running) -> None:
    """The clock runs out while the client reads: it starts anew."""
    client, served = asked_for_a_long_answer(running)
    with client:
        before, found = served.transport.get_write_buffer_size(), b""
        while before - served.transport.get_write_buffer_size() < connection.LEAST_READ:
            found += client.recv(1 << 16)
        served.loop.call_soon_threadsafe(served._cut)
        found += rest(client)
    assert json.loads(found.partition(b"\r\n\r\n")[2])["more"] == "x" * 2_900_000


def test_connections_are_counted(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_CONNECTIONS", 2)
    with connected(running) as one, connected(running) as two, connected(running) as three:
        assert rest(three) == b""
        one.sendall(HEAD + b"Connection: close\r\n\r\n")
        assert b"200 OK" in rest(one)
        two.sendall(HEAD + b"Connection: close\r\n\r\n")
        assert b"200 OK" in rest(two)


def test_answers_do_not_name_the_server(running: Running) -> None:
    with connected(running) as client:
        client.sendall(HEAD + b"Connection: close\r\n\r\n")
        assert b"\r\nserver:" not in rest(client).lower()


def test_nobody_listens_once_it_has_stopped(running: Running) -> None:
    running.stop()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", running.port))


@pytest.mark.parametrize(
    ("path", "headers", "status", "told"),
    [
        ("/api/tables", {}, 413, "more than 16,384 bytes"),
        ("/nothing", {}, 404, "Not Found"),
        ("/api/tables", {"Origin": "http://example.com"}, 403, "another site"),
    ],
)
def test_long_bodies_are_answered_in_words(
    running: Running, path: str, headers: dict[str, str], status: int, told: str
) -> None:
    """Also where the connection is closed after the answer: what the client still sends must not reset it."""
    client = http.client.HTTPConnection("127.0.0.1", running.port, timeout=LIMIT)
    client.request("POST", path, body=b"x" * 10_000_000, headers={"Connection": "close", **headers})
    answer = client.getresponse()
    assert (answer.status, told in json.loads(answer.read())["error"]) == (status, True)
    client.close()
