"""The random streams: the published generator, seeds both ways, fair shuffles."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from flank_envs import all_games
from flank_envs.engine.rng import following, output, seeds_of_streams, shuffle, stream_below, streams_of_seeds


def reference(s0: int, s1: int, count: int) -> list[int]:
    """xoroshiro64** as its authors publish it, in plain integers."""

    def rotl(x: int, k: int) -> int:
        return ((x << k) | (x >> (32 - k))) & 0xFFFFFFFF

    found = []
    for _ in range(count):
        found.append((rotl((s0 * 0x9E3779BB) & 0xFFFFFFFF, 5) * 5) & 0xFFFFFFFF)
        s1 ^= s0
        s0 = rotl(s0, 26) ^ s1 ^ ((s1 << 9) & 0xFFFFFFFF)
        s1 = rotl(s1, 13)
    return found


@given(st.integers(1, 2**64 - 1))
def test_the_published_generator(word: int) -> None:
    expected = reference(word & 0xFFFFFFFF, word >> 32, 5)
    state = np.uint64(word)
    for value in expected:
        assert int(output(state)) == value
        state = np.uint64(following(state))


@given(st.integers(0, 2**64 - 1))
def test_every_stream_has_a_seed(seed: int) -> None:
    streams = streams_of_seeds(np.array([seed], np.uint64))
    assert streams[0] != 0
    assert np.array_equal(streams_of_seeds(seeds_of_streams(streams)), streams)


def test_seeds_are_mixed_as_published() -> None:
    """The first numbers of SplitMix64 from 0 and from 1234567."""
    streams = streams_of_seeds(np.array([0, 1234567], np.uint64))
    assert streams.tolist() == [0xE220A8397B1DCDAF, 6457827717110365317]


def test_seeds_come_back() -> None:
    seeds = np.arange(10_000, dtype=np.uint64)
    assert np.array_equal(seeds_of_streams(streams_of_seeds(seeds)), seeds)
    assert len(np.unique(streams_of_seeds(seeds))) == len(seeds)


def test_draws_are_uniform() -> None:
    streams = streams_of_seeds(np.array([1]))
    counts = np.bincount([stream_below(streams, 0, 7) for _ in range(7000)], minlength=7)
    assert counts.min() > 880
    assert counts.max() < 1120


def test_shuffles_reach_all_orders_equally_often() -> None:
    state = next(iter(all_games().values())).blank(1, {})[0]
    state.rng = 12345
    found: dict[tuple, int] = {}
    for _ in range(6000):
        cards = np.arange(3, dtype=np.int8)
        shuffle(state, cards, 3)
        found[tuple(cards)] = found.get(tuple(cards), 0) + 1
    assert len(found) == 6
    assert min(found.values()) > 880
