"""What is used and what never, and which early choices go with winning."""

from dataclasses import dataclass

import numpy as np

from flank_envs.core.layout import Layout
from flank_envs.playtest.balance import Share, share
from flank_envs.playtest.games import Games

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
    found = []
    for block in layout.blocks:
        first = layout.start(block.name)
        offered, chosen = games.offered[first : first + block.size], taken[first : first + block.size]
        found.append(
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
    return found


@dataclass(frozen=True)
class Use:
    """A choice in words, in the games looked at closely."""

    sentence: str
    legal: int
    taken: int
    in_games: float
    """The part of games in which somebody did so."""


def uses(games: Games) -> list[Use]:
    """Every choice that anybody had, those taken most often first."""
    log = games.log
    known = log.sentence >= 0
    counts = np.bincount(log.sentence[known], minlength=len(games.sentences))
    pairs = np.unique(np.stack([log.sentence[known], log.game[known]]), axis=1)
    spread = np.bincount(pairs[0], minlength=len(games.sentences)) / max(1, games.close)
    number = {sentence: k for k, sentence in enumerate(games.sentences)}
    found = [
        Use(told, legal, int(counts[number[told]]), float(spread[number[told]]))
        if told in number
        else Use(told, legal, 0, 0.0)
        for told, legal in games.offers.items()
    ]
    return sorted(found, key=lambda use: (-use.taken, -use.legal, use.sentence))


@dataclass(frozen=True)
class Opening:
    """A choice that only one seat of a game took early, and how often that seat won."""

    sentence: str
    won: Share


def openings(games: Games) -> list[Opening]:
    """Early choices that go with winning or losing further than luck goes, the clearest first."""
    log, winner = games.log, games.winner
    begins = np.searchsorted(log.game, log.game)
    early = (np.arange(len(log.game)) - begins) < EARLY * games.decisions[log.game]
    chosen = early & (log.sentence >= 0) & (winner[log.game] >= 0)
    done = np.unique(np.stack([log.sentence[chosen], log.game[chosen], log.seat[chosen]]), axis=1)
    found = []
    for number, sentence in enumerate(games.sentences):
        _, game, seat = done[:, done[0] == number]
        alone = np.isin(game, np.flatnonzero(np.bincount(game, minlength=1) == 1))
        won = share(winner[game[alone]] == seat[alone], 1 / games.seats)
        if won.games >= ENOUGH and won.striking:
            found.append(Opening(sentence, won))
    return sorted(found, key=lambda o: -abs(o.won.part - o.won.even) * np.sqrt(o.won.games))
