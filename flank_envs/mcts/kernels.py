"""Compiled search: simulations that play on, and simulations that wait for a network's judgement.

    simulate        redeal, walk down the tree, play on, walk back: as often as asked, for one row after the other
    imagine         redeal, or take what is supposed of secrets, in all rows
    to_leaves       walk down, in all rows; then a network looks at all leaves at once
    from_leaves     walk back with its priors and values

The searched records are never read but for what `redeal` leaves of them.
"""

import numpy as np

from flank_envs.core.compile import kernel, rule
from flank_envs.core.stream import new_stream, random_legal
from flank_envs.core.verbs import apply, forget, judge, legal, observe, outcome, redeal, rule_of_thumb
from flank_envs.mcts.tree import NO_NODE, back_up, best_child, expand, lacks_children, plant


@rule
def _imagine(roots, seats, states, streams, i):
    """A game that looks the same to the seat that searches."""
    states[i] = roots[i]
    states[i].rng = new_stream(streams, i)
    redeal(states[i], seats[i])


@rule
def _descend(trees, i, state, mask, priors, streams, lookahead):
    """Play the tree's choices down to a node without visits, to the end of the game or where the tree is full."""
    node = 0
    while True:
        mask[:] = 0
        if state.over:
            return node
        legal(state, mask)
        if trees.visits[i, node] == 0:
            return node
        if lacks_children(trees, i, node, mask):
            _first_thoughts(state, mask, priors, streams, i, lookahead)
            expand(trees, i, node, mask, state.to_act, priors, streams)
        child = best_child(trees, i, node, mask, lookahead.exploration)
        if child == NO_NODE:
            return node
        apply(state, trees.action[i, child])
        state.decisions += 1
        node = child


@rule
def _play_on(state, mask, streams, i, lookahead):
    """By chance or by the rule of thumb, to the end or as far as it is looked ahead; `mask` is the position's."""
    for _ in range(lookahead.length):
        if state.over:
            return
        if lookahead.thumb:
            action = rule_of_thumb(state, mask, streams, i)
        else:
            action = random_legal(mask, streams, i)
        apply(state, action)
        state.decisions += 1
        mask[:] = 0
        if not state.over:
            legal(state, mask)


@rule
def _first_thoughts(state, mask, priors, streams, i, lookahead):
    """All legal actions alike, but for the trust in the rule of thumb."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    for action in range(mask.shape[0]):
        priors[action] = (1 - lookahead.trust) / max(1, count)
    if lookahead.trust > 0:
        priors[rule_of_thumb(state, mask, streams, i)] += lookahead.trust


@kernel
def simulate(roots, seats, states, masks, priors, values, trees, streams, lookahead, simulations, low, high):
    """Whole searches in rows low..high-1."""
    for i in range(low, high):
        plant(trees, i)
        for _ in range(simulations):
            _imagine(roots, seats, states, streams, i)
            node = _descend(trees, i, states[i], masks[i], priors[i], streams, lookahead)
            if not states[i].over:
                _first_thoughts(states[i], masks[i], priors[i], streams, i, lookahead)
                expand(trees, i, node, masks[i], states[i].to_act, priors[i], streams)
                _play_on(states[i], masks[i], streams, i, lookahead)
            if states[i].over:
                outcome(states[i], values[i])
            else:
                judge(states[i], values[i])
            back_up(trees, i, node, values[i])


@kernel
def begin(trees):
    """Empty trees for a search in lockstep."""
    for i in range(trees.size.shape[0]):
        plant(trees, i)


@kernel
def imagine(roots, seats, secret, supposed, turn, states, streams, low, high):
    """A deal for each row: a redeal or, where others have chosen in secret, one of those that are supposed."""
    for i in range(low, high):
        if secret[i]:
            states[i] = supposed[i, turn % supposed.shape[1]]
            states[i].rng = new_stream(streams, i)
        else:
            _imagine(roots, seats, states, streams, i)


@kernel
def forget_secrets(roots, seats, streams, supposed, chance):
    """Redeals of each row in which others have yet to choose what its seat has not seen, and a stream for each."""
    for i in range(roots.shape[0]):
        for k in range(supposed.shape[1]):
            supposed[i, k] = roots[i]
            supposed[i, k].rng = new_stream(streams, i)
            chance[i, k] = new_stream(streams, i)
            redeal(supposed[i, k], seats[i])
            forget(supposed[i, k], seats[i])


@kernel
def to_leaves(states, masks, priors, observation, trees, leaves, streams, lookahead, low, high):
    """One walk down in each row; the leaf's number, mask and what its seat to act sees are written."""
    for i in range(low, high):
        leaves[i] = _descend(trees, i, states[i], masks[i], priors[i], streams, lookahead)
        if not states[i].over:
            row = observation[i]
            row[:] = 0
            observe(states[i], states[i].to_act, row)


@kernel
def from_leaves(states, masks, logits, judged, priors, values, trees, leaves, streams, low, high):
    """One walk back in each row, with the network's logits and its value for the leaf's seat to act."""
    for i in range(low, high):
        if states[i].over:
            outcome(states[i], values[i])
        else:
            _softmax(logits[i], masks[i], priors[i])
            expand(trees, i, leaves[i], masks[i], states[i].to_act, priors[i], streams)
            _share(judged[i], states[i].to_act, values[i])
        back_up(trees, i, leaves[i], values[i])


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
def _share(judged, seat, values):
    """What one seat expects is taken from the others in equal parts."""
    value = min(max(judged, -1.0), 1.0)
    for other in range(values.shape[0]):
        values[other] = value if other == seat else -value / (values.shape[0] - 1)


@kernel
def root_statistics(trees, visits, results):
    """Visits and mean result of every action at the root of each tree."""
    for i in range(visits.shape[0]):
        child = trees.child[i, 0]
        while child != NO_NODE:
            count = trees.visits[i, child]
            visits[i, trees.action[i, child]] = count
            results[i, trees.action[i, child]] = trees.total[i, child] / max(1, count)
            child = trees.sibling[i, child]
