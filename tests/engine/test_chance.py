"""All the ways of chance: none missing, none too many, and as likely as the compiled rules draw them."""

from itertools import count, product

import numpy as np

from flank_envs import get_game, make_batch
from flank_envs.engine.chance import DEAL, Answers, draws, ways
from flank_envs.engine.rng import streams_of_seeds
from tests.conformance.play import sample


def test_answers_go_through_all_lists() -> None:
    """Also where the range of a draw hangs on the one before."""
    answers, found = Answers(), []
    while True:
        answers.ranges = []
        first = answers.below(None, 3)
        found.append((first, *(answers.below(None, 2 + first) for _ in range(first))))
        if not answers.following():
            break
    assert found == [(k, *rest) for k in range(3) for rest in product(range(2 + k), repeat=k)]


def test_the_ways_of_a_decision_are_those_that_are_drawn() -> None:
    """Two or three discards of Hold the Line become a pile."""
    game = get_game("hold_the_line")
    batch = make_batch(game, 1, seed=5, autoreset=True)
    streams = batch.streams(0)
    for _ in count():
        action = int(batch.random_actions(streams)[0])
        before = batch.states.copy()
        found = ways(game, before, action, 24) if draws(before.copy(), action) else None
        if found is not None and len(found) > 2:
            break
        batch.step(np.array([action]))
    assert abs(sum(share for _, share in found) - 1) < 1e-12
    tries = sample(4000, 300)
    drawn: dict[bytes, int] = {record.tobytes(): 0 for record, _ in found}
    for word in streams_of_seeds(np.arange(tries)):
        after = before.copy()
        after["rng"] = word
        assert draws(after, action)
        after["rng"] = before["rng"]
        drawn[after.tobytes()] += 1  # a KeyError is a way that was missed
    for record, share in found:
        assert abs(drawn[record.tobytes()] / tries - share) < 5 * (share / tries) ** 0.5


def test_a_shuffled_deck_has_too_many_ways() -> None:
    game = get_game("hold_the_line")
    states = game.blank(1, {})
    states["rng"] = 1
    assert ways(game, states, DEAL, 10**6) is None
