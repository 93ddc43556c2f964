"""What a policy believes: log-odds of deals by what both seats see, in files that are checked like all others."""

from pathlib import Path

import numpy as np
import pytest

from flank_envs.engine.game import Game, get_game
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.belief import belief_shapes, without_belief
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from tests.games.sample_game import GAME as LAST_MATCH
from tests.opponents.policy.rounding import assert_same_sums
from tests.opponents.policy.test_checkpoint import made

WIDTHS = [6, 5]


def believing(game: Game, seed: int = 1) -> Checkpoint:
    """A policy of random weights with a belief of random weights."""
    policy, rng = made(game), np.random.default_rng(seed)
    belief = {name: rng.normal(size=shape).astype(np.float32) for name, shape in belief_shapes(WIDTHS, game).items()}
    return Checkpoint({**policy.weights, **belief}, {**policy.metadata, "belief": WIDTHS})


def test_log_odds_are_those_of_both_views_side_by_side() -> None:
    policy, rng = believing(LAST_MATCH), np.random.default_rng(0)
    values = LAST_MATCH.observation.size
    own, theirs = (rng.random(shape).astype(np.float32) for shape in ((3, values), (3, 4, values)))
    belief = Network(policy).belief
    assert belief is not None
    found = belief.log_odds(own, theirs)
    w = {name: weight.astype(np.float64) for name, weight in policy.weights.items()}
    for row in range(3):
        for deal in range(4):
            x = np.concatenate([own[row], theirs[row, deal]]) @ w["belief.0.weight"].T + w["belief.0.bias"]
            x = np.maximum(x, 0) @ w["belief.1.weight"].T + w["belief.1.bias"]
            x = np.maximum(x, 0) @ w["belief.2.weight"].T + w["belief.2.bias"]
            assert_same_sums(found[row, deal : deal + 1], x)


def test_nothing_is_played_by_it(tmp_path: Path) -> None:
    path = tmp_path / "policy.safetensors"
    checkpoint.write(path, believing(LAST_MATCH))
    seen = np.random.default_rng(0).random((5, LAST_MATCH.observation.size)).astype(np.float32)
    found, bare = PolicyOpponent(path).network, Network(made(LAST_MATCH))
    assert bare.belief is None
    for one, two in zip(found.evaluate(seen), bare.evaluate(seen), strict=True):
        np.testing.assert_array_equal(one, two)
    assert list(without_belief(believing(LAST_MATCH).weights)) == list(made(LAST_MATCH).weights)


@pytest.mark.parametrize("widths", [[], [0], [6, 5.0], "6", {"6": 5}, [6] * 9, [10**6], [7, 5], True, 0])
def test_a_belief_that_does_not_fit_is_refused(widths: object) -> None:
    policy = believing(LAST_MATCH)
    with pytest.raises(CheckpointError, match=r"belief|do not fit"):
        Network(Checkpoint(policy.weights, {**policy.metadata, "belief": widths}))


def test_weights_of_a_belief_that_nobody_speaks_of_are_refused() -> None:
    with pytest.raises(CheckpointError, match="do not fit"):
        Network(Checkpoint(believing(LAST_MATCH).weights, made(LAST_MATCH).metadata))


def test_only_games_for_two_have_beliefs() -> None:
    with pytest.raises(CheckpointError, match="only in games for two, and mana_surge is for more"):
        belief_shapes(WIDTHS, get_game("mana_surge"))
