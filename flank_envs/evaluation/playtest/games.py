"""Games between equal players, and what was decided in them."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from flank_envs.engine.batch import Batch
from flank_envs.engine.game import Game
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.evaluation.lines import lines_of
from flank_envs.opponents import Decisions, Opponent, load_opponent
from flank_envs.opponents.base import ask, decisions_for, decisions_in
from flank_envs.opponents.decisions import draws_to_act, new_draws, restricted_for

CHUNK = 250
WHOLE = 40  # games looked at closely in which all that was legal is put into words: that takes long
_CHOICES = np.uint64(0x9A7E57)  # sets the players' streams apart from those of the games
NUMBER = re.compile(r"\d+")


@dataclass
class Log:
    """One entry for every decision of all games, in the order of play."""

    game: np.ndarray
    seat: np.ndarray
    phase: np.ndarray
    action: np.ndarray
    choices: np.ndarray
    """How many actions were legal."""
    value: np.ndarray
    """What the seat's policy expected just before, not a number where nobody was asked."""
    sentence: np.ndarray
    """Which of `Games.sentences` it was, -1 where it was not put into words."""


@dataclass
class Games:
    """Whole games of a player against its like. `close` of them were evaluated and put into words."""

    game: Game
    options: dict[str, Any]
    close: int
    returns: np.ndarray
    decisions: np.ndarray
    truncated: np.ndarray
    rounds: np.ndarray
    endings: list[str]
    lines: np.ndarray
    """(games,) equal where one game repeats another."""
    log: Log
    offered: np.ndarray
    """(actions,) how often each action was legal."""
    sentences: list[str] = field(default_factory=list)
    offers: Counter[str] = field(default_factory=Counter)
    """In how many decisions of the first WHOLE games that were looked at closely something was legal, in words."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.returns.shape[1]

    @property
    def winner(self) -> np.ndarray:
        """(games,) the seat that won alone, or -1."""
        best = self.returns == self.returns.max(axis=1, keepdims=True)
        return np.where(best.sum(axis=1) == 1, best.argmax(axis=1), -1)

    @property
    def first(self) -> np.ndarray:
        """(games,) the seat that decided first."""
        _, begins = np.unique(self.log.game, return_index=True)
        return self.log.seat[begins]


def play(
    game: Game,
    player: Opponent,
    options: Mapping[str, Any],
    count: int,
    seed: int = 0,
    close: int = 0,
) -> Games:
    """`count` games of a player against its like, the first `close` of them looked at closely."""
    evaluator = evaluator_of(game, player)
    notes = _Notes(game, evaluator, close)
    for first in range(0, count, CHUNK):
        _chunk(game, player, options, first, min(CHUNK, count - first), seed, notes)
    return notes.games()


def evaluator_of(game: Game, player: Opponent) -> Opponent | None:
    """Whose values tell how a game goes: the player, or else the shipped policy."""
    if player.can("value", game):
        return player
    try:
        shipped = load_opponent("trained")
        return shipped if shipped.can("value", game) else None
    except ValueError:
        return None


def _chunk(
    game: Game, player: Opponent, options: Mapping[str, Any], first: int, count: int, seed: int, notes: "_Notes"
) -> None:
    batch = Batch(game, count, seed + first, options, autoreset=False, replays=True)
    streams = streams_of_seeds((np.uint64(seed + first) + np.arange(count, dtype=np.uint64)) ^ _CHOICES)
    draws = new_draws(streams, batch.seats)
    while len(rows := np.flatnonzero(batch.to_act >= 0)):
        moved = streams[rows]
        drawn = draws_to_act(draws, rows, batch.to_act, batch.seats)
        chosen = ask(player, decisions_for(player, batch, rows, moved, drawn))  # in arrays of its own to write into
        streams[rows] = moved
        notes.decided(first + rows, decisions_in(batch, rows, moved, drawn), chosen)
        actions = np.zeros(count, np.int32)
        actions[rows] = chosen
        batch.step(actions)
    notes.over(batch)


class _Notes:
    """Everything that is written down while games are played."""

    def __init__(self, game: Game, evaluator: Opponent | None, close: int) -> None:
        self.game, self.evaluator, self.close = game, evaluator, close
        self.offered = np.zeros(game.actions.size, np.int64)
        self.steps: list[tuple[np.ndarray, ...]] = []
        self.ends: list[tuple[np.ndarray, ...]] = []
        self.endings: list[str] = []
        self.numbers: dict[str, int] = {}
        self.offers: Counter[str] = Counter()
        self.options: dict[str, Any] = {}

    def decided(self, games: np.ndarray, decisions: Decisions, actions: np.ndarray) -> None:
        """A decision in each of these games."""
        states, masks = decisions.states, decisions.action_mask
        self.offered += masks.sum(axis=0, dtype=np.int64)
        values = np.full(len(games), np.nan, np.float32)
        sentences = np.full(len(games), -1, np.int32)
        near = np.flatnonzero(games < self.close)
        if len(near) and self.evaluator is not None:
            values[near] = self.evaluator.value(restricted_for(self.evaluator, decisions.rows(near)))
        for row in near:
            sentence = plain(self.game.view.describe(states[row], int(actions[row])))
            sentences[row] = self.numbers.setdefault(sentence, len(self.numbers))
            if games[row] < WHOLE:
                legal = np.flatnonzero(masks[row])
                self.offers.update({plain(self.game.view.describe(states[row], int(action))) for action in legal})
        choices = masks.sum(axis=1, dtype=np.int32)
        seats, phases = states["to_act"].copy(), states["phase"].copy()
        self.steps.append((games, seats, phases, actions, choices, values, sentences))

    def over(self, batch: Batch) -> None:
        """These games have ended."""
        self.options = batch.options
        states = batch.states
        rounds = np.array([self.game.view.round_number(state) for state in states])
        self.ends.append((batch.returns(), states["decisions"].copy(), states["limit"] > 0, rounds, lines_of(batch)))
        self.endings += [plain(": ".join(filter(None, self.game.view.status(state, None)))) for state in states]

    def games(self) -> Games:
        """All that was written down, game by game."""
        columns = [np.concatenate(parts) for parts in zip(*self.steps, strict=True)]
        order = np.argsort(columns[0], kind="stable")
        returns, decisions, truncated, rounds, lines = (np.concatenate(parts) for parts in zip(*self.ends, strict=True))
        return Games(
            game=self.game,
            options=dict(self.options),
            close=min(self.close, len(returns)),
            returns=returns,
            decisions=decisions,
            truncated=truncated,
            rounds=rounds,
            endings=self.endings,
            lines=lines,
            log=Log(*(column[order] for column in columns)),
            offered=self.offered,
            sentences=list(self.numbers),
            offers=self.offers,
        )


def plain(sentence: str) -> str:
    """A sentence without its numbers, so that lanes, zones and prices do not make it another one."""
    return NUMBER.sub("#", sentence)
