"""Saved sessions: the fields of a game in progress with its players, and their checks when they are read."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from flank_envs.engine.untrusted import read_json, short_repr
from flank_envs.engine.validate import LARGEST_SEED

FORMAT = 1
LARGEST_FILE = 2_000_000
MOST_DECISIONS = 20_000


def whole_number_in(low: int, high: int) -> Callable[[Any], bool]:
    """Whether a value is a whole number in low..high."""
    return lambda value: type(value) is int and low <= value <= high


def list_of(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether a value is a list, not too long, of which every entry is right."""
    return lambda value: isinstance(value, list) and len(value) <= MOST_DECISIONS and all(map(is_right, value))


def flag(value: Any) -> bool:
    """Whether a value is a bool."""
    return isinstance(value, bool)


FIELDS: dict[str, Callable[[Any], bool]] = {
    "seed": whole_number_in(0, LARGEST_SEED),
    "players": list_of(lambda name: isinstance(name, str)),
    "streams": list_of(whole_number_in(1, LARGEST_SEED)),
    "taken_back": flag,
    "actions": list_of(whole_number_in(0, 2**31 - 1)),
    "drawn_from": list_of(whole_number_in(0, LARGEST_SEED)),
    "forfeit": lambda value: value is None or whole_number_in(0, 2**31 - 1)(value),
}


def check_fields(fields: Mapping[str, Any], checks: Mapping[str, Callable[[Any], bool]]) -> None:
    """A ValueError names the first field that is missing or wrong."""
    for name, is_right in checks.items():
        if name not in fields:
            raise ValueError(f"its field {name!r} is missing")
        if not is_right(fields[name]):
            raise ValueError(f"its field {name!r} is wrong")


def contradictions(fields: Mapping[str, Any], seats: int) -> dict[str, bool]:
    """What fields of a session may say against each other, and whether they do."""
    return {
        "'players' are not as many as seats": len(fields["players"]) != seats,
        "'streams' are not as many as seats": len(fields["streams"]) != seats,
        "'drawn_from' is not as long as 'actions'": len(fields["drawn_from"]) != len(fields["actions"]),
    }


def to_bytes(fields: Mapping[str, Any]) -> bytes:
    """The fields of a session as bytes: one line of JSON."""
    return json.dumps({"session": FORMAT} | dict(fields)).encode()


def from_bytes(data: bytes, present: Mapping[str, Any]) -> dict[str, Any]:
    """The checked fields in bytes; a ValueError says what does not fit a session with these present ones."""
    if not isinstance(data, bytes) or len(data) > LARGEST_FILE:
        raise ValueError(f"{short_repr(data)} was given: give the bytes that save() of a session returned")
    try:
        fields = read_json(data)
        if not isinstance(fields, dict) or fields.get("session") != FORMAT:
            raise ValueError("it is no session")
        check_fields(fields, FIELDS)
        for contradiction, holds in contradictions(fields, len(present["players"])).items():
            if holds:
                raise ValueError(f"in it {contradiction}")
    except ValueError as problem:
        raise ValueError(f"a saved session that cannot be read: {problem}") from None
    expected = json.loads(to_bytes(present))  # JSON knows no tuples
    for name in ("game", "version", "options", "players"):
        if fields.get(name) != expected[name]:
            raise ValueError(
                f"a saved session with {name}={short_repr(fields.get(name))} was given; expected {expected[name]!r}"
            )
    return fields
