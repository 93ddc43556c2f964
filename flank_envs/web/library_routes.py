"""Routes of the home page and the arena: games, players, rules, and files on disk."""

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from flank_envs.engine.game import Game, all_games
from flank_envs.engine.options import Option
from flank_envs.engine.replay import Replay
from flank_envs.view.rules import section_of_phase, sections
from flank_envs.web.html import plain, to_html
from flank_envs.web.refused import Refused
from flank_envs.web.server import Server


class LibraryRoutes:
    """The requests that concern no single table."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            Route("/api/games", self.games),
            Route("/api/games/{name}/picture", self.picture),
            Route("/api/games/{name}/rules", self.rules),
            Route("/api/games/{name}/policies", self.policies),
            Route("/api/ready", self.ready),
            Route("/api/recent", self.recent),
            Route("/api/replays/{id}", self.open_replay, methods=["POST"]),
            Route("/api/arena", self.arena),
            Route("/api/arena/{id}", self.arena_file),
            Route("/api/runs/{id}", self.run),
            Route("/api/runs/{id}/curve", self.curve),
        ]

    async def games(self, request: Request) -> Response:
        """Every game with its options and players."""
        shown = await run_in_threadpool(lambda: [self._game(game) for game in all_games().values()])
        return JSONResponse({"games": shown})

    def _game(self, game: Game) -> dict[str, Any]:
        return {
            "name": game.name,
            "title": game.title,
            "seats": list(game.seats),
            "options": [_option(option) for option in game.options],
            "players": self.server.players.names(game),
            "progress": self.server.ready.progress(game.name),
        }

    async def ready(self, request: Request) -> Response:
        """How far compiling is."""
        return JSONResponse({name: self.server.ready.progress(name) for name in all_games()})

    async def picture(self, request: Request) -> Response:
        """A position of a game that nobody plays, for its card."""
        drawn = self.server.ready.pictures.get(request.path_params["name"])
        if drawn is None:
            raise Refused(404, "There is no such game, or it is still being compiled.")
        return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})

    async def rules(self, request: Request) -> Response:
        """The rules in sections, and which belongs to each phase."""
        game = _game_in(request)
        told = [{"heading": plain(s.heading), "html": to_html(list(s.lines))} for s in sections(game)]
        return JSONResponse({"sections": told, "phases": section_of_phase(game)})

    async def policies(self, request: Request) -> Response:
        """Players that insight can ask: each network once."""
        game = _game_in(request)
        found = await run_in_threadpool(self.server.players.policies, game)
        return JSONResponse({"policies": [name for name in found if ":greedy" not in name]})

    async def recent(self, request: Request) -> Response:
        """Games played here, and replay files."""

        def look() -> dict[str, Any]:
            return {"played": self.server.tables.recent(), "files": self.server.library.replays()}

        return JSONResponse(await run_in_threadpool(look))

    async def open_replay(self, request: Request) -> Response:
        """A replay file from disk as a game."""

        def take() -> str:
            replay = Replay.load(self.server.library.replay(request.path_params["id"]))
            self.server.ready.need(replay.game)
            return self.server.tables.add_replay(replay).id

        return JSONResponse({"id": await run_in_threadpool(take)})

    async def arena(self, request: Request) -> Response:
        """Arena files and runs."""

        def look() -> dict[str, Any]:
            return {"arenas": self.server.library.arenas(), "runs": self.server.library.runs()}

        return JSONResponse(await run_in_threadpool(look))

    async def arena_file(self, request: Request) -> Response:
        """One arena file."""
        return JSONResponse(await run_in_threadpool(self.server.library.arena, request.path_params["id"]))

    async def run(self, request: Request) -> Response:
        """What was measured of a run."""
        card = await run_in_threadpool(self.server.library.scorecard, request.path_params["id"])
        return JSONResponse({"scorecard": card})

    async def curve(self, request: Request) -> Response:
        """A run's learning curve."""
        data = await run_in_threadpool(self.server.library.curve, request.path_params["id"])
        return Response(data, media_type="image/png")


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "meaning": option.meaning,
        "choices": list(option.choices),
        "between": list(option.between),
        "or_none": option.or_none,
    }


def _game_in(request: Request) -> Game:
    game = all_games().get(request.path_params["name"])
    if game is None:
        raise Refused(404, "There is no such game.")
    return game
