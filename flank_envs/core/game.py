"""What a game is: its record, its layouts and its verbs. Games are found by looking into the folder `games`."""

import importlib
import inspect
import keyword
import pkgutil
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from flank_envs import games
from flank_envs.core.compile import rule
from flank_envs.core.layout import Layout
from flank_envs.core.options import Option, complete, suggestion
from flank_envs.core.stream import random_legal
from flank_envs.core.untrusted import shown

# The fields that every record starts with; the options of the game follow, then its own fields.
HEADER = [
    ("rng", np.uint64),  # the random stream of all chance events
    ("decisions", np.int32),  # decisions taken so far in this game
    ("phase", np.int8),  # index into Game.phases
    ("to_act", np.int8),  # seat that decides now, -1 when the game is over
    ("seats", np.int8),  # number of players
    ("over", np.int8),  # 1 when the game has ended
    ("limit", np.int8),  # which limit ended it, see header.py; 0 when none did
    ("forfeit", np.int8),  # seat whose illegal action ended it, -1 if none did
    ("lot", np.uint16),  # drawn once a game, for players who draw how to play it; no rule knows it, no seat sees it
]


def record_type(options: Sequence[Option], fields: Sequence[tuple]) -> np.dtype:
    """The type of a game's record: header, options, then the game's own fields, which may hold an option too."""
    own = {name for name, *_ in fields}
    kept = [(option.name, np.int32) for option in options if option.name not in own]
    named = [*HEADER, *kept, *fields]
    started = {name for name, *_ in HEADER}
    for name, *_ in [*kept, *fields]:
        if name in started:
            raise ValueError(f"every record starts with a field {name!r} that the engine keeps: choose another name")
    for name, *_ in named:
        if hasattr(np.record, name):
            raise ValueError(f"field {name!r} hides numpy's own attribute of records: choose another name")
    return np.dtype((np.record, np.dtype(_without_gaps(np.dtype(named, align=True)), align=True)))


def _without_gaps(layout: np.dtype) -> list[tuple]:
    """The fields with the gaps of alignment as fields of their own: numpy leaves bytes in gaps undefined."""
    filled, end = [], 0
    for name, (kind, start, *_) in (layout.fields or {}).items():
        if start > end:
            filled.append((f"gap_{end}", np.int8, start - end))
        filled.append((name, kind))
        end = start + kind.itemsize
    if layout.itemsize > end:
        filled.append((f"gap_{end}", np.int8, layout.itemsize - end))
    return filled


@rule
def winner_takes_all(state, returns):
    """The `outcome` of games with a field `winner`: it gets 1, the others share -1; 0 for all if it is -1."""
    for seat in range(state.seats):
        if state.winner < 0:
            returns[seat] = 0
        else:
            returns[seat] = 1 if seat == state.winner else -1 / (state.seats - 1)


@rule
def nothing_hidden(state, seat):
    """The `redeal` of games in which every seat knows everything and nothing is left to chance."""


@rule
def nothing_secret(state, seat):
    """The `forget` of games in which nobody decides before the choices of others are seen."""


def nothing_derived(state: Any) -> None:
    """The `derive` of games whose records have no field that follows from others."""


@rule
def any_legal(state, mask, streams, i):
    """The rule of thumb of games that have none of their own."""
    return random_legal(mask, streams, i)


def decision_alone(game: "Game", before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    """The `story` of games that have none of their own: who chose what, as far as the viewer may know."""
    seat = int(before.to_act)
    public = viewer in (None, seat) or game.redeal is nothing_hidden
    chosen = game.describe(before, action) if public else "a choice that you cannot see"
    return [f"{'You' if viewer == seat else f'Seat {seat}'}: {chosen}.", *["The game is over."] * int(after.over)]


@rule
def all_alike(state, values):
    """The `judge` of games that have none of their own: nobody is ahead before the end."""
    for seat in range(state.seats):
        values[seat] = 0


NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)
TO_THE_END = 2**30  # decisions: more than any game has


class Lookahead(NamedTuple):
    """How a search plays on where its tree ends, and where it looks first."""

    thumb: bool = False  # plays on by the rule of thumb, else at random
    length: int = TO_THE_END  # decisions after which `judge` tells who is ahead
    trust: float = 0.0  # share of the first visits that goes to what the rule of thumb would do, from 0 to 1
    exploration: float = 1.5  # weight of what was seldom tried, for results from -1 to 1


AT_RANDOM_TO_THE_END = Lookahead()


@dataclass(frozen=True, eq=False)  # games are keys of caches, and arrays have no hash
class Alike:
    """Parts of a position that mean the same in any order, such as lanes; one row for each."""

    seen: np.ndarray  # (parts, values): where a part's values stand in what is seen, which the outlook follows
    actions: np.ndarray  # (parts, actions): the choices that are about a part


class Foresight(NamedTuple):
    """What a network may be told beside what its seat sees, worked out from that alone.

    `foresee(seen, scratch, outlook, rows, actions, values)` is a kernel: for each row of `seen` it fills one of
    `outlook`, and for each choice of which there is something to tell the row, the action and a row of `values`; it
    returns how many those were.
    """

    outlook: int  # values about a position
    values: int  # values about a choice
    choices: int  # of a position, at most
    scratch: int  # whole numbers to work with
    foresee: Callable[..., int]
    alike: Alike | None = None  # parts that a network may look at one by one


@dataclass(frozen=True)
class Game:
    """A game as data and compiled verbs.

    Verbs take a record: `deal(state)`, `legal(state, mask)`, `apply(state, action)`, `observe(state, seat, out)`,
    `observe_turn(state, seat, out)` (the part that changes when `apply` returns True: the same seat goes on),
    `outcome(state, returns)`, `redeal(state, seat)`, `forget(state, seat)` (others choose again what `seat`, who is to
    act, has not seen of them), `rule_of_thumb(state, mask, streams, i) -> action` (streams[i] is its chance),
    `judge(state, values)` (what each seat may expect of a game that is not over) and `check(state) -> code` (0, or the
    number of the broken invariant). Masks and observations arrive zeroed.
    `describe(state, action)`, `refusal(state, action)` (why it is not legal), `picture(state, viewer)` (SVG),
    `text(state, viewer)` and `story(before, action, after, viewer)` (a few sentences about one decision and everything
    automatic that followed) are plain Python; viewer None sees all cards. So are `status(state, viewer)` (who decides
    and what; or who has won, and how) and `round_number(state)`. `conflict(options)` says why options do not go
    together, "" if they do. `derive(state)`, in plain Python, fills in the fields that follow from others, when a
    position is set up by hand.
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
    redeal: Callable[..., None] = nothing_hidden
    forget: Callable[..., None] = nothing_secret
    rule_of_thumb: Callable[..., int] = any_legal
    judge: Callable[..., None] = all_alike
    lookahead: Lookahead = AT_RANDOM_TO_THE_END
    foresight: Foresight | None = None
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


@cache
def all_games() -> dict[str, Game]:
    """Every game by its name: those in the folder `games`, and those added."""
    known: dict[str, Game] = {}
    for name in sorted(module.name for module in pkgutil.iter_modules(games.__path__)):
        _take(known, importlib.import_module(f"{games.__name__}.{name}").GAME)
    return known


def take_game(game: Game) -> None:
    """Let everything here know a game from elsewhere."""
    _take(all_games(), game)


def check_new(game: Game) -> None:
    """A ValueError that says why this game cannot be one more, if it cannot."""
    _check_new(all_games(), game)


def _take(known: dict[str, Game], game: Game) -> None:
    _check_new(known, game)
    known[game.name] = game


def _check_new(known: dict[str, Game], game: Game) -> None:
    if not isinstance(game.name, str) or not NAME.fullmatch(game.name) or keyword.iskeyword(game.name):
        raise ValueError(
            f"a game cannot be called {shown(game.name)}: give lower-case words with underscores between them, such as "
            "'hold_the_line', that Python takes for a name"
        )
    if isinstance(game.version, bool) or not isinstance(game.version, int) or game.version < 0:
        raise ValueError(f"version={shown(game.version)} of {game.name}: give a whole number from 0")
    if same := [other.name for other in known.values() if game.camel_name == other.camel_name]:
        raise ValueError(f"there is a game {same[0]!r} already: choose another name")
    if same := [other.name for other in known.values() if other.state == game.state]:
        raise ValueError(f"{game.name} and {same[0]} have records of the same type, which must tell games apart")


def get_game(name: str | Game) -> Game:
    """The game of that name (or the Game itself); a ValueError names the known ones that are like it."""
    if isinstance(name, Game):
        return name
    found = all_games()
    if not isinstance(name, str) or name not in found:
        raise ValueError(f"unknown game {shown(name)}{suggestion(str(name), list(found))}")
    return found[name]


@cache
def game_of_dtype(dtype: np.dtype) -> Game:
    """The game whose records have this type."""
    for game in all_games().values():
        if game.state == dtype:
            return game
    raise TypeError(f"no game has records of type {dtype}")
