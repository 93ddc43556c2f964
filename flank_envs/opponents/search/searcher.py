"""Searching decisions: trees for many rows at once, in memory that is used again."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.engine.positions import take_records
from flank_envs.engine.threads import run_chunks
from flank_envs.opponents.base import Opponent
from flank_envs.opponents.heuristics import Rollout
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.search import kernels
from flank_envs.opponents.search.determinizations import count_informed, draw_informed
from flank_envs.opponents.search.records import DESCENT, EVERY_SEAT, Deals, Guide, Roots, Walks, make_walks
from flank_envs.opponents.search.sequential_halving import considered_visits
from flank_envs.opponents.search.tree import NO_NODE, Trees, make_trees

ROWS = 64  # searched at a time: more cost memory and bring nothing
CHILDREN = 16  # for which a simulation has memory
GUIDED = Rollout(c_puct=0.7)  # the policy does the rest
VALUE_SCALE = 30.0  # weight of mean values, from -1 to 1, against the policy's log-probabilities


@dataclass(frozen=True)
class SearchResult:
    """What a search says of each row's decision."""

    choices: np.ndarray
    """(rows,) int32: the action to play, one of the most visited."""
    visits: np.ndarray
    """(rows, actions) int32: how often each action was tried."""
    values: np.ndarray
    """(rows, actions) float32: the mean value of each action that was tried, for the seat to act."""
    lines: list[list[int]]
    """For each row, the most visited actions one after the other: what both sides would play."""


class _Memory(NamedTuple):
    """All that a search writes."""

    walks: Walks
    determinizations: np.ndarray  # (rows, informed ones) records
    trees: Trees

    def first(self, rows: int, seats: int) -> "_Memory":
        """Its first rows, as memory of their own: arrays that kernels take, with values for so many seats."""
        walks = Walks(*(array[:rows] for array in self.walks))
        walks = walks._replace(values=self.walks.values.reshape(-1)[: rows * seats].reshape(rows, seats))
        return _Memory(walks, self.determinizations[:rows], Trees(*(array[:rows] for array in self.trees)))


class Searcher:
    """Searches the decisions of one game with a number of simulations each, by a rollout or guided by a policy.

    Any number of threads may search at once. Each search takes memory that no other one is using, and gives it back;
    it is kept for the largest number of rows so far.
    """

    def __init__(self, game: Game, guide: Rollout | Opponent, simulations: int, threads: int = 1) -> None:
        self.game = game
        self.simulations = simulations
        self.threads = threads
        self._guide = guide
        self._free: list[_Memory] = []

    def search(self, states: np.ndarray, masks: np.ndarray, streams: np.ndarray) -> SearchResult:
        """The decisions of the seats to act in these records, with the masks of legal actions; `streams` move on.

        Nothing is read of the records but what `determinize` leaves.
        """
        parts = [slice(low, low + ROWS) for low in range(0, len(states), ROWS)]
        results = [self._search(states[rows], masks[rows], streams[rows]) for rows in parts]
        return SearchResult(
            choices=np.concatenate([result.choices for result in results]),
            visits=np.concatenate([result.visits for result in results]),
            values=np.concatenate([result.values for result in results]),
            lines=[line for result in results for line in result.lines],
        )

    def _search(self, states: np.ndarray, masks: np.ndarray, streams: np.ndarray) -> SearchResult:
        roots = Roots(states, states["to_act"].astype(np.int64), streams)
        memory = self._take_memory(len(states))
        try:
            return self._search_in(memory.first(len(states), int(states["seats"].max())), roots, masks)
        finally:
            self._free.append(memory)

    def _search_in(self, memory: _Memory, roots: Roots, masks: np.ndarray) -> SearchResult:
        walks, trees, rows = memory.walks, memory.trees, len(roots.states)
        network = self._network()
        if network is not None:
            self._search_guided(memory, roots, masks, network)
        else:
            run_chunks(kernels.simulate, rows, self.threads, roots, walks, trees, self._guide, self.simulations)
        visits = np.zeros((rows, self.game.actions.size), np.int32)
        values = np.zeros(visits.shape, np.float32)
        kernels.root_statistics(trees, visits, values)
        most = visits.max(axis=1)
        choices = np.where(visits == most[:, None], values, -np.inf).argmax(axis=1).astype(np.int32)
        if network is not None:
            kernels.best_of_considered(trees, most, VALUE_SCALE, choices)
        return SearchResult(choices, visits, values, [_line(trees, i, choice) for i, choice in enumerate(choices)])

    def _search_guided(self, memory: _Memory, roots: Roots, masks: np.ndarray, network: Network) -> None:
        """All rows in lockstep, so that the network evaluates all leaves at once."""
        plan = considered_visits(masks.sum(axis=1), self.simulations)
        kernels.clear_trees(memory.trees)
        streams = np.zeros(plan.shape, np.uint64)
        kernels.split_streams(roots.streams, streams)
        informed = draw_informed(self.game, network, roots, memory.determinizations)
        deals = Deals(streams, informed, memory.determinizations)
        tree_seats = roots.seats if network.belief is not None else np.full(len(plan), EVERY_SEAT)
        for visits in np.ascontiguousarray(plan.T):
            run_chunks(kernels.determinize_rows, len(plan), self.threads, roots, deals, visits, memory.walks)
            self._simulate_guided(memory, roots, Guide(GUIDED, VALUE_SCALE, tree_seats, visits), network)

    def _simulate_guided(self, memory: _Memory, roots: Roots, guide: Guide, network: Network) -> None:
        """One simulation in all rows: down to the leaves and back, with a round more for every answer."""
        walks, trees = memory.walks, memory.trees
        rows = np.arange(len(roots.states))
        while len(rows):
            run_chunks(kernels.to_leaves, len(rows), self.threads, rows, roots, walks, trees, guide)
            leaves = network.features_of(take_records(walks.states, rows))
            evaluations = network.evaluate(walks.observation[: len(rows)], leaves)
            run_chunks(kernels.from_leaves, len(rows), self.threads, rows, roots, walks, trees, evaluations)
            rows = rows[walks.waits[rows] == DESCENT]

    def _network(self) -> Network | None:
        """The network that guides, asked for anew since a player may be given another one."""
        return None if isinstance(self._guide, Rollout) else self._guide.network_for(self.game)

    def _take_memory(self, rows: int) -> _Memory:
        """Memory for at least so many rows that nobody is using; what is too small is not kept any longer."""
        informed = count_informed(self.game, self._network())
        try:
            memory = self._free.pop()
        except IndexError:  # others are searching with all there is, or nobody has searched yet
            return self._make_memory(rows, informed)
        kept = len(memory.determinizations)
        fits = kept >= rows and memory.determinizations.shape[1] == informed  # a player may be given another network
        return memory if fits else self._make_memory(max(rows, kept), informed)

    def _make_memory(self, rows: int, informed: int) -> _Memory:
        trees = make_trees(rows, 1 + self.game.actions.size + CHILDREN * self.simulations)
        return _Memory(make_walks(self.game, rows), np.zeros((rows, informed), self.game.state), trees)


def _line(trees: Trees, i: int, choice: int) -> list[int]:
    """The choice, and then the most visited actions."""
    line, child = [], int(trees.child[i, 0])
    while child != NO_NODE and trees.action[i, child] != choice:
        child = int(trees.sibling[i, child])
    while child != NO_NODE and trees.visits[i, child]:
        line.append(int(trees.action[i, child]))
        child = _most_visited(trees, i, child)
    return line


def _most_visited(trees: Trees, i: int, node: int) -> int:
    best, child = NO_NODE, int(trees.child[i, node])
    while child != NO_NODE:
        if best == NO_NODE or trees.visits[i, child] > trees.visits[i, best]:
            best = child
        child = int(trees.sibling[i, child])
    return best
