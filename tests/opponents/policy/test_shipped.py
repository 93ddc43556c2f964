"""The shipped policies: each one loads, plays through the interfaces, and is as strong as its scorecard says."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import flank_envs
from flank_envs import load_opponent
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.evaluation.arena import match, round_robin
from flank_envs.evaluation.ladder.exploit import exploits
from flank_envs.interfaces import pettingzoo as aec
from flank_envs.interfaces.gymnasium import SeatVectorEnv
from flank_envs.opponents.policy import checkpoint, shipped
from flank_envs.opponents.policy.mixture import members_of

LARGEST = 2_000_000  # bytes of a member: small enough to live in the repository
compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays too many games for plain Python")


@pytest.fixture(autouse=True)
def _shipped(game: Game) -> None:
    if not policy(game).exists():
        pytest.skip(f"no policy is shipped for {game.title} yet")


def policy(game: Game) -> Path:
    return shipped.SOURCE / game.name / "policy.safetensors"


def card(game: Game) -> dict[str, Any]:
    return json.loads(policy(game).with_name("scorecard.json").read_text(encoding="utf-8"))


def test_is_small_and_says_how_it_was_made(game: Game) -> None:
    found = checkpoint.read(policy(game))
    members, metadata = members_of(found)[0], found.metadata
    assert policy(game).stat().st_size < LARGEST * len(members)
    assert metadata["steps"] == card(game)["steps"]
    assert metadata["training"]["game"] == game.name
    assert card(game)["command"] == f"python -m training configs/{game.name}/ppo.yaml"


def test_plays_through_aec(game: Game) -> None:
    """All seats, a whole game; the same seed and policy give the same game again."""

    def play() -> list[int]:
        player = load_opponent(policy(game))
        env = aec.env(game)
        env.reset(seed=3)
        for agent in env.agent_iter():
            _, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else env.unwrapped.ask(player if agent == "player_0" else "heuristic"))
        return env.unwrapped.replay().actions

    first = play()
    assert len(first) > 10
    assert first == play()


def test_asking_needs_a_game_and_a_policy_for_it(game: Game) -> None:
    env = aec.raw_env(game)
    with pytest.raises(ValueError, match="nobody is to act"):
        env.ask("random")
    env.reset(seed=1)
    assert env.infos[env.agent_selection]["action_mask"][env.ask(policy(game))]
    for other in flank_envs.all_games().values():
        if other is not game and policy(other).exists():
            with pytest.raises(ValueError, match=f"plays {other.name}, not {game.name}"):
                env.ask(policy(other))


@compiled
def test_plays_through_the_vector_env_and_the_arena(game: Game) -> None:
    envs = SeatVectorEnv(game, 64, policy(game))
    _, info = envs.reset(seed=1)
    results: list[float] = []
    rng = np.random.default_rng(0)
    for _ in range(5000):
        actions = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        _, reward, terminated, truncated, info = envs.step(np.array(actions))
        results += reward[terminated | truncated].tolist()
        if len(results) >= 64:
            break
    assert np.mean(results) < -0.2  # random actions lose against it
    found = round_robin(game, [str(policy(game)), "random"], games=60)
    assert found.ratings[0].rating > found.ratings[1].rating


@compiled
@pytest.mark.slow
def test_is_as_strong_as_its_scorecard_says(game: Game) -> None:
    """Against everyone on the card who was met as in training, within 4 standard errors of both measurements."""
    most = max(row["games"] for row in card(game)["results"])
    for row in card(game)["results"]:
        if row["greedy"] or row["games"] < most:
            continue
        player = load_opponent(policy(game), greedy=row["greedy"])
        again = match(game, player, row["b"], 300, 77, row["options"])
        errors = [(high - low) / 3.92 for low, high in (row["interval"], again.interval)]
        assert again.score >= row["score"] - 4 * np.hypot(*errors) - 0.005, (row, again)


def test_what_exploits_it_was_measured_with_this_very_policy(game: Game) -> None:
    known = {exploit.identity for exploit in exploits(game) if exploit.opponent == "trained"}
    assert known == {load_opponent("trained").identity(game)}
