"""Batch: many games at once, all seats played by the caller, in arrays that every step writes in place."""

from typing import Any

import numpy as np

from flank_envs.engine import batch
from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.errors import names_and_values
from flank_envs.engine.game import Game
from flank_envs.interfaces.queries import Queries

__all__ = ["Batch", "make_batch"]


class Batch(batch.Batch, Queries):
    """`num_games` games in one block of memory.

    `step` takes one action per game for the seat in `to_act` and writes `observation`, `action_mask`, `to_act`,
    `reward`, `done` and `truncated` in place. With `autoreset` a finished game begins anew in the same step, from its
    own random stream; without, it waits for `reset` and its actions are ignored. An illegal action raises and changes
    nothing, or, with illegal="lose", ends that game with -1 for the mover and 0 for the others.
    """

    def _queried(self) -> GameArrays:
        return self

    def reset(self, seed: Any = None, which: np.ndarray | None = None) -> None:
        """New games (where `which` is set), from `seed` + i. Without a seed they go on in their own streams."""
        super().reset(seed, which)
        self._seed_ask(seed, which)


def make_batch(game: str | Game, num_games: int = 1, seed: Any = None, **settings: Any) -> Batch:
    """A `Batch` of games; `settings` are those of `Batch` (threads, autoreset, illegal, replays) and game options.

    Game i is dealt from `seed` + i; without a seed the deals differ every time. A list gives each game a seed of its
    own.
    """
    own = {name: settings.pop(name) for name in ("threads", "autoreset", "illegal", "replays") if name in settings}
    options = {**names_and_values(settings.pop("options", None)), **settings}
    return Batch(game, num_games, seed, options, **own)
