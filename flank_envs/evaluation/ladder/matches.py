"""Playing what is missing on a ladder: the pair that has cost least goes on, until all are done or the budget is used.

So cheap pairs get all their games, and costly ones what is left; and whatever was played is kept at once.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from flank_envs.engine.batch import Batch
from flank_envs.engine.game import Game
from flank_envs.evaluation.arena import play, shares
from flank_envs.evaluation.ladder.entrants import Player
from flank_envs.evaluation.ladder.match_store import MatchStore, Meeting
from flank_envs.evaluation.ladder.variants import SIDE, Variant
from flank_envs.evaluation.lines import distinct_games, distinct_text
from flank_envs.opponents import load_opponent

CHUNK_SECONDS = 10.0  # of CPU time: what is lost at most when the run is stopped
FEWEST, MOST = 2, 256  # deals in a chunk
COST_SECONDS = 1.0  # for finding out what a player's decisions cost
COST_ROWS, COST_ROUNDS = 32, 25


@dataclass(frozen=True)
class Pair:
    """Two players who are to meet in so many deals of a variant."""

    a: Player
    b: Player
    variant: Variant
    deals: int
    meeting: Meeting

    @property
    def missing(self) -> int:
        return self.deals - len(self.meeting.shares)


def pairs_of(store: MatchStore, players: Sequence[Player], variants: Sequence[Variant], games: int) -> list[Pair]:
    """Who is to meet whom; the first player's meetings come first. For more than two seats both ways."""
    pairs = []
    for variant in variants:
        seats = store.game.players(variant.options)
        entrants = [player for player in players if variant.main or player.quick]
        deals = -(-games // (seats * (1 if variant.main else SIDE)))
        for a, b in (combinations if seats == 2 else permutations)(entrants, 2):
            pairs.append(Pair(a, b, variant, deals, store.meeting(a, b, variant.options)))
    return sorted(pairs, key=lambda pair: (not pair.variant.main, players[0] not in (pair.a, pair.b)))


def play_missing(
    store: MatchStore,
    players: Sequence[Player],
    variants: Sequence[Variant],
    games: int,
    minutes: float,
    save: Callable[[], None],
    progress: Callable[[str], None] = lambda line: None,
) -> None:
    """Play up to `games` games of every pair, for `minutes` of CPU time; `save` is called whenever something is new."""
    store.seat(players)
    pairs = pairs_of(store, players, variants, games)
    if minutes > 0 and any(pair.missing > 0 for pair in pairs):
        _compile(store.game, players, variants[0])
    started = time.process_time()
    for player in players:
        if player.identity not in store.costs and minutes > 0:
            store.costs[player.identity] = cost(store.game, player, variants[0])
            progress(f"{player.name}: {store.costs[player.identity]:.3f} CPU-ms a decision")
            save()
    while waiting := [pair for pair in pairs if pair.missing > 0]:
        left = 60 * minutes - (time.process_time() - started)
        if left <= 0:
            break
        _go_on(store, min(waiting, key=_spent), left, progress)
        save()


def _compile(game: Game, players: Sequence[Player], variant: Variant) -> None:
    """Let everything be compiled that is not yet: no pair shall pay for it."""
    play(game, players[0].opponent, players[0].opponent, 1, 0, variant.options)
    for player in players:
        batch = Batch(game, 1, 0, variant.options)
        player.opponent.choose(batch, batch.streams(0))


def _spent(pair: Pair) -> tuple[float, int]:
    return pair.meeting.cpu_seconds, len(pair.meeting.shares)


def _go_on(store: MatchStore, pair: Pair, left: float, progress: Callable[[str], None]) -> None:
    """The next deals of a pair."""
    met = pair.meeting
    before = time.process_time()
    deals = min(_chunk(met, left), pair.missing)
    played = play(
        store.game, pair.a.opponent, pair.b.opponent, deals, store.seed + len(met.shares), pair.variant.options
    )
    met.add(shares(played.returns), played.lines, int(played.decisions.sum()), time.process_time() - before)
    games = met.shares.size
    done = f"{met.shares.mean():.1%} of {games} games{distinct_text(games, distinct_games(met.lines))}"
    progress(f"{pair.a.name} v {pair.b.name} ({pair.variant.name}): {done}, {met.cpu_seconds:.0f} CPU-s")


def _chunk(met: Meeting, left: float) -> int:
    """As many deals as take some seconds, going by those before."""
    if not met.cpu_seconds:
        return FEWEST
    rate = len(met.shares) / met.cpu_seconds
    return int(np.clip(min(CHUNK_SECONDS, left) * rate, 1, min(MOST, 4 * len(met.shares))))


def cost(game: Game, player: Player, variant: Variant) -> float:
    """CPU-milliseconds for a decision, in positions of games between heuristics, some dozens at a time."""
    batch = Batch(game, COST_ROWS, 0, variant.options)
    streams, heuristic = batch.streams(0), load_opponent("heuristic")
    spent, decisions = 0.0, 0
    for _ in range(COST_ROUNDS):
        for _ in range(8):
            batch.step(heuristic.choose(batch, streams))
        fresh_streams = batch.streams(decisions)
        before = time.process_time()
        player.opponent.choose(batch, fresh_streams)
        spent, decisions = spent + time.process_time() - before, decisions + COST_ROWS
        if spent > COST_SECONDS:
            break
    return 1000 * spent / decisions
