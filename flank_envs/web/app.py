"""The ASGI application: all routes behind the guard, and the answers to refused requests."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from flank_envs.engine.untrusted import cut
from flank_envs.web import pages
from flank_envs.web.drain import Drain
from flank_envs.web.game_routes import GameRoutes
from flank_envs.web.guard import Guard
from flank_envs.web.library_routes import LibraryRoutes
from flank_envs.web.refused import Refused
from flank_envs.web.server import Server
from flank_envs.web.table_routes import TableRoutes


def make_app(server: Server, token: str = "", names: tuple[str, ...] = ()) -> Starlette:
    """The application of a server; with a token it may be reached from elsewhere, by `names` too."""
    return Starlette(
        routes=[*pages.routes(), *(route for kind in ROUTES for route in kind(server).routes())],
        middleware=[Middleware(Drain), Middleware(Guard, token=token, names=names)],
        exception_handlers={Refused: _refused, HTTPException: _http, ValueError: _bad_value, Exception: _failed},
    )


ROUTES = (TableRoutes, GameRoutes, LibraryRoutes)


def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Refused)
    return JSONResponse({"error": problem.sentence}, problem.status)


def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    return JSONResponse({"error": f"{problem.detail}."}, problem.status_code, problem.headers)


def _bad_value(request: Request, problem: Exception) -> Response:
    """What the library refuses: options, names, replays."""
    return JSONResponse({"error": cut(str(problem))}, 400)


def _failed(request: Request, problem: Exception) -> Response:
    return JSONResponse({"error": "Something went wrong here: the server's terminal says more."}, 500)
