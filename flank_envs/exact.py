"""Exact exploitability: what the best answer to a policy wins, in games small enough to go through all of them.

The best answer sees what its seat may know and remembers everything. Its knowledge is a tree of groups: the positions
in one group look the same to it. A group splits by what it sees next, and by what it does; from the leaves back, what
it sees adds up and what it does is the best of its choices.

    deal -- sees its hand --> decides --(stage a Tank)--> others and chance go on --> sees --> decides ...
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from flank_envs.core import kernels
from flank_envs.core.chance import DEAL, plain_following, plain_output, ways
from flank_envs.core.game import Game, get_game
from flank_envs.core.stream import streams_of_seeds
from flank_envs.opponents import AnyOpponent, load_opponent
from flank_envs.opponents.base import Opponent
from flank_envs.opponents.policy import NetworkOpponent

Policy = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]  # (records, observations, masks) -> probabilities

MOST_DEALS = 100_000
REST = np.uint64(1)
PARTS = 12  # a draw from 1, 2, 3, 4, 6 or 12 cards comes out evenly in so many parts
CHUNK = 20_000  # positions looked at together


class Exploitability(NamedTuple):
    """What the best answers win in each seat, and what the policy could lose to them on average."""

    best: tuple[float, ...]  # by the seat of the best answer
    value: float  # half of NashConv with two players: 0 only for an equilibrium
    groups: int  # situations that the best answers tell apart


def exploitability(
    game: str | Game, opponent: AnyOpponent | Policy, options: Mapping[str, Any] | None = None
) -> Exploitability:
    """The exploitability of a player (who must decide by what it sees) of a two-player game with these options."""
    rules = get_game(game)
    policy = opponent if callable(opponent) and not isinstance(opponent, Opponent) else policy_of(rules, opponent)
    answers = [best_response(rules, policy, seat, options or {}) for seat in range(2)]
    best = tuple(value for value, _ in answers)
    return Exploitability(best, sum(best) / 2, sum(groups for _, groups in answers))


def policy_of(game: Game, opponent: Any) -> Policy:
    """The probabilities by which a known kind of opponent decides; a ValueError for one that does not tell them."""
    player = load_opponent(opponent)

    def play(states: np.ndarray, seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        if player.name == "random":
            return masks / masks.sum(axis=1, keepdims=True)
        if isinstance(player, NetworkOpponent):
            logits = player.network_for(game).logits(seen).astype(np.float64)
            logits = np.where(masks, logits, -np.inf)
            logits -= logits.max(axis=1, keepdims=True)
            shares = (logits == 0) if player.greedy else np.exp(logits / player.temperature)
            return shares / shares.sum(axis=1, keepdims=True)
        chosen = np.zeros(len(states), np.int32)
        kernels.choose_rule_of_thumb(states, masks, streams_of_seeds(np.arange(len(states))), chosen)
        return np.eye(masks.shape[1])[chosen]

    if not isinstance(player, NetworkOpponent) and player.name not in ("random", "rule-of-thumb"):
        raise ValueError(f"{player!r} does not tell its probabilities: give random, rule-of-thumb or a trained policy")
    return play


class _Items(NamedTuple):
    """Positions, how likely others and chance make them, and the group of each."""

    states: np.ndarray
    weight: np.ndarray
    group: np.ndarray

    def where(self, chosen: np.ndarray) -> "_Items":
        return _Items(self.states[chosen], self.weight[chosen], self.group[chosen])


class _Groups:
    """The tree of what the best answer can know: groups in the order in which they were found."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, Any], int] = {}
        self.parent: list[int] = [-1]
        self.chosen: list[bool] = [False]  # split from its parent by an own action, not by a view
        self.gained: list[float] = [0.0]  # by games that have ended

    def child(self, group: int, what: Any, chosen: bool) -> int:
        key = (group, what)
        if key not in self.known:
            self.known[key] = len(self.parent)
            self.parent.append(group)
            self.chosen.append(chosen)
            self.gained.append(0.0)
        return self.known[key]

    def value(self) -> float:
        """Of the first group, from the last one back."""
        best = [-np.inf] * len(self.parent)
        for group in range(len(self.parent) - 1, -1, -1):
            total = self.gained[group] + (best[group] if best[group] > -np.inf else 0.0)
            parent = self.parent[group]
            if group == 0:
                return total
            if self.chosen[group]:
                best[parent] = max(best[parent], total)
            else:
                self.gained[parent] += total
        raise AssertionError("there is a first group")


def best_response(game: Game, policy: Policy, seat: int, options: Mapping[str, Any]) -> tuple[float, int]:
    """What the best answer of a seat wins against this policy in the other one, and how many groups it tells apart."""
    blank = game.blank(1, options)
    blank["rng"] = REST
    deals = ways(game, blank, DEAL, MOST_DEALS)
    if deals is None:
        raise ValueError(
            f"{game.title} can be dealt in too many ways with options {dict(options)}: choose a small variant"
        )
    states = _records([record for record, _ in deals])
    groups = _Groups()
    items = _seen(
        game, groups, seat, _Items(states, np.array([p for _, p in deals]), np.zeros(len(states), np.int64)), None
    )
    while len(items.states):
        mine = items.states["to_act"] == seat
        ready = _merged(items.where(mine))
        waiting = items.where(~mine)
        if len(waiting.states):  # the others first, until the best answer decides everywhere
            items = _joined(ready, _others(game, groups, seat, policy, _merged(waiting)))
        else:
            items = _own(game, groups, seat, ready)
    return groups.value(), len(groups.parent)


def _own(game: Game, groups: _Groups, seat: int, items: _Items) -> _Items:
    """Every legal action of the best answer: a group for each."""
    masks = _masks(game, items.states)
    rows, actions = np.nonzero(masks)
    split = [groups.child(int(g), int(a), True) for g, a in zip(items.group[rows], actions, strict=True)]
    before = _Items(items.states[rows], items.weight[rows], np.array(split, np.int64))
    return _after(game, groups, seat, before, actions)


def _others(game: Game, groups: _Groups, seat: int, policy: Policy, items: _Items) -> _Items:
    """Every action that the policy may take."""
    masks = _masks(game, items.states)
    shares = np.concatenate(
        [
            policy(
                items.states[k : k + CHUNK], _look(game, items.states[k : k + CHUNK], 1 - seat), masks[k : k + CHUNK]
            )
            for k in range(0, len(masks), CHUNK)
        ]
    )
    rows, actions = np.nonzero(shares)
    before = _Items(items.states[rows], items.weight[rows] * shares[rows, actions], items.group[rows])
    return _after(game, groups, seat, before, actions)


def _after(game: Game, groups: _Groups, seat: int, items: _Items, actions: np.ndarray) -> _Items:
    """One decision and its chance in every position; what the best answer sees then splits its groups."""
    parts = []
    for k in range(0, len(actions), CHUNK):
        before = items.where(np.arange(k, min(k + CHUNK, len(actions))))
        after, source, share = _decide(game, before.states, actions[k : k + CHUNK])
        moved = _Items(after, before.weight[source] * share, before.group[source])
        parts.append(_seen(game, groups, seat, moved, before.states[source]))
    return _joined(*parts)


def _seen(game: Game, groups: _Groups, seat: int, items: _Items, before: np.ndarray | None) -> _Items:
    """The positions still in play, in the groups that they belong to by what the best answer sees of them."""
    now = _digests(_look(game, items.states, seat))
    then = _digests(_look(game, before, seat)) if before is not None else [b""] * len(now)
    split = [
        groups.child(int(group), digest, False) if digest != old else int(group)
        for group, digest, old in zip(items.group, now, then, strict=True)
    ]
    items = items._replace(group=np.array(split, np.int64))
    over = items.states["over"] == 1
    ended = items.where(over)
    returns = np.zeros((len(ended.states), 2), np.float32)
    kernels.returns(ended.states, returns)
    for group, won in zip(ended.group, ended.weight * returns[:, seat], strict=True):
        groups.gained[group] += won
    return items.where(~over)


def _decide(game: Game, states: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All that can come of one decision in each position: records, the row each comes from, its probability."""
    after = states.copy()
    kernels.decide(after, actions.astype(np.int32))
    draws = _draws(after["rng"])
    found = [(after[draws == 0], np.flatnonzero(draws == 0), np.ones(int((draws == 0).sum())))]
    for number, words in enumerate(_EVEN, start=1):
        rows = np.repeat(np.flatnonzero(draws == number), len(words))
        many = states[rows]
        many["rng"] = np.tile(words, len(rows) // len(words))
        kernels.decide(many, actions[rows].astype(np.int32))
        found.append((many, rows, np.full(len(rows), 1 / len(words))))
    for row in np.flatnonzero(draws < 0):
        listed = ways(game, states[row : row + 1], int(actions[row]), MOST_DEALS)
        if listed is None:
            raise ValueError(f"{game.title} leaves too much to chance after a decision: choose a smaller variant")
        found += [(record, np.array([row]), np.array([share])) for record, share in listed]
    parts, rows, shares = zip(*found, strict=True)
    records = _records(parts)
    records["rng"] = REST
    records["decisions"] = 0  # nobody sees it, and positions that differ in nothing else are one
    return records, np.concatenate(rows), np.concatenate(shares)


def _draws(words: np.ndarray) -> np.ndarray:
    """How often a stream that began with REST was drawn from: 0, 1, 2, or -1 for more."""
    counts = np.full(len(words), -1)
    word = REST
    for number in range(len(_EVEN) + 1):
        counts[words == word] = number
        word = plain_following(word)
    return counts


def _even_words(draws: int) -> np.ndarray:
    """Streams whose first draws fall into every combination of PARTS once."""
    words = streams_of_seeds(np.arange(PARTS**draws * 40))
    place, word = np.zeros(len(words), np.int64), words
    for _ in range(draws):
        place = place * PARTS + ((plain_output(word) * np.uint64(PARTS)) >> np.uint64(32)).astype(np.int64)
        word = plain_following(word)
    _, first = np.unique(place, return_index=True)
    assert len(first) == PARTS**draws
    return words[first]


def _masks(game: Game, states: np.ndarray) -> np.ndarray:
    masks = np.zeros((len(states), game.actions.size), np.int8)
    kernels.masks(states, masks)
    return masks


def _look(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    seen = np.zeros((len(states), game.observation.size), np.float32)
    kernels.look(states, np.full(len(states), seat, np.int64), seen)
    return seen


def _digests(seen: np.ndarray) -> list[bytes]:
    return [hashlib.blake2b(row.tobytes(), digest_size=16).digest() for row in seen]


def _merged(items: _Items) -> _Items:
    """Equal positions of a group as one."""
    if not len(items.states):
        return items
    place: dict[tuple[int, bytes], int] = {}
    index = [
        place.setdefault((int(g), s.tobytes()), len(place)) for g, s in zip(items.group, items.states, strict=True)
    ]
    _, first = np.unique(index, return_index=True)
    weight = np.bincount(index, items.weight, len(place))
    return _Items(items.states[first], weight, items.group[first])


def _joined(*parts: _Items) -> _Items:
    states, weight, group = zip(*parts, strict=True)
    return _Items(_records(states), np.concatenate(weight), np.concatenate(group))


def _records(parts: Sequence[np.ndarray]) -> np.ndarray:
    """One array of all; numpy forgets that they are records."""
    return np.concatenate(parts).view(parts[0].dtype)


_EVEN = tuple(_even_words(draws) for draws in (1, 2))
