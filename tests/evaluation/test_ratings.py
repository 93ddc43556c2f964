"""Ratings: each lies in its interval, whoever met whom, however often and however clearly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flank_envs.evaluation import arena
from flank_envs.evaluation.arena import Rating, ratings
from tests.lines import all_distinct

Scores = dict[tuple[int, int], np.ndarray]


def meetings(strengths: list[float], deals: int, seats: int, seed: int) -> Scores:
    """What players of these strengths may score against each other, (deals, seats) for every ordered pair."""
    rng = np.random.default_rng(seed)
    found: Scores = {}
    for a, one in enumerate(strengths):
        for b, other in enumerate(strengths):
            if a != b:
                chance = 1 / (1 + (seats - 1) * np.exp(np.clip(other - one, -50, 50)))
                found[a, b] = (rng.random((deals, seats)) < chance).astype(float)
                if seats == 2 and b < a:
                    found[a, b] = 1 - found[b, a][:, ::-1]
    return found


def rated(scores: Scores, players: int, seats: int) -> list[Rating]:
    lines = {pair: all_distinct(values) for pair, values in scores.items()}
    return ratings([f"player {number}" for number in range(players)], scores, lines, seats, seed=0)


@settings(max_examples=30)
@given(
    strengths=st.lists(st.sampled_from([-8.0, -3.0, -0.5, 0.0, 0.5, 3.0, 8.0]), min_size=2, max_size=6),
    deals=st.sampled_from([1, 2, 10, 200]),
    seats=st.sampled_from([2, 3]),
    seed=st.integers(0, 100),
)
def test_a_rating_lies_in_its_interval(strengths: list[float], deals: int, seats: int, seed: int) -> None:
    for rating in rated(meetings(strengths, deals, seats, seed), len(strengths), seats):
        low, high = rating.interval
        assert low <= rating.rating <= high
        assert np.isfinite([low, high]).all()


def test_a_rating_is_no_end_of_its_interval() -> None:
    """Five players, each of whom always beats those after: nobody's interval ends at the rating itself."""
    for rating in rated(meetings([16.0, 8.0, 0.0, -8.0, -16.0], 100, 2, 0), 5, 2):
        assert rating.interval[0] + 20 < rating.rating < rating.interval[1] - 20


def test_intervals_shrink_with_the_number_of_deals() -> None:
    """Four times the deals: about half as wide."""

    def width(deals: int) -> float:
        ratings = rated(meetings([0.5, 0.0, -0.5], deals, 2, 1), 3, 2)
        return float(np.mean([high - low for low, high in (rating.interval for rating in ratings)]))

    for deals in (100, 400):
        assert width(4 * deals) == pytest.approx(width(deals) / 2, rel=0.25)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Players of middling strengths: 95 % of intervals, give or take what 120 of them leave to luck."""
    true = np.array([0.8, 0.2, -1.0])
    held = [
        rating.interval[0] <= strength * arena.ELO <= rating.interval[1]
        for trial in range(40)
        for rating, strength in zip(rated(meetings(list(true), 50, 2, trial), 3, 2), true, strict=True)
    ]
    assert 0.9 <= np.mean(held) <= 0.99


def test_the_order_of_the_players_does_not_matter() -> None:
    scores = meetings([1.0, 0.0, -2.0], 50, 2, 3)
    turned = {(2 - a, 2 - b): values for (a, b), values in scores.items()}
    there, back = rated(scores, 3, 2), rated(turned, 3, 2)[::-1]
    for one, other in zip(there, back, strict=True):
        assert one.rating == pytest.approx(other.rating, abs=1e-6)
