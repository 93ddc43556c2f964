"""Who plays on the ladder, and what tells a player from its successor of the same name."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.identity import source_fingerprint
from flank_envs.opponents import AnyOpponent, Opponent, load_opponent, seat_kernels
from flank_envs.opponents.base import HeuristicOpponent, RandomOpponent
from flank_envs.opponents.heuristics import Rollout, heuristics_of
from flank_envs.opponents.load import ENDING
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.belief import without_belief
from flank_envs.opponents.policy.features import features_hash
from flank_envs.opponents.policy.opponent import NetworkOpponent, PolicyOpponent
from flank_envs.opponents.policy.sampling import choose_by_logits
from flank_envs.opponents.policy.shipped import shipped_folder
from flank_envs.opponents.search import SearchOpponent, determinizations, searcher, sequential_halving
from flank_envs.opponents.search import opponent as searching

ANCHOR = "random"
STANDARD = (*(ANCHOR, "heuristic", "search:100", "search:1000", "trained", "trained:greedy", "search:100:trained"),)
EARLIER = "earlier"  # the folder beside a shipped policy with those that shipped before

# What decides, as kernels, and as modules with the kernels that they call.
RULES = (kernels.begin, kernels.masks, kernels.decide, kernels.returns)
COMPILED = {RandomOpponent: kernels.choose_random, HeuristicOpponent: seat_kernels.choose_heuristic}
POLICY = (kernels.look, choose_by_logits)
SEARCH = (searching, searcher, determinizations, sequential_halving)


@dataclass(frozen=True)
class Player:
    """Somebody on the ladder. The identity changes when the player does, and only then."""

    name: str
    opponent: Opponent
    identity: str

    @property
    def quick(self) -> bool:
        """Whether it answers without a search."""
        return not isinstance(self.opponent, SearchOpponent)


def standard_entrants(game: Game) -> list[Player]:
    """Those of the standard field who can play this game, and the policies that shipped for it before."""
    before = sorted((shipped_folder(game) / EARLIER).glob(f"*{ENDING}"))
    return [
        *players_of(game, [name for name in STANDARD if _suits(game, name)]),
        *(_player(game, PolicyOpponent(path), f"{EARLIER}/{path.name}") for path in before),
    ]


def players_of(game: Game, names: Sequence[AnyOpponent]) -> list[Player]:
    """These players; a ValueError for one who cannot play this game."""
    opponents = [load_opponent(name) for name in names]
    for opponent in opponents:
        opponent.check_compatible(game, {})
    return [_player(game, opponent, opponent.name) for opponent in opponents]


def without_doubles(players: Iterable[Player]) -> list[Player]:
    """Each player once, by the first of its names; a ValueError if two bear the same one."""
    once: dict[str, Player] = {}
    for player in players:
        once.setdefault(player.identity, player)
    names = [player.name for player in once.values()]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"two different players are called {twice[0]!r}: give their files other names")
    return list(once.values())


def rules_of(game: Game) -> str:
    """A hash of what decides what happens in a game: of its rules, and of the helpers that they call."""
    return f"{game.version}-{source_fingerprint(game, RULES)}"


def _player(game: Game, opponent: Opponent, name: str) -> Player:
    return Player(name, opponent, identity(game, opponent))


def _suits(game: Game, name: str) -> bool:
    try:
        load_opponent(name).check_compatible(game, {})
    except ValueError:
        return False
    return True


def identity(game: Game, opponent: Opponent) -> str:
    """What tells a player from others: the source that decides for it, and the weights of a policy.

    Of players that a user has written it is the name.
    """
    if isinstance(opponent, SearchOpponent):
        plan, guide = f"{opponent.name} {source_fingerprint(game, SEARCH)}", opponent.player
        if isinstance(guide, NetworkOpponent):
            believes = _belief(guide.network_for(game).checkpoint)
            return plan.replace(guide.name, identity(game, guide)) + (f" {believes}" if believes else "")
        return f"{plan} {guide if isinstance(guide, Rollout) else heuristics_of(game).rollout}"
    if isinstance(opponent, NetworkOpponent):
        manner = "greedy" if opponent.greedy else f"{opponent.temperature:g}"
        policy = opponent.network_for(game).checkpoint
        told = f" {features_hash(game)}" if policy.metadata["network"].get("choices") else ""
        return f"policy:{_weights(policy)}:{manner} {source_fingerprint(game, POLICY)}{told}"
    kernel = COMPILED.get(type(opponent))
    return opponent.name if kernel is None else f"{opponent.name} {source_fingerprint(game, [kernel])}"


def _weights(policy: checkpoint.Checkpoint) -> str:
    """A hash of what a policy plays by."""
    network, chances = policy.metadata["network"], policy.metadata.get("styles")
    return _digest([network, chances] if chances else network, without_belief(policy.weights))


def _belief(policy: checkpoint.Checkpoint) -> str:
    """A hash of what a policy believes, nothing if it believes nothing."""
    weights = {name: policy.weights[name] for name in policy.weights.keys() - without_belief(policy.weights)}
    return _digest(policy.metadata["belief"], weights) if weights else ""


def _digest(shape: Any, weights: Mapping[str, np.ndarray]) -> str:
    digest = hashlib.sha256(json.dumps(shape, sort_keys=True).encode())
    for name in sorted(weights):
        digest.update(name.encode() + weights[name].astype("<f4").tobytes())
    return digest.hexdigest()[:16]
