"""Whom the learner plays: random, heuristic, its latest self, past selves, their exploiters, and others by name."""

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.opponents import Opponent, known_opponent
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.seats import SeatGames
from training.config import Config

KEPT = ("pool", "exploiters")  # kinds of members that join while the run goes on; each has a folder of the run
MEMORY = 0.98  # of a pool member's win rate per game: about the last 50 games count
LEAST = 0.05  # added to each member's weight, so that beaten ones are still met now and then


class Member(PolicyOpponent):
    """A past self, or one who learned to beat it."""

    def __init__(self, name: str, source: Path | Checkpoint) -> None:
        super().__init__(source)
        self.name = name


class League:
    """Opponents in their shares, and how the learner fares against each."""

    def __init__(self, config: Config, folder: Path, policy: Checkpoint) -> None:
        self.settings = config.opponents
        self.variants = max(1, len(config.exploited_variants()))
        self.folder = folder
        self.latest = PolicyOpponent(policy)
        self.latest.name = "latest"
        fixed = map(known_opponent, ("random", "heuristic", *self.settings.others))
        self.fixed: dict[str, Opponent] = {opponent.name: opponent for opponent in fixed}
        self.fixed["latest"] = self.latest
        self.win_rates: dict[str, float] = {}  # members by name, such as pool/000015; 0.5 until known
        self.loaded: dict[str, Member] = {}
        self.rng = np.random.default_rng(config.seed)

    def update(self, policy: Checkpoint, rollout: int) -> None:
        """After an update: the latest self changes, and now and then it joins the pool."""
        self.latest.play_by(policy)
        if self.settings.pool and rollout % self.settings.keep_every == 0:
            self.join("pool", policy, rollout)

    def join(self, kind: str, policy: Checkpoint, rollout: int) -> None:
        """A new member, as a file."""
        name = f"{kind}/{rollout:06d}"
        checkpoint.write(self.path(name), policy)
        self.win_rates[name] = 0.5

    def exploiter_before(self, rollout: int) -> str:
        """Whom the exploiter after that rollout goes on as: the last one of its variant; nobody if it begins anew."""
        path = self.path(f"exploiters/{rollout - self.settings.exploit_every * self.variants:06d}")
        return str(path) if self.settings.exploit_as == "last" and path.exists() else ""

    def invite(self, tables: Sequence[SeatGames]) -> None:
        """Draw who may be met, and let them be met from now on."""
        self.seat(tables, self.invitation())

    def invitation(self) -> dict[str, float]:
        """Who may be drawn for new games, with what chance. Shares of kinds without members go to the latest self."""
        s = self.settings
        shares = dict(zip(self.fixed, (s.random, s.heuristic, *s.others.values(), s.latest), strict=True))
        for kind, share in zip(KEPT, (s.pool, s.exploiters), strict=True):
            picked = self._picked(kind) if share else []
            shares |= dict.fromkeys(picked, share / max(1, len(picked)))
            shares["latest"] += 0 if picked else share
        return shares

    def seat(self, tables: Sequence[SeatGames], invited: Mapping[str, float]) -> None:
        """Let these be drawn for new games from now on, for every other seat by itself."""
        opponents, drawn = [self.opponent(name) for name in invited], list(invited.values())
        for games in tables:
            others = games.seats - 1
            tables_drawn = map(prod, product(drawn, repeat=others))
            games.set_opponents(list(product(opponents, repeat=others)), list(tables_drawn))
        seated = {opponent.name for games in tables for lineup in games.seating()[0] for opponent in lineup}
        self.loaded = {name: member for name, member in self.loaded.items() if name in seated}

    def _picked(self, kind: str) -> list[str]:
        """Members of a kind for the next games, without repetition."""
        names = [name for name in self.win_rates if kind_of(name) == kind]
        if not names:
            return []
        count = min(len(names), self.settings.in_play)
        return [names[k] for k in self.rng.choice(len(names), count, replace=False, p=self.weights(names))]

    def weights(self, names: Sequence[str]) -> np.ndarray:
        """The chance of each of these members to be picked first."""
        rates = np.array([self.win_rates[name] for name in names])
        weights = 1 - rates + LEAST if self.settings.pick == "win-rate" else np.ones(len(rates))
        return weights / weights.sum()

    def opponent(self, name: str) -> Opponent:
        """An opponent by its name."""
        if name in self.fixed:
            return self.fixed[name]
        if name not in self.loaded:
            self.loaded[name] = Member(name, self.path(name))
        return self.loaded[name]

    def path(self, name: str) -> Path:
        """The file of a member."""
        return self.folder / f"{name}.safetensors"

    def result(self, name: str, score: float) -> None:
        """A game of the learner against `name` has ended: 1 for a win, less for a shared one."""
        if name in self.win_rates:
            self.win_rates[name] = MEMORY * self.win_rates[name] + (1 - MEMORY) * score

    def state(self) -> dict[str, Any]:
        """All that changes, as plain values."""
        return {"win_rates": self.win_rates, "rng": self.rng.bit_generator.state}

    def restore(self, state: dict[str, Any], policy: Checkpoint) -> None:
        self.win_rates = dict(state["win_rates"])
        self.rng.bit_generator.state = state["rng"]
        self.latest.play_by(policy)


def kind_of(name: str) -> str:
    """Members by their kind, others by their name."""
    kind = name.partition("/")[0]
    return kind if kind in KEPT else name
