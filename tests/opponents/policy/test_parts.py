"""Networks that encode symmetric parts one by one: their order makes no difference."""

from itertools import permutations

import numpy as np
import pytest

from flank_envs.engine.game import Game, get_game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.engine.positions import features, need_features
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.parts import PartLayout, has_parts, places_of_parts
from tests.conformance.play import masks, positions, sample, view
from tests.opponents.policy.rounding import assert_same_sums
from tests.opponents.policy.test_checkpoint import made


@pytest.fixture
def parted(library_game: Game) -> Game:
    if not has_parts(library_game):
        pytest.skip(f"{library_game.name} has no symmetric parts")
    return library_game


def test_every_value_and_every_choice_has_one_place(parted: Game) -> None:
    assert parted.features is not None
    actions_of_parts, layout = places_of_parts(parted.actions), PartLayout(parted)
    everything = np.concatenate([layout.seen.reshape(-1), layout.rest])
    assert sorted(everything) == list(range(parted.observation.size + parted.features.state.size))
    assert len(np.unique(actions_of_parts)) == actions_of_parts.size
    assert sorted(set(layout.output)) == list(range(layout.outputs))
    for part, actions in enumerate(actions_of_parts):
        assert (layout.part[actions] == part).all()
        assert (layout.output[actions] == layout.output[actions_of_parts[0]]).all()
    assert (layout.part == layout.parts).sum() == parted.actions.size - actions_of_parts.size


def test_games_without_such_parts_say_so(game: Game) -> None:
    if not has_parts(game):
        with pytest.raises(ValueError, match="symmetric parts"):
            PartLayout(game)


def test_lanes_in_another_order_are_chosen_in_the_same_way() -> None:
    """Of Hold the Line, while cards are placed: only in combat their order counts, since some have been fought."""
    game = get_game("hold_the_line")
    network = Network(made(game, hidden=(32, 16), activation="relu", choices=12, alike=10))
    states = positions(game, sample(300, 60))
    states = states[np.isin(states["phase"], (0, 1)) & (states["over"] == 0) & (states["to_act"] == 0)]
    seen = view(game, states, 0)
    assert len(seen) >= sample(10, 3)
    own, of_state = places_of_parts(game.observation), places_of_parts(need_features(game).state)
    lanes, rows = places_of_parts(game.actions), features(game, states)
    logits, values = network.evaluate(seen, rows)
    assert logits.flags.c_contiguous  # or every kernel would be compiled once more for it
    assert logits[masks(game, states) > 0].std() > 0.1
    for order in list(permutations(range(5)))[1 :: 17 if not JIT_DISABLED else 59]:
        other, expected = seen.copy(), logits.copy()
        other[:, own] = seen[:, own[list(order)]]
        state, actions = rows.state.copy(), np.arange(game.actions.size)
        state[:, of_state] = rows.state[:, of_state[list(order)]]
        actions[lanes[list(order)]] = lanes
        expected[:, lanes] = logits[:, lanes[list(order)]]
        found = network.evaluate(other, rows._replace(state=state, actions=actions[rows.actions]))
        assert_same_sums(found[0], expected)
        assert_same_sums(found[1], values)


def test_what_stands_in_a_lane_counts_for_choices_there() -> None:
    """Without the layer that looks at each part, a lane's cards would be seen through the features alone."""
    game = get_game("hold_the_line")
    policy = made(game, hidden=(32, 16), activation="relu", choices=12, alike=10)
    states = positions(game, 40)
    states = states[states["to_act"] == 0]
    seen, rows = view(game, states, 0), features(game, states)
    before = Network(policy).logits(seen, rows)
    policy.weights["choice.part.weight"][:] = 0
    change = np.abs(Network(policy).logits(seen, rows) - before).max(axis=0)
    actions = places_of_parts(game.actions)
    assert (change[actions] > 0.01).all()
    others = np.setdiff1d(np.arange(game.actions.size), actions)
    assert (change[others] == 0).all()
