"""Round robins of duplicate matches between opponents, with scores, ratings and their intervals.

For every ordered pair one A plays against B in all other seats. Each deal is played once with A in every seat, so that
luck of the cards and of the seat falls on both sides alike. A win counts 1, a win shared by n players 1/n.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations, starmap
from typing import Any, NamedTuple

import numpy as np

from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game, get_game
from flank_envs.evaluation.lines import distinct_games, distinct_text, effective_games, first_deals, lines_of
from flank_envs.evaluation.seeds import ARENA
from flank_envs.opponents import AnyOpponent, Opponent, load_opponent
from flank_envs.opponents.seats import SeatGames

__all__ = ["Pairing", "Rating", "Result", "match", "round_robin"]

CHUNK = 512  # deals at a time
Calls = Callable[[Callable[..., Any], Iterable[tuple]], Iterator[Any]]  # like starmap, and in the same order
SHARED_CHUNK = 64  # small enough that many machines have something to play
BOOTSTRAPS = 200
FEW = 30  # deals
ELO = 400 / np.log(10)
SEES_EVERYTHING = "*"  # follows the name of a player who is given the true records
FOOTNOTE = f"{SEES_EVERYTHING} sees everything, also what its seat cannot know"


@dataclass(frozen=True)
class Pairing:
    """One A against B in all other seats."""

    a: str
    b: str
    games: int
    wins: int
    ties: int
    losses: int
    score: float
    interval: tuple[float, float]
    seat_scores: list[float]
    mean_decisions: float
    distinct: int
    """How many of the games are distinct: between players that leave little to chance games repeat."""


@dataclass(frozen=True)
class Rating:
    """A strength on the Elo scale; the mean of all players is 0, or one of them is."""

    player: str
    rating: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Result:
    """A whole round robin."""

    game: str
    options: dict[str, Any]
    players: list[str]
    seed: int
    pairings: list[Pairing]
    ratings: list[Rating]

    def as_json(self) -> dict[str, Any]:
        """All of it as dicts, lists and numbers, for json.dump."""
        return asdict(self)


def round_robin(
    game: str | Game,
    players: Sequence[AnyOpponent],
    games: int = 1000,
    seed: int = ARENA.first,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[str], None] = lambda line: None,
    calls: Calls = starmap,
) -> Result:
    """Every player against every other, about `games` games for each pair (a whole number of deals).

    `players` are at least two names, files or Opponents; `progress` gets a line for each pair. The same `seed` gives
    the same deals and results, also with `calls` that play parts of it elsewhere (see flank_envs.evaluation.cluster).
    """
    game = get_game(game)
    opponents = [load_opponent(player) for player in players]
    if len(opponents) < 2:
        raise ValueError(f"{len(opponents)} players were given: give at least two")
    for opponent in opponents:
        opponent.check_compatible(game, options or {})  # before the first game, not when its turn comes
    seats = game.players(options or {})
    names = _distinct([marked(opponent.name, opponent) for opponent in opponents])
    pairings, scores, lines = [], {}, {}
    for (a, b), played in _play_pairs(game, opponents, _deals(games, seats), seed, options, calls):
        met = _pairing(names[a], names[b], played)
        pairings.append(met)
        scores[a, b], lines[a, b] = shares(played.returns), played.lines
        if not _is_mirrored(a, b, seats):
            progress(f"{met.a} v {met.b}: {met.score:.1%} of {met.games} games{distinct_text(met.games, met.distinct)}")
    return Result(game.name, dict(options or {}), names, seed, pairings, ratings(names, scores, lines, seats, seed))


def _deals(games: int, seats: int) -> int:
    """So many deals that there are at least as many games, one with A in each seat."""
    return -(-whole_number(games, "games", 1, ARENA.count) // seats)


def _is_mirrored(a: int, b: int, seats: int) -> bool:
    """Whether the games of A against B are those of B against A, seen from the other side."""
    return seats == 2 and b < a


def _play_pairs(
    game: Game, opponents: list[Opponent], deals: int, seed: int, options: Mapping[str, Any] | None, calls: Calls
) -> "Iterator[tuple[tuple[int, int], Played]]":
    """The games of every ordered pair; all of them are underway before the first ones are waited for."""
    seats = game.players(options or {})
    pairs = list(permutations(range(len(opponents)), 2))
    underway = {
        (a, b): _start(game, opponents[a], opponents[b], deals, seed, options, calls)
        for a, b in pairs
        if not _is_mirrored(a, b, seats)
    }
    played: dict[tuple[int, int], Played] = {}
    for a, b in pairs:
        if (a, b) in underway:
            played[a, b] = _gather(underway.pop((a, b)), deals, seats)
        else:
            back = played[b, a]
            played[a, b] = Played(back.returns[:, ::-1, ::-1], back.decisions[:, ::-1], back.lines[:, ::-1])
        yield (a, b), played[a, b]


def match(
    game: str | Game,
    a: AnyOpponent,
    b: AnyOpponent,
    games: int = 1000,
    seed: int = ARENA.first,
    options: Mapping[str, Any] | None = None,
) -> Pairing:
    """One A against B in all other seats, about `games` games (a whole number of deals); the score is A's.

    Both are names, files or Opponents. The same `seed` gives the same deals and results.
    """
    game, one, other = get_game(game), load_opponent(a), load_opponent(b)
    played = play(game, one, other, _deals(games, game.players(options or {})), seed, options)
    return _pairing(marked(one.name, one), marked(other.name, other), played)


def marked(name: str, opponent: Opponent) -> str:
    """The name of a player in results, with a star if it sees everything."""
    return f"{name}{SEES_EVERYTHING}" if opponent.needs_full_state else name


class Played(NamedTuple):
    """Every deal with A in each seat."""

    returns: np.ndarray  # (deals, seats of A, players) float32: results, A's first
    decisions: np.ndarray  # (deals, seats of A) int32: how many there were
    lines: np.ndarray  # (deals, seats of A) uint64: equal where the game is the same


def play(game: Game, a: Opponent, b: Opponent, deals: int, seed: int, options: Mapping[str, Any] | None) -> Played:
    """Every deal with A in each seat and B in all others."""
    return _gather(_start(game, a, b, deals, seed, options, starmap), deals, game.players(options or {}))


Chunk = tuple[int, int, Played]  # the seat of A, the first deal, and the games with A there


def _start(
    game: Game, a: Opponent, b: Opponent, deals: int, seed: int, options: Mapping[str, Any] | None, calls: Calls
) -> Iterator[Chunk]:
    """The parts of `play`, as they are played."""
    options = dict(options or {})
    seats, size = game.players(options), CHUNK if calls is starmap else SHARED_CHUNK
    firsts = range(0, deals, size)
    jobs = [(game, a, b, s, first, min(size, deals - first), seed, options) for s in range(seats) for first in firsts]
    return calls(_play_chunk, jobs)


def _play_chunk(
    game: Game, a: Opponent, b: Opponent, seat: int, first: int, deals: int, seed: int, options: Mapping[str, Any]
) -> Chunk:
    """Some deals with A in one seat. Opponents are arguments of their own: each is sent to a machine once."""
    others = [b] * (game.players(options) - 1)
    table = SeatGames(game, deals, [a, *others], seat, options, learner=False, choices=seat, replays=True)
    table.reset(seed + first)
    results = np.roll(table.reward, -seat, axis=1)
    return seat, first, Played(results, table.states["decisions"].copy(), lines_of(table, seat))


def _gather(chunks: Iterator[Chunk], deals: int, seats: int) -> Played:
    """The parts of `play` in their places."""
    played = Played(
        returns=np.zeros((deals, seats, seats), np.float32),
        decisions=np.zeros((deals, seats), np.int32),
        lines=np.zeros((deals, seats), np.uint64),
    )
    for seat, first, games in chunks:
        for target, part in zip(played, games, strict=True):
            target[first : first + len(part), seat] = part
    return played


def shares(returns: np.ndarray) -> np.ndarray:
    """A's share of the win in each game of `play`, (deals, seats of A): 1 alone, 1/n together with others."""
    best = returns == returns.max(axis=2, keepdims=True)
    return best[:, :, 0] / best.sum(axis=2)


def _pairing(a: str, b: str, played: Played) -> Pairing:
    return pairing(a, b, shares(played.returns), played.lines, float(played.decisions.mean()))


def pairing(a: str, b: str, scores: np.ndarray, lines: np.ndarray, mean_decisions: float) -> Pairing:
    """What the shares of A in games against B come to."""
    return Pairing(
        a=a,
        b=b,
        games=scores.size,
        wins=int((scores == 1).sum()),
        ties=int(((scores > 0) & (scores < 1)).sum()),
        losses=int((scores == 0).sum()),
        score=float(scores.mean()),
        interval=confidence(scores, lines),
        seat_scores=[float(s) for s in scores.mean(axis=0)],
        mean_decisions=mean_decisions,
        distinct=distinct_games(lines),
    )


def confidence(scores: np.ndarray, lines: np.ndarray) -> tuple[float, float]:
    """Wilson's 95 % interval, for as many games as would scatter like these deals; open even when all are won.

    Both are (deals, seats). Games that repeat count as one, so that there are fewer deals than were played.
    """
    games = effective_games(lines)
    deals, deal_scores = games / scores.shape[1], scores.mean(axis=1)
    score = float(deal_scores.mean())
    scatter = float(deal_scores.var()) * deals / (deals - 1) if deals > 1 else 0.0
    equivalent = games if scatter < 1e-12 else deals * score * (1 - score) / scatter
    share = 1.96**2 / equivalent
    middle, margin = score + share / 2, 1.96 * np.sqrt(score * (1 - score) / equivalent + share / equivalent / 4)
    low, high = (middle - margin) / (1 + share), (middle + margin) / (1 + share)
    return max(0.0, min(score, float(low))), min(1.0, max(score, float(high)))  # rounding must not leave the score out


def ratings(
    names: Sequence[str],
    scores: Mapping[tuple[int, int], np.ndarray],
    lines: Mapping[tuple[int, int], np.ndarray],
    seats: int,
    seed: int,
    anchor: int | None = None,
) -> list[Rating]:
    """Bradley-Terry strengths, with intervals from deals that are weighted anew; the player `anchor` has 0.

    Pairs may have met in different numbers of deals, but all of them in the first ones. Games that repeat count as one.
    """
    rng = np.random.default_rng(seed)
    met = {pair: _evidence(values, lines[pair]) for pair, values in scores.items()}
    games = {pair: evidence.games for pair, evidence in met.items()}
    fitted = fit({pair: evidence.score for pair, evidence in met.items()}, games, len(names), seats)
    deals = max(len(values) for values in scores.values())
    samples = []
    for _ in range(BOOTSTRAPS):
        weights = rng.exponential(size=deals)  # the same for all pairs: they share their deals
        again: dict[tuple[int, int], float] = {}
        for (a, b), evidence in met.items():
            turned = seats == 2 and (b, a) in again
            again[a, b] = 1 - again[b, a] if turned else _drawn(evidence, FEW * seats, weights, rng)
        # Weighting never shows what never happened: how often it might have is drawn as well, half a time on average.
        samples.append(fit(again, games, len(names), seats, rng.exponential(0.5, (len(names), len(names)))))
    drawn = np.array(samples)
    if anchor is not None:
        fitted, drawn = fitted - fitted[anchor], drawn - drawn[:, [anchor]]
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    low, high = np.minimum(low, fitted), np.maximum(high, fitted)  # a handful of deals hardly scatters
    return [Rating(n, float(r), (float(lo), float(hi))) for n, r, lo, hi in zip(names, fitted, low, high, strict=True)]


class _Evidence(NamedTuple):
    """What the games of a pair say about its score."""

    score: float
    games: float  # how many independent ones they are worth
    won: np.ndarray  # (deals,) the sum of the scores of games whose lines were first played in this deal
    played: np.ndarray  # (deals,) how many these are


def _evidence(scores: np.ndarray, lines: np.ndarray) -> _Evidence:
    first, deals = first_deals(lines).ravel(), len(scores)
    won, played = np.bincount(first, scores.ravel(), deals), np.bincount(first, minlength=deals)
    return _Evidence(float(scores.mean(axis=1).mean()), effective_games(lines), won, played)


def _drawn(met: _Evidence, few: int, weights: np.ndarray, rng: np.random.Generator) -> float:
    """A score that these games may stand for: lines weighted anew or, as few hardly scatter, drawn for their number."""
    if met.games >= few:
        mine = weights[: len(met.won)]
        return float(mine @ met.won / (mine @ met.played))
    wins = met.games * met.score
    return float(rng.beta(wins + 0.5, met.games - wins + 0.5))


def fit(
    score: Mapping[tuple[int, int], float],
    games: Mapping[tuple[int, int], float],
    players: int,
    seats: int,
    added: np.ndarray | None = None,
) -> np.ndarray:
    """Elo ratings under which one A among seats - 1 B wins a / (a + (seats - 1) b).

    added[a, b] wins of a over b are added to those played, half a win for each if nothing is given.
    """
    pairs = list(score)
    a, b = np.array(pairs).T
    n = np.array([games[pair] for pair in pairs], float)
    more = np.full((players, players), 0.5) if added is None else added
    won = (np.array([score[pair] for pair in pairs]) * n + more[a, b]) / (n + more[a, b] + more[b, a])
    strength = np.zeros(players)
    for _ in range(100):  # Newton's steps, none longer than 1
        expected = 1 / (1 + (seats - 1) * np.exp(strength[b] - strength[a]))
        slope, curve = (won - expected) * n, expected * (1 - expected) * n
        gradient = np.bincount(a, slope, players) - np.bincount(b, slope, players)
        links = np.zeros((players, players))
        np.add.at(links, (a, b), curve)
        links += links.T
        move = np.linalg.lstsq(np.diag(links.sum(axis=0)) - links, gradient, rcond=None)[0]
        strength += move / max(1.0, np.abs(move).max())
        strength -= strength.mean()
        if np.abs(move).max() < 1e-6:
            break
    return strength * ELO


def _distinct(names: list[str]) -> list[str]:
    """Names that differ: those that occur more than once are numbered."""
    numbered = [
        name if names.count(name) == 1 else f"{name} #{names[: k + 1].count(name)}" for k, name in enumerate(names)
    ]
    if len(set(numbered)) == len(numbered):
        return numbered
    return [f"{name} ({number})" for number, name in enumerate(names, 1)]
