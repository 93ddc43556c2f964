"""The frames of Mana Surge: the board turned by 120 degrees for each seat of three, mirrored for two."""

import numpy as np

from flank_envs.games.mana_surge.tables import DIRECTIONS, FRAME_OF, GLOBAL_DIRECTION, GLOBAL_TILE, MOST_TROOPS

PER_SEAT = ("mana", "supply", "held")
TILE_NAMES = ("picked", "marked")
SEAT_NAMES = ("to_act", "winner", "forfeit")


def mirror(states: np.ndarray, shift: int) -> np.ndarray:
    """The same games with everybody seated `shift` places further; who began is moved along."""
    moved = states.copy()
    seats = int(states["seats"][0])
    frame = int(FRAME_OF[seats, shift])
    to, order = GLOBAL_TILE[frame], np.argsort(GLOBAL_TILE[frame])
    new_seat = (np.arange(seats) + shift) % seats
    owner = states["owner"][:, order]
    moved["owner"] = np.where((owner >= 0) & (owner < seats), new_seat[np.clip(owner, 0, seats - 1)], owner)
    moved["exits"] = turned(states["exits"][:, order], frame)
    for old, new in enumerate(new_seat):
        for name in PER_SEAT:
            moved[name][:, new] = states[name][:, old]
        moved["foes"][:, new] = turned(states["foes"][:, old][:, order], frame)
        moved["tokens"][:, new] = tokens(moved["owner"], new)
    for name in TILE_NAMES:
        used = states[name] >= 0 if name == "picked" else np.arange(2) < states["marks"][:, None]
        moved[name] = np.where(used, to[states[name]], states[name])
    for name in SEAT_NAMES:
        moved[name] = np.where(states[name] < 0, states[name], new_seat[states[name]])
    moved["first_seat"] = new_seat[states["first_seat"]]
    return moved


def turned(bits: np.ndarray, frame: int) -> np.ndarray:
    """Sets of directions, each direction turned into the frame."""
    out = np.zeros_like(bits)
    for d in range(DIRECTIONS):
        out |= (bits >> d & 1) << GLOBAL_DIRECTION[frame, d]
    return out


def tokens(owner: np.ndarray, seat: int) -> np.ndarray:
    """The ascending lists of a seat's tokens."""
    lists = np.zeros((len(owner), MOST_TROOPS), np.int8)
    for row, board in zip(lists, owner, strict=True):
        tiles = np.flatnonzero(board == seat)
        row[: len(tiles)] = tiles
    return lists
