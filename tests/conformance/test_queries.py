"""One set of questions on every interface: the same names, and the same answers about the same position."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from flank_envs import Batch, Session, load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.interfaces.pettingzoo import GameEnv
from flank_envs.interfaces.queries import Queries
from tests.conformance.play import sample

SEED, GAMES = 11, 2
DECISIONS = sample(6, 3)
OF_MANY_GAMES = ("index", "finished")  # arguments


def first_legal(observation: np.ndarray, action_mask: np.ndarray) -> int:
    return int(action_mask.argmax())


class Asked:
    """A seat of one game through one interface: in the other seats the first legal action is played."""

    def __init__(self, env: Any, play: Callable[[int], None], observation: Callable[[], np.ndarray]) -> None:
        self.env = env
        self.play = play
        self.observation = observation


def through_aec(game: Game, seat: int) -> Asked:
    env = GameEnv(game)
    env.reset(seed=SEED)

    def play(action: int) -> None:
        env.step(action)
        while env._batch.to_act[0] not in (seat, -1):
            env.step(env.infos[env.agent_selection]["action_mask"].argmax())

    return Asked(env, play, lambda: env.observe(f"player_{seat}")["observation"])


def through_batch(game: Game, seat: int) -> Asked:
    batch = make_batch(game, GAMES, seed=SEED, autoreset=False, replays=True)

    def play(action: int) -> None:
        actions = batch.action_mask.argmax(1)
        actions[0] = action
        batch.step(actions)
        while batch.to_act[0] not in (seat, -1):
            batch.step(batch.action_mask.argmax(1))

    return Asked(batch, play, lambda: batch.observe(seat)[0])


def through_session(game: Game, seat: int) -> Asked:
    seats = make_batch(game, 1, seed=SEED).seats
    session = Session(game, {other: first_legal for other in range(seats) if other != seat}, seed=SEED)

    def play(action: int) -> None:
        session.play(action)
        session.advance()

    return Asked(session, play, lambda: session.observe(seat))


def through_gymnasium(game: Game, seat: int) -> Asked:
    env = SeatEnv(game, first_legal, seat)
    env.reset(seed=SEED)

    def play(action: int) -> None:
        env.step(action)

    return Asked(env, play, lambda: env._games.observation[0])


def through_vector(game: Game, seat: int) -> Asked:
    envs = SeatVectorEnv(game, GAMES, first_legal, seat, replays=True, autoreset_mode="disabled")
    envs.reset(seed=SEED)

    def play(action: int) -> None:
        if envs._games.to_act[1] < 0:
            envs.reset(options={"reset_mask": np.array([False, True])})
        envs.step(np.array([action, envs._games.action_mask[1].argmax()]))

    return Asked(envs, play, lambda: envs._games.observation[0])


def through_sb3(game: Game, seat: int) -> Asked:
    pytest.importorskip("stable_baselines3")
    from flank_envs.interfaces.sb3 import SeatVecEnv

    envs = SeatVecEnv(game, GAMES, first_legal, seat, seed=SEED, replays=True)
    envs.reset()

    def play(action: int) -> None:
        envs.step(np.array([action, envs.games.action_mask[1].argmax()]))

    return Asked(envs, play, lambda: envs.games.observation[0])


INTERFACES = {
    "AEC": through_aec,
    "batch": through_batch,
    "session": through_session,
    "Gymnasium": through_gymnasium,
    "vector": through_vector,
    "SB3": through_sb3,
}


def answers(one: Asked) -> dict[str, Any]:
    """What all questions about the position are answered."""
    env, observation = one.env, one.observation()
    choices = env.legal()
    data = env.save()
    return {
        "legal": choices,
        "describe": [env.describe(action) for action, _ in choices],
        "split": {name: values.tolist() for name, values in env.split(observation).items()},
        "layout": env.layout(),
        "ask": [int(np.ravel(env.ask(name))[0]) for name in ("random", "heuristic", first_legal)],
        "replay": env.replay(),
        "copies": env.clone().save() == data,
    }


@pytest.mark.parametrize("interface", [name for name in INTERFACES if name != "AEC"])
def test_every_interface_gives_the_same_answers(game: Game, interface: str) -> None:
    """In the games of AEC and of this interface the same actions are played, taken from `legal`."""
    seat = int(make_batch(game, 1, seed=SEED).to_act[0])
    aec, other = through_aec(game, seat), INTERFACES[interface](game, seat)
    for number in range(DECISIONS):
        expected = answers(aec)
        assert answers(other) == expected
        assert expected["copies"]
        assert expected["describe"] == [words for _, words in expected["legal"]]
        action = expected["legal"][(5 * number) % len(expected["legal"])][0]
        aec.play(action)
        other.play(action)
        if aec.env._batch.states[0].over:
            break


@pytest.mark.parametrize("interface", INTERFACES)
def test_what_is_asked_can_be_played_and_taken_back(game: Game, interface: str) -> None:
    """`ask` gives what `step` takes, and `restore` goes back to where `save` was called."""
    one = INTERFACES[interface](game, int(make_batch(game, 1, seed=SEED).to_act[0]))
    env = one.env
    data, choices = env.save(), env.legal()
    asked = env.ask("heuristic")
    assert int(np.ravel(asked)[0]) in dict(choices)
    (env.play if isinstance(env, Session) else env.step)(asked)
    assert env.save() != data
    env.restore(data)
    assert env.save() == data
    assert env.legal() == choices


@pytest.mark.parametrize("interface", INTERFACES)
def test_asking_draws_from_a_stream_that_reset_seeds(game: Game, interface: str) -> None:
    """Asking changes no game; the next question is answered from the stream as it went on."""
    make = INTERFACES[interface]
    seat = int(make_batch(game, 1, seed=SEED).to_act[0])
    first, second = make(game, seat).env, make(game, seat).env
    data = first.save()
    drawn = [[np.ravel(env.ask("random")).tolist() for _ in range(20)] for env in (first, second)]
    assert drawn[0] == drawn[1]
    assert first.save() == data
    if len(first.legal()) > 1:
        assert len({asked[0] for asked in drawn[0]}) > 1
    env = first.clone()
    assert [np.ravel(env.ask("random")).tolist() for _ in range(5)] == [
        np.ravel(first.ask("random")).tolist() for _ in range(5)
    ]


def test_games_of_many_have_answers_of_their_own(game: Game) -> None:
    """`index` is the number of the game; asked opponents draw from the streams of the seeds of all games."""
    batch = make_batch(game, 3, seed=SEED, replays=True)
    batch.reset(SEED + 7, np.array([False, False, True]))
    for index, seed in enumerate((SEED, SEED + 1, SEED + 9)):
        env = GameEnv(game)
        env.reset(seed=seed)
        assert batch.legal(index) == env.legal()
        assert batch.describe(0, index) == env.describe(0)
        assert batch.replay(index, False) == env.replay()
        assert batch.clone().ask("random")[index] == env.ask("random")
    for question in (batch.legal, batch.replay, lambda index: batch.describe(0, index)):
        with pytest.raises(ValueError, match="index=3: give a whole number from 0 to 2"):
            question(3)


def test_nobody_can_be_asked_when_everything_is_over(game: Game) -> None:
    batch = make_batch(game, 2, seed=SEED, autoreset=False, illegal="lose")
    batch.step(batch.action_mask.argmin(1))
    env = SeatEnv(game)
    env.reset(seed=SEED)
    env.step(int(env.action_masks().argmin()))
    for one in (batch, env):
        assert one.legal() == []
        with pytest.raises(ValueError, match="nobody is to act"):
            one.ask("random")


def test_the_questions_have_one_signature() -> None:
    """Also on a session, which has no `index`: it is one game."""
    pytest.importorskip("stable_baselines3")
    from flank_envs.interfaces.sb3 import SeatVecEnv

    for name in ("describe", "legal", "split", "layout", "ask", "replay", "save", "restore", "clone"):
        for kind in (Batch, GameEnv, SeatEnv, SeatVectorEnv, SeatVecEnv):
            wanted = inspect.signature(getattr(Queries, name)).parameters
            assert list(inspect.signature(getattr(kind, name)).parameters) == list(wanted), (kind, name)
        of_session = list(inspect.signature(getattr(Session, name)).parameters)
        wanted = [word for word in inspect.signature(getattr(Queries, name)).parameters if word not in OF_MANY_GAMES]
        assert of_session == wanted, name


def test_nobody_is_asked_about_games_that_are_over() -> None:
    """An opponent of one's own need not know masks without any legal action."""
    batch = make_batch("sample_game", 3, seed=0, autoreset=False, illegal="lose")
    batch.step(np.where(np.arange(3) == 1, batch.action_mask.argmin(1), batch.action_mask.argmax(1)))
    assert (batch.to_act >= 0).tolist() == [True, False, True]
    masks = []

    def last_legal(observation: np.ndarray, action_mask: np.ndarray) -> int:
        masks.append(action_mask)
        return int(np.flatnonzero(action_mask)[-1])

    actions = batch.ask(last_legal)
    assert [int(np.flatnonzero(mask)[-1]) for mask in masks] == actions[[0, 2]].tolist()
    streams = batch.streams(0)
    before = streams.copy()
    load_opponent("random").choose(batch, streams)
    assert (streams != before).tolist() == [True, False, True]
