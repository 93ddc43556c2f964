"""A trained policy as an opponent."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.core import kernels
from flank_envs.core.game import Game
from flank_envs.opponents.base import Decisions, Opponent
from flank_envs.policies import checkpoint
from flank_envs.policies.checkpoint import Checkpoint, CheckpointError
from flank_envs.policies.network import Network


class PolicyOpponent(Opponent):
    """Plays by the network of a checkpoint: samples its policy at a temperature, or takes the likeliest action."""

    def __init__(self, source: str | Path | Checkpoint, greedy: bool = False, temperature: float = 1.0) -> None:
        if not isinstance(temperature, int | float) or not 0 < temperature < 1e9:
            raise ValueError(f"temperature={temperature!r}: give a number above 0 (and below 1e9), or greedy=True")
        self.name = "policy" if isinstance(source, Checkpoint) else str(source)
        self.greedy = bool(greedy)
        self.temperature = float(temperature)
        self.play_by(source if isinstance(source, Checkpoint) else checkpoint.read(source))

    def play_by(self, policy: Checkpoint) -> None:
        """From now on decide by this policy."""
        try:
            self.network = Network(policy)
        except CheckpointError as problem:
            raise CheckpointError(f"{self.name}: {problem}") from None
        self.checkpoint = policy

    def suits(self, game: Game, options: Mapping[str, Any]) -> None:
        made_for = self.checkpoint.metadata
        if made_for["game"] != game.name:
            raise ValueError(f"{self!r} plays {made_for['game']}, not {game.name}")

    def act(self, decisions: Decisions) -> np.ndarray:
        self.suits(decisions.game, {})
        logits = self.network.logits(decisions.observation)
        actions = np.zeros(len(logits), np.int32)
        scale = np.inf if self.greedy else 1 / self.temperature
        kernels.choose_by_logits(logits, decisions.action_mask, decisions.streams, scale, actions)
        return actions
