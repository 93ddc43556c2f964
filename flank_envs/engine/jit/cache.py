"""The folder in which compiled code is kept between runs: one file for each kernel, checked before it is believed.

    NUMBA_CACHE_DIR, or the user's own cache folder
      flank_envs-compiled/        the dash keeps Python from ever importing it
        CACHEDIR.TAG              this program made the folder: here, and only here, it cleans up after itself
        step-<hash>.kernel        a checksum, then the code

Files are written beside their final names and moved there, so any number of processes may start at once. Code that
others could have written is not read. Where nothing can be kept, kernels are compiled in memory.
"""

import contextlib
import hashlib
import os
import re
import stat
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

FOLDER = "flank_envs-compiled"
MARKER = "CACHEDIR.TAG"
MARKER_TEXT = (
    "Signature: 8a477f597d28d172789f06886806bc55\n# Compiled rules of flank_envs: may be deleted at any time.\n"
)
KEPT = 400  # files; the least recently used ones go first
DAY, HOUR = 86400, 3600
_ENTRY = re.compile(r"\w+-[0-9a-f]{32}\.kernel")
_UNFINISHED = re.compile(r"\w+-[0-9a-f]{32}\.kernel\.\w+\.part")
_MAGIC = b"flank_envs kernel 1\n"
_CHECKSUM = 32


@cache
def folder() -> Path | None:
    """The folder of compiled code, made if need be; None, told once, if there is none that only we can write."""
    try:
        place = _root() / FOLDER
        _make(place)
        if problem := _distrust(place.stat()):
            raise PermissionError(f"{place} {problem}")
    except (OSError, RuntimeError) as problem:
        tell(f"compiled code is not kept ({problem}): set NUMBA_CACHE_DIR to a folder of your own")
        return None
    return place


@cache
def tell(message: str) -> None:
    """A line on stderr, once."""
    print(f"flank_envs: {message}", file=sys.stderr)


def load(name: str) -> bytes | None:
    """What was kept under this name; None if there is nothing, or nothing to be believed."""
    place = folder()
    if place is None:
        return None
    try:
        with open(place / name, "rb", opener=_open_no_link) as file:
            facts = os.fstat(file.fileno())
            if problem := _distrust(facts):
                tell(f"{place / name} is not used: it {problem}")
                return None
            content = file.read()
            _mark_used(place / name, facts)
    except FileNotFoundError:
        return None
    except OSError as problem:
        tell(f"{place / name} is not used ({problem})")
        return None
    head, payload = content[: len(_MAGIC) + _CHECKSUM], content[len(_MAGIC) + _CHECKSUM :]
    if head != _head(name, payload):
        tell(f"{place / name} is damaged: compiling anew")
        return None
    return payload


def save(name: str, payload: bytes) -> None:
    """Keep this for later processes, if possible."""
    place = folder()
    if place is None:
        return
    part = place / f"{name}.{os.getpid()}_{time.monotonic_ns()}.part"
    try:
        try:
            with open(part, "xb", opener=lambda path, flags: os.open(path, flags, 0o644)) as file:
                file.write(_head(name, payload))
                file.write(payload)
            os.replace(part, place / name)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        _clean(place)
    except OSError as problem:  # a full disk or a read-only folder: the code itself is fine
        tell(f"cannot keep compiled code ({problem})")


def _root() -> Path:
    """The folder around ours. An empty variable counts as unset."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen).absolute()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or tempfile.gettempdir())
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute()


def _make(place: Path) -> None:
    if not place.is_dir():
        place.mkdir(mode=0o755, parents=True, exist_ok=True)
    if not any(place.iterdir()):  # a folder that somebody else filled is not ours to clean
        (place / MARKER).write_text(MARKER_TEXT)


def _distrust(facts: os.stat_result) -> str:
    """Why code from there is not to be run; "" if only this user, or root, can have put it there."""
    if not hasattr(os, "getuid"):
        return ""  # Windows: the user's own folder is private
    if facts.st_uid not in (os.getuid(), 0):
        return "belongs to another user"
    if stat.S_IMODE(facts.st_mode) & 0o022:
        return "can be written by others"
    return ""


def _open_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _mark_used(path: Path, facts: os.stat_result) -> None:
    if time.time() - facts.st_mtime > DAY:
        with contextlib.suppress(OSError):
            os.utime(path)


def _head(name: str, payload: bytes) -> bytes:
    """With the name in the checksum, no entry can stand in for another."""
    return _MAGIC + hashlib.sha256(name.encode() + b"\n" + payload).digest()


def _clean(place: Path) -> None:
    """Remove the entries that were not used for longest, and what killed processes left unfinished."""
    if not (place / MARKER).is_file():
        return
    entries: list[tuple[float, str]] = []
    for file in os.scandir(place):
        with contextlib.suppress(OSError):  # another process was faster
            if not file.is_file(follow_symlinks=False):
                continue
            changed = file.stat(follow_symlinks=False).st_mtime
            if _ENTRY.fullmatch(file.name):
                entries.append((changed, file.path))
            elif _UNFINISHED.fullmatch(file.name) and time.time() - changed > HOUR:
                os.unlink(file.path)
    for _, path in sorted(entries, reverse=True)[KEPT:]:
        with contextlib.suppress(OSError):
            os.unlink(path)
