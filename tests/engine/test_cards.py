"""Bags and piles: nothing is lost, every card is as likely as the next one, and piles hold only what fits."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from flank_envs.engine.cards import lay_out, put_into_pile, take_random
from flank_envs.engine.rng import streams_of_seeds
from tests.games.sample_game import GAME

BAGS = st.lists(st.integers(0, 4), min_size=1, max_size=4)


def record(seed: int) -> np.record:
    states = GAME.blank(1, {})
    states["rng"] = streams_of_seeds(np.array([seed], np.uint64))
    return states[0]


@given(BAGS)
def test_a_bag_is_laid_out_kind_by_kind(bag: list[int]) -> None:
    pile = np.full(20, 9, np.int8)
    size = lay_out(np.array(bag, np.int8), pile)
    assert pile[:size].tolist() == [kind for kind, count in enumerate(bag) for _ in range(count)]
    assert (pile[size:] == 9).all()


@given(BAGS.filter(any), st.integers(0, 1000))
def test_what_is_taken_leaves_the_bag(bag: list[int], seed: int) -> None:
    state, left = record(seed), np.array(bag, np.int8)
    taken = [int(take_random(state, left)) for _ in range(sum(bag))]
    assert not left.any()
    assert Counter(taken) == Counter({kind: count for kind, count in enumerate(bag) if count})


def test_every_card_of_a_bag_is_as_likely_as_the_next_one() -> None:
    state = record(7)
    taken = Counter(int(take_random(state, np.array([1, 0, 3], np.int8))) for _ in range(4000))
    assert taken[1] == 0
    assert abs(taken[0] / 4000 - 1 / 4) < 0.03


@given(BAGS, st.data())
def test_a_pile_is_filled_with_what_fits(bag: list[int], data: st.DataObject) -> None:
    fit = [data.draw(st.integers(0, count + 1)) for count in bag]
    most = sum(map(min, bag, fit))
    size = data.draw(st.integers(0, most))
    hidden, room, pile = np.array(bag, np.int8), np.array(fit, np.int8), np.full(20, 9, np.int8)
    put_into_pile(record(data.draw(st.integers(0, 1000))), hidden, room, pile, size)
    inside = [int((pile[:size] == kind).sum()) for kind in range(len(bag))]
    assert sum(inside) == size
    assert all(count <= most_of_kind for count, most_of_kind in zip(inside, map(min, bag, fit), strict=True))
    assert hidden.tolist() == [count - gone for count, gone in zip(bag, inside, strict=True)]
    assert room.tolist() == [count - gone for count, gone in zip(fit, inside, strict=True)]
    assert (pile[size:] == 9).all()


def test_a_pile_is_filled_by_chance() -> None:
    """One place, and a bag in which three cards of kind 0 and one of kind 1 fit."""
    state, first = record(11), Counter()
    for _ in range(4000):
        pile = np.zeros(1, np.int8)
        put_into_pile(state, np.array([5, 1], np.int8), np.array([3, 2], np.int8), pile, 1)
        first[int(pile[0])] += 1
    assert abs(first[1] / 4000 - 1 / 4) < 0.03
