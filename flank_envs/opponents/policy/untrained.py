"""A small untrained policy for any game: what runs with it runs with any other."""

from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.opponents.policy.action_scorer import ActionScorer
from flank_envs.opponents.policy.belief import belief_shapes
from flank_envs.opponents.policy.checkpoint import Checkpoint, describe
from flank_envs.opponents.policy.opponent import PolicyOpponent

HIDDEN = 2


def untrained(game: Game) -> PolicyOpponent:
    """A policy with a value and, where games can have them, action features and a belief; all weights are 0."""
    values, actions = game.observation.size, game.actions.size
    network: dict[str, Any] = {"hidden": [HIDDEN], "activation": "relu"}
    shapes: dict[str, tuple[int, ...]] = {}
    if game.features is not None:
        network["choices"], values = HIDDEN, values + game.features.state.size
        shapes |= ActionScorer.shapes(HIDDEN, game, HIDDEN)
    shapes |= {
        "trunk.0.weight": (HIDDEN, values),
        "trunk.0.bias": (HIDDEN,),
        "action.weight": (actions, HIDDEN),
        "action.bias": (actions,),
        "value.weight": (1, HIDDEN),
        "value.bias": (1,),
    }
    more = {}
    if game.seats[1] == 2:
        more["belief"] = [HIDDEN]
        shapes |= belief_shapes([HIDDEN], game)
    weights = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    return PolicyOpponent(Checkpoint(weights, describe(game, {}, network, **more)))
