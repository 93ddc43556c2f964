"""One game, all interfaces: the same seed and actions give the same bytes everywhere."""

import numpy as np
import pytest

from flank_envs import Decisions, Opponent, Replay, load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.engine.positions import observations
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.interfaces.pettingzoo import env, raw_env
from flank_envs.opponents import seat_kernels
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import option_sets, player_sets, sample


class Asked(Opponent):
    """The same choices as a compiled opponent, but asked from Python."""

    def __init__(self, inner: Opponent) -> None:
        self.inner, self.name, self.rows = inner, f"asked {inner.name}", 0

    def act(self, decisions: Decisions) -> np.ndarray:
        self.rows += len(decisions)
        return self.inner.act(decisions)


@pytest.mark.whole_games
@pytest.mark.parametrize("seed", range(sample(3, 1)))
def test_seat_view_aec_batch_and_replay_play_the_same_game(game: Game, seed: int) -> None:
    """A game against an opponent, replayed action by action through every other interface."""
    for options in option_sets(game):
        learner = SeatEnv(game, opponent="heuristic", seat=seed % game.players(options), **options)
        rng = np.random.default_rng(seed)
        _, info = learner.reset(seed=seed)
        done = False
        while not done:
            _, reward, terminated, truncated, info = learner.step(rng.choice(np.flatnonzero(info["action_mask"])))
            done = terminated or truncated
        replay = learner.replay()
        assert replay.seed == seed
        final = Replay.parse(replay.text()).final()
        assert final.tobytes() == learner._games.states.tobytes()
        batch = make_batch(game, 3, seed=seed, autoreset=False, **options)
        environments = [raw_env(game, **options), env(game, **options)]
        for environment in environments:
            environment.reset(seed=seed)
        states = batch.states
        for action in replay.actions:
            for environment in environments:
                agent = environment.agent_selection
                assert environment.unwrapped.possible_agents.index(agent) == batch.to_act[0]
                seen = environment.observe(agent)
                assert np.array_equal(seen["observation"], batch.observation[0])
                assert np.array_equal(seen["action_mask"], batch.action_mask[0])
                environment.step(action)
            others = np.argmax(batch.action_mask, axis=1)
            others[0] = action
            batch.step(others)
        assert states[:1].tobytes() == final.tobytes()
        for environment in environments:
            assert environment.unwrapped._batch.states.tobytes() == final.tobytes()
            agent = environment.possible_agents[learner.seat]
            assert environment.rewards[agent] == reward
            assert environment.terminations[agent] == terminated


@pytest.mark.parametrize("name_of_opponent", ["random", "heuristic"])
def test_compiled_and_asked_opponents_play_the_same(game: Game, name_of_opponent: str) -> None:
    """What moves inside the kernel and what is asked from Python give identical games, streams included."""
    number = sample(16, 3)
    asked = Asked(load_opponent(name_of_opponent))
    inside = SeatVectorEnv(game, number, opponent=name_of_opponent)
    outside = SeatVectorEnv(game, number, opponent=asked)
    rng = np.random.default_rng(0)
    (one, info), (two, _) = inside.reset(seed=2), outside.reset(seed=2)
    for _ in range(sample(120, 12)):
        assert np.array_equal(one, two)
        actions = np.argmax(info["action_mask"] * rng.random(info["action_mask"].shape), axis=1)
        one, *_, info = inside.step(actions)
        two, *_ = outside.step(actions)
    assert inside._games.states.tobytes() == outside._games.states.tobytes()
    assert asked.rows > 0


def test_the_opponents_choices_do_not_disturb_the_cards(game: Game) -> None:
    """Whoever plays, the deal of a seed is the same."""
    deals = set()
    for opponent in ("random", "heuristic"):
        games = SeatGames(game, 1, opponent, seat=0)
        games.reset(seed=6)
        if games.states[0].decisions == 0:
            deals.add(games.save())
    fresh = make_batch(game, 1, seed=6)
    assert deals <= {fresh.save()}


@pytest.mark.whole_games
def test_replays_from_batch_and_vector(game: Game) -> None:
    batch = make_batch(game, 2, seed=0, replays=True)
    streams = batch.streams(0)
    while batch._log.length[1, 0] == 0:
        batch.step(batch.random_actions(streams))
    finished = batch.replay(0, finished=True)
    assert finished.final()[0].over
    assert Replay.parse(finished.text()) == finished
    current = batch.replay(1, finished=False)
    if batch._log.length[1, 1] == 0:
        assert current.final().tobytes() == batch.states[1:].tobytes()
    with pytest.raises(ValueError, match="replays"):
        make_batch(game, 1, seed=0).replay()
    short = make_batch(game, 1, seed=0, replays=2)
    for _ in range(3):
        short.step(np.argmax(short.action_mask, 1))
    with pytest.raises(ValueError, match="give a larger number"):
        short.replay()
    vector = SeatVectorEnv(game, 2, replays=True)
    _, info = vector.reset(seed=0)
    vector.step(np.argmax(info["action_mask"], 1))
    assert vector.replay(0).final().tobytes() == vector._games.states[:1].tobytes()


def test_a_searching_opponent_gets_fair_copies(game: Game) -> None:
    """Decisions.determinized keeps what the seat sees, drops the true future, and moves the streams on."""
    batch = make_batch(game, 4, seed=1)
    streams = batch.streams(2)
    decisions = Decisions(game, batch.states.copy(), batch.observation, batch.action_mask, streams)
    (first, second) = decisions.determinized(2).T.copy()
    assert decisions.states.tobytes() == batch.states.tobytes()
    for fair in (first, second):
        assert np.array_equal(observations(batch.game, fair), batch.observation)
        assert (fair["rng"] != batch.states["rng"]).all()
    assert first.tobytes() != second.tobytes()


def test_a_wrong_opponent_is_named(game: Game) -> None:
    class Cheat(Opponent):
        name = "cheat"

        def act(self, decisions: Decisions) -> np.ndarray:
            return np.argmin(decisions.action_mask, axis=1)

    games = SeatGames(game, 4, Cheat(), seat=0)

    def play_on() -> None:
        games.reset(seed=0)
        for _ in range(50):
            games.step(np.argmax(games.action_mask, 1))

    with pytest.raises(ValueError, match="cheat"):
        play_on()
    with pytest.raises(ValueError, match="did you mean 'random'"):
        load_opponent("randm")


class Witness(Asked):
    """A compiled opponent that remembers how far from the learner it was asked to sit."""

    def __init__(self, inner: Opponent, learner: int, seats: int) -> None:
        super().__init__(inner)
        self.learner, self.seats, self.places = learner, seats, set()

    def act(self, decisions: Decisions) -> np.ndarray:
        self.places |= set(((decisions.representatives()["to_act"] - self.learner) % self.seats).tolist())
        return super().act(decisions)


def test_every_seat_has_its_own_opponent(game: Game) -> None:
    """The k-th opponent of a list sits k places after the learner; asked from Python they play as if compiled."""
    for options in player_sets(game):
        seats = game.players(options)
        names = [("heuristic", "random")[k % 2] for k in range(seats - 1)]
        for learner in range(seats):
            witnesses = [Witness(load_opponent(name), learner, seats) for name in names]
            outside = SeatGames(game, 4, witnesses, seat=learner, options=options)
            inside = SeatGames(game, 4, names, seat=learner, options=options)
            rng = np.random.default_rng(learner)
            for games in (outside, inside):
                games.reset(seed=5)
            for _ in range(sample(60, 8)):
                actions = np.argmax(inside.action_mask * rng.random(inside.action_mask.shape), axis=1)
                outside.step(actions)
                inside.step(actions)
                assert outside.save() == inside.save()
            assert [witness.places for witness in witnesses] == [{k + 1} for k in range(seats - 1)]


@pytest.mark.whole_games
@pytest.mark.slow
def test_heuristic_beats_random(game: Game) -> None:
    number = sample(600, 4)
    for options in player_sets(game):
        games = SeatGames(game, number, "random", options=options)
        games.reset(seed=0)
        score, streams = np.zeros(number), streams_of_seeds(np.arange(number))
        open_ = np.ones(number, bool)
        while open_.any():
            actions = np.zeros(number, np.int32)
            seat_kernels.choose_heuristic(games.states.copy(), games.action_mask.copy(), streams, actions)
            games.step(actions, open_)
            score[games.done & open_] = games.learner_reward[games.done & open_]
            open_ &= ~games.done
        assert (score > 0).sum() >= sample(540, 3)
