"""A policy that learns from its own search: what the search says is learned, and the policy gets better."""

import warnings
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from training import warm_start
    from training.warm_start import Chosen
from flank_envs.engine.batch import Batch
from flank_envs.engine.game import get_game
from flank_envs.evaluation.arena import match
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.mixture import mixture_of
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.policy.sampling import choose_by_logits
from flank_envs.opponents.search import SearchResult
from flank_envs.opponents.search.searcher import VALUE_SCALE
from tests.games.sample_game import GAME
from tests.opponents.policy.test_checkpoint import made
from tests.training.test_learning import begin
from training import expert_iteration
from training import run as runs
from training.config import ConfigError
from training.policy_average import Selves

TAKE_ONE, TAKE_TWO, TAKE_THREE = 0, 1, 2


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    """A policy that has hardly learned anything."""
    run = begin(tmp_path / "run")
    runs.train(run, rollouts=1)
    path = runs.write_policy(run)
    run.close()
    return path


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_start, "GAMES", 16)
    monkeypatch.setattr(warm_start, "MINIBATCH", 128)
    monkeypatch.setattr(expert_iteration, "STEPS", 16)
    monkeypatch.setattr(expert_iteration, "LEARNING_RATE", 1e-2)
    monkeypatch.setattr(expert_iteration, "MEASURE_EVERY", 30)


def test_better_probabilities_weigh_the_policy_and_the_results_as_the_search_does_but_sharper() -> None:
    """The second action was never tried: it counts as what is usual, 0.8 * 0.1 + 0.1 * -0.2 of 0.9."""
    probabilities = np.array([[0.8, 0.1, 0.1, 0.0]], np.float32)
    mask = np.array([[1, 1, 1, 0]], np.int8)
    visits = np.array([[5, 0, 2, 0]], np.int32)
    values = np.array([[0.1, 0.0, -0.2, 0.0]], np.float32)
    better, expected = expert_iteration.improved(probabilities, mask, SearchResult(np.zeros(1), visits, values, [[]]))
    usual = (0.8 * 0.1 - 0.1 * 0.2) / 0.9
    weights = (probabilities[0, :3] * np.exp(VALUE_SCALE * np.array([0.1, usual, -0.2]))) ** expert_iteration.SHARPER
    np.testing.assert_allclose(better[0], [*weights / weights.sum(), 0], rtol=1e-4)
    np.testing.assert_allclose(expected, better[0] @ [0.1, usual, -0.2, 0], rtol=1e-4)


def test_a_lesson_holds_for_every_decision_what_its_search_says(policy: Path) -> None:
    """With few matches left the search sees the end: whoever can, takes the last one."""
    table = Batch(GAME, 32, 3)
    expert = expert_iteration.Expert(table, PolicyOpponent(policy), 64, seed=1)
    last = {1: TAKE_ONE, 2: TAKE_TWO, 3: TAKE_THREE}
    seen = dict.fromkeys(last, 0)
    drawn: list[bool] = []
    for _ in range(30):
        left, mask = table.states["left"].copy(), table.action_mask.copy()
        chosen = expert.choose(table)
        assert chosen.expected is not None
        assert np.allclose(chosen.probabilities.sum(axis=1), 1)
        assert (chosen.probabilities[mask == 0] == 0).all()
        assert (np.isnan(chosen.expected) == (mask.sum(axis=1) == 1)).all()
        drawn += (chosen.probabilities[np.arange(32), chosen.action] > 0.01).tolist()
        for row, matches in enumerate(left):
            if matches in last and mask[row].sum() > 1:
                seen[matches] += 1
                assert chosen.probabilities[row, last[matches]] > 0.9
                assert chosen.expected[row] > 0.9
        table.step(chosen.action)
    assert min(seen[2], seen[3]) > 5
    assert np.mean(drawn) > 0.98


def test_what_was_drawn_for_a_search_is_not_drawn_again_for_the_choice(policy: Path) -> None:
    table = Batch(GAME, 32, 3)
    expert = expert_iteration.Expert(table, PolicyOpponent(policy), 4, seed=1)
    streams = expert.streams.copy()
    chosen = expert.choose(table)
    choose_by_logits(np.log(chosen.probabilities + 1e-9), table.action_mask, streams, 1.0, np.zeros(32, np.int32))
    assert (streams != expert.streams).all()


def test_results_are_mixed_with_what_was_expected_of_them() -> None:
    """And where a game has not ended, what was expected is all that is known."""

    def watched(expects: float | None) -> warm_start.Watched:
        def choose(table: Batch) -> Chosen:
            probabilities = table.action_mask / table.action_mask.sum(axis=1, keepdims=True)
            expected = None if expects is None else np.full(4, expects, np.float32)
            return Chosen(table.action_mask.argmax(axis=1), probabilities, expected)

        return warm_start.watch(Batch(GAME, 4, 1), choose, steps=40)

    plain, mixed, unknown = watched(None), watched(0.5), watched(np.nan)
    ended = plain.known.numpy() == 1
    assert set(plain.result.numpy()[ended]) == {-1, 1}
    assert not ended.all()
    assert (mixed.known.numpy() == 1).all()
    np.testing.assert_allclose(
        mixed.result.numpy()[ended],
        warm_start.END * plain.result.numpy()[ended] + (1 - warm_start.END) * 0.5,
        rtol=1e-6,
    )
    assert (mixed.result.numpy()[~ended] == 0.5).all()
    for one, other in zip(plain, unknown, strict=True):
        np.testing.assert_array_equal(np.asarray(one), np.asarray(other))


@pytest.mark.usefixtures("short")
def test_a_policy_gets_better_by_its_own_search(policy: Path, tmp_path: Path) -> None:
    told: list[str] = []
    path = expert_iteration.iterate(policy, tmp_path / "learned", simulations=16, samples=60 * 256, show=told.append)
    assert len(told) == 60
    assert told[0].startswith("0.00 M decisions, ")
    first, *_, last = (float(line.partition("entropy is ")[2].split(",")[0]) for line in told)
    assert last < 0.9 * first
    assert [line.endswith(" against the policy it began as") for line in told] == [n % 30 == 0 for n in range(1, 61)]
    before, after = checkpoint.read(policy), checkpoint.read(path)
    assert after.metadata["expert_iteration"] == {"simulations": 16, "decisions": 60 * 256}
    assert {name: after.metadata[name] for name in before.metadata} == before.metadata
    assert match(GAME, PolicyOpponent(path), PolicyOpponent(policy), 400).score > 0.6
    assert match(GAME, PolicyOpponent(path), "random", 400).score > 0.75


@pytest.mark.usefixtures("short")
def test_the_same_lessons_give_the_same_policy(policy: Path, tmp_path: Path) -> None:
    one, other = (
        expert_iteration.iterate(policy, tmp_path / name, 4, 3 * 256).read_bytes() for name in ("one", "other")
    )
    assert one == other
    assert one != expert_iteration.iterate(policy, tmp_path / "third", 4, 4 * 256).read_bytes()


@pytest.mark.usefixtures("short")
def test_old_lessons_are_dropped(policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[int] = []
    monkeypatch.setattr(warm_start, "learn", lambda *given: (rows.append(len(given[-1].result)), 0.5))
    monkeypatch.setattr(expert_iteration, "KEPT", 3)
    expert_iteration.iterate(policy, tmp_path / "learned", 2, 5 * 256)
    assert rows == [256, 512, 768, 768, 768]


def test_with_more_than_two_seats_it_rehearses_how_it_played() -> None:
    game = get_game("mana_surge")
    first, guide = PolicyOpponent(made(game)), PolicyOpponent(made(game, seed=1))
    for players, kind in ((2, expert_iteration.Expert), (3, Selves)):
        table = Batch(game, 2, 1, {"players": players})
        player = expert_iteration._player(table, guide, first, 4, seed=1)
        assert isinstance(player, kind)
        if isinstance(player, Selves):
            probabilities = warm_start.probabilities_of(
                first.network_for(game).logits(table.observation), table.action_mask
            )
            np.testing.assert_allclose(player.choose(table).probabilities, probabilities)


def test_a_policy_that_training_did_not_make_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stranger = tmp_path / "stranger.safetensors"
    checkpoint.write(stranger, made(GAME))
    with pytest.raises(ConfigError, match="is no policy that `python -m training` made"):
        expert_iteration.iterate(stranger, tmp_path / "learned")
    assert expert_iteration.main([str(stranger), "--simulations", "1"]) == 2
    assert "--simulations: give 2 or more" in capsys.readouterr().err
    assert expert_iteration.main([str(tmp_path / "nowhere.safetensors")]) == 2
    assert "nowhere.safetensors" in capsys.readouterr().err


@pytest.mark.usefixtures("short")
def test_the_command_says_where_the_policy_is(
    policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [str(policy), "--simulations", "2", "--samples", "1", "--name", "lesson"]
    assert expert_iteration.main(words) == 0
    assert "policy      runs/lesson/policy.safetensors" in capsys.readouterr().out

    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(warm_start, "learn", interrupted)
    assert expert_iteration.main([*words[:-1], "stopped"]) == 130
    assert "stopped; runs/stopped/policy.safetensors" in capsys.readouterr().err


def test_a_mixture_is_refused(policy: Path, tmp_path: Path) -> None:
    one = checkpoint.read(policy)
    checkpoint.write(tmp_path / "both.safetensors", mixture_of([one, one], [0.5, 0.5]))
    with pytest.raises(ValueError, match="draws a member for each game"):
        expert_iteration.iterate(tmp_path / "both.safetensors", tmp_path / "learned")
    assert not (tmp_path / "learned").exists()
