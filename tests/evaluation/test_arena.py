"""The arena: duplicate matches, scores, intervals and ratings."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flank_envs import Decisions, Opponent, load_opponent
from flank_envs.cli import main
from flank_envs.engine.game import Game
from flank_envs.engine.options import complete
from flank_envs.evaluation.arena import Rating, _distinct, confidence, fit, play, ratings, round_robin
from tests.conformance.play import sample
from tests.lines import all_distinct


class FirstLegal(Opponent):
    """Leaves nothing to chance."""

    name = "first-legal"

    def act(self, decisions: Decisions) -> np.ndarray:
        return decisions.action_mask.argmax(axis=1).astype(np.int32)


@pytest.mark.whole_games
def test_every_deal_is_played_in_all_seats(game: Game) -> None:
    deals = sample(40, 2)
    heuristic, random = load_opponent("heuristic"), load_opponent("random")
    returns, decisions, lines = play(game, heuristic, random, deals, 0, None)
    seats = game.players({})
    assert returns.shape == (deals, seats, seats)
    assert decisions.shape == lines.shape == (deals, seats)
    assert (decisions > 0).all()
    assert np.abs(returns.sum(axis=2)).max() < 1e-6
    same = play(game, FirstLegal(), FirstLegal(), deals, 0, None).returns
    for seat in range(1, seats):  # one player in all seats: the same game, told from another seat
        assert np.array_equal(np.roll(same[:, seat], seat, axis=1), same[:, 0])


@pytest.mark.whole_games
def test_players_choose_otherwise_in_every_seat(game: Game) -> None:
    """Random play against itself: with the same choices a deal would go the same way wherever the first player sits."""
    random, deals = load_opponent("random"), 10
    decisions = play(game, random, random, deals, 0, None).decisions
    for one, other in combinations(range(game.players({})), 2):
        assert not np.array_equal(decisions[:, one], decisions[:, other])


@pytest.mark.whole_games
def test_round_robin_rates_the_better_player_higher(game: Game) -> None:
    result = round_robin(game, ["random", "heuristic", "random"], games=sample(200, 4), seed=1)
    assert result.players == ["random #1", "heuristic", "random #2"]
    assert len(result.pairings) == 6
    for p in result.pairings:
        assert p.wins + p.ties + p.losses == p.games >= sample(200, 4)
        assert 0 <= p.interval[0] <= p.score <= p.interval[1] <= 1
    listed = {(p.a, p.b): p for p in result.pairings}
    first, back = listed["random #1", "heuristic"], listed["heuristic", "random #1"]
    assert back.score > first.score
    if len(first.seat_scores) == 2:  # the same games from the other side
        assert (back.wins, back.ties, back.losses) == (first.losses, first.ties, first.wins)
        assert back.mean_decisions == first.mean_decisions
        assert back.seat_scores == pytest.approx([1 - score for score in first.seat_scores[::-1]])
    best = max(result.ratings, key=lambda r: r.rating)
    assert best.player == "heuristic"
    assert abs(sum(r.rating for r in result.ratings)) < 1e-6
    assert json.loads(json.dumps(result.as_json()))["players"] == result.players


def test_ratings_are_the_ones_that_explain_the_scores() -> None:
    """Three players of known strength, two and three seats: the fit finds the strengths again."""
    true = np.array([0.0, 1.0, -1.0])
    for seats in (2, 3):
        pairs = [(a, b) for a in range(3) for b in range(3) if a != b]
        score = {(a, b): 1 / (1 + (seats - 1) * np.exp(true[b] - true[a])) for a, b in pairs}
        found = fit(score, dict.fromkeys(pairs, 10**7), 3, seats)
        assert np.allclose(found, true * 400 / np.log(10), atol=0.1)


def test_ratings_of_sweeps_are_found_too() -> None:
    """Two pairs of equals, one of which never loses to the other: half a game decides how far they are apart."""
    pairs = [(a, b) for a in range(4) for b in range(4) if a != b]
    score = {(a, b): 0.5 if a // 2 == b // 2 else float(a < b) for a, b in pairs}
    found = fit(score, dict.fromkeys(pairs, 10_000), 4, 2)
    assert np.allclose(found, np.repeat([1, -1], 2) * 0.5 * 400 * np.log10(10_000.5 / 0.5))


def rate(names: list[str], scores: dict[tuple[int, int], np.ndarray], seed: int = 0) -> list[Rating]:
    """Ratings of two seats, of games that are all distinct."""
    return ratings(names, scores, {pair: all_distinct(won) for pair, won in scores.items()}, 2, seed)


def test_rating_intervals_hold_what_they_promise() -> None:
    rng, held = np.random.default_rng(0), 0
    true = 400 * np.log10(0.7 / 0.3) / 2
    for trial in range(100):
        won = (rng.random((100, 2)) < 0.7).astype(float)
        rated = rate(["a", "b"], {(0, 1): won, (1, 0): 1 - won[:, ::-1]}, trial)
        held += rated[0].interval[0] <= true <= rated[0].interval[1]
    assert held >= 88
    chain = {(a, b): np.full((100, 2), float(a < b)) for a in range(3) for b in range(3) if a != b}
    for rating in rate(["a", "b", "c"], chain):
        assert rating.interval[1] > rating.interval[0] + 10  # also in the middle
    swept = np.ones((100, 2))
    low, high = rate(["a", "b"], {(0, 1): swept, (1, 0): 1 - swept})[0].interval
    assert high > low + 10


def test_names_are_told_apart() -> None:
    assert _distinct(["x", "y", "x"]) == ["x #1", "y", "x #2"]
    assert len(set(_distinct(["x", "x", "x #1"]))) == 3


def test_one_player_is_not_a_round_robin(game: Game) -> None:
    with pytest.raises(ValueError, match="at least two"):
        round_robin(game, ["random"])


def test_command(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target, picture = tmp_path / "result.json", tmp_path / "scores.svg"
    command = ["arena", game.name, "random", "heuristic", "--games", "4"]
    assert main([*command, "--json", str(target), "--svg", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "rating" in shown
    assert " distinct " in shown
    written = json.loads(target.read_text())
    assert {"players", "pairings", "ratings"} <= set(written)
    assert picture.read_text().startswith("<svg")
    assert main([*command, "--json", str(tmp_path / "nowhere" / "x.json")]) == 2
    assert main(["arena", game.name, "random", "grandmaster"]) == 2


@pytest.mark.parametrize(("games", "played"), [(7, 8), (8, 8), (1, 2)])
def test_the_command_says_why_it_plays_whole_deals(
    games: int, played: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "result.json"
    command = ["arena", "sample_game", "random", "heuristic", "--json", str(target), "--games"]
    assert main([*command, str(games)]) == 0
    assert {pairing["games"] for pairing in json.loads(target.read_text())["pairings"]} == {played}
    told = f"{played} games for each pair, not {games}: every deal is played once with a player in each of the 2 seats"
    assert (told in capsys.readouterr().err) == (games != played)


def interval(scores: np.ndarray) -> tuple[float, float]:
    return confidence(scores, all_distinct(scores))


@pytest.mark.whole_games
def test_the_command_plays_what_it_was_asked_for(game: Game, tmp_path: Path) -> None:
    """Options, games and seed: none is left out, and each of them changes what is played."""
    target, players = tmp_path / "result.json", ["random", "heuristic"]
    option, value = next((o.name, v) for o in game.options for v in o.samples() if v != o.default)

    def written(*words: str) -> dict[str, Any]:
        assert main(["arena", game.name, *players, *words, "--json", str(target)]) == 0
        return json.loads(target.read_text())

    found = written(f"{option}={value}", "--games", "8", "--seed", "5")
    played = round_robin(game, players, 8, 5, complete(game.options, {option: value}))
    assert found == json.loads(json.dumps(played.as_json()))
    for other in (["--games", "8", "--seed", "5"], [f"{option}={value}", "--games", "8"]):
        assert written(*other)["pairings"] != found["pairings"]


def test_intervals_hold_what_they_promise() -> None:
    """95 % of them, whether deals decide much or nothing; a clean sweep does not claim certainty."""
    rng = np.random.default_rng(0)
    for spread in (0.0, 0.35):
        held = 0
        for _ in range(2000):
            probabilities = 0.6 + spread * rng.choice([-1, 1], (100, 1))
            low, high = interval(rng.random((100, 2)) < probabilities)
            held += low <= 0.6 <= high
        assert 0.93 < held / 2000 < 0.97
    low, high = interval(np.full((100, 3), [1.0, 0, 0]))  # thirds: rounding is not scatter
    assert low < 0.3 < 0.36 < high
    low, high = interval(np.ones((1000, 2)))
    assert 0.99 < low < 1
    assert high == 1
