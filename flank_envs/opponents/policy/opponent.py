"""Policies as opponents: they sample what a network says, or take its likeliest action."""

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.engine.errors import flag
from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.base import Opponent
from flank_envs.opponents.decisions import Decisions
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.policy.files import network_in
from flank_envs.opponents.policy.identity import policy_identity
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.sampling import choose_by_logits


class NetworkOpponent(Opponent):
    """Plays by a network: samples its policy at a temperature, or takes the likeliest action."""

    needs_determinizations = False

    def __init__(self, source: str, greedy: bool = False, temperature: float = 1.0) -> None:
        self._source = source
        self._play_at(0.0 if flag(greedy, "greedy") else 1.0)
        if isinstance(temperature, bool) or not isinstance(temperature, int | float) or not 0 < temperature < 1e9:
            raise ValueError(
                f"temperature={short_repr(temperature)}: give a number above 0 (and below 1e9), or greedy=True"
            )
        if greedy and temperature != 1:
            raise ValueError(f"greedy=True takes the likeliest action at any temperature: leave out {temperature=}")
        if not greedy:
            self._play_at(float(temperature))

    def _play_at(self, temperature: float) -> None:
        """Sample at this temperature; 0 is greedy."""
        self.temperature = self._temperature = temperature
        manner = {0.0: ":greedy", 1.0: ""}.get(temperature, f":{temperature}")
        self.name = self._source + manner  # load_opponent(name) makes the same one again

    @property
    def greedy(self) -> bool:
        """Whether it takes the likeliest action."""
        return self.temperature == 0

    def network_for(self, game: Game) -> Network:
        """The network that plays this game; a ValueError if there is none."""
        raise NotImplementedError(f"{type(self).__name__} must define network_for(game)")

    def identity(self, game: Game) -> str:
        return policy_identity(game, self.network_for(game).checkpoint, self._temperature)

    def check_compatible(self, game: Game, options: Mapping[str, Any]) -> None:
        self.network_for(game)

    def can(self, ability: str, game: Game) -> bool:
        return super().can(ability, game) and (ability != "value" or self.network_for(game).has_value)

    def needs_features(self, game: Game) -> bool:
        return self.network_for(game).uses_features

    def uses_draws(self, game: Game) -> bool:
        return self.network_for(game).is_mixture

    def at_temperature(self, temperature: float) -> Opponent:
        other = copy.copy(self)
        other._play_at(float(temperature))
        return other

    def act(self, decisions: Decisions) -> np.ndarray:
        logits = self._logits(decisions)
        actions = np.zeros(len(logits), np.int32)
        scale = np.inf if self.greedy else 1 / self._temperature
        choose_by_logits(logits, decisions.action_mask, decisions.streams, scale, actions)
        return actions

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        logits = np.where(decisions.action_mask == 1, self._logits(decisions).astype(np.float64), -np.inf)
        if self.greedy:
            return np.eye(logits.shape[1])[logits.argmax(axis=1)]  # of equal ones the first, as it plays
        shares = np.exp((logits - logits.max(axis=1, keepdims=True)) / self._temperature)
        return shares / shares.sum(axis=1, keepdims=True)

    def value(self, decisions: Decisions) -> np.ndarray:
        network = self.network_for(decisions.game)
        return network.values(decisions.observation, decisions.features if network.uses_features else None)

    def _logits(self, decisions: Decisions) -> np.ndarray:
        network = self.network_for(decisions.game)
        features = decisions.features if network.uses_features else None
        if network.is_mixture:
            return network.logits_of_members(decisions.observation, features, decisions.draws)
        return network.logits(decisions.observation, features)


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


def policy_settings(name: str, argument: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a policy whose name is followed by "greedy", by a temperature or by nothing."""
    if not argument:
        return dict(settings)
    try:
        manner = {"greedy": True} if argument == "greedy" else {"temperature": float(argument)}
    except ValueError:
        written = short_repr(f"{name}:{argument}")
        raise ValueError(f"{written}: after the policy give :greedy or a temperature such as :0.5") from None
    if twice := [setting for setting in settings if setting in manner]:
        written = short_repr(f"{name}:{argument}")
        raise ValueError(f"{written} with {twice[0]}={short_repr(settings[twice[0]])}: give how it plays once")
    return {**settings, **manner}
