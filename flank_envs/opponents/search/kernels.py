"""Compiled search: simulations that roll out, and simulations that wait for a network.

    simulate           determinize, walk down the tree, roll out, back up: as often as asked, one row after the other
    split_streams      a stream for each deal of a search: all actions at the root are tried in the same deals
    undo_unseen_all    determinizations in which others choose again
    draw_deals         the likelier ones of many determinizations
    determinize_rows   begin a guided simulation in all rows
    to_leaves          walk down, in some rows; then a network evaluates all leaves at once
    from_leaves        back up its values, or go on with what another seat answers

The records of arrays that they share are in records.py. The searched records are never read but for what `determinize`
leaves of them.
"""

import numpy as np

from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.engine.jit.verbs import apply, determinize, legal, observe, outcome, undo_unseen
from flank_envs.engine.rng import new_stream, random_legal, stream_below
from flank_envs.opponents.heuristics import evaluate, heuristic
from flank_envs.opponents.search.records import ANSWER, DEAL, DESCENT, EVALUATION, EVERY_SEAT, OUTCOME
from flank_envs.opponents.search.tree import (
    NO_NODE,
    RESOLUTION,
    back_up,
    best_child,
    best_considered,
    clear_tree,
    expand,
    lacks_children,
    sample_child,
)

GOLDEN = 0.6180339887498949  # the ratio


@kernel
def simulate(roots, walks, trees, rollout, simulations, low, high):
    """Whole searches in rows low..high-1."""
    streams = roots.streams
    for i in range(low, high):
        state, mask, priors, values = walks.states[i], walks.masks[i], walks.priors[i], walks.values[i]
        clear_tree(trees, i)
        for _ in range(simulations):
            walks.states[i] = roots.states[i]
            walks.nodes[i] = 0
            _determinize(state, roots.seats[i], new_stream(streams, i))
            _descend(walks, trees, rollout, streams, EVERY_SEAT, i)
            if not state.over:
                _write_rollout_priors(state, mask, priors, rollout, streams, i)
                expand(trees, i, walks.nodes[i], mask, state.to_act, priors, streams)
                _roll_out(state, mask, rollout, streams, i)
            if state.over:
                outcome(state, values)
            else:
                evaluate(state, values)
            back_up(trees, i, walks.nodes[i], values)


@rule
def _determinize(state, seat, stream):
    """A game that looks the same to the seat, drawn from a stream."""
    state.rng = stream
    determinize(state, seat)


@rule
def _descend(walks, trees, rollout, streams, tree_seat, i):
    """Walk down the tree to a node without visits, to the end of the game or where the tree is full.

    Where the tree chooses for `tree_seat` alone, a walk ends where another seat decides.
    """
    state, mask, node = walks.states[i], walks.masks[i], walks.nodes[i]
    while True:
        mask[:] = 0
        if state.over:
            break
        legal(state, mask)
        if trees.visits[i, node] == 0 or _decides_outside(state, tree_seat):
            break
        if lacks_children(trees, i, node, mask):
            _write_rollout_priors(state, mask, walks.priors[i], rollout, streams, i)
            expand(trees, i, node, mask, state.to_act, walks.priors[i], streams)
        child = best_child(trees, i, node, mask, rollout.c_puct)
        if child == NO_NODE:
            break
        apply(state, trees.action[i, child])
        state.decisions += 1
        node = child
    walks.nodes[i] = node


@rule
def _decides_outside(state, tree_seat):
    """Whether a seat decides for which the tree does not choose."""
    return tree_seat != EVERY_SEAT and state.to_act != tree_seat


@rule
def _follow(walks, trees, child, i):
    """Take the action that leads to a child."""
    apply(walks.states[i], trees.action[i, child])
    walks.states[i].decisions += 1
    walks.nodes[i] = child


@rule
def _write_rollout_priors(state, mask, priors, rollout, streams, i):
    """Equal priors of all legal actions, but for what the heuristic's action has before."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    for action in range(mask.shape[0]):
        priors[action] = (1 - rollout.heuristic_prior) / max(1, count)
    if rollout.heuristic_prior > 0:
        priors[heuristic(state, mask, streams, i)] += rollout.heuristic_prior


@rule
def _roll_out(state, mask, rollout, streams, i):
    """Play on at random or by the heuristic, to the end or to the rollout's depth; `mask` is the position's."""
    for _ in range(rollout.depth):
        if state.over:
            return
        if rollout.heuristic:
            action = heuristic(state, mask, streams, i)
        else:
            action = random_legal(mask, streams, i)
        apply(state, action)
        state.decisions += 1
        mask[:] = 0
        if not state.over:
            legal(state, mask)


@kernel
def clear_trees(trees):
    """Empty trees for a guided search."""
    for i in range(trees.size.shape[0]):
        clear_tree(trees, i)


@kernel
def split_streams(streams, children):
    """Streams (rows, any number) of their own, from one for each row, which moves on."""
    for i in range(children.shape[0]):
        for k in range(children.shape[1]):
            children[i, k] = new_stream(streams, i)


@kernel
def determinize_rows(roots, deals, numbers, walks, low, high):
    """Begin a simulation in deal numbers[i] of each row: a determinization, drawn now or an informed one."""
    for i in range(low, high):
        stream = deals.streams[i, numbers[i]]
        if deals.informed[i]:
            walks.states[i] = deals.determinizations[i, numbers[i] % deals.determinizations.shape[1]]
            walks.states[i].rng = stream
        else:
            walks.states[i] = roots.states[i]
            _determinize(walks.states[i], roots.seats[i], stream)
        walks.nodes[i] = 0
        walks.waits[i] = DESCENT


@kernel
def undo_unseen_all(roots, streams, determinizations):
    """Determinizations of each row in which others have yet to choose what its seat has not seen.

    `streams` (rows, determinizations) gets a stream for each.
    """
    for i in range(determinizations.shape[0]):
        for k in range(determinizations.shape[1]):
            determinizations[i, k] = roots.states[i]
            determinizations[i, k].rng = new_stream(roots.streams, i)
            streams[i, k] = new_stream(roots.streams, i)
            determinize(determinizations[i, k], roots.seats[i])
            undo_unseen(determinizations[i, k], roots.seats[i])


@kernel
def draw_deals(log_odds, odds, deals, streams, drawn):
    """Deals in proportion to their odds. Steps of the golden ratio spread any number of first ones evenly."""
    for i in range(deals.shape[0]):
        highest, total = -np.inf, 0.0
        for k in range(deals.shape[1]):
            highest = max(highest, log_odds[i, k])
        for k in range(deals.shape[1]):
            odds[k] = np.exp(log_odds[i, k] - highest)
            total += odds[k]
        at = stream_below(streams, i, RESOLUTION) / RESOLUTION
        for d in range(drawn.shape[1]):
            left, k = at * total, 0
            while k < deals.shape[1] - 1 and left >= odds[k]:
                left -= odds[k]
                k += 1
            drawn[i, d] = deals[i, k]
            at = (at + GOLDEN) % 1.0


@kernel
def to_leaves(rows, roots, walks, trees, guide, low, high):
    """Walk down in these rows, which wait for DESCENT; then they wait for what their leaf needs."""
    for k in range(low, high):
        i = rows[k]
        if walks.nodes[i] == 0 and trees.visits[i, 0]:
            _follow(walks, trees, best_considered(trees, i, guide.considered_visits[i], guide.value_scale), i)
        _descend(walks, trees, guide.rollout, roots.streams, guide.tree_seats[i], i)
        state = walks.states[i]
        if state.over:
            walks.waits[i] = OUTCOME
        else:
            walks.waits[i] = ANSWER if _decides_outside(state, guide.tree_seats[i]) else EVALUATION
            observation = walks.observation[k]
            observation[:] = 0
            observe(state, state.to_act, observation)


@kernel
def from_leaves(rows, roots, walks, trees, evaluations, low, high):
    """Back up the values of the leaves; where another seat answers, go on from there instead.

    `evaluations` are the network's logits (rows that wait, actions) and its values for the seats to act.
    """
    logits, network_values = evaluations
    for k in range(low, high):
        i = rows[k]
        state, mask, priors, values = walks.states[i], walks.masks[i], walks.priors[i], walks.values[i]
        if walks.waits[i] == OUTCOME:
            outcome(state, values)
        else:
            _softmax(logits[k], mask, priors)
            expand(trees, i, walks.nodes[i], mask, state.to_act, priors, roots.streams)
            if walks.waits[i] == ANSWER and _answer(walks, trees, roots.streams, i):
                walks.waits[i] = DESCENT
                continue
            _write_values(network_values[k], state.to_act, values)
        back_up(trees, i, walks.nodes[i], values)
        walks.waits[i] = DEAL


@rule
def _answer(walks, trees, streams, i):
    """Follow an action drawn from the priors; False where the tree is too full for it."""
    child = sample_child(trees, i, walks.nodes[i], walks.priors[i], streams)
    if child == NO_NODE:
        return False
    _follow(walks, trees, child, i)
    return True


@rule
def _softmax(logits, mask, priors):
    highest = -np.inf
    for action in range(mask.shape[0]):
        if mask[action]:
            highest = max(highest, logits[action])
    total = 0.0
    for action in range(mask.shape[0]):
        priors[action] = np.exp(logits[action] - highest) if mask[action] else 0
        total += priors[action]
    for action in range(mask.shape[0]):
        priors[action] /= total


@rule
def _write_values(value, seat, values):
    """The value of one seat, taken from the others in equal parts."""
    value = min(max(value, -1.0), 1.0)
    for other in range(values.shape[0]):
        values[other] = value if other == seat else -value / (values.shape[0] - 1)


@kernel
def root_statistics(trees, visits, values):
    """Visits and mean value of every action at the root of each tree."""
    for i in range(visits.shape[0]):
        child = trees.child[i, 0]
        while child != NO_NODE:
            count, action = trees.visits[i, child], trees.action[i, child]
            visits[i, action] = count
            values[i, action] = trees.total[i, child] / max(1, count)
            child = trees.sibling[i, child]


@kernel
def best_of_considered(trees, considered_visits, value_scale, actions):
    """Of the root's actions with that many visits, the one that a guided search would try next."""
    for i in range(actions.shape[0]):
        actions[i] = trees.action[i, best_considered(trees, i, considered_visits[i], value_scale)]
