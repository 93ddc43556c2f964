"""Who may ask: hosts, origins, tokens; and what answers carry."""

import pytest
from starlette.testclient import TestClient

from flank_envs.web.app import make_app
from flank_envs.web.server import Server

ANSWERED = ["127.0.0.1:8000", "localhost:9", "LOCALHOST", "[::1]:8000", "127.0.0.2"]
REFUSED = ["example.com", "127.0.0.1.example.com", "10.0.0.1", "localhost.example.com:8000", "[::2]", "", "a b", "[::1"]


@pytest.mark.parametrize("host", ANSWERED)
def test_this_machine_is_answered(client: TestClient, host: str) -> None:
    assert client.get("/api/ready", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", REFUSED)
def test_other_hosts_are_refused(client: TestClient, host: str) -> None:
    """A page elsewhere whose name was made to mean this machine has that name in its requests."""
    for path in ("/", "/api/ready", "/static/base.css"):
        assert client.get(path, headers={"Host": host}).status_code == 421


def test_other_origins_are_refused(client: TestClient) -> None:
    body = {"game": "hold_the_line", "players": ["person", "random"]}
    for headers in (
        {"Origin": "http://example.com"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert client.post("/api/tables", json=body, headers=headers).status_code == 403
    assert client.post("/api/tables", json=body, headers={"Origin": "http://127.0.0.1:8000"}).status_code == 200


def test_every_answer_is_guarded(client: TestClient) -> None:
    for path in ("/", "/api/ready", "/static/base.css", "/nothing", "/api/table/none", "/table/anything"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        if path.startswith("/api"):
            assert headers["cache-control"] == "no-store"


class TestToken:
    @pytest.fixture
    def remote(self, server: Server) -> TestClient:
        return TestClient(make_app(server, "secret", ("table.example",)), base_url="http://192.0.2.7:8000")

    def test_nothing_without_it(self, remote: TestClient) -> None:
        for path in ("/", "/api/ready", "/static/base.css", "/?token=wrong", "/?token="):
            assert remote.get(path).status_code == 401
        wrong = {"Cookie": "flank_envs_token=wrong", "Authorization": "Bearer wrong"}
        assert remote.get("/api/ready", headers=wrong).status_code == 401
        assert remote.post("/api/tables?token=secret", json={}).status_code == 401

    def test_the_address_brings_it_once(self, remote: TestClient) -> None:
        answer = remote.get("/arena?token=secret&x=1", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/arena?x=1")
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "samesite=strict" in answer.headers["set-cookie"].lower()
        assert remote.get("/api/ready").status_code == 200

    def test_it_never_leads_elsewhere(self, remote: TestClient) -> None:
        answer = remote.get("http://192.0.2.7:8000//example.com/?token=secret", follow_redirects=False)
        assert not answer.headers.get("location", "").startswith(("//", "http"))

    def test_programs_may_send_it(self, remote: TestClient) -> None:
        assert remote.get("/api/ready", headers={"Authorization": "Bearer secret"}).status_code == 200

    def test_names(self, remote: TestClient) -> None:
        headers = {"Authorization": "Bearer secret"}
        assert remote.get("/api/ready", headers=headers | {"Host": "table.example:8000"}).status_code == 200
        assert remote.get("/api/ready", headers=headers | {"Host": "other.example"}).status_code == 421


class TestLimits:
    def test_long_addresses(self, client: TestClient) -> None:
        assert client.get(f"/api/game/{'a' * 3000}").status_code == 414

    def test_large_bodies(self, client: TestClient) -> None:
        answer = client.post("/api/tables", content=b" " * 20_000)
        assert (answer.status_code, "more than 16,384 bytes" in answer.json()["error"]) == (413, True)
        assert client.post("/api/replays", content=b"x" * 1_000_001).status_code == 413

    @pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 10_000, b'{"game": NaN}', b"1e999"])
    def test_bad_bodies(self, client: TestClient, body: bytes) -> None:
        answer = client.post("/api/tables", content=body)
        assert answer.status_code == 400
        assert answer.json()["error"]

    @pytest.mark.parametrize("path", ["/static/../app.py", "/static/home.html", "/static/%2e%2e%2fapp.py", "/static/"])
    def test_only_known_files(self, client: TestClient, path: str) -> None:
        assert client.get(path).status_code == 404

    def test_only_known_methods(self, client: TestClient) -> None:
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
            assert client.request(method, "/api/tables").status_code == 405
