"""What threads may share: each of them gets from an opponent, a network or a search what it would get alone."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import flank_envs
from flank_envs import Opponent, load_opponent, make_batch
from flank_envs.engine.chance import draws, ways
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.positions import features, observations
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.interfaces import pettingzoo as aec
from flank_envs.opponents.policy import checkpoint, shipped
from flank_envs.opponents.policy.mixture import mixture_of
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.policy.parts import has_parts
from flank_envs.opponents.search import SearchOpponent
from flank_envs.opponents.search.determinizations import count_informed, draw_informed
from flank_envs.opponents.search.records import Roots
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import positions, sample
from tests.games.sample_game import GAME as LAST_MATCH
from tests.opponents.policy.test_belief import believing
from tests.opponents.policy.test_checkpoint import made
from tests.threads import at_once

THREADS, TIMES, SIMULATIONS = 3, sample(8, 2), sample(6, 3)
HOLD_THE_LINE = get_game("hold_the_line")
Work = Callable[[int], Any]  # what the thread of a number does with what it shares


def assert_threads_may_share(make: Callable[[], Work]) -> None:
    expected = [make()(number) for number in range(THREADS)]
    shared = make()
    found = at_once([partial(shared, number) for number in range(THREADS)])
    assert [number for number in range(THREADS) if found[number] != expected[number]] == []
    assert shared(0) == expected[0]  # the same again, after all that


def playing(opponent: Opponent, game: Game, steps: int) -> Work:
    """Threads have batches of their own; of one size, for which memory may be kept."""

    def play(number: int) -> tuple[bytes, bytes]:
        batch = make_batch(game, 4, seed=100 * number)
        streams, actions = batch.streams(number), []
        for _ in range(steps):
            actions.append(opponent.choose(batch, streams))
            batch.step(actions[-1])
        return np.array(actions).tobytes(), batch.save()

    return play


@pytest.mark.parametrize("name", ["sample_game", "hold_the_line"])
def test_batches_that_are_cut_into_chunks(name: str) -> None:
    """Their chunks are done by the same waiting threads."""

    def play(number: int) -> bytes:
        batch = make_batch(name, 9, seed=100 * number, threads=2 + number)
        streams = batch.streams(number)
        for _ in range(sample(30, 5)):
            batch.step_random(streams)
        return batch.save()

    assert_threads_may_share(lambda: play)


def shipped_for(game: Game) -> bool:
    return (shipped.SOURCE / game.name / "policy.safetensors").exists()


def first(observation: np.ndarray, action_mask: np.ndarray) -> int:
    return int(action_mask.argmax())


def styled(game: Game) -> PolicyOpponent:
    """A policy that draws one of three networks."""
    return PolicyOpponent(mixture_of([made(game, seed=seed, choices=6) for seed in range(3)], [0.5, 0.3, 0.2]))


QUICK: dict[str, Callable[[Game], Opponent]] = {
    **{
        name: lambda game, name=name: load_opponent(name)
        for name in ("random", "heuristic", "trained", "trained:greedy", "trained:0.5")
    },
    "function": lambda game: load_opponent(first),
    "mixture": styled,
}
SEARCHES: dict[str, Callable[[Game], Opponent]] = {
    "as is best": lambda game: load_opponent(f"search:{SIMULATIONS}"),
    "random": lambda game: load_opponent(f"search:{SIMULATIONS}:random"),
    "two threads": lambda game: load_opponent(f"search:{SIMULATIONS}", threads=2),
    "policy": lambda game: SearchOpponent(SIMULATIONS, PolicyOpponent(made(game, choices=6))),
    "mixture": lambda game: SearchOpponent(SIMULATIONS, styled(game)),
    "believer": lambda game: SearchOpponent(SIMULATIONS, PolicyOpponent(believing(game))),
}


@pytest.mark.parametrize("kind", QUICK)
def test_opponents(game: Game, kind: str) -> None:
    if kind.startswith("trained") and not shipped_for(game):
        pytest.skip(f"no policy is shipped for {game.title}")
    assert_threads_may_share(lambda: playing(QUICK[kind](game), game, sample(15, 2)))


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("name", ["sample_game", "hold_the_line"])
def test_searches(name: str, kind: str) -> None:
    game = get_game(name)
    assert_threads_may_share(lambda: playing(SEARCHES[kind](game), game, sample(4, 1)))


def test_the_search_of_a_shipped_policy() -> None:
    assert_threads_may_share(lambda: playing(load_opponent("search:4:trained"), HOLD_THE_LINE, sample(4, 1)))


def test_a_search_that_plays_several_games() -> None:
    def make() -> Work:
        one, games = load_opponent("search:4"), (LAST_MATCH, HOLD_THE_LINE)
        return lambda number: [playing(one, games[(number + k) % 2], 1)(number) for k in range(sample(8, 2))]

    assert_threads_may_share(make)


def test_opponents_that_were_loaded_apart(library_game: Game) -> None:
    """They play by one network, which is read once."""
    if not shipped_for(library_game):
        pytest.skip(f"no policy is shipped for {library_game.title}")
    assert_threads_may_share(
        lambda: lambda number: playing(load_opponent("trained"), library_game, sample(15, 2))(number)
    )


def test_networks(game: Game) -> None:
    def make() -> Work:
        alike = 5 if has_parts(game) else 0
        network = Network(made(game, choices=6, alike=alike))

        def evaluate(number: int) -> list[bytes]:
            states = positions(game, sample(60, 3), seed=number)
            seen, rows = observations(game, states), network.features_of(states)
            found = [(*network.evaluate(seen, rows), network.logits(seen, rows)) for _ in range(TIMES)]
            return [array.tobytes() for arrays in found for array in arrays]

        return evaluate

    assert_threads_may_share(make)


def test_features(library_game: Game) -> None:
    if library_game.features is None:
        pytest.skip(f"{library_game.name} has no features")

    def make() -> Work:
        def compute(number: int) -> list[bytes]:
            states = positions(library_game, sample(60, 3), seed=number)
            return [array.tobytes() for _ in range(TIMES) for array in features(library_game, states)]

        return compute

    assert_threads_may_share(make)


def test_beliefs() -> None:
    def make() -> Work:
        belief = Network(believing(LAST_MATCH)).belief
        assert belief is not None

        def odds(number: int) -> list[bytes]:
            theirs = np.random.default_rng(number).random((5, 7, LAST_MATCH.observation.size), np.float32)
            return [belief.log_odds(np.ascontiguousarray(theirs[:, 0]), theirs).tobytes() for _ in range(TIMES)]

        return odds

    assert_threads_may_share(make)


def test_informed_determinizations() -> None:
    def make() -> Work:
        network = Network(made(HOLD_THE_LINE, choices=6))

        def deals(number: int) -> bytes:
            states = positions(HOLD_THE_LINE, sample(30, 3), seed=number)
            states = states[states["over"] == 0]
            found = np.zeros((len(states), count_informed(HOLD_THE_LINE, network)), HOLD_THE_LINE.state)
            streams = streams_of_seeds(np.arange(len(states)))
            roots = Roots(states, states["to_act"].astype(np.int64), streams)
            draw_informed(HOLD_THE_LINE, network, roots, found)
            return found.tobytes()

        return deals

    assert_threads_may_share(make)


def test_questions_about_positions() -> None:
    def make() -> Work:
        one = load_opponent("search:8")

        def ask(number: int) -> list[bytes]:
            batch = make_batch(LAST_MATCH, 5, seed=10 * number)
            found = [flank_envs.search(batch, one, seed=seed) for seed in range(TIMES)]
            return [array.tobytes() for one in found for array in (one.choices, one.visits, one.values)]

        return ask

    assert_threads_may_share(make)


def test_mixtures_that_sit_in_many_games(library_game: Game) -> None:
    """Each new game draws one of the opponents, which sit in the games of all threads."""

    def make() -> Work:
        mixture = [styled(library_game), load_opponent("random"), PolicyOpponent(made(library_game, choices=6))]

        def play(number: int) -> tuple[bytes, bytes]:
            games = SeatGames(library_game, 4)
            games.set_opponents(mixture, [0.4, 0.2, 0.4])
            games.reset(seed=10 * number)
            for _ in range(sample(8, 1)):
                games.step(games.action_mask.argmax(axis=1))
                games.reset(which=games.done.copy())
            return games.save(), games.observation.tobytes()

        return play

    assert_threads_may_share(make)


def test_files_that_are_asked(tmp_path: Path) -> None:
    """One network is made of a file, whoever asks."""
    path = tmp_path / "policy.safetensors"
    checkpoint.write(path, made(HOLD_THE_LINE, choices=6))

    def make() -> Work:
        def ask(number: int) -> list[int]:
            env = aec.raw_env(HOLD_THE_LINE)
            env.reset(seed=number)
            actions = []
            for _ in range(TIMES):
                actions.append(env.ask(path))
                env.step(actions[-1])
            return actions

        return ask

    assert_threads_may_share(make)


def test_all_that_can_come_of_a_decision() -> None:
    """As OpenSpiel's states and exact values ask for it."""
    batch = make_batch(HOLD_THE_LINE, 1, seed=5)
    streams = batch.streams(0)
    asked: list[tuple[np.ndarray, int]] = []
    while len(asked) < THREADS:
        action, states = int(batch.random_actions(streams)[0]), batch.states.copy()
        if draws(states.copy(), action) and len(ways(HOLD_THE_LINE, states, action, 24) or []) > 2:
            asked.append((states, action))
        batch.step(np.array([action]))

    def make() -> Work:
        def list_all(number: int) -> list[tuple[bytes, float]]:
            states, action = asked[number]
            return [(record.tobytes(), share) for record, share in ways(HOLD_THE_LINE, states, action, 24) or []]

        return list_all

    assert_threads_may_share(make)


def test_models_in_training() -> None:
    """Their features are those of the networks that are made of them."""
    torch, policy = pytest.importorskip("torch"), pytest.importorskip("training.policy")
    from training.environment import records_space

    torch.manual_seed(0)
    network = {"hidden": [8], "activation": "relu", "choices": 6, "alike": 5}
    trunk = policy.Trunk(records_space(HOLD_THE_LINE), HOLD_THE_LINE, network)

    def make() -> Work:
        def give(number: int) -> list[bytes]:
            states = positions(HOLD_THE_LINE, sample(60, 3), seed=number)
            with torch.no_grad():
                return [trunk(trunk.inputs(states)).numpy().tobytes() for _ in range(TIMES)]

        return give

    assert_threads_may_share(make)
