"""Standings computed from a match store: ratings, scores by seat and by variant, cycles."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from typing import Any

import numpy as np

from flank_envs.evaluation.arena import Pairing, Rating, pairing, ratings
from flank_envs.evaluation.ladder.entrants import Player
from flank_envs.evaluation.ladder.match_store import MatchStore, Meeting
from flank_envs.evaluation.ladder.matches import Pair
from flank_envs.evaluation.ladder.variants import Variant
from flank_envs.evaluation.lines import NOT_COUNTED


@dataclass(frozen=True)
class Standing:
    """One variant: ratings, best first, every pairing from both sides, and cycles."""

    variant: Variant
    seats: int
    ratings: list[Rating]
    pairings: list[Pairing]
    not_counted: int
    """Games of which it is not known whether they repeat others."""

    def pairing(self, a: str, b: str) -> Pairing | None:
        """A's side of A against B, if they have met."""
        return next((p for p in self.pairings if (p.a, p.b) == (a, b)), None)

    def score(self, player: str, against: Sequence[str]) -> float | None:
        """The mean of a player's scores against those of these players that it has met."""
        met = [p.score for p in self.pairings if p.a == player and p.b in against]
        return float(np.mean(met)) if met else None

    def seat_scores(self, player: str) -> list[float]:
        """The mean of a player's scores in each seat, every opponent counting alike."""
        return np.mean([p.seat_scores for p in self.pairings if p.a == player], axis=0).tolist()

    def games(self, player: str) -> int:
        return sum(p.games for p in self.pairings if p.a == player)

    def beats(self, a: str, b: str) -> bool:
        """Whether A scores more than its part against B, by more than luck."""
        met = self.pairing(a, b)
        return met is not None and met.interval[0] > 1 / self.seats

    def upsets(self) -> list[Pairing]:
        """Those who beat a player that is rated higher."""
        rated = {r.player: r.rating for r in self.ratings}
        return [p for p in self.pairings if rated[p.a] < rated[p.b] and self.beats(p.a, p.b)]

    def cycles(self) -> list[tuple[str, str, str]]:
        """Three of whom each beats the next, and the last the first."""
        names = [r.player for r in self.ratings]
        return [
            (a, b, c)
            for a, b, c in permutations(names, 3)
            if names.index(a) < min(names.index(b), names.index(c))
            and self.beats(a, b)
            and self.beats(b, c)
            and self.beats(c, a)
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "variant": self.variant.name,
            "options": self.variant.options,
            "ratings": [asdict(r) for r in self.ratings],
            "pairings": [asdict(p) for p in self.pairings],
            "upsets": [[p.a, p.b] for p in self.upsets()],
            "cycles": [list(three) for three in self.cycles()],
        }


def standing(store: MatchStore, players: Sequence[Player], variant: Variant, pairs: Sequence[Pair]) -> Standing | None:
    """The standing of a variant: those who met the first player, who has the rating 0; None if nobody has."""
    seats = store.game.players(variant.options)
    met = {(p.a.name, p.b.name): p.meeting for p in pairs if p.variant == variant and len(p.meeting.shares)}
    if seats == 2:
        met |= {(b, a): _turned(meeting) for (a, b), meeting in met.items()}
    anchor = players[0].name
    names = [player.name for player in players if player.name == anchor or (anchor, player.name) in met]
    met = {(a, b): m for (a, b), m in met.items() if a in names and b in names}
    if len(names) < 2:
        return None
    places = {(a, b): (names.index(a), names.index(b)) for a, b in met}
    scores = {places[pair]: m.shares for pair, m in met.items()}
    lines = {places[pair]: m.lines for pair, m in met.items()}
    rated = ratings(names, scores, lines, seats, store.seed, anchor=0)
    pairings = [pairing(a, b, m.shares, m.lines, m.decisions / m.shares.size) for (a, b), m in met.items()]
    unknown = sum(int((m.lines == NOT_COUNTED).sum()) for m in met.values()) // (2 if seats == 2 else 1)
    return Standing(variant, seats, sorted(rated, key=lambda r: -r.rating), pairings, unknown)


def _turned(met: Meeting) -> Meeting:
    """The same games, seen from the other side of two."""
    return Meeting(met.b, met.a, met.options, 1 - met.shares[:, ::-1], met.lines[:, ::-1], met.decisions)
