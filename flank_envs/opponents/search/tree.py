"""The tree of a search: what was found out about each line of play, in arrays of fixed size.

    node 0        the decision that is searched
      children    one for every action that was legal in some determinize: `child` is the first, `sibling` the next one

Each simulation redraws what the searching seat cannot know and walks the same tree, so a node stands for all deals that
lead there, and only actions that are legal in the deal at hand compete (Cowling, Powley and Whitehouse 2012).
"""

from typing import NamedTuple

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import stream_below

NO_NODE = -1
HAS_CHILD = 2  # a mark in a mask, for a moment
FINE = 2**24  # parts of a chance
UNTHINKABLE = 1e-9  # the least that a policy's chance of an action counts as


class Trees(NamedTuple):
    """One tree for each row."""

    size: np.ndarray  # (rows,) int32: nodes in use
    parent: np.ndarray  # (rows, room) int32
    child: np.ndarray  # (rows, room) int32
    sibling: np.ndarray  # (rows, room) int32
    action: np.ndarray  # (rows, room) int16: what led here
    seat: np.ndarray  # (rows, room) int8: whose action it was
    visits: np.ndarray  # (rows, room) int32
    chances: np.ndarray  # (rows, room) int32: how often it was legal when its parent was visited
    total: np.ndarray  # (rows, room) float32: sum of results for that seat
    prior: np.ndarray  # (rows, room) float32


def make_trees(rows: int, room: int) -> Trees:
    """Memory for trees of up to `room` nodes; a full tree stops growing and goes on learning."""
    kinds = (np.int32, np.int32, np.int32, np.int16, np.int8, np.int32, np.int32, np.float32, np.float32)
    return Trees(np.zeros(rows, np.int32), *(np.zeros((rows, room), kind) for kind in kinds))


def first_trees(trees: Trees, rows: int) -> Trees:
    """The trees of the first rows, in the same memory."""
    return Trees(*(array[:rows] for array in trees))


@rule
def plant(trees, i):
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
    trees.chances[i, node] = 0
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
def best_child(trees, i, node, mask, exploration):
    """The child to visit: good results so far, a high prior, few visits. NO_NODE if no legal action has a child."""
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
            trees.chances[i, child] += 1
            visits = trees.visits[i, child]
            worth = trees.total[i, child] / visits if visits else usual
            worth += exploration * trees.prior[i, child] * np.sqrt(trees.chances[i, child]) / (1 + visits)
            if worth > best_worth:
                best, best_worth = child, worth
        child = trees.sibling[i, child]
    return best


@rule
def child_by_chance(trees, i, node, chances, streams):
    """The child that the policy's chances of the actions fall on, and NO_NODE where the tree was too full for it."""
    left = stream_below(streams, i, FINE) / FINE
    child = trees.child[i, node]
    while child != NO_NODE:
        left -= chances[trees.action[i, child]]
        if left < 0:
            break
        child = trees.sibling[i, child]
    return child


@rule
def next_at_root(trees, i, tried, trust):
    """Of the root's children that were tried so often, the one that the policy and what came of it speak for most."""
    best, best_worth = NO_NODE, -np.inf
    child = trees.child[i, 0]
    while child != NO_NODE:
        if trees.visits[i, child] == tried:
            worth = np.log(trees.prior[i, child] + UNTHINKABLE) + trust * trees.total[i, child] / max(1, tried)
            if worth > best_worth:
                best, best_worth = child, worth
        child = trees.sibling[i, child]
    return best


@rule
def back_up(trees, i, node, values):
    """A result for every seat, remembered on the way back to the root."""
    while node != NO_NODE:
        trees.visits[i, node] += 1
        trees.total[i, node] += values[trees.seat[i, node]]
        node = trees.parent[i, node]
