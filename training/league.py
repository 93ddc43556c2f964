"""Whom the learner plays: random, rule of thumb, its latest self, a pool of past selves, and others by name."""

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.opponents import Opponent, known_opponent
from flank_envs.opponents.policy import PolicyOpponent
from flank_envs.policies import checkpoint
from flank_envs.policies.checkpoint import Checkpoint
from flank_envs.seat import SeatGames
from training.config import Config

MEMORY = 0.98  # of a pool member's win rate per game: about the last 50 games count
LEAST = 0.05  # added to each member's weight, so that beaten ones are still met now and then


class Member(PolicyOpponent):
    """A past self from the pool."""

    def __init__(self, name: str, source: Path | Checkpoint) -> None:
        super().__init__(source)
        self.name = name


class League:
    """Opponents in their shares, and how the learner fares against each."""

    def __init__(self, config: Config, folder: Path, policy: Checkpoint) -> None:
        self.settings = config.opponents
        self.folder = folder
        self.latest = PolicyOpponent(policy)
        self.latest.name = "latest"
        fixed = map(known_opponent, ("random", "rule-of-thumb", *self.settings.others))
        self.fixed: dict[str, Opponent] = {opponent.name: opponent for opponent in fixed}
        self.fixed["latest"] = self.latest
        self.win_rates: dict[str, float] = {}  # pool members by name; 0.5 until known
        self.loaded: dict[str, Member] = {}
        self.rng = np.random.default_rng(config.seed)

    def update(self, policy: Checkpoint, rollout: int) -> None:
        """After an update: the latest self changes, and now and then it joins the pool."""
        self.latest.play_by(policy)
        if self.settings.pool and rollout % self.settings.keep_every == 0:
            path = self.folder / f"{rollout:06d}.safetensors"
            checkpoint.write(path, policy)
            self.win_rates[f"pool/{path.stem}"] = 0.5

    def invite(self, tables: Sequence[SeatGames]) -> None:
        """Draw who may be met, and let them be met from now on."""
        self.seat(tables, self.invitation())

    def invitation(self) -> dict[str, float]:
        """Who may be drawn for new games, and with what chance. An empty pool leaves its share to the latest self."""
        s = self.settings
        shares = dict(zip(self.fixed, (s.random, s.rule_of_thumb, *s.others.values(), s.latest), strict=True))
        if s.pool and not self.win_rates:
            shares["latest"] += s.pool
        picked = self._picked()
        return shares | dict.fromkeys(picked, s.pool / max(1, len(picked)))

    def seat(self, tables: Sequence[SeatGames], invited: Mapping[str, float]) -> None:
        """Let these be drawn for new games from now on, for every other seat by itself."""
        opponents, drawn = [self.opponent(name) for name in invited], list(invited.values())
        for games in tables:
            others = games.seats - 1
            tables_drawn = map(prod, product(drawn, repeat=others))
            games.set_opponents(list(product(opponents, repeat=others)), list(tables_drawn))
        seated = {opponent.name for games in tables for lineup in games.seating()[0] for opponent in lineup}
        self.loaded = {name: member for name, member in self.loaded.items() if name in seated}

    def _picked(self) -> list[str]:
        """Members of the pool for the next games, without repetition."""
        names = list(self.win_rates)
        if not names or not self.settings.pool:
            return []
        count = min(len(names), self.settings.in_play)
        return [names[k] for k in self.rng.choice(len(names), count, replace=False, p=self.weights())]

    def weights(self) -> np.ndarray:
        """The chance of each member to be picked first."""
        rates = np.array(list(self.win_rates.values()))
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
        """The file of a member of the pool."""
        return self.folder / f"{Path(name).name}.safetensors"

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
    return "pool" if name.startswith("pool/") else name
