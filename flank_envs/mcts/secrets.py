"""What others have chosen in secret: a redeal would make those choices at random, so the policy makes them again."""

import numpy as np

from flank_envs.core import kernels as core
from flank_envs.core.game import Game, nothing_secret
from flank_envs.mcts import kernels
from flank_envs.policies.network import Network
from flank_envs.policies.sampling import choose_by_logits

SUPPOSED = 32  # deals that the simulations of a decision share: each costs a question to the network for every choice


def deals_to_suppose(game: Game) -> int:
    """How many deals `suppose` makes for a row: none in games where all choices are seen."""
    return 0 if game.forget is nothing_secret else SUPPOSED


def suppose(
    game: Game, network: Network, roots: np.ndarray, seats: np.ndarray, streams: np.ndarray, supposed: np.ndarray
) -> np.ndarray:
    """Fill `supposed` (rows, deals) where others have chosen what the row's seat does not see; gives those rows."""
    if supposed.shape[1] == 0:
        return np.zeros(len(roots), np.bool_)
    chance = np.zeros(supposed.shape, np.uint64)
    kernels.forget_secrets(roots, seats, streams, supposed, chance)
    open_deals = supposed["to_act"] != seats[:, None]
    secret = open_deals.any(axis=1)
    while open_deals.any():
        states, streams = supposed[open_deals], chance[open_deals]
        _choose(game, network, states, streams)
        supposed[open_deals], chance[open_deals] = states, streams
        open_deals = supposed["to_act"] != seats[:, None]
    supposed["decisions"] = roots["decisions"][:, None]
    return secret


def _choose(game: Game, network: Network, states: np.ndarray, streams: np.ndarray) -> None:
    """One decision of each record's seat to act, by the policy."""
    seen = np.zeros((len(states), game.observation.size), np.float32)
    mask = np.zeros((len(states), game.actions.size), np.int8)
    actions = np.zeros(len(states), np.int32)
    core.look(states, states["to_act"].astype(np.int64), seen)
    core.masks(states, mask)
    choose_by_logits(network.logits(seen), mask, streams, 1.0, actions)
    core.decide(states, actions)
