"""The fuzzers of tools/fuzz: a short run of each finds nothing, and each finds a bug that is planted for it."""

import dataclasses
import json
import os
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from flank_envs import Batch, cli
from flank_envs.cli import about
from flank_envs.engine import replay, savefile
from flank_envs.engine.game import Game, all_games
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import record_type
from flank_envs.opponents.policy import checkpoint
from flank_envs.web import events, game_routes, table_file
from flank_envs.web.tables import Tables
from tests.conformance.play import option_sets, positions, sample
from tests.games.sample_game import GAME
from tests.games.sample_game.rules import OPTIONS, check
from tools.fuzz import cases, commands, guard, records
from tools.fuzz.__main__ import KINDS, TARGETS, parser
from tools.fuzz.calls import PublicCalls
from tools.fuzz.commands import CommandLines
from tools.fuzz.files import CONFIG, Checkpoints, Configs, Replays, Saves
from tools.fuzz.mutation import Mutator
from tools.fuzz.requests import RefusedError, Requests
from tools.fuzz.tables import TableFiles

PASSES_FIT = 3  # the number of the invariant


@rule
def careless_check(state):
    """Does not check how many passes a seat may hold."""
    code = check(state)
    return 0 if code == PASSES_FIT else code


@pytest.fixture
def planted() -> Iterator[Game]:
    """The sample game with a check that accepts too much."""
    fields = [("left", np.int8), ("winner", np.int8), ("passes", np.int8, 2), ("passed", np.int8, 2), ("new", np.int8)]
    rules = dataclasses.replace(GAME.rules, check=careless_check)
    game = dataclasses.replace(GAME, name="planted", state=record_type(OPTIONS, fields), rules=rules)
    all_games()[game.name] = game
    yield game
    del all_games()[game.name]


def short(game: Game, monkeypatch: pytest.MonkeyPatch, folder: Path, count: int) -> guard.Seen:
    monkeypatch.setattr(records, "GAMES", sample(8, 2))
    monkeypatch.setattr(records, "STEPS", sample(200, 8))
    monkeypatch.setattr(records, "BATCH", 512)
    monkeypatch.setattr(records, "DECISIONS", sample(200, 4))
    monkeypatch.setattr(records, "samples", lambda game, rng: option_sets(game))
    return records.attack(np.zeros(2, np.int64), folder / "tried.npy", game.name, count, seed=3)


def test_mutated_records_are_refused_or_sound(game: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen = short(game, monkeypatch, tmp_path, sample(2_000, 200))
    assert seen.cases == sample(2_000, 200)
    assert seen.counts["accepted"] > 0
    assert seen.counts["decisions"] > 0
    assert not seen.findings, seen.examples


def test_a_check_that_accepts_too_much_is_found(planted: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen = short(planted, monkeypatch, tmp_path, sample(4000, 600))
    assert "an observation is out of its bounds" in seen.findings, str(seen)
    assert any("pass" in example for example in seen.examples)


def test_mutations_change_records_and_leave_their_parents_alone(game: Game) -> None:
    rng = np.random.default_rng(0)
    parents = positions(game, sample(200, 20))
    before = parents.tobytes()
    mutants = Mutator(game.state, rng)(parents, parents)
    assert parents.tobytes() == before
    assert (mutants != parents).mean() > 0.5
    again = Mutator(game.state, np.random.default_rng(0))(parents, parents)
    assert again.tobytes() == mutants.tobytes()


def stumble(progress: np.ndarray, tried: Path, how: str) -> str:
    progress[:] = 3, 1
    tried.write_text(how)
    if how == "crash":
        os.abort()
    while how == "hang":
        pass
    return how


@pytest.mark.slow
def test_a_crash_and_a_hang_are_told_with_their_place() -> None:
    for how, told in (("", ""), ("crash", "died of SIGABRT at batch 3, step 1"), ("hang", "hung for 20 s at batch 3")):
        result, death, tried = guard.guarded(stumble, how, patience=20.0 if how == "hang" else 300.0)
        assert death.startswith(told)
        assert bool(death) == bool(how)
        assert (result is None) == bool(how)
        assert tried.read_text() == how


def careless_json(text: str | bytes) -> Any:
    """Reads what is JSON, and does not expect other texts."""
    try:
        return json.loads(text)
    except ValueError:
        return {}["text"]


def through(target: type, game: Game, folder: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> guard.Seen:
    monkeypatch.chdir(folder)
    if target is Configs or target is CommandLines:
        pytest.importorskip("sb3_contrib")
        runs = pytest.importorskip("training.run")
        monkeypatch.setattr(runs, "begin", runs.begin)  # what the target replaces comes back
    monkeypatch.setattr(time, "sleep", time.sleep)
    monkeypatch.setattr(events, "LONGEST", events.LONGEST)
    monkeypatch.setattr(cli.arena, "round_robin", cli.arena.round_robin)
    return cases.attack(np.zeros(2, np.int64), folder / "tried", target, game.name, 0, count, seed=5)


@pytest.mark.whole_games
@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_what_strangers_hand_in_is_taken_or_refused_in_words(
    game: Game, target: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = sample(40, 20)
    seen = through(target, game, tmp_path, count, monkeypatch)
    assert seen.cases == count
    assert not seen.findings, seen.examples


@pytest.mark.parametrize(
    ("target", "module"), [(Saves, savefile), (Replays, replay), (Checkpoints, checkpoint)], ids=lambda it: it.__name__
)
def test_readers_that_miss_wrong_texts_are_found(
    target: type, module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "read_json", careless_json)
    seen = through(target, GAME, tmp_path, 60, monkeypatch)
    assert any("KeyError" in finding for finding in seen.findings), str(seen)


def test_a_command_that_misses_unknown_games_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "get_game", lambda name: all_games()[name])
    seen = through(CommandLines, GAME, tmp_path, 100, monkeypatch)
    assert any("KeyError" in finding for finding in seen.findings), str(seen)


def test_a_route_that_misses_wrong_numbers_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_routes, "number_in", lambda request, name, *rest: {}[str(request.path_params)])
    seen = through(Requests, GAME, tmp_path, 100, monkeypatch)
    assert any("KeyError" in finding for finding in seen.findings), str(seen)


def test_a_server_that_trusts_table_files_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_file, "FIELDS", dict.fromkeys(table_file.FIELDS, lambda value: True))
    seen = through(TableFiles, GAME, tmp_path, 100, monkeypatch)
    assert seen.findings, str(seen)


def test_a_table_at_which_nobody_moves_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LONGEST", events.LONGEST)
    target = Requests(GAME, tmp_path)
    body = json.dumps({"game": GAME.name, "players": ["unknown", "unknown"]}).encode()
    with pytest.raises(RefusedError, match="no player"):
        target.take(("POST", "/api/tables", "", {}, body))
    monkeypatch.setattr(Tables, "_seat", lambda self, session, players: None)
    with pytest.raises(cases.WrongError, match="nobody will ever move"):
        target.take(("POST", "/api/tables", "", {}, body))


def test_a_command_that_writes_where_nobody_said_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    through(CommandLines, GAME, tmp_path, 0, monkeypatch)
    target, case = CommandLines(GAME, tmp_path), ("flank-envs", ["watch", GAME.name, "--seed", "1", "--svg", ""])
    with pytest.raises(commands.RefusedError, match="empty"):
        target.take(case)
    monkeypatch.setattr(cli, "_refuse_empty", lambda arguments: None)
    with pytest.raises(cases.WrongError, match="which nobody named"):
        target.take(case)


def test_a_config_reader_that_guesses_numbers_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config, checks = pytest.importorskip("training.config"), pytest.importorskip("training.checks")
    target = Configs(GAME, tmp_path)
    text = CONFIG.format(game=GAME.name)
    clock, huge = text.replace("steps: 1000", "steps: 1:30"), text.replace("1e-3", "1e300")
    for case in (clock, huge):
        with pytest.raises(config.ConfigError, match="give a"):
            target.take((case, []))
    monkeypatch.setattr(config.settings, "parse", yaml.safe_load)
    with pytest.raises(cases.WrongError, match="steps=90 is a number that nobody gave"):
        target.take((clock, []))
    monkeypatch.setitem(checks.RANGES, "ppo.learning_rate", (0, 1e308))
    with pytest.raises(cases.WrongError, match="was taken"):
        target.take((huge, []))


def test_a_call_that_misses_wrong_values_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Batch, "random_actions", lambda self, streams: {}[str(streams)])
    seen = through(PublicCalls, GAME, tmp_path, 300, monkeypatch)
    assert any("KeyError" in finding for finding in seen.findings), str(seen)


def test_a_config_reader_that_misses_wrong_texts_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = pytest.importorskip("training.settings")
    monkeypatch.setattr(settings, "parse", lambda text: yaml.safe_load(text))
    seen = through(Configs, GAME, tmp_path, 60, monkeypatch)
    assert seen.findings, str(seen)


def test_long_messages_and_slow_cases_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Chatty:
        refusals = (ValueError,)

        def __init__(self, game: Game, folder: Path) -> None: ...

        def case(self, rng: random.Random) -> str:
            return rng.choice(["long", "dumb", "slow", "well"])

        def take(self, case: str) -> None:
            if case == "slow":
                monkeypatch.setattr(time, "process_time", lambda before=time.process_time: before() + 100)
            elif case != "well":
                raise ValueError("x" * 10_000 if case == "long" else "")

    seen = cases.attack(np.zeros(2, np.int64), tmp_path / "tried", Chatty, GAME.name, 0, 30, seed=1)
    assert {finding.split()[-1] for finding in seen.findings} == {"characters", "word", "s"}
    assert 0 < seen.counts["taken"] < 30


def test_the_page_names_commands_that_exist() -> None:
    page = (Path(__file__).parents[2] / "docs/reliability.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python -m tools\.fuzz (.*)$", page, re.MULTILINE)
    assert len(commands) >= 3
    for command in commands:
        asked = parser().parse_args(command.partition("#")[0].split())
        assert all(name in all_games() for name in asked.game or ())
    assert all(kind in page for kind in KINDS)
