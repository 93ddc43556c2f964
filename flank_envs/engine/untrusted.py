"""Files and texts from strangers: read with limits, and shown in messages only in part."""

import errno
import json
import os
import reprlib
import stat
from pathlib import Path
from typing import Any

LONGEST = 120  # characters of a value in a message
LONGEST_LINE = 1000  # characters of a whole message on a terminal

_brief = reprlib.Repr()
_brief.maxlevel, _brief.maxdict = 3, 5
_brief.maxlist = _brief.maxtuple = _brief.maxset = _brief.maxfrozenset = _brief.maxdeque = _brief.maxarray = 8
_brief.maxstring = _brief.maxother = LONGEST


def read_file(path: str | Path, most: int) -> bytes:
    """The bytes of a regular file of at most `most` bytes; an OSError for anything else, also for endless devices."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
    return data


def read_json(text: str | bytes) -> Any:
    """What a JSON text says; a ValueError whatever is wrong with it."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("brackets are nested too deeply") from None


def short_repr(value: Any) -> str:
    """A value as it stands in an error message: its repr, cut where it is long or deep."""
    try:
        text = _brief.repr(value)
    except ValueError:  # Python writes no whole numbers of thousands of digits
        text = f"a {type(value).__name__} that is too long to show"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def cut(message: str) -> str:
    """A message for a terminal, on one line and without the middle where a word in it is very long."""
    line = " ".join(message.split())
    half = LONGEST_LINE // 2
    return line if len(line) <= LONGEST_LINE else f"{line[:half]} ... {line[-half:]}"
