"""The trained policies that come with the library, in checkpoints/ of the repository and of the wheel."""

from functools import cache
from pathlib import Path

from flank_envs.engine.game import Game
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.network import Network

PACKAGE = Path(__file__).resolve().parents[2]
INSTALLED, SOURCE = PACKAGE / "checkpoints", PACKAGE.parent / "checkpoints"


def shipped_folder(game: Game) -> Path:
    """Where the game's policy is, with what was measured of it."""
    return (INSTALLED if INSTALLED.is_dir() else SOURCE) / game.name


def shipped_policy(game: Game) -> Path:
    """The file of the game's policy."""
    folder = shipped_folder(game)
    path = folder / "policy.safetensors"
    if not path.is_file():
        others = sorted(policy.parent.name for policy in folder.parent.glob("*/policy.safetensors"))
        raise ValueError(
            f"no trained policy is shipped for {game.name} (shipped are: {', '.join(others) or 'none'}): "
            "train one with `python -m training` and give its .safetensors file"
        )
    return path


def shipped_network(game: Game) -> Network:
    """The network of the game's policy, read once."""
    return _network(shipped_policy(game))


@cache
def _network(path: Path) -> Network:
    return Network(checkpoint.read(path))
