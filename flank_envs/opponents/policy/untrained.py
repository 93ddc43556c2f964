"""A small untrained policy for any game: what runs with it runs with any other."""

from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.opponents.policy.checkpoint import Checkpoint, describe
from flank_envs.opponents.policy.network_shape import NetworkShape
from flank_envs.opponents.policy.opponent import PolicyOpponent

HIDDEN = 2


def untrained(game: Game) -> PolicyOpponent:
    """A policy with a value and, where games can have them, action features and a belief; all weights are 0."""
    network: dict[str, Any] = {"hidden": [HIDDEN], "activation": "relu"}
    network |= {"choices": HIDDEN} if game.features is not None else {}
    about = describe(game, {}, network, **({"belief": [HIDDEN]} if game.seats[1] == 2 else {}))
    weights = {name: np.zeros(shape, np.float32) for name, shape in NetworkShape(game, about).shapes.items()}
    return PolicyOpponent(Checkpoint(weights, about))
