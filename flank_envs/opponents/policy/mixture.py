"""Mixtures: a policy may be several networks, its members, of which every seat draws one for the whole of each game.

Who has learned to beat one member seldom beats another, and cannot know which one it meets. In the file:
    {"styles": [0.6, 0.4]}       the probabilities of the members, which are networks of one shape
    trunk.0.weight ...           the first, which also guides searches and values positions
    style.1.trunk.0.weight ...   the second, and so on
"""

import re

import numpy as np

from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.policy.belief import without_belief
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError

MOST = 64
_PREFIX = re.compile(r"style\.([1-9][0-9]?)\.", re.ASCII)


def mixture_of(members: list[Checkpoint], probabilities: list[float]) -> Checkpoint:
    """One policy that draws a member for each game; the metadata are those of the first, and so is the belief."""
    weights = dict(members[0].weights)
    for number, member in enumerate(members[1:], start=1):
        weights |= {f"style.{number}.{name}": weight for name, weight in without_belief(member.weights).items()}
    return Checkpoint(weights, {**members[0].metadata, "styles": probabilities})


def members_of(policy: Checkpoint) -> tuple[list[Checkpoint], np.ndarray]:
    """The members of a mixture and their probabilities; any other policy is its own only member."""
    if "styles" not in policy.metadata:
        return [policy], np.ones(1)
    probabilities = _probabilities(policy.metadata["styles"])
    weights: list[dict[str, np.ndarray]] = [{} for _ in probabilities]
    for name, weight in policy.weights.items():
        prefix = _PREFIX.match(name)
        if prefix and int(prefix[1]) < len(probabilities):
            weights[int(prefix[1])][name[prefix.end() :]] = weight
        else:
            weights[0][name] = weight
    first = {key: value for key, value in policy.metadata.items() if key != "styles"}
    other = {key: value for key, value in first.items() if key != "belief"}
    return [Checkpoint(member, other if number else first) for number, member in enumerate(weights)], probabilities


def drawn_members(probabilities: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """(rows,) the member that each number of 32 random bits draws."""
    return np.searchsorted(np.cumsum(probabilities)[:-1] * 2**32, draws.astype(float), side="right")


def _probabilities(value: object) -> np.ndarray:
    if (
        not isinstance(value, list)
        or not 2 <= len(value) <= MOST
        or not all(type(probability) in (int, float) and 0 < probability < 1 for probability in value)
        or abs(sum(value) - 1) > 1e-6
    ):
        raise CheckpointError(
            f"styles {short_repr(value)}: expected 2 to {MOST} probabilities above 0 that add up to 1"
        )
    return np.array(value, float)
