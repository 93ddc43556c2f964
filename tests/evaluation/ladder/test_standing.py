"""What meetings come to: ratings from random play on, scores by seat and variant, cycles, and the page."""

import json
from pathlib import Path

import numpy as np
import pytest

from flank_envs.engine.game import get_game
from flank_envs.evaluation.ladder import match_store
from flank_envs.evaluation.ladder.entrants import Player
from flank_envs.evaluation.ladder.exploit import exploits
from flank_envs.evaluation.ladder.match_store import MatchStore, Meeting
from flank_envs.evaluation.ladder.matches import pairs_of
from flank_envs.evaluation.ladder.page import page, picture_name
from flank_envs.evaluation.ladder.standing import Standing, standing
from flank_envs.evaluation.ladder.variants import variants_of
from flank_envs.evaluation.lines import NOT_COUNTED
from flank_envs.opponents import load_opponent
from flank_envs.opponents.policy import shipped
from tests.games.sample_game import GAME
from tests.lines import all_distinct

NAMES = ["random", "rock", "paper", "scissors"]
PLAYERS = [Player(name, load_opponent("random"), name) for name in NAMES]


def add(meeting: Meeting, shares: np.ndarray) -> None:
    """Games of 30 decisions that are all distinct."""
    meeting.add(shares, all_distinct(shares), 30 * shares.size, 1.0)


def met(
    deals: int, probabilities: dict[tuple[str, str], float], game: str = GAME.name, seats: int = 2
) -> tuple[MatchStore, Standing]:
    """A store in which the first of each pair wins with that chance, and its standing."""
    game_ = get_game(game)
    store, rng = match_store.fresh(game_, 1), np.random.default_rng(0)
    variant = next(v for v in variants_of(game_) if game_.players(v.options) == seats)
    pairs = pairs_of(store, PLAYERS, [variant], 0)
    for pair in pairs:
        chance = probabilities.get((pair.a.name, pair.b.name))
        if chance is not None:
            add(pair.meeting, (rng.random((deals, seats)) < chance).astype(float))
    found = standing(store, PLAYERS, variant, pairs)
    assert found
    return store, found


CIRCLE = {
    ("random", "rock"): 0.1,
    ("random", "paper"): 0.2,
    ("random", "scissors"): 0.3,
    ("rock", "paper"): 0.25,
    ("rock", "scissors"): 0.75,
    ("paper", "scissors"): 0.25,
}


def test_random_play_has_the_rating_0_and_an_interval_of_nothing() -> None:
    _, s = met(200, CIRCLE)
    assert s.ratings[-1].player == "random"
    assert (s.ratings[-1].rating, s.ratings[-1].interval) == (0, (0, 0))
    for r in s.ratings[:-1]:
        assert 0 < r.interval[0] < r.rating < r.interval[1]


def test_a_pairing_is_seen_from_both_sides() -> None:
    _, s = met(100, {("random", "rock"): 0.2})
    (there, back) = s.pairings
    assert there.a == back.b == "random"
    assert there.score == pytest.approx(1 - back.score)
    assert there.seat_scores == pytest.approx([1 - score for score in back.seat_scores[::-1]])
    assert there.mean_decisions == back.mean_decisions == 30
    assert s.seat_scores("rock") == back.seat_scores
    assert s.games("rock") == 200
    assert [r.player for r in s.ratings] == ["rock", "random"]  # the others have met nobody


def test_intervals_are_as_wide_as_the_games_are_few() -> None:
    store = match_store.fresh(GAME, 1)
    variant = variants_of(GAME)[0]
    pairs = pairs_of(store, PLAYERS[:3], [variant], 0)
    rng = np.random.default_rng(3)
    for pair, deals in zip(pairs, (1000, 10, 0), strict=True):  # rock met random often, paper rarely
        add(pair.meeting, (rng.random((deals, 2)) < 0.3).astype(float))
    s = standing(store, PLAYERS[:3], variant, pairs)
    assert s
    width = {r.player: r.interval[1] - r.interval[0] for r in s.ratings}
    assert width["paper"] > 4 * width["rock"] > 0


def test_cycles_and_upsets_are_found() -> None:
    _, s = met(200, CIRCLE)
    assert [set(three) for three in s.cycles()] == [{"rock", "paper", "scissors"}]
    (a, b, c) = s.cycles()[0]
    assert (a, b, c) in (("paper", "rock", "scissors"), ("rock", "scissors", "paper"), ("scissors", "paper", "rock"))
    rated = [r.player for r in s.ratings]
    assert s.upsets()
    for upset in s.upsets():
        assert rated.index(upset.a) > rated.index(upset.b)
        assert upset.interval[0] > 0.5


def test_luck_is_no_cycle() -> None:
    """The same probabilities, but three deals a pair: nothing is certain yet."""
    _, s = met(3, {pair: 0.5 + (chance - 0.5) / 3 for pair, chance in CIRCLE.items()})
    assert s.cycles() == []
    assert s.upsets() == []


def test_of_three_players_a_third_is_even() -> None:
    """One of rock against two of paper wins 45 %: that is more than its part. The other way round 20 %."""
    ways = {("random", "rock"): 0.1, ("rock", "random"): 0.8, ("random", "paper"): 0.1, ("paper", "random"): 0.8}
    _, s = met(400, ways | {("rock", "paper"): 0.45, ("paper", "rock"): 0.2}, "mana_surge", 3)
    assert s.beats("rock", "paper")
    assert not s.beats("paper", "rock")
    assert [r.player for r in s.ratings] == ["rock", "paper", "random"]
    assert len(s.pairings) == 6


def test_the_page_tells_it_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "SOURCE", tmp_path)
    (tmp_path / GAME.name).mkdir()
    entry = {"opponent": "rock", "identity": "rock", "score": 0.813, "interval": [0.79, 0.84], "minutes": 15}
    elsewhere = [{"options": {"heap": 30}}, {"identity": "whoever was called rock before"}]
    others = [entry | {"score": 0.8}, *(entry | other | {"score": 0.9} for other in elsewhere)]
    (tmp_path / GAME.name / "exploit.json").write_text(json.dumps([entry, *others]), encoding="utf-8")
    store, s = met(200, CIRCLE)
    store.costs = {"rock": 0.1234}
    store.command = "flank-envs ladder sample_game"
    text = page(store, PLAYERS, [s])
    assert "`flank-envs ladder sample_game`" in text
    assert "| random | 0 | 0 to 0 | 1200 | " in text
    assert "| 0.123 | 81.3% (79.0% to 84.0%) after 15 CPU-minutes |" in text
    assert "A cycle: " in text
    assert f"beats {s.upsets()[0].b}, which is rated higher" in text
    assert f"]({picture_name(s.variant)})" in text
    pair = s.pairing("rock", "paper")
    assert pair
    assert f"{pair.score:.1%} of 400" in text


def repeating(distinct: int) -> tuple[MatchStore, Standing]:
    """Rock wins 60 of 100 deals against random, paper all of 50, in so many distinct ones; of three it is not known."""
    store = match_store.fresh(GAME, 1)
    variant = variants_of(GAME)[0]
    pairs = pairs_of(store, PLAYERS[:3], [variant], 0)
    for pair, won in zip(pairs[:2], (np.arange(100) % 5 < 2, np.zeros(50)), strict=True):
        shares = np.tile(won[:, None], 2).astype(float)
        lines = 1 + np.arange(len(shares)) % distinct
        pair.meeting.add(shares, np.stack([lines, 1000 + lines], axis=1).astype(np.uint64), 1, 1.0)
    pairs[2].meeting.add(np.ones((3, 2)), np.full((3, 2), NOT_COUNTED, np.uint64), 1, 1.0)
    found = standing(store, PLAYERS[:3], variant, pairs)
    assert found
    return store, found


def test_games_that_repeat_are_counted_once() -> None:
    """In intervals and ratings; the page says how many there are, and of how many it was not counted."""
    store, s = repeating(10)
    text = page(store, PLAYERS[:3], [s])
    assert text.count("40.0% of 200, 20 distinct") == text.count("60.0% of 200, 20 distinct") == 1
    assert text.count("100.0% of 100, 20 distinct") == 1
    assert "Of 6 games it was not counted how many repeat" in text
    whole, all_of_them = repeating(100)
    text = page(whole, PLAYERS[:3], [all_of_them])
    assert "60.0% of 200 |" in text
    assert " distinct |" not in text
    few, many = (found.pairing("rock", "random") for found in (s, all_of_them))
    assert few
    assert many
    assert few.interval[0] < 0.5 < many.interval[0]
    widths = [{r.player: r.interval[1] - r.interval[0] for r in found.ratings}["rock"] for found in (s, all_of_them)]
    assert widths[0] > 2 * widths[1]


def test_side_variants_stand_beside_the_first() -> None:
    """By the mean score against those who play everywhere."""
    game = get_game("hold_the_line")
    store, variants, names = match_store.fresh(game, 1), variants_of(game), PLAYERS[:2]
    pairs = pairs_of(store, names, variants, 0)
    for pair, wins in zip(pairs, (1.0, 0.0, 0.5, 0.5, 0.5), strict=True):
        add(pair.meeting, np.full((10, 2), wins))
    standings = [s for s in (standing(store, names, v, pairs) for v in variants) if s]
    text = page(store, names, standings)
    assert "| player | defaults | contested=advance | contested=hold | scale=mini | scale=tiny |" in text
    assert "| random | 100.0% | 0.0% | 50.0% | 50.0% | 50.0% |" in text
    assert "| rock | 0.0% | 100.0% | 50.0% | 50.0% | 50.0% |" in text


def test_pictures_have_names_of_their_own() -> None:
    assert [picture_name(v) for v in variants_of(get_game("mana_surge")) if v.main] == [
        "ladder-players-2.svg",
        "ladder-players-3.svg",
    ]
    assert picture_name(variants_of(GAME)[0]) == "ladder.svg"


def test_exploiters_are_optional_but_must_be_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "SOURCE", tmp_path)
    assert exploits(GAME) == []
    (tmp_path / GAME.name).mkdir()
    path = tmp_path / GAME.name / "exploit.json"
    entry = {"opponent": "trained", "identity": "policy:1", "score": 0.6, "interval": [0.5, 0.7], "minutes": 3}
    path.write_text(json.dumps([entry | {"options": {"heap": 30}}, entry]), encoding="utf-8")
    assert [exploit.options for exploit in exploits(GAME)] == [{"heap": 30}, {"heap": 21}]
    unsound = [{"score": "x"}, {"score": 60}, {"interval": [0.5]}, {"minutes": None}, {"opponent": 3}, {"identity": 3}]
    for wrong in unsound:
        path.write_text(json.dumps([entry | wrong]), encoding="utf-8")
        with pytest.raises(ValueError, match=r"exploit.json cannot be used: expected opponent, identity, score"):
            exploits(GAME)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match="expected a list of exploiters"):
        exploits(GAME)
