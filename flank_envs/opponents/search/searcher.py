"""Searching decisions: trees for many rows at once, in memory that is used again."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flank_envs.engine.game import Game, Rollout
from flank_envs.engine.threads import run_chunks
from flank_envs.opponents.base import Opponent
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.search import kernels
from flank_envs.opponents.search.determinizations import deals_to_suppose, suppose
from flank_envs.opponents.search.sequential_halving import halving
from flank_envs.opponents.search.tree import NO_NODE, Trees, first_trees, make_trees

ROWS = 64  # searched at a time: more cost memory and bring nothing
CHILDREN = 16  # for which a simulation has room
GUIDED = Rollout(c_puct=0.7)  # the policy does the rest
TRUST = 30.0  # weight of results, from -1 to 1, against the policy's log-chances


@dataclass(frozen=True)
class Found:
    """What a search found out about each row's decision."""

    choices: np.ndarray
    """(rows,) int32: the action to play, one of those that were tried most often."""
    visits: np.ndarray
    """(rows, actions) int32: how often each action was tried."""
    values: np.ndarray
    """(rows, actions) float32: the mean result of the seat to act after each action that was tried."""
    lines: list[list[int]]
    """For each row, the actions that were tried most often one after the other: what both sides would play."""


class _Room(NamedTuple):
    """The memory of one search: all that it writes, row by row."""

    states: np.ndarray
    supposed: np.ndarray
    masks: np.ndarray
    priors: np.ndarray
    observation: np.ndarray
    values: np.ndarray
    leaves: np.ndarray
    trees: Trees

    def first(self, rows: int, seats: int) -> "_Room":
        """Its first rows, as memory of their own: arrays that kernels take, with values for so many seats."""
        *arrays, trees = self
        first = _Room._make([*(array[:rows] for array in arrays), first_trees(trees, rows)])
        return first._replace(values=self.values.reshape(-1)[: rows * seats].reshape(rows, seats))


class Searcher:
    """Searches the decisions of one game with a number of simulations each, by a plan for all games or by a policy.

    Any number of threads may search at once. Each search takes memory that no other one is using, and gives it back;
    it is kept for the largest number of rows so far.
    """

    def __init__(self, game: Game, guide: Rollout | Opponent, simulations: int, threads: int = 1) -> None:
        self.game = game
        self.simulations = simulations
        self.threads = threads
        self._guide = guide
        self._free: list[_Room] = []

    def search(self, states: np.ndarray, masks: np.ndarray, streams: np.ndarray) -> Found:
        """The decisions of the seats to act in these records, with the masks of legal actions; `streams` move on.

        Nothing is read of the records but what `determinize` leaves.
        """
        chunks = [slice(low, low + ROWS) for low in range(0, len(states), ROWS)]
        parts = [self._search(states[rows], masks[rows], streams[rows]) for rows in chunks]
        return Found(
            choices=np.concatenate([part.choices for part in parts]),
            visits=np.concatenate([part.visits for part in parts]),
            values=np.concatenate([part.values for part in parts]),
            lines=[line for part in parts for line in part.lines],
        )

    def _search(self, roots: np.ndarray, masks: np.ndarray, streams: np.ndarray) -> Found:
        room = self._take_room(len(roots))
        try:
            return self._search_in(room.first(len(roots), int(roots["seats"].max())), roots, masks, streams)
        finally:
            self._free.append(room)

    def _search_in(self, room: _Room, roots: np.ndarray, masks: np.ndarray, streams: np.ndarray) -> Found:
        seats, network = roots["to_act"].astype(np.int64), self._network()
        if network is not None:
            plan = halving(masks.sum(axis=1), self.simulations)
            self._guided(roots, seats, streams, plan, room, network)
        else:
            work = (roots, seats, room.states, room.masks, room.priors, room.values, room.trees, streams)
            run_chunks(kernels.simulate, len(roots), self.threads, *work, self._guide, self.simulations)
        visits = np.zeros((len(roots), self.game.actions.size), np.int32)
        values = np.zeros(visits.shape, np.float32)
        kernels.root_statistics(room.trees, visits, values)
        most = visits.max(axis=1)
        choices = np.where(visits == most[:, None], values, -np.inf).argmax(axis=1).astype(np.int32)
        if network is not None:
            kernels.most_worth(room.trees, most, TRUST, choices)
        return Found(choices, visits, values, [_line(room.trees, i, choice) for i, choice in enumerate(choices)])

    def _guided(
        self,
        roots: np.ndarray,
        seats: np.ndarray,
        streams: np.ndarray,
        plan: np.ndarray,
        room: _Room,
        network: Network,
    ) -> None:
        """All rows in lockstep, so that the network is asked for all leaves at once."""
        kernels.begin(room.trees)
        room.leaves[:] = 0
        chances = np.zeros(plan.shape, np.uint64)
        kernels.draw_chances(streams, chances)
        guessed = suppose(self.game, network, roots, seats, streams, room.supposed)
        deciding = seats if network.belief is not None else np.full(len(roots), kernels.EVERYBODY)
        down = (room.priors, room.observation, room.trees, room.leaves, streams, GUIDED)
        back = (room.priors, room.values, room.trees, room.leaves, streams)
        for tried in np.ascontiguousarray(plan.T):
            dealt = (roots, seats, guessed, room.supposed, tried, chances, room.states)
            run_chunks(kernels.imagine, len(roots), self.threads, *dealt)
            rows = np.arange(len(roots))
            while len(rows):
                walks = (rows, deciding, room.states, room.masks)
                run_chunks(kernels.to_leaves, len(rows), self.threads, *walks, *down, tried, TRUST)
                judged = network.evaluate(room.observation[: len(rows)])
                run_chunks(kernels.from_leaves, len(rows), self.threads, *walks, *judged, *back)
                rows = rows[room.leaves[rows] != 0]

    def _network(self) -> Network | None:
        """The network that guides, asked for anew since a player may be given another one."""
        return None if isinstance(self._guide, Rollout) else self._guide.network_for(self.game)

    def _take_room(self, rows: int) -> _Room:
        """Memory for at least so many rows that nobody is using; what is too small is not kept any longer."""
        deals = deals_to_suppose(self.game, self._network())
        try:
            room = self._free.pop()
        except IndexError:  # others are searching with all there is, or nobody has searched yet
            return self._make_room(rows, deals)
        fits = len(room.states) >= rows and room.supposed.shape[1] == deals  # a player may be given another network
        return room if fits else self._make_room(max(rows, len(room.states)), deals)

    def _make_room(self, rows: int, deals: int) -> _Room:
        actions = self.game.actions.size
        return _Room(
            states=np.zeros(rows, self.game.state),
            supposed=np.zeros((rows, deals), self.game.state),
            masks=np.zeros((rows, actions), np.int8),
            priors=np.zeros((rows, actions), np.float32),
            observation=np.zeros((rows, self.game.observation.size), np.float32),
            values=np.zeros((rows, self.game.seats[1]), np.float32),
            leaves=np.zeros(rows, np.int64),
            trees=make_trees(rows, 1 + actions + CHILDREN * self.simulations),
        )


def _line(trees: Trees, i: int, choice: int) -> list[int]:
    """The choice, and then what was tried most often."""
    line, child = [], int(trees.child[i, 0])
    while child != NO_NODE and trees.action[i, child] != choice:
        child = int(trees.sibling[i, child])
    while child != NO_NODE and trees.visits[i, child]:
        line.append(int(trees.action[i, child]))
        child = _most_tried(trees, i, child)
    return line


def _most_tried(trees: Trees, i: int, node: int) -> int:
    best, child = NO_NODE, int(trees.child[i, node])
    while child != NO_NODE:
        if best == NO_NODE or trees.visits[i, child] > trees.visits[i, best]:
            best = child
        child = int(trees.sibling[i, child])
    return best
