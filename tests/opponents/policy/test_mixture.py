"""Mixtures: each seat draws one of a policy's networks for the whole of a game, wherever it is asked."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import flank_envs
from flank_envs import Decisions, Opponent
from flank_envs.engine.batch import Batch
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.evaluation import exact
from flank_envs.opponents.decisions import new_draws
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.belief import belief_shapes
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.policy.mixture import drawn_members, members_of, mixture_of
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.search import SearchOpponent
from flank_envs.opponents.seats import SeatGames
from tests.opponents.policy.test_checkpoint import made

GAME = get_game("hold_the_line")
PROBABILITIES = [0.5, 0.3, 0.2]


def leaning(slope: float, game: Game = GAME) -> Checkpoint:
    """Who likes actions with high numbers, or low ones."""
    policy = made(game)
    for weight in policy.weights.values():
        weight[:] = 0
    policy.weights["action.bias"][:] = slope * np.arange(game.actions.size)
    return policy


SLOPES = (9.0, -9.0, 0.0)


@pytest.fixture
def policy() -> Checkpoint:
    return mixture_of([leaning(slope) for slope in SLOPES], PROBABILITIES)


class Witness(Opponent):
    """Random play that notes the draws it is given."""

    name, needs_determinizations = "witness", False

    def __init__(self) -> None:
        self.draws: list[int] = []

    def act(self, decisions: Decisions) -> np.ndarray:
        self.draws += decisions.draws.tolist()
        return flank_envs.load_opponent("random").act(decisions)


def test_draws_are_made_for_every_game_and_stay(game: Game) -> None:
    """One for each seat, whatever is decided; the next game has others."""
    witness = Witness()
    games, met = SeatGames(game, 1, witness, seat=0), set()
    for seed in range(8):
        witness.draws.clear()
        games.reset(seed=seed)
        for _ in range(12):
            if not games.done[0]:
                games.step(games.action_mask.argmax(axis=1))
        again = set(witness.draws)
        assert 1 <= len(again) <= games.seats - 1
        assert not met & again
        met |= again


def test_games_of_one_batch_draw_apart() -> None:
    games = SeatGames(GAME, 500, Witness())
    games.reset(seed=0)
    assert len(np.unique(games.seating()[1]["draws"])) == 1000


def test_a_restored_seating_goes_on_with_its_members(policy: Checkpoint) -> None:
    games = SeatGames(GAME, 40, PolicyOpponent(policy, greedy=True))
    games.reset(seed=1)
    games.step(games.action_mask.argmax(axis=1))
    lineups, arrays = games.seating()
    other_members = {**arrays, "draws": arrays["draws"] ^ np.uint32(0xFFFFFFFF)}
    ends = []
    for seating in (arrays, other_members):
        copy = SeatGames(GAME, 40)
        copy.set_opponents(lineups, [1] * len(lineups))
        copy.restore(games.save())
        copy.restore_seating(seating)
        for _ in range(6):
            copy.step(copy.action_mask.argmax(axis=1))
        ends.append(copy.states.tobytes())
    for _ in range(6):
        games.step(games.action_mask.argmax(axis=1))
    assert ends[0] == games.states.tobytes() != ends[1]


def test_decisions_that_nobody_seated_draw_a_member_each(policy: Checkpoint) -> None:
    batch, player = Batch(GAME, 1, seed=3), PolicyOpponent(policy, greedy=True)
    streams = batch.streams(0)
    met = set()
    for _ in range(40):
        streams[:] = streams_of_seeds(streams)
        met.add(int(player.choose(batch, streams)[0]))
    assert len(met) > 1


def test_the_first_member_alone_believes() -> None:
    """Policies that believe something can be members, in any order."""
    believing = made(get_game("arms_dealer"))
    believing.metadata["belief"] = [4]
    shapes = belief_shapes([4], get_game("arms_dealer"))
    believing.weights.update({name: np.ones(shape, np.float32) for name, shape in shapes.items()})
    plain = made(get_game("arms_dealer"))
    for members, believes in (([believing, believing], True), ([plain, believing], False)):
        network = Network(mixture_of(members, [0.5, 0.5]))
        assert (network.belief is not None) == believes


def test_a_clone_goes_on_with_its_members(policy: Checkpoint) -> None:
    player = PolicyOpponent(policy, greedy=True)
    for seed in range(12):
        env = flank_envs.hold_the_line.raw_env()
        env.reset(seed=seed)
        env.step(env.ask(player))
        asked = env.ask(player)
        assert [env.ask(player), env.clone().ask(player)] == [asked, asked]


def test_members_are_drawn_by_their_probabilities_and_by_seats_apart() -> None:
    draws = new_draws(streams_of_seeds(np.arange(20_000)), 2)
    first, second = (drawn_members(np.array(PROBABILITIES), draws[:, seat]) for seat in (0, 1))
    for drawn in (first, second):
        assert np.bincount(drawn) / 20_000 == pytest.approx(PROBABILITIES, abs=0.015)
    both = np.bincount(3 * first + second, minlength=9).reshape(3, 3) / 20_000
    assert both == pytest.approx(np.outer(PROBABILITIES, PROBABILITIES), abs=0.015)


def test_each_seat_stays_with_its_member(policy: Checkpoint) -> None:
    """Its likeliest action is the last, the first or any legal one, according to what was drawn for its seat."""
    batch = Batch(GAME, 200, seed=3)
    player, streams = PolicyOpponent(policy, greedy=True), batch.streams(0)
    draws = new_draws(streams, batch.seats)
    met = set()
    for _ in range(12):
        mask = batch.action_mask.copy()
        drawn = drawn_members(np.array(PROBABILITIES), draws[np.arange(200), batch.to_act])
        actions = player.choose(batch, streams, draws)
        lowest, highest = mask.argmax(axis=1), mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
        assert np.array_equal(actions[drawn == 0], highest[drawn == 0])
        assert np.array_equal(actions[drawn == 1], lowest[drawn == 1])
        met |= set(drawn.tolist())
        batch.step(actions)
    assert met == {0, 1, 2}


def test_the_first_member_gives_values_and_guides(policy: Checkpoint) -> None:
    batch = Batch(GAME, 4, seed=3)
    first = Network(leaning(SLOPES[0]))
    assert np.array_equal(Network(policy).logits(batch.observation), first.logits(batch.observation))
    assert np.array_equal(Network(policy).values(batch.observation), first.values(batch.observation))
    found = [
        flank_envs.search(batch, SearchOpponent(8, PolicyOpponent(guide)), seed=1).visits
        for guide in (policy, leaning(SLOPES[0]))
    ]
    assert np.array_equal(*found)


def test_a_file_keeps_them_all(policy: Checkpoint, tmp_path: Path) -> None:
    checkpoint.write(tmp_path / "three.safetensors", policy)
    members, probabilities = members_of(checkpoint.read(tmp_path / "three.safetensors"))
    assert probabilities.tolist() == PROBABILITIES
    for member, slope in zip(members, SLOPES, strict=True):
        assert member.metadata == made(GAME).metadata
        assert all(np.array_equal(member.weights[name], weight) for name, weight in leaning(slope).weights.items())
    alone, one = members_of(leaning(1.0))
    assert (len(alone), one.tolist()) == (1, [1.0])


@pytest.mark.parametrize(
    "probabilities", [None, 3, [], [1.0], [0.5, 0.6], [0.5, -0.5, 1.0], [0.5, "half"], [True, 0.5], [1 / 65] * 65, {}]
)
def test_shares_that_are_none_are_refused(policy: Checkpoint, probabilities: Any) -> None:
    with pytest.raises(CheckpointError, match=r"styles .*expected 2 to 64 probabilities above 0 that add up to 1"):
        Network(Checkpoint(policy.weights, {**policy.metadata, "styles": probabilities}))


@pytest.mark.parametrize("name", ["style.2.action.bias", "action.bias"])
def test_a_member_that_lacks_a_weight_is_refused(policy: Checkpoint, name: str) -> None:
    weights = {kept: weight for kept, weight in policy.weights.items() if kept != name}
    with pytest.raises(CheckpointError, match="do not fit the network"):
        Network(Checkpoint(weights, policy.metadata))


@pytest.mark.parametrize("name", ["style.3.action.bias", "style.01.action.bias", "style.x.action.bias"])
def test_a_member_too_many_is_refused(policy: Checkpoint, name: str) -> None:
    weights = policy.weights | {name: policy.weights["action.bias"]}
    with pytest.raises(CheckpointError, match="do not fit the network"):
        Network(Checkpoint(weights, policy.metadata))


def test_the_ladder_tells_shares_apart(policy: Checkpoint) -> None:
    other = Checkpoint(policy.weights, {**policy.metadata, "styles": [0.2, 0.3, 0.5]})
    names = {PolicyOpponent(p).identity(GAME) for p in (policy, other, leaning(SLOPES[0]))}
    assert len(names) == 3


def test_exact_figures_are_of_one_policy(policy: Checkpoint) -> None:
    with pytest.raises(ValueError, match="draws a member for each game"):
        exact.policy_of(GAME, PolicyOpponent(policy))
