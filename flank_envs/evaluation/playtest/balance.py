"""Who wins, with which options, how long it takes and how it ends."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from flank_envs.evaluation.arena import confidence
from flank_envs.evaluation.lines import distinct_games, effective_games
from flank_envs.evaluation.playtest.games import Games

UNLIKELY = 3.3  # standard deviations: luck alone goes so far once in a thousand times


@dataclass(frozen=True)
class Share:
    """A part of some games, its 95 % interval, and the part that would be even."""

    part: float
    interval: tuple[float, float]
    games: int
    even: float
    effective: float
    """How many independent games these are worth, where some repeat others."""

    @property
    def striking(self) -> bool:
        """Whether it is further from even than luck goes."""
        return abs(self.part - self.even) > UNLIKELY * np.sqrt(self.even * (1 - self.even) / max(1, self.effective))


def share(hits: np.ndarray, lines: np.ndarray, even: float = 0.5) -> Share:
    """The part of games in which something is so; games of the same line count as one."""
    if not len(hits):
        return Share(even, (0.0, 1.0), 0, even, 0.0)
    interval = confidence(hits.astype(float)[:, None], lines[:, None])
    return Share(float(hits.mean()), interval, len(hits), even, effective_games(lines))


@dataclass(frozen=True)
class Balance:
    """One player with one set of options."""

    player: str
    variant: str
    games: int
    distinct: int
    """How many of the games are distinct."""
    seats: list[Share]
    """Of the games that one seat won alone."""
    first: Share
    """Won by the seat that decided first."""
    tied: Share
    truncated: Share
    length: tuple[float, int, int]
    """Decisions: mean, 95th percentile, most."""


def balance(games: Games, player: str, variant: str) -> Balance:
    winner, lines, even = games.winner, games.lines, 1 / games.seats
    decided = winner >= 0
    return Balance(
        player,
        variant,
        len(winner),
        distinct_games(lines),
        [share(winner[decided] == seat, lines[decided], even) for seat in range(games.seats)],
        share(winner[decided] == games.first[decided], lines[decided], even),
        share(~decided & ~games.truncated, lines, 0.0),
        share(games.truncated, lines, 0.0),
        (float(games.decisions.mean()), int(np.percentile(games.decisions, 95)), int(games.decisions.max())),
    )


def endings(games: Games) -> list[tuple[str, Share]]:
    """How games end, most often first."""
    words = np.array(games.endings)
    return [(ending, share(words == ending, games.lines)) for ending, _ in Counter(games.endings).most_common()]


@dataclass(frozen=True)
class Pace:
    """How a game flows."""

    decisions: list[float]
    """5th percentile, median, mean, 95th percentile, most."""
    rounds: list[float]
    """Likewise; all 0 if the game counts none."""
    in_a_row: tuple[float, int]
    """Decisions of one seat before another decides: mean and 95th percentile."""
    choices: float
    """Legal actions of a decision, in the mean."""
    forced: float
    """The part of decisions that leave no choice."""


def pace(games: Games) -> Pace:
    log = games.log
    change = np.flatnonzero((np.diff(log.seat) != 0) | (np.diff(log.game) != 0))
    runs = np.diff(np.concatenate([[-1], change, [len(log.seat) - 1]]))
    return Pace(
        _spread(games.decisions),
        _spread(games.rounds),
        (float(runs.mean()), int(np.percentile(runs, 95))),
        float(log.choices.mean()),
        float((log.choices == 1).mean()),
    )


def _spread(values: np.ndarray) -> list[float]:
    low, middle, high = np.percentile(values, [5, 50, 95])
    return [float(low), float(middle), float(values.mean()), float(high), float(values.max())]
