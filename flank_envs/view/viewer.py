"""What a viewer may see: a seat sees and chooses what is its own, None sees everything."""

from typing import Any

import numpy as np

from flank_envs.engine.game import game_of_dtype
from flank_envs.engine.positions import legal_masks


def sees(viewer: int | None, seat: int) -> bool:
    """Whether the viewer knows the hidden things of a seat."""
    return viewer is None or viewer == seat


def decides(state: Any, viewer: int | None) -> bool:
    """Whether the viewer chooses now, and so may see the choices."""
    return not state.over and sees(viewer, int(state.to_act))


def choices(state: Any, viewer: int | None) -> list[int]:
    """The legal actions if the viewer decides now, else none."""
    if not decides(state, viewer):
        return []
    return np.flatnonzero(legal_masks(game_of_dtype(state.dtype), np.array([state], state.dtype))).tolist()
