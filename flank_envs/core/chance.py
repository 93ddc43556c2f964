"""Every way that chance can fall in one decision, where these are few.

Compiled rules draw from the stream in the record and from nothing else. Here the same rules run as plain Python, and
their draws are answered from a list: run again with every list there is, they show all that can come of a decision.
"""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from flank_envs.core import kernels, verbs
from flank_envs.core.cards import take_random
from flank_envs.core.game import Game
from flank_envs.core.stream import below, following, output

DEAL = -1  # in place of an action: the beginning of a game
MOST_DRAWS = 16  # in one decision; a shuffled pile of a full game has more


class Answers:
    """What the draws of the rules come out as: the numbers given, then 0."""

    def __init__(self) -> None:
        self.given: list[int] = []
        self.ranges: list[int] = []  # n of every draw so far
        self.share = 1.0  # of all that can happen, what has come out so far

    def below(self, state: Any, n: int) -> int:
        """Stands in for the `below` of rules; the record's stream stays as it is."""
        self.share /= n
        return self._next(n)

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
        return self.given[k] if k < len(self.given) else 0

    def following(self) -> bool:
        """The next list in order; False after the last one."""
        self.given += [0] * (len(self.ranges) - len(self.given))
        while self.given and self.given[-1] == self.ranges[len(self.given) - 1] - 1:
            self.given.pop()
        if self.given:
            self.given[-1] += 1
        return bool(self.given)


def draws(states: np.ndarray, action: int) -> bool:
    """Make one decision (or DEAL) in the game of a one-game array; whether anything was left to chance."""
    before = states["rng"][0]
    if action == DEAL:
        kernels.begin(states)
    else:
        kernels.decide(states, np.array([action], np.int32))
    return bool(states["rng"][0] != before)


def ways(game: Game, states: np.ndarray, action: int, most: int) -> list[tuple[np.ndarray, float]] | None:
    """What can come of a decision (or DEAL) in a one-game array: different records and their probabilities.

    They keep the stream of `states`. None where they would take more than `most` runs of the rules.
    """
    if not _few_draws(states, action):
        return None
    answers, begin, decide = _plain_rules(game)
    found: dict[bytes, float] = {}
    answers.given = []
    for _ in range(most):
        after, answers.ranges, answers.share = states.copy(), [], 1.0
        if action == DEAL:
            begin(after)
        else:
            decide(after, [action])
        if np.prod(answers.ranges, dtype=float) > most:
            return None
        after["rng"] = states["rng"]  # also where a game moves it on without drawing
        record = after.tobytes()
        found[record] = found.get(record, 0.0) + answers.share
        if not answers.following():
            return [(np.frombuffer(kept, game.state).copy(), share) for kept, share in sorted(found.items())]
    return None


def _few_draws(states: np.ndarray, action: int) -> bool:
    """Whether the stream has moved on by few words: the rules of full games shuffle, and need not be asked."""
    after, word = states.copy(), states["rng"][0]
    draws(after, action)
    for _ in range(MOST_DRAWS):
        if word == after["rng"][0]:
            return True
        word = plain_following(word)
    return bool(word == after["rng"][0])


@cache
def _plain_rules(game: Game) -> tuple[Answers, Callable[..., None], Callable[..., None]]:
    """The answers that a game's plain rules ask for, and these rules: `begin` and `decide` of the kernels."""
    answers = Answers()
    copies: dict[Any, Callable[..., Any]] = {
        _python(below): answers.below,
        _python(take_random): answers.take_random,
    }
    for verb in (verbs.deal, verbs.apply):
        copies[verb] = _copied(getattr(game, verb.__name__), copies)
    return answers, _copied(kernels.begin, copies), _copied(kernels.decide, copies)


def _copied(rule: Any, copies: dict[Any, Callable[..., Any]]) -> Callable[..., Any]:
    """A rule as plain Python that calls such copies of the rules below it, or what `copies` has in their place."""
    source = _python(rule)
    if source not in copies:
        names = dict(source.__globals__)
        copies[source] = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
        for name in source.__code__.co_names:
            if isinstance(_python(names.get(name)), FunctionType):
                names[name] = _copied(names[name], copies)
    return copies[source]


def _python(value: Any) -> Any:
    return getattr(value, "py_func", value)


# For single words and arrays of them, without compiling.
plain_following, plain_output = (_copied(rule, {}) for rule in (following, output))
