"""A run on disk: one file with all that changes, replaced after every update, and never unpickled.

config.yaml               what was asked for
state.pt                  weights, optimizer, games, random states, counters and curve, as tensors and JSON
pool/*.safetensors        past selves
exploiters/*.safetensors  those who learned to beat one of them
policy.safetensors        the policy as of the last evaluation
"""

import json
import os
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from filelock import FileLock, Timeout

from flank_envs.engine.untrusted import read_file
from training.config import ConfigError
from training.policy import export
from training.rollouts import Position

if TYPE_CHECKING:
    from training.run import Run


LARGEST_STATE = 2**34
HISTORY = ("steps", "scores", "intervals", "seconds")


def lock(folder: Path) -> FileLock:
    """Make the folder this process's own, until `release` or the end of the process, however it ends."""
    taken = FileLock(folder / "lock")
    try:
        taken.acquire(timeout=0)
    except Timeout:
        raise ConfigError(f"{folder} is in use: another process trains there; wait for its end, or stop it") from None
    except OSError as problem:
        raise ConfigError(f"cannot write in {folder}: {problem.strerror}") from None
    return taken


def save(run: "Run") -> None:
    """Write state.pt; a kill at any moment leaves the old one or the new one."""
    environment = [variant for position in run.positions for variant in position.games]
    kind, keys, position, has_gauss, gauss = np.random.get_state()
    plain = {
        "rollout": run.rollout,
        "steps": run.model.num_timesteps,
        "updates": run.model._n_updates,
        "league": run.league.state(),
        "opponents": [names for names, _, _ in environment],
        "history": run.history,
        "seconds": run.seconds,
        "numpy": [kind, int(position), int(has_gauss), float(gauss)],
    }
    content = {
        "policy": run.model.policy.state_dict(),
        "optimizer": run.model.policy.optimizer.state_dict(),
        "magnet": run.magnet.state(),
        "torch": torch.get_rng_state(),
        "numpy": torch.from_numpy(keys),
        "games": [torch.frombuffer(bytearray(games), dtype=torch.uint8) for _, games, _ in environment],
        "arrays": [{name: torch.tensor(array) for name, array in arrays.items()} for _, _, arrays in environment],
        "starts": torch.from_numpy(np.concatenate([position.starts for position in run.positions])),
        "plain": json.dumps(plain),
    }
    part = run.folder / "state.pt.part"
    with part.open("wb") as file:
        torch.save(content, file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(run.folder / "state.pt")


def restore(run: "Run", content: dict[str, Any]) -> None:
    """Bring a fresh run to where state.pt was written."""
    plain = json.loads(content["plain"])
    run.model.policy.load_state_dict(content["policy"])
    run.model.policy.optimizer.load_state_dict(content["optimizer"])
    run.magnet.restore(content["magnet"])
    run.rollout, run.model.num_timesteps, run.model._n_updates = plain["rollout"], plain["steps"], plain["updates"]
    run.history = [{name: point[name] for name in HISTORY} for point in plain["history"]]
    run.seconds = plain["seconds"]
    run.league.restore(plain["league"], export(run.model, run.config))
    games = [saved.numpy().tobytes() for saved in content["games"]]
    arrays = [{name: tensor.numpy() for name, tensor in part.items()} for part in content["arrays"]]
    environment = list(zip(plain["opponents"], games, arrays, strict=True))
    starts = np.split(content["starts"].numpy(), run.config.parts)
    variants = len(run.environment.parts)
    if len(environment) != variants * run.config.parts:
        raise ValueError(f"{len(environment)} groups of games were saved, {variants * run.config.parts} were expected")
    run.positions = [Position(environment[k * variants :][:variants], starts[k]) for k in range(run.config.parts)]
    for position in reversed(run.positions):
        run.player.go_to(position)  # which refuses what does not fit; a run of one part goes on from here
    kind, *rest = plain["numpy"]
    np.random.set_state((kind, content["numpy"].numpy(), *rest))
    torch.set_rng_state(content["torch"])


def read(folder: Path) -> dict[str, Any]:
    """What state.pt holds; only tensors and plain values are accepted."""
    try:
        return torch.load(BytesIO(read_file(folder / "state.pt", LARGEST_STATE)), weights_only=True)
    except FileNotFoundError:
        raise ConfigError(f"{folder} holds no state.pt: it stopped before its first update, start anew") from None
    except Exception as problem:  # what torch raises for damaged files has no common kind
        raise ConfigError(f"{folder / 'state.pt'} is damaged or no state of a run: {problem}") from None
