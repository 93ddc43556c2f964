"""Fuzz records: what `check` accepts must be safe to play on from, whoever wrote it."""

from pathlib import Path
from typing import Any

import numpy as np

from flank_envs import make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.opponents import seat_kernels
from tools.fuzz.guard import Seen, guarded
from tools.fuzz.mutation import Mutator

BATCH = 4096
DECISIONS = 200
RARELY = 16  # every so many decisions the dear checks are made
TOLD = 2  # records of a batch that are told and drawn
GAMES, STEPS = 64, 400  # of random play, for records to start from
KEPT = 20_000  # records that mutations start from


def fuzz(game: Game, count: int, seed: int) -> Seen:
    """That many mutated records in a process of its own: a crash is a finding, and the run goes on after it."""
    total, again = Seen("mutated"), 0
    while total.cases < count:
        seen, death, tried = guarded(attack, game.name, count - total.cases, seed + again)
        if not death:
            total.add_up(seen)
            continue
        again += 1_000_003
        total.cases += BATCH
        total.find("the process ends", f"seed {seed}: {death}{culprit(game, tried)}")
    return total


def culprit(game: Game, path: Path) -> str:
    """The record of a batch that ends the process, found by playing on from each alone."""
    if not path.exists():
        return ""
    states = np.load(path).view(game.state)
    for state in states:
        _, death, _ = guarded(alone, game.name, state.tobytes())
        if death:
            return f"; {state.tobytes().hex()}"
    return "; but not with any record alone"


def alone(progress: np.ndarray, tried: Path, name: str, record: bytes) -> None:
    game = get_game(name)
    Trial(game, np.frombuffer(record, game.state).copy(), 0, progress).run()


def attack(progress: np.ndarray, tried: Path, name: str, count: int, seed: int) -> Seen:
    """Mutate records of play, keep what `check` accepts, play on from it. What was accepted is mutated further."""
    game = get_game(name)
    rng = np.random.default_rng(seed)
    pool = starting_records(game, seed)
    played = len(pool)
    mutate, seen = Mutator(game.state, rng), Seen("mutated")
    while seen.cases < count:
        progress[0] += 1
        size = min(BATCH, count - seen.cases)
        parents = pool[rng.integers(len(pool), size=size)]
        mutants = mutate(parents, pool[rng.integers(played, size=size)])
        taken = np.flatnonzero([kernels.checks(mutants[i : i + 1]) == 0 for i in range(size)])
        taken = taken[mutants[taken] != parents[taken]]
        mutants, parents = mutants[taken], parents[taken]
        np.save(tried, mutants.view(np.uint8))
        trial = Trial(game, mutants.copy(), int(rng.integers(2**32)), progress)
        trial.run()
        seen.cases += size
        seen.count("accepted", len(taken))
        seen.count("decisions", trial.decisions)
        for row, problem in trial.problems.items():
            example = f"seed {seed}: {differences(parents[row], mutants[row])}; {mutants[row].tobytes().hex()}"
            seen.find(problem, example)
        sound = np.delete(mutants, list(trial.problems))
        room = max(0, KEPT - len(pool))
        pool = np.concatenate([pool, sound[:room]])
        pool[rng.integers(played, len(pool), size=len(sound[room:]))] = sound[room:]
    return seen


def starting_records(game: Game, seed: int) -> np.ndarray:
    """Positions of random play, every phase about equally often, of every sample of options; some forfeited."""
    found = []
    rng = np.random.default_rng(seed)
    for number, options in enumerate(samples(game, rng)):
        batch = make_batch(game, GAMES, seed=seed + 1000 * number, **options)
        streams = batch.streams(seed % 2**32)
        for step in range(STEPS):
            batch.step_random(streams)
            if step % 8 == 0 or step < 24:
                found.append(batch.states.copy())
        ended = make_batch(game, GAMES, seed=seed + 1000 * number, autoreset=False, **options)
        for _ in range(4 * STEPS):
            ended.step_random(streams)
        found.append(ended.states.copy())
    everything = np.concatenate(found)
    share = 1 / np.bincount(everything["phase"])[everything["phase"]]
    wanted = min(KEPT // 4, len(everything) // 4)
    chosen = everything[rng.choice(len(everything), wanted, replace=False, p=share / share.sum())]
    lost = chosen[chosen["over"] == 0][: wanted // 10].copy()
    kernels.forfeits(lost)
    return np.concatenate([chosen, lost])


def samples(game: Game, rng: np.random.Generator) -> list[dict[str, Any]]:
    """The samples of each option by itself, and as many mixtures of them."""
    alone = game.option_samples()
    mixed = [{o.name: o.samples()[rng.integers(len(o.samples()))] for o in game.options} for _ in alone]
    return alone + [options for options in mixed if not game.rules.conflict(options)]


class Trial:
    """Random play from many records at once, with everything looked at that may go wrong."""

    def __init__(self, game: Game, states: np.ndarray, seed: int, progress: np.ndarray) -> None:
        self.game = game
        self.problems: dict[int, str] = {}  # by row
        self.decisions = 0
        self._progress = progress
        self._rows = np.arange(len(states))
        self._streams = streams_of_seeds(np.uint64(seed) + np.arange(len(states), dtype=np.uint64))
        self._arrange(states)

    def _arrange(self, states: np.ndarray) -> None:
        n, game = len(states), self.game
        self._a = kernels.Arrays(
            states=states,
            observation=np.zeros((n, game.observation.size), np.float32),
            action_mask=np.zeros((n, game.actions.size), np.int8),
            to_act=states["to_act"].copy(),
            reward=np.zeros((n, game.seats[1]), np.float32),
            done=np.zeros(n, np.bool_),
            truncated=np.zeros(n, np.bool_),
        )
        self._log = kernels.Log(np.zeros((2, n), np.uint64), np.zeros((2, n), np.int32), np.zeros((2, n, 0), np.int16))
        kernels.masks(states, self._a.action_mask)
        kernels.look(states, np.maximum(states["to_act"], 0).astype(np.int64), self._a.observation)

    def run(self) -> None:
        """Games that end begin anew, from the same record."""
        self._describe()
        self._look_closely()
        self._begin_ended()
        for k in range(DECISIONS):
            self._progress[1] = k
            self._drop(self._a.action_mask.max(1) == 0, "nothing is legal")
            if k % RARELY == 0:
                self._look_closely()
            n = len(self._rows)
            kernels.step(self._a, self._log, np.zeros(n, np.int32), self._streams, True, 0, n)
            self.decisions += n
            self._check(self._a.states, "an invariant breaks")
            self._drop(self._out_of_bounds(self._a.observation), "an observation is out of its bounds")
            self._drop(~(np.abs(self._a.reward).max(1) <= 1), "a result is out of its bounds")

    def _begin_ended(self) -> None:
        returns = np.zeros_like(self._a.reward)
        kernels.returns(self._a.states, returns)
        self._drop(~(np.abs(returns).max(1) <= 1), "a result is out of its bounds")
        states = self._a.states
        ended = states["over"] == 1
        begun = states[ended]
        kernels.begin(begun)
        states[ended] = begun
        self._arrange(states)

    def _describe(self) -> None:
        """The words and the picture of some records, for every viewer."""
        game = self.game
        for row, state in zip(self._rows[:TOLD], self._a.states[:TOLD], strict=True):
            try:
                for viewer in (None, *range(int(state.seats))):
                    game.view.text(state, viewer)
                    game.view.picture(state, viewer)
                for action in range(game.actions.size if not state.over else 0):
                    (game.view.describe if self._a.action_mask[row, action] else game.view.refusal)(state, action)
            except Exception as problem:
                self.problems[int(row)] = f"it cannot be shown: {problem!r}"[:200]

    def _look_closely(self) -> None:
        """What costs too much to be done at every decision."""
        n = len(self._rows)
        actions = np.zeros(n, np.int32)
        seat_kernels.choose_heuristic(self._a.states, self._a.action_mask, self._streams.copy(), actions)
        legal = self._a.action_mask[np.arange(n), np.clip(actions, 0, self.game.actions.size - 1)] == 1
        self._drop(~legal & (self._a.states["over"] == 0), "the heuristic is illegal")
        for seat in range(self.game.seats[1]):
            seated = np.minimum(seat, self._a.states["seats"] - 1).astype(np.int64)
            seen = np.empty_like(self._a.observation)
            kernels.look(self._a.states, seated, seen)
            self._drop(self._out_of_bounds(seen), "an observation is out of its bounds")
            seated = np.minimum(seat, self._a.states["seats"] - 1).astype(np.int64)
            determinized = self._a.states.copy()
            kernels.determinize_all(determinized, seated, self._streams.copy())
            self._check(determinized, "an invariant breaks after a determinization")
        seen = np.empty_like(self._a.observation)
        kernels.look(self._a.states, np.maximum(self._a.states["to_act"], 0).astype(np.int64), seen)
        self._drop(np.abs(seen - self._a.observation).max(1) > 0, "observe_turn and observe disagree")

    def _out_of_bounds(self, observation: np.ndarray) -> np.ndarray:
        fits = (observation >= self.game.observation.low) & (observation <= 1)  # also not for what is no number
        return fits.min(1) == 0

    def _check(self, states: np.ndarray, problem: str) -> None:
        """Sort out the records that break an invariant; `states` are those of all rows, or copies of them."""
        broken = np.zeros(len(states), np.bool_)
        while code := int(kernels.checks(states[~broken])):
            number, index = divmod(code, int((~broken).sum()))
            row = np.flatnonzero(~broken)[index]
            broken[row] = True
            self.problems.setdefault(int(self._rows[row]), f"{problem}: {self.game.rules.invariants[number - 1]}")
        self._drop(broken, problem)

    def _drop(self, rows: np.ndarray, problem: str) -> None:
        """Go on without these rows, which have this problem."""
        if not rows.any():
            return
        for row in self._rows[rows]:
            self.problems.setdefault(int(row), problem)
        self._rows, self._streams = self._rows[~rows], self._streams[~rows]
        self._arrange(self._a.states[~rows])


def differences(parent: Any, mutant: Any) -> str:
    """The phase, and the fields in which two records differ."""
    changed = [
        f"{name} {parent[name].tolist()} -> {mutant[name].tolist()}"
        for name in mutant.dtype.names
        if not np.array_equal(parent[name], mutant[name])
    ]
    return f"phase {mutant['phase']}, " + ", ".join(changed)
