"""The ladder: what is played is kept, only what is new is played, and costly pairs play less."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flank_envs import Decisions, Opponent
from flank_envs.cli import main
from flank_envs.engine.game import Game, get_game
from flank_envs.evaluation.arena import Played, match
from flank_envs.evaluation.ladder import entrants, match_store, matches
from flank_envs.evaluation.ladder.entrants import Player, players_of, standard_entrants, without_doubles
from flank_envs.evaluation.ladder.match_store import MatchStore
from flank_envs.evaluation.ladder.matches import pairs_of, play_missing
from flank_envs.evaluation.ladder.variants import variants_of
from flank_envs.evaluation.lines import distinct_games
from flank_envs.opponents import load_opponent
from flank_envs.opponents.heuristics import Rollout
from flank_envs.opponents.policy import checkpoint, shipped
from flank_envs.opponents.policy import identity as policy_identity
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.search import SearchOpponent
from tests.games.sample_game import GAME
from tests.opponents.policy.test_belief import believing
from tests.opponents.policy.test_checkpoint import made

NAMES = ["random", "heuristic", "search:2"]
SEED = 7


def write_policy(path: Path, seed: int) -> Path:
    """A policy of Last Match that nobody has trained."""
    rng, sizes = np.random.default_rng(seed), (GAME.observation.size, GAME.actions.size)
    weights = {
        "trunk.0.weight": rng.normal(size=(4, sizes[0])),
        "trunk.0.bias": rng.normal(size=4),
        "action.weight": rng.normal(size=(sizes[1], 4)),
        "action.bias": rng.normal(size=sizes[1]),
        "value.weight": rng.normal(size=(1, 4)),
        "value.bias": rng.normal(size=1),
    }
    metadata = checkpoint.describe(GAME, {}, {"hidden": [4], "activation": "tanh"})
    written = {name: weight.astype(np.float32) for name, weight in weights.items()}
    checkpoint.write(path, checkpoint.Checkpoint(written, metadata))
    return path


def filled(path: Path, names: list[str], games: int = 24, save: Callable[[], None] | None = None) -> MatchStore:
    """The store in a file after everything that is missing was played."""
    store = match_store.read(path, GAME, SEED)
    keep = save or (lambda: match_store.save(path, store))
    play_missing(store, players_of(GAME, names), variants_of(GAME), games, float("inf"), keep)
    return store


def results(store: MatchStore) -> dict[Any, Any]:
    return {key: (match_store.text_of(m.shares), m.decisions, m.lines.tolist()) for key, m in store.meetings.items()}


@pytest.fixture(autouse=True)
def _cheap_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "COST_ROUNDS", 1)
    monkeypatch.setattr(matches, "COST_ROWS", 2)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Who was asked to play, chunk by chunk."""
    asked: list[tuple[str, str]] = []
    play = matches.play

    def counted(game: Game, a: Any, b: Any, *rest: Any) -> Any:
        asked.append((a.name, b.name))
        return play(game, a, b, *rest)

    monkeypatch.setattr(matches, "play", counted)
    return asked


def test_a_stopped_run_goes_on_to_the_same_results(tmp_path: Path) -> None:
    path, calls = tmp_path / "ladder.json", []

    def stop() -> None:
        calls.append(len(store.meetings))
        match_store.save(path, store)
        if len(calls) == len(NAMES) + 2:  # after the costs of all and two chunks
            raise KeyboardInterrupt

    store = match_store.fresh(GAME, SEED)
    with pytest.raises(KeyboardInterrupt):
        play_missing(store, players_of(GAME, NAMES), variants_of(GAME), 24, float("inf"), stop)
    kept = results(match_store.read(path, GAME, SEED))
    assert len(kept) == 2
    whole = filled(tmp_path / "other.json", NAMES)
    went_on = filled(path, NAMES)
    assert results(went_on) == results(whole)
    assert all(results(went_on)[key][0].startswith(shares) for key, (shares, *_) in kept.items())


def test_chunks_make_up_the_match(tmp_path: Path) -> None:
    store = filled(tmp_path / "ladder.json", NAMES, games=30)
    for a, b in (("random", "search:2"), ("heuristic", "search:2")):
        one, other = players_of(GAME, [a, b])
        met, whole = store.meeting(one, other, {}), match(GAME, a, b, 30, SEED)
        assert met.shares.mean() == whole.score
        assert met.shares.mean(axis=0).tolist() == whole.seat_scores
        assert met.decisions == round(whole.mean_decisions * whole.games)
        assert distinct_games(met.lines) == whole.distinct


def test_a_new_player_plays_alone(tmp_path: Path, count: list[tuple[str, str]]) -> None:
    path = tmp_path / "ladder.json"
    before = results(filled(path, NAMES[:2]))
    del count[:]
    after = results(filled(path, NAMES))
    assert {b for _, b in count[1:]} == {"search:2"}  # after the deal of random play that lets all be compiled
    assert all(after[key] == result for key, result in before.items())
    del count[:]
    filled(path, NAMES)
    assert not count


def test_more_games_go_on_after_those_before(tmp_path: Path, count: list[tuple[str, str]]) -> None:
    path = tmp_path / "ladder.json"
    few = results(filled(path, NAMES[:2], games=8))
    more = results(filled(path, NAMES[:2], games=20))
    assert [shares[:8] for shares, *_ in more.values()] == [shares for shares, *_ in few.values()]
    assert {len(shares) for shares, *_ in more.values()} == {20}


def test_without_time_nothing_is_played_or_measured(count: list[tuple[str, str]]) -> None:
    store, saved = match_store.fresh(GAME, SEED), []
    play_missing(store, players_of(GAME, NAMES), variants_of(GAME), 8, 0.0, lambda: saved.append(1))
    assert (store.costs, count, saved) == ({}, [], [])


def test_a_changed_policy_plays_again_and_an_earlier_one_keeps_its_results(
    tmp_path: Path, count: list[tuple[str, str]]
) -> None:
    path, policy = tmp_path / "ladder.json", write_policy(tmp_path / "policy.safetensors", 1)
    names = ["random", str(policy)]
    first = results(filled(path, names))
    write_policy(policy, 2)
    second = results(filled(path, names))
    assert not set(first) & set(second)  # it bears the name now, and the one before is forgotten
    earlier = write_policy(tmp_path / "earlier.safetensors", 2)
    write_policy(policy, 3)
    del count[:]
    third = results(filled(path, [*names, str(earlier)]))
    assert ("random", str(earlier)) not in count
    assert second.items() <= third.items()
    assert len(third) == 3


def test_the_weights_make_a_policy_and_the_manner_too(tmp_path: Path) -> None:
    one, same = (write_policy(tmp_path / f"{name}.safetensors", 1) for name in "ab")
    other = write_policy(tmp_path / "c.safetensors", 2)
    known = [load_opponent(f"{path}{manner}").identity(GAME) for path in (one, other) for manner in ("", ":greedy")]
    assert len(set(known)) == 4
    assert load_opponent(same).identity(GAME) == known[0]
    search = [load_opponent(f"search:4:{path}").identity(GAME) for path in (one, same, other)]
    assert search[0] == search[1] != search[2]
    players = players_of(GAME, [str(one), str(same), str(other)])
    assert [player.name for player in without_doubles(players)] == [str(one), str(other)]
    double = Player(players[0].name, players[2].opponent, players[2].identity)
    with pytest.raises(ValueError, match="two different players are called"):
        without_doubles([players[0], double])


def test_a_belief_makes_another_search_and_the_same_policy(tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.safetensors" for name in ("without", "one", "other")]
    for file, policy in zip(files, (made(GAME), believing(GAME), believing(GAME, seed=2)), strict=True):
        checkpoint.write(file, policy)
    assert len({load_opponent(file).identity(GAME) for file in files}) == 1
    assert len({load_opponent(f"search:4:{file}").identity(GAME) for file in files}) == 3


def test_policies_are_told_apart_by_their_features(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("mercy_frontier")
    players = [PolicyOpponent(made(game)), PolicyOpponent(made(game, choices=4))]
    known = [player.identity(game) for player in players]
    monkeypatch.setattr(policy_identity, "features_hashes", lambda game: {"features_code": "other features"})
    assert [player.identity(game) == before for player, before in zip(players, known, strict=True)] == [True, False]


def test_searches_are_told_apart_by_how_they_look_ahead() -> None:
    plans = [Rollout(depth=3), Rollout(depth=4), None]
    assert len({SearchOpponent(4, plan).identity(GAME) for plan in plans}) == 3


class Specialist(Opponent):
    """Plays one game only."""

    name = "specialist"

    def check_compatible(self, game: Game, options: Mapping[str, Any]) -> None:
        raise ValueError(f"specialist does not play {game.name}")

    def act(self, decisions: Decisions) -> np.ndarray:
        return decisions.action_mask.argmax(1)


def test_who_cannot_play_the_game_is_no_entrant() -> None:
    with pytest.raises(ValueError, match="specialist does not play sample_game"):
        players_of(GAME, ["random", Specialist()])


def test_shipped_ladders_are_of_the_players_and_rules_as_they_are(library_game: Game) -> None:
    """Else play it again with `flank-envs ladder GAME --output checkpoints/ladder`."""
    shipped_store = shipped.SOURCE / "ladder" / library_game.name / "ladder.json"
    written = json.loads(shipped_store.read_text(encoding="utf-8"))
    assert written["rules"] == entrants.rules_of(library_game)
    now = {player.name: player.identity for player in standard_entrants(library_game)}
    assert {name: written["names"].get(name) for name in now} == now


def test_changed_rules_begin_a_new_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ladder.json"
    filled(path, NAMES[:2])
    assert match_store.read(path, GAME, SEED).meetings
    monkeypatch.setattr(match_store, "rules_of", lambda game: "other rules")
    assert not match_store.read(path, GAME, SEED).meetings


def test_costly_pairs_play_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that only playing moves: 0.01 s a deal, or 4 s with a search."""
    clock = [0.0]

    def play(game: Game, a: Any, b: Any, deals: int, seed: int, options: Any) -> Played:
        clock[0] += deals * (4.0 if "search" in b.name else 0.01)
        returns, lines = np.tile([1.0, -1.0], (deals, 2, 1)), np.ones((deals, 2), np.uint64)
        return Played(returns, np.full((deals, 2), 9), lines)

    monkeypatch.setattr(matches, "play", play)
    monkeypatch.setattr(matches, "cost", lambda *_: 1.0)
    monkeypatch.setattr(matches.time, "process_time", lambda: clock[0])
    store, players = match_store.fresh(GAME, SEED), players_of(GAME, NAMES)
    play_missing(store, players, variants_of(GAME), 1000, 2.0, lambda: None)
    games = {(m.a[:6], m.b[:6]): m.shares.size for m in store.meetings.values()}
    assert games["random", "heuris"] == 1000
    costly = games["random", "search"], games["heuris", "search"]
    assert 20 <= min(costly) <= max(costly) <= 40  # 115 s for both, 8 s for two games of each
    assert clock[0] <= 120 + matches.CHUNK_SECONDS


def test_variants_are_every_number_of_players_and_every_value_of_options_with_few() -> None:
    names = [(variant.name, variant.main) for variant in variants_of(get_game("mana_surge"))]
    assert names == [("players=2", True), ("players=3", True), ("players=2, first_seat=1", False)]
    held = variants_of(get_game("hold_the_line"))
    options = ["contested=advance", "contested=hold", "scale=mini", "scale=tiny"]
    assert [variant.name for variant in held] == ["defaults", *options]
    (only,) = variants_of(get_game("mana_surge"), {"komi": 0})
    assert only.main
    assert only.name == "players=3, komi=0"


def test_searches_stay_out_of_side_variants_and_three_meet_both_ways() -> None:
    game = get_game("mana_surge")
    players, variants = players_of(game, NAMES), variants_of(game)
    pairs = pairs_of(match_store.fresh(game, SEED), players, variants, 90)
    told = {
        variant.name: [(p.a.name, p.b.name, p.deals) for p in pairs if p.variant == variant] for variant in variants
    }
    two, three, side = told.values()
    assert two == [("random", "heuristic", 45), ("random", "search:2", 45), ("heuristic", "search:2", 45)]
    assert len(three) == 6
    assert {deals for *_, deals in three} == {30}
    assert side == [("random", "heuristic", 12)]


def test_the_standard_field(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Policies that shipped before join; a game without a policy does without."""
    assert [player.name for player in standard_entrants(GAME)] == ["random", "heuristic", "search:100", "search:1000"]
    monkeypatch.setattr(shipped, "SOURCE", tmp_path)
    write_policy(tmp_path / GAME.name / "policy.safetensors", 1)
    write_policy(tmp_path / GAME.name / "earlier" / "first.safetensors", 2)
    names = [player.name for player in standard_entrants(GAME)]
    assert names == [*entrants.standard_names(), "earlier/first.safetensors"]
    assert [player.name for player in standard_entrants(GAME) if not player.quick] == [
        n for n in names if "search" in n
    ]


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], count: list[tuple[str, str]]) -> None:
    command = ["ladder", GAME.name, "search:2", "--field", "heuristic", "--games", "8", "--output", str(tmp_path)]
    assert main([*command, "--minutes", "inf"]) == 0
    out, err = capsys.readouterr()
    folder = tmp_path / GAME.name
    assert out == (folder / "ladder.md").read_text(encoding="utf-8") + "\n"
    assert (folder / "ladder.svg").read_text(encoding="utf-8").startswith("<svg")
    written = json.loads((folder / "ladder.json").read_text(encoding="utf-8"))
    assert [len(entry["shares"]) for entry in written["meetings"]] == [8, 8, 8]
    assert {r["player"] for r in written["standings"][0]["ratings"]} == set(NAMES)
    assert written["command"].startswith(f"flank-envs ladder {GAME.name} search:2 --games 8")
    assert f"{GAME.name}: random v search:2 (defaults): " in err
    assert count
    del count[:]
    assert main([*command, "--minutes", "inf"]) == 0
    assert not count
    assert capsys.readouterr().out == out
    assert main([*command, "--minutes", "0"]) == 0
    assert capsys.readouterr().out == out  # written anew, but played by the command before


def test_a_double_is_told_who_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "other"):
        write_policy(tmp_path / f"{name}.safetensors", 1)
    names = [f"{tmp_path}/{name}.safetensors" for name in ("one", "other")]
    words = ["ladder", GAME.name, *names, "--field", "heuristic", "--games", "2", "--output", str(tmp_path)]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert f"{names[1]} plays just as {names[0]}" in err
    assert err.count("plays just as") == 1
    assert names[1] not in out.partition("## ")[2]


def test_bad_commands_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (["nothing"], "unknown game"),
        ([GAME.name, "grandmaster"], "unknown opponent"),
        ([GAME.name, "trained"], "no trained policy"),
        ([GAME.name, "--minutes", "-1"], "--minutes -1: give 0 or more"),
        ([GAME.name, "--minutes", "nan"], "--minutes nan"),
        ([GAME.name, "--games", "1"], "--games=1"),
        (["heap=12"], "without a game"),
    ):
        assert main(["ladder", *words, "--output", str(tmp_path)]) == 2
        assert told in capsys.readouterr().err
