"""Training: configs, exported policies, the pool, and runs that learn and go on after a stop."""

import json
import os
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
pytest.importorskip("rich")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import torch

    import training.policy

import flank_envs
from flank_envs import load_opponent
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.engine.positions import observations
from flank_envs.evaluation.arena import match
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.parts import has_parts
from tests.conformance.play import positions
from tests.opponents.policy.rounding import assert_same_sums
from training import checks, report, scorecard
from training import config as configs
from training import run as runs
from training.__main__ import main
from training.config import Config, ConfigError
from training.inputs import as_bytes
from training.league import League

compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays too many games for plain Python")
SEVERAL = ("hold_the_line", "mana_surge")  # one number of players and two: training is the same for all
ALL_CONFIGS = sorted((Path(__file__).parents[2] / "configs").rglob("*.yaml"))
PATIENCE = 1800  # seconds for a process that takes some: only a hang is to fail, however busy the machine
TINY = {
    "steps": 100_000,
    "threads": 1,
    "network": {"hidden": [32, 16]},
    "ppo": {"games": 16, "steps": 16, "minibatch": 64, "epochs": 2},
    "opponents": {"random": 0.2, "heuristic": 0.2, "latest": 0.3, "pool": 0.3, "keep_every": 1, "in_play": 2},
    "evaluation": {"every": 3, "games": 4, "final_games": 4},
}


def tiny(game: Game, **changes: Any) -> Config:
    """A run that is over soon; games for several numbers of players are trained for all of them."""
    fewest, most = game.seats
    variants = [{"players": number} for number in range(fewest, most + 1)] if fewest < most else []
    return configs.parse({"game": game.name, "variants": variants, **TINY, **changes})


def weights(run: runs.Run) -> dict[str, np.ndarray]:
    return training.policy.export(run.model, run.config).weights


def same(one: runs.Run, two: runs.Run) -> bool:
    a, b = weights(one), weights(two)
    return all(np.array_equal(a[name], b[name]) for name in a)


@pytest.mark.parametrize("path", ALL_CONFIGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_shipped_configs_are_sound(path: Path) -> None:
    config = configs.load(path)
    assert config.game == path.parent.name
    assert configs.parse(config.as_dict()) == config


def test_variants_share_the_games_and_are_measured_apart(game: Game, tmp_path: Path) -> None:
    config = tiny(game)
    run = runs.begin(config, tmp_path, tensorboard=False)
    tables = run.environment.games
    assert [table.options for table in tables] == config.settings()
    assert sum(table.num_games for table in tables) == config.ppo.games
    assert run.environment.action_masks().shape == (config.ppo.games, game.actions.size)
    assert len({table.states["rng"][0] for table in tables}) == len(tables)  # no deal is played twice
    assert len(config.contests()) == 2 * len(tables)
    assert all(options in config.settings() for _, options in config.contests().values())


def test_a_variant_that_stands_twice_has_twice_the_games_and_is_measured_once(tmp_path: Path) -> None:
    readings = ["hold", "triangle", "hold"]
    config = configs.parse({"game": "hold_the_line", "variants": [{"contested": r} for r in readings], **TINY})
    tables = runs.begin(config, tmp_path, tensorboard=False).environment.games
    assert [table.options["contested"] for table in tables] == readings
    assert max(table.num_games for table in tables) - min(table.num_games for table in tables) <= 1
    measured = [options["contested"] for _, options in config.contests().values()]
    assert sorted(measured) == ["hold"] * 2 + ["triangle"] * 2  # against two opponents each


BAD = {
    "unknown option 'colours'": {"variants": [{"colours": 1}]},
    "at least one for every variant": {"variants": [{}] * 300},
    "did you mean 'learning_rate'": {"ppo": {"learning_rte": 1}},
    "unknown setting 'gane'": {"gane": "x"},
    r"ppo\.games='many': give a whole number": {"ppo": {"games": "many"}},
    r"ppo\.games=True": {"ppo": {"games": True}},
    r"ppo\.clip='wide': give a number": {"ppo": {"clip": "wide"}},
    r"ppo\.value=nan: give a number": {"ppo": {"value": float("nan")}},
    r"ppo\.learning_rate=inf": {"ppo": {"learning_rate": float("inf")}},
    r"network\.choices=-1: give a number": {"network": {"choices": -1}},
    r"network\.alike: above 0 only": {"network": {"alike": 8}},
    "would not fit into a file": {"network": {"hidden": [8192, 8192]}},
    r"network\.hidden='64'": {"network": {"hidden": "64"}},
    r"network\.hidden=6\.5": {"network": {"hidden": [6.5]}},
    "choose one of tanh, relu": {"network": {"activation": "gelu"}},
    "choose 'policy' or 'last'": {"opponents": {"exploit_as": "nobody"}},
    r"exploit_rate=-1\.0: give a number": {"opponents": {"exploit_rate": -1}},
    "exploit_variants: 0, or as many": {"opponents": {"exploit_variants": 1}},
    "add up to 1": {"opponents": {"random": 0.9, "pool": 0.9}},
    r"opponents\.random=-0\.1: give a number": {
        "opponents": {"random": -0.1, "heuristic": 1.1, "latest": 0, "pool": 0}
    },
    "multiple": {"ppo": {"games": 3, "steps": 7}},
    "unknown option": {"options": {"colour": 1}},
    "unknown game": {"game": "checkers"},
    "settings by name": {"ppo": 3},
    "unknown opponent 'randm'": {"evaluation": {"opponents": ["randm"]}},
    r"goals\.random='high'": {"evaluation": {"goals": {"random": "high"}}},
    "name some of random, heuristic": {"evaluation": {"goals": {"nobody": 0.5}}},
}


@pytest.mark.parametrize("reason", BAD)
def test_bad_settings_are_named(game: Game, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        configs.parse({"game": game.name, "steps": 1, **BAD[reason]})


@pytest.mark.parametrize("where", [{"options": {"first_seat": 2}}, {"variants": [{}, {"first_seat": 2}]}])
def test_a_combination_of_options_that_no_game_has_is_refused(where: dict[str, Any]) -> None:
    options = {"players": 2} | where.get("options", {})
    with pytest.raises(ConfigError, match="two players have the seats 0 and 1"):
        configs.parse({"game": "mana_surge", "steps": 1, **where, "options": options})


def test_a_network_may_be_as_large_as_its_file(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundredth of the file is left for biases and the header; a weight has 4 bytes."""
    config = configs.parse({"game": game.name, "steps": 1, "network": {"hidden": [24, 16]}})
    size = 4 * (24 * game.observation.size + 24 * 16 + 16 * game.actions.size)
    for room, fits in ((size / 0.99 + 1, True), (size / 0.99 - 1, False)):
        monkeypatch.setattr(checks, "LARGEST_FILE", room)
        if fits:
            assert configs.parse({"game": game.name, "steps": 1, "network": {"hidden": [24, 16]}}) == config
        else:
            with pytest.raises(ConfigError, match="would not fit into a file"):
                configs.parse({"game": game.name, "steps": 1, "network": {"hidden": [24, 16]}})


def test_overrides_and_files(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(f"game: {game.name}\nsteps: 10\nppo:\n  clip: 1e-1\n")
    config = configs.load(path, ["ppo.epochs=5", "network.hidden=[8]", "seed=7"])
    assert (config.ppo.clip, config.ppo.epochs, config.network.hidden, config.seed) == (0.1, 5, [8], 7)
    for wrong in ("ppo.epochs", "steps.x=1", "ppo.epoch=1", "ppo.clip=[", "seed=-1"):
        with pytest.raises(ConfigError):
            configs.load(path, [wrong])
    with pytest.raises(ConfigError, match="missing"):
        configs.parse({"game": game.name})
    assert main([str(tmp_path / "nowhere.yaml")]) == 2
    assert main(["--resume", str(tmp_path)]) == 2
    assert "no state.pt" in capsys.readouterr().err
    (tmp_path / "state.pt").write_bytes(b"\x80\x02cos\nsystem\n.")
    assert main(["--resume", str(tmp_path)]) == 2
    assert "damaged" in capsys.readouterr().err
    for unreadable in (b"{", b"\xff\xfe\x00", b"[" * 5000):
        path.write_bytes(unreadable)
        assert main([str(path)]) == 2


@pytest.mark.parametrize(
    "network", [{"activation": "tanh"}, {"activation": "relu"}, {"choices": 8}, {"choices": 8, "alike": 6}]
)
def test_numpy_plays_what_torch_learned(game: Game, tmp_path: Path, network: dict[str, Any]) -> None:
    if "choices" in network and game.features is None:
        pytest.skip("has no features")
    if "alike" in network and not has_parts(game):
        pytest.skip("no parts are alike")
    run = runs.begin(tiny(game, network={"hidden": [24, 16], **network}), tmp_path, tensorboard=False)
    with torch.no_grad():  # biases begin as zeros, which would hide it if they were lost
        for parameter in run.model.policy.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    checkpoint.write(tmp_path / "policy.safetensors", training.policy.export(run.model, run.config))
    played = Network(checkpoint.read(tmp_path / "policy.safetensors"))
    states = positions(game, 50)
    seen, rows = observations(game, states), played.features_of(states)
    policy = run.model.policy
    with torch.no_grad():
        hidden = policy.features_extractor(training.policy.inputs_of(run.model, states))
        assert_same_sums(played.logits(seen, rows), policy.action_net(hidden).numpy())
        assert_same_sums(played.values(seen, rows), policy.value_net(hidden).numpy()[:, 0])
        kept = torch.tensor(as_bytes(states))
        assert torch.equal(policy.predict_values(kept), policy.value_net(hidden))


def test_pool_keeps_past_selves_and_prefers_hard_ones(game: Game, tmp_path: Path) -> None:
    run = runs.begin(tiny(game), tmp_path, tensorboard=False)
    league = League(run.config, tmp_path, training.policy.export(run.model, run.config))
    games = run.environment.games[0]
    league.invite(run.environment.games)
    assert [lineup[0].name for lineup in games.seating()[0]][:3] == ["random", "heuristic", "latest"]
    for rollout in range(1, 6):
        league.update(training.policy.export(run.model, run.config), rollout)
    assert list(league.win_rates) == [f"pool/{k:06d}" for k in range(1, 6)]
    for _ in range(200):
        league.result("pool/000002", 0.0)
        league.result("pool/000003", 1.0)
        league.result("random", 1.0)
    assert np.argmax(league.weights(list(league.win_rates))) == 1
    assert np.argmin(league.weights(list(league.win_rates))) == 2
    league.invite(run.environment.games)
    invited = [lineup[0].name for lineup in games.seating()[0]]
    assert sum(name.startswith("pool/") for name in invited) == 2
    assert set(league.loaded) <= set(invited)
    again = League(run.config, tmp_path, league.latest.checkpoint)
    again.restore(league.state(), league.latest.checkpoint)
    assert again._picked("pool") == league._picked("pool")


@pytest.mark.whole_games
def test_results_count_for_the_opponent_that_was_played(game: Game, tmp_path: Path) -> None:
    run = runs.begin(tiny(game), tmp_path, tensorboard=False)
    environment, expected = run.environment, []
    while len(expected) < 20:
        environment.step_async(np.argmax(environment.action_masks(), axis=1))
        _, reward, done, infos = environment.step_wait()
        for i in np.flatnonzero(done):
            score = infos[i]["score"]
            assert score == 1 if reward[i] == 1 else score == 0 if reward[i] < 0 else 0 < score < 1
            expected += [(name, score) for name in dict.fromkeys(o.name for o in infos[i]["opponents"])]
            assert not infos[i]["TimeLimit.truncated"]
    assert environment.results == expected
    assert sum(map(len, environment.scores.values())) == len(expected)
    assert {name for name, _ in expected} <= {"random", "heuristic", "latest"}


@pytest.mark.parametrize("damage", ["text", "empty", "list", "games", "hidden", "pool"])
def test_a_folder_that_does_not_fit_together_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    folder = tmp_path / "run"
    run = runs.begin(tiny(flank_envs.get_game("hold_the_line"), steps=256 * 3), folder, tensorboard=False)
    runs.train(run, rollouts=1)
    config = (folder / "config.yaml").read_text(encoding="utf-8")
    contents = {"text": b"hello there, this is no state", "empty": {}, "list": [1]}
    if damage == "text":
        (folder / "state.pt").write_bytes(contents["text"])
    elif damage in contents:
        torch.save(contents[damage], folder / "state.pt")
    elif damage == "games":
        (folder / "config.yaml").write_text(config.replace("games: 16", "games: 32", 1))
    elif damage == "hidden":
        (folder / "config.yaml").write_text(config.replace("- 32", "- 24", 1))
    else:
        runs.train(run, rollouts=1)
        for member in (folder / "pool").iterdir():
            member.unlink()
    run.close()
    assert main(["--resume", str(folder)]) == 2
    assert "training: " in capsys.readouterr().err


@compiled
@pytest.mark.parametrize("name", SEVERAL)
def test_a_resumed_run_equals_one_without_interruption(name: str, tmp_path: Path) -> None:
    """Weights, members, curve and games after 7 rollouts are the same, however often the run was stopped."""
    kinds = {"latest": 0.1, "exploiters": 0.2, "exploit_every": 3, "exploit_for": 2, "exploit_as": "last"}
    config = tiny(flank_envs.get_game(name), opponents={**TINY["opponents"], **kinds})
    whole = runs.begin(config, tmp_path / "whole", tensorboard=False)
    runs.train(whole, rollouts=7)
    stopped = runs.begin(config, tmp_path / "stopped", tensorboard=False)
    runs.train(stopped, rollouts=2)
    for rollouts in (3, 2):
        stopped.close()
        killed = runs.begin(config, tmp_path / "stopped" / "exploiter", tensorboard=False)
        runs.train(killed, rollouts=1)  # as if the end had come while an exploiter learned
        killed.close()
        torch.manual_seed(99)
        np.random.seed(99)  # whatever else happened meanwhile
        stopped = runs.resume(tmp_path / "stopped", tensorboard=False)
        runs.train(stopped, rollouts=rollouts)
    assert same(whole, stopped)
    assert whole.league.state() == stopped.league.state()
    assert [g.save() for g in whole.environment.games] == [g.save() for g in stopped.environment.games]
    assert [p["scores"] for p in whole.history] == [p["scores"] for p in stopped.history]
    assert len(whole.history) == 2
    assert set(whole.league.win_rates) > {"exploiters/000003", "exploiters/000006"}
    with pytest.raises(ConfigError, match="--resume"):
        runs.begin(config, tmp_path / "whole", tensorboard=False)


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", SEVERAL)
def test_a_killed_run_goes_on_from_the_command_line(name: str, tmp_path: Path) -> None:
    path, folder = tmp_path / "tiny.yaml", tmp_path / "runs" / "killed"
    path.write_text(tiny(flank_envs.get_game(name), steps=256 * 12).as_yaml())
    command = [sys.executable, "-m", "training"]
    root = str(Path(__file__).parents[2])
    where = {"cwd": tmp_path, "env": {**os.environ, "PYTHONPATH": root}}
    first = subprocess.Popen([*command, str(path), "--name", "killed"], stdout=subprocess.DEVNULL, **where)
    deadline = time.monotonic() + PATIENCE
    while not (folder / "state.pt").exists() and first.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    first.send_signal(signal.SIGKILL)
    first.wait()
    done = subprocess.run(
        [*command, "--resume", str(folder)], capture_output=True, text=True, timeout=PATIENCE, **where
    )
    assert done.returncode == 0, done.stderr
    assert "load_opponent(" in done.stdout
    assert (folder / "curve.png").stat().st_size > 1000
    load_opponent(folder / "policy.safetensors")
    whole = runs.begin(configs.load(path), tmp_path / "whole", tensorboard=False)
    runs.train(whole)
    assert same(whole, runs.resume(folder, tensorboard=False))


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", SEVERAL)
def test_training_learns(name: str, tmp_path: Path) -> None:
    """A known answer: 100 thousand steps against random are enough to beat it clearly."""
    game = flank_envs.get_game(name)
    config = tiny(
        game,
        network={"hidden": [64, 64]},
        ppo={"games": 64, "steps": 64, "minibatch": 1024, "epochs": 4, "learning_rate": 2e-3},
        opponents={"random": 1.0, "heuristic": 0, "latest": 0, "pool": 0},
        evaluation={"every": 1000},
    )
    run = runs.begin(config, tmp_path, tensorboard=False)
    untrained = match(game, run.league.latest, "random", 400)
    runs.train(run)
    trained = match(game, load_opponent(run.policy_path), "random", 400)
    assert trained.score > 0.65
    assert trained.score > untrained.score + 0.1


def test_every_shipped_policy_can_be_measured_again(library_game: Game) -> None:
    config, card = scorecard._shipped(library_game.name)
    opponents = {opponent for opponent, _ in config.contests().values()}
    assert config.game == library_game.name
    assert {row["b"] for row in card["results"]} == opponents


@compiled
@pytest.mark.parametrize("name", SEVERAL)
def test_a_finished_run_is_shipped_with_its_scorecard(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = flank_envs.get_game(name)
    monkeypatch.chdir(tmp_path)
    recipe = Path("configs") / game.name / "ppo.yaml"
    recipe.parent.mkdir(parents=True)
    recipe.write_text(tiny(game, steps=256 * 2).as_yaml())
    run = runs.begin(configs.load(recipe), tmp_path / "run", tensorboard=False)
    runs.train(run, rollouts=1)
    assert scorecard.main(["run", "--games", "4"]) == 2
    assert "is not finished" in capsys.readouterr().err
    runs.train(run)
    report.draw(run)
    assert scorecard.main(["run", "--games", "4"]) == 0
    folder = Path("checkpoints") / game.name
    card = json.loads((folder / "scorecard.json").read_text(encoding="utf-8"))
    assert card["steps"] == 512
    others = scorecard.other_options(run.config)
    assert len(card["results"]) == 2 * len(run.config.contests()) + len(others)
    assert all(options not in run.config.settings() for options in others)
    assert str(tmp_path) not in json.dumps(card)
    page = (folder / "scorecard.md").read_text(encoding="utf-8")
    assert "| sampled |" in page
    assert all(1 <= row["distinct"] <= row["games"] for row in card["results"])
    assert f"| {card['results'][0]['losses']} | {card['results'][0]['distinct']} | " in page
    load_opponent(folder / "policy.safetensors")
    assert scorecard.main([game.name, "--games", "8"]) == 0  # the shipped policy, measured again
    again = json.loads((folder / "scorecard.json").read_text(encoding="utf-8"))
    assert again["steps"] == 512
    assert again["results"][0]["games"] >= 8 > card["results"][0]["games"]
    recipe.write_text(recipe.read_text().replace("seed: 1", "seed: 2"))
    assert scorecard.main(["run"]) == 2
    assert "was not made with" in capsys.readouterr().err
