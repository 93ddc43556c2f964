"""Verbs for generic code: the record's type decides which game's rule is meant.

Compiled, the choice is made while compiling and costs nothing; uncompiled, the record is asked.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

from numba.extending import overload
from numba.np.numpy_support import from_dtype

from flank_envs.engine.game import Game, all_games, game_of_dtype
from flank_envs.engine.jit.passes import AS_RULE
from flank_envs.engine.jit.walk import RULE_BY_RECORD, python_function

Stub = TypeVar("Stub", bound=Callable[..., Any])
RULE_OF_GAME: dict[Callable[..., Any], Callable[[Game], Any]] = {}


@cache
def _game_of_type(record_type: Any) -> Game:
    for game in all_games().values():
        if from_dtype(game.state) == record_type:
            return game
    raise TypeError(f"no game has records of type {record_type}")


def verb(rule_of: Callable[[Game], Any]) -> Callable[[Stub], Stub]:
    """Make a verb of a function without a body: a call runs the rule that `rule_of` gives for the record's game.

    The rules of all games must name their parameters as the verb does.
    """

    def rule_of_type(record_type: Any) -> Any:
        return python_function(rule_of(_game_of_type(record_type)))

    def make(stub: Stub) -> Any:
        @wraps(stub)
        def uncompiled(state: Any, *arguments: Any) -> Any:
            return rule_of(game_of_dtype(state.dtype))(state, *arguments)

        @wraps(stub)  # Numba compares the names of the parameters
        def compiled(state: Any, *arguments: Any) -> Any:
            return rule_of_type(state)

        overload(uncompiled, jit_options=AS_RULE)(compiled)
        RULE_BY_RECORD[uncompiled] = rule_of_type
        RULE_OF_GAME[uncompiled] = rule_of
        return uncompiled

    return make


@verb(lambda game: game.rules.deal)
def deal(state):
    """Start a new game from the record's own stream and options."""


@verb(lambda game: game.rules.legal)
def legal(state, mask):
    """Mark what the seat to act may do; `mask` arrives zeroed."""


@verb(lambda game: game.rules.apply)
def apply(state, action):
    """One legal decision, then everything automatic until the next one.

    True if the same seat goes on and `observe_turn` is enough to bring its observation up to date.
    """


@verb(lambda game: game.rules.observe)
def observe(state, seat, out):
    """Write what this seat may know; `out` arrives zeroed."""


@verb(lambda game: game.rules.observe_turn)
def observe_turn(state, seat, out):
    """Bring up to date what `observe` wrote for this seat before a decision for which `apply` returned True."""


@verb(lambda game: game.rules.outcome)
def outcome(state, returns):
    """Write the final return of each seat."""


@verb(lambda game: game.rules.determinize)
def determinize(state, seat):
    """Draw everything hidden from `seat` anew from the record's stream."""


@verb(lambda game: game.rules.undo_unseen)
def undo_unseen(state, seat):
    """Take back what others have chosen unseen by `seat`, who is to act: they decide again before it goes on."""


@verb(lambda game: game.rules.check)
def check(state):
    """0, or the number of the first broken invariant."""


@verb(lambda game: game.rules.features)
def features(state, seat, scratch, numbers, out, actions, values) -> Any:
    """Write what the rules would do, see Rules; the number of actions that have features."""
