"""Who sits where before a game begins: the learner's seat, and the line-up of players in the other seats."""

from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.engine.rng import stream_below
from flank_envs.opponents.seat_kernels import CALLER


@kernel
def seat_players(players, which, fixed, lineups, bounds):
    """Before new games: the learner takes the seat `fixed`, or a random one if that is -1; a line-up sits after it.

    It is drawn, if there are several: row k of `lineups` when 32 random bits are below bounds[k] and no earlier bound.
    """
    for i in range(which.shape[0]):
        if which[i]:
            players.focus[i] = fixed if fixed >= 0 else stream_below(players.streams, i, players.control.shape[1])
            players.lineup[i] = 0
            if bounds.shape[0] > 1:
                drawn = stream_below(players.streams, i, 2**32 - 1)
                while drawn >= bounds[players.lineup[i]]:
                    players.lineup[i] += 1
            _sit(players, lineups, i)


@kernel
def assign_seats(players, lineups):
    """The players of all games in their seats, after the line-ups got other numbers."""
    for i in range(players.focus.shape[0]):
        _sit(players, lineups, i)


@rule
def _sit(players, lineups, i):
    """With a player for every seat there is no learner, and whoever is in `focus` is the first of the line-up."""
    seats = players.control.shape[1]
    learners = seats - lineups.shape[1]
    players.control[i, players.focus[i]] = CALLER
    for k in range(lineups.shape[1]):
        players.control[i, (int(players.focus[i]) + learners + k) % seats] = lineups[players.lineup[i], k]
