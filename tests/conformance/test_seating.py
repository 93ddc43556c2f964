"""Line-ups: games draw their opponents by shares, keep them to the end, and go on after saving."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from flank_envs import Decisions, Opponent, load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import sample
from tests.conformance.test_interfaces import Asked


def play(games: SeatGames, steps: int, chance: Any) -> None:
    """Random learners; finished games begin anew."""
    for _ in range(steps):
        games.step(np.argmax(games.action_mask * chance.random(games.action_mask.shape), axis=1))
        if games.done.any():
            games.reset(which=games.done)


def names(games: SeatGames) -> list[str]:
    for i in range(games.num_games):
        assert len(set(games.opponents_of(i))) == 1
    return [games.opponents_of(i)[0].name for i in range(games.num_games)]


def mixed(game: Game, number: int) -> tuple[SeatGames, list[Opponent]]:
    games = SeatGames(game, number)
    asked = Asked(load_opponent("heuristic"))
    asked.name = "asked"
    opponents = [load_opponent("random"), load_opponent("heuristic"), asked]
    games.set_opponents(opponents, [1, 0, 3])
    return games, opponents


def test_new_games_draw_by_shares(game: Game) -> None:
    games, opponents = mixed(game, sample(2000, 40))
    games.reset(seed=0)
    found = names(games)
    assert abs(found.count("asked") / len(found) - 0.75) < sample(1, 7) * 0.04
    assert "heuristic" not in found
    again, _ = mixed(game, games.num_games)
    again.reset(seed=0)
    assert names(again) == found
    games.set_opponents(opponents[1:2], [1])
    assert names(games) == found  # games underway keep their opponents
    assert games.states.tobytes() == again.states.tobytes()
    which = np.arange(games.num_games) % 2 == 0
    games.reset(which=which)
    assert [n for n, chosen in zip(names(games), which, strict=True) if chosen] == ["heuristic"] * which.sum()
    assert [n for n, chosen in zip(names(games), which, strict=True) if not chosen] == found[1::2]


def test_games_go_on_after_saving(game: Game) -> None:
    """Games, seating and the opponents in their order are all there is: the copy plays on like the original."""
    games, opponents = mixed(game, 8)
    games.reset(seed=1)
    play(games, sample(60, 6), np.random.default_rng(0))
    games.set_opponents(opponents[1:2], [1])
    seated, arrays = games.seating()
    copy = SeatGames(game, 8)
    copy.set_opponents(seated, [1] * len(seated))
    copy.restore(games.save())
    copy.restore_seating(arrays)
    copy.set_opponents(opponents[1:2], [1])
    assert names(copy) == names(games)
    for table in (games, copy):
        play(table, sample(80, 6), np.random.default_rng(1))
    assert games.states.tobytes() == copy.states.tobytes()
    assert np.array_equal(games.observation, copy.observation)
    arrays["lineup"][0] = 77
    with pytest.raises(ValueError, match="seating"):
        copy.restore_seating(arrays)


@pytest.mark.parametrize("shares", [[1], [0, 0], [1, -1], [1, np.nan], [np.inf, 1]])
def test_bad_shares_are_refused(game: Game, shares: list[float]) -> None:
    with pytest.raises(ValueError, match="shares"):
        SeatGames(game, 2).set_opponents(["random", "heuristic"], shares)


def test_games_go_on_when_those_without_a_seating_begin_anew() -> None:
    """A position in which an opponent is to act was put into one game: a reset of that one is enough."""
    games = SeatGames("sample_game", 3, Asked(load_opponent("random")), 1)
    games.reset(seed=0)
    one = np.arange(3) == 1
    games.put(make_batch("sample_game", 1, seed=0).states, one)
    with pytest.raises(ValueError, match="an opponent is to act"):
        games.step(games.action_mask.argmax(1))
    games.reset(which=one)
    games.step(games.action_mask.argmax(1))


def test_seatings_of_other_games_are_refused() -> None:
    """One row would stand for all games, and fractions for whole numbers."""
    games = SeatGames("sample_game", 3)
    games.reset(seed=0)
    _, arrays = games.seating()
    for name, array in arrays.items():
        for wrong in (array[:1], array + 0.5):
            with pytest.raises(ValueError, match=f"^{name} of shape .* give shape"):
                games.restore_seating(arrays | {name: wrong})
    games.restore_seating(arrays)


def test_a_step_is_taken_in_the_chosen_games_alone() -> None:
    games = SeatGames("sample_game", 4)
    games.reset(seed=0)
    which = np.array([True, False, False, True])
    before = games.states.copy()
    games.step(games.action_mask.argmax(1), which)
    assert (games.states["decisions"] > before["decisions"]).tolist() == which.tolist()


@dataclass
class Numbered(Opponent):
    """A dataclass: equal to others of its number, and without a hash."""

    number: int
    name = "numbered"

    def act(self, decisions: Decisions) -> np.ndarray:
        return decisions.action_mask.argmax(1)


def test_an_opponent_may_be_a_dataclass() -> None:
    first, second = Numbered(1), Numbered(1)
    games = SeatGames("sample_game", 6, first)
    games.reset(seed=0)
    games.set_opponents([second, first, "random"], [1, 1, 1])
    assert all(games.opponents_of(i)[0] is first for i in range(6))
    play(games, 20, np.random.default_rng(0))
    assert {id(games.opponents_of(i)[0]) for i in range(6)} - {id(first)}
