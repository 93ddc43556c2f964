"""Exact exploitability: what the best answer to a policy wins, in games small enough to go through all of them.

A tree of all that can happen is made once for a game and its options. In it a seat knows what it has seen and done so
far, and remembers everything; where it decides, all positions that it cannot tell apart are one situation. An own
choice there leads to the next situations: a line of own choices. How likely a player takes each line is all that
counts of its policy, its plan:

    the deal --> situation --(stage a Tank)--> line --> others and chance go on --> situations --> ... --> results

Plans can be averaged: the mean of two plans is the player who takes one of two policies by lot before each game.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.chance import DEAL, ways
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.options import complete
from flank_envs.opponents import AnyOpponent, Decisions, Opponent, load_opponent
from flank_envs.opponents.decisions import shown_to

__all__ = ["Exploitability", "Tree", "exploitability", "policy_of", "tree"]

Policy = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]  # (records, observations, masks) -> probabilities
Plan = tuple[np.ndarray, np.ndarray]  # of both seats: how likely each line of own choices is taken

MOST_DEALS = 100_000
REST = np.uint64(1)
CHUNK = 20_000  # positions looked at together
PORTION = 2_000  # decisions looked at together, each with all that chance may make of it


class Exploitability(NamedTuple):
    """What the best answers win in each seat, and what the policy could lose to them on average."""

    best: tuple[float, float]  # by the seat of the best answer
    value: float  # half of NashConv with two players: 0 only for an equilibrium


def exploitability(
    game: str | Game, opponent: AnyOpponent | Policy, options: Mapping[str, Any] | None = None
) -> Exploitability:
    """The exploitability of a player (who must decide by what it sees) of a two-player game with these options."""
    found = tree(game, options)
    return found.exploitability(found.plan(opponent))


def tree(game: str | Game, options: Mapping[str, Any] | None = None) -> "Tree":
    """All that can happen in a two-player game; the last ones asked for are remembered."""
    rules = get_game(game)
    if (players := rules.players(options or {})) != 2:
        raise ValueError(f"{rules.title} with {players} players has no exploitability: choose a variant for two")
    return _tree(rules, tuple(sorted(complete(rules.options, options or {}).items())))


@lru_cache(maxsize=2)
def _tree(game: Game, options: tuple[tuple[str, Any], ...]) -> "Tree":
    return Tree(game, dict(options))


def policy_of(game: Game, opponent: Any) -> Policy:
    """The probabilities by which an opponent decides; a ValueError for one that does not tell them."""
    player = load_opponent(opponent)
    if not player.can("probabilities", game):
        raise ValueError(f"{player!r} does not tell its probabilities: give random, heuristic or a trained policy")
    if player.uses_draws(game):
        raise ValueError(f"{player!r} is a mixture, which draws a member for each game: give a single one")
    if player.needs_full_state:
        raise ValueError(f"{player!r} sees everything: only who decides by what a seat sees has an exploitability")
    return partial(_probabilities, game, player)


def _probabilities(
    game: Game, player: Opponent, states: np.ndarray, observations: np.ndarray, masks: np.ndarray
) -> np.ndarray:
    streams = np.full(len(states), REST)
    whole = Decisions.trusted(game, states, observations, masks, streams, None)
    return player.probabilities(shown_to(player, whole))


class Tree:
    """All that can happen in a two-player game with these options."""

    def __init__(self, game: Game, options: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = (_Situations(game), _Situations(game))
        self.ends: list[tuple[np.ndarray, ...]] = []
        positions, nodes = _first(game, options)
        while len(nodes.chance):
            positions, nodes = self._go_on(positions, nodes)
        # the lines of both seats, and what seat 0 wins there, by the probability that chance leads there
        self.lines_0, self.lines_1, self.won = (np.concatenate(found) for found in zip(*self.ends, strict=True))
        self.ends = []
        for seat in self.seats:
            seat.finish()

    def plan(self, opponent: AnyOpponent | Policy) -> Plan:
        """How likely a player takes each line, in both seats."""
        given = callable(opponent) and not isinstance(opponent, Opponent)
        policy: Any = opponent if given else policy_of(self.game, opponent)
        first, second = (seat.plan(policy, number) for number, seat in enumerate(self.seats))
        return first, second

    def exploitability(self, plan: Plan) -> Exploitability:
        """Of the player with this plan: in each seat the best answer faces it in the other one."""
        gained_0 = np.bincount(self.lines_0, self.won * plan[1][self.lines_1], self.seats[0].lines)
        gained_1 = np.bincount(self.lines_1, -self.won * plan[0][self.lines_0], self.seats[1].lines)
        best = self.seats[0].best(gained_0), self.seats[1].best(gained_1)
        return Exploitability(best, sum(best) / 2)

    def _go_on(self, positions: "_Positions", nodes: "_Nodes") -> tuple["_Positions", "_Nodes"]:
        """One decision everywhere: every legal action, and all that chance makes of it."""
        deciders = positions.states["to_act"][nodes.position]
        parts = []
        for seat, situations in enumerate(self.seats):
            here = nodes.where(deciders == seat)
            rows, actions, lines = situations.choices(positions.states, here, seat)
            before = here.where(rows)
            before.line[:, seat] = lines
            parts.append((*before, actions, np.full(len(rows), seat)))
        *before, actions, deciders = (np.concatenate(found) for found in zip(*parts, strict=True))
        before = _Nodes(*before)
        after, place, source, share = _decide(self.game, positions.states, before.position, actions)
        nodes = before.where(source)._replace(position=place, chance=before.chance[source] * share)
        over = after.states["over"][place] == 1
        returns = np.zeros((len(after.states), 2), np.float32)
        kernels.returns(after.states, returns)
        self.ends.append((*nodes.line[over].T, (nodes.chance * returns[place, 0])[over]))
        for seat in range(2):
            own = deciders[source] == seat
            seen, now = positions.views[before.position[source], seat], after.views[place, seat]
            told = np.where(own, actions[source] + 1, 0).astype(np.uint64)
            memory = nodes.memory[:, seat]
            memory[:] = np.where(own | (seen != now), _mixed(memory, told, now), memory)
        return after, _merged(nodes.where(~over))


class _Level(NamedTuple):
    """Situations with the same number of own choices before."""

    parent: np.ndarray  # the line that leads to each
    choices: np.ndarray  # of each
    lines: np.ndarray  # of all of them, one situation after the other
    begin: np.ndarray  # where each begins in `lines`


class _Situations:
    """Where a seat decides: situations that it can tell apart, the lines that lead there and those from there."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[int, int] = {}  # the first line from each, by what the seat remembers
        self.lines = 1  # the first one is that without any choice
        self.found: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []  # a record, the line before, choices of each

    def choices(self, states: np.ndarray, nodes: "_Nodes", seat: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Every legal action at these nodes: the row of each, the action, and the line that it makes."""
        unique, first, which = np.unique(nodes.memory[:, seat], return_index=True, return_inverse=True)
        states, before = states[nodes.position[first]], nodes.line[first, seat]
        masks = _masks(self.game, states)
        count = masks.sum(axis=1, dtype=np.int64)
        names = unique.tolist()
        new = np.array([name not in self.known for name in names], np.bool_)
        begin = self.lines + np.cumsum(count[new]) - count[new]
        self.known.update(zip(unique[new].tolist(), begin.tolist(), strict=True))
        self.lines += int(count[new].sum())
        self.found.append((states[new], before[new], count[new]))
        begin = np.array([self.known[name] for name in names], np.int64)
        rows, number = _spread(count[which])
        actions = np.nonzero(masks)[1][(np.cumsum(count) - count)[which][rows] + number]
        return rows, actions, begin[which][rows] + number

    def finish(self) -> None:
        """Put the situations in order, by the number of own choices before."""
        depth = np.zeros(self.lines, np.int64)  # own choices in a line
        end = 1
        for _, parent, count in self.found:
            begin, end = end, end + int(count.sum())
            depth[begin:end] = np.repeat(depth[parent] + 1, count)
        states, parents, counts = zip(*self.found, strict=True)
        self.states, parent, count = _records(states), np.concatenate(parents), np.concatenate(counts)
        begin = 1 + np.cumsum(count) - count
        self.levels = []
        for level in range(depth.max()):
            here = np.flatnonzero(depth[parent] == level)
            rows, number = _spread(count[here])
            lines = begin[here][rows] + number
            self.levels.append(_Level(parent[here], count[here], lines, np.flatnonzero(number == 0)))
        self.found, self.known = [], {}

    def plan(self, policy: Policy, seat: int) -> np.ndarray:
        """How likely a policy takes each line, as far as it depends on this seat."""
        shares = [np.ones(1)]
        for k in range(0, len(self.states), CHUNK):
            states = self.states[k : k + CHUNK]
            masks = _masks(self.game, states)
            shares.append(policy(states, _look(self.game, states, seat), masks)[masks > 0])
        share = np.concatenate(shares)
        for level in self.levels:
            share[level.lines] *= np.repeat(share[level.parent], level.choices)
        return share

    def best(self, gained: np.ndarray) -> float:
        """The most that this seat can win, by what it gains at the ends of every line; the array is used up."""
        for level in reversed(self.levels):
            np.add.at(gained, level.parent, np.maximum.reduceat(gained[level.lines], level.begin))
        return float(gained[0])


class _Positions(NamedTuple):
    """Different records, and what both seats see of each: (records, seats) digests."""

    states: np.ndarray
    views: np.ndarray

    @classmethod
    def of(cls, game: Game, states: np.ndarray) -> "_Positions":
        views = np.zeros((len(states), 2), np.uint64)
        for seat in range(2):
            for k in range(0, len(states), CHUNK):
                views[k : k + CHUNK, seat] = _digests(_look(game, states[k : k + CHUNK], seat))
        return cls(states, views)


class _Nodes(NamedTuple):
    """Where the game can be: a position, how likely chance makes it, what the seats remember and have chosen."""

    position: np.ndarray
    chance: np.ndarray
    memory: np.ndarray  # (nodes, seats) digests of all views and own choices
    line: np.ndarray  # (nodes, seats)

    def where(self, chosen: Any) -> "_Nodes":
        return _Nodes(*(part[chosen] for part in self))


def _first(game: Game, options: Mapping[str, Any]) -> tuple[_Positions, _Nodes]:
    """All deals."""
    blank = game.blank(1, options)
    blank["rng"] = REST
    deals = ways(game, blank, DEAL, MOST_DEALS)
    if deals is None:
        raise ValueError(
            f"{game.title} can be dealt in too many ways with options {dict(options)}: choose a small variant"
        )
    positions = _Positions.of(game, _records([record for record, _ in deals]))
    chance = np.array([share for _, share in deals])
    line = np.zeros((len(deals), 2), np.int64)
    return positions, _Nodes(np.arange(len(deals)), chance, positions.views.copy(), line)


def _merged(nodes: _Nodes) -> _Nodes:
    """Equal positions, of which the seats remember the same, as one."""
    keys = _mixed(nodes.position.astype(np.uint64), nodes.memory[:, 0], nodes.memory[:, 1])
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return nodes.where(first)._replace(chance=np.bincount(which, nodes.chance, len(first)))


def _decide(
    game: Game, states: np.ndarray, position: np.ndarray, actions: np.ndarray
) -> tuple[_Positions, np.ndarray, np.ndarray, np.ndarray]:
    """All that can come of decisions: positions, and for each outcome its place there, its decision and its share.

    An action in a position is looked at once, however many nodes are there.
    """
    pairs, which = np.unique(position * game.actions.size + actions, return_inverse=True)
    before, chosen = np.divmod(pairs, game.actions.size)
    found = [
        _outcomes(game, states[before[k : k + PORTION]], chosen[k : k + PORTION], k)
        for k in range(0, len(pairs), PORTION)
    ]
    records, digests, sources, shares = zip(*found, strict=True)
    _, first, place = np.unique(np.concatenate(digests), return_index=True, return_inverse=True)
    count = np.bincount(np.concatenate(sources), minlength=len(pairs))
    rows, number = _spread(count[which])
    outcome = (np.cumsum(count) - count)[which][rows] + number
    return _Positions.of(game, _records(records)[first]), place[outcome], rows, np.concatenate(shares)[outcome]


def _outcomes(
    game: Game, states: np.ndarray, actions: np.ndarray, first: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What can come of one decision in each position: records, their digests, decisions (from `first` on), shares."""
    after = states.copy()
    kernels.decide(after, actions.astype(np.int32))
    sure = after["rng"] == REST  # nothing was drawn
    found = [(after[sure], np.flatnonzero(sure), np.ones(int(sure.sum())))]
    for row in np.flatnonzero(~sure):
        listed = ways(game, states[row : row + 1], int(actions[row]), MOST_DEALS)
        if listed is None:
            raise ValueError(f"{game.title} leaves too much to chance after a decision: choose a smaller variant")
        found += [(record, np.array([row]), np.array([share])) for record, share in listed]
    parts, rows, shares = zip(*found, strict=True)
    records, rows = _records(parts), np.concatenate(rows)
    records["rng"] = REST
    records["decisions"] = 0  # nobody sees it, and positions that differ in nothing else are one
    digests = _digests(records.view(np.uint8).reshape(len(records), -1))
    order = np.lexsort((digests, rows))
    new = np.append(True, (np.diff(rows[order]) != 0) | (np.diff(digests[order]) != 0))[: len(order)]
    share = np.add.reduceat(np.concatenate(shares)[order], np.flatnonzero(new))
    kept = order[new]
    return records[kept], digests[kept], first + rows[kept], share


def _spread(count: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For so many of each row: the row of each, and its number there."""
    rows = np.repeat(np.arange(len(count)), count)
    return rows, np.arange(len(rows)) - (np.cumsum(count) - count)[rows]


def _masks(game: Game, states: np.ndarray) -> np.ndarray:
    masks = np.zeros((len(states), game.actions.size), np.int8)
    kernels.masks(states, masks)
    return masks


def _look(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    seen = np.zeros((len(states), game.observation.size), np.float32)
    kernels.look(states, np.full(len(states), seat, np.int64), seen)
    return seen


def _digests(rows: np.ndarray) -> np.ndarray:
    """A word for each row."""
    return np.frombuffer(b"".join(hashlib.blake2b(row, digest_size=8).digest() for row in rows), np.uint64)


def _mixed(*words: np.ndarray) -> np.ndarray:
    """Words that stand for combinations of words (the mixer of splitmix64)."""
    mixed = np.zeros_like(words[0])
    for word in words:
        mixed = (mixed ^ word) + np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return mixed


def _records(parts: Sequence[np.ndarray]) -> np.ndarray:
    """One array of all, as bytes: of records numpy compares the fields first, each time."""
    return np.concatenate([part.view(np.uint8) for part in parts]).view(parts[0].dtype)
