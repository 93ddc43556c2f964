"""What the commands share: their arguments GAME, --seed and option=value, and how these are read."""

import argparse
import random
import re
from pathlib import Path
from typing import Any

from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.untrusted import read_json
from flank_envs.engine.validate import LARGEST_SEED

OPTION = re.compile(r"[A-Za-z_]\w*=")
NAMED = {"none": None, "null": None, "true": True, "false": False}


def add_game(parser: argparse.ArgumentParser) -> None:
    """The arguments of a command that starts a game."""
    parser.add_argument("game", metavar="GAME", help="a name from `flank-envs list`")
    parser.add_argument(
        "options", nargs="*", default=[], metavar="option=value", help="game options, as `flank-envs layout GAME` lists"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same cards; else a new one")
    parser.add_argument("--save", metavar="FILE", help="write a replay of what was played to this file")


def take_options(argv: list[str]) -> tuple[list[str], list[str]]:
    """Sort out the words option=value, wherever they stand except directly after a flag."""
    words: list[str] = []
    options: list[str] = []
    for before, word in zip(["", *argv], argv, strict=False):
        (options if OPTION.match(word) and not before.startswith("-") else words).append(word)
    return words, options


def read_options(game: Game, given: list[str]) -> dict[str, Any]:
    """The options of a game from words like contested=hold; the game checks names and values."""
    options: dict[str, Any] = {}
    listed = {option.name: {_spaceless(repr(choice)): choice for choice in option.choices} for option in game.options}
    for word in given:
        name, sign, value = word.partition("=")
        if not sign:
            raise ValueError(f"{word!r} was given where options stand: write them as option=value")
        if name in options:
            raise ValueError(f"option {name!r} was given twice: give it once")
        choices = listed.get(name, {})
        options[name] = value if value in choices.values() else choices.get(_spaceless(value), _value(value))
    return game.options_of(game.blank(1, options)[0])


def _spaceless(word: str) -> str:
    """Choices are also known in the form in which they are listed, (0, 1), with or without the space."""
    return word.replace(" ", "")


def _value(word: str) -> Any:
    if word.lower() in NAMED:
        return NAMED[word.lower()]
    try:
        return read_json(word)
    except ValueError:
        return word


def read_seed(seed: int | None) -> int:
    """The seed, or a new one that is short enough to be typed again."""
    return random.randrange(10**6) if seed is None else whole_number(seed, "--seed", 0, LARGEST_SEED)


def check_target(path: str | None) -> None:
    """Refuse a file that cannot be written before a game is played for it."""
    if path is None:
        return
    if Path(path).is_dir():
        raise ValueError(f"{path} is a folder: give the name of a file")
    if not Path(path).resolve().parent.is_dir():
        raise ValueError(f"{path}: there is no folder {Path(path).parent}; make it first")
