"""Random play for the conformance tests."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numba
import numpy as np

from flank_envs import Batch, Replay, make_batch
from flank_envs.core import kernels
from flank_envs.core.game import Game

JIT_DISABLED = bool(numba.config.DISABLE_JIT)


def sample(compiled: int, uncompiled: int) -> int:
    """How much to try: a thousandth of the speed wants a smaller sample."""
    return uncompiled if JIT_DISABLED else compiled


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The game's samples of options; uncompiled only the defaults, the first and the last."""
    found = game.option_samples()
    return found if sample(1, 0) else [*found[:2], *found[2:][-1:]]


def player_sets(game: Game) -> list[dict[str, Any]]:
    """Options for every number of players."""
    fewest, most = game.seats
    return [{}] if fewest == most else [{"players": number} for number in range(fewest, most + 1)]


def random_steps(batch: Batch, seed: int = 0) -> Iterator[np.ndarray]:
    """Step the batch for ever with random legal actions, which are yielded before each step."""
    streams = batch.streams(seed)
    for _ in count():
        actions = batch.random_actions(streams)
        yield actions
        batch.step(actions)


def positions(game: Game, wanted: int, seed: int = 0, **options: Any) -> np.ndarray:
    """Records of random positions from all parts of the game: each phase about equally often, and games that are over.

    A twentieth more are finished, and a tenth more were forfeited in the first positions of the others.
    """
    games = min(wanted, 64)
    batch = make_batch(game, games, seed=seed, autoreset=False, **options)
    streams = batch.streams(seed)
    steps = max(4 * wanted // games, sample(1500, 20))
    every = steps * games // (20 * wanted) | 1  # twenty candidates for each; odd, as decisions often come in pairs
    found: list[np.ndarray] = []
    for number in range(steps):
        batch.step_random(streams)
        if number % every == 0:
            found.append(batch.states.copy())
        if batch.done.any():
            batch.reset(which=batch.done.copy())
    everything = np.concatenate(found)
    share = 1 / np.bincount(everything["phase"])[everything["phase"]]
    chosen = np.random.default_rng(seed).choice(len(everything), wanted, replace=False, p=share / share.sum())
    over = finished(game, max(2, wanted // 20), seed, **options)
    return np.concatenate([everything[chosen], over, forfeited(everything[chosen][: max(2, wanted // 10)])])


def forfeited(states: np.ndarray) -> np.ndarray:
    """The same positions, of those that are not over, after a forfeit of the seat to act."""
    copies = states[states["over"] == 0]
    kernels.forfeits(copies)
    return copies


def finished(game: Game, wanted: int, seed: int = 0, **options: Any) -> np.ndarray:
    """Records of finished games."""
    batch = make_batch(game, wanted, seed=seed + 1000, autoreset=False, **options)
    for _ in random_steps(batch, seed):
        if batch.states["over"].all():
            return batch.states.copy()
    raise AssertionError


def golden_replays(name: str = "*") -> list[Path]:
    """The recorded games of one game, or of all."""
    return sorted(Path(__file__).parents[1].glob(f"{name}/golden/*.replay"))


def recorded(game: Game, wanted: int) -> np.ndarray:
    """Records from the golden replays of a game: for every phase, up to so many from all parts of the games."""
    found: dict[int, list[np.ndarray]] = defaultdict(list)
    for path in golden_replays(game.name):
        for states, _ in Replay.load(path).positions():
            found[int(states[0].phase)].append(states.copy())
    chosen = [kept[k] for kept in found.values() for k in np.unique(np.linspace(0, len(kept) - 1, wanted).astype(int))]
    return np.concatenate(chosen) if chosen else game.blank(0, {})


def view(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    """What a seat observes in each record."""
    out = np.empty((len(states), game.observation.size), np.float32)
    kernels.look(states, np.full(len(states), seat), out)
    return out


def masks(game: Game, states: np.ndarray) -> np.ndarray:
    """The legal actions of each record's seat to act."""
    out = np.empty((len(states), game.actions.size), np.int8)
    kernels.masks(states, out)
    return out
