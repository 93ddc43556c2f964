"""Requests that are refused: a status and one sentence for a person; and what requests may hold, read with limits."""

import asyncio
from typing import Any

from starlette.requests import Request

from flank_envs.engine.errors import whole_number
from flank_envs.engine.untrusted import cut, read_json, short_repr

LARGEST_BODY = 16_384
SLOWEST_BODY = 10.0  # seconds


class Refused(Exception):  # noqa: N818
    """An answer that is no: shown to the person as it is."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = cut(sentence)


async def read_body(request: Request, most: int = LARGEST_BODY) -> bytes:
    """The body of a request, of at most `most` bytes and within SLOWEST_BODY seconds."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            async for part in request.stream():
                parts.append(part)
                size += len(part)
                if size > most:
                    raise Refused(413, f"The request has more than {most:,} bytes: send less.")
    except TimeoutError:
        raise Refused(408, f"The request took longer than {SLOWEST_BODY:g} s to arrive: send it again.") from None
    return b"".join(parts)


async def read_fields(request: Request, **kinds: Any) -> dict[str, Any]:
    """The JSON object in a body: fields of these kinds, each a type or (type, default)."""
    try:
        given = read_json(await read_body(request))
    except (ValueError, UnicodeDecodeError) as problem:
        raise Refused(400, f"The body is no JSON: {problem}.") from None
    if not isinstance(given, dict):
        raise Refused(400, "The body must be one JSON object: names and values in braces.")
    if unknown := [name for name in given if name not in kinds]:
        raise Refused(400, f"Unknown field {short_repr(unknown[0])}: known are {', '.join(kinds) or 'none'}.")
    taken = {}
    for name, kind in kinds.items():
        kind, *default = kind if isinstance(kind, tuple) else (kind,)
        if name not in given and not default:
            raise Refused(400, f"The field {name!r} is missing.")
        value = given.get(name, *default)
        if value is not None and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
            raise Refused(400, f"{name}={short_repr(value)}: give a value of the kind {kind.__name__}.")
        if value is None and default != [None]:
            raise Refused(400, f"{name} is null: give a value of the kind {kind.__name__}.")
        taken[name] = value
    return taken


def number_in(request: Request, name: str, low: int, high: int, default: int | None = None) -> int:
    """A whole number from the address: from its path, or from behind its question mark."""
    word = request.path_params.get(name, request.query_params.get(name))
    if word is None and default is not None:
        return default
    try:
        plain = isinstance(word, str) and word.isascii() and len(word) < 20
        return whole_number(int(word) if plain else word, name, low, high)  # pyright: ignore[reportArgumentType]
    except ValueError:
        raise Refused(404, f"{name}={short_repr(word)}: give a whole number from {low} to {high}.") from None
