"""`serve`: the table in the browser."""

import argparse
import ipaddress
import secrets
import socket
from pathlib import Path

from flank_envs.engine.errors import whole_number
from flank_envs.extras import needs_extra


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "serve",
        help="play, watch and look into policies in the browser",
        description="A table in the browser, at the address that is printed. Ctrl-C ends it; games go on next time.",
        epilog="Example: flank-envs serve --port 8080",
    )
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="0 for any free one (default %(default)d)")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="0.0.0.0 lets others in, who need the token that is then printed (default %(default)s)",
    )
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help="a host name others know it by")
    parser.add_argument(
        "--folder", default="tables", metavar="FOLDER", help="where games are kept (default %(default)s)"
    )
    parser.set_defaults(run=_serve)


def _serve(arguments: argparse.Namespace) -> int:
    try:
        with needs_extra("the browser table", "web"):
            from flank_envs.web.server import Server
            from flank_envs.web.serving import Serving
    except ModuleNotFoundError as problem:
        raise ValueError(str(problem)) from None

    port = whole_number(arguments.port, "--port", 0, 65535)
    token = "" if _is_this_machine(arguments.host) else secrets.token_urlsafe(24)
    with _listening(arguments.host, port) as listening:
        server = Server(Path(arguments.folder), Path.cwd())
        server.ready.start()
        serving = Serving(server, listening, token, tuple(arguments.name))
        print(f"The table is at {_address(arguments, listening.getsockname()[1], token)} (Ctrl-C ends it)", flush=True)
        serving.serve_here()
    return 0


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as problem:
        raise ValueError(f"cannot listen at {host} port {port} ({problem.strerror}): try another --port") from None


def _address(arguments: argparse.Namespace, port: int, token: str) -> str:
    host = arguments.name[0] if arguments.name else arguments.host
    host = socket.gethostname() if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{host}:{port}/" + (f"?token={token}" if token else "")
