"""What goes from Python into compiled code: values that do not fit are refused in words, and nothing ever crashes."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from flank_envs import Decisions, IllegalActionError, load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.interfaces.pettingzoo import raw_env
from flank_envs.interfaces.sb3 import SeatVecEnv
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import finished, sample

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", ["sample_game", "mercy_frontier"][: sample(2, 1)])
def test_no_public_call_takes_what_does_not_fit(name: str) -> None:
    """Thousands of calls in another process, where a crash can be seen; every public method has its wrong values.

    The calls are the same for all games, so the smallest and the largest stand for all; plain Python cannot crash.
    """
    command = [sys.executable, "-m", "tests.hostile_calls", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    *wrong, count = done.stdout.splitlines()
    assert not wrong, "\n".join(wrong[:20])
    assert int(count.split()[1]) > 2000


def test_actions_do_not_wrap_around(game: Game) -> None:
    """What differs from a legal action by 2**32 is another number, through every interface."""
    batch, games = make_batch(game, 2, seed=0), SeatGames(game, 2)
    aec, single, vector, sb3 = raw_env(game), SeatEnv(game), SeatVectorEnv(game, 2), SeatVecEnv(game, 2, seed=0)
    for interface in (games, aec, single, vector):
        interface.reset(seed=0)
    sb3.reset()
    for turns in (2**32, -(2**32), 2**33):
        for step, masks in (
            (batch.step, batch.action_mask),
            (games.step, games.action_mask),
            (vector.step, vector._games.action_mask),
            (sb3.step, sb3.games.action_mask),
        ):
            outside = rf"action {masks[0].argmax() + turns} in game 0 is outside 0\.\.{game.actions.size - 1}( |$)"
            with pytest.raises(IllegalActionError, match=outside):
                step(masks.argmax(1) + turns)
        for step, mask in (
            (aec.step, aec.infos[aec.agent_selection]["action_mask"]),
            (single.step, single.action_masks()),
        ):
            with pytest.raises(IllegalActionError, match=str(mask.argmax() + turns)):
                step(int(mask.argmax()) + turns)


def test_actions_of_any_whole_type_play_the_same_game(game: Game) -> None:
    kinds = (np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, ">i4")
    batches = [make_batch(game, 3, seed=0) for _ in kinds]
    for _ in range(5):
        legal = batches[0].action_mask[:, :120].argmax(1)
        if not batches[0].action_mask[np.arange(3), legal].all():
            break
        for batch, kind in zip(batches, kinds, strict=True):
            batch.step(legal.astype(kind))
    assert len({batch.save() for batch in batches}) == 1


def test_determinizing_leaves_finished_games_alone(game: Game) -> None:
    """Nobody is to act there, so nobody's ignorance is drawn anew."""
    over = finished(game, 2)
    batch = make_batch(game, 4, seed=0, autoreset=False)
    batch.put(over, np.array([True, False, True, False]))
    streams = batch.streams(0)
    decisions = Decisions(game, batch.states, batch.observation, batch.action_mask, streams)
    dealt = decisions.determinized()[:, 0]
    assert dealt[[0, 2]].tobytes() == batch.states[[0, 2]].tobytes()
    assert (dealt["rng"] != batch.states["rng"]).tolist() == [False, True, False, True]
    for name in ("random", "heuristic"):
        load_opponent(name).choose(batch, streams)
    with pytest.raises(ValueError, match=r"seat -1 for game 0: give seats from 0 to .* over has no seat to act"):
        batch.observe(batch.to_act)


def test_nothing_is_played_before_reset_or_after_the_end(game: Game) -> None:
    legal = np.zeros(2, int)
    for games in (SeatGames(game, 2), SeatVectorEnv(game, 2), SeatVecEnv(game, 2)):
        with pytest.raises(ValueError, match="have not begun: call reset"):
            games.step(legal)
    with pytest.raises(ValueError, match="have not begun: call reset"):
        SeatEnv(game).step(0)
    with pytest.raises(ValueError, match=r"has not begun: call reset"):
        raw_env(game).step(0)
    single = SeatEnv(game)
    single.reset(seed=0)
    *_, info = single.step(int(single.action_masks().argmin()))
    assert str(info["ending"]) == "forfeit"
    with pytest.raises(ValueError, match=r"the game is over: call reset\(\) before the next step"):
        single.step(0)
    single.reset()
    single.step(int(single.action_masks().argmax()))
    aec = raw_env(game)
    aec.reset(seed=0)
    aec._batch.put(finished(game, 1))
    aec.restore(aec.save())
    while aec.agents:
        aec.step(None)
    with pytest.raises(ValueError, match="is over"):
        aec.step(None)


def test_games_begin_one_by_one(game: Game) -> None:
    games = SeatGames(game, 2)
    games.reset(seed=0, which=np.array([True, False]))
    with pytest.raises(ValueError, match="have not begun"):
        games.step(games.action_mask.argmax(1))
    games.reset(which=np.array([False, True]))
    games.step(games.action_mask.argmax(1))


def test_settings_that_are_no_flags_or_numbers_are_refused(game: Game) -> None:
    for settings, words in (
        ({"autoreset": "a"}, "autoreset='a': give True or False"),
        ({"autoreset": 1}, "autoreset=1: give True or False"),
        ({"replays": 1.5}, "replays=1.5: give a whole number"),
        ({"replays": None}, "replays=None: give a whole number"),
        ({"options": "a"}, "options='a': give names and values"),
        ({"seed": 1.5}, r"seed=1.5: give a whole number from 0 to 18446744073709551615, a list with one for each"),
        ({"seed": "x"}, "seed='x': give a whole number"),
    ):
        with pytest.raises(ValueError, match=words):
            make_batch(game, 2, **settings)
    make_batch(game, 2, options=None)
    for settings, words in (
        ({"learner": "yes"}, "learner='yes': give True or False"),
        ({"opponent": None}, r"unknown opponent None \(known: random, "),
        ({"opponent": 3}, "unknown opponent 3"),
    ):
        with pytest.raises(ValueError, match=words):
            SeatGames(game, 2, **settings)
    with pytest.raises(ValueError, match="copy='a': give True or False"):
        SeatVectorEnv(game, 2, copy="a")  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="greedy='a': give True or False"):
        load_opponent("trained", greedy="a")
    with pytest.raises(ValueError, match=r"temperature=True: give a number"):
        load_opponent("trained", temperature=True)


def test_looks_at_nobody_are_explained(game: Game) -> None:
    batch = make_batch(game, 2, seed=0)
    for seat in (np.float32(1), 1.5, "x", None):
        with pytest.raises(ValueError, match=r"seat=.*: give a whole number from 0 to"):
            batch.observe(seat)
    assert np.array_equal(batch.observe(np.array(1)), batch.observe(1))
    for seat in (-1, batch.seats):
        with pytest.raises(ValueError, match=f"seat {seat} for game 1: give seats from 0 to {batch.seats - 1}"):
            batch.observe(np.array([0, seat]))
    aec = raw_env(game)
    aec.reset(seed=0)
    with pytest.raises(ValueError, match="agent='x': choose one of 'player_0', 'player_1'"):
        aec.observe("x")


def test_records_that_are_no_positions_are_counted_from_0(game: Game) -> None:
    batch = make_batch(game, 2, seed=0)
    states = batch.states.copy()
    states["to_act"][1] = -1  # though it is not over
    with pytest.raises(ValueError, match=f"record 1 is not a position of {game.title}: not true that "):
        batch.put(states)


def test_masks_that_are_no_masks_are_refused(game: Game) -> None:
    """Drawing among them would run past their end."""
    batch = make_batch(game, 2, seed=0)
    for factor in (2, 127, -1):
        with pytest.raises(ValueError, match=r"action_mask holds .* give 1 for legal actions and 0 for the others"):
            Decisions(game, batch.states, batch.observation, batch.action_mask * np.int8(factor), batch.streams(0))
    with pytest.raises(ValueError, match="observation holds values that are no numbers"):
        Decisions(game, batch.states, batch.observation * np.nan, batch.action_mask, batch.streams(0))


def test_a_replay_of_what_was_not_played_is_refused(game: Game) -> None:
    games = SeatGames(game, 2, replays=True)
    with pytest.raises(ValueError, match="game 1 has not begun yet"):
        games.replay(1)
    games.reset(seed=0)
    with pytest.raises(ValueError, match="game 1 has not ended yet"):
        games.replay(1, finished=True)
