"""Games that repeat: they are found, and intervals and ratings count them once."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flank_envs import Decisions, Opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.evaluation import arena
from flank_envs.evaluation.arena import confidence, match, play, ratings, round_robin
from flank_envs.evaluation.lines import (
    NOT_COUNTED,
    distinct_games,
    distinct_text,
    effective_games,
    first_deals,
    lines_of,
)
from tests.conformance.play import sample
from tests.games.sample_game import GAME
from tests.lines import all_distinct

Lines = Callable[[np.random.Generator, int, int], np.ndarray]


class Take(Opponent):
    """Takes so many matches of Last Match, or as many as are left."""

    def __init__(self, number: int) -> None:
        self.name, self.number = f"take-{number}", number

    def act(self, decisions: Decisions) -> np.ndarray:
        most = decisions.action_mask[:, :3].sum(axis=1)
        return (np.minimum(self.number, most) - 1).astype(np.int32)


def test_players_that_leave_nothing_to_chance_repeat_their_games() -> None:
    """But for who was dealt a pass, which everybody keeps: four deals for each seat."""
    for games in (40, 400):
        met = match(GAME, Take(1), Take(2), games)
        assert met.games == games
        assert met.distinct == 8
    random = match(GAME, "random", Take(2), 400)
    assert 8 < random.distinct < 400


def test_an_interval_does_not_shrink_by_playing_the_same_again() -> None:
    once = np.tile([1.0, 0.0], (4, 1))
    low, high = confidence(once, all_distinct(once))
    for games in (40, 400):
        met = match(GAME, Take(1), Take(1), games)
        assert (met.score, met.distinct) == (0.5, 8)
        assert met.interval == pytest.approx((low, high), abs=0.05)


def test_a_repeated_game_is_found_in_every_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "CHUNK", 3)
    assert match(GAME, Take(1), Take(2), 100).distinct == 8


def test_a_round_robin_says_how_many_games_are_distinct() -> None:
    told: list[str] = []
    result = round_robin(GAME, [Take(1), Take(2)], 60, progress=told.append)
    assert [pairing.distinct for pairing in result.pairings] == [8, 8]
    assert told[0].endswith("of 60 games, 8 distinct")


@pytest.mark.whole_games
def test_games_are_the_same_where_actions_and_ends_are(game: Game) -> None:
    """Random games, then the same actions once more in the same deals, and once otherwise."""
    number = sample(40, 4)

    def played(seed: int, choices: int) -> tuple[np.ndarray, list[tuple]]:
        batch = make_batch(game, number, seed, autoreset=False, replays=True)
        streams = batch.streams(choices)
        while (batch.to_act >= 0).any():
            batch.step_random(streams)
        games = [(tuple(batch.replay(i, True).actions), batch.returns()[i].tobytes()) for i in range(number)]
        looks = [np.stack([batch.observe(seat)[i] for seat in range(batch.seats)]).tobytes() for i in range(number)]
        return lines_of(batch), [(*told, look) for told, look in zip(games, looks, strict=True)]

    lines, told = played(1, 1)
    assert played(1, 1)[0].tolist() == lines.tolist()
    for seed, choices in ((1, 2), (2, 1)):
        others, told_others = played(seed, choices)
        both, words = np.concatenate([lines, others]), [*told, *told_others]
        assert distinct_games(both) == len(set(words))
    assert (lines > 0).all()


def test_a_game_that_is_longer_than_its_replay_is_told_apart_by_its_end() -> None:
    batch = make_batch(GAME, 2, 0, autoreset=False, replays=1)
    while (batch.to_act >= 0).any():
        batch.step(np.array([0, 0 if batch.states["left"][1] > 10 else 1]) * (batch.states["left"] > 1))
    one, other = lines_of(batch)
    assert one != other


def test_games_that_were_not_seen_whole_have_no_line() -> None:
    batch = make_batch(GAME, 1, 0, autoreset=False, replays=True)
    with pytest.raises(ValueError, match="not every game has been seen"):
        lines_of(batch)
    batch.restore(batch.save())
    while (batch.to_act >= 0).any():
        batch.step(np.zeros(1, np.int32))
    with pytest.raises(ValueError, match="not every game has been seen"):
        lines_of(batch)


def test_where_players_sat_otherwise_a_game_is_another_one() -> None:
    """Take(1) against itself: the same game from both seats, but in one of them A wins and in the other B."""
    lines = play(GAME, Take(1), Take(1), 20, 0, None).lines
    assert not set(lines[:, 0].tolist()) & set(lines[:, 1].tolist())


@given(st.lists(st.integers(0, 6), min_size=2, max_size=40).filter(lambda lines: len(lines) % 2 == 0))
def test_repeated_games_are_worth_less(numbers: list[int]) -> None:
    lines = np.array(numbers, np.uint64).reshape(-1, 2)
    distinct, effective = distinct_games(lines), effective_games(lines)
    assert 1 <= effective <= distinct + 1e-9
    assert distinct <= lines.size
    assert (effective == lines.size) == (distinct == lines.size)
    first = first_deals(lines)
    for deal, seat in np.ndindex(lines.shape):
        same = (lines == lines[deal, seat]).any(axis=1)
        assert first[deal, seat] == (deal if lines[deal, seat] == NOT_COUNTED else np.flatnonzero(same)[0])


def test_counts() -> None:
    lines = np.array([[1, 2], [1, 3], [1, 4], [0, 0]], np.uint64)
    assert distinct_games(lines) == 6
    assert effective_games(lines) == pytest.approx(64 / (9 + 1 + 1 + 1 + 2))
    for times in (1, 3, 10):
        assert effective_games(np.repeat(np.arange(1, 21, dtype=np.uint64), times)) == pytest.approx(20)
    assert distinct_text(150, 2) == ", 2 distinct"
    assert distinct_text(150, 150) == ""


def wilson(scores: np.ndarray) -> tuple[float, float]:
    """The interval of deals that are all independent, in the words of a textbook."""
    deals, score = scores.mean(axis=1), float(scores.mean())
    n = len(deals) * score * (1 - score) / deals.var(ddof=1)
    z = 1.96
    half = z / (1 + z**2 / n) * np.sqrt(score * (1 - score) / n + z**2 / (4 * n**2))
    middle = (score + z**2 / (2 * n)) / (1 + z**2 / n)
    return middle - half, middle + half


def test_where_all_games_are_distinct_deals_alone_make_the_interval() -> None:
    rng = np.random.default_rng(0)
    for seats in (2, 3):
        scores = (rng.random((50, seats)) < rng.random((50, 1))).astype(float)
        for lines in (all_distinct(scores), np.full(scores.shape, NOT_COUNTED, np.uint64)):
            assert confidence(scores, lines) == pytest.approx(wilson(scores))
    once = (rng.random((50, 2)) < 0.6).astype(float)
    ten_times, lines = np.tile(once, (10, 1)), np.tile(all_distinct(once), (10, 1))
    assert confidence(ten_times, lines) == pytest.approx(confidence(once, all_distinct(once)))


def whole_deals(rng: np.random.Generator, deals: int, lines: int) -> np.ndarray:
    """Every deal is one of so many, each equally often."""
    drawn = np.arange(deals) % lines
    return np.stack([2 * drawn, 2 * drawn + 1], axis=1) + 1


def games_alone(rng: np.random.Generator, deals: int, lines: int) -> np.ndarray:
    """Games repeat one by one, whatever the other game of the deal is."""
    drawn = rng.permuted(np.arange(2 * deals).reshape(2, deals) // 2 % lines, axis=1)
    return np.stack([2 * drawn[0], 2 * drawn[1] + 1], axis=1) + 1


def some_more_often(rng: np.random.Generator, deals: int, lines: int) -> np.ndarray:
    """The k-th line is drawn 1/k times as often as the first."""
    shares = 1 / np.arange(1, lines + 1)
    drawn = rng.choice(lines, (2, deals), p=shares / shares.sum())
    return np.stack([2 * drawn[0], 2 * drawn[1] + 1], axis=1) + 1


def outcomes(rng: np.random.Generator, lines: np.ndarray, chance: float) -> np.ndarray:
    """Whether A wins each game: by chance, but in all games of a line alike."""
    return (rng.random(int(lines.max()) + 1) < chance)[lines].astype(float)


@pytest.mark.parametrize("repeat", [whole_deals, games_alone, some_more_often])
@pytest.mark.parametrize("lines", [10, 20, 100])
@pytest.mark.parametrize("chance", [0.5, 0.7])
def test_intervals_hold_the_truth_however_often_games_repeat(repeat: Lines, lines: int, chance: float) -> None:
    """200 deals of so many lines, in which A wins by chance: 95 %, by intervals no wider than that takes."""
    rng, trials = np.random.default_rng(lines), 600
    held, width, naive = 0, 0.0, 0
    for _ in range(trials):
        drawn = repeat(rng, 200, lines)
        scores = outcomes(rng, drawn, chance)
        low, high = confidence(scores, drawn.astype(np.uint64))
        held += low <= chance <= high
        width += (high - low) / trials
        low, high = confidence(scores, all_distinct(scores))
        naive += low <= chance <= high
    assert 0.92 <= held / trials <= 0.99
    assert naive / trials < 0.91
    assert width < 4.5 / np.sqrt(2 * lines if repeat is not some_more_often else lines / 2)


def test_ratings_hold_the_truth_however_often_games_repeat() -> None:
    """Of two players: 100 lines, each of which is played in four of the 400 deals."""
    true, rng = 400 * np.log10(0.7 / 0.3) / 2, np.random.default_rng(0)
    held = dict.fromkeys(("counted", "not counted"), 0)
    for trial in range(40):
        drawn = games_alone(rng, 400, 100)
        scores = outcomes(rng, drawn, 0.7)
        for name, lines in (("counted", drawn.astype(np.uint64)), ("not counted", all_distinct(scores))):
            rated = ratings(
                ["a", "b"],
                {(0, 1): scores, (1, 0): 1 - scores[:, ::-1]},
                {(0, 1): lines, (1, 0): lines[:, ::-1]},
                2,
                trial,
            )
            held[name] += rated[0].interval[0] <= true <= rated[0].interval[1]
    assert held["counted"] >= 35
    assert held["not counted"] <= 32


def test_few_lines_say_little_about_a_rating() -> None:
    """1000 deals of one line for each seat: as wide as one deal, and the pair weighs as much as one."""

    def rated(deals: int, lines: np.ndarray) -> tuple[float, float]:
        scores = np.ones((deals, 2))
        pairs = {(0, 1): scores, (1, 0): 1 - scores}
        first = ratings(["a", "b"], pairs, {(0, 1): lines, (1, 0): lines[:, ::-1]}, 2, 0)[0]
        return first.rating, first.interval[1] - first.interval[0]

    same = np.tile(np.array([[1, 2]], np.uint64), (1000, 1))
    assert rated(1000, same) == pytest.approx(rated(1, same[:1]), rel=0.2)
    assert rated(1000, all_distinct(same))[0] > rated(1000, same)[0] + 200
