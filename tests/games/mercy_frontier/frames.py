"""The mirror of Mercy Frontier: the board turned by 180 degrees."""

import numpy as np

from flank_envs.games.mercy_frontier.tables import HEIGHT, SIDE, TURNED, WIDTH

PER_SEAT = (
    *("resources", "owned", "unplaced", "lost", "overcharge", "control", "refineries", "workers", "beacon"),
    *("outposts_left", "card", "column", "row", "health", "most", "left", "legs", "gone"),
    *("token_rows", "block_rows", "worker_rows"),
)
SEAT_NAMES = ("to_act", "priority", "winner", "forfeit", "colossus")
TILES, COLUMNS, ROWS = 15, 15, 25
FIRST_BEACON = 2  # among the buildings


def mirror(states: np.ndarray, shift: int) -> np.ndarray:
    """The same games with the players in each other's seats."""
    assert shift == 1
    swapped = states.copy()
    for name in PER_SEAT:
        swapped[name] = states[name][:, ::-1]
    for name in SEAT_NAMES:
        swapped[name] = np.where(states[name] < 0, states[name], 1 - states[name])
    for name in ("covered", "control", "refineries", "workers"):
        swapped[name] = _turned_bits(swapped[name])
    swapped["workers"] = swapped["workers"][:, :, [0, 1, 3, 2]]  # a front camp is the other's rear camp
    for name in ("token_rows", "block_rows", "worker_rows"):
        swapped[name] = _turned_bits(swapped[name][:, :, ::-1])
    swapped["face"] = (states["face"][:, ::-1] + TURNED) % (2 * TURNED)
    swapped["relic"] = states["relic"][:, ::-1]
    swapped["outpost"] = _where_there(states["outpost"], 24 - states["outpost"])[:, ::-1]
    swapped["tile"] = _where_there(states["tile"], TILES - 1 - states["tile"])
    side = SIDE[swapped["card"]]
    swapped["column"] = _where_there(swapped["column"], COLUMNS - swapped["column"] - side)
    swapped["row"] = _where_there(swapped["row"], ROWS - swapped["row"] - side)
    cell = swapped["beacon"]
    column = COLUMNS - cell % COLUMNS - WIDTH[FIRST_BEACON:]
    row = ROWS - cell // COLUMNS - HEIGHT[FIRST_BEACON:]
    swapped["beacon"] = _where_there(cell, row.astype(np.int16) * COLUMNS + column)
    return swapped


def _where_there(values: np.ndarray, turned: np.ndarray) -> np.ndarray:
    return np.where(values < 0, values, turned)


def _turned_bits(values: np.ndarray) -> np.ndarray:
    """Fifteen tiles, or fifteen columns, in the opposite order."""
    return sum((values >> bit & 1) << (14 - bit) for bit in range(15))  # pyright: ignore[reportReturnType]
