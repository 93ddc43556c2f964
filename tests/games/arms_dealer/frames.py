"""The mirror of Arms Dealer: the same games with the players' seats swapped."""

import numpy as np

BY_SEAT = "money bet wins gap window boost deck drawn support bay bay_seen scrap field active hand hand_known looked"
SEATS = "to_act forfeit lead shop_first winner taker"


def mirror(states: np.ndarray, shift: int) -> np.ndarray:
    """Everybody one seat further; places, slots and kinds of cards keep their numbers."""
    assert shift == 1
    other = states.copy()
    for name in BY_SEAT.split():
        other[name] = states[name][:, ::-1]
    for name in SEATS.split():
        other[name] = np.where(states[name] < 0, states[name], 1 - states[name])
    other["first_seat"] = np.where(states["first_seat"] < 0, -1, 1 - states["first_seat"])
    return other
