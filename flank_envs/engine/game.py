"""What a game is: identity, layouts, record, rules and view; and the games that are known."""

import inspect
import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs.engine.features import Features
from flank_envs.engine.layout import Layout
from flank_envs.engine.options import Option, complete, suggestion
from flank_envs.engine.rules import Rules, find_rules, nothing_hidden
from flank_envs.engine.untrusted import short_repr
from flank_envs.engine.view_functions import View, find_view


def decision_alone(game: "Game", before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    """The `story` of games that have none of their own: who chose what, as far as the viewer may know."""
    seat = int(before.to_act)
    public = viewer in (None, seat) or game.rules.determinize is nothing_hidden
    chosen = game.view.describe(before, action) if public else "a choice that you cannot see"
    return [f"{'You' if viewer == seat else f'Seat {seat}'}: {chosen}.", *["The game is over."] * int(after.over)]


NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)


@dataclass(frozen=True)
class Game:
    """A game as data, with its rules and its functions for people.

    `module` is the package or the single module that the game is, usually `__name__`: its verbs and its functions for
    people are found there by their names. Tests and variants may give `rules` and `view` instead.
    """

    name: str
    title: str
    module: str
    phases: tuple[str, ...]
    actions: Layout
    observation: Layout
    state: np.dtype
    version: int = 0
    seats: tuple[int, int] = (2, 2)
    options: tuple[Option, ...] = ()
    features: Features | None = None
    rules: Rules = None  # pyright: ignore[reportAssignmentType]  # by default those found in `module`
    view: View = None  # pyright: ignore[reportAssignmentType]  # likewise

    def __post_init__(self) -> None:
        if self.rules is None:
            object.__setattr__(self, "rules", find_rules(self.module))
        if (self.features is None) != (self.rules.features is None):
            missing = "its rules define no verb" if self.features else "Game was given no"
            raise ValueError(f"{self.name} has features in part: {missing} `features`")
        if self.view is None:
            object.__setattr__(self, "view", find_view(self.module))
        if self.view.story is None:
            object.__setattr__(self, "view", replace(self.view, story=partial(decision_alone, self)))

    @property
    def folder(self) -> Path:
        """Where its rules and its rules.md are."""
        return Path(inspect.getfile(inspect.unwrap(self.rules.deal))).parent

    def players(self, options: Mapping[str, Any]) -> int:
        """The number of players: the option `players` of games that leave it open."""
        return complete(self.options, options).get("players", self.seats[1])

    def blank(self, count: int, options: Mapping[str, Any]) -> np.ndarray:
        """Records with their options set and nothing dealt yet."""
        states = np.zeros(count, self.state)
        values = complete(self.options, options)
        problem = self.rules.conflict(values)
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
    """Register a game."""
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
