"""The verbs of a game for generic code: the record's type decides which game's rule is meant.

Compiled, the choice is made while compiling and costs nothing; uncompiled, the record is asked.
"""

from functools import cache, partial
from typing import Any

from numba.extending import overload
from numba.np.numpy_support import from_dtype

from flank_envs.engine.game import Game, all_games, game_of_dtype
from flank_envs.engine.jit.passes import AS_RULE
from flank_envs.engine.jit.walk import RULE_BY_RECORD


@cache
def _game_of_type(record_type: Any) -> Game:
    for game in all_games().values():
        if from_dtype(game.state) == record_type:
            return game
    raise TypeError(f"no game has records of type {record_type}")


def _verb(name: str, record_type: Any) -> Any:
    """The Python function of a game's rule, for Numba to compile in place of the verb."""
    return getattr(_game_of_type(record_type), name).py_func


def deal(state):
    """Start a new game from the record's own stream and options."""
    game_of_dtype(state.dtype).deal(state)


@overload(deal, jit_options=AS_RULE)
def _deal(state):
    return _verb("deal", state)


def legal(state, mask):
    """Mark what the seat to act may do; `mask` arrives zeroed."""
    game_of_dtype(state.dtype).legal(state, mask)


@overload(legal, jit_options=AS_RULE)
def _legal(state, mask):
    return _verb("legal", state)


def apply(state, action):
    """One legal decision, then everything automatic until the next one.

    True if the same seat goes on and `observe_turn` is enough to bring its observation up to date.
    """
    return game_of_dtype(state.dtype).apply(state, action)


@overload(apply, jit_options=AS_RULE)
def _apply(state, action):
    return _verb("apply", state)


def observe(state, seat, out):
    """Write what this seat may know; `out` arrives zeroed."""
    game_of_dtype(state.dtype).observe(state, seat, out)


@overload(observe, jit_options=AS_RULE)
def _observe(state, seat, out):
    return _verb("observe", state)


def observe_turn(state, seat, out):
    """Bring up to date what `observe` wrote for this seat before a decision for which `apply` returned True."""
    game_of_dtype(state.dtype).observe_turn(state, seat, out)


@overload(observe_turn, jit_options=AS_RULE)
def _observe_turn(state, seat, out):
    return _verb("observe_turn", state)


def outcome(state, returns):
    """Write the final return of each seat."""
    game_of_dtype(state.dtype).outcome(state, returns)


@overload(outcome, jit_options=AS_RULE)
def _outcome(state, returns):
    return _verb("outcome", state)


def determinize(state, seat):
    """Draw everything hidden from `seat` anew from the record's stream."""
    game_of_dtype(state.dtype).determinize(state, seat)


@overload(determinize, jit_options=AS_RULE)
def _determinize(state, seat):
    return _verb("determinize", state)


def undo_unseen(state, seat):
    """Take back what others have chosen unseen by `seat`, who is to act: they decide again before it goes on."""
    game_of_dtype(state.dtype).undo_unseen(state, seat)


@overload(undo_unseen, jit_options=AS_RULE)
def _undo_unseen(state, seat):
    return _verb("undo_unseen", state)


def heuristic(state, mask, streams, i):
    """The action of a cheap sensible player who sees only what the seat to act may know; chance is streams[i]."""
    return game_of_dtype(state.dtype).heuristic(state, mask, streams, i)


@overload(heuristic, jit_options=AS_RULE)
def _heuristic(state, mask, streams, i):
    return _verb("heuristic", state)


def evaluate(state, values):
    """Write what each seat may expect of a game that is not over, from -1 to 1 and 0 in all."""
    game_of_dtype(state.dtype).evaluate(state, values)


@overload(evaluate, jit_options=AS_RULE)
def _evaluate(state, values):
    return _verb("evaluate", state)


def check(state):
    """0, or the number of the first broken invariant."""
    return game_of_dtype(state.dtype).check(state)


@overload(check, jit_options=AS_RULE)
def _check(state):
    return _verb("check", state)


for verb in (deal, legal, apply, observe, observe_turn, outcome, determinize, undo_unseen, heuristic, evaluate, check):
    RULE_BY_RECORD[verb] = partial(_verb, verb.__name__)
