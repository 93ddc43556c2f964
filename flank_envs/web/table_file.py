"""The files of tables: their fields, and the checks of every field when a file is read, since files can be edited."""

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flank_envs import session_file
from flank_envs.engine.game import get_game
from flank_envs.engine.options import complete
from flank_envs.engine.untrusted import read_file, read_json
from flank_envs.engine.validate import LARGEST_SEED
from flank_envs.opponents.registry import in_full
from flank_envs.session import PERSON, Session, streams_of_players
from flank_envs.session_file import check_fields, contradictions, flag, list_of, whole_number_in
from flank_envs.web.table import UNKNOWN, Table

FORMAT = 2
LARGEST_TABLE = 2_000_000
LONGEST_WORD = 40  # characters of an id or a key
LARGEST_NUMBER = 10**9  # of what was done at a table
LAST_TIME = 10**11  # seconds since 1970
MOST_SEATS = 100
WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def is_word(value: Any) -> bool:
    """Whether a value could be an id or a key."""
    return isinstance(value, str) and 1 <= len(value) <= LONGEST_WORD and set(value) <= WORD


OWN_FIELDS: dict[str, Callable[[Any], bool]] = {
    "id": is_word,
    "keys": list_of(lambda key: key == "" or is_word(key)),
    "practice": flag,
    "number": whole_number_in(0, LARGEST_NUMBER),
    "created": lambda value: type(value) in (int, float) and 0 <= value <= LAST_TIME,
}
FIELDS = OWN_FIELDS | session_file.FIELDS


def write(path: Path, table: Table) -> None:
    """Keep a table in a file."""
    own = {name: getattr(table, name) for name in OWN_FIELDS}
    write_text(path, json.dumps({"table": FORMAT} | table.session.fields() | own))


def write_text(path: Path, text: str) -> None:
    """Write a file so that a kill at any moment leaves the old one or the new one."""
    part = path.with_suffix(f".{threading.get_ident()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def read(path: Path) -> dict[str, Any]:
    """The fields of a table's file, each checked, with the Game as `game`; a ValueError names what is wrong."""
    fields = read_json(read_file(path, LARGEST_TABLE))
    if not isinstance(fields, dict) or fields.get("table") not in (1, FORMAT):
        raise ValueError("it is no table's file")
    if fields["table"] == 1:
        fields = _of_format_1(fields)
    for name in ("game", "version", "options"):
        if name not in fields:
            raise ValueError(f"its field {name!r} is missing")
    game = get_game(fields["game"])
    if fields["version"] != game.version:
        raise ValueError(f"it is of another version of {game.title}")
    if not isinstance(fields["options"], dict):
        raise ValueError("its field 'options' is wrong")
    check_fields(fields, FIELDS)
    checked = {name: fields[name] for name in FIELDS}
    checked |= {"game": game, "options": complete(game.options, fields["options"])}
    for contradiction, holds in _contradictions(checked, path.stem).items():
        if holds:
            raise ValueError(f"in it {contradiction}")
    return checked


def table_of(fields: dict[str, Any]) -> Table:
    """The table of checked fields, without its opponents; a ReplayError if its game cannot be played through."""
    session = Session(fields["game"], seed=fields["seed"], **fields["options"])
    session.take_over(fields)
    return Table(session=session, **{name: fields[name] for name in OWN_FIELDS})


def _of_format_1(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields, and players, as they are called now. All opponents drew from one stream; each gets one made of it."""
    players, stream = fields.get("players"), fields.get("stream")
    if not isinstance(players, list) or len(players) > MOST_SEATS or type(stream) is not int:
        return fields
    if not 0 <= stream <= LARGEST_SEED:
        return fields
    streams = streams_of_players(stream, len(players)).tolist()
    names = [in_full(name) if isinstance(name, str) else name for name in players]
    return fields | {"players": names, "streams": streams, "drawn_from": fields.get("chances")}


def _contradictions(fields: dict[str, Any], id: str) -> dict[str, bool]:
    """What fields say against each other, and whether they do."""
    players = fields["players"]
    keys = [key for key in fields["keys"] if key]
    return contradictions(fields, fields["game"].players(fields["options"])) | {
        "'id' is not the file's name": fields["id"] != id,
        "'players' are partly unknown": UNKNOWN in players and set(players) != {UNKNOWN},
        "'keys' are not those of persons": [key != "" for key in fields["keys"]] != [p == PERSON for p in players],
        "a key is there twice": len(keys) != len(set(keys)),
        "'practice' has not one person": fields["practice"] and len(keys) != 1,
        "'number' is less than there are actions": fields["number"] < len(fields["actions"]),
    }
