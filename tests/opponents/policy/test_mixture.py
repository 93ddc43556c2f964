"""Styles: each seat draws one of a policy's networks for the whole of a game, wherever it is asked."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import flank_envs
from flank_envs.engine import kernels
from flank_envs.engine.batch import Batch
from flank_envs.engine.game import Game, get_game
from flank_envs.evaluation import exact
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.belief import belief_shapes
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.policy.mixture import drawn_members, members_of, mixture_of
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.search import SearchOpponent
from tests.games.sample_game import GAME as LAST_MATCH
from tests.opponents.policy.test_checkpoint import made

GAME = get_game("hold_the_line")
CHANCES = [0.5, 0.3, 0.2]


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
    return mixture_of([leaning(slope) for slope in SLOPES], CHANCES)


def test_a_lot_is_drawn_for_every_game_and_stays(game: Game) -> None:
    """Whatever is decided; the next game has another."""
    batch = Batch(game, 64, seed=5)
    lots = batch.states["lot"].copy()
    assert len(np.unique(lots)) > 60
    assert np.array_equal(Batch(game, 3, seed=5).states["lot"], lots[:3])
    player, streams = flank_envs.load_opponent("random"), batch.streams(0)
    for _ in range(30):
        batch.step(player.choose(batch, streams))
        assert np.array_equal(batch.states["lot"][~batch.done], lots[~batch.done])
        lots = batch.states["lot"].copy()
    batch.reset()
    assert (batch.states["lot"] != lots).mean() > 0.9


def test_the_game_after_one_that_ended_draws_another_lot() -> None:
    batch = Batch(LAST_MATCH, 64, seed=5)
    player, streams = flank_envs.load_opponent("random"), batch.streams(0)
    drawn: list[bool] = []
    for _ in range(30):
        lots = batch.states["lot"].copy()
        batch.step(player.choose(batch, streams))
        drawn += (batch.states["lot"] != lots)[batch.done].tolist()
    assert len(drawn) > 50
    assert np.mean(drawn) > 0.9


def test_what_the_other_seat_has_drawn_is_determinized_too(game: Game) -> None:
    """A seat cannot know it."""
    batch = Batch(game, 64, seed=5)
    determinized = batch.states.copy()
    kernels.determinize_all(determinized, batch.to_act.astype(np.int64), batch.streams(0))
    assert (determinized["lot"] != batch.states["lot"]).mean() > 0.9
    assert len(np.unique(determinized["lot"])) > 60


def test_the_first_style_alone_believes() -> None:
    """Policies that believe something can be styles, in any order."""
    believing = made(get_game("arms_dealer"))
    believing.metadata["belief"] = [4]
    shapes = belief_shapes([4], get_game("arms_dealer"))
    believing.weights.update({name: np.ones(shape, np.float32) for name, shape in shapes.items()})
    plain = made(get_game("arms_dealer"))
    for styles, believes in (([believing, believing], True), ([plain, believing], False)):
        network = Network(mixture_of(styles, [0.5, 0.5]))
        assert (network.belief is not None) == believes


def test_saved_cloned_and_replayed_games_go_on_in_their_styles(policy: Checkpoint, tmp_path: Path) -> None:
    checkpoint.write(tmp_path / "three.safetensors", policy)
    name = f"{tmp_path}/three.safetensors:greedy"
    for seed in range(12):
        env, other = flank_envs.hold_the_line.raw_env(), flank_envs.hold_the_line.raw_env()
        env.reset(seed=seed)
        env.step(env.ask(name))
        other.reset(seed=99)
        other.restore(env.save())
        asked = env.ask(name)
        assert (env.clone().ask(name), other.ask(name)) == (asked, asked)
        assert env.replay().final()["lot"] == Batch(GAME, 1, seed=seed).states["lot"]


def test_styles_are_drawn_by_their_chances_and_by_seats_apart() -> None:
    lots = np.random.default_rng(1).integers(2**16, size=20_000, dtype=np.uint16)
    first, second = (drawn_members(np.array(CHANCES), lots, np.full(20_000, seat, np.int8)) for seat in (0, 1))
    for drawn in (first, second):
        assert np.bincount(drawn) / 20_000 == pytest.approx(CHANCES, abs=0.015)
    both = np.bincount(3 * first + second, minlength=9).reshape(3, 3) / 20_000
    assert both == pytest.approx(np.outer(CHANCES, CHANCES), abs=0.015)


def test_each_seat_stays_with_its_style(policy: Checkpoint) -> None:
    """Its likeliest action is the last, the first or any legal one, according to what its lot drew."""
    batch = Batch(GAME, 200, seed=3)
    player, streams = PolicyOpponent(policy, greedy=True), batch.streams(0)
    met = set()
    for _ in range(12):
        mask, states = batch.action_mask.copy(), batch.states.copy()
        drawn = drawn_members(np.array(CHANCES), states["lot"], states["to_act"])
        actions = player.choose(batch, streams)
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
    styles, chances = members_of(checkpoint.read(tmp_path / "three.safetensors"))
    assert chances.tolist() == CHANCES
    for style, slope in zip(styles, SLOPES, strict=True):
        assert style.metadata == made(GAME).metadata
        assert all(np.array_equal(style.weights[name], weight) for name, weight in leaning(slope).weights.items())
    alone, one = members_of(leaning(1.0))
    assert (len(alone), one.tolist()) == (1, [1.0])


@pytest.mark.parametrize(
    "chances", [None, 3, [], [1.0], [0.5, 0.6], [0.5, -0.5, 1.0], [0.5, "half"], [True, 0.5], [1 / 65] * 65, {}]
)
def test_chances_that_are_none_are_refused(policy: Checkpoint, chances: Any) -> None:
    with pytest.raises(CheckpointError, match=r"styles .*expected 2 to 64 chances above 0 that add up to 1"):
        Network(Checkpoint(policy.weights, {**policy.metadata, "styles": chances}))


@pytest.mark.parametrize("name", ["style.2.action.bias", "action.bias"])
def test_a_style_that_lacks_a_weight_is_refused(policy: Checkpoint, name: str) -> None:
    weights = {kept: weight for kept, weight in policy.weights.items() if kept != name}
    with pytest.raises(CheckpointError, match="do not fit the network"):
        Network(Checkpoint(weights, policy.metadata))


@pytest.mark.parametrize("name", ["style.3.action.bias", "style.01.action.bias", "style.x.action.bias"])
def test_a_style_too_many_is_refused(policy: Checkpoint, name: str) -> None:
    weights = policy.weights | {name: policy.weights["action.bias"]}
    with pytest.raises(CheckpointError, match="do not fit the network"):
        Network(Checkpoint(weights, policy.metadata))


def test_the_ladder_tells_chances_apart(policy: Checkpoint) -> None:
    other = Checkpoint(policy.weights, {**policy.metadata, "styles": [0.2, 0.3, 0.5]})
    names = {PolicyOpponent(p).identity(GAME) for p in (policy, other, leaning(SLOPES[0]))}
    assert len(names) == 3


def test_exact_figures_are_of_one_style(policy: Checkpoint) -> None:
    with pytest.raises(ValueError, match="draws a member for each game"):
        exact.policy_of(GAME, PolicyOpponent(policy))
