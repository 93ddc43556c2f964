"""What others probably hold and have chosen: deals for the simulations that are likelier than those of a
determinization.

A determinization is even. Where others have just chosen in secret (`undo_unseen`), the policy chooses again; where the
policy has a belief, the likelier ones of many determinizations are taken more often.
"""

import numpy as np

from flank_envs.engine import kernels as core
from flank_envs.engine.game import Game
from flank_envs.engine.rules import nothing_unseen
from flank_envs.opponents.policy.belief import Belief
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.sampling import choose_by_logits
from flank_envs.opponents.search import kernels

CHOSEN = 32  # deals in which the policy chooses again: each costs a question to the network for every choice
DETERMINIZED, BELIEVED = 512, 64  # determinizations that are weighed, and how many are taken of them


def deals_to_suppose(game: Game, network: Network | None) -> int:
    """How many deals `suppose` makes for a row: none where there is nothing to guess, or nobody who does."""
    if network is None:
        return 0
    if game.rules.undo_unseen is not nothing_unseen:
        return CHOSEN
    return BELIEVED if network.belief is not None else 0


def suppose(
    game: Game, network: Network, roots: np.ndarray, seats: np.ndarray, streams: np.ndarray, supposed: np.ndarray
) -> np.ndarray:
    """Fill `supposed` (rows, deals) with what the row's seat may guess; tells which rows were filled."""
    if supposed.shape[1] == 0:
        return np.zeros(len(roots), np.bool_)
    if game.rules.undo_unseen is not nothing_unseen:
        guessed = _choose_again(game, network, roots, seats, streams, supposed)
    elif network.belief is not None:
        guessed = _weigh(game, network.belief, roots, seats, streams, supposed)
    else:
        guessed = np.zeros(len(roots), np.bool_)  # the player has another network than when memory was made
    supposed["decisions"] = roots["decisions"][:, None]
    return guessed


def _weigh(
    game: Game, belief: Belief, roots: np.ndarray, seats: np.ndarray, streams: np.ndarray, supposed: np.ndarray
) -> np.ndarray:
    """Determinizations, drawn by how much likelier they are than an even chance would have it."""
    deals, chances = np.zeros((len(roots), DETERMINIZED), game.state), np.zeros((len(roots), DETERMINIZED), np.uint64)
    kernels.draw_chances(streams, chances)
    deals[:] = roots[:, None]
    flat, looking = deals.reshape(-1), np.repeat(seats, DETERMINIZED)
    core.determinize_all(flat, looking, chances.reshape(-1))
    own = np.zeros((len(roots), game.observation.size), np.float32)
    theirs = np.zeros((len(flat), game.observation.size), np.float32)
    core.look(flat[::DETERMINIZED].copy(), seats, own)
    core.look(flat, 1 - looking, theirs)
    log_odds = belief.log_odds(own, theirs.reshape(*deals.shape, -1))
    kernels.draw_deals(log_odds, np.zeros(DETERMINIZED), deals, streams, supposed)
    return np.ones(len(roots), np.bool_)


def _choose_again(
    game: Game, network: Network, roots: np.ndarray, seats: np.ndarray, streams: np.ndarray, supposed: np.ndarray
) -> np.ndarray:
    """Where others have chosen what the row's seat does not see, the policy chooses; gives those rows."""
    chance = np.zeros(supposed.shape, np.uint64)
    kernels.undo_unseen_all(roots, seats, streams, supposed, chance)
    open_deals = supposed["to_act"] != seats[:, None]
    secret = open_deals.any(axis=1)
    while open_deals.any():
        states, streams = supposed[open_deals], chance[open_deals]
        _choose(game, network, states, streams)
        supposed[open_deals], chance[open_deals] = states, streams
        open_deals = supposed["to_act"] != seats[:, None]
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
