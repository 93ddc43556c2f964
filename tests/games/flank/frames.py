"""The mirror of Flank: the board turned by 180 degrees."""

import numpy as np

from flank_envs import get_game

PER_SEAT = (
    *("faction", "bases", "ground", "units", "crowd", "active", "tokens", "upgrades", "hand", "hand_size", "drawn"),
    *("sheet", "force", "removed", "lost", "mine", "extra", "blue", "out", "uses"),
)
SEAT_NAMES = ("to_act", "winner", "forfeit", "initiative", "attacker", "battle_result", "first_player")
ZONE_NAMES = ("move_target", "move_source", "battle_zone")
ZONES = 15


def mirror(states: np.ndarray, shift: int) -> np.ndarray:
    """The same games with the players in each other's seats."""
    assert shift == 1
    swapped = states.copy()
    for name in PER_SEAT:
        swapped[name] = states[name][:, ::-1]
    for name in ("units", "crowd"):
        swapped[name] = swapped[name][:, :, ::-1]
    for name in ("bases", "ground"):
        swapped[name] = sum((swapped[name] >> zone & 1) << (ZONES - 1 - zone) for zone in range(ZONES))
    for name in SEAT_NAMES:
        swapped[name] = np.where((states[name] == 0) | (states[name] == 1), 1 - states[name], states[name])
    for name in ZONE_NAMES:
        swapped[name] = np.where(states[name] < 0, states[name], ZONES - 1 - states[name])
    swapped["factions"] = _swapped_pairs()[states["factions"]]
    return swapped


def _swapped_pairs() -> np.ndarray:
    """By the code of the option `factions`: the code of the same pair with the seats exchanged."""
    option = next(option for option in get_game("flank").options if option.name == "factions")
    return np.array([option.encode(pair if pair is None else pair[::-1]) for pair in option.choices], np.int32)
