"""Chance: cards and choices come from streams of their own, and a seed decides all of both."""

import numpy as np

from flank_envs import Session, make_batch
from flank_envs.engine.game import Game
from flank_envs.engine.rng import following, streams_of_seeds
from flank_envs.interfaces.gymnasium import SeatEnv
from flank_envs.interfaces.pettingzoo import raw_env
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import sample

SEEDS = (0, 6, 2**32)
GAMES = 3


def near(streams: np.ndarray) -> set[int]:
    """These streams and all that they become while a game is played."""
    found: set[int] = set()
    for stream in streams:
        word = np.uint64(stream)
        for _ in range(400):
            found.add(int(word))
            word = np.uint64(following(word))
    return found


def test_choices_never_come_from_the_stream_of_the_cards(game: Game) -> None:
    """Through every interface: who knew what a random player chose would otherwise know what is drawn."""
    for seed in SEEDS:
        cards = near(streams_of_seeds(np.uint64(seed) + np.arange(GAMES, dtype=np.uint64)))
        batch = make_batch(game, GAMES, seed=seed)
        alone = raw_env(game)
        alone.reset(seed=seed)
        choices = [near(batch.streams(seed % 2**32)), near(batch.streams(0)), near(alone._ask_streams)]
        choices += [near(batch._ask_streams), near(Session(game, seed=seed).streams)]
        for number in range(2):
            games = SeatGames(game, GAMES, "random", choices=number)
            games.reset(seed)
            choices.append(near(games.seating()[1]["streams"]))
        assert all(cards.isdisjoint(words) for words in choices)
        assert choices[-1].isdisjoint(choices[-2])
        assert choices[2].isdisjoint(choices[4])  # a seat's own stream, and that of who is asked for advice


def test_what_is_asked_for_follows_from_the_seed(game: Game) -> None:
    """The same seed gives the same choices again, whatever was played and asked before; another seed gives others."""

    def asked(environment, seed: int) -> list[int]:
        environment.reset(seed=seed)
        chosen = []
        for _ in range(sample(40, 8)):
            chosen.append(environment.ask("random"))
            environment.step(chosen[-1])
            if environment.terminations[environment.agent_selection]:
                break
        return chosen

    used = raw_env(game)
    first = [asked(used, seed) for seed in (1, 2, 3, 4)]
    assert [asked(used, seed) for seed in (1, 2, 3, 4)] == first
    assert [asked(raw_env(game), seed) for seed in (1, 2, 3, 4)] == first
    assert len(set(map(tuple, first))) > 1


def test_asking_moves_on(game: Game) -> None:
    """Asked many times in one position a random player names every legal action."""
    environment = raw_env(game)
    environment.reset(seed=0)
    legal = np.flatnonzero(environment.infos[environment.agent_selection]["action_mask"])
    assert {environment.ask("random") for _ in range(60 * len(legal))} == set(legal.tolist())


def test_opponents_choose_anew_in_every_game_and_again_with_the_seed(game: Game) -> None:
    """A single learner who always does the same: resets with one seed repeat the game, other seeds do not."""

    def played(environment: SeatEnv, seed: int) -> list[int]:
        _, info = environment.reset(seed=seed)
        for _ in range(sample(30, 6)):
            _, _, terminated, truncated, info = environment.step(int(np.argmax(info["action_mask"])))
            if terminated or truncated:
                break
        return environment.replay().actions

    environment = SeatEnv(game, opponent="random", seat=0)
    games = [played(environment, seed) for seed in (1, 2, 3)]
    assert [played(environment, seed) for seed in (1, 2, 3)] == games
    assert len(set(map(tuple, games))) > 1
