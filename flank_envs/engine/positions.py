"""Observations, legal actions and returns of records, in new arrays. Hot loops write into their own memory."""

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.game import Game


def observations(game: Game, states: np.ndarray, seats: np.ndarray | int | None = None) -> np.ndarray:
    """What a seat sees of each record: (records, values) float32.

    `seats` are one for each record, one for all, or by default the seats to act (0 where the game is over).
    """
    viewers = np.empty(len(states), np.int64)
    viewers[:] = np.maximum(states["to_act"], 0) if seats is None else seats
    out = np.empty((len(states), game.observation.size), np.float32)
    kernels.look(states, viewers, out)
    return out


def legal_masks(game: Game, states: np.ndarray) -> np.ndarray:
    """The legal actions of each record's seat to act, none where the game is over: (records, actions) int8."""
    out = np.empty((len(states), game.actions.size), np.int8)
    kernels.masks(states, out)
    return out


def final_returns(states: np.ndarray) -> np.ndarray:
    """The returns of games that are over, 0 in the others: (records, seats) float32, for games of as many seats."""
    out = np.zeros((len(states), int(states["seats"].max(initial=1))), np.float32)
    kernels.returns(states, out)
    return out
