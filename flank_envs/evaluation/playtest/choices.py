"""How often actions are used, and which early choices go with winning."""

from dataclasses import dataclass

import numpy as np

from flank_envs.engine.layout import Layout
from flank_envs.evaluation.playtest.balance import Share, share
from flank_envs.evaluation.playtest.games import WHOLE, Games

EARLY = 0.25  # of the decisions of a game
ENOUGH = 30  # games


@dataclass(frozen=True)
class BlockUse:
    """The actions of one block: how often a game uses them, and which it does not, by their places in the block."""

    name: str
    meaning: str
    a_game: float
    taken: float
    """Of the times that an action of the block was legal, how often it was chosen."""
    size: int
    unused: list[int]
    """Legal, but never chosen."""
    ignored: list[int]
    """Those of them that were legal once a game, in the mean."""
    never_legal: list[int]


def block_uses(games: Games) -> list[BlockUse]:
    layout: Layout = games.game.actions
    taken = np.bincount(games.log.action, minlength=layout.size)
    rows = []
    for block in layout.blocks:
        first = layout.start(block.name)
        offered, chosen = games.offered[first : first + block.size], taken[first : first + block.size]
        rows.append(
            BlockUse(
                block.name,
                block.meaning,
                float(chosen.sum() / len(games.decisions)),
                float(chosen.sum() / max(1, offered.sum())),
                block.size,
                [int(k) for k in np.flatnonzero((offered > 0) & (chosen == 0))],
                [int(k) for k in np.flatnonzero((offered >= len(games.decisions)) & (chosen == 0))],
                [int(k) for k in np.flatnonzero(offered == 0)],
            )
        )
    return rows


@dataclass(frozen=True)
class Use:
    """A choice in words, in the games looked at closely."""

    sentence: str
    taken: int
    in_games: float
    """The part of games in which somebody did so."""
    legal: int
    """In the games of which all that was legal is known in words."""
    taken_there: int


def uses(games: Games) -> list[Use]:
    """Every choice that anybody had, those taken most often first."""
    log = games.log
    known = log.sentence >= 0
    counts = np.bincount(log.sentence[known], minlength=len(games.sentences))
    pairs = np.unique(np.stack([log.sentence[known], log.game[known]]), axis=1)
    spread = np.bincount(pairs[0], minlength=len(games.sentences)) / max(1, games.close)
    there = np.bincount(log.sentence[known & (log.game < WHOLE)], minlength=len(games.sentences))
    choices = [
        Use(sentence, int(counts[k]), float(spread[k]), games.offers[sentence], int(there[k]))
        for k, sentence in enumerate(games.sentences)
    ]
    never = set(games.offers) - set(games.sentences)
    choices += [Use(sentence, 0, 0.0, games.offers[sentence], 0) for sentence in never]
    return sorted(choices, key=lambda use: (-use.taken, -use.legal, use.sentence))


@dataclass(frozen=True)
class Beginning:
    """A seat's very first choice: how often the seat that decides first makes it, and how often it wins."""

    sentence: str
    by_first: float
    by_others: float
    won: Share
    """Of the games in which one seat alone began so."""


def beginnings(games: Games) -> list[Beginning]:
    """All first choices, those that are made most often first."""
    log = games.log
    near = np.flatnonzero(log.sentence >= 0)
    _, begins = np.unique(log.game[near] * games.seats + log.seat[near], return_index=True)
    rows = near[begins]
    first = log.seat[rows] == games.first[log.game[rows]]
    first_choices = []
    for number in np.unique(log.sentence[rows]):
        here = log.sentence[rows] == number
        won = _won_alone(games, log.game[rows][here], log.seat[rows][here])
        first_choices.append(
            Beginning(
                games.sentences[number],
                float(here[first].mean()),
                float(here[~first].mean()) if (~first).any() else 0.0,
                won,
            )
        )
    return sorted(first_choices, key=lambda beginning: -(beginning.by_first + beginning.by_others))


@dataclass(frozen=True)
class Opening:
    """A choice that only one seat of a game took early, and how often that seat won."""

    sentence: str
    won: Share


def openings(games: Games) -> list[Opening]:
    """Early choices that go with winning or losing further than luck goes, the clearest first."""
    log = games.log
    begins = np.searchsorted(log.game, log.game)
    early = (np.arange(len(log.game)) - begins) < EARLY * games.decisions[log.game]
    chosen = early & (log.sentence >= 0)
    done = np.unique(np.stack([log.sentence[chosen], log.game[chosen], log.seat[chosen]]), axis=1)
    early_choices = []
    for number, sentence in enumerate(games.sentences):
        _, game, seat = done[:, done[0] == number]
        won = _won_alone(games, game, seat)
        if won.games >= ENOUGH and won.striking:
            early_choices.append(Opening(sentence, won))
    return sorted(early_choices, key=lambda o: -abs(o.won.part - o.won.even) * np.sqrt(o.won.games))


def _won_alone(games: Games, game: np.ndarray, seat: np.ndarray) -> Share:
    """How often these seats won the games with a winner in which no other seat is among them."""
    winner = games.winner
    alone = np.isin(game, np.flatnonzero(np.bincount(game, minlength=1) == 1)) & (winner[game] >= 0)
    return share(winner[game[alone]] == seat[alone], games.lines[game[alone]], 1 / games.seats)
