"""Games in progress as bytes: a line that says what they are, the records, a checksum. Reading never runs anything."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.engine import validate
from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import read_json, short_repr

MAGIC = b"flank_envs games 2 "


def to_bytes(game: Game, states: np.ndarray) -> bytes:
    """Records as bytes."""
    head = {"game": game.name, "version": game.version, "record": game.state.itemsize, "games": len(states)}
    body = MAGIC + json.dumps(head).encode() + b"\n" + states.tobytes()
    return body + zlib.crc32(body).to_bytes(4, "little")


def from_bytes(game: Game, data: bytes, count: int, options: Mapping[str, Any]) -> np.ndarray:
    """The records in `data`, which must be of this game, `count` and options, and keep its invariants."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise ValueError(f"a {type(data).__name__} was given: give the bytes that save() returned")
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise ValueError(f"these bytes begin with {data[:24]!r}: saved games begin with {MAGIC!r}")
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise ValueError("saved games are damaged or cut off: the checksum does not fit")
    line, _, records = data[len(MAGIC) : -4].partition(b"\n")
    try:
        head = read_json(line)
    except ValueError as problem:
        raise ValueError(f"the first line of the saved games is unreadable: {problem}") from None
    expected = {"game": game.name, "version": game.version, "record": game.state.itemsize, "games": count}
    if head != expected:
        raise ValueError(f"saved games of another kind were given: {short_repr(head)}; expected {expected}")
    if len(records) != count * game.state.itemsize:
        raise ValueError(f"saved games hold {len(records)} bytes of records, not {count * game.state.itemsize}")
    states = validate.records(game, np.frombuffer(records, game.state), count, "saved game")
    validate.same_options(game, states, options, "saved game")
    return states
