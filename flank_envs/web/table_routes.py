"""Routes for playing: requests of persons' browsers. The key of a seat gives its view and its decisions."""

import asyncio
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from flank_envs.engine.validate import LARGEST_SEED
from flank_envs.session_file import MOST_DECISIONS
from flank_envs.web.refused import Refused, number_in, read_fields
from flank_envs.web.server import Server
from flank_envs.web.table import Table
from flank_envs.web.views import seat_view

PATIENCE = 0.08  # seconds in which quick opponents answer before the browser gets its answer
STALE = "This was chosen for another position, which is past: nothing was done. Here is the present one."


class TableRoutes:
    """The requests of persons at tables."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            Route("/api/tables", self.new, methods=["POST"]),
            Route("/api/table/{key}", self.look),
            Route("/api/table/{key}/act", self.act, methods=["POST"]),
            Route("/api/table/{key}/undo", self.undo, methods=["POST"]),
            Route("/api/table/{key}/leave", self.leave, methods=["POST"]),
            Route("/api/table/{key}/events", self.events),
        ]

    async def new(self, request: Request) -> Response:
        """Open a table. The answer has the keys of all persons' seats, to be handed on, and those of nobody else."""
        given = await read_fields(
            request, game=str, players=list, seed=(int, None), options=(dict, {}), practice=(bool, False)
        )
        if given["seed"] is not None and not 0 <= given["seed"] <= LARGEST_SEED:
            raise Refused(400, f"seed: give a whole number from 0 to {LARGEST_SEED}, or none.")
        self.server.ready.need(given["game"])
        table = await run_in_threadpool(lambda: self.server.tables.new(**given))
        if table.waits_for is not None:
            self.server.workers.play(table)
        return JSONResponse({"id": table.id if table.open else "", "keys": table.keys})

    async def look(self, request: Request) -> Response:
        """The table as the seat sees it."""
        table, seat = await self._table(request)
        return await self._shown(table, seat, number_in(request, "told", 0, MOST_DECISIONS, 0))

    async def act(self, request: Request) -> Response:
        """One decision, if it was made for the present position."""
        given = await read_fields(request, number=int, action=int, told=(int, 0))
        table, seat = await self._table(request)

        def decide() -> None:
            with table.lock:
                self._check(table, seat, given["number"])
                action, mask = given["action"], table.session.mask()
                if table.session.over or table.session.to_act != seat:
                    raise Refused(409, "It is not your turn: nothing was done.")
                if not 0 <= action < len(mask) or not mask[action]:
                    raise Refused(400, f"Action {action} is none of your choices: nothing was done.")
                table.play(action)
            self.server.tables.save(table)

        await run_in_threadpool(decide)
        self.server.events.tell(table.id)
        if table.waits_for is not None:
            answered = asyncio.wrap_future(self.server.workers.play(table))
            await asyncio.wait({answered}, timeout=PATIENCE)
        return await self._shown(table, seat, given["told"])

    async def undo(self, request: Request) -> Response:
        """Take back the last decision of the seat, in practice games."""
        given = await read_fields(request, number=int)
        table, seat = await self._table(request)

        def take_back() -> None:
            with table.lock:
                self._check(table, seat, given["number"])
                if not table.practice:
                    raise Refused(409, "Decisions can be taken back in practice games only.")
                if table.session.over:
                    raise Refused(409, "The game is over: nothing can be taken back any more.")
                if not table.undo(seat):
                    raise Refused(409, "You have not decided anything yet: there is nothing to take back.")
                table.trouble = ""
            self.server.tables.save(table)

        await run_in_threadpool(take_back)
        self.server.events.tell(table.id)
        return await self._shown(table, seat, 0)

    async def leave(self, request: Request) -> Response:
        """Remove a game that is not over, for everybody in it."""
        table, _ = await self._table(request)
        if table.session.over:
            raise Refused(409, "The game is over: it stays among the replays.")
        await run_in_threadpool(self.server.tables.leave, table)
        self.server.events.tell(table.id)
        return JSONResponse({"left": True})

    async def events(self, request: Request) -> Response:
        """The table's number whenever something happened there."""
        table, _ = await self._table(request)
        stream = self.server.events.listen(table.id, lambda: table.number)
        return StreamingResponse(stream, media_type="text/event-stream")

    async def _table(self, request: Request) -> tuple[Table, int]:
        return await run_in_threadpool(self.server.tables.at, request.path_params["key"])

    @staticmethod
    def _check(table: Table, seat: int, number: int) -> None:
        if table.closed:
            raise Refused(404, "This game was left.")
        if number != table.number:
            raise Refused(409, STALE)

    async def _shown(self, table: Table, seat: int, told: int) -> Response:
        if table.waits_for is not None:
            self.server.workers.play(table)  # after a restart nobody has begun to think yet

        def view() -> dict[str, Any]:
            with table.lock:
                return seat_view(table, seat, told)

        return JSONResponse(await run_in_threadpool(view))
