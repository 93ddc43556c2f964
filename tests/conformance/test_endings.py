"""How games end: by the rules, by their limit, by a forfeit. Records, results, words and interfaces agree."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from flank_envs import Batch, Ending, Replay, ReplayError, make_batch
from flank_envs.cli import main
from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.record import ending
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.interfaces.pettingzoo import env, raw_env
from flank_envs.interfaces.sb3 import SeatVecEnv
from tests.conformance.play import finished, masks, option_sets, player_sets, positions, random_steps, sample, view

FORFEIT = "illegal action"
LIMIT = "No winner: the game's limit is reached"
CAP = "No winner: the cap on decisions is reached"


def standing(game: Game, states: np.ndarray, **options) -> Batch:
    """A batch that stands in these positions, in which illegal actions lose."""
    batch = make_batch(game, len(states), seed=0, autoreset=False, illegal="lose", **options)
    batch.put(states)
    return batch


def forfeited(game: Game, number: int, seed: int = 0, **options) -> tuple[np.ndarray, Batch]:
    """Positions of all phases, and the batch in which the seat to act has forfeited each of them."""
    states = positions(game, number + 8, seed, **options)  # some are over, and in some every action is legal
    states = states[(states["over"] == 0) & (masks(game, states).min(axis=1) == 0)][:number]
    batch = standing(game, states, **options)
    batch.step(batch.action_mask.argmin(axis=1))
    return states, batch


def test_a_forfeit_is_kept_with_its_result(game: Game) -> None:
    """-1 for who forfeits, 0 for the others: as reward, as returns, and after bytes; all else stays as it was."""
    for options in player_sets(game):
        before, batch = forfeited(game, sample(300, 12), **options)
        if sample(1, 0):  # a handful of games does not come to every phase
            assert set(before["phase"]) == set(range(len(game.phases) - 1))
        expected = -np.eye(batch.seats)[before["to_act"]]
        assert batch.done.all()
        assert not batch.truncated.any()
        assert np.array_equal(batch.reward, expected)
        assert np.array_equal(batch.returns(), expected)
        again = make_batch(game, len(before), seed=1, autoreset=False, **options)
        again.restore(batch.save())
        assert np.array_equal(again.returns(), expected)
        assert again.states.tobytes() == batch.states.tobytes()
        assert not again.action_mask.any()
        changed = [name for name in before.dtype.names if not np.array_equal(before[name], batch.states[name])]
        assert changed == ["to_act", "over", "forfeit"]
        assert np.array_equal(batch.states["forfeit"], before["to_act"])
        batch.reset()
        assert (batch.states["forfeit"] == -1).all()
        assert kernels.checks(batch.states.copy()) == 0


def test_words_and_pictures_say_how_a_game_ended(game: Game) -> None:
    """Forfeits and limits are told alike by every game and to everybody; endings by the rules are the game's own."""
    for options in option_sets(game):
        everyone = (None, *range(game.players(options)))
        _, batch = forfeited(game, sample(40, 6), **options)
        for state, viewer in product(batch.states, everyone):
            assert f"Seat {state.forfeit} forfeits: {FORFEIT}" in game.view.text(state, viewer)
            picture = game.view.picture(state, viewer)
            assert f"Seat {state.forfeit} forfeits" in picture
            assert FORFEIT in picture
        for state, viewer in product(finished(game, sample(6, 1), **options), everyone):
            assert (LIMIT in game.view.text(state, viewer)) == (ending(state) == "limit")
            assert (CAP in game.view.text(state, viewer)) == (ending(state) == "cap")
            assert FORFEIT not in game.view.text(state, viewer)


def test_hidden_things_stay_hidden_after_a_forfeit(game: Game) -> None:
    """A determinization of a forfeited game is the determinization of the position before, and looks the same to who
    does not know.
    """
    for options in player_sets(game):
        before, batch = forfeited(game, sample(200, 6), seed=1, **options)
        for seat in range(batch.seats):
            seats, streams = np.full(len(before), seat), batch.streams(seat)
            position, after = before.copy(), batch.states.copy()
            kernels.determinize_all(position, seats, streams.copy())
            kernels.determinize_all(after, seats, streams.copy())
            kernels.forfeits(position)
            assert position.tobytes() == after.tobytes()
            assert np.array_equal(view(game, after, seat), batch.observe(seat))


def test_only_endings_that_happen_are_accepted(game: Game) -> None:
    """Of all values of the header's fields about the end: a position, its forfeit, or what the rules ended."""
    names = ("over", "to_act", "limit", "forfeit")
    values = list(product(range(-1, 3), range(-2, 4), range(-1, 4), range(-2, 4)))
    for state in positions(game, sample(60, 3), seed=2):
        records = np.repeat(np.array([state], game.state), len(values))
        for name, column in zip(names, np.array(values).T, strict=True):
            records[name] = column
        kept = {value for k, value in enumerate(values) if kernels.checks(records[k : k + 1]) == 0}
        assert tuple(int(state[name]) for name in names) in kept
        if state.phase == len(game.phases) - 1:
            assert kept == {(1, -1, int(state.limit), -1)}
            continue
        movers = {to_act for over, to_act, _, _ in kept if not over}
        assert kept == {(0, seat, 0, -1) for seat in movers} | {(1, -1, 0, seat) for seat in movers}


@pytest.mark.parametrize("autoreset", [False, True])
def test_replays_end_with_the_forfeit(game: Game, autoreset: bool, tmp_path: Path, capsys) -> None:
    batch = make_batch(game, 2, seed=8, autoreset=autoreset, illegal="lose", replays=True)
    number, last = 0, np.zeros(2, int)
    for number, actions in enumerate(random_steps(batch)):
        if number >= 4 and not batch.action_mask[0].all():  # where there is something illegal
            break
        last = actions
    seat, wrong = int(batch.to_act[0]), int(batch.action_mask[0].argmin())
    batch.step(np.array([wrong, batch.action_mask[1].argmax()]))
    replay = batch.replay(0, finished=True)
    assert (replay.seed, len(replay.actions), replay.actions[-1], replay.forfeit) == (8, number, last[0], wrong)
    assert batch.replay(1).forfeit is None
    line = replay.text().splitlines()[-1]
    assert line.startswith(f"forfeit {wrong}  # action {wrong} (")
    assert f"illegal for seat {seat}: " in line
    path = tmp_path / "lost.replay"
    replay.save(path)
    assert Replay.load(path) == replay
    final = replay.final()[0]
    assert (int(final.forfeit), int(final.over), int(final.decisions)) == (seat, 1, number)
    if not autoreset:
        assert replay.final().tobytes() == batch.states[:1].tobytes()
    assert main(["replay", str(path), "--quiet"]) == 0
    assert f"In order. Seat {seat} forfeits: {FORFEIT} (" in capsys.readouterr().out


def test_a_replay_is_of_the_last_game_until_the_next_has_begun(game: Game) -> None:
    batch = make_batch(game, 1, seed=8, illegal="lose", replays=True)
    batch.step(batch.action_mask.argmax(1))
    batch.step(batch.action_mask.argmin(1))
    assert batch.done[0]
    assert batch.replay() == batch.replay(finished=True)
    batch.step(batch.action_mask.argmax(1))
    assert batch.replay() == batch.replay(finished=False)
    assert batch.replay().final().tobytes() == batch.states.tobytes()


def test_damaged_forfeits_are_explained(game: Game) -> None:
    batch = make_batch(game, 1, seed=8, illegal="lose", replays=True)
    legal, wrong = int(batch.action_mask[0].argmax()), int(batch.action_mask[0].argmin())
    batch.step(np.array([legal]))
    wrong = int(batch.action_mask[0].argmin())
    legal = int(batch.action_mask[0].argmax())
    batch.step(np.array([wrong]))
    text = batch.replay(0, finished=True).text()
    start = text.index("forfeit")
    edits = {
        "was changed": text[:start],
        f"has action {legal}, which is legal": f"{text[:start]}forfeit {legal}",
        "outside": f"{text[:start]}forfeit 99999",
        "whole number": f"{text[:start]}forfeit never",
        "nothing follows": f"{text}{legal}",
        "line 5": text.replace("end {", "forfeit 3\nend {"),
    }
    for reason, edited in edits.items():
        with pytest.raises(ReplayError, match=reason):
            Replay.parse(edited)


def test_a_restored_forfeit_in_aec(game: Game) -> None:
    for options in player_sets(game):
        _, batch = forfeited(game, 2, seed=4, **options)
        one = make_batch(game, 1, seed=0, illegal="lose", autoreset=False, **options)
        one.put(batch.states[:1])
        loser = int(one.states[0].forfeit)
        environment = raw_env(game, render_mode="ansi", **options)
        environment.restore(one.save())
        expected = {agent: -1.0 * (seat == loser) for seat, agent in enumerate(environment.possible_agents)}
        assert environment.rewards == expected
        assert all(environment.terminations.values())
        assert not any(environment.truncations.values())
        assert all(info["ending"] == Ending.FORFEIT for info in environment.infos.values())
        assert f"Seat {loser} forfeits" in environment.render()
        told = {}
        for agent in environment.agent_iter():
            told[agent] = environment.last()[1]
            environment.step(None)
        assert told == expected


@pytest.mark.whole_games
def test_aec_says_how_a_game_ended(game: Game) -> None:
    environment = raw_env(game)
    environment.reset(seed=1)
    assert all("ending" not in info for info in environment.infos.values())
    while not environment.infos[environment.agent_selection].get("ending"):
        environment.step(environment.ask("random"))
    expected = Ending.of(environment.unwrapped._batch.states[0])
    assert {info["ending"] for info in environment.infos.values()} == {expected}


def test_an_illegal_action_in_env_is_in_the_record(game: Game) -> None:
    """The forfeit is told, saved and replayed as everywhere else."""
    environment = env(game, render_mode="ansi")
    environment.reset(seed=5)
    bare = environment.unwrapped
    wrong = int(environment.last()[-1]["action_mask"].argmin())
    environment.step(wrong)
    assert environment.rewards == {agent: -1.0 * (seat == 0) for seat, agent in enumerate(environment.agents)}
    assert (set(environment.terminations.values()), set(environment.truncations.values())) == ({True}, {False})
    assert {info["ending"] for info in environment.infos.values()} == {Ending.FORFEIT}
    assert not any(info["action_mask"].any() for info in environment.infos.values())
    assert f"Seat 0 forfeits: {FORFEIT}" in environment.render()
    assert (bare.replay().actions, bare.replay().forfeit) == ([], wrong)
    again = raw_env(game)
    again.restore(bare.save())
    assert (again.terminations, again.rewards) == (environment.terminations, environment.rewards)


def ends(game: Game, seed: int, options: dict) -> dict[str, tuple[bool, bool, Ending]]:
    """The same game through every interface: for each whether it terminated, was truncated, and how it ended."""
    alone = SeatEnv(game, "random", seat=0, **options)
    many = SeatVectorEnv(game, 1, "random", seat=0, autoreset_mode="disabled", **options)
    stable = SeatVecEnv(game, 1, "random", seat=0, seed=seed, **options)
    alone.reset(seed=seed)
    many.reset(seed=seed)
    stable.reset()
    rng, found = np.random.default_rng(seed), {}
    while not found:
        actions = rng.choice(np.flatnonzero(alone.action_masks()), 1)
        _, _, terminated, truncated, info = alone.step(actions[0])
        _, _, ended, cut, told = many.step(actions)
        _, _, done, infos = stable.step(actions)
        if terminated or truncated:
            found["gymnasium"] = (terminated, truncated, info["ending"])
            found["gymnasium vector"] = (ended[0], cut[0], Ending(told["ending"][0]))
            limited = infos[0]["TimeLimit.truncated"]
            found["stable-baselines3"] = (done[0] and not limited, limited, infos[0]["ending"])
    played = make_batch(game, 1, seed, autoreset=False, **options)
    agents = {"pettingzoo": env(game, **options), "bare pettingzoo": raw_env(game, **options)}
    for environment in agents.values():
        environment.reset(seed=seed)
    for action in alone.replay().actions:
        played.step(np.array([action]))
        for environment in agents.values():
            environment.step(action)
    found["batch"] = (played.done[0] and not played.truncated[0], played.truncated[0], Ending.of(played.states[0]))
    for name, environment in agents.items():
        _, _, terminated, truncated, info = environment.last()
        found[name] = (terminated, truncated, info["ending"])
    return found


@pytest.mark.whole_games
def test_all_interfaces_agree_on_how_a_game_ended(game: Game) -> None:
    """A limit of the rules or of an option is an end with a result; only a cap on decisions truncates."""
    met = set()
    for options in option_sets(game):
        for seed in range(sample(2, 1)):
            found = ends(game, seed, options)
            (one,) = set(found.values())
            assert one in [(True, False, Ending.RULES), (True, False, Ending.LIMIT), (False, True, Ending.CAP)], found
            met.add(one[-1])
    if game.name != "sample_game" and sample(1, 0):
        assert met & {Ending.LIMIT, Ending.CAP}, "no set of options leads to a limit"


@pytest.mark.whole_games
def test_a_learner_is_told_how_a_game_ended(game: Game) -> None:
    for wrong_at, seed in product((0, 3, None), range(sample(4, 1))):
        environment = SeatEnv(game)
        _, info = environment.reset(seed=seed)
        steps = 0
        while not info["ending"]:
            mask = info["action_mask"]
            wrong = wrong_at is not None and steps >= wrong_at and not mask.all()
            action = mask.argmin() if wrong else np.random.default_rng(steps).choice(np.flatnonzero(mask))
            _, reward, terminated, truncated, info = environment.step(action)
            steps += 1
        if wrong_at is None:
            assert (info["ending"] == Ending.CAP, info["ending"] == Ending.FORFEIT) == (truncated, False)
            assert environment.replay().forfeit is None
        else:
            assert (info["ending"], reward, terminated, truncated) == (Ending.FORFEIT, -1, True, False)
            assert environment.replay().final()[0].forfeit == environment.seat


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_learners_are_told_how_their_games_ended(game: Game, mode: AutoresetMode) -> None:
    vector = SeatVectorEnv(game, 3, autoreset_mode=mode)
    _, info = vector.reset(seed=0)
    assert info["ending"].tolist() == [Ending.UNDERWAY] * 3
    wrong = np.where([True, False, True], info["action_mask"].argmin(axis=1), info["action_mask"].argmax(axis=1))
    *_, info = vector.step(wrong)
    told = info["final_info"] if mode == AutoresetMode.SAME_STEP else info
    assert told["ending"].tolist() == [Ending.FORFEIT, Ending.UNDERWAY, Ending.FORFEIT]
    assert info["ending"].any() == (mode != AutoresetMode.SAME_STEP)
    if mode == AutoresetMode.DISABLED:
        _, info = vector.reset(options={"reset_mask": np.array([True, False, True])})
    else:
        *_, info = vector.step(info["action_mask"].argmax(axis=1))
    assert not info["ending"].any()


def test_stable_baselines_is_told_how_a_game_ended(game: Game) -> None:
    environment = SeatVecEnv(game, 2, seed=0)
    environment.reset()
    masks = environment.action_masks()
    _, _, done, infos = environment.step(np.array([masks[0].argmin(), masks[1].argmax()]))
    assert done.tolist() == [True, False]
    assert infos[0]["ending"] == Ending.FORFEIT
    assert not infos[0]["TimeLimit.truncated"]
    assert "ending" not in infos[1]


def test_infos_can_be_stacked(game: Game) -> None:
    """The same keys and kinds of values at every step: libraries read them once and then rely on it."""
    environment = SeatEnv(game)
    _, before = environment.reset(seed=0)
    *_, after = environment.step(int(environment.action_masks().argmin()))
    assert (before["ending"], after["ending"]) == (Ending.UNDERWAY, Ending.FORFEIT)
    for name in {*before, *after}:
        stacked = np.stack([before[name], after[name]])
        assert stacked.dtype.kind in "iuf"
