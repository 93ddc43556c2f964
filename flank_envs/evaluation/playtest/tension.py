"""How a game feels on the way, by the value that a policy gives each seat before its decisions."""

from dataclasses import dataclass

import numpy as np

from flank_envs.evaluation.playtest.balance import Share, share
from flank_envs.evaluation.playtest.games import Games


@dataclass(frozen=True)
class PhaseUse:
    """The decisions of one phase. A swing is what a seat's chance of winning changes until its next decision."""

    name: str
    part: float
    choices: float
    forced: float
    swing: float
    part_of_swings: float


@dataclass(frozen=True)
class Tension:
    """Chances are in parts of 1. `low` is half of an even one: a seat below is as good as beaten."""

    low: float
    fell_and_won: Share
    """Of the seats that once were below, how many won."""
    comebacks: Share
    """Of the games that one seat won alone, how many by one that once was below."""
    decided_at: float
    """The part of a game after which its winner stays as far above, in the mean."""
    phases: list[PhaseUse]
    swings: list[tuple[str, float, int]]
    """Choices in words with the largest mean swings, and how often they were taken."""


def tension(games: Games, enough: int = 30) -> Tension | None:
    """What the values tell; None without any."""
    log = games.log
    rows = np.flatnonzero(np.isfinite(log.value))
    if not len(rows):
        return None
    order = rows[np.lexsort((rows, log.seat[rows], log.game[rows]))]  # by game, seat, time
    game, seat = log.game[order], log.seat[order]
    now = chance(log.value[order], games.seats)
    goes_on = np.append((np.diff(game) == 0) & (np.diff(seat) == 0), False)
    final = chance(games.returns[game, seat], games.seats)
    swing = np.abs(np.where(goes_on, np.append(now[1:], 0), final) - now)
    low = 1 / (2 * games.seats)
    fell, won, lines = _per_seat(games, order, now < low)
    winner = games.winner
    decided = np.unique(game[winner[game] >= 0])
    came_back = np.isin(decided, game[(now < low) & (seat == winner[game])])
    return Tension(
        low,
        share(won[fell], lines[fell], 1 / games.seats),
        share(came_back, games.lines[decided]),
        _decided_at(games, order, now, low),
        _phases(games, order, swing),
        _swings(games, order, swing, enough),
    )


def chance(value: np.ndarray, seats: int) -> np.ndarray:
    """The chance of winning that an expected result stands for: the others share what the winner gets."""
    lost = -1 / (seats - 1)
    return np.clip((value - lost) / (1 - lost), 0, 1)


def _per_seat(games: Games, order: np.ndarray, below: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For every seat of evaluated games with a winner: whether it once was below, whether it won, and its line."""
    log, winner = games.log, games.winner
    place = log.game[order] * games.seats + log.seat[order]
    fell = np.bincount(place, below, minlength=len(winner) * games.seats).reshape(-1, games.seats) > 0
    won = winner[:, None] == np.arange(games.seats)
    counted = np.unique(log.game[order])
    counted = counted[winner[counted] >= 0]
    lines = games.lines[:, None] * np.uint64(games.seats) + np.arange(games.seats, dtype=np.uint64)
    return fell[counted].ravel(), won[counted].ravel(), lines[counted].ravel()


def _decided_at(games: Games, order: np.ndarray, now: np.ndarray, low: float) -> float:
    log, winner = games.log, games.winner
    game = log.game[order]
    begins = np.searchsorted(log.game, game)
    open_ = (log.seat[order] == winner[game]) & (now < 1 - low)
    last = np.zeros(len(winner))
    np.maximum.at(last, game[open_], (order - begins + 1)[open_] / games.decisions[game[open_]])
    counted = np.unique(game[winner[game] >= 0])
    return float(last[counted].mean()) if len(counted) else 1.0


def _phases(games: Games, order: np.ndarray, swing: np.ndarray) -> list[PhaseUse]:
    log = games.log
    phases = []
    for number, name in enumerate(games.game.phases):
        here, near = log.phase == number, log.phase[order] == number
        if here.any():
            phases.append(
                PhaseUse(
                    name,
                    float(here.mean()),
                    float(log.choices[here].mean()),
                    float((log.choices[here] == 1).mean()),
                    float(swing[near].mean()) if near.any() else 0.0,
                    float(swing[near].sum() / max(swing.sum(), 1e-9)),
                )
            )
    return phases


def _swings(games: Games, order: np.ndarray, swing: np.ndarray, enough: int) -> list[tuple[str, float, int]]:
    sentence = games.log.sentence[order]
    rows = [
        (text, float(swing[sentence == number].mean()), int((sentence == number).sum()))
        for number, text in enumerate(games.sentences)
        if (sentence == number).sum() >= enough
    ]
    return sorted(rows, key=lambda entry: -entry[1])
