"""Trained policies as opponents."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.engine.errors import flag
from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.base import Decisions, Opponent
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.policy.files import network_in
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.sampling import choose_by_logits
from flank_envs.opponents.policy.shipped import shipped_network


class NetworkOpponent(Opponent):
    """Plays by a network: samples its policy at a temperature, or takes the likeliest action."""

    def __init__(self, source: str, greedy: bool = False, temperature: float = 1.0) -> None:
        if isinstance(temperature, bool) or not isinstance(temperature, int | float) or not 0 < temperature < 1e9:
            raise ValueError(
                f"temperature={short_repr(temperature)}: give a number above 0 (and below 1e9), or greedy=True"
            )
        self.greedy = flag(greedy, "greedy")
        if greedy and temperature != 1:
            raise ValueError(f"greedy=True takes the likeliest action at any temperature: leave out {temperature=}")
        self.temperature = float(temperature)
        manner = ":greedy" if greedy else f":{self.temperature}" if temperature != 1 else ""
        self.name = source + manner  # load_opponent(name) makes the same one again

    def network_for(self, game: Game) -> Network:
        """The network that plays this game; a ValueError if there is none."""
        raise NotImplementedError(f"{type(self).__name__} must define network_for(game)")

    def check_compatible(self, game: Game, options: Mapping[str, Any]) -> None:
        self.network_for(game)

    def act(self, decisions: Decisions) -> np.ndarray:
        logits = self.network_for(decisions.game).logits_of_seats(decisions.states, decisions.observation)
        actions = np.zeros(len(logits), np.int32)
        scale = np.inf if self.greedy else 1 / self.temperature
        choose_by_logits(logits, decisions.action_mask, decisions.streams, scale, actions)
        return actions


class PolicyOpponent(NetworkOpponent):
    """Plays by the network of a checkpoint."""

    def __init__(self, source: str | Path | Checkpoint, greedy: bool = False, temperature: float = 1.0) -> None:
        super().__init__("policy" if isinstance(source, Checkpoint) else str(source), greedy, temperature)
        if isinstance(source, Checkpoint):
            self.play_by(source)
        else:
            self.network = network_in(source)
            self.checkpoint = self.network.checkpoint

    def play_by(self, policy: Checkpoint) -> None:
        """From now on decide by this policy."""
        try:
            self.network = Network(policy)
        except CheckpointError as problem:
            raise CheckpointError(f"{self.name}: {problem}") from None
        self.checkpoint = policy

    def network_for(self, game: Game) -> Network:
        made_for = self.checkpoint.metadata["game"]
        if made_for != game.name:
            raise ValueError(f"{self!r} plays {made_for}, not {game.name}")
        return self.network


class TrainedOpponent(NetworkOpponent):
    """Plays every game by the policy that is shipped for it."""

    def __init__(self, greedy: bool = False, temperature: float = 1.0) -> None:
        super().__init__("trained", greedy, temperature)

    def network_for(self, game: Game) -> Network:
        return shipped_network(game)
