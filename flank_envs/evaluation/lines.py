"""Lines of play: which games of a match are one and the same, and how many independent games they are worth.

Two games are the same line of play if they have the same actions, the same result, and show every seat the same in the
end. What was dealt and never changed anything does not tell them apart. Players who leave little to chance play a few
lines over and over, and a line that is played again says nothing new about who is better: the games of a line are a
cluster that counts as one observation. Of N games, n_i of line i, the effective number is N² / sum(n_i²) (Kish's
effective sample size), which is N if all are distinct. If chance itself allows only a few lines, as in very small
games, repeats are independent draws, and this is conservative: intervals are wider than they need to be.
"""

import hashlib

import numpy as np

from flank_envs.engine.arrays import GameArrays

BYTES = 6  # of a line's number: of a million games two fall together once in 500 times
NOT_COUNTED = 0  # the line of a game of which only the result is known


def lines_of(games: GameArrays, role: int = 0) -> np.ndarray:
    """(games,) uint64: the line of each game; all are over, and their replays are kept.

    Where players sat otherwise a game is another one: `role` says how they sit.
    """
    lengths, actions = games.finished_actions()
    ends = np.concatenate([games.returns(), *(games.observe(seat) for seat in range(games.seats))], axis=1)
    lines = np.zeros(games.num_games, np.uint64)
    for i, length in enumerate(lengths.tolist()):
        digest = hashlib.blake2b(f"{role} {length} ".encode(), digest_size=BYTES)
        digest.update(actions[i, :length].tobytes())
        digest.update(ends[i].tobytes())
        lines[i] = int.from_bytes(digest.digest(), "little") or 1
    return lines


def distinct_games(lines: np.ndarray) -> int:
    """How many of these games are distinct; those whose line was not counted all are."""
    counted = lines[lines != NOT_COUNTED]
    return lines.size - counted.size + len(np.unique(counted))


def effective_games(lines: np.ndarray) -> float:
    """How many independent games these are worth."""
    counted = lines[lines != NOT_COUNTED]
    _, times = np.unique(counted, return_counts=True)
    return lines.size**2 / (lines.size - counted.size + int((times.astype(np.int64) ** 2).sum()))


def first_deals(lines: np.ndarray) -> np.ndarray:
    """(deals, seats): the first of the deals in which the line of each game was played."""
    own = np.repeat(np.arange(len(lines)), lines.shape[1]).reshape(lines.shape)
    _, first, line = np.unique(lines, return_index=True, return_inverse=True)
    return np.where(lines == NOT_COUNTED, own, own.ravel()[first][line.reshape(lines.shape)])


def distinct_text(games: int, distinct: int) -> str:
    """What follows a number of games: ", 2 distinct", or nothing if all are."""
    return f", {distinct} distinct" if distinct < games else ""
