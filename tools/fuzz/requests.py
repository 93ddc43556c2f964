"""Fuzz requests to the table in the browser: every route, with addresses, headers and bodies of all kinds."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

from flank_envs.engine.game import Game
from flank_envs.web import events
from flank_envs.web.app import make_app
from flank_envs.web.server import Server
from flank_envs.web.table import Table
from tools.fuzz.cases import WORDS, WrongError, mutated_text

HOST = "127.0.0.1:8000"
HANGS = 300.0  # seconds; the first requests compile
HEADERS = ("host", "origin", "cookie", "authorization", "content-type", "content-length", "sec-fetch-site", "accept")
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "")
Request = tuple[str, str, str, dict[str, str], bytes]


class RefusedError(Exception):
    """A request that is answered with 4xx, and the sentence in it."""


class Requests:
    """A server with a person's table, a game that was played, and a replay; requests come without a network."""

    refusals = (RefusedError,)

    def __init__(self, game: Game, folder: Path) -> None:
        events.LONGEST = 0.0  # streams end at once
        self._game = game
        self._serve(Server(folder / "tables", folder))
        self._players = ["person", *["random"] * (game.players({}) - 1)]
        self._key = self._ask(("POST", "/api/tables", "", {}, self._table()))[1]["keys"][0]
        watched = json.dumps({"game": game.name, "players": ["random"] * len(self._players), "seed": 1})
        self._id = self._ask(("POST", "/api/tables", "", {}, watched.encode()))[1]["id"]
        self._replay = self._server.tables.find(self._id).session.replay().text().encode()

    def _serve(self, server: Server) -> None:
        """Whom requests go to from now on; its games count as compiled."""
        server.ready._took = dict.fromkeys(server.ready._games, 0.0)
        self._server, self._app = server, make_app(server)

    def _table(self) -> bytes:
        return json.dumps({"game": self._game.name, "players": self._players, "practice": True}).encode()

    def _sound(self, rng: random.Random) -> Request:
        """A request as the pages send it."""
        table, game, number = f"/api/table/{self._key}", f"/api/game/{self._id}", rng.randrange(30)
        rules = f"/api/games/{self._game.name}"
        act = json.dumps({"number": self._number(), "action": self._action(), "told": 0}).encode()
        return rng.choice(
            [
                *(("GET", path, "", {}, b"") for path in ("/", "/arena", "/static/base.css", "/favicon.ico")),
                *(("GET", path, "", {}, b"") for path in ("/api/games", "/api/ready", "/api/recent", "/api/arena")),
                *(("GET", f"{rules}/{what}", "", {}, b"") for what in ("rules", "policies", "picture")),
                *(("GET", f"/{page}/{self._key}", "", {}, b"") for page in ("table", "replay")),
                *(("GET", f"/api/{kind}/{self._key}", "", {}, b"") for kind in ("arena", "runs")),
                ("GET", f"/api/runs/{self._key}/curve", "", {}, b""),
                ("POST", "/api/tables", "", {}, self._table()),
                ("POST", "/api/replays", "", {}, self._replay),
                ("POST", f"/api/replays/{self._id}", "", {}, b""),
                ("GET", table, f"told={number}", {}, b""),
                ("POST", f"{table}/act", "", {}, act),
                ("POST", f"{table}/act", "", {}, act),
                ("POST", f"{table}/undo", "", {}, json.dumps({"number": self._number()}).encode()),
                ("GET", f"{table}/events", "", {}, b""),
                ("GET", game, "", {}, b""),
                ("GET", f"{game}/at/{number}", f"viewer={rng.choice(['all', '0', '1'])}", {}, b""),
                ("GET", f"{game}/events", "", {}, b""),
                ("GET", f"{game}/replay", "", {}, b""),
                ("GET", f"{game}/insight", "policy=trained", {}, b""),
                ("GET", f"{game}/insight/{number}", "policy=trained&second=trained:greedy", {}, b""),
            ]
        )

    def _number(self) -> int:
        return self._server.tables.at(self._key)[0].number

    def _action(self) -> int:
        table, _ = self._server.tables.at(self._key)
        return int(table.session.mask().argmax())

    def case(self, rng: random.Random) -> Request:
        method, path, query, headers, body = self._sound(rng)
        while rng.random() < 0.7:
            way = rng.randrange(6)
            if way == 0:
                method = rng.choice(METHODS)
            elif way == 1:
                path = mutated_text(rng, path)
            elif way == 2:
                query = mutated_text(rng, query or "viewer=0&told=1&policy=trained&at=3")
            elif way == 3:
                headers = headers | {rng.choice(HEADERS): rng.choice(WORDS)}
            elif way == 4:
                body = mutated_text(rng, body.decode(errors="replace")).encode(errors="replace")
            else:
                body = rng.randbytes(rng.choice((0, 1, 100, 20_000)))
        return method, path, query, headers, body[:2_000_000]

    def take(self, case: Request) -> None:
        status, answer, text = self._ask(case)
        if any(self._nobody_moves(table) for table in list(self._server.tables._playing.values())):
            raise WrongError("a table was opened at which nobody will ever move")
        if status >= 500 or status < 100 or "Traceback" in text:
            raise WrongError(f"{status}: {text[:200]}")
        if status >= 400:
            raise RefusedError(answer.get("error", "") if isinstance(answer, dict) else "")

    @staticmethod
    def _nobody_moves(table: Table) -> bool:
        seat = table.session.to_act
        return seat >= 0 and not table.keys[seat] and seat not in table.session.opponents and not table.closed

    def _ask(self, request: Request) -> tuple[int, Any, str]:
        method, path, query, headers, body = request
        fields = {"host": HOST, **headers}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(errors="replace"),
            "query_string": query.encode(errors="replace"),
            "root_path": "",
            "headers": [(name.encode(), value.encode("utf-8", "replace")) for name, value in fields.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
        }
        parts: list[dict[str, Any]] = []
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if asked:
                await asyncio.sleep(3600)  # a browser that stays
            asked = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            parts.append(message)

        asyncio.run(asyncio.wait_for(self._app(scope, receive, send), HANGS))  # pyright: ignore
        content = b"".join(part.get("body", b"") for part in parts[1:])
        text = content.decode(errors="replace")
        try:
            return parts[0]["status"], json.loads(text), text
        except ValueError:
            return parts[0]["status"], None, text
