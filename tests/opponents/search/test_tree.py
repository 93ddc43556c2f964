"""Which child of a node a search visits, and by what chances."""

import numpy as np
import pytest

from flank_envs.engine.rng import streams_of_seeds
from flank_envs.opponents.search import kernels, tree

EXPLORATION = 0.7


def grown(priors: list[float], visits: list[int], means: list[float], seed: int = 0) -> tree.Trees:
    """A root with a child for each action, visited so often with such results."""
    trees, actions = tree.make_trees(1, 1 + len(priors)), len(priors)
    tree.clear_tree(trees, 0)
    legal, chance = np.ones(actions, np.int8), streams_of_seeds(np.array([seed], np.uint64))
    tree.expand(trees, 0, 0, legal, 0, np.array(priors, np.float32), chance)
    for child in range(1, 1 + actions):
        action = trees.action[0, child]
        trees.visits[0, child], trees.total[0, child] = visits[action], visits[action] * means[action]
    return trees


def visited_next(trees: tree.Trees, actions: int) -> int:
    child = tree.best_child(trees, 0, 0, np.ones(actions, np.int8), EXPLORATION)
    return int(trees.action[0, child])


def test_a_policy_gives_probabilities_that_add_up_to_one() -> None:
    """Of the legal actions alone, in proportion to exp(logit)."""
    logits, mask = np.array([1.0, 99.0, 0.0, 2.0], np.float32), np.array([1, 0, 1, 1], np.int8)
    priors = np.full(4, 7, np.float32)
    kernels._softmax(logits, mask, priors)
    expected = np.exp([1.0, -np.inf, 0.0, 2.0])
    np.testing.assert_allclose(priors, expected / expected.sum(), rtol=1e-6)


@pytest.mark.parametrize(("mean", "prior"), [(-0.5, 0.0), (0.5, 0.2), (-0.5, 0.2)])
def test_what_was_never_visited_is_expected_to_be_as_good_as_the_others(mean: float, prior: float) -> None:
    """Not as good as a draw: who is losing would flee to it, and who is winning would never look at it."""
    trees = grown([0.2, prior], [4, 0], [mean, 0.0])
    assert visited_next(trees, 2) == (1 if prior else 0)


def test_what_is_usual_counts_visits() -> None:
    """Nine bad ones and a better one: what was never visited must not count as half as bad."""
    assert visited_next(grown([0.0, 0.0, 1.0], [9, 1, 0], [-0.8, 0.1, 0.0]), 3) == 1


def test_no_action_wins_all_ties() -> None:
    """Where every action is legal, each wins as many."""
    chosen = [visited_next(grown([0.25] * 4, [0] * 4, [0.0] * 4, seed), 4) for seed in range(400)]
    counts = np.bincount(chosen, minlength=4)
    assert (np.abs(counts - 100) < 45).all()  # five standard errors


@pytest.mark.parametrize("seed", range(5))
def test_of_equals_the_first_child_is_visited(seed: int) -> None:
    """Chance has put it there. Another rule would be as good, but give other searches than those that were measured."""
    trees = grown([0.25] * 4, [1] * 4, [0.5] * 4, seed)
    first = int(trees.action[0, trees.child[0, 0]])
    assert visited_next(trees, 4) == first
    assert int(trees.action[0, tree.best_considered(trees, 0, 1, 30.0)]) == first
