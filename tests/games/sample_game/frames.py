"""The mirror of Last Match."""

import numpy as np


def mirror(states: np.ndarray, shift: int) -> np.ndarray:
    """The same games with the players in each other's seats."""
    swapped = states.copy()
    for name in ("passes", "passed"):
        swapped[name] = states[name][:, ::-1]
    for name in ("to_act", "winner", "forfeit"):
        swapped[name] = np.where(states[name] < 0, states[name], 1 - states[name])
    return swapped
