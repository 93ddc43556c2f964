"""Training loses nothing: settings from strangers, numbers that are none, and two processes in one folder."""

import dataclasses
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

import numpy as np
import pytest
import yaml

pytest.importorskip("sb3_contrib")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import torch
from flank_envs import get_game, load_opponent
from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.games.sample_game import GAME
from tests.training.test_training import tiny
from training import checks, report, saving, settings
from training import config as configs
from training import run as runs
from training.__main__ import main
from training.config import ConfigError

ROOT = Path(__file__).parents[2]
QUICK = ROOT / "configs/hold_the_line/quick.yaml"
BOMB = "a: &a [0,0,0,0,0,0,0,0,0]\n" + "".join(
    f"{new}: &{new} [{','.join(['*' + old] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
BAD = "ppo: {games: 3}\n"  # refused in the end, should the text before it be taken
TEXTS = {
    "aliases": BOMB,
    "'seed' is given twice": "game: hold_the_line\nsteps: 10\nseed: 1\nseed: 2\n",
    "'games' is given twice": "game: hold_the_line\nsteps: 10\nppo: {games: 2, games: 4}\n",
    "not YAML": "game: hold_the_line\nsteps: [1\n",
    "line 2: tags": "game: hold_the_line\nsteps: !!int 1:30\n" + BAD,
    "is not YAML: it is nested": "[" * 100_000,
    "seed='2024-99-99': give a whole number": "game: hold_the_line\nsteps: 1\nseed: 2024-99-99\n" + BAD,
    "steps='1:30': give a whole number": "game: hold_the_line\nsteps: 1:30\n" + BAD,
    "unknown setting '<<'": "game: hold_the_line\n<<: {steps: 10}\n" + BAD,
    "not YAML: Exceeds the limit": "steps: " + "9" * 5000,
    "line 1: tags": "game: !!python/object/apply:os.system [ls]\n",
    "expected settings like": "- 1\n",
    "steps=": "game: hold_the_line\nsteps: 1" + "0" * 3000 + "\n",
}
NUMBERS = ("nan", "inf", ".nan", ".inf", "-.inf", "1e300", "1e999", "1" + "0" * 30, "9" * 5000, "-1", "1:30")
NUMBERS += (
    "1:30",
    "1:30.5",
    "010",
    "0o10",
    "0x10",
    "0b1",
    "yes",
    "on",
    "true",
    "2024-99-99",
    "!!int 1",
    "~",
    "[[]]",
    "１",
)


def numbers_of(kind: type, section: str = "") -> Iterator[tuple[str, str]]:
    """Every number of a config, and how it is written."""
    written = {int: "{}", float: "{}", list[int]: "[{}]", dict[str, float]: "{{random: {}}}"}
    for name, hint in get_type_hints(kind).items():
        if dataclasses.is_dataclass(hint):
            yield from numbers_of(hint, f"{section}{name}.")  # pyright: ignore[reportArgumentType]
        elif hint in written:
            yield f"{section}{name}", written[hint]


@pytest.mark.parametrize("reason", TEXTS)
def test_configs_from_strangers_are_refused_in_few_words(
    tmp_path: Path, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(TEXTS[reason], encoding="utf-8")
    assert main([str(path)]) == 2
    message = capsys.readouterr().err
    assert reason in message
    assert len(message) < 600


@pytest.mark.parametrize(("name", "written"), list(numbers_of(configs.Config)))
def test_every_number_is_checked_before_the_first_step(name: str, written: str) -> None:
    """Also those that nobody thought of: a new setting without a range fails here."""
    for number in NUMBERS:
        with pytest.raises(ConfigError) as caught:
            configs.load(QUICK, [f"{name}={written.format(number)}"])
        assert name in str(caught.value) or "tags" in str(caught.value), number
        assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    "setting",
    ["ppo.games=4294967296", "ppo.minibatch=1", "threads=100000", "evaluation.games=1", "steps=0", "ppo.clip=0"],
)
def test_numbers_out_of_their_range_are_refused(setting: str) -> None:
    with pytest.raises(ConfigError, match=f"{setting}.*: give a number from"):
        configs.load(QUICK, [setting])


@pytest.mark.parametrize("rollout", [{"games": 1, "steps": 2}, {"games": 2, "steps": 1}])
def test_a_config_may_be_as_small_as_can_be(rollout: dict[str, int]) -> None:
    sections = {
        "network": {"hidden": [1], "choices": 1, "alike": 1},
        "start": {"samples": 1},
        "ppo": rollout | {"minibatch": 2, "epochs": 1, "magnet_every": 1},
        "opponents": {"keep_every": 1, "in_play": 1, "exploit_every": 1, "exploit_for": 1},
        "evaluation": {"every": 1, "games": 2, "final_games": 2},
    }
    config = configs.parse({"game": "hold_the_line", "steps": 1, "threads": 1, "seed": 0, "parts": 1, **sections})
    assert config.rollouts == 1


def test_numbers_in_many_groups_and_forms_are_read() -> None:
    config = configs.load(QUICK, ["steps=1_000_000", "ppo.clip=1e-1", "ppo.value=5.0e-1", "seed=0", "ppo.entropy=+.5"])
    assert (config.steps, config.ppo.clip, config.ppo.value, config.seed) == (10**6, 0.1, 0.5, 0)
    assert config.ppo.entropy == 0.5


@pytest.mark.parametrize("text", ["1e5", "1e-3", "1:30", "010", "yes", "~", "1_0", "1_000", ".5", "1.", "2024-01-01"])
def test_texts_that_look_like_numbers_come_out_again(text: str) -> None:
    assert settings.parse(yaml.safe_dump({"name": text})) == {"name": text}


def test_a_rollout_that_fits_into_no_memory_is_refused() -> None:
    with pytest.raises(ConfigError, match="takes more than"):
        configs.load(ROOT / "configs/hold_the_line/quick.yaml", ["ppo.games=65536", "ppo.steps=65536"])


def test_endless_files_are_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.yaml").symlink_to("/dev/zero")
    (tmp_path / "state.pt").symlink_to("/dev/zero")
    for words in ([str(tmp_path / "config.yaml")], ["--resume", str(tmp_path)]):
        assert main(words) == 2
        assert "not a regular file" in capsys.readouterr().err


def test_words_that_contradict_each_other_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit):
        main(["--resume", str(tmp_path), "--name", "other"])
    monkeypatch.chdir(tmp_path)
    Path("runs").mkdir()
    Path("runs/taken").write_text("a file")
    assert main([str(ROOT / "configs/hold_the_line/quick.yaml"), "--name", "taken"]) == 2
    assert Path("runs/taken").read_text() == "a file"


def begun(folder: Path, **changes: object) -> runs.Run:
    run = runs.begin(tiny(GAME, **changes), folder, tensorboard=False)
    runs.train(run, rollouts=3)  # the third is measured, and writes policy.safetensors
    return run


@pytest.mark.parametrize("where", ["weights", "optimizer", "outputs"])
def test_values_that_are_no_numbers_never_replace_good_ones(
    tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begun(tmp_path)
    kept = {name: (tmp_path / name).read_bytes() for name in ("state.pt", "policy.safetensors")}
    parameter = run.model.policy.action_net.weight

    def learn(*arguments: object) -> None:
        with torch.no_grad():
            if where == "weights":
                parameter[0, 0] = float("nan")
            elif where == "optimizer":
                run.model.policy.optimizer.state[parameter]["exp_avg"][0, 0] = float("inf")
            else:
                parameter.fill_(3e38)
                run.model.policy.features_extractor.layers[-1].bias.fill_(9.0)

    monkeypatch.setattr(runs, "update", learn)
    with pytest.raises(runs.DivergedError, match="learn more slowly"), np.errstate(all="ignore"):
        runs.train(run, rollouts=1)
    assert {name: (tmp_path / name).read_bytes() for name in kept} == kept
    assert len(list((tmp_path / "pool").iterdir())) == 3
    run.close()
    assert runs.resume(tmp_path, tensorboard=False).rollout == 3
    load_opponent(tmp_path / "policy.safetensors")


@pytest.mark.skipif(JIT_DISABLED, reason="plays too many games for plain Python")
def test_a_run_that_diverges_stops_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "tiny.yaml"
    path.write_text(tiny(GAME).as_yaml())
    monkeypatch.setitem(checks.RANGES, "ppo.learning_rate", (0, 1e38))
    with np.errstate(all="ignore"):
        assert main([str(path), "ppo.learning_rate=1e30", "--name", "wild"]) == 1
    assert "no finite numbers" in capsys.readouterr().err
    assert not (tmp_path / "runs/wild/state.pt").exists()


def test_one_folder_belongs_to_one_process(tmp_path: Path) -> None:
    run = runs.begin(tiny(get_game("hold_the_line")), tmp_path / "run", tensorboard=False)
    runs.train(run, rollouts=1)
    with pytest.raises(ConfigError, match="is in use"):
        runs.resume(tmp_path / "run", tensorboard=False)
    command = [sys.executable, "-m", "training", "--resume", str(tmp_path / "run")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    other = subprocess.run(command, capture_output=True, text=True, timeout=240, env=environment, check=False)
    assert other.returncode == 2
    assert "is in use" in other.stderr
    run.close()
    assert runs.resume(tmp_path / "run", tensorboard=False).rollout == 1


@pytest.mark.parametrize("damage", ["no rollout", "old curve", "plain", "cut", "arrays"])
def test_damaged_states_are_refused_in_words(tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    run = begun(folder)
    run.close()
    content = saving.read(folder)
    if damage == "no rollout":
        content["plain"] = content["plain"].replace('"rollout"', '"rolled"')
    elif damage == "old curve":
        content["plain"] = content["plain"].replace('"intervals"', '"lines"')
    elif damage == "plain":
        content["plain"] = 7
    elif damage == "arrays":
        content["arrays"] = [1]
    torch.save(content, folder / "state.pt")
    if damage == "cut":
        whole = (folder / "state.pt").read_bytes()
        (folder / "state.pt").write_bytes(whole[: len(whole) // 2])
    assert main(["--resume", str(folder)]) == 2
    assert "training: " in capsys.readouterr().err


def test_a_full_disk_stops_in_words_and_keeps_the_last_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    begun(folder, steps=256 * 5).close()
    kept = (folder / "state.pt").read_bytes()

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(torch, "save", no_room)
    assert main(["--resume", str(folder)]) == 1
    told = capsys.readouterr()
    assert "No space left" in told.err
    assert f"sample_game: 5 rollouts of 256 steps in {folder}" in told.out.replace("\n", "")
    assert (folder / "state.pt").read_bytes() == kept


def test_the_curve_is_drawn_while_the_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After each evaluation, with an interval for every score, and replaced as a whole."""
    run = runs.begin(tiny(GAME, steps=256 * 6), tmp_path, tensorboard=False)
    terminal = report.Terminal(run, report.Console())
    sizes = []
    runs.train(run, terminal.show, rollouts=2)
    assert not (tmp_path / "curve.png").exists()
    for _ in range(2):
        runs.train(run, terminal.show, rollouts=2)
        sizes.append((tmp_path / "curve.png").read_bytes())
    assert len(set(sizes)) == 2
    for point in run.history:
        for name, score in point["scores"].items():
            low, high = point["intervals"][name]
            assert low <= score <= high
    shutil.rmtree(tmp_path / "pool")
    report.finish(run, report.Console())
    assert f"flank-envs play sample_game --opponent {run.policy_path}" in capsys.readouterr().out.replace("\n", "")
