"""Features of every game that has any: of legal actions, in their ranges, a function of what the seat may know."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.layout import Layout
from flank_envs.engine.positions import CHUNK, FeatureRows, features, need_features
from tests.conformance.play import masks, option_sets, positions, sample
from tests.conformance.test_hidden import determinized
from tests.games.sample_game import GAME as LAST_MATCH

Compute = Callable[[np.ndarray, int], FeatureRows]  # the features of records for a seat


def compute(game: Game, states: np.ndarray, seats: np.ndarray, scratch: np.ndarray, numbers: int) -> FeatureRows:
    """The features in memory that holds other things beforehand: this record, this number, and no numbers at all."""
    layouts = need_features(game)
    room = 2 * layouts.most_actions * len(states)  # so that too many are seen here, and break nothing
    state = np.full((len(states), layouts.state.size), np.nan, np.float32)
    rows, actions = np.full(room, -1), np.full(room, -1)
    values = np.full((room, layouts.actions.size), np.nan, np.float32)
    work = np.full(layouts.numbers, numbers)
    count = kernels.write_features(states, seats, scratch.copy(), work, state, rows, actions, values)
    return FeatureRows(state, rows[:count], actions[:count], values[:count])


def same(one: FeatureRows, other: FeatureRows) -> bool:
    """Bit for bit."""
    return all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


def deciders(states: np.ndarray) -> np.ndarray:
    return np.maximum(states["to_act"], 0).astype(np.int64)


def outside(layout: Layout, values: np.ndarray) -> list[str]:
    """The blocks with values outside their ranges, and between what these lie."""
    inside = (values >= layout.low) & (values <= layout.high)
    blocks = zip(layout.blocks, layout.split(inside).values(), layout.split(values).values(), strict=True)
    return [f"{block.name}: {found.min()} to {found.max()}" for block, good, found in blocks if not good.all()]


def test_rows_are_of_legal_actions_each_once(game_with_features: Game) -> None:
    game = game_with_features
    for options in option_sets(game):
        states = positions(game, sample(2000, 20), **options)
        blank = np.zeros(1, game.state)
        found, legal = compute(game, states, deciders(states), blank, 0), masks(game, states)
        assert len(found.rows) > 0
        assert legal[found.rows, found.actions].all()
        assert len(set(zip(found.rows.tolist(), found.actions.tolist(), strict=True))) == len(found.rows)
        assert (np.diff(found.rows) >= 0).all()
        assert np.bincount(found.rows).max() <= need_features(game).most_actions
        for seat in range(game.players(options)):
            rows = compute(game, states, np.full(len(states), seat), blank, 0).rows
            assert (states["to_act"][rows] == seat).all()


def test_values_are_in_their_ranges(game_with_features: Game) -> None:
    """For the seat to act and for all others, over random play and games that are over."""
    layouts = need_features(game_with_features)
    for options in option_sets(game_with_features):
        states = positions(game_with_features, sample(2000, 20), **options)
        for seat in range(game_with_features.players(options)):
            found = features(game_with_features, states, seat)
            assert outside(layouts.state, found.state) == [], options
            assert outside(layouts.actions, found.values) == [], options


def test_most_values_are_used(game_with_features: Game) -> None:
    states = np.concatenate(
        [positions(game_with_features, sample(500, 50), **options) for options in option_sets(game_with_features)]
    )
    found = features(game_with_features, states)
    for values in (found.state, found.values):
        assert (values.std(0) > 0).mean() > sample(70, 40) / 100


def test_games_that_are_over_have_none(game_with_features: Game) -> None:
    states = positions(game_with_features, sample(300, 20))
    found, over = features(game_with_features, states), states["over"] > 0
    assert over.any()
    assert not found.state[over].any()
    assert not over[found.rows].any()


def test_what_lies_in_the_memory_makes_no_difference(game_with_features: Game) -> None:
    """Nor do other rows, and nothing is left behind in the records."""
    game = game_with_features
    for options in option_sets(game):
        states = positions(game, sample(400, 8), **options)
        before, seats = states.tobytes(), deciders(states)
        other = states[-1:]
        full = np.frombuffer(b"\x5a" * game.state.itemsize, game.state)
        expected = features(game, states)
        for scratch, number in ((np.zeros_like(other), 0), (other, 1), (states[:1], 17), (full, -1), (full, 90)):
            assert same(compute(game, states, seats, scratch, number), expected), options
        assert states.tobytes() == before
        assert same(FeatureRows.join([features(game, states[k : k + 1]) for k in range(len(states))]), expected)
        backwards = np.arange(len(states))[::-1]
        assert same(features(game, states[backwards]), expected.take(backwards))


def test_more_positions_than_are_looked_at_together(game_with_features: Game) -> None:
    states = positions(game_with_features, sample(600, 50))
    many = np.resize(np.arange(len(states)), 2 * CHUNK + 90)
    if sample(1, 0):
        assert same(features(game_with_features, states[many]), features(game_with_features, states).take(many))


def leaks(game: Game, compute: Compute, seats: int, states: np.ndarray) -> list[str]:
    """The blocks, or "actions", in which features of a seat change when all that it cannot know is drawn anew."""
    layouts, found = need_features(game), set()
    for seat in range(seats):
        one, other = compute(states, seat), compute(determinized(states, seat, seed=17), seat)
        pairs = [(layouts.state, one.state, other.state)]
        if one.rows.tobytes() + one.actions.tobytes() == other.rows.tobytes() + other.actions.tobytes():
            pairs.append((layouts.actions, one.values, other.values))
        else:
            found.add("actions")
        for layout, values, others in pairs:
            split = zip(layout.split(values).items(), layout.split(others).values(), strict=True)
            found |= {name for (name, a), b in split if a.tobytes() != b.tobytes()}
    return sorted(found)


def test_nothing_leaks(game_with_features: Game) -> None:
    """In every phase, under every option, for all seats: hidden things change nothing, to the last bit."""
    game = game_with_features
    for options in option_sets(game):
        states = positions(game, sample(1500, 10), seed=3, **options)
        found = leaks(game, lambda states, seat: features(game, states, seat), game.players(options), states)
        assert found == [], options


def with_leak(game: Game, leak: Callable[..., None]) -> Compute:
    """The features of a game, to which a leak adds something: one record after the other, as the kernel does it."""
    layouts = need_features(game)

    def compute(states: np.ndarray, seat: int) -> FeatureRows:
        scratch, numbers = np.zeros(1, game.state), np.zeros(layouts.numbers, np.int64)
        parts = []
        for state in states:
            out = np.zeros(layouts.state.size, np.float32)
            actions = np.zeros(layouts.most_actions, np.int64)
            values = np.zeros((layouts.most_actions, layouts.actions.size), np.float32)
            count = 0
            if not state.over:
                count = game.rules.features(state, np.int64(seat), scratch, numbers, out, actions, values)  # pyright: ignore
                leak(state, seat, out, values[:count])
            parts.append(FeatureRows(out[None], np.zeros(count, np.int64), actions[:count], values[:count]))
        return FeatureRows.join(parts)

    return compute


def of_future(state: Any, seat: int, out: np.ndarray, values: np.ndarray) -> None:
    out[0] += state.rng % 7


def of_pass(state: Any, seat: int, out: np.ndarray, values: np.ndarray) -> None:
    values[:, -1] += state.passes[1 - seat]


def nothing(state: Any, seat: int, out: np.ndarray, values: np.ndarray) -> None: ...


def test_a_planted_leak_is_caught(game_with_features: Game) -> None:
    """Whoever knows what will be drawn next is found out; without the leak the same way of computing is clean."""
    game, states = game_with_features, positions(game_with_features, sample(60, 8))
    seats, first = game.players({}), need_features(game).state.blocks[0].name
    assert leaks(game, with_leak(game, of_future), seats, states) == [first]
    assert leaks(game, with_leak(game, nothing), seats, states) == []
    expected, found = features(game, states, 0), with_leak(game, nothing)(states, 0)
    assert same(found, expected)


def test_a_leak_in_the_values_of_actions_is_caught() -> None:
    """Whether the opponent holds a pass."""
    states = positions(LAST_MATCH, 60)
    assert leaks(LAST_MATCH, with_leak(LAST_MATCH, of_pass), 2, states) == ["leaves"]


def test_rows_can_be_taken_and_joined(game_with_features: Game) -> None:
    states = positions(game_with_features, sample(50, 10))
    everything = features(game_with_features, states)
    which = np.array([3, 0, len(states) - 1, 3, 5])
    assert same(everything.take(which), features(game_with_features, states[which]))
    halves = [features(game_with_features, part) for part in (states[:4], states[4:])]
    assert same(FeatureRows.join(halves), everything)


@pytest.mark.parametrize("part", ["state", "actions"])
def test_layouts_say_what_they_mean(game_with_features: Game, part: str) -> None:
    layout = getattr(need_features(game_with_features), part)
    assert layout.size > 0
    for block in layout.blocks:
        assert block.low < block.high
        assert block.meaning.strip()
