"""Search: it finds what can be known, knows nothing else, and gives the same answer every time."""

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import flank_envs
from flank_envs import Decisions, Opponent, load_opponent, make_batch
from flank_envs.engine import kernels as core
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.engine.positions import legal_masks
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.evaluation.arena import match
from flank_envs.opponents.compiled import RandomOpponent
from flank_envs.opponents.heuristics import Rollout
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.belief import belief_shapes
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.search import SearchOpponent, SearchResult, kernels, records, searcher, tree
from flank_envs.opponents.search.searcher import Searcher
from tests.conformance.play import masks, player_sets, positions
from tests.games.sample_game import GAME as LAST_MATCH
from tests.games.sample_game.rules import TAKE

PLAYERS = ("random", "heuristic", "cut short", "policy", "believer")
ROWS, SIMULATIONS, GAMES = (2, 4, 4) if JIT_DISABLED else (6, 12, 40)


def streams(rows: int, seed: int = 0) -> np.ndarray:
    return streams_of_seeds(np.arange(rows, dtype=np.uint64) + np.uint64(seed * 1000))


def search(seeker: Searcher, batch: flank_envs.Batch) -> SearchResult:
    """What a searcher says of the decisions in a batch."""
    return seeker.search(batch.states.copy(), batch.action_mask.copy(), streams(batch.num_games))


def a_policy(game: Game, value: float | None = None) -> PolicyOpponent:
    """A network of random weights; with `value` it values every position so."""
    rng = np.random.default_rng(0)
    weights = {
        "trunk.0.weight": rng.normal(size=(8, game.observation.size)),
        "trunk.0.bias": rng.normal(size=8),
        "action.weight": rng.normal(size=(game.actions.size, 8)),
        "action.bias": rng.normal(size=game.actions.size),
        "value.weight": rng.normal(size=(1, 8)) * (value is None),
        "value.bias": np.full(1, value or 0.0),
    }
    about = checkpoint.describe(game, {}, {"hidden": [8], "activation": "tanh"})
    return PolicyOpponent(Checkpoint({k: w.astype(np.float32) for k, w in weights.items()}, about))


def a_believer(game: Game, likes: Sequence[int] = ()) -> PolicyOpponent:
    """The same, who finds some deals likelier than others, and does what it likes wherever it may."""
    rng, policy = np.random.default_rng(1), a_policy(game).checkpoint
    weights = policy.weights | {name: rng.normal(size=shape) for name, shape in belief_shapes([4], game).items()}
    weights["action.bias"] = weights["action.bias"] + 99 * np.isin(np.arange(game.actions.size), likes)
    about = policy.metadata | {"belief": [4]}
    return PolicyOpponent(Checkpoint({k: w.astype(np.float32) for k, w in weights.items()}, about))


def a_player(kind: str, game: Game) -> Opponent | Rollout:
    if kind == "cut short":
        return Rollout(heuristic=True, depth=2, heuristic_prior=0.5)
    if kind == "believer":
        return a_believer(game)
    return a_policy(game) if kind == "policy" else load_opponent(kind)


def midgame(game: Game, rows: int, steps: int, **options: Any) -> flank_envs.Batch:
    batch = make_batch(game, rows, seed=5, **options)
    chance = batch.streams(1)
    for _ in range(steps):
        batch.step_random(chance)
    return batch


def searched(seeker: Searcher, batch: flank_envs.Batch) -> searcher.SearchResult:
    decisions = asked(batch)
    return seeker.search(decisions.representatives(), decisions.action_mask, decisions.streams)


def asked(batch: flank_envs.Batch, states: np.ndarray | None = None, seed: int = 0) -> Decisions:
    records = batch.states.copy() if states is None else states
    chance = streams(batch.num_games, seed)
    return Decisions(batch.game, records, batch.observation.copy(), batch.action_mask.copy(), chance)


@pytest.mark.parametrize("left", [2, 3, 5, 7, 9])
@pytest.mark.parametrize("player", ["random", "heuristic"])
def test_finds_the_move_that_wins(left: int, player: str) -> None:
    """Who leaves a multiple of four wins, when no pass is left: a fact of Last Match."""
    batch = make_batch(LAST_MATCH, 1, seed=0)
    states = batch.states.copy()
    states["left"], states["passes"], states["passed"] = left, 0, 1
    mask = legal_masks(LAST_MATCH, states)
    decision = Decisions(LAST_MATCH, states, batch.observation.copy(), mask, streams(1))
    assert SearchOpponent(300, load_opponent(player)).act(decision)[0] == TAKE + left % 4 - 1


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", ["sample_game", "hold_the_line"])
def test_two_truths_that_look_the_same_give_the_same_search(name: str, player: str) -> None:
    batch = midgame(get_game(name), ROWS, 5)
    truth = batch.states.copy()
    other = truth.copy()
    core.determinize_all(other, other["to_act"].astype(np.int64), streams(ROWS, 9))
    assert truth.tobytes() != other.tobytes()
    seeker = SearchOpponent(SIMULATIONS, a_player(player, batch.game))
    one, two = seeker.search(asked(batch, truth)), seeker.search(asked(batch, other))
    np.testing.assert_array_equal(one.visits, two.visits)
    np.testing.assert_array_equal(one.values, two.values)
    assert one.lines == two.lines


@pytest.mark.parametrize("player", PLAYERS)
def test_visits_go_to_legal_actions_and_add_up(player: str) -> None:
    batch = midgame(LAST_MATCH, 5, 3)
    found = SearchOpponent(20, a_player(player, LAST_MATCH)).search(asked(batch))
    assert (found.visits[batch.action_mask == 0] == 0).all()
    assert (found.visits.sum(axis=1) == 19).all()  # the first simulation evaluates the position itself
    assert (np.abs(found.values) <= 1).all()
    for line, row in zip(found.lines, found.visits, strict=True):
        assert row[line[0]] == row.max()


@pytest.mark.parametrize("player", PLAYERS)
def test_the_same_streams_give_the_same_search_in_any_batch_and_thread(player: str) -> None:
    batch = midgame(LAST_MATCH, 70, 2)  # more rows than are searched at a time
    one = SearchOpponent(SIMULATIONS, a_player(player, LAST_MATCH))
    two = SearchOpponent(SIMULATIONS, a_player(player, LAST_MATCH), threads=2)
    first, second = asked(batch), asked(batch)
    found = one.search(first)
    np.testing.assert_array_equal(found.visits, two.search(second).visits)
    np.testing.assert_array_equal(first.streams, second.streams)
    assert (first.streams != streams(70)).all()
    whole = asked(batch)
    part = whole.rows(np.array([66]))
    np.testing.assert_array_equal(one.search(part).visits[0], found.visits[66])
    if player in ("random", "heuristic"):  # the few simulations of the others leave little to chance
        assert (one.search(asked(batch, seed=3)).visits != found.visits).any()


def test_a_policy_values_positions_for_the_seat_that_is_to_act_there() -> None:
    """After an action the opponent is to act, so what it expects counts against us."""
    batch = make_batch(LAST_MATCH, 4, seed=1, heap=40)
    found = SearchOpponent(8, a_policy(LAST_MATCH, value=0.25)).search(asked(batch))
    tried_once = found.visits == 1
    assert tried_once.any()
    np.testing.assert_allclose(found.values[tried_once], -0.25, atol=1e-6)


def test_where_a_policy_has_a_belief_the_other_seat_answers_by_it() -> None:
    """Whatever the searching seat tries: nothing else is below, and values are of positions where that seat decides."""
    batch = make_batch(LAST_MATCH, 4, seed=1, heap=40)
    for liked in (TAKE, TAKE + 1, TAKE + 2):
        seeker = Searcher(LAST_MATCH, a_believer(LAST_MATCH, [liked]), 12)
        searched(seeker, batch)
        trees = seeker._free[0].trees
        for i in range(4):
            nodes = np.arange(1, trees.size[i])
            tried = nodes[trees.visits[i, nodes] > 0]
            answers = tried[trees.seat[i, tried] != batch.to_act[i]]
            assert len(answers) > 3
            assert (trees.action[i, answers] == liked).all()
            asked_for = tried[trees.seat[i, tried] == batch.to_act[i]]
            for node in asked_for:  # every visit goes on to an answer
                below = answers[trees.parent[i, answers] == node]
                assert trees.visits[i, below].sum() == trees.visits[i, node]


def test_answers_come_as_often_as_the_policy_gives_them() -> None:
    trees, probabilities = tree.make_trees(1, 20), np.array([0.1, 0.6, 0.0, 0.3], np.float32)
    tree.clear_tree(trees, 0)
    tree.expand(trees, 0, 0, np.array([1, 1, 1, 1], np.int8), 0, probabilities, streams(1))
    chance, count = streams(1, 5), np.zeros(4)
    for _ in range(2000):
        count[trees.action[0, tree.sample_child(trees, 0, 0, probabilities, chance)]] += 1
    np.testing.assert_allclose(count / 2000, probabilities, atol=0.04)
    assert count[2] == 0
    tree.clear_tree(trees, 0)
    assert tree.sample_child(trees, 0, 0, probabilities, chance) == tree.NO_NODE


def test_what_one_seat_expects_is_shared_among_the_others() -> None:
    values = np.zeros(3, np.float32)
    kernels._write_values(0.5, 1, values)
    np.testing.assert_allclose(values, [-0.25, 0.5, -0.25])
    kernels._write_values(-7.0, 0, values)  # no result is below -1
    np.testing.assert_allclose(values, [-1, 0.5, 0.5])


@pytest.mark.skipif(not JIT_DISABLED, reason="would compile every game once more")
@pytest.mark.parametrize("player", ["its own", "policy"])
def test_every_game_can_be_searched_and_what_is_hidden_changes_nothing(game: Game, player: str) -> None:
    """In all phases that random play comes to."""
    for options in player_sets(game):
        states = positions(game, 6, **options)
        states = states[states["over"] == 0]
        other = states.copy()
        core.determinize_all(other, other["to_act"].astype(np.int64), streams(len(states), 9))
        seeker = SearchOpponent(6, a_policy(game) if player == "policy" else None)
        mask, seen = masks(game, states), np.zeros((len(states), game.observation.size), np.float32)
        one = seeker.search(Decisions(game, states, seen, mask, streams(len(states))))
        two = seeker.search(Decisions(game, other, seen, mask, streams(len(states))))
        assert (one.visits.sum(axis=1) == 5).all()
        assert (one.visits[mask == 0] == 0).all()
        np.testing.assert_array_equal(one.visits, two.visits)
        np.testing.assert_array_equal(one.values, two.values)
        assert one.lines == two.lines


def test_growing_a_tree_leaves_the_mask_alone() -> None:
    """An action that was legal in another determinization only must not be tried in this one."""
    trees, priors = tree.make_trees(1, 20), np.full(4, 0.25, np.float32)
    tree.clear_tree(trees, 0)
    for legal in ([1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1], [1, 1, 0, 1]):
        mask = np.array(legal, np.int8)
        tree.expand(trees, 0, 0, mask, 0, priors, streams(1))
        assert mask.tolist() == legal
        assert not tree.lacks_children(trees, 0, 0, mask)
    assert sorted(trees.action[0, 1 : trees.size[0]]) == [0, 1, 2, 3]


def test_the_heuristic_is_looked_at_first() -> None:
    """With all trust in it and few simulations, what it would do gets nearly all of them."""
    batch = midgame(LAST_MATCH, 20, 1)
    heuristic = load_opponent("heuristic").choose(batch, streams(20))
    found = SearchOpponent(12, Rollout(heuristic=True, depth=0, heuristic_prior=1.0)).search(asked(batch))
    assert (found.visits[np.arange(20), heuristic] == 11).all()
    even = SearchOpponent(12, Rollout(heuristic=True, depth=0)).search(asked(batch))
    assert (even.visits[np.arange(20), heuristic] <= 5).all()


def test_a_line_that_is_cut_short_is_evaluated() -> None:
    """Last Match has no evaluation of its own: nobody is ahead until a line comes to the end."""
    batch = make_batch(LAST_MATCH, 4, seed=1, heap=40)
    cut = SearchOpponent(30, Rollout(depth=2)).search(asked(batch))
    assert (cut.values == 0).all()
    whole = SearchOpponent(30, Rollout()).search(asked(batch))
    assert (whole.values != 0).any()


def test_a_full_tree_stops_growing_and_goes_on_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "CHILDREN", 0)
    batch = make_batch(LAST_MATCH, 2, seed=0)
    for guide in (Rollout(), a_believer(LAST_MATCH)):
        seeker = Searcher(LAST_MATCH, guide, 50)
        found = searched(seeker, batch)
        assert (seeker._free[0].trees.size <= 1 + LAST_MATCH.actions.size).all()
        assert (found.visits.sum(axis=1) == 49).all()


@pytest.fixture
def made_memory(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For how many rows memory was made, each time."""
    made: list[int] = []

    def make_trees(rows: int, capacity: int) -> tree.Trees:
        made.append(rows)
        return tree.make_trees(rows, capacity)

    monkeypatch.setattr(searcher, "make_trees", make_trees)
    return made


def last_rows(batch: flank_envs.Batch, rows: int) -> Decisions:
    return asked(batch).rows(np.arange(batch.num_games - rows, batch.num_games))


@pytest.mark.parametrize("player", PLAYERS)
def test_memory_for_the_most_rows_so_far_is_used_for_fewer(player: str, made_memory: list[int]) -> None:
    """And what is found does not hang on it."""
    batch, rows = midgame(LAST_MATCH, 9, 2), (4, 9, 5, 1, 9, 7)
    one = SearchOpponent(SIMULATIONS, a_player(player, LAST_MATCH))
    found = [one.search(last_rows(batch, count)) for count in rows]
    assert made_memory == [4, 9]
    for count, kept in zip(rows, found, strict=True):
        fresh = SearchOpponent(SIMULATIONS, a_player(player, LAST_MATCH)).search(last_rows(batch, count))
        np.testing.assert_array_equal(kept.visits, fresh.visits)
        np.testing.assert_array_equal(kept.values, fresh.values)
        assert kept.lines == fresh.lines


def test_memory_serves_any_number_of_players() -> None:
    game = get_game("mana_surge")
    memory = Searcher(game, Rollout(), 2)._take_memory(5)
    for rows, seats in ((5, 3), (5, 2), (3, 2), (1, 3)):
        part = memory.first(rows, seats)
        assert part.walks.values.shape == (rows, seats)
        for array in (*part.walks, part.determinizations, *part.trees):
            assert len(array) == rows
            assert array.flags.carray  # as kernels were compiled for
            assert not array.flags.owndata


def test_a_player_that_is_given_a_belief_is_asked_for_it() -> None:
    """Also by a search that has memory already, without room for what is believed."""
    batch, player = midgame(LAST_MATCH, 3, 2), a_policy(LAST_MATCH)
    kept = SearchOpponent(SIMULATIONS, player)
    kept.search(asked(batch))
    player.play_by(a_believer(LAST_MATCH).checkpoint)
    fresh = SearchOpponent(SIMULATIONS, player)
    np.testing.assert_array_equal(kept.search(asked(batch)).values, fresh.search(asked(batch)).values)


def test_a_search_that_was_interrupted_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the middle of a walk down, while a seat's answer is asked for."""
    batch, guide = make_batch(LAST_MATCH, 3, seed=0), a_believer(LAST_MATCH)
    seeker, network = Searcher(LAST_MATCH, guide, 10), guide.network_for(LAST_MATCH)
    expected = searched(seeker, batch).values
    to_leaves, left, underway = kernels.to_leaves, 5, []

    def evaluate(*arguments: Any) -> tuple[np.ndarray, np.ndarray]:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return Network.evaluate(network, *arguments)

    def walk(*arguments: Any) -> None:
        rows, _, walks, *_ = arguments
        underway.append(bool(walks.nodes[rows].any()))
        assert not underway[0]  # walks begin at the root
        assert (walks.waits[rows] == records.DESCENT).all()
        to_leaves(*arguments)

    monkeypatch.setattr(kernels, "to_leaves", walk)
    with monkeypatch.context() as patch:
        patch.setattr(network, "evaluate", evaluate)
        with pytest.raises(KeyboardInterrupt):
            searched(seeker, batch)
    assert any(underway)
    underway.clear()
    np.testing.assert_array_equal(searched(seeker, batch).values, expected)


def test_names_lead_to_searches_and_back() -> None:
    for name in (
        "search:100",
        "search:50:random",
        "search:50:heuristic",
        "search:20:trained",
    ):
        assert load_opponent(name).name == name
        assert pickle.loads(pickle.dumps(load_opponent(name))).name == name
    assert load_opponent("search:10", threads=2).threads == 2  # pyright: ignore[reportAttributeAccessIssue]
    for wrong in ("search", "search:", "search:many", "search:-3", "search:1", "search:10:nobody", "search:9999999999"):
        with pytest.raises(ValueError, match=r"simulations|opponent"):
            load_opponent(wrong)
    for manner in ("greedy", "0.5"):  # which would change nothing, but be another player on a ladder
        with pytest.raises(ValueError, match="asks a policy for its probabilities"):
            load_opponent(f"search:20:trained:{manner}")
    with pytest.raises(ValueError, match="cannot guide a search"):
        SearchOpponent(10, Opponent())


def test_plays_where_opponents_are_named() -> None:
    env = flank_envs.sample_game.env()  # pyright: ignore[reportAttributeAccessIssue]
    env.reset(seed=1)
    for _ in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else env.unwrapped.ask("search:5"))
    assert match(LAST_MATCH, "search:60", "random", GAMES).score > 0.7


def test_a_batch_can_be_asked_about() -> None:
    batch = make_batch(LAST_MATCH, 6, seed=3, autoreset=False)
    chance = batch.streams(4)
    while not (batch.to_act < 0).any():
        batch.step_random(chance)
    found = flank_envs.search(batch, "search:30", seed=2)
    over = batch.to_act < 0
    assert (found.visits[over] == 0).all()
    assert (found.visits[~over].sum(axis=1) == 29).all()
    assert all(bool(line) != bool(ended) for line, ended in zip(found.lines, over, strict=True))
    again = flank_envs.search(batch, SearchOpponent(30, RandomOpponent()), seed=2)
    np.testing.assert_array_equal(found.visits, again.visits)
    for wrong in ("x", batch.states, None):
        with pytest.raises(ValueError, match="give a batch of games"):
            flank_envs.search(wrong)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="does not search"):
        flank_envs.search(batch, "random")
    for seed in (-1, 2**32):
        with pytest.raises(ValueError, match=f"seed={seed}: give a whole number from 0 to {2**32 - 1}"):
            flank_envs.search(batch, "search:30", seed=seed)
