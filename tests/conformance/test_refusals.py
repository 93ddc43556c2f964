"""Refusals tell the truth: each gives a reason that holds, and nothing that the seat may not know.

What each reason of a game claims stands in tests/games/<game>/reasons.py.
"""

import dataclasses
import re
from collections import defaultdict
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest

from flank_envs.engine.game import Game
from tests.conformance.play import masks, option_sets, player_sets, positions, recorded, sample
from tests.conformance.test_hidden import determinized
from tests.reasons import ALWAYS, UNTIMELY, Reasons, reason_of


def reasons_of(game: Game) -> Reasons:
    """The table of a game; until it has one only what is alike in all games is looked at."""
    module = f"tests.games.{game.name}.reasons"
    return import_module(module).REASONS if find_spec(module) else {**ALWAYS, ".+": lambda refused: True}


def test_every_refusal_gives_a_reason_that_holds(game: Game) -> None:
    """Everywhere, for every illegal action; and no action is legal in a phase that a refusal says it is not for."""
    reasons = reasons_of(game)
    given: dict[str, set[str]] = defaultdict(set)
    legal_in: dict[str, set[str]] = defaultdict(set)
    right: dict[str, set[str]] = {}
    sets = option_sets(game)
    sources = [positions(game, sample(600 // len(sets), 5), seed=6, **options) for options in sets]
    for states in (*sources, recorded(game, sample(60, 8))):
        for state, mask in zip(states, masks(game, states), strict=True):
            for action in range(game.actions.size):
                block = game.actions.locate(action)[0].name
                if mask[action]:
                    legal_in[block].add(game.phases[state.phase])
                    continue
                pattern, said = reason_of(game, reasons, state, action)
                given[pattern].add(block)
                if pattern.startswith(UNTIMELY):
                    phases = set(said[2].split(" and "))
                    assert right.setdefault(block, phases) == phases
    for block, phases in right.items():
        assert legal_in[block] <= phases
    assert len(given) >= sample(len(reasons) // 2, 2)
    assert all(given)


def test_one_action_is_refused_for_different_reasons(game: Game) -> None:
    """A refusal looks at the position: some action is refused in other words elsewhere."""
    said: dict[int, set[str]] = defaultdict(set)
    for options in player_sets(game):
        states = positions(game, sample(40, 8), seed=7, **options)
        for state, mask in zip(states, masks(game, states), strict=True):
            if not state.over:
                for action in np.flatnonzero(mask == 0):
                    said[int(action)].add(game.view.refusal(state, int(action)))
    assert max(map(len, said.values())) > 1


def test_words_tell_nothing_that_is_hidden(game: Game) -> None:
    """What an action means and why it is refused stays the same when all that the seat cannot know is drawn anew."""
    for options in player_sets(game):
        states = positions(game, sample(60, 8), seed=8, **options)
        for seat in range(game.players(options)):
            other = determinized(states, seat, seed=19)
            own = states["to_act"] == seat
            for one, two, mask in zip(states[own], other[own], masks(game, states)[own], strict=True):
                for action in range(game.actions.size):
                    assert game.view.describe(one, action) == game.view.describe(two, action)
                    if not mask[action]:
                        assert game.view.refusal(one, action) == game.view.refusal(two, action)


def test_a_refusal_is_a_clause(game: Game) -> None:
    """It goes into a sentence: one line without blanks around it and without a full stop."""
    states = positions(game, sample(30, 4), seed=9)
    for state, mask in zip(states, masks(game, states), strict=True):
        for action in np.flatnonzero(mask == 0):
            text = game.view.refusal(state, int(action))
            assert re.fullmatch(r"\S(.*\S)?", text)
            assert not text.endswith((".", "!"))


@pytest.mark.parametrize("wrong", ["the game is over", "no reason is given"])
def test_a_lie_is_noticed(game: Game, wrong: str) -> None:
    state = next(state for state in positions(game, sample(20, 4), seed=10) if not state.over)
    action = int(np.argmin(masks(game, np.array([state], game.state))[0]))
    view = dataclasses.replace(game.view, refusal=lambda state, action: wrong)
    liar = dataclasses.replace(game, view=view)
    with pytest.raises(AssertionError, match="was refused because"):
        reason_of(liar, {**reasons_of(game), ".+": lambda refused: False}, state, action)
