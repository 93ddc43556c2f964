"""The kinds of opponents that have names: "random", "trained:greedy", "search:1000".

A kind is one file (or folder) in `opponents/` that calls `register` when it is imported. All of them are found by
looking in the folder; command line, arena, ladder, browser, configs and `flank-envs compile` learn of a kind from here.
"""

import importlib
import pkgutil
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from flank_envs.engine.game import Game
from flank_envs.opponents.base import Opponent

PACKAGE = "flank_envs.opponents"
NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", re.ASCII)  # colons, dots and slashes tell arguments and files
RESERVED = ("person", "unknown")  # who sits at a table and is no opponent

Make = Callable[[str, Mapping[str, Any]], Opponent]  # from what follows "kind:" in the name, and settings


class Choice(NamedTuple):
    """A name that browser and ladder offer by themselves."""

    name: str
    order: int  # its place among all choices, simple players first
    ladder: bool = True  # whether it belongs to the ladder's standard field


@dataclass(frozen=True)
class Kind:
    """A kind of opponent with a name."""

    name: str
    about: str
    """What it is, for the help of commands."""
    make: Make
    choices: Sequence[Choice] = ()
    aliases: Sequence[str] = ()
    example: str = ""
    """How it is written, if its name alone is not enough."""
    samples: Callable[[Game], Sequence[Opponent]] | None = None
    """Opponents whose decisions need everything that the kind compiles for a game; by default one without settings."""

    def for_compiling(self, game: Game) -> Sequence[Opponent]:
        """Opponents to be asked once, so that later processes find everything compiled."""
        return [self.make("", {})] if self.samples is None else self.samples(game)


_KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Register a kind of opponent."""
    for name in (kind.name, *kind.aliases):
        if not NAME.fullmatch(name) or name in RESERVED or name in _KINDS:
            raise ValueError(
                f"{name!r} cannot name a kind of opponent: it is taken, or is not lower-case words with - or _ between"
            )
    _KINDS.update(dict.fromkeys((kind.name, *kind.aliases), kind))


def without_settings(player: type[Opponent]) -> Make:
    """The `make` of a kind that takes no argument and no settings."""

    def make(argument: str, settings: Mapping[str, Any]) -> Opponent:
        if argument or settings:
            unexpected = ", ".join([argument, *settings]).strip(", ")
            raise ValueError(f"{unexpected}: {player.name!r} has no settings, leave it out")
        return player()

    return make


def kinds() -> dict[str, Kind]:
    """All kinds by their names and aliases."""
    _import_all(tuple(importlib.import_module(PACKAGE).__path__))
    return _KINDS


@cache
def _import_all(folders: tuple[str, ...]) -> None:
    for module in pkgutil.iter_modules(folders):
        importlib.import_module(f"{PACKAGE}.{module.name}")


def in_full(name: str) -> str:
    """A name with its kind in place of an alias of it; other names as they are."""
    kind, colon, argument = name.partition(":")
    return kinds()[kind].name + colon + argument if kind in kinds() else name


def kind_names() -> list[str]:
    """The names of all kinds, in the order of their choices."""
    by_name = {kind.name: kind for kind in kinds().values()}
    return sorted(by_name, key=lambda name: min([choice.order for choice in by_name[name].choices], default=1000))


def examples() -> str:
    """All kinds as they are written, for the help of a command."""
    return ", ".join(kinds()[name].example or name for name in kind_names())


def described() -> str:
    """All kinds and what they are, for the help of a command."""
    return ", ".join(f"{kinds()[name].example or name} ({kinds()[name].about})" for name in kind_names())


def choices() -> list[Choice]:
    """All choices of all kinds, simple players first."""
    all_choices = [choice for name in kind_names() for choice in kinds()[name].choices]
    return sorted(all_choices, key=lambda choice: choice.order)
