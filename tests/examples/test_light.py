"""Examples that need no more than the suite has."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import flank_envs
from flank_envs.engine.jit.compile import JIT_DISABLED
from tests.examples.running import ROOT, example, need


def test_self_play_is_short_enough_to_be_read() -> None:
    assert len((ROOT / "examples/self_play_ppo.py").read_text(encoding="utf-8").splitlines()) <= 150


def test_advantages_change_their_sign_with_the_seat() -> None:
    """Two decisions of one seat, then the other wins: by hand, with lambda 0.5."""
    need("torch")
    import torch

    ppo = example("self_play_ppo")
    played = {
        "value": torch.tensor([[0.1], [0.2], [-0.3]]),
        "reward": torch.tensor([[0.0], [0.0], [1.0]]),
        "goes_on": torch.tensor([[1.0], [-1.0], [0.0]]),
    }
    found = ppo.advantages(played, torch.tensor([7.0]), ppo.Settings(gae_lambda=0.5))
    last = 1.0 - -0.3
    second = -1 * -0.3 - 0.2 + -1 * 0.5 * last
    first = 0.2 - 0.1 + 0.5 * second
    assert found.flatten().tolist() == pytest.approx([first, second, last])


def test_rollouts_know_who_decided_and_who_goes_on() -> None:
    need("torch")
    import torch

    ppo = example("self_play_ppo")
    torch.manual_seed(0)
    batch, twin = (flank_envs.make_batch("sample_game", 8, seed=3) for _ in range(2))
    agent = ppo.Agent(batch.observation.shape[1], batch.action_mask.shape[1], 8)
    played = ppo.collect(batch, agent, 40)
    for t in range(40):
        assert np.array_equal(played["seen"][t].numpy(), twin.observation)
        seat = twin.to_act.copy()
        twin.step(played["action"][t].numpy())
        assert played["reward"][t].tolist() == twin.reward[np.arange(8), seat].tolist()
        expected = [0 if over else 1 if same else -1 for over, same in zip(twin.done, twin.to_act == seat, strict=True)]
        assert played["goes_on"][t].tolist() == expected
    assert (played["reward"] == 1).any()


def test_self_play_writes_a_policy(tmp_path: Path) -> None:
    need("torch")
    out = str(tmp_path / "policy.safetensors")
    small = ["--num-games", "8", "--num-steps", "4", "--updates", "2", "--games", "4", "--hidden", "8"]
    score = example("self_play_ppo").main(["--game", "sample_game", "--out", out, *small])
    assert 0 <= score <= 1
    assert flank_envs.load_opponent(out).name == out


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="thousands of games take minutes in plain Python")
def test_self_play_learns(tmp_path: Path) -> None:
    """Last Match is won by leaving multiples of four: an untrained network scores a half."""
    need("torch")
    small = ["--num-games", "64", "--num-steps", "32", "--updates", "60", "--hidden", "64"]
    out = str(tmp_path / "policy.safetensors")
    assert example("self_play_ppo").main(["--game", "sample_game", "--out", out, *small]) > 0.75


def test_maskable_ppo_meets_its_past_selves(tmp_path: Path) -> None:
    need("sb3_contrib")
    module = example("maskable_ppo")
    given = ["--game", "sample_game", "--steps", "2048", "--num-envs", "8", "--games", "4", "--folder", str(tmp_path)]
    assert 0 <= module.main(given) <= 1
    selves = sorted(path.name for path in tmp_path.glob("self-*.safetensors"))
    assert selves == ["self-0.safetensors", "self-1024.safetensors"]
    assert (tmp_path / "policy.safetensors").exists()


def test_the_league_is_drawn_from(tmp_path: Path) -> None:
    need("sb3_contrib")
    from sb3_contrib import MaskablePPO

    from flank_envs.interfaces.sb3 import SeatVecEnv

    module = example("maskable_ppo")
    envs = SeatVecEnv("sample_game", 64, seed=0)
    selves = module.PastSelves(envs, tmp_path, keep=2)
    selves.init_callback(MaskablePPO("MlpPolicy", envs, device="cpu"))
    for number in range(3):
        selves.num_timesteps = number
        selves._on_rollout_start()
    envs.reset()
    met = {envs.games.opponents_of(index)[0].name for index in range(64)}
    assert met == {"random", *(str(tmp_path / f"self-{number}.safetensors") for number in (1, 2))}


def test_actions_are_scored_by_their_own_features() -> None:
    """Those without features keep what the dense layer gives them."""
    need("sb3_contrib", "matplotlib")
    import torch

    torch.manual_seed(0)
    scorer = example("score_actions").ActionScorer(hidden=3, actions=4, values=2, width=8)
    hidden, features = torch.randn(2, 3), torch.randn(2, 4, 2)
    features[0, 1] = features[1, 3] = 0
    logits = scorer(torch.cat([hidden, features.flatten(1)], dim=1))
    added = logits - scorer.dense(hidden)
    assert (added == 0).nonzero().tolist() == [[0, 1], [1, 3]]
    for row, action in ((0, 0), (1, 2)):
        alone = torch.zeros_like(features)
        alone[row, action] = features[row, action]
        again = scorer(torch.cat([hidden, alone.flatten(1)], dim=1)) - scorer.dense(hidden)
        assert again[row, action].item() == pytest.approx(added[row, action].item(), abs=1e-6)


def test_scoring_actions_is_compared_with_a_dense_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need("sb3_contrib", "matplotlib")
    out = tmp_path / "curves.png"
    small = [
        "--steps",
        "1024",
        "--seeds",
        "2",
        "--num-envs",
        "8",
        "--num-steps",
        "16",
        "--points",
        "2",
        "--hidden",
        "8",
    ]
    curves = example("score_actions").main(["--game", "sample_game", "--out", str(out), *small])
    assert {name: curve.shape for name, curve in curves.items()} == {"dense": (2, 2), "scoring": (2, 2)}
    assert all(((curve >= 0) & (curve <= 1)).all() for curve in curves.values())
    assert out.read_bytes().startswith(b"\x89PNG")
    assert "   decisions     dense   scoring\n         512" in capsys.readouterr().out


def test_a_game_without_features_is_refused() -> None:
    need("sb3_contrib", "matplotlib")
    plain = next((name for name, game in flank_envs.all_games().items() if game.features is None), None)
    if plain is None:
        pytest.skip("all games have features")
    with pytest.raises(ValueError, match="has no features"):
        example("score_actions").main(["--game", plain, "--steps", "8", "--seeds", "1"])


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="thousands of games take minutes in plain Python")
def test_scoring_actions_learns_sooner(tmp_path: Path) -> None:
    """Last Match is won by leaving multiples of four, which its features show."""
    need("sb3_contrib", "matplotlib")
    given = ["--game", "sample_game", "--steps", "30000", "--seeds", "2", "--points", "8"]
    curves = example("score_actions").main([*given, "--out", str(tmp_path / "curves.png")])
    assert curves["scoring"][:, -1].min() > 0.85
    assert curves["scoring"].mean() > curves["dense"].mean()


def test_a_custom_opponent_takes_its_place() -> None:
    """Holding nothing back wins less than the heuristic; the first action is always legal."""
    module = example("custom_opponent")
    if JIT_DISABLED:
        batch = flank_envs.make_batch("hold_the_line", 2, seed=0)
        highest = [int(np.flatnonzero(mask)[-1]) for mask in batch.action_mask]
        assert module.Rusher().choose(batch, batch.streams(0)).tolist() == highest
        return
    ratings = module.main(["--games", "20"])
    assert set(ratings) == {"first", "rusher", "random", "heuristic"}
    assert max(ratings, key=ratings.__getitem__) == "heuristic"


def test_the_rusher_refuses_other_games() -> None:
    with pytest.raises(ValueError, match="rusher plays Hold the Line, not Last Match"):
        example("custom_opponent").Rusher().check_compatible(flank_envs.get_game("sample_game"), {})


def test_a_search_on_determinized_worlds_plays_well() -> None:
    """Near the end of Last Match trying every action shows which one wins."""
    score = example("search_determinized").main(["--game", "sample_game", "--worlds", "2", "--games", "20"])
    assert score >= 0.8


def test_a_search_on_determinized_worlds_reads_nothing_hidden() -> None:
    """Whether the opponent holds a pass decides nothing."""
    search = example("search_determinized").FlatSearch(4)
    chosen = []
    for other_holds in (0, 1):
        batch = flank_envs.make_batch("sample_game", 1, seed=0, autoreset=False)
        batch.set_up(0, left=8, passes=[1, other_holds])
        chosen.append(search.choose(batch, batch.streams(5))[0])
    assert chosen[0] == chosen[1]


def alone(*arguments: str) -> str:
    """What Python prints in a process of its own."""
    known = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, env=known)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_custom_game_plays_through_all_interfaces() -> None:
    """In a process of its own: a game that was added stays."""
    printed = alone("examples/custom_game.py", "--games", "60")
    for promised in (
        "KUHN POKER | Seat 1 decides",
        "game kuhn_poker 0",
        "# seat 0: bet",
        "[1 1 1 1]",
        "search:200 wins",
    ):
        assert promised in printed, printed


GOOD_GAME = """
import numpy as np
import flank_envs
from examples.custom_game import GAME, CARD, BET, PASSED
from flank_envs.engine import kernels
from pettingzoo.test import api_test
from gymnasium.utils.env_checker import check_env
import gymnasium, warnings

warnings.simplefilter("ignore")
flank_envs.add_game(GAME)
api_test(flank_envs.kuhn_poker.env(), num_cycles=30)
check_env(gymnasium.make("flank_envs/KuhnPoker-v0").unwrapped, skip_render_check=True)
ends = {(1, 1): (0, 0.5), (1, 2, 1): (1, 0.5), (1, 2, 2): (0, 1), (2, 1): (0, 0.5), (2, 2): (0, 1)}
for moves, (winner, won) in ends.items():
    batch = flank_envs.make_batch("kuhn_poker", 1, seed=0, autoreset=False)
    batch.set_up(0, kuhn_card=[2, 0])
    for move in moves:
        assert not batch.done[0]
        assert batch.action_mask.all()
        batch.step(np.array([move - PASSED]))
        assert kernels.checks(batch.states.copy()) == 0
    assert batch.done[0]
    assert batch.reward[0].tolist() == [won, -won] if winner == 0 else [-won, won], (moves, batch.reward)
dealt = flank_envs.make_batch("kuhn_poker", 600, seed=0).states["kuhn_card"].tolist()
counts = [dealt.count([a, b]) for a in range(3) for b in range(3)]
assert sorted(counts)[:3] == [0, 0, 0] and sorted(counts)[3] > 60, counts
for seat in (0, 1):
    states = flank_envs.make_batch("kuhn_poker", 200, seed=1).states.copy()
    before = states["kuhn_card"].copy()
    kernels.determinize_all(states, np.full(200, seat), np.arange(1, 201, dtype=np.uint64))
    assert (states["kuhn_card"][:, seat] == before[:, seat]).all()
    assert (states["kuhn_card"][:, 1 - seat] != before[:, 1 - seat]).any()
    assert kernels.checks(states) == 0
print("good")
"""


@pytest.mark.slow
def test_the_custom_game_keeps_the_rules_of_kuhn_poker() -> None:
    assert alone("-c", GOOD_GAME).endswith("good\n")
