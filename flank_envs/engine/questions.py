"""Queries about a position that all interfaces answer in the same way: what actions mean, and which are legal."""

from typing import Any

import numpy as np

from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.layout import Layout
from flank_envs.engine.rng import streams_of_seeds

_ASKED = np.uint64(0xA5C0FFEE)  # sets the streams of opponents that are asked apart from those of the games


def action_words(game: Game, state: Any, action: int) -> str:
    """An action of the seat to act, in words."""
    return game.view.describe(state, whole_number(action, "action", 0, game.actions.size - 1))


def legal_actions(game: Game, state: Any, mask: np.ndarray) -> list[tuple[int, str]]:
    """The actions that a mask allows, as pairs of number and words."""
    return [(action, game.view.describe(state, action)) for action in np.flatnonzero(mask).tolist()]


def layout_tables(game: Game) -> str:
    """The tables of actions, of observation values and, in games that have any, of features."""
    tables = (layout.describe(ranges=True) for layout in feature_layouts(game).values())
    return "\n\n".join([game.actions.describe(), game.observation.describe(), *tables])


def feature_layouts(game: Game) -> dict[str, Layout]:
    """The layouts of the features of a position and of an action, by their titles; none in games without features."""
    return {"State features": game.features.state, "Action features": game.features.actions} if game.features else {}


def ask_streams(seeds: np.ndarray) -> np.ndarray:
    """The random streams that asked opponents draw from, in games of these seeds."""
    return streams_of_seeds(seeds ^ _ASKED)
