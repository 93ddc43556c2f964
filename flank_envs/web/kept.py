"""Files of tables: what is kept of each, and the check of all of it when a file is read, since files can be edited."""

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flank_envs.engine.game import get_game
from flank_envs.engine.options import complete
from flank_envs.engine.untrusted import read_file, read_json
from flank_envs.engine.validate import LARGEST_SEED
from flank_envs.web.table import LONGEST_GAME, PERSON, UNKNOWN, Table

FORMAT = 1
LARGEST_TABLE = 2_000_000
LONGEST_WORD = 40  # characters of an id or a key
LARGEST_NUMBER = 10**9  # of what was done at a table
LAST_TIME = 10**11  # seconds since 1970
WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def is_word(value: Any) -> bool:
    """Whether a value could be an id or a key."""
    return isinstance(value, str) and 1 <= len(value) <= LONGEST_WORD and set(value) <= WORD


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _listed(right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) <= LONGEST_GAME and all(map(right, value))


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


_stream = _whole(0, 2**64 - 1)
FIELDS: dict[str, Callable[[Any], bool]] = {
    "id": is_word,
    "seed": _whole(0, LARGEST_SEED),
    "players": _listed(lambda name: isinstance(name, str)),
    "keys": _listed(lambda key: key == "" or is_word(key)),
    "practice": _flag,
    "stream": _stream,
    "number": _whole(0, LARGEST_NUMBER),
    "taken_back": _flag,
    "created": lambda value: type(value) in (int, float) and 0 <= value <= LAST_TIME,
    "actions": _listed(_whole(0, 2**31 - 1)),
    "chances": _listed(_stream),
    "forfeit": lambda value: value is None or _whole(0, 2**31 - 1)(value),
}


def write(path: Path, table: Table) -> None:
    """Keep a table in a file."""
    kept = {"table": FORMAT, "game": table.game.name, "version": table.game.version, "options": table.options}
    write_text(path, json.dumps(kept | {name: getattr(table, name) for name in FIELDS}))


def write_text(path: Path, text: str) -> None:
    """Write a file so that a kill at any moment leaves the old one or the new one."""
    part = path.with_suffix(f".{threading.get_ident()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def read(path: Path) -> dict[str, Any]:
    """The fields of a table's file, each checked, with the Game as `game`; a ValueError names what is wrong."""
    kept = read_json(read_file(path, LARGEST_TABLE))
    if not isinstance(kept, dict) or kept.get("table") != FORMAT:
        raise ValueError("it is no table's file")
    for name in ("game", "version", "options", *FIELDS):
        if name not in kept:
            raise ValueError(f"its field {name!r} is missing")
    game = get_game(kept["game"])
    if kept["version"] != game.version:
        raise ValueError(f"it is of another version of {game.title}")
    if not isinstance(kept["options"], dict):
        raise ValueError("its field 'options' is wrong")
    for name, is_right in FIELDS.items():
        if not is_right(kept[name]):
            raise ValueError(f"its field {name!r} is wrong")
    found = {name: kept[name] for name in FIELDS} | {"game": game, "options": complete(game.options, kept["options"])}
    for contradiction, holds in _contradictions(found, path.stem).items():
        if holds:
            raise ValueError(f"in it {contradiction}")
    return found


def _contradictions(found: dict[str, Any], id: str) -> dict[str, bool]:
    """What fields say against each other, and whether they do."""
    seats, players = found["game"].players(found["options"]), found["players"]
    keys = [key for key in found["keys"] if key]
    return {
        "'id' is not the file's name": found["id"] != id,
        "'players' are not as many as seats": len(players) != seats,
        "'players' are partly unknown": UNKNOWN in players and set(players) != {UNKNOWN},
        "'keys' are not those of persons": [key != "" for key in found["keys"]] != [p == PERSON for p in players],
        "a key is there twice": len(keys) != len(set(keys)),
        "'practice' has not one person": found["practice"] and len(keys) != 1,
        "'chances' are not as many as actions": len(found["chances"]) != len(found["actions"]),
        "'number' is less than there are actions": found["number"] < len(found["actions"]),
    }
