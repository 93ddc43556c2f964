"""What must hold in every game for the fields that all records start with."""

from flank_envs.core.compile import rule


@rule
def header_fits(state, seats, over_phase):
    """The last phase is the one of games that are over; only they are without a seat to act."""
    over = state.over == 1
    return (
        state.seats == seats
        and 0 <= state.phase <= over_phase
        and 0 <= state.over <= 1
        and (over or state.phase != over_phase)
        and 0 <= state.truncated <= state.over
        and (state.to_act == -1 if over else 0 <= state.to_act < seats)
        and state.decisions >= 0
        and state.rng != 0
    )
