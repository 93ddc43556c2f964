"""Random numbers from one 64-bit word: xoroshiro64** (Blackman and Vigna), two 32-bit halves in a uint64.

The word of the chance events lives in the game's record; players who choose at random have streams of their own, so
their choices never disturb the cards. Products of 32-bit numbers fit 64 bits: the functions also run uncompiled.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_SCRAMBLE = np.uint64(0x9E3779BB)
_FIVE = np.uint64(5)


@rule
def _rotate(x, left):
    return ((x << np.uint64(left)) | (x >> np.uint64(32 - left))) & _LOW


@rule
def output(word):
    """The 32 random bits that belong to this word."""
    return (_rotate(((word & _LOW) * _SCRAMBLE) & _LOW, 5) * _FIVE) & _LOW


@rule
def following(word):
    """The word after this one."""
    a = word & _LOW
    b = (word >> _HALF) ^ a
    a = _rotate(a, 26) ^ b ^ ((b << np.uint64(9)) & _LOW)
    return a | (_rotate(b, 13) << _HALF)


@rule
def scaled(bits, n):
    """32 random bits as a number in 0..n-1; the bias is below n / 2**32."""
    return np.int64((bits * np.uint64(n)) >> _HALF)


@rule
def below(state, n):
    """A random number in 0..n-1 from the stream of a game."""
    bits = output(state.rng)
    state.rng = following(state.rng)
    return scaled(bits, n)


@rule
def shuffle(state, cards, count):
    """Shuffle the first `count` entries of `cards` in place."""
    for last in range(count - 1, 0, -1):
        k = below(state, last + 1)
        card = cards[last]
        cards[last] = cards[k]
        cards[k] = card


@rule
def stream_below(streams, i, n):
    """A random number in 0..n-1 from streams[i]."""
    bits = output(streams[i])
    streams[i] = following(streams[i])
    return scaled(bits, n)


@rule
def random_legal(mask, streams, i):
    """A uniformly random legal action of the row `mask`; 0 if there is none, as in a game that is over."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    if count == 0:
        return 0
    left = stream_below(streams, i, count)
    action = 0
    while True:
        if mask[action]:
            if left == 0:
                return action
            left -= 1
        action += 1


@rule
def new_stream(streams, i):
    """A stream of its own, made of the next bits of streams[i]."""
    high = output(streams[i])
    streams[i] = following(streams[i])
    low = output(streams[i])
    streams[i] = following(streams[i])
    return (high << _HALF) | low | np.uint64(1)  # never the word 0, which xoroshiro cannot leave


_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _UNMIX_1 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x96DE1B173F119089)
_MIX_2, _UNMIX_2 = np.uint64(0x94D049BB133111EB), np.uint64(0x319642B2D24D8EC3)


def streams_of_seeds(seeds: np.ndarray) -> np.ndarray:
    """The stream that each 64-bit seed stands for: a one-to-one mixing, so neighbouring seeds differ everywhere."""
    x = np.atleast_1d(seeds).astype(np.uint64) + _GOLDEN
    x = (x ^ (x >> np.uint64(30))) * _MIX_1
    x = (x ^ (x >> np.uint64(27))) * _MIX_2
    x = x ^ (x >> np.uint64(31))
    x[x == 0] = _GOLDEN  # the one word xoroshiro cannot leave
    return x


def seeds_of_streams(streams: np.ndarray) -> np.ndarray:
    """The inverse of `streams_of_seeds`: every stream, also in mid-run, has a seed that a replay can name."""
    x = np.atleast_1d(streams).astype(np.uint64)
    x = x ^ (x >> np.uint64(31)) ^ (x >> np.uint64(62))
    x = x * _UNMIX_2
    x = x ^ (x >> np.uint64(27)) ^ (x >> np.uint64(54))
    x = x * _UNMIX_1
    x = x ^ (x >> np.uint64(30)) ^ (x >> np.uint64(60))
    return x - _GOLDEN
