"""Routes for watching: public games, position by position, as any viewer sees them, and insight into them."""

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from flank_envs.engine.replay import Replay
from flank_envs.web import insight
from flank_envs.web.refused import Refused, number_in, read_body
from flank_envs.web.server import Server
from flank_envs.web.table import Table
from flank_envs.web.views import game_view, observation_view, position_view

LARGEST_REPLAY = 1_000_000
CLOSED = "This game is being played: what others hold is shown when it is over."


class GameRoutes:
    """The requests of those who look on."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            Route("/api/replays", self.add, methods=["POST"]),
            Route("/api/game/{id}", self.game),
            Route("/api/game/{id}/at/{at}", self.position),
            Route("/api/game/{id}/events", self.events),
            Route("/api/game/{id}/replay", self.download),
            Route("/api/game/{id}/insight", self.game_insight),
            Route("/api/game/{id}/insight/{at}", self.insight),
        ]

    async def add(self, request: Request) -> Response:
        """A replay file that somebody dropped: verified, and kept as a game of its own."""
        body = await read_body(request, LARGEST_REPLAY)

        def take() -> Table:
            try:
                replay = Replay.parse(body.decode())
            except UnicodeDecodeError:
                raise Refused(400, "This is not a text file: give one that was saved or downloaded here.") from None
            self.server.ready.need(replay.game)
            return self.server.tables.add_replay(replay)

        return JSONResponse({"id": (await run_in_threadpool(take)).id})

    async def game(self, request: Request) -> Response:
        """The timeline of a game."""
        table = await self._open(request)
        if table.waits_for is not None:
            self.server.workers.play(table)
        return await _answer(table, game_view)

    async def position(self, request: Request) -> Response:
        """One position."""
        table = await self._open(request)
        at, viewer = self._at(request, table, 0), _viewer(request, table)
        return await _answer(table, lambda table: position_view(table, at, viewer))

    async def events(self, request: Request) -> Response:
        """The game's number whenever it went on."""
        table = await self._open(request)
        stream = self.server.events.listen(table.id, lambda: table.number)
        return StreamingResponse(stream, media_type="text/event-stream")

    async def download(self, request: Request) -> Response:
        """The replay file."""
        table = await self._open(request)
        text = await run_in_threadpool(table.session.replay().text)
        name = f"{table.session.game.name}-{table.id}.replay"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def game_insight(self, request: Request) -> Response:
        """What a policy thinks of every decision of the game."""
        table = await self._open(request)
        policy = self._policy(request, table, "policy")
        return await _answer(table, lambda table: insight.of_game(table, policy))

    async def insight(self, request: Request) -> Response:
        """What one policy, or two, and a player that searched think of one decision; and what the seat observes."""
        table = await self._open(request)
        at = self._at(request, table, 1)
        policies = [self._policy(request, table, name) for name in ("policy", "second") if name in request.query_params]

        def look(table: Table) -> dict[str, Any]:
            return insight.decision(table, at, policies) | {"observation": observation_view(table, at)}

        return await _answer(table, look)

    async def _open(self, request: Request) -> Table:
        table = await run_in_threadpool(self.server.tables.find, request.path_params["id"])
        if not table.open:
            raise Refused(403, CLOSED)
        return table

    @staticmethod
    def _at(request: Request, table: Table, less: int) -> int:
        """A position; with `less` 1 only those in which a decision was taken."""
        last = len(table.session.positions) - 1 if less == 0 else len(table.session.actions) - 1
        return number_in(request, "at", 0, max(0, last)) if last >= 0 else _nothing()

    def _policy(self, request: Request, table: Table, name: str) -> Any:
        return self.server.players.policy(request.query_params.get(name, ""), table.session.game)


def _nothing() -> int:
    raise Refused(404, "No decision was taken in this game yet.")


def _viewer(request: Request, table: Table) -> int | None:
    if request.query_params.get("viewer", "all") == "all":
        return None
    return number_in(request, "viewer", 0, table.session.seats - 1)


async def _answer(table: Table, look: Callable[[Table], Any]) -> Response:
    def locked() -> Any:
        with table.lock:
            return look(table)

    return JSONResponse(await run_in_threadpool(locked))
