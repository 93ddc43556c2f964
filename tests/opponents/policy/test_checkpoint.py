"""Checkpoints: round trips, hostile files, numpy equal to torch, playing through the interfaces."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flank_envs import Decisions, load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.interfaces.gymnasium import SeatVectorEnv
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.parts import PartLayout
from flank_envs.opponents.policy.scoring import part_shapes, scorer_shapes
from tests.conformance.play import sample
from tests.opponents.policy.rounding import assert_same_sums

ROOT = Path(__file__).parents[3]


def made(
    game: Game,
    hidden: tuple[int, ...] = (16, 8),
    activation: str = "tanh",
    seed: int = 0,
    choices: int = 0,
    alike: int = 0,
) -> Checkpoint:
    """A policy with random weights."""
    rng = np.random.default_rng(seed)
    sizes, outputs = [game.observation.size, *hidden], game.actions.size
    if choices and game.features:
        sizes[0] += game.features.state.size
    if alike:
        sizes[0], outputs = PartLayout(game).trunk(alike), PartLayout(game).outputs
    shapes = {"action.weight": (outputs, sizes[-1]), "action.bias": (outputs,)}
    shapes |= {"value.weight": (1, sizes[-1]), "value.bias": (1,)}
    for k in range(len(hidden)):
        shapes |= {f"trunk.{k}.weight": (sizes[k + 1], sizes[k]), f"trunk.{k}.bias": (sizes[k + 1],)}
    network: dict[str, Any] = {"hidden": list(hidden), "activation": activation}
    if choices and game.features:
        network["choices"] = choices
        shapes |= scorer_shapes(choices, game, hidden[-1], alike)
    if alike:
        network["alike"] = alike
        shapes |= part_shapes(alike, game)
    weights = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    return Checkpoint(weights, checkpoint.describe(game, {}, network, note="random weights"))


@pytest.fixture
def path(game: Game, tmp_path: Path) -> Path:
    target = tmp_path / "policy.safetensors"
    checkpoint.write(target, made(game))
    return target


def test_round_trip(game: Game, path: Path) -> None:
    written, read = made(game), checkpoint.read(path)
    assert read.metadata == written.metadata
    assert read.game is game
    assert list(read.weights) == list(written.weights)
    assert all(np.array_equal(read.weights[name], weight) for name, weight in written.weights.items())
    assert list(path.parent.iterdir()) == [path]


def test_safetensors_itself_reads_it(game: Game, path: Path) -> None:
    numpy_side = pytest.importorskip("safetensors.numpy")
    loaded = numpy_side.load_file(path)
    assert all(np.array_equal(loaded[name], weight) for name, weight in made(game).weights.items())


def test_weights_in_float16_take_half_the_room_and_are_read_as_float32(game: Game, tmp_path: Path) -> None:
    numpy_side = pytest.importorskip("safetensors.numpy")
    whole = made(game)
    half = {name: weight.astype(np.float16) for name, weight in whole.weights.items()}
    half["action.bias"] = whole.weights["action.bias"]
    checkpoint.write(tmp_path / "whole.safetensors", whole)
    checkpoint.write(tmp_path / "half.safetensors", checkpoint.Checkpoint(half, whole.metadata))
    half_size, whole_size = ((tmp_path / f"{name}.safetensors").stat().st_size for name in ("half", "whole"))
    saved = sum(weight.nbytes for weight in half.values() if weight.dtype == np.float16)
    assert abs(whole_size - half_size - saved) < 64  # numbers in the header have more or fewer digits
    read, loaded = checkpoint.read(tmp_path / "half.safetensors"), numpy_side.load_file(tmp_path / "half.safetensors")
    for name, weight in half.items():
        assert read.weights[name].dtype == np.float32
        assert np.array_equal(read.weights[name], weight.astype(np.float32))
        assert loaded[name].dtype == weight.dtype
        assert np.array_equal(loaded[name], weight)


def edited(path: Path, change) -> Path:
    """The file with its header, as an object, changed."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    change(header)
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data[8 + length :])
    return path


def meta(**changes):
    def change(header: dict) -> None:
        metadata = json.loads(header["__metadata__"]["flank_envs"]) | changes
        header["__metadata__"]["flank_envs"] = json.dumps(metadata)

    return change


def weight(**changes):
    return lambda header: header["action.bias"].update(changes)


EDITS = {
    "format 99": meta(format=99),
    "unknown game": meta(game="checkers"),
    "version": meta(version=77),
    "observation": meta(observation="feed"),
    "actions": meta(actions="feed"),
    "unknown option": meta(options={"speed": 1}),
    "network": meta(network={"hidden": [10**9], "activation": "tanh"}),
    "tanh, relu": meta(network={"hidden": [16, 8], "activation": "os.system"}),
    "choices=8|which ones it was trained with": meta(network={"hidden": [16, 8], "activation": "tanh", "choices": 8}),
    "choices=-1": meta(network={"hidden": [16, 8], "activation": "tanh", "choices": -1}),
    "alike=8: only with choices": meta(network={"hidden": [16, 8], "activation": "tanh", "alike": 8}),
    "alike=True": meta(network={"hidden": [16, 8], "activation": "tanh", "alike": True}),
    "do not fit": meta(network={"hidden": [8], "activation": "tanh"}),
    "lacks format, game": lambda header: header["__metadata__"].update(flank_envs="{}"),
    "no metadata": lambda header: header.pop("__metadata__"),
    "neither float32 nor float16": weight(dtype="I64"),
    "neither .*dtype F32 or F16": weight(dtype=["F32"]),
    "claims bytes .* expected": weight(dtype="F16"),
    "expected": weight(data_offsets=[0, 4]),
    "claims bytes": weight(shape=[10**9]),
    "sound shape": weight(shape=[-1]),
    "neither a vector nor a matrix": weight(shape=[2**39] * 40),
    "shape .* is neither": weight(shape=[0, 2**39]),
    "policy.safetensors: network": meta(network={"hidden": [16, 8], "activation": ["tanh"]}),
    "bytes follow": lambda header: header.pop(list(header)[-1]),
}


@pytest.mark.parametrize("reason", EDITS)
def test_edited_files_are_refused(path: Path, reason: str) -> None:
    with pytest.raises(CheckpointError, match=reason):
        load_opponent(edited(path, EDITS[reason]))


def test_damaged_files_are_refused_or_read_as_numbers(path: Path) -> None:
    good = path.read_bytes()
    rng = np.random.default_rng(0)
    cases = [
        b"",
        b"hello",
        good[:7],
        good[:200],
        good[:-1],
        good + b"x",
        b"\xff" * 8 + good[8:],
        b"\x80\x04cos\nsystem",
    ]
    for data in cases:
        path.write_bytes(data)
        with pytest.raises(CheckpointError, match="policy"):
            load_opponent(path)
    for _ in range(sample(300, 60)):
        damaged = bytearray(good)
        damaged[rng.integers(min(len(good), 3000))] = rng.integers(256)
        path.write_bytes(damaged)
        try:
            load_opponent(path)
        except CheckpointError:
            continue


def test_values_that_are_no_numbers_are_refused(game: Game, tmp_path: Path) -> None:
    broken = made(game)
    broken.weights["action.bias"][0] = np.nan
    checkpoint.write(tmp_path / "nan.safetensors", broken)
    with pytest.raises(CheckpointError, match="no numbers"):
        load_opponent(tmp_path / "nan.safetensors")
    with pytest.raises(CheckpointError, match="cannot read"):
        load_opponent(tmp_path / "nowhere.safetensors")


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_numpy_agrees_with_torch(game: Game, activation: str) -> None:
    torch = pytest.importorskip("torch")
    policy = made(game, hidden=(32, 24), activation=activation)
    w = {name: torch.tensor(values) for name, values in policy.weights.items()}
    seen = np.random.default_rng(1).random((50, game.observation.size), np.float32)
    x = torch.tensor(seen)
    for k in range(2):
        x = getattr(torch, activation)(torch.nn.functional.linear(x, w[f"trunk.{k}.weight"], w[f"trunk.{k}.bias"]))
    network = Network(policy)
    logits = torch.nn.functional.linear(x, w["action.weight"], w["action.bias"]).numpy()
    values = torch.nn.functional.linear(x, w["value.weight"], w["value.bias"]).numpy()[:, 0]
    assert_same_sums(network.logits(seen), logits)
    assert_same_sums(network.values(seen), values)


def test_a_policy_plays_without_torch(path: Path) -> None:
    code = (
        "import sys, flank_envs\nfrom flank_envs.interfaces.gymnasium import SeatVectorEnv\n"
        "from tests.games.sample_game import GAME\n"
        "flank_envs.add_game(GAME)\n"
        "opponent = flank_envs.load_opponent(sys.argv[1])\n"
        "SeatVectorEnv(opponent.checkpoint.game, 4, opponent=opponent).reset(seed=0)\n"
        "assert 'torch' not in sys.modules and 'stable_baselines3' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True, capture_output=True, cwd=ROOT)


def decisions(game: Game, rows: int) -> Decisions:
    """The first decisions of many equal games."""
    batch = make_batch(game, rows, seed=[3] * rows)
    return Decisions(game, batch.states, batch.observation, batch.action_mask, batch.streams(0))


def test_sampling_follows_the_policy(game: Game, path: Path) -> None:
    rows = sample(20_000, 2_000)
    table = decisions(game, rows)
    for temperature in (1.0, 0.5):
        opponent = load_opponent(path, temperature=temperature)
        logits = opponent.network.logits(table.observation[:1])[0].astype(np.float64) / temperature
        probabilities = np.exp(logits - logits.max()) * table.action_mask[0]
        probabilities /= probabilities.sum()
        shares = np.bincount(opponent.act(table), minlength=game.actions.size) / rows
        assert np.abs(shares - probabilities).max() < 5 * np.sqrt(0.25 / rows)
    greedy = load_opponent(path, greedy=True).act(table)
    assert (greedy == np.argmax(probabilities)).all()
    assert (load_opponent(f"{path}:greedy").act(table) == greedy).all()
    assert load_opponent(f"{path}:0.25").temperature == 0.25
    assert load_opponent(f"{path}:0.25").name == f"{path}:0.25"


def test_a_policy_is_an_opponent_everywhere(game: Game, path: Path) -> None:
    vector = SeatVectorEnv(game, 4, opponent=str(path))
    _, info = vector.reset(seed=0)
    for _ in range(sample(40, 6)):
        *_, info = vector.step(np.argmax(info["action_mask"], 1))
        assert info["action_mask"].any(axis=1).all()  # it is the learner's turn again, in this game or the next
    batch = make_batch(game, 3, seed=0)
    actions = load_opponent(path).choose(batch, batch.streams(0))
    assert batch.action_mask[np.arange(3), actions].all()
    batch.step(actions)
    assert (batch.states["decisions"] == 1).all()


def test_bad_settings_are_refused(path: Path) -> None:
    for settings in ({"temperature": 0}, {"temperature": "hot"}):
        with pytest.raises(ValueError, match="temperature"):
            load_opponent(path, **settings)
    with pytest.raises(ValueError, match="after the policy give :greedy"):
        load_opponent(f"{path}:hot")
    with pytest.raises(ValueError, match="greedy"):
        load_opponent("random", greedy=True)
    with pytest.raises(ValueError, match="safetensors"):
        load_opponent("policy.zip")
