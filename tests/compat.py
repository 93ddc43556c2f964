"""A short job for other versions of what the library stands on: `make compat` runs it with the oldest and the newest.

python -m tests.compat pins    the oldest versions that pyproject.toml allows, for pip
python -m tests.compat play    compiles, plays and checks; the lines are the same wherever it works
"""

import hashlib
import sys
import tomllib
import warnings
from importlib import metadata
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
STEPS, GAMES = 300, 64


def pins() -> list[str]:
    """numba>=0.62,<0.69 as numba==0.62, and so on."""
    wanted = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    return [bound.partition(",")[0].replace(">=", "==") for bound in wanted]


def play() -> list[str]:
    """What was played, as checksums, and what PettingZoo and Gymnasium say to it."""
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    from flank_envs import add_game, get_game
    from flank_envs.engine.jit.passes import PIPELINE, short_passes
    from flank_envs.interfaces.gymnasium import SeatEnv
    from flank_envs.interfaces.pettingzoo import env
    from tests.engine.jit import insides
    from tests.games.sample_game import GAME

    add_game(GAME)
    lines = [f"Numba lacks for engine/jit: {insides.failures() or 'nothing'}"]
    lines.append(f"passes: {PIPELINE}, work: {short_passes()}")
    for name in ("sample_game", "hold_the_line"):
        game = get_game(name)
        lines.append(f"{name} batch: {_batch_checksum(game)}")
        lines.append(f"{name} seats: {_seats_checksum(game)}")
        api_test(env(game), num_cycles=100)
        check_env(SeatEnv(game, "heuristic"), skip_render_check=True)
        lines.append(f"{name}: api_test and check_env passed")
    return lines


def _batch_checksum(game) -> str:
    """Random games: every action, record, observation and mask; and that copies in bytes go on alike."""
    from flank_envs import make_batch
    from flank_envs.view.pixels import svg_to_array

    batch, other = (make_batch(game, GAMES, seed=seed) for seed in (1, 2))
    streams = batch.streams(3)
    digest = hashlib.sha256()
    for _ in range(STEPS):
        digest.update(batch.step_random(streams).tobytes())
        for array in (batch.states, batch.observation, batch.action_mask, batch.reward):
            digest.update(array.tobytes())
    other.restore(batch.save())
    assert other.save() == batch.save()
    assert svg_to_array(game.view.picture(batch.states[0], None)).any()
    return digest.hexdigest()


def _seats_checksum(game) -> str:
    """The first legal action against the heuristic, in many games."""
    from flank_envs.interfaces.gymnasium import SeatVectorEnv

    envs = SeatVectorEnv(game, GAMES, "heuristic")
    observation, info = envs.reset(seed=4)
    digest = hashlib.sha256(observation.tobytes())
    for _ in range(STEPS):
        observation, reward, _, _, info = envs.step(info["action_mask"].argmax(axis=1))
        digest.update(observation.tobytes() + reward.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    if sys.argv[1:] == ["pins"]:
        print("\n".join(pins()))
    else:
        names = [pin.partition("=")[0] for pin in pins()]
        print(*(f"{name} {metadata.version(name)}" for name in names), file=sys.stderr)
        warnings.simplefilter("ignore")  # about their own future, mostly
        print("\n".join(play()))
