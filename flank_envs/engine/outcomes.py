"""Convert per-seat strengths to expected returns: the last step of every game's `evaluate`."""

import numpy as np

from flank_envs.engine.jit.compile import rule


@rule
def expected_returns(state, values):
    """Turn strengths into expected results in place: a seat that is stronger by ln 3 wins three times as often."""
    strongest = values[0]
    for seat in range(1, state.seats):
        strongest = max(strongest, values[seat])
    total = 0.0
    for seat in range(state.seats):
        values[seat] = np.exp(values[seat] - strongest)
        total += values[seat]
    for seat in range(state.seats):
        won = values[seat] / total
        values[seat] = won - (1 - won) / (state.seats - 1)


@rule
def winner_takes_all(state, returns):
    """The `outcome` of games with a field `winner`: it gets 1, the others share -1; 0 for all if it is -1."""
    for seat in range(state.seats):
        if state.winner < 0:
            returns[seat] = 0
        else:
            returns[seat] = 1 if seat == state.winner else -1 / (state.seats - 1)
