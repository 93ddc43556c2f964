"""Enumerate the chance outcomes of one decision, where they are few.

Compiled rules draw from the stream in the record and from nothing else. Here the same rules run as plain Python, and
their draws are answered from a list: run again with every list there is, they show all that can come of a decision.
"""

import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.cards import take_random
from flank_envs.engine.game import Game
from flank_envs.engine.jit import verbs
from flank_envs.engine.jit.walk import python_function
from flank_envs.engine.plain import plain_copy
from flank_envs.engine.rng import below, following, output, stream_below

DEAL = -1  # in place of an action: the beginning of a game
MOST_DRAWS = 16  # in one decision; a shuffled pile of a full game has more


class Answers(threading.local):
    """Prescribed results of the random draws of rules, in each thread: `numbers` one after the other, then 0."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.begin_run()

    def begin_run(self) -> None:
        """The rules run from the beginning: nothing is drawn yet."""
        self.ranges: list[int] = []  # n of every draw so far
        self.share = 1.0  # of all that can happen, what has come out so far

    def below(self, state: Any, n: int) -> int:
        """Stands in for the `below` of rules; the record's stream stays as it is."""
        self.share /= n
        return self._next(n)

    def stream_below(self, streams: Any, i: int, n: int) -> int:
        """Stands in for the `stream_below` of players; the stream stays as it is."""
        return self.below(None, n)

    def take_random(self, state: Any, bag: Any) -> int:
        """Stands in for that of cards: equal ones are drawn as one."""
        kinds = np.flatnonzero(bag)
        kind = int(kinds[self._next(len(kinds))])
        self.share *= bag[kind] / bag.sum()
        bag[kind] -= 1
        return kind

    def _next(self, n: int) -> int:
        k = len(self.ranges)
        self.ranges.append(int(n))
        return self.numbers[k] if k < len(self.numbers) else 0

    def following(self) -> bool:
        """The next list in order; False after the last one."""
        self.numbers += [0] * (len(self.ranges) - len(self.numbers))
        while self.numbers and self.numbers[-1] == self.ranges[len(self.numbers) - 1] - 1:
            self.numbers.pop()
        if self.numbers:
            self.numbers[-1] += 1
        return bool(self.numbers)


def draws(states: np.ndarray, action: int) -> bool:
    """Apply one decision (or DEAL) to a one-game array and return whether the rules drew random numbers."""
    before = states["rng"][0]
    if action == DEAL:
        kernels.begin(states)
    else:
        kernels.decide(states, np.array([action], np.int32))
    return bool(states["rng"][0] != before)


def ways(game: Game, states: np.ndarray, action: int, most: int) -> list[tuple[np.ndarray, float]] | None:
    """The outcomes of a decision (or DEAL) in a one-game array: distinct records and their probabilities.

    They keep the stream of `states`. None where they would take more than `most` runs of the rules.
    """
    if not _few_draws(states, action):
        return None
    answers, begin, decide = _plain_rules(game)
    probabilities: dict[bytes, float] = {}
    answers.numbers = []
    for _ in range(most):
        after = _PlainStates(states)
        answers.begin_run()
        if action == DEAL:
            begin(after)
        else:
            decide(after, [action])
        if np.prod(answers.ranges, dtype=float) > most:
            return None
        record = after.states.tobytes()
        probabilities[record] = probabilities.get(record, 0.0) + answers.share
        if not answers.following():
            return [
                (np.frombuffer(content, game.state).copy(), share) for content, share in sorted(probabilities.items())
            ]
    return None


def action_probabilities(
    player: Callable[..., int], states: np.ndarray, mask: np.ndarray, most: int
) -> np.ndarray | None:
    """How likely a rule `player(state, mask, streams, i)` takes each action in a one-game array.

    None after `most` runs of it.
    """
    answers, choose = _plain_player(player)
    record, shares = _PlainStates(states)[0], np.zeros(len(mask))
    answers.numbers = []
    for _ in range(most):
        answers.begin_run()
        action = choose(record, mask, np.ones(1, np.uint64), 0)
        shares[action] += answers.share
        if not answers.following():
            return shares
    return None


def _not_listed(word: Any) -> Any:
    """Stands in for the `output` of a stream: where rules ask for it themselves, nobody knows what they make of it."""
    raise ValueError(
        "a game that takes random bits from the `output` of a stream has chance events that cannot be listed: let its "
        "rules draw by below, shuffle and take_random, and its heuristic by stream_below and random_legal"
    )


def _as_it_was(word: Any) -> Any:
    """Stands in for the `following` of streams."""
    return word


def _few_draws(states: np.ndarray, action: int) -> bool:
    """Whether the stream has moved on by few words: the rules of full games shuffle, and need not be asked."""
    after, word = states.copy(), states["rng"][0]
    draws(after, action)
    for _ in range(MOST_DRAWS):
        if word == after["rng"][0]:
            return True
        word = plain_following(word)
    return bool(word == after["rng"][0])


class _PlainStates:
    """A copy of a one-game array for plain rules: its fields are read several times as fast as those of a np.record."""

    def __init__(self, states: np.ndarray) -> None:
        self.states, self.shape = states.copy(), (1,)
        self._record = _plain_record(states.dtype)(self.states)

    def __getitem__(self, index: int) -> Any:
        return self._record


@cache
def _plain_record(dtype: np.dtype) -> type:
    """A class whose attributes are the fields of such a record."""
    names = list(dtype.names or ())

    def __init__(record: Any, states: np.ndarray) -> None:  # noqa: N807
        record.__views__ = [states[name] for name in names]

    return type("PlainRecord", (), {"__init__": __init__} | {name: _plain_field(k) for k, name in enumerate(names)})


def _plain_field(k: int) -> property:
    def read(record: Any) -> Any:
        return record.__views__[k][0]

    def write(record: Any, value: Any) -> None:
        record.__views__[k][0] = value

    return property(read, write)


@cache
def _plain_rules(game: Game) -> tuple[Answers, Callable[..., None], Callable[..., None]]:
    """The answers that a game's plain rules ask for, and these rules: `begin` and `decide` of the kernels."""
    answers, copies = _asking()
    for verb, rule in ((verbs.deal, game.rules.deal), (verbs.apply, game.rules.apply)):
        copies[verb] = plain_copy(rule, copies)
    return answers, plain_copy(kernels.begin, copies), plain_copy(kernels.decide, copies)


@cache
def _plain_player(rule: Callable[..., int]) -> tuple[Answers, Callable[..., int]]:
    """The answers that a player's rule asks for as plain Python, and that rule."""
    answers, copies = _asking()
    return answers, plain_copy(rule, copies)


def _asking() -> tuple[Answers, dict[Any, Callable[..., Any]]]:
    """Answers, and what stands in for all that draws, so that rules ask for them."""
    answers = Answers()
    stand_ins = {
        below: answers.below,
        take_random: answers.take_random,
        stream_below: answers.stream_below,
        following: _as_it_was,
        output: _not_listed,
    }
    return answers, {python_function(source): stand_in for source, stand_in in stand_ins.items()}


plain_following = plain_copy(following, {})  # for single words, without compiling
