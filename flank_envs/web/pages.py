"""The pages and what they load: files of the package, read once, found by their exact names only."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from flank_envs.web.refused import Refused

STATIC = Path(__file__).parent / "static"
FONTS = Path(__file__).parent.parent / "view" / "fonts"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}


def files() -> dict[str, tuple[bytes, str]]:
    """Content and kind of every file that may be asked for."""
    found = {path.name: path for folder in (STATIC, FONTS) for path in folder.iterdir() if path.suffix in KINDS}
    return {name: (path.read_bytes(), KINDS[path.suffix]) for name, path in found.items()}


def routes() -> list[Route]:
    """One page for each screen, and the files."""
    known = files()

    def page(name: str) -> Response:
        content, kind = known[name]
        return Response(content, media_type=kind, headers={"Cache-Control": "no-cache"})

    async def file(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in known or name.endswith(".html"):
            raise Refused(404, "There is no such file.")
        return page(name)

    async def icon(request: Request) -> Response:
        return RedirectResponse("/static/icon.svg", 301)

    screens = {"/": "home.html", "/table/{key}": "table.html", "/replay/{id}": "replay.html", "/arena": "arena.html"}
    return [
        *(Route(path, lambda request, name=name: page(name)) for path, name in screens.items()),
        Route("/static/{name}", file),
        Route("/favicon.ico", icon),
    ]
