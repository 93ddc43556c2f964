"""Rollouts by Ray actors on any number of machines. Each is the same wherever and whenever it is played."""

# pyright: reportMissingImports=false
import sys
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

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
        return player.play(order)


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


class _Jobs:
    """The orders of one call of `play`, by their number: waiting, with a busy worker, or played."""

    def __init__(self, orders: Sequence[Order]) -> None:
        self.waiting = deque(range(len(orders)))
        self.busy: dict[Any, tuple[Any, int]] = {}  # the worker and the order, by the reference to its answer
        self.rollouts: dict[int, Rollout] = {}
        self._count = len(orders)
        self._deaths = Counter[int]()

    @property
    def finished(self) -> bool:
        return len(self.rollouts) == self._count

    def results(self) -> list[Rollout]:
        """The rollouts in the order in which they were asked for."""
        return [self.rollouts[number] for number in range(self._count)]

    def retry(self, number: int, problem: Exception) -> None:
        """Let another worker play an order, unless too many have died of it."""
        self._deaths[number] += 1
        if self._deaths[number] == TRIES:
            raise RolloutError(f"{TRIES} workers have died of the same rollout: {problem}") from None
        self.waiting.appendleft(number)


class Workers:
    """Rollouts by so many workers; one that dies costs the rollout it was at, which is played again by another."""

    def __init__(self, player: Player, ray: Any, count: int) -> None:
        self.player, self._ray = player, ray
        self._config = ray.put(player.config)
        self._kind = ray.remote(Worker).options(num_cpus=player.config.threads, scheduling_strategy="SPREAD")
        self._workers: set[Any] = set()
        self._members: dict[str, Any] = {}
        self._starting: dict[Any, Any] = {}  # workers, by the reference to their `ready`
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
        jobs = _Jobs(orders)
        weights = self._ray.put({name: array.numpy() for name, array in self.player.model.policy.state_dict().items()})
        members = self._to_send(orders)
        while not jobs.finished:
            while jobs.waiting and self._idle:
                worker, number = self._idle.popleft(), jobs.waiting.popleft()
                jobs.busy[worker.play.remote(orders[number], weights, members)] = (worker, number)
            for reference in self._answered(jobs):
                self._receive(reference, jobs)
        return jobs.results()

    def _answered(self, jobs: "_Jobs") -> list[Any]:
        """References to what workers have answered since: a rollout, or that they run."""
        answered, _ = self._ray.wait([*jobs.busy, *self._starting], num_returns=1, timeout=PATIENCE)
        if not answered and not jobs.busy:
            print("training: no worker runs; is there a machine with room for one? (`ray status`)", file=sys.stderr)
        return answered

    def _receive(self, reference: Any, jobs: "_Jobs") -> None:
        """Take an answer, after which its worker is idle, or replace the worker if it has died instead."""
        worker, number = jobs.busy.pop(reference, (self._starting.pop(reference, None), None))
        try:
            answer = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError:
            raise  # the rollout itself has failed, and would again
        except self._ray.exceptions.RayError as problem:
            self._lost(worker, problem)
            if number is not None:
                jobs.retry(number, problem)
            return
        self._idle.append(worker)
        if number is not None:
            jobs.rollouts[number] = answer._replace(played=Played(*(array.copy() for array in answer.played)))

    def _lost(self, worker: Any, problem: Exception) -> None:
        """A worker has died: another takes its place, unless it could not even begin."""
        self._workers.discard(worker)
        self._ray.kill(worker)  # it may be out of reach only
        if getattr(problem, "actor_init_failed", False):
            raise RolloutError(f"a worker cannot begin: {problem}") from None
        self._start()

    def _to_send(self, orders: Sequence[Order]) -> dict[str, Any]:
        """References to all members that may be met in these rollouts; each is sent once."""
        named = {name for order in orders for name in order.invited}
        named |= {n for order in orders for lineups, _, _ in order.position.games for one in lineups for n in one}
        sent = {name: reference for name, reference in self._members.items() if name in named}
        for name in sorted(named - set(sent) - set(self.player.league.fixed)):
            sent[name] = self._ray.put(checkpoint.read(self.player.league.path(name)))
        self._members = sent
        return sent
