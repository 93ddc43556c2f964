"""The tree of a search: the statistics of each line of play, in arrays of fixed size.

    node 0        the decision that is searched
      children    one for every action that was legal in some determinization: `child` is the first, `sibling` the next

Each simulation draws a new determinization and walks the same tree, so a node stands for all deals that lead there,
and only actions that are legal in the deal at hand compete (Cowling, Powley and Whitehouse 2012).
"""

from typing import NamedTuple

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import stream_below

NO_NODE = -1
HAS_CHILD = 2  # a mark in a mask, for a moment
RESOLUTION = 2**24  # of numbers drawn from 0 to 1
MIN_PROBABILITY = 1e-9  # the least that a policy's probability of an action counts as


class Trees(NamedTuple):
    """One tree for each row, with memory for `capacity` nodes."""

    size: np.ndarray  # (rows,) int32: nodes in use
    parent: np.ndarray  # (rows, capacity) int32: a node
    child: np.ndarray  # (rows, capacity) int32: its first child, or NO_NODE
    sibling: np.ndarray  # (rows, capacity) int32: the next child of its parent, or NO_NODE
    action: np.ndarray  # (rows, capacity) int16: what led here
    seat: np.ndarray  # (rows, capacity) int8: whose action that was
    visits: np.ndarray  # (rows, capacity) int32
    availability: np.ndarray  # (rows, capacity) int32: how often it was legal when its parent was visited
    total: np.ndarray  # (rows, capacity) float32: sum of values for that seat
    prior: np.ndarray  # (rows, capacity) float32: the prior probability of the action


def make_trees(rows: int, capacity: int) -> Trees:
    """Memory for trees of up to `capacity` nodes; a full tree stops growing and goes on learning."""
    kinds = (np.int32, np.int32, np.int32, np.int16, np.int8, np.int32, np.int32, np.float32, np.float32)
    return Trees(np.zeros(rows, np.int32), *(np.zeros((rows, capacity), kind) for kind in kinds))


@rule
def clear_tree(trees, i):
    """An empty tree: the root alone."""
    trees.size[i] = 0
    _add(trees, i, NO_NODE, 0, 0, 0.0)


@rule
def _add(trees, i, parent, action, seat, prior):
    node = trees.size[i]
    trees.size[i] = node + 1
    trees.parent[i, node] = parent
    trees.child[i, node] = NO_NODE
    trees.sibling[i, node] = NO_NODE
    trees.action[i, node] = action
    trees.seat[i, node] = seat
    trees.visits[i, node] = 0
    trees.availability[i, node] = 0
    trees.total[i, node] = 0
    trees.prior[i, node] = prior
    if parent != NO_NODE:
        trees.sibling[i, node] = trees.child[i, parent]
        trees.child[i, parent] = node


@rule
def expand(trees, i, node, mask, seat, priors, streams):
    """A child for every legal action that has none yet. They begin at a random action: none wins every tie."""
    child = trees.child[i, node]
    while child != NO_NODE:
        if mask[trees.action[i, child]]:
            mask[trees.action[i, child]] = HAS_CHILD
        child = trees.sibling[i, child]
    actions = mask.shape[0]
    first = stream_below(streams, i, actions)
    for k in range(actions):
        action = (first + k) % actions
        if mask[action] == HAS_CHILD:
            mask[action] = 1
        elif mask[action] and trees.size[i] < trees.action.shape[1]:
            _add(trees, i, node, action, seat, priors[action])


@rule
def lacks_children(trees, i, node, mask):
    """Whether a legal action has no child, because it was not legal in the determinizations before."""
    missing = 0
    for action in range(mask.shape[0]):
        missing += mask[action]
    child = trees.child[i, node]
    while child != NO_NODE:
        missing -= mask[trees.action[i, child]]
        child = trees.sibling[i, child]
    return missing > 0


@rule
def best_child(trees, i, node, mask, c_puct):
    """The child to visit: a high mean value, a high prior, few visits. NO_NODE if no legal action has a child."""
    visited, total = 0, 0.0
    child = trees.child[i, node]
    while child != NO_NODE:
        if mask[trees.action[i, child]] and trees.visits[i, child]:
            visited += trees.visits[i, child]
            total += trees.total[i, child]
        child = trees.sibling[i, child]
    usual = total / visited if visited else 0.0  # what is expected of children that were never visited
    best, best_worth = NO_NODE, -np.inf
    child = trees.child[i, node]
    while child != NO_NODE:
        if mask[trees.action[i, child]]:
            trees.availability[i, child] += 1
            visits = trees.visits[i, child]
            worth = trees.total[i, child] / visits if visits else usual
            worth += c_puct * trees.prior[i, child] * np.sqrt(trees.availability[i, child]) / (1 + visits)
            if worth > best_worth:
                best, best_worth = child, worth
        child = trees.sibling[i, child]
    return best


@rule
def sample_child(trees, i, node, probabilities, streams):
    """A child drawn by the probabilities of the actions, and NO_NODE where the tree was too full for it."""
    left = stream_below(streams, i, RESOLUTION) / RESOLUTION
    child = trees.child[i, node]
    while child != NO_NODE:
        left -= probabilities[trees.action[i, child]]
        if left < 0:
            break
        child = trees.sibling[i, child]
    return child


@rule
def best_considered(trees, i, considered_visits, value_scale):
    """Of the root's children with that many visits, the one with the best prior and mean value; NO_NODE if none has."""
    best, best_worth = NO_NODE, -np.inf
    child = trees.child[i, 0]
    while child != NO_NODE:
        visits = trees.visits[i, child]
        if visits == considered_visits:
            worth = np.log(trees.prior[i, child] + MIN_PROBABILITY)
            worth += value_scale * trees.total[i, child] / max(1, visits)
            if worth > best_worth:
                best, best_worth = child, worth
        child = trees.sibling[i, child]
    return best


@rule
def back_up(trees, i, node, values):
    """Add the value of each seat to all nodes on the way back to the root."""
    while node != NO_NODE:
        trees.visits[i, node] += 1
        trees.total[i, node] += values[trees.seat[i, node]]
        node = trees.parent[i, node]
