"""Networks that encode symmetric parts one by one: their order makes no difference."""

from itertools import permutations

import numpy as np
import pytest
from flank_envs.opponents.policy.part_encoder import PartLayout, symmetric_parts_of

from flank_envs.engine.game import Game, get_game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.opponents.policy.network import Network
from tests.conformance.play import masks, positions, sample, view
from tests.opponents.policy.rounding import assert_same_sums
from tests.opponents.policy.test_checkpoint import made


@pytest.fixture
def parted(library_game: Game) -> Game:
    if library_game.features is None or library_game.features.parts is None:
        pytest.skip(f"{library_game.name} has no symmetric parts")
    return library_game


def test_every_value_and_every_choice_has_one_place(parted: Game) -> None:
    assert parted.features is not None
    parts, layout = symmetric_parts_of(parted), PartLayout(parted)
    everything = np.concatenate([layout.seen.reshape(-1), layout.rest])
    assert sorted(everything) == list(range(parted.observation.size + parted.features.state_size))
    assert len(np.unique(parts.actions)) == parts.actions.size
    assert sorted(set(layout.output)) == list(range(layout.outputs))
    for part, actions in enumerate(parts.actions):
        assert (layout.part[actions] == part).all()
        assert (layout.output[actions] == layout.output[parts.actions[0]]).all()
    assert (layout.part == layout.parts).sum() == parted.actions.size - parts.actions.size


def test_games_without_such_parts_say_so(game: Game) -> None:
    if game.features is None or game.features.parts is None:
        with pytest.raises(ValueError, match=r"symmetric parts|has no features"):
            symmetric_parts_of(game)


def test_lanes_in_another_order_are_chosen_in_the_same_way() -> None:
    """Of Hold the Line, while cards are placed: only in combat their order counts, since some have been fought."""
    game = get_game("hold_the_line")
    network = Network(made(game, hidden=(32, 16), activation="relu", choices=12, alike=10))
    states = positions(game, sample(300, 60))
    states = states[np.isin(states["phase"], (0, 1)) & (states["over"] == 0) & (states["to_act"] == 0)]
    seen = view(game, states, 0)
    assert len(seen) >= sample(10, 3)
    parts = symmetric_parts_of(game)
    own = parts.seen[:, parts.seen[0] < game.observation.size]
    logits, values = network.evaluate(seen)
    assert logits.flags.c_contiguous  # or every kernel would be compiled once more for it
    assert logits[masks(game, states) > 0].std() > 0.1
    for order in list(permutations(range(5)))[1 :: 17 if not JIT_DISABLED else 59]:
        other, expected = seen.copy(), logits.copy()
        other[:, own] = seen[:, own[list(order)]]
        expected[:, parts.actions] = logits[:, parts.actions[list(order)]]
        found = network.evaluate(other)
        assert_same_sums(found[0], expected)
        assert_same_sums(found[1], values)


def test_what_stands_in_a_lane_counts_for_choices_there() -> None:
    """Without the layer that looks at each part, a lane's cards would be seen through the features alone."""
    game = get_game("hold_the_line")
    policy = made(game, hidden=(32, 16), activation="relu", choices=12, alike=10)
    seen = view(game, positions(game, 40), 0)
    before = Network(policy).logits(seen)
    policy.weights["choice.part.weight"][:] = 0
    change = np.abs(Network(policy).logits(seen) - before).max(axis=0)
    actions = symmetric_parts_of(game).actions
    assert (change[actions] > 0.01).all()
    others = np.setdiff1d(np.arange(game.actions.size), actions)
    assert (change[others] == 0).all()
