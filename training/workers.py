"""Rollouts by Ray actors on any number of machines. Each is the same wherever and whenever it is played."""

# pyright: reportMissingImports=false
import sys
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from flank_envs.evaluation.cluster import connect
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from training.config import Config, ConfigError
from training.league import Member
from training.policy import export
from training.rollouts import Order, Player, Rollout, RolloutError
from training.update import Played

TRIES = 5  # of one rollout: workers that die of it would die for ever
PATIENCE = 30  # seconds without any worker, then the user is told


class Packed(NamedTuple):
    """What was played, as it travels: most of an observation is zero, and a mask is bits."""

    shape: tuple[int, int]  # rows, values
    actions: int
    where: np.ndarray  # bits: the values that are not zero
    values: np.ndarray
    mask: np.ndarray  # bits
    rest: tuple[np.ndarray, ...]


def pack(played: Played) -> Packed:
    """Without loss: the learner gets the very numbers."""
    set_values = played.observation != 0
    return Packed(
        shape=played.observation.shape,  # pyright: ignore
        actions=played.mask.shape[1],
        where=np.packbits(set_values, axis=None),
        values=played.observation[set_values],
        mask=np.packbits(played.mask, axis=1),
        rest=tuple(played[2:]),
    )


def unpack(packed: Packed) -> Played:
    rows, values = packed.shape
    observation = np.zeros((rows, values), np.float32)
    where = np.unpackbits(packed.where, count=rows * values).reshape(rows, values).view(np.bool_)
    observation[where] = packed.values
    mask = np.unpackbits(packed.mask, axis=1, count=packed.actions).view(np.bool_)
    return Played(observation, mask, *(array.copy() for array in packed.rest))  # what arrives is read-only


class Worker:
    """A player in a process of its own; it keeps nothing that a rollout depends on."""

    def __init__(self, config: Config, fetch: Callable[[Any], Checkpoint]) -> None:
        self._fetch = fetch
        self.player = Player(config, Path())
        self._number = -1

    def ready(self) -> None:
        """Answers when the worker runs."""

    def play(self, order: Order, weights: Mapping[str, np.ndarray], members: Mapping[str, Any]) -> Rollout:
        """A rollout by these weights; members that it does not know yet are fetched."""
        player = self.player
        for name in members.keys() - player.league.loaded.keys():
            player.league.loaded[name] = Member(name, self._fetch(members[name]))
        if order.number != self._number:
            player.model.policy.load_state_dict({name: torch.tensor(array) for name, array in weights.items()})
            player.league.latest.play_by(export(player.model, player.config))
            self._number = order.number
        rollout = player.play(order)
        return rollout._replace(played=pack(rollout.played))  # pyright: ignore


def join(config: Config, address: str, count: int) -> Any:
    """The module `ray`, connected to a cluster, if so many workers fit the config."""
    if not 1 <= count <= config.parts:
        raise ConfigError(
            f"--workers {count}: the games of this run are played in parts={config.parts}: give 1 to {config.parts}, "
            f"or add parts={max(count, 1)} (and more ppo.games, for parts as large as before)"
        )
    try:
        return connect(address)
    except ValueError as problem:
        raise ConfigError(str(problem)) from None


class Workers:
    """Rollouts by so many workers; one that dies costs the rollout it was at, which is played again by another."""

    def __init__(self, player: Player, ray: Any, count: int) -> None:
        self.player, self._ray = player, ray
        self._config = ray.put(player.config)
        self._kind = ray.remote(Worker).options(num_cpus=player.config.threads, scheduling_strategy="SPREAD")
        self._workers: set[Any] = set()
        self._members: dict[str, Any] = {}
        self._starting: dict[Any, Any] = {}  # what is waited for, and whose it is
        self._idle: deque[Any] = deque()
        for _ in range(count):
            self._start()

    def _start(self) -> None:
        """A new worker; if no machine has room for it, it waits for one that joins."""
        worker = self._kind.remote(self._config, self._ray.get)
        self._workers.add(worker)
        self._starting[worker.ready.remote()] = worker

    def close(self) -> None:
        """End the workers."""
        while self._workers:
            self._ray.kill(self._workers.pop())

    def play(self, orders: Sequence[Order]) -> list[Rollout]:
        ray = self._ray
        weights = ray.put({name: array.numpy() for name, array in self.player.model.policy.state_dict().items()})
        members = self._to_send(orders)
        waiting, tries = deque(range(len(orders))), Counter[int]()
        busy: dict[Any, tuple[Any, int]] = {}
        found: dict[int, Rollout] = {}
        while len(found) < len(orders):
            while waiting and self._idle:
                worker, k = self._idle.popleft(), waiting.popleft()
                busy[worker.play.remote(orders[k], weights, members)] = (worker, k)
            answered, _ = ray.wait([*busy, *self._starting], num_returns=1, timeout=PATIENCE)
            if not answered and not busy:
                print("training: no worker runs; is there a machine with room for one? (`ray status`)", file=sys.stderr)
            for reference in answered:
                worker, k = busy.pop(reference, (self._starting.pop(reference, None), None))
                try:
                    answer = ray.get(reference)
                except ray.exceptions.RayTaskError:
                    raise  # the rollout itself has failed, and would again
                except ray.exceptions.RayError as problem:
                    self._lost(worker, problem)
                    if k is not None:
                        tries[k] += 1
                        if tries[k] == TRIES:
                            raise RolloutError(f"{TRIES} workers have died of the same rollout: {problem}") from None
                        waiting.appendleft(k)
                    continue
                self._idle.append(worker)
                if k is not None:
                    found[k] = answer._replace(played=unpack(answer.played))
        return [found[k] for k in range(len(orders))]

    def _lost(self, worker: Any, problem: Exception) -> None:
        """A worker has died: another takes its place, unless it could not even begin."""
        self._workers.discard(worker)
        self._ray.kill(worker)  # it may be out of reach only
        if getattr(problem, "actor_init_failed", False):
            raise RolloutError(f"a worker cannot begin: {problem}") from None
        self._start()

    def _to_send(self, orders: Sequence[Order]) -> dict[str, Any]:
        """All members that may be met in these rollouts; each is sent once."""
        named = {name for order in orders for name in order.invited}
        named |= {n for order in orders for lineups, _, _ in order.position.games for one in lineups for n in one}
        kept = {name: reference for name, reference in self._members.items() if name in named}
        for name in sorted(named - set(kept) - set(self.player.league.fixed)):
            kept[name] = self._ray.put(checkpoint.read(self.player.league.path(name)))
        self._members = kept
        return kept
