"""The verbs of a game for generic code: the record's type decides which game's rule is meant.

Compiled, the choice is made while compiling and costs nothing; uncompiled, the record is asked.
"""

from functools import cache
from typing import Any

from numba.extending import overload
from numba.np.numpy_support import from_dtype

from flank_envs.core.game import Game, all_games, game_of_dtype


@cache
def _game_of_type(record_type: Any) -> Game:
    for game in all_games().values():
        if from_dtype(game.state) == record_type:
            return game
    raise TypeError(f"no game has records of type {record_type}")


def deal(state):
    """Start a new game from the record's own stream and options."""
    game_of_dtype(state.dtype).deal(state)


@overload(deal)
def _deal(state):
    verb = _game_of_type(state).deal
    return lambda state: verb(state)


def legal(state, mask):
    """Mark what the seat to act may do; `mask` arrives zeroed."""
    game_of_dtype(state.dtype).legal(state, mask)


@overload(legal)
def _legal(state, mask):
    verb = _game_of_type(state).legal
    return lambda state, mask: verb(state, mask)


def apply(state, action):
    """One legal decision, then everything automatic until the next one.

    True if the same seat goes on and `observe_turn` is enough to bring its observation up to date.
    """
    return game_of_dtype(state.dtype).apply(state, action)


@overload(apply)
def _apply(state, action):
    verb = _game_of_type(state).apply
    return lambda state, action: verb(state, action)


def observe(state, seat, out):
    """Write what this seat may know; `out` arrives zeroed."""
    game_of_dtype(state.dtype).observe(state, seat, out)


@overload(observe)
def _observe(state, seat, out):
    verb = _game_of_type(state).observe
    return lambda state, seat, out: verb(state, seat, out)


def observe_turn(state, seat, out):
    """Bring up to date what `observe` wrote for this seat before a decision for which `apply` returned True."""
    game_of_dtype(state.dtype).observe_turn(state, seat, out)


@overload(observe_turn)
def _observe_turn(state, seat, out):
    verb = _game_of_type(state).observe_turn
    return lambda state, seat, out: verb(state, seat, out)


def outcome(state, returns):
    """Write the final return of each seat."""
    game_of_dtype(state.dtype).outcome(state, returns)


@overload(outcome)
def _outcome(state, returns):
    verb = _game_of_type(state).outcome
    return lambda state, returns: verb(state, returns)


def redeal(state, seat):
    """Draw everything hidden from `seat` anew from the record's stream."""
    game_of_dtype(state.dtype).redeal(state, seat)


@overload(redeal)
def _redeal(state, seat):
    verb = _game_of_type(state).redeal
    return lambda state, seat: verb(state, seat)


def rule_of_thumb(state, mask):
    """The action of a cheap sensible player who sees only what the seat to act may know."""
    return game_of_dtype(state.dtype).rule_of_thumb(state, mask)


@overload(rule_of_thumb)
def _rule_of_thumb(state, mask):
    verb = _game_of_type(state).rule_of_thumb
    return lambda state, mask: verb(state, mask)


def check(state):
    """0, or the number of the first broken invariant."""
    return game_of_dtype(state.dtype).check(state)


@overload(check)
def _check(state):
    verb = _game_of_type(state).check
    return lambda state: verb(state)
