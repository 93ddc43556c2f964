"""What a game is: its record, its layouts and its verbs; and the games that are known."""

import inspect
import keyword
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from flank_envs.engine.features import Features
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.layout import Layout
from flank_envs.engine.options import Option, complete, suggestion
from flank_envs.engine.outcomes import winner_takes_all
from flank_envs.engine.rng import random_legal
from flank_envs.engine.untrusted import short_repr


@rule
def nothing_hidden(state, seat):
    """The `determinize` of games in which every seat knows everything and nothing is left to chance."""


@rule
def nothing_unseen(state, seat):
    """The `undo_unseen` of games in which nobody decides before the choices of others are seen."""


def nothing_derived(state: Any) -> None:
    """The `derive` of games whose records have no field that follows from others."""


@rule
def any_legal(state, mask, streams, i):
    """The heuristic of games that have none of their own."""
    return random_legal(mask, streams, i)


def decision_alone(game: "Game", before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    """The `story` of games that have none of their own: who chose what, as far as the viewer may know."""
    seat = int(before.to_act)
    public = viewer in (None, seat) or game.determinize is nothing_hidden
    chosen = game.describe(before, action) if public else "a choice that you cannot see"
    return [f"{'You' if viewer == seat else f'Seat {seat}'}: {chosen}.", *["The game is over."] * int(after.over)]


@rule
def nobody_ahead(state, values):
    """The `evaluate` of games that have none of their own: nobody is ahead before the end."""
    for seat in range(state.seats):
        values[seat] = 0


NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)
TO_THE_END = 2**30  # decisions: more than any game has


class Rollout(NamedTuple):
    """How a search plays on where its tree ends, and where it looks first."""

    heuristic: bool = False  # whether the heuristic plays on, else chance
    depth: int = TO_THE_END  # decisions after which `evaluate` says who is ahead
    heuristic_prior: float = 0.0  # the prior of the heuristic's action before others share the rest, from 0 to 1
    c_puct: float = 1.5  # weight of what was seldom tried, for results from -1 to 1


RANDOM_TO_THE_END = Rollout()


@dataclass(frozen=True)
class Game:
    """A game as data and compiled verbs.

    Verbs take a record: `deal(state)`, `legal(state, mask)`, `apply(state, action)`, `observe(state, seat, out)`,
    `observe_turn(state, seat, out)` (the part that changes when `apply` returns True: the same seat goes on),
    `outcome(state, returns)`, `determinize(state, seat)`, `undo_unseen(state, seat)` (others choose again what `seat`,
    who is to act, has not seen of them), `heuristic(state, mask, streams, i) -> action` (streams[i] is its chance),
    `evaluate(state, values)` (what each seat may expect of a game that is not over) and `check(state) -> code` (0, or
    the number of the broken invariant). Masks and observations arrive zeroed. `describe(state, action)`,
    `refusal(state, action)` (why it is not legal), `picture(state, viewer)` (SVG), `text(state, viewer)` and
    `story(before, action, after, viewer)` (a few sentences about one decision and everything automatic that followed)
    are plain Python; viewer None sees all cards. So are `status(state, viewer)` (who decides and what; or who has won,
    and how) and `round_number(state)`. `conflict(options)` says why options do not go together, "" if they do.
    `derive(state)`, in plain Python, fills in the fields that follow from others, when a position is set up by hand.
    """

    name: str
    title: str
    phases: tuple[str, ...]
    actions: Layout
    observation: Layout
    state: np.dtype
    invariants: tuple[str, ...]
    deal: Callable[..., None]
    legal: Callable[..., None]
    apply: Callable[..., bool]
    observe: Callable[..., None]
    check: Callable[..., int]
    describe: Callable[[Any, int], str]
    refusal: Callable[[Any, int], str]
    text: Callable[[Any, int | None], str]
    picture: Callable[[Any, int | None], str]
    version: int = 0
    seats: tuple[int, int] = (2, 2)
    options: tuple[Option, ...] = ()
    observe_turn: Callable[..., None] = None  # pyright: ignore  # `observe` does, unless `apply` ever returns True
    outcome: Callable[..., None] = winner_takes_all
    determinize: Callable[..., None] = nothing_hidden
    undo_unseen: Callable[..., None] = nothing_unseen
    heuristic: Callable[..., int] = any_legal
    evaluate: Callable[..., None] = nobody_ahead
    rollout: Rollout = RANDOM_TO_THE_END
    features: Features | None = None
    conflict: Callable[[Mapping[str, Any]], str] = lambda options: ""
    derive: Callable[[Any], None] = nothing_derived
    story: Callable[[Any, int, Any, int | None], list[str]] = None  # pyright: ignore  # by default the decision alone
    status: Callable[[Any, int | None], tuple[str, str]] = lambda state, viewer: ("", "")
    round_number: Callable[[Any], int] = lambda state: 0

    def __post_init__(self) -> None:
        if self.story is None:
            object.__setattr__(self, "story", partial(decision_alone, self))
        if self.observe_turn is None:
            object.__setattr__(self, "observe_turn", self.observe)

    @property
    def folder(self) -> Path:
        """Where its rules and its rules.md are."""
        return Path(inspect.getfile(inspect.unwrap(self.deal))).parent

    def players(self, options: Mapping[str, Any]) -> int:
        """The number of players: the option `players` of games that leave it open."""
        return complete(self.options, options).get("players", self.seats[1])

    def blank(self, count: int, options: Mapping[str, Any]) -> np.ndarray:
        """Records with their options set and nothing dealt yet."""
        states = np.zeros(count, self.state)
        values = complete(self.options, options)
        problem = self.conflict(values)
        if problem:
            raise ValueError(problem)
        for option in self.options:
            states[option.name] = option.encode(values[option.name])
        states["seats"] = self.players(options)
        return states

    def options_of(self, state: Any) -> dict[str, Any]:
        """The options of a record, as they were given."""
        return {option.name: option.decode(int(state[option.name])) for option in self.options}

    def option_samples(self) -> list[dict[str, Any]]:
        """The defaults, then every other value of every option by itself (of numbers, some)."""
        return [{}, *({o.name: value} for o in self.options for value in o.samples() if value != o.default)]

    def __reduce__(self) -> tuple:
        return get_game, (self.name,)  # copies and pickles mean the same game

    @property
    def camel_name(self) -> str:
        """HoldTheLine for hold_the_line: Gymnasium's way of writing ids."""
        return "".join(word.capitalize() for word in self.name.split("_"))


_KNOWN: dict[str, Game] = {}


def all_games() -> dict[str, Game]:
    """Every game by its name: those in the folder `games`, and those added."""
    return _KNOWN


def take_game(game: Game) -> None:
    """Let everything here know a game."""
    check_new(game)
    _KNOWN[game.name] = game


def check_new(game: Game) -> None:
    """A ValueError that says why this game cannot be one more, if it cannot."""
    if not isinstance(game.name, str) or not NAME.fullmatch(game.name) or keyword.iskeyword(game.name):
        raise ValueError(
            f"a game cannot be called {short_repr(game.name)}: give lower-case words with underscores between "
            "them, such as "
            "'hold_the_line', that Python takes for a name"
        )
    if isinstance(game.version, bool) or not isinstance(game.version, int) or game.version < 0:
        raise ValueError(f"version={short_repr(game.version)} of {game.name}: give a whole number from 0")
    if same := [other.name for other in _KNOWN.values() if game.camel_name == other.camel_name]:
        raise ValueError(f"there is a game {same[0]!r} already: choose another name")
    if same := [other.name for other in _KNOWN.values() if other.state == game.state]:
        raise ValueError(f"{game.name} and {same[0]} have records of the same type, which must tell games apart")


def get_game(name: str | Game) -> Game:
    """The game of that name (or the Game itself); a ValueError names the known ones that are like it."""
    if isinstance(name, Game):
        return name
    if not isinstance(name, str) or name not in _KNOWN:
        raise ValueError(f"unknown game {short_repr(name)}{suggestion(str(name), list(_KNOWN))}")
    return _KNOWN[name]


@cache
def game_of_dtype(dtype: np.dtype) -> Game:
    """The game whose records have this type."""
    for game in _KNOWN.values():
        if game.state == dtype:
            return game
    raise TypeError(f"no game has records of type {dtype}")
