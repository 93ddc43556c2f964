"""Exact exploitability: what the best answer to a policy wins, in games small enough to go through all of them.

A tree of all that can happen is made once for a game and its options. In it a seat knows what it has seen and done so
far, and remembers everything; where it decides, all positions that it cannot tell apart are one situation. An own
choice there leads to the next situations: a line of own choices. How likely a player takes each line is all that
counts of its policy, its plan:

    the deal --> situation --(stage a Tank)--> line --> others and chance go on --> situations --> ... --> results

Plans can be averaged: the mean of two plans is the player who draws one of two policies before each game.

The tree is made decision by decision, for all that can have happened so far at once. Arrays are indexed by

    nodes        where the game can be: a position, what both seats remember, and their lines
      moves      a node and a legal action there             moves.nodes: the node of each, moves.action
        pairs    a position and an action, once for all      pair[move]
                 the moves that share them
      outcomes   what chance makes of a pair, sorted by it   outcomes.pair, outcomes.position
    positions    different records                           nodes.position

The next nodes are a move and an outcome of its pair each; those with equal position and memories become one.
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
from flank_envs.engine.positions import legal_masks, observations
from flank_envs.opponents import AnyOpponent, Decisions, Opponent, load_opponent
from flank_envs.opponents.decisions import restricted_for

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
    everything = tree(game, options)
    return everything.exploitability(everything.plan(opponent))


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
    decisions = Decisions.trusted(game, states, observations, masks, streams, None)
    return player.probabilities(restricted_for(player, decisions))


class Tree:
    """All that can happen in a two-player game with these options."""

    def __init__(self, game: Game, options: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = (_Situations(game), _Situations(game))
        self.ends: list[tuple[np.ndarray, ...]] = []
        positions, nodes = _first(game, options)
        while len(nodes.position):
            positions, nodes = self._go_on(positions, nodes)
        # the lines of both seats, and what seat 0 wins there, by the probability that chance leads there
        self.lines_0, self.lines_1, self.won = map(np.concatenate, zip(*self.ends, strict=True))
        self.ends = []
        for seat in self.seats:
            seat.finish()

    def plan(self, opponent: AnyOpponent | Policy) -> Plan:
        """How likely a player takes each line, in both seats."""
        is_policy = callable(opponent) and not isinstance(opponent, Opponent)
        policy: Any = opponent if is_policy else policy_of(self.game, opponent)
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
        moves = self._moves(positions, nodes)
        pairs, pair = np.unique(moves.nodes.position * self.game.actions.size + moves.action, return_inverse=True)
        after, outcomes = _outcomes(self.game, positions.states, *np.divmod(pairs, self.game.actions.size))
        move, outcome = outcomes.of_moves(pair, len(pairs))
        probability = moves.nodes.probability[move] * outcomes.probability[outcome]
        nodes = moves.nodes.where(move)._replace(position=outcomes.position[outcome], probability=probability)
        for seat in range(2):
            own = moves.seat[move] == seat
            action = np.where(own, moves.action[move] + 1, 0).astype(np.uint64)
            before, now = positions.views[moves.nodes.position[move], seat], after.views[nodes.position, seat]
            memory = nodes.memory[:, seat]
            memory[:] = np.where(own | (before != now), _mixed(memory, action, now), memory)
        over = after.states["over"][nodes.position] == 1
        self._note_ends(after.states, nodes.where(over))
        return after, _merged(nodes.where(~over))

    def _moves(self, positions: "_Positions", nodes: "_Nodes") -> "_Moves":
        """Every legal action at every node, with the line that it makes: first those of seat 0."""
        deciders = positions.states["to_act"][nodes.position]
        parts = []
        for seat, situations in enumerate(self.seats):
            here = nodes.where(deciders == seat)
            rows, actions, lines = situations.choices(positions.states, here, seat)
            chosen = here.where(rows)
            chosen.line[:, seat] = lines
            parts.append((*chosen, actions, np.full(len(rows), seat)))
        *chosen, actions, seats = map(np.concatenate, zip(*parts, strict=True))
        return _Moves(_Nodes(*chosen), actions, seats)

    def _note_ends(self, states: np.ndarray, nodes: "_Nodes") -> None:
        """Keep the lines that end here, and what seat 0 wins there by the probability that chance leads there."""
        returns = np.zeros((len(states), 2), np.float32)
        kernels.returns(states, returns)
        self.ends.append((*nodes.line.T, nodes.probability * returns[nodes.position, 0]))


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
        self.parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []  # records, lines before, numbers of choices

    def choices(self, states: np.ndarray, nodes: "_Nodes", seat: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Every legal action at these nodes: the row of each, the action, and the line that it makes."""
        unique, first, which = np.unique(nodes.memory[:, seat], return_index=True, return_inverse=True)
        states, before = states[nodes.position[first]], nodes.line[first, seat]
        masks = legal_masks(self.game, states)
        count = masks.sum(axis=1, dtype=np.int64)
        names = unique.tolist()
        new = np.array([name not in self.known for name in names], np.bool_)
        begin = self.lines + np.cumsum(count[new]) - count[new]
        self.known.update(zip(unique[new].tolist(), begin.tolist(), strict=True))
        self.lines += int(count[new].sum())
        self.parts.append((states[new], before[new], count[new]))
        begin = np.array([self.known[name] for name in names], np.int64)
        rows, number = _spread(count[which])
        actions = np.nonzero(masks)[1][(np.cumsum(count) - count)[which][rows] + number]
        return rows, actions, begin[which][rows] + number

    def finish(self) -> None:
        """Put the situations in order, by the number of own choices before."""
        depth = np.zeros(self.lines, np.int64)  # own choices in a line
        end = 1
        for _, parent, count in self.parts:
            begin, end = end, end + int(count.sum())
            depth[begin:end] = np.repeat(depth[parent] + 1, count)
        states, parents, counts = zip(*self.parts, strict=True)
        self.states, parent, count = _records(states), np.concatenate(parents), np.concatenate(counts)
        begin = 1 + np.cumsum(count) - count
        self.levels = []
        for level in range(depth.max()):
            here = np.flatnonzero(depth[parent] == level)
            rows, number = _spread(count[here])
            lines = begin[here][rows] + number
            self.levels.append(_Level(parent[here], count[here], lines, np.flatnonzero(number == 0)))
        self.parts, self.known = [], {}

    def plan(self, policy: Policy, seat: int) -> np.ndarray:
        """How likely a policy takes each line, as far as it depends on this seat."""
        shares = [np.ones(1)]
        for k in range(0, len(self.states), CHUNK):
            states = self.states[k : k + CHUNK]
            masks = legal_masks(self.game, states)
            shares.append(policy(states, observations(self.game, states, seat), masks)[masks > 0])
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
                views[k : k + CHUNK, seat] = _digests(observations(game, states[k : k + CHUNK], seat))
        return cls(states, views)


class _Nodes(NamedTuple):
    """Where the game can be: a position, how likely chance leads there, what the seats remember and have chosen."""

    position: np.ndarray
    probability: np.ndarray
    memory: np.ndarray  # (nodes, seats) digests of all views and own choices
    line: np.ndarray  # (nodes, seats)

    def where(self, rows: np.ndarray) -> "_Nodes":
        return _Nodes(*(array[rows] for array in self))


class _Moves(NamedTuple):
    """Legal actions at nodes."""

    nodes: _Nodes  # the node of each, with the line that the action makes
    action: np.ndarray
    seat: np.ndarray  # whose action it is


class _Outcomes(NamedTuple):
    """What chance can make of pairs of a position and an action."""

    pair: np.ndarray  # from the first pair to the last
    position: np.ndarray  # of those afterwards
    probability: np.ndarray

    def of_moves(self, pair: np.ndarray, pairs: int) -> tuple[np.ndarray, np.ndarray]:
        """All outcomes of moves with these pairs: the move of each, and the outcome."""
        count = np.bincount(self.pair, minlength=pairs)
        move, number = _spread(count[pair])
        return move, (np.cumsum(count) - count)[pair][move] + number


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
    probability = np.array([share for _, share in deals])
    line = np.zeros((len(deals), 2), np.int64)
    return positions, _Nodes(np.arange(len(deals)), probability, positions.views.copy(), line)


def _merged(nodes: _Nodes) -> _Nodes:
    """Equal positions, of which the seats remember the same, as one."""
    keys = _mixed(nodes.position.astype(np.uint64), nodes.memory[:, 0], nodes.memory[:, 1])
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return nodes.where(first)._replace(probability=np.bincount(which, nodes.probability, len(first)))


def _outcomes(game: Game, states: np.ndarray, position: np.ndarray, action: np.ndarray) -> tuple[_Positions, _Outcomes]:
    """The positions after these pairs of a position and an action, and the outcomes that lead there."""
    parts = []
    for first in range(0, len(position), PORTION):
        part = slice(first, first + PORTION)
        *records, pair, probability = _without_doubles(*_ways_on(game, states[position[part]], action[part]))
        parts.append((*records, pair + first, probability))
    records, digests, pair, probability = zip(*parts, strict=True)
    _, first, place = np.unique(np.concatenate(digests), return_index=True, return_inverse=True)
    after = _Positions.of(game, _records(records)[first])
    return after, _Outcomes(np.concatenate(pair), place, np.concatenate(probability))


def _ways_on(game: Game, states: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What can come of one decision in each record: new records, the row that each comes of, its probability."""
    after = states.copy()
    kernels.decide(after, actions.astype(np.int32))
    sure = after["rng"] == REST  # nothing was drawn
    parts = [(after[sure], np.flatnonzero(sure), np.ones(int(sure.sum())))]
    for row in np.flatnonzero(~sure):
        listed = ways(game, states[row : row + 1], int(actions[row]), MOST_DEALS)
        if listed is None:
            raise ValueError(f"{game.title} leaves too much to chance after a decision: choose a smaller variant")
        parts += [(record, np.array([row]), np.array([share])) for record, share in listed]
    records, rows, probabilities = zip(*parts, strict=True)
    return _records(records), np.concatenate(rows), np.concatenate(probabilities)


def _without_doubles(
    records: np.ndarray, rows: np.ndarray, probability: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Equal records of a row as one: records and their digests, rows in order, the sums of the probabilities."""
    records["rng"] = REST
    records["decisions"] = 0  # nobody sees it, and positions that differ in nothing else are one
    digests = _digests(records.view(np.uint8).reshape(len(records), -1))
    order = np.lexsort((digests, rows))
    new = np.append(True, (np.diff(rows[order]) != 0) | (np.diff(digests[order]) != 0))[: len(order)]
    once = order[new]
    return records[once], digests[once], rows[once], np.add.reduceat(probability[order], np.flatnonzero(new))


def _spread(count: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For so many of each row: the row of each, and its number there."""
    rows = np.repeat(np.arange(len(count)), count)
    return rows, np.arange(len(rows)) - (np.cumsum(count) - count)[rows]


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
