"""Random play for the conformance tests."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import numba
import numpy as np

from flank_envs import Batch, Replay, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.positions import legal_masks, observations

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


@cache
def _played(name: str, options: tuple[tuple[str, Any], ...]) -> tuple[np.ndarray, np.ndarray]:
    """Records from all parts of random games, and those of their ends: played once for all tests of a process."""
    batch = make_batch(name, sample(64, 2), seed=1000, autoreset=False, **dict(options))
    streams = batch.streams(0)
    every = sample(15, 1)  # odd, as decisions often come in pairs
    found, over = [batch.states.copy()], []
    for number in count(1):
        batch.step_random(streams)
        if number % every == 0:
            found.append(batch.states[batch.to_act >= 0])
        if batch.done.any():
            over.append(batch.states[batch.done])
            if sum(map(len, over)) >= sample(100, 2) and number >= sample(1500, 40):
                return _joined(batch.game, *found, *over), _joined(batch.game, *over)
            batch.reset(which=batch.done.copy())
    raise AssertionError


def positions(game: Game, wanted: int, seed: int = 0, **options: Any) -> np.ndarray:
    """Records of random positions from all parts of the game: each phase about equally often, and games that are over.

    A twentieth more are finished, and a tenth more were forfeited in the first positions of the others.
    """
    everything, _ = _played(game.name, tuple(options.items()))
    share = 1 / np.bincount(everything["phase"])[everything["phase"]]
    chosen = np.random.default_rng(seed).choice(len(everything), wanted, replace=False, p=share / share.sum())
    over = finished(game, max(2, wanted // 20), seed, **options)
    lost = forfeited(everything[chosen])[: max(2, wanted // 10)]
    return _joined(game, everything[chosen], over, lost)


def _joined(game: Game, *records: np.ndarray) -> np.ndarray:
    return np.concatenate(records, dtype=game.state)  # without its type, numpy may lose the record type


def forfeited(states: np.ndarray) -> np.ndarray:
    """The same positions, of those that are not over, after a forfeit of the seat to act."""
    copies = states[states["over"] == 0]
    kernels.forfeits(copies)
    return copies


def finished(game: Game, wanted: int, seed: int = 0, **options: Any) -> np.ndarray:
    """Records of finished games; the same ones again if more are wanted than were played."""
    _, over = _played(game.name, tuple(options.items()))
    return over[(seed + np.arange(wanted)) % len(over)]


def golden_replays(name: str = "*") -> list[Path]:
    """The recorded games of one game, or of all."""
    return sorted(Path(__file__).parents[1].glob(f"games/{name}/golden/*.replay"))


def recorded(game: Game, wanted: int) -> np.ndarray:
    """Records from the golden replays of a game: for every phase, up to so many from all parts of the games."""
    found: dict[int, list[np.ndarray]] = defaultdict(list)
    for path in golden_replays(game.name):
        for states, _ in Replay.load(path).positions():
            found[int(states[0].phase)].append(states.copy())
    chosen = [kept[k] for kept in found.values() for k in np.unique(np.linspace(0, len(kept) - 1, wanted).astype(int))]
    return _joined(game, *chosen) if chosen else game.blank(0, {})


def view(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    """What a seat observes in each record."""
    return observations(game, states, seat)


def masks(game: Game, states: np.ndarray) -> np.ndarray:
    """The legal actions of each record's seat to act."""
    return legal_masks(game, states)
