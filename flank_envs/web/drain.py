"""Request bodies that nobody reads: an answer sent in the middle of one would be lost in a connection reset."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from flank_envs.web.refused import SLOWEST_BODY

MOST_DRAINED = 50_000_000  # bytes; whoever sends more gets a reset


class Drain:
    """Reads what is left of a request before the answer begins, within SLOWEST_BODY seconds of its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        ends, unread = asyncio.get_running_loop().time() + SLOWEST_BODY, True

        async def receive_counted() -> Message:
            nonlocal unread
            message = await receive()
            unread = message.get("more_body", False)
            return message

        async def drain() -> None:
            size = 0
            while unread and size <= MOST_DRAINED:
                size += len((await receive_counted()).get("body", b""))

        async def send_drained(message: Message) -> None:
            if message["type"] == "http.response.start":
                try:
                    async with asyncio.timeout_at(ends):
                        await drain()
                except TimeoutError:
                    pass  # the client took too long: it may miss the answer
            await send(message)

        await self.app(scope, receive_counted, send_drained)
