"""The rules of a game as compiled verbs over its record, found by their names in the game's folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flank_envs.engine.folder import find_by_name
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.outcomes import winner_takes_all

MODULES = ("rules", "state", "turn", "observe", "determinize", "check", "features")  # where verbs are looked for
REQUIRED = ("deal", "legal", "apply", "observe", "check", "INVARIANTS")
OPTIONAL = ("observe_turn", "outcome", "determinize", "undo_unseen", "derive", "conflict", "features")


@rule
def nothing_hidden(state, seat):
    """The `determinize` of games in which every seat knows everything and nothing is left to chance."""


@rule
def nothing_unseen(state, seat):
    """The `undo_unseen` of games in which nobody decides before the choices of others are seen."""


def nothing_derived(state: Any) -> None:
    """The `derive` of games whose records have no field that follows from others."""


def no_conflict(options: Mapping[str, Any]) -> str:
    """The `conflict` of games whose options go together in every way."""
    return ""


@dataclass(frozen=True)
class Rules:
    """The verbs of a game. All but `derive` and `conflict` are compiled; masks and observations arrive zeroed."""

    deal: Callable[..., None]
    """`deal(state)` begins a game by the record's own stream and options."""
    legal: Callable[..., None]
    """`legal(state, mask)` marks what the seat to act may do."""
    apply: Callable[..., bool]
    """`apply(state, action)` makes a legal decision; True if the same seat goes on and `observe_turn` is enough."""
    observe: Callable[..., None]
    """`observe(state, seat, out)` writes what this seat may know."""
    check: Callable[..., int]
    """`check(state)` returns 0, or k if `invariants[k - 1]` is broken."""
    invariants: tuple[str, ...]
    """What `check` proves, in words; `INVARIANTS` in the game's folder."""
    observe_turn: Callable[..., None] = None  # pyright: ignore[reportAssignmentType]  # by default `observe`
    """`observe_turn(state, seat, out)` brings an observation up to date after an `apply` that returned True."""
    outcome: Callable[..., None] = winner_takes_all
    """`outcome(state, returns)` writes the result of every seat."""
    determinize: Callable[..., None] = nothing_hidden
    """`determinize(state, seat)` draws anew what this seat cannot know, from the record's stream."""
    undo_unseen: Callable[..., None] = nothing_unseen
    """`undo_unseen(state, seat)` takes back what others chose that `seat`, who is to act, has not seen."""
    derive: Callable[[Any], None] = nothing_derived
    """`derive(state)` fills in the fields that follow from others, when a position is set up by hand."""
    conflict: Callable[[Mapping[str, Any]], str] = no_conflict
    """`conflict(options)` says why options do not go together, "" if they do."""

    features: Callable[..., int] | None = None
    """`features(state, seat, scratch, numbers, out, actions, values)` tells networks what the rules would do.

    It fills `out`, which arrives zeroed, with values about the position, and for each legal action of `seat`, if that
    is to act, `actions[k]` and the row `values[k]` (see `begin_action`); it returns how many. It may try things on
    `scratch[0]`, a spare record, and work with the whole numbers in `numbers`. What it writes is a function of what the
    seat may know. None in games without features.
    """

    def __post_init__(self) -> None:
        if self.observe_turn is None:
            object.__setattr__(self, "observe_turn", self.observe)


def find_rules(package: str) -> Rules:
    """The rules of the game in this package or module."""
    verbs = find_by_name(package, (*REQUIRED, *OPTIONAL), MODULES, REQUIRED)
    return Rules(invariants=verbs.pop("INVARIANTS"), **verbs)
