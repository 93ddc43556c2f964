"""The identity of a policy: a hash of its weights and of the source that plays by them, whatever its file is called."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.identity import source_fingerprint
from flank_envs.opponents.policy.belief import without_belief
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.features import CODE, features_hashes
from flank_envs.opponents.policy.sampling import choose_by_logits

SOURCE = (kernels.look, choose_by_logits)  # what plays by a network


def policy_identity(game: Game, policy: Checkpoint, temperature: float) -> str:
    """The identity of who plays by this policy at a temperature; 0 is greedy."""
    manner = "greedy" if temperature == 0 else f"{temperature:g}"
    features = f" {features_hashes(game)[CODE]}" if policy.metadata["network"].get("choices") else ""
    return f"policy:{_weights_hash(policy)}:{manner} {source_fingerprint(game, SOURCE)}{features}"


def belief_identity(policy: Checkpoint) -> str:
    """A hash of what a policy believes, nothing if it believes nothing."""
    weights = {name: policy.weights[name] for name in policy.weights.keys() - without_belief(policy.weights)}
    return _digest(policy.metadata["belief"], weights) if weights else ""


def _weights_hash(policy: Checkpoint) -> str:
    """A hash of what a policy plays by."""
    network, probabilities = policy.metadata["network"], policy.metadata.get("styles")
    return _digest([network, probabilities] if probabilities else network, without_belief(policy.weights))


def _digest(shape: Any, weights: Mapping[str, np.ndarray]) -> str:
    digest = hashlib.sha256(json.dumps(shape, sort_keys=True).encode())
    for name in sorted(weights):
        digest.update(name.encode() + weights[name].astype("<f4").tobytes())
    return digest.hexdigest()[:16]
