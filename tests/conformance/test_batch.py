"""The native batch: sound masks, independence of size and threads, refusals that change nothing."""

import numpy as np
import pytest

from flank_envs import IllegalActionError, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from tests.conformance.play import JIT_DISABLED, masks, option_sets, positions, random_steps, sample


def steps(batch, number: int) -> None:
    for _, _ in zip(random_steps(batch), range(number), strict=False):
        pass


def test_invariants_over_random_play_with_all_options(game: Game) -> None:
    for options in option_sets(game):
        batch = make_batch(game, sample(256, 2), seed=1, **options)
        low, ends = game.observation.low, 0
        for number, _ in enumerate(random_steps(batch)):
            if number >= sample(400, 60) and (ends or JIT_DISABLED):  # a game is long in plain Python
                break
            assert kernels.checks(batch.states.copy()) == 0
            assert (batch.observation >= low).all()
            assert (batch.observation <= 1).all()
            assert (batch.action_mask.sum(1) > 0).all()
            assert np.allclose(batch.reward.sum(1), 0)
            assert np.array_equal(batch.observation, batch.observe(batch.to_act))
            assert not batch.reward[~batch.done].any()
            assert not batch.truncated[~batch.done].any()
            ends += batch.done.sum()


def test_mask_is_sound_both_ways(game: Game) -> None:
    """Every legal action leads to a position; illegal ones, refused by the mask alone, are tried here and there."""
    states = positions(game, sample(300, 6))
    batch = make_batch(game, 1, seed=0, autoreset=False)
    for number, (state, mask) in enumerate(zip(states, masks(game, states), strict=True)):
        for action in np.flatnonzero(mask):
            batch.put(state)
            before = batch.save()
            batch.step(np.array([action]))
            assert kernels.checks(batch.states.copy()) == 0
            assert batch.save() != before
        if state.over:
            continue
        batch.put(state)
        before = batch.save()
        for action in np.flatnonzero(mask == 0)[number % 20 :: 20]:
            with pytest.raises(IllegalActionError, match=str(action)):
                batch.step(np.array([action]))
            assert batch.save() == before


def test_batch_size_and_threads_do_not_matter(game: Game) -> None:
    number, rounds = sample(24, 4), sample(300, 40)
    singles = [make_batch(game, 1, seed=100 + i) for i in range(number)]
    batches = [make_batch(game, number, seed=100, threads=threads) for threads in (1, 2, 3)]
    streams = batches[0].streams(7)
    for _ in range(rounds):
        actions = batches[0].random_actions(streams)
        for batch in batches:
            batch.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.step(np.array([action]))
    for batch in batches:
        for name in ("states", "observation", "action_mask", "to_act", "reward", "done", "truncated"):
            one = getattr(batches[0], name)
            assert np.array_equal(getattr(batch, name).view(np.uint8), one.view(np.uint8)), name
            joined = np.concatenate([getattr(single, name) for single in singles])
            assert np.array_equal(joined.view(np.uint8), one.view(np.uint8)), name


def test_random_steps_are_steps_with_random_actions(game: Game) -> None:
    drawn, given = (make_batch(game, sample(32, 3), seed=4, threads=2) for _ in range(2))
    streams, same_streams = drawn.streams(1), given.streams(1)
    for _ in range(sample(100, 15)):
        expected = given.random_actions(same_streams)
        given.step(expected)
        assert np.array_equal(drawn.step_random(streams), expected)
    assert drawn.save() == given.save()
    for wrong in (streams[:1], streams.astype(np.int64), None):
        with pytest.raises(ValueError, match="streams"):
            drawn.step_random(wrong)


def test_autoreset_goes_on_in_the_same_stream(game: Game) -> None:
    restarting = make_batch(game, 1, seed=3)
    waiting = make_batch(game, 1, seed=3, autoreset=False)
    for actions, _ in zip(random_steps(restarting), range(sample(500, 80)), strict=False):
        assert restarting.save() == waiting.save()
        waiting.step(actions)
        if waiting.done[0]:
            assert not waiting.action_mask.any()
            assert waiting.to_act[0] == -1
            final = waiting.save()
            waiting.step(actions)  # ignored
            assert waiting.save() == final
            waiting.reset()


def test_illegal_lose_ends_the_game_for_the_mover(game: Game) -> None:
    batch = make_batch(game, 2, seed=0, illegal="lose", autoreset=False)
    mover = int(batch.to_act[0])
    batch.step(np.array([np.argmin(batch.action_mask[0]), np.argmax(batch.action_mask[1])]))
    assert batch.done.tolist() == [True, False]
    assert batch.reward[0, mover] == -1
    assert batch.reward.sum() == -1


def test_bad_input_is_explained_and_loses_nothing(game: Game) -> None:
    batch = make_batch(game, 3, seed=0)
    before = batch.save()
    for actions in (np.zeros(2, int), np.zeros((3, 1), int), np.zeros(3), [0.5, 1, 2], "abc", None):
        with pytest.raises(ValueError, match="3 games"):
            batch.step(actions)
    for action in (-1, game.actions.size, 2**31 - 1):
        with pytest.raises(IllegalActionError, match=f"0..{game.actions.size - 1}"):
            batch.step(np.array([action] * 3))
    for arguments, word in (
        ({"num_games": 0}, "num_games"),
        ({"num_games": 2, "threads": 0}, "threads"),
        ({"num_games": 2, "seed": -1}, "seed"),
        ({"num_games": 2, "seed": [1, 2, 3]}, "3 seeds"),
        ({"num_games": 2, "illegal": "shrug"}, "illegal"),
        ({"num_games": 2, "weather": "fine"}, "weather"),
    ):
        with pytest.raises(ValueError, match=word):
            make_batch(game, **arguments)
    with pytest.raises(ValueError, match="which"):
        batch.reset(which=np.zeros(2, bool))
    with pytest.raises(ValueError, match="read-only"):
        batch.action_mask[0, 0] = 1
    assert batch.save() == before
    batch.step(np.argmax(batch.action_mask, 1))


def test_two_seeds_give_two_games(game: Game) -> None:
    one, other = make_batch(game, 1, seed=0), make_batch(game, 1, seed=1)
    steps(one, 10)
    steps(other, 10)
    assert one.save() != other.save()
