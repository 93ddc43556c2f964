"""The mirror of Hold the Line: across the Front."""

import numpy as np

PER_SEAT = (
    *("hand", "discard", "pile", "pile_size", "pile_kinds", "staged", "stack", "stack_size"),
    *("pool_at_shuffle", "hand_at_shuffle", "shots", "shot_normal", "shot_piercing"),
)


def mirror(states: np.ndarray, shift: int) -> np.ndarray:
    """The same games with the players in each other's seats."""
    assert shift == 1
    swapped = states.copy()
    for name in PER_SEAT:
        swapped[name] = states[name][:, ::-1]
    swapped["front"] = -states["front"]
    for name in ("to_act", "winner", "forfeit"):
        swapped[name] = np.where(states[name] < 0, states[name], 1 - states[name])
    return swapped
