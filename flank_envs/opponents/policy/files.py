"""A cache of the networks in policy files: a file that is named at every decision is read once."""

import time
from functools import lru_cache
from pathlib import Path

from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import CheckpointError
from flank_envs.opponents.policy.network import Network

KEPT = 8  # the files that were asked for last
SETTLED = 3  # seconds after which another change gets another time, also where clocks of files are coarse


def network_in(path: str | Path) -> Network:
    """The network in a file, which is read again only when the file has changed."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return _read(path)  # which says what is wrong
    if time.time() - status.st_mtime < SETTLED:
        return _read(path)
    return _cached(str(path), (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns))


@lru_cache(maxsize=KEPT)
def _cached(path: str, version: tuple[int, ...]) -> Network:
    return _read(path)


def _read(path: str | Path) -> Network:
    policy = checkpoint.read(path)
    try:
        return Network(policy)
    except CheckpointError as problem:
        raise CheckpointError(f"{path}: {problem}") from None
