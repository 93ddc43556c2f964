"""The trained policies that come with the library, under one name for all games."""

from collections.abc import Mapping, Sequence
from typing import Any

from flank_envs.engine.game import Game
from flank_envs.opponents.base import Opponent
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import NetworkOpponent, policy_settings
from flank_envs.opponents.policy.shipped import shipped_network
from flank_envs.opponents.policy.untrained import untrained
from flank_envs.opponents.registry import Choice, Kind, register


class TrainedOpponent(NetworkOpponent):
    """Plays every game by the policy that is shipped for it."""

    def __init__(self, greedy: bool = False, temperature: float = 1.0) -> None:
        super().__init__("trained", greedy, temperature)

    def network_for(self, game: Game) -> Network:
        return shipped_network(game)


def _make(argument: str, settings: Mapping[str, Any]) -> Opponent:
    return TrainedOpponent(**policy_settings("trained", argument, settings))


def _samples(game: Game) -> Sequence[Opponent]:
    """Stands for all policies, also in games that none is shipped for."""
    return [untrained(game)]


register(
    Kind(
        "trained",
        "the policy that is shipped for the game, sampled; trained:greedy takes its likeliest action",
        _make,
        [Choice("trained", 40), Choice("trained:greedy", 41)],
        samples=_samples,
    )
)
