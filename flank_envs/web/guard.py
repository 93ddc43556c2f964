"""Middleware that checks host, origin and token of requests, and sets the security headers of answers."""

import ipaddress
import secrets
import socket
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "flank_envs_token"
LONGEST_ADDRESS = 2000
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Stands before the whole application. Without a token only hosts that mean this machine are answered."""

    def __init__(self, app: ASGIApp, token: str = "", names: tuple[str, ...] = ()) -> None:
        self.app = app
        self.token = token
        self.names = {"localhost", *names, *([socket.gethostname()] if token else [])}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        problem = self._problem(scope)
        if problem is not None:
            await JSONResponse({"error": problem[1]}, problem[0])(scope, receive, send_guarded)
        elif self.token and not self._knows_token(scope):
            await self._ask_for_token(scope)(scope, receive, send_guarded)
        else:
            await self.app(scope, receive, send_guarded)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, f"The address is longer than {LONGEST_ADDRESS} characters."
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return 421, "This server answers to its own name only: open the address that it printed."
        origin = headers.get("origin")
        if origin is not None and urlsplit_netloc(origin) != hosts[0].lower():
            return 403, "The request comes from another site."
        site = headers.get("sec-fetch-site", "same-origin")
        if scope["path"].startswith("/api/") and site not in ("same-origin", "none"):
            return 403, "The request comes from another site."
        return None

    def _is_ours(self, host: str) -> bool:
        name = host_name(host)
        if name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return bool(self.token) or address.is_loopback

    def _knows_token(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        given = [headers.get("authorization", "").removeprefix("Bearer ")]
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
            given += [cookies[COOKIE].value] if COOKIE in cookies else []
        except CookieError:
            pass
        return any(secrets.compare_digest(word.encode(), self.token.encode()) for word in given)

    def _ask_for_token(self, scope: Scope) -> ASGIApp:
        """The printed address brings the token: keep it in a cookie, and out of the address from then on."""
        fields = parse_qsl(scope["query_string"].decode("latin-1"))
        given = dict(fields).get("token", "")
        if scope["method"] != "GET" or not secrets.compare_digest(given.encode(), self.token.encode()):
            return JSONResponse({"error": "This server asks for a token: open the address that it printed."}, 401)
        rest = urlencode([(name, value) for name, value in fields if name != "token"])
        path = "/" + scope["path"].lstrip("/\\")
        answer = RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
        answer.set_cookie(COOKIE, self.token, httponly=True, samesite="strict", max_age=30 * 86400)
        return answer


def host_name(host: str) -> str:
    """The name in a Host header, without its port, brackets and capitals; "" if it is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def urlsplit_netloc(origin: str) -> str:
    """The host and port of an Origin header; "" if it is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
