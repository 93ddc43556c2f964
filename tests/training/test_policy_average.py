"""The average of past selves: who draws one of them for a whole game shows what it is by what it does."""

import shutil
import warnings
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from training import warm_start
    from training.policy import export
from flank_envs.engine.batch import Batch
from flank_envs.engine.game import get_game
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.network import Network
from tests.games.sample_game import GAME
from tests.opponents.policy.test_checkpoint import made
from tests.training.test_learning import begin
from training import policy_average
from training import run as runs

TAKE_ONE, TAKE_THREE = 0, 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run whose first self always took two matches; of the later two one takes one, the other three."""
    run = begin(tmp_path / "run")
    runs.train(run)
    policy = export(run.model, run.config)
    run.close()
    (run.folder / "pool").mkdir(exist_ok=True)
    for rollout, action in ((1, 1), (3, TAKE_ONE), (4, TAKE_THREE)):
        weights = {name: np.zeros_like(weight) for name, weight in policy.weights.items()}
        weights["action.bias"][action] = 20
        checkpoint.write(run.folder / "pool" / f"{rollout:06d}.safetensors", Checkpoint(weights, policy.metadata))
    return run.folder


def test_the_average_knows_which_self_it_must_be(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """21 and 20 matches are for everybody; at 19 both have taken one, so both will take one again."""
    monkeypatch.setattr(warm_start, "STEPS", 32)
    monkeypatch.setattr(warm_start, "MINIBATCH", 128)
    monkeypatch.setattr(warm_start, "LEARNING_RATE", 1e-2)
    told: list[str] = []
    path = policy_average.average([folder], since=0.5, samples=30_000, show=told.append)
    assert told[0] == f"{folder}: 2 past selves, from 000003 to 000004"
    apart = [float(line.split()[3]) for line in told[1:]]
    assert apart[-1] < apart[0]
    policy = checkpoint.read(path)
    assert policy.metadata["average_of"] == 2
    batch, network = Batch(GAME, 1, 1), Network(policy)
    for taken, expected in ((TAKE_ONE, 0.5), (TAKE_ONE, 0.5), (TAKE_ONE, 1.0)):
        logits = np.where(batch.action_mask[0], network.logits(batch.observation)[0], -np.inf)
        probabilities = np.exp(logits) / np.exp(logits).sum()
        assert probabilities[TAKE_ONE] == pytest.approx(expected, abs=0.12)
        assert probabilities[TAKE_ONE] + probabilities[TAKE_THREE] > 0.9
        batch.step(np.array([taken]))


def test_a_seat_is_one_self_until_its_game_ends(folder: Path) -> None:
    table = Batch(GAME, 40, 1)
    members = [Network(checkpoint.read(file)) for file in policy_average.past_selves(folder, 0.5)]
    selves = policy_average.Selves(table, members, np.array([0.5, 0.5]), seed=1)
    assert set(map(tuple, selves.drawn.tolist())) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    redrawn = False
    for _ in range(40):
        before, over = selves.drawn.copy(), table.done.copy()
        actions, probabilities, _ = selves.choose(table)
        assert (selves.drawn[~over] == before[~over]).all()
        redrawn |= bool((selves.drawn[over] != before[over]).any())
        assert np.allclose(probabilities.sum(1), 1)
        assert (probabilities[table.action_mask == 0] == 0).all()
        table.step(actions)
    assert redrawn


def test_several_runs_have_one_average(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "other")
    (tmp_path / "other" / "pool" / "000004.safetensors").unlink()
    told: list[str] = []
    path = policy_average.average([tmp_path / "other", folder], samples=1, show=told.append)
    assert [line.partition(": ")[2] for line in told[:2]] == [
        "1 past selves, from 000003 to 000003",
        "2 past selves, from 000003 to 000004",
    ]
    assert path == folder / policy_average.FILE
    assert checkpoint.read(path).metadata["average_of"] == 3


def test_selves_meet_in_every_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_start, "STEPS", 2)
    run = begin(tmp_path / "run", seed=0, variants=[{"heap": 12}, {"heap": 21}])
    runs.train(run, rollouts=1)
    policy = export(run.model, run.config)
    run.close()
    checkpoint.write(run.folder / "pool" / "000001.safetensors", policy)
    told: list[str] = []
    path = policy_average.average([run.folder], since=0.0, samples=1, show=told.append)
    assert told[0].endswith("1 past selves, from 000001 to 000001")
    assert checkpoint.read(path).metadata["average_of"] == 1


def test_others_have_their_share(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first self, who took two matches, is nobody's past self when it is given by its name."""
    other = shutil.copyfile(folder / "pool" / "000001.safetensors", tmp_path / "other.safetensors")
    drawn: list[np.ndarray] = []
    monkeypatch.setattr(
        policy_average, "_imitate", lambda run, members, probabilities, *rest: drawn.append(probabilities)
    )
    path = policy_average.average([folder], others=[other, other], share=0.8)
    assert checkpoint.read(path).metadata["average_of"] == 4
    np.testing.assert_allclose(drawn[0], [0.1, 0.1, 0.4, 0.4])
    policy_average.average([folder])
    np.testing.assert_allclose(drawn[1], [0.5, 0.5])
    members = [Network(checkpoint.read(file)) for file in (other, folder / "pool" / "000003.safetensors")]
    selves = policy_average.Selves(Batch(GAME, 2000, 1), members, np.array([0.8, 0.2]), seed=1)
    assert (selves.drawn == 0).mean() == pytest.approx(0.8, abs=0.04)


def test_policies_of_other_games_are_refused(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stranger = tmp_path / "stranger.safetensors"
    checkpoint.write(stranger, made(get_game("arms_dealer")))
    assert policy_average.main([str(folder), "--samples", "1", "--others", str(stranger)]) == 2
    assert "plays arms_dealer, not sample_game" in capsys.readouterr().err


def test_the_run_itself_is_left_as_it_was(folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.name != "lock"}
    assert policy_average.main([str(folder), "--samples", "1"]) == 0
    for name, content in before.items():
        assert (folder / name).read_bytes() == content


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--since", "1"], "--since"),
        (["--samples", "0"], "--samples"),
        (["--share", "1"], "--share"),
        ([], "keep_every"),
    ],
)
def test_what_cannot_be_averaged_is_refused(
    folder: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (folder / "pool").glob("*.safetensors"):
        file.unlink()
    assert policy_average.main([str(folder), *words]) == 2
    assert told in capsys.readouterr().err
