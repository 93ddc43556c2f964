"""Replays, arena files and runs on disk below a folder; only files found there are opened."""

import hashlib
import math
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from flank_envs.engine.replay import FIRST_LINE, LARGEST_FILE
from flank_envs.engine.untrusted import read_file, read_json
from flank_envs.web.refused import Refused

DEEPEST, MOST_LOOKED_AT, MOST_SHOWN = 4, 20_000, 60
LARGEST_ARENA, LARGEST_PICTURE = 3_000_000, 5_000_000
MOST_LEVELS = 50  # of brackets in brackets
SKIPPED = {"node_modules", "site-packages", "build", "dist", "tests", "tables"}
ARENA_FIELDS = {"game", "players", "pairings", "ratings"}


class Library:
    """Files below `root`, each known by an id that tells nothing of its path."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def replays(self) -> list[dict[str, Any]]:
        """Replay files, newest first."""
        return self._list(".replay", _is_replay)

    def arenas(self) -> list[dict[str, Any]]:
        """Files that `flank-envs arena --json` wrote, newest first."""
        return self._list(".json", lambda path: _arena(path) is not None)

    def runs(self) -> list[dict[str, Any]]:
        """Folders of runs and shipped policies with a learning curve, newest first."""
        return self._list("curve.png", lambda path: True)

    def replay(self, id: str) -> Path:
        """The replay file of that id."""
        return self._find(id, ".replay")

    def arena(self, id: str) -> dict[str, Any]:
        """The content of the arena file of that id."""
        found = _arena(self._find(id, ".json"))
        if found is None:
            raise Refused(404, "There is no such arena file.")
        return found

    def curve(self, id: str) -> bytes:
        """The picture of a run's learning curve."""
        data = read_file(self._find(id, "curve.png"), LARGEST_PICTURE)
        if not data.startswith(b"\x89PNG"):
            raise Refused(404, "The curve is no picture.")
        return data

    def scorecard(self, id: str) -> dict[str, Any] | None:
        """What was measured of a run's policy, if it was."""
        try:
            card = read_json(read_file(self._find(id, "curve.png").parent / "scorecard.json", LARGEST_ARENA))
        except (OSError, ValueError):
            return None
        return card if isinstance(card, dict) and _can_be_sent(card) else None

    def _list(self, ending: str, belongs: Callable[[Path], bool]) -> list[dict[str, Any]]:
        found = []
        for path in sorted(self._files(ending), key=_changed, reverse=True):
            if len(found) >= MOST_SHOWN:
                break
            if belongs(path):
                name = path.relative_to(self.root).as_posix()
                found.append({"id": _id(path), "name": name, "changed": _changed(path)})
        return found

    def _find(self, id: str, ending: str) -> Path:
        for path in self._files(ending):
            if _id(path) == id:
                return path
        raise Refused(404, "There is no such file (any more).")

    def _files(self, ending: str) -> Iterator[Path]:
        """Regular files below the folder that end so; links, hidden and foreign folders are left out."""
        left = MOST_LOOKED_AT
        for folder, folders, names in os.walk(self.root):
            deep = len(Path(folder).relative_to(self.root).parts)
            folders[:] = [f for f in sorted(folders) if deep < DEEPEST and f[0] not in "._" and f not in SKIPPED]
            for name in names:
                left -= 1
                path = Path(folder) / name
                if name.endswith(ending) and not path.is_symlink():
                    yield path
            if left < 0:
                return


def _id(path: Path) -> str:
    return hashlib.sha256(str(path).encode()).hexdigest()[:20]


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _is_replay(path: Path) -> bool:
    try:
        return read_file(path, LARGEST_FILE).startswith(FIRST_LINE.encode())
    except OSError:
        return False


def _arena(path: Path) -> dict[str, Any] | None:
    """The content of an arena file; None if it is something else."""
    try:
        content = read_json(read_file(path, LARGEST_ARENA))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) and set(content) >= ARENA_FIELDS and _can_be_sent(content) else None


def _can_be_sent(value: Any, levels: int = MOST_LEVELS) -> bool:
    """Whether JSON for a browser can be made of what a file held: Python reads more than it writes there."""
    if isinstance(value, dict):
        return levels > 0 and all(_can_be_sent(part, levels - 1) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return levels > 0 and all(_can_be_sent(part, levels - 1) for part in value)
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    return not isinstance(value, float) or math.isfinite(value)
