"""The records of arrays that searches work in: one row for each decision that is searched.

    Roots     the decisions             Deals     the determinizations that a guided search plays them in
    Walks     one simulation of each    Guide     how a network leads them

A simulation of a guided search is a walk from the root to a leaf and back, which waits now and then:

    DEAL --determinize_roots--> DESCENT --to_leaves--> EVALUATION --from_leaves--> DEAL
                                   ^                -> OUTCOME    --from_leaves--> DEAL
                                   |                -> ANSWER ----from_leaves--+
                                   +-------------------------------------------+
"""

from typing import NamedTuple

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.opponents.heuristics import Rollout

DEAL = 0  # for the next determinization: the walk is over
DESCENT = 1  # for `to_leaves`, from its node on
EVALUATION = 2  # for the network's policy and value of the position
ANSWER = 3  # for the network's policy, from which another seat's action is drawn
OUTCOME = 4  # for nothing: the game is over

EVERY_SEAT = -1  # in place of a seat


class Roots(NamedTuple):
    """The decisions that are searched."""

    states: np.ndarray  # (rows,) records, of which nothing is read but what `determinize` leaves
    seats: np.ndarray  # (rows,) int64: who decides
    streams: np.ndarray  # (rows,) uint64: random streams, which move on


class Walks(NamedTuple):
    """The simulation that each row is in."""

    waits: np.ndarray  # (rows,) int8: what for, DEAL .. OUTCOME
    nodes: np.ndarray  # (rows,) int64: where in the tree
    states: np.ndarray  # (rows,) records: the position there
    masks: np.ndarray  # (rows, actions) int8: what is legal there
    priors: np.ndarray  # (rows, actions) float32: the probabilities of the actions there
    values: np.ndarray  # (rows, seats) float32: what each seat may expect there
    observation: np.ndarray  # (rows, values) float32: what the seat to act sees; row k is that of the k-th who waits


def make_walks(game: Game, rows: int) -> Walks:
    """Memory for the walks of so many rows, in games of any number of seats."""
    return Walks(
        waits=np.full(rows, DEAL, np.int8),
        nodes=np.zeros(rows, np.int64),
        states=np.zeros(rows, game.state),
        masks=np.zeros((rows, game.actions.size), np.int8),
        priors=np.zeros((rows, game.actions.size), np.float32),
        values=np.zeros((rows, game.seats[1]), np.float32),
        observation=np.zeros((rows, game.observation.size), np.float32),
    )


class Deals(NamedTuple):
    """What the simulations of a guided search are played in."""

    streams: np.ndarray  # (rows, simulations) uint64: one for each deal of a row
    informed: np.ndarray  # (rows,) bool: whether the row plays in its `determinizations`; others draw them anew
    determinizations: np.ndarray  # (rows, any number) records: likelier than others


class Guide(NamedTuple):
    """How a network leads the walks of one simulation."""

    rollout: Rollout
    value_scale: float  # weight at the root of mean values, from -1 to 1, against log-probabilities
    tree_seats: np.ndarray  # (rows,) int64: the seat whose actions the tree chooses, the policy others'; or EVERY_SEAT
    considered_visits: np.ndarray  # (rows,) int64: at the root, one of the actions visited so often is tried
