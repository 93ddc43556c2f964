"""Stories: every decision is told to those who may know it, in a few short sentences, and to nobody else."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from flank_envs import get_game, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.rules import nothing_hidden
from flank_envs.view.unfolding import unfolded
from tests.conformance.play import forfeited, masks, option_sets, positions, sample, view
from tests.conformance.test_hidden import determinized

MOST_SENTENCES, LONGEST = 8, 160
DETERMINIZATIONS = 2
ACTIONS_TRIED = 4


@cache
def _undecided(name: str, options: tuple) -> np.ndarray:
    return positions(get_game(name), sample(20 if options else 150, 10), seed=11, **dict(options))


def undecided(game: Game, wanted: int, options: dict[str, Any]) -> np.ndarray:
    """Random positions of all phases in which somebody has a choice, the same in all tests."""
    states = _undecided(game.name, tuple(options.items()))
    return states[states["over"] == 0][:wanted]


def decided(before: np.ndarray, actions: np.ndarray) -> np.ndarray:
    after = before.copy()
    kernels.decide(after, actions.astype(np.int32))
    return after


def some_legal(game: Game, states: np.ndarray, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.array([random.choice(np.flatnonzero(mask)) for mask in masks(game, states)])


def looks(game: Game, state: Any, viewer: int) -> tuple[str, bytes]:
    """All that a seat gets of a position."""
    return game.view.text(state, viewer), observed(game, state, viewer)


def observed(game: Game, state: Any, viewer: int) -> bytes:
    return view(game, np.array([state], game.state), viewer).tobytes()


def passed_through(game: Game, before: Any, action: int, viewer: int) -> tuple[bytes, ...]:
    """What the seat sees between the two records, where forced moves follow a decision: all of it is public."""
    asked = getattr(sys.modules[game.view.story.__module__], "ASKED", None)
    if asked is None:
        return ()
    return tuple(observed(game, event.after, viewer) for event in unfolded(game.rules.apply, before, action, (asked,)))


def decisions(game: Game) -> Iterator[tuple[Any, int, Any, int]]:
    """Positions of all phases and options with a legal action, where it leads, and the number of players."""
    for options in option_sets(game):
        before = undecided(game, sample(10 if options else 100, 10), options)
        actions = some_legal(game, before, seed=12)
        for start, action, end in zip(before, actions, decided(before, actions), strict=True):
            yield start, int(action), end, game.players(options)


def variants(game: Game, before: np.ndarray, viewer: int) -> Iterator[tuple[Any, int, Any]]:
    """The decision that may be taken in one position, as far as the viewer knows: all actions, in several
    determinizations.
    """
    random = np.random.default_rng(int(before["rng"][0]) % 2**32)
    own = int(before["to_act"][0]) == viewer
    legal = np.flatnonzero(masks(game, before)[0])
    kept = random.permutation(legal)[: 2 if own else ACTIONS_TRIED]
    starts = [before, *(determinized(before, viewer, seed) for seed in range(DETERMINIZATIONS))]
    for start in starts:
        open_to = np.flatnonzero(masks(game, start)[0])
        for action in kept if own else random.permutation(open_to)[:ACTIONS_TRIED]:
            yield start[0], int(action), decided(start, np.array([action]))[0]


@pytest.mark.slow
def test_records_that_look_the_same_tell_the_same_story(game: Game) -> None:
    """Whatever the hidden part of a position and the hidden part of a choice: what was seen decides what is told.

    What forced moves turn up and put away again between the two records is seen as well.
    """
    compared = set()
    for options in option_sets(game):
        for state in undecided(game, sample(2 if options else 72, 4), options):
            before = np.array([state], game.state)
            for viewer in range(game.players(options)):
                alike = defaultdict(list)
                for start, action, end in variants(game, before, viewer):
                    known = action if state.to_act == viewer or game.rules.determinize is nothing_hidden else None
                    alike[known, observed(game, end, viewer)].append((start, action, end))
                for same in alike.values():
                    if len({(start.tobytes(), action) for start, action, _ in same}) > 1:
                        stories = defaultdict(set)
                        for start, action, end in same:
                            seen = game.view.text(end, viewer), *passed_through(game, start, action, viewer)
                            stories[seen].add(tuple(game.view.story(start, action, end, viewer)))
                        assert all(len(told) == 1 for told in stories.values()), stories.values()
                        if len(stories) < len(same):
                            compared.add(int(state.phase))
    if game.rules.determinize is not nothing_hidden:
        assert len(compared) >= sample(len(game.phases) - 2, 1)


def test_what_a_seat_sees_happen_and_what_it_does_is_told(game: Game) -> None:
    for start, action, end, players in decisions(game):
        assert game.view.story(start, action, end, None)
        for viewer in range(players):
            if start.to_act == viewer or looks(game, start, viewer) != looks(game, end, viewer):
                assert game.view.story(start, action, end, viewer), (game.view.describe(start, action), viewer)


def test_stories_are_a_few_short_sentences(game: Game) -> None:
    for start, action, end, players in decisions(game):
        for viewer in (None, *range(players)):
            told = game.view.story(start, action, end, viewer)
            assert len(told) <= MOST_SENTENCES, told
            for sentence in told:
                assert re.fullmatch(r"[A-Z].*[^.]\.", sentence), sentence
                assert len(sentence) <= LONGEST, sentence
                assert not re.search(r"\baction \d|  |None|\bnp\.", sentence), sentence


def test_the_end_is_told_to_everybody(game: Game) -> None:
    for options in option_sets(game):
        before = undecided(game, sample(5, 2), options)
        for start, end in zip(before, forfeited(before), strict=True):
            for viewer in (None, *range(game.players(options))):
                (told,) = game.view.story(start, 0, end, viewer)
                assert told.startswith("You forfeit:" if viewer == start.to_act else f"Seat {start.to_act} forfeits:")


@pytest.mark.parametrize("seed", range(sample(6, 1)))
def test_the_last_decision_tells_the_result(game: Game, seed: int) -> None:
    before = make_batch(game, 1, seed=seed).states.copy()
    while True:
        actions = some_legal(game, before, seed)
        after = decided(before, actions)
        if after[0].over:
            break
        before = after
        seed += 1
    for viewer in (None, *range(int(before[0].seats))):
        told = game.view.story(before[0], int(actions[0]), after[0], viewer)
        assert re.match(r"(You|Seat \d) wins?\b|Draw|No winner", told[-1])
