"""Which actions a guided search tries: all alike, then the better half, then the better half of those."""

import numpy as np
import pytest

import flank_envs
from flank_envs.engine.game import get_game
from flank_envs.engine.positions import observations
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.opponents.search import SearchOpponent, kernels, tree
from flank_envs.opponents.search.records import DESCENT, Deals, Roots, make_walks
from flank_envs.opponents.search.sequential_halving import MOST_CONSIDERED, _sequence, considered_visits
from tests.games.sample_game import GAME as LAST_MATCH
from tests.opponents.search.test_search import a_policy, asked, midgame


def test_four_actions_and_sixteen_simulations() -> None:
    """Two rounds of eight: two tries for each of four, then four more for each of the better two."""
    assert _sequence(4, 16) == (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)


def test_few_simulations_try_each_action_once_in_a_round() -> None:
    assert _sequence(4, 8) == (0, 0, 0, 0, 1, 1, 2, 2)


def test_a_single_action_is_tried_alone() -> None:
    assert _sequence(1, 5) == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("actions", range(1, MOST_CONSIDERED + 1))
@pytest.mark.parametrize("simulations", [1, 7, 99, 999])
def test_somebody_was_always_tried_that_often(actions: int, simulations: int) -> None:
    plan = _sequence(actions, simulations)
    assert len(plan) == simulations
    tried = [0] * actions
    for visits in plan:
        tried[tried.index(visits)] += 1  # a ValueError if there is none
    assert max(tried) - sorted(tried)[-2:][0] <= 1  # the last two are tried alike


def test_rows_have_plans_by_their_legal_actions() -> None:
    plan = considered_visits(np.array([1, 3, MOST_CONSIDERED + 1]), 20)
    assert [tuple(row) for row in plan] == [(0, *_sequence(count, 19)) for count in (1, 3, MOST_CONSIDERED)]


def planted(priors: list[float], totals: list[float], visits: list[int]) -> tree.Trees:
    trees = tree.make_trees(1, 10)
    tree.clear_tree(trees, 0)
    legal = np.ones(len(priors), np.int8)
    tree.expand(trees, 0, 0, legal, 0, np.array(priors, np.float32), streams_of_seeds(np.zeros(1, np.uint64)))
    for child in range(1, 1 + len(priors)):
        action = trees.action[0, child]
        trees.total[0, child], trees.visits[0, child] = totals[action], visits[action]
    return trees


def test_what_the_policy_thinks_counts_until_results_speak_against_it() -> None:
    trees = planted([0.7, 0.2, 0.1], [0, 0, 0], [0, 0, 0])
    assert trees.action[0, tree.best_considered(trees, 0, 0, 30.0)] == 0
    trees = planted([0.7, 0.2, 0.1], [-1.0, 1.0, 2.0], [2, 2, 3])
    assert trees.action[0, tree.best_considered(trees, 0, 2, 30.0)] == 1
    assert trees.action[0, tree.best_considered(trees, 0, 2, 0.1)] == 0  # with little trust in results
    assert trees.action[0, tree.best_considered(trees, 0, 3, 30.0)] == 2
    assert tree.best_considered(trees, 0, 9, 30.0) == tree.NO_NODE


def test_all_actions_are_tried_in_the_same_deals() -> None:
    """So that luck does not tell them apart."""
    game = get_game("hold_the_line")
    batch = midgame(game, 3, 8)
    seats = batch.to_act.astype(np.int64)
    streams = np.zeros((3, 4), np.uint64)
    kernels.split_streams(streams_of_seeds(np.arange(3, dtype=np.uint64)), streams)
    assert len(np.unique(streams)) == 12
    roots = Roots(batch.states, seats, np.zeros(3, np.uint64))
    deals, played = Deals(streams, np.zeros(3, np.bool_), np.zeros((3, 0), game.state)), []
    for number in (0, 1, 0):
        walks = make_walks(game, 3)
        kernels.determinize_rows(roots, deals, np.full(3, number), walks, 0, 3)
        assert (walks.waits == DESCENT).all()
        played.append(walks.states.tobytes())
    assert played[0] == played[2] != played[1]


def test_informed_determinizations_take_turns_and_chance_does_not_repeat_itself() -> None:
    game = get_game("hold_the_line")
    batch = midgame(game, 2, 8)
    informed = np.stack([batch.states, midgame(game, 2, 9).states], axis=1)
    streams = np.arange(1, 9, dtype=np.uint64).reshape(2, 4)
    roots = Roots(batch.states, batch.to_act.astype(np.int64), np.zeros(2, np.uint64))
    deals = Deals(streams, np.ones(2, np.bool_), informed)
    for number in range(4):
        walks = make_walks(game, 2)
        kernels.determinize_rows(roots, deals, np.full(2, number), walks, 0, 2)
        np.testing.assert_array_equal(walks.states["rng"], streams[:, number])
        walks.states["rng"] = informed[:, number % 2]["rng"]
        assert walks.states.tobytes() == np.ascontiguousarray(informed[:, number % 2]).tobytes()


def test_the_choice_is_the_best_of_those_tried_most() -> None:
    batch = midgame(LAST_MATCH, 30, 2)
    found = SearchOpponent(24, a_policy(LAST_MATCH)).search(asked(batch))
    rows = np.arange(30)
    assert (found.visits[rows, found.choices] == found.visits.max(axis=1)).all()
    assert [line[0] for line in found.lines] == found.choices.tolist()
    network = a_policy(LAST_MATCH).network
    logits = network.logits(observations(LAST_MATCH, batch.states), network.features_of(batch.states))
    logits[batch.action_mask == 0] = -np.inf
    probabilities = np.exp(logits - logits.max(axis=1, keepdims=True))
    worth = np.log(probabilities / probabilities.sum(axis=1, keepdims=True) + 1e-9) + 30 * found.values
    most = found.visits == found.visits.max(axis=1, keepdims=True)
    assert (most.sum(axis=1) > 1).any()
    np.testing.assert_array_equal(found.choices, np.where(most, worth, -np.inf).argmax(axis=1))


def test_what_is_found_about_a_batch_names_the_choice() -> None:
    batch = midgame(LAST_MATCH, 4, 1)
    found = flank_envs.search(batch, SearchOpponent(20, a_policy(LAST_MATCH)), seed=1)
    assert found.choices.tolist() == [line[0] for line in found.lines]
