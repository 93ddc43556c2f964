"""Determinizations that are likelier than others, for the simulations of guided searches.

`determinize` draws evenly. Where others have just chosen in secret (`undo_unseen`), the policy chooses again; where the
policy has a belief, the likelier ones of many determinizations are taken more often.
"""

import numpy as np

from flank_envs.engine import kernels as core
from flank_envs.engine.game import Game
from flank_envs.engine.positions import legal_masks, observations
from flank_envs.engine.rules import nothing_unseen
from flank_envs.opponents.policy.belief import Belief
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.sampling import choose_by_logits
from flank_envs.opponents.search import kernels
from flank_envs.opponents.search.records import Roots

CHOSEN = 32  # determinizations in which the policy chooses again: each costs a network pass for every choice
DETERMINIZED, BELIEVED = 512, 64  # determinizations that are weighed, and how many are taken of them


def count_informed(game: Game, network: Network | None) -> int:
    """How many determinizations `draw_informed` makes for a row: none without a network or anything to infer."""
    if network is None:
        return 0
    if game.rules.undo_unseen is not nothing_unseen:
        return CHOSEN
    return BELIEVED if network.belief is not None else 0


def draw_informed(game: Game, network: Network, roots: Roots, determinizations: np.ndarray) -> np.ndarray:
    """Fill `determinizations` (rows, any number) with likelier ones; gives (rows,) bool, which rows were filled."""
    if determinizations.shape[1] == 0:
        return np.zeros(len(determinizations), np.bool_)
    if game.rules.undo_unseen is not nothing_unseen:
        informed = _choose_again(game, network, roots, determinizations)
    elif network.belief is not None:
        informed = _weigh(game, network.belief, roots, determinizations)
    else:
        informed = np.zeros(len(determinizations), np.bool_)  # the player had another network when memory was made
    determinizations["decisions"] = roots.states["decisions"][:, None]
    return informed


def _weigh(game: Game, belief: Belief, roots: Roots, determinizations: np.ndarray) -> np.ndarray:
    """Draw determinizations by how much likelier than even draws the belief finds them, in all rows."""
    rows = len(roots.states)
    deals, streams = np.zeros((rows, DETERMINIZED), game.state), np.zeros((rows, DETERMINIZED), np.uint64)
    kernels.split_streams(roots.streams, streams)
    deals[:] = roots.states[:, None]
    flat, seats = deals.reshape(-1), np.repeat(roots.seats, DETERMINIZED)
    core.determinize_all(flat, seats, streams.reshape(-1))
    own = observations(game, flat[::DETERMINIZED].copy(), roots.seats)
    theirs = observations(game, flat, 1 - seats)
    log_odds = belief.log_odds(own, theirs.reshape(*deals.shape, -1))
    kernels.draw_deals(log_odds, np.zeros(DETERMINIZED), deals, roots.streams, determinizations)
    return np.ones(rows, np.bool_)


def _choose_again(game: Game, network: Network, roots: Roots, determinizations: np.ndarray) -> np.ndarray:
    """Let the policy choose what others have chosen unseen by the row's seat; gives the rows where they have."""
    streams = np.zeros(determinizations.shape, np.uint64)
    kernels.undo_unseen_all(roots, streams, determinizations)
    undecided = determinizations["to_act"] != roots.seats[:, None]
    informed = undecided.any(axis=1)
    while undecided.any():
        states, their_streams = determinizations[undecided], streams[undecided]
        _choose(game, network, states, their_streams)
        determinizations[undecided], streams[undecided] = states, their_streams
        undecided = determinizations["to_act"] != roots.seats[:, None]
    return informed


def _choose(game: Game, network: Network, states: np.ndarray, streams: np.ndarray) -> None:
    """One decision of each record's seat to act, by the policy."""
    actions = np.zeros(len(states), np.int32)
    logits = network.logits(observations(game, states), network.features_of(states))
    choose_by_logits(logits, legal_masks(game, states), streams, 1.0, actions)
    core.decide(states, actions)
