"""What a network is told beside an observation: how things stand, and what each choice leads to."""

from functools import cache
from typing import NamedTuple

import numpy as np

from flank_envs.engine.features import Foresight
from flank_envs.engine.game import Game
from flank_envs.engine.identity import source_fingerprint

ROWS = 256  # looked at together: their choices fit into one piece of memory that is used again


class Foreseen(NamedTuple):
    """About some positions, one per row, and all their choices of which there is something to tell."""

    outlook: np.ndarray  # (rows, values)
    rows: np.ndarray  # (choices,) whose choice it is
    actions: np.ndarray  # (choices,)
    values: np.ndarray  # (choices, values)


def foresight_of(game: Game) -> Foresight:
    """What the game foresees; a ValueError if that is nothing."""
    if game.foresight is None:
        raise ValueError(f"{game.name} foresees nothing: a network for it has no choices")
    return game.foresight


@cache
def foresight_hash(game: Game) -> str:
    """A hash of what the game foresees: a network that was trained with another foresight would misread it."""
    foresight = foresight_of(game)
    alike = () if foresight.alike is None else (foresight.alike.seen, foresight.alike.actions)
    return source_fingerprint(game, [foresight.foresee], (foresight.outlook, foresight.values), *alike)


class Eye:
    """Looks ahead for a network; any number of threads may ask at once."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def look(self, seen: np.ndarray) -> Foreseen:
        """`seen` are observations, float32 and contiguous; the arrays are new."""
        foresight = foresight_of(self.game)
        outlook = np.zeros((len(seen), foresight.outlook), np.float32)
        most = min(ROWS, len(seen)) * foresight.choices
        # Memory of this call alone costs a microsecond. Kernels release the GIL, so threads would mix up shared memory.
        scratch = np.zeros(foresight.scratch, np.int64)
        own = (*np.empty((2, most), np.int64), np.empty((most, foresight.values), np.float32))
        found: list[tuple[np.ndarray, ...]] = []
        for low in range(0, max(1, len(seen)), ROWS):
            some = slice(low, low + ROWS)
            count = foresight.foresee(seen[some], scratch, outlook[some], *own)
            found.append((own[0][:count] + low, own[1][:count].copy(), own[2][:count].copy()))
        return Foreseen(outlook, *map(np.concatenate, zip(*found, strict=True)))
