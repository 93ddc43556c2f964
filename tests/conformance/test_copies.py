"""Copies, pickles, saved bytes and replays continue the very same game."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from flank_envs import Replay, ReplayError, make_batch
from flank_envs.engine.game import Game
from flank_envs.interfaces.pettingzoo import env, raw_env
from tests.conformance.play import sample
from tests.conformance.test_aec import play


def through_bytes(environment):
    fresh = raw_env(environment.game, **environment._batch.options)
    fresh.reset(seed=999)
    fresh.restore(environment.save())
    return fresh


COPIES = {
    "clone": lambda e: e.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda e: pickle.loads(pickle.dumps(e)),
    "bytes": through_bytes,
}


@pytest.mark.whole_games
def test_a_copy_continues_the_same_game(game: Game) -> None:
    original = raw_env(game)
    for _ in zip(play(original, seed=11), range(12), strict=False):
        pass
    twins = {way: make_copy(original) for way, make_copy in COPIES.items()}
    rng = np.random.default_rng(4)
    for _ in range(2):  # the second game begins from the continued stream
        while not all(original.terminations.values()) and not all(original.truncations.values()):
            action = int(rng.choice(np.flatnonzero(original.infos[original.agent_selection]["action_mask"])))
            original.step(action)
            expected, seen = original.save(), original.observe(original.agents[0])["observation"]
            for way, twin in twins.items():
                twin.step(action)
                assert twin.save() == expected, way
                assert twin.agent_selection == original.agent_selection
                assert twin.rewards == original.rewards
                assert np.array_equal(twin.observe(twin.agents[0])["observation"], seen)
        for environment in (original, *twins.values()):
            environment.reset()


@pytest.mark.whole_games
def test_a_restored_end_is_an_end_and_its_past_is_not_known(game: Game) -> None:
    original = raw_env(game)
    for action in play(original, seed=3):
        if action is None:
            break
    restored = through_bytes(original)
    assert (restored.rewards, restored.terminations) == (original.rewards, original.terminations)
    assert [restored.last()[1] for _ in restored.agents] == [restored.rewards[restored.agent_selection]] * len(
        restored.agents
    )
    with pytest.raises(ValueError, match="restored"):
        restored.replay()
    again = raw_env(game)
    again.reset(seed=3)
    again.restore(again.save())
    again.step(int(np.argmax(again.infos[again.agent_selection]["action_mask"])))
    with pytest.raises(ValueError, match="restored"):
        again.replay()
    again.reset(seed=4)
    assert again.replay().seed == 4


def test_wrapped_environment_copies_in_mid_game(game: Game) -> None:
    wrapped = env(game, render_mode="ansi")
    for number, _ in enumerate(play(wrapped, seed=1)):
        if number == 9:
            for twin in (copy.deepcopy(wrapped), pickle.loads(pickle.dumps(wrapped))):
                assert twin.unwrapped.save() == wrapped.unwrapped.save()
                assert twin.agent_selection == wrapped.agent_selection
                assert twin.render() == wrapped.render()
            break


def test_a_copied_batch_has_its_own_memory(game: Game) -> None:
    batch = make_batch(game, 3, seed=0)
    twin = pickle.loads(pickle.dumps(batch))
    before = batch.save()
    twin.step(np.argmax(twin.action_mask, 1))
    assert batch.save() == before
    batch.step(np.argmax(batch.action_mask, 1))
    assert np.array_equal(batch.observation, twin.observation)


def test_damaged_bytes_are_refused_and_change_nothing(game: Game) -> None:
    environment = raw_env(game)
    environment.reset(seed=0)
    good = environment.save()
    rng = np.random.default_rng(0)
    cases = [b"", b"hello", good[:-1], good[:40], good + b"x", good.replace(b"games 2", b"games 1")]
    for _ in range(sample(300, 30)):
        damaged = bytearray(good)
        damaged[rng.integers(len(good))] ^= 1 << rng.integers(8)
        cases.append(bytes(damaged))
    for data in cases:
        with pytest.raises(ValueError, match="saved game"):
            environment.restore(data)
        assert environment.save() == good
    with pytest.raises(ValueError, match="bytes"):
        environment.restore("text")  # pyright: ignore[reportArgumentType]


def test_hostile_records_are_refused_or_playable(game: Game) -> None:
    """Records with any field overwritten, checksum right: refused with a reason, or safe to play on."""
    from flank_envs.engine import kernels, savefile

    batch = make_batch(game, 1, seed=5, autoreset=False)
    victim = make_batch(game, 1, seed=5, autoreset=False)
    choices = batch.streams(0)
    rng = np.random.default_rng(1)
    refused = 0
    for _ in range(sample(1000, 150)):
        batch.step(batch.random_actions(choices))
        if batch.done[0]:
            batch.reset()
        record = bytearray(batch.states.tobytes())
        for _ in range(rng.integers(1, 3)):
            record[rng.integers(len(record))] = rng.integers(256)
        hostile = savefile.to_bytes(game, np.frombuffer(bytes(record), game.state))
        try:
            victim.restore(hostile)
        except ValueError:
            refused += 1
            continue
        streams = victim.streams(0)
        for _ in range(sample(20, 5)):
            victim.step(victim.random_actions(streams))
            assert kernels.checks(victim.states.copy()) == 0
    assert refused > 0


@pytest.mark.whole_games
@pytest.mark.parametrize("seed", range(sample(2, 1)))
def test_a_replay_leads_to_identical_bytes(game: Game, seed: int, tmp_path) -> None:
    environment = raw_env(game)
    for action in play(environment, seed):
        if action is None:
            break
    replay = environment.replay()
    replay.save(tmp_path / "game.replay")
    loaded = Replay.load(tmp_path / "game.replay")
    assert loaded == replay
    assert loaded.final().tobytes() == environment._batch.states.tobytes()
    assert loaded.text() == (tmp_path / "game.replay").read_text()
    assert replay.seed == seed


def test_a_replay_of_practice_says_so_and_leads_to_the_same_end(game: Game) -> None:
    environment = raw_env(game)
    for number, _ in enumerate(play(environment, seed=2)):
        if number == 6:
            break
    replay = environment.replay()
    practised = replace(replay, practice=True)
    assert "\npractice\n" in practised.text()
    assert "practice" not in replay.text()
    assert Replay.parse(practised.text()) == practised
    assert practised.final().tobytes() == replay.final().tobytes()


def test_bad_replays_are_explained(game: Game, tmp_path) -> None:
    environment = raw_env(game)
    for number, _ in enumerate(play(environment, seed=2)):
        if number == 6:
            break
    text = environment.replay().text()
    lines = text.splitlines()
    at = lines.index("actions")
    edits = {
        "begins": "a diary\n" + text,
        "unknown game": text.replace(f"game {game.name}", "game checkers"),
        "version": text.replace(f"game {game.name} {game.version}", f"game {game.name} 77"),
        "unknown option": text.replace("options {", 'options {"speed": 3, ' if game.options else 'options {"speed": 3'),
        "unreadable": text.replace("options {", "options {["),
        "whole number": text.replace("seed 2", "seed two"),
        "was changed|illegal": text.replace("seed 2", "seed 3"),
        "outside": "\n".join([*lines[: at + 1], "9999", *lines[at + 2 :]]),
        "illegal": "\n".join([*lines[: at + 1], str(game.actions.size - 1), *lines[at + 2 :]]),
        "no line 'seed'": "\n".join(line for line in lines if not line.startswith("seed")),
        "line 5": text.replace("seed 2", "seed 2\nmood good"),
        "stands alone": text.replace("seed 2", "seed 2\npractice makes perfect"),
        "the first line": "",
    }
    for reason, edited in edits.items():
        with pytest.raises(ReplayError, match=reason):
            Replay.parse(edited)
    with pytest.raises(ReplayError, match="cannot read"):
        Replay.load(tmp_path / "nowhere.replay")
    (tmp_path / "binary.replay").write_bytes(bytes(range(256)))
    with pytest.raises(ReplayError, match="not a text file"):
        Replay.load(tmp_path / "binary.replay")
