"""Compiled search: simulations that play on, and simulations that wait for a network's judgement.

    simulate        determinize, walk down the tree, play on, walk back: as often as asked, for one row after the other
    draw_chances    for every deal of a search its own stream: all actions at the root are tried in the same deals
    undo_unseen_all  determinizations in which others choose again        draw_deals   the likelier ones of many
    imagine         determinize, or take a deal that is supposed, in all rows
    to_leaves       walk down, in some rows; then a network looks at all leaves at once
    from_leaves     walk back with its priors and values, or go on with what another seat answers

The searched records are never read but for what `determinize` leaves of them.
"""

import numpy as np

from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.engine.jit.verbs import apply, determinize, evaluate, heuristic, legal, observe, outcome, undo_unseen
from flank_envs.engine.rng import new_stream, random_legal, stream_below
from flank_envs.opponents.search.tree import (
    FINE,
    NO_NODE,
    back_up,
    best_child,
    child_by_chance,
    expand,
    lacks_children,
    next_at_root,
    plant,
)

EVERYBODY = -1  # in place of a seat
GOLDEN = 0.6180339887498949  # the ratio


@rule
def _imagine(roots, seats, states, chance, i):
    """A game that looks the same to the seat that searches."""
    states[i] = roots[i]
    states[i].rng = chance
    determinize(states[i], seats[i])


@rule
def _is_asked(state, seat):
    """Whether another than `seat` decides; nobody is another than everybody."""
    return seat != EVERYBODY and state.to_act != seat


@rule
def _descend(trees, i, node, state, mask, priors, streams, rollout, seat):
    """Play the tree's choices down to a node without visits, to the end of the game or where the tree is full.

    Where a policy is asked for the choices of all but `seat`, a walk ends there too.
    """
    while True:
        mask[:] = 0
        if state.over:
            return node
        legal(state, mask)
        if trees.visits[i, node] == 0 or _is_asked(state, seat):
            return node
        if lacks_children(trees, i, node, mask):
            _first_thoughts(state, mask, priors, streams, i, rollout)
            expand(trees, i, node, mask, state.to_act, priors, streams)
        child = best_child(trees, i, node, mask, rollout.c_puct)
        if child == NO_NODE:
            return node
        apply(state, trees.action[i, child])
        state.decisions += 1
        node = child


@rule
def _play_on(state, mask, streams, i, rollout):
    """By chance or by the heuristic, to the end or as far as it is looked ahead; `mask` is the position's."""
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


@rule
def _first_thoughts(state, mask, priors, streams, i, rollout):
    """All legal actions alike, but for the trust in the heuristic."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    for action in range(mask.shape[0]):
        priors[action] = (1 - rollout.heuristic_prior) / max(1, count)
    if rollout.heuristic_prior > 0:
        priors[heuristic(state, mask, streams, i)] += rollout.heuristic_prior


@kernel
def simulate(roots, seats, states, masks, priors, values, trees, streams, rollout, simulations, low, high):
    """Whole searches in rows low..high-1."""
    for i in range(low, high):
        plant(trees, i)
        for _ in range(simulations):
            _imagine(roots, seats, states, new_stream(streams, i), i)
            node = _descend(trees, i, 0, states[i], masks[i], priors[i], streams, rollout, EVERYBODY)
            if not states[i].over:
                _first_thoughts(states[i], masks[i], priors[i], streams, i, rollout)
                expand(trees, i, node, masks[i], states[i].to_act, priors[i], streams)
                _play_on(states[i], masks[i], streams, i, rollout)
            if states[i].over:
                outcome(states[i], values[i])
            else:
                evaluate(states[i], values[i])
            back_up(trees, i, node, values[i])


@kernel
def begin(trees):
    """Empty trees for a search in lockstep."""
    for i in range(trees.size.shape[0]):
        plant(trees, i)


@kernel
def draw_chances(streams, chances):
    """A stream for every deal of each row."""
    for i in range(chances.shape[0]):
        for k in range(chances.shape[1]):
            chances[i, k] = new_stream(streams, i)


@kernel
def imagine(roots, seats, guessed, supposed, tried, chances, states, low, high):
    """The next deal for each row: a determinization or, where there are guesses, one of those that are supposed."""
    for i in range(low, high):
        if guessed[i]:
            states[i] = supposed[i, tried[i] % supposed.shape[1]]
            states[i].rng = chances[i, tried[i]]
        else:
            _imagine(roots, seats, states, chances[i, tried[i]], i)


@kernel
def undo_unseen_all(roots, seats, streams, supposed, chance):
    """Determinizations of each row in which others have yet to choose what its seat has not seen, and a stream for
    each.
    """
    for i in range(roots.shape[0]):
        for k in range(supposed.shape[1]):
            supposed[i, k] = roots[i]
            supposed[i, k].rng = new_stream(streams, i)
            chance[i, k] = new_stream(streams, i)
            determinize(supposed[i, k], seats[i])
            undo_unseen(supposed[i, k], seats[i])


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
        at = stream_below(streams, i, FINE) / FINE
        for d in range(drawn.shape[1]):
            left, k = at * total, 0
            while k < deals.shape[1] - 1 and left >= odds[k]:
                left -= odds[k]
                k += 1
            drawn[i, d] = deals[i, k]
            at = (at + GOLDEN) % 1.0


@kernel
def to_leaves(
    rows, seats, states, masks, priors, observation, trees, leaves, streams, rollout, tried, trust, low, high
):
    """In each of these rows walk down from its leaf; the new leaf, its mask and what is seen there are written."""
    for k in range(low, high):
        i = rows[k]
        node = leaves[i]
        if node == 0 and trees.visits[i, node]:
            node = next_at_root(trees, i, tried[i], trust)
            apply(states[i], trees.action[i, node])
            states[i].decisions += 1
        leaves[i] = _descend(trees, i, node, states[i], masks[i], priors[i], streams, rollout, seats[i])
        if not states[i].over:
            row = observation[k]
            row[:] = 0
            observe(states[i], states[i].to_act, row)


@kernel
def from_leaves(rows, seats, states, masks, logits, judged, priors, values, trees, leaves, streams, low, high):
    """In each of these rows walk back to the root, with the network's logits and its value for the leaf's seat to act.

    Where the network is asked for what another seat answers, the walk down is to go on from the answer.
    """
    for k in range(low, high):
        i = rows[k]
        if states[i].over:
            outcome(states[i], values[i])
        else:
            _softmax(logits[k], masks[i], priors[i])
            expand(trees, i, leaves[i], masks[i], states[i].to_act, priors[i], streams)
            if _is_asked(states[i], seats[i]):
                answer = child_by_chance(trees, i, leaves[i], priors[i], streams)
                if answer != NO_NODE:
                    apply(states[i], trees.action[i, answer])
                    states[i].decisions += 1
                    leaves[i] = answer
                    continue
            _share(judged[k], states[i].to_act, values[i])
        back_up(trees, i, leaves[i], values[i])
        leaves[i] = 0


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
            count, action = trees.visits[i, child], trees.action[i, child]
            visits[i, action] = count
            results[i, action] = trees.total[i, child] / max(1, count)
            child = trees.sibling[i, child]


@kernel
def most_worth(trees, tried, trust, choices):
    """Of the root's actions that were tried so often, the one that a guided search would try next."""
    for i in range(choices.shape[0]):
        choices[i] = trees.action[i, next_at_root(trees, i, tried[i], trust)]
