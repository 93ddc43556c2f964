"""Settings as YAML texts, from strangers too: plain values, each name once, and nothing that grows when it is read."""

import re
from pathlib import Path
from typing import Any

import yaml

from flank_envs.engine.untrusted import read_file, short_repr

LARGEST_FILE = 1_000_000


class ConfigError(ValueError):
    """A setting that cannot be used; the message names it."""


class _Loader(yaml.SafeLoader):
    """YAML without aliases, which can stand for billions of values, without tags, and without names given twice.

    Plain numbers, true and false are read as such. All else that YAML 1.1 guesses is text: 1:30 (90), 010 (8), yes
    (true), 2024-01-01 (a date), .inf.
    """

    yaml_implicit_resolvers = {}

    def compose_node(self, parent: Any, index: Any) -> Any:
        if getattr(self.peek_event(), "tag", None) is not None:
            raise ConfigError(f"line {self.peek_event().start_mark.line + 1}: tags (!name) are not taken, leave it out")
        if self.check_event(yaml.AliasEvent):
            raise ConfigError(
                f"line {self.peek_event().start_mark.line + 1}: aliases (*name) are not taken, write it out"
            )
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        names = [name.value for name, _ in node.value]
        for (name, _), text in zip(node.value, names, strict=True):
            if isinstance(text, str) and names.count(text) > 1:
                raise ConfigError(f"line {name.start_mark.line + 1}: {text[:60]!r} is given twice, give it once")
        return super().construct_mapping(node, deep)


# What is read as a number here must be one in YAML 1.1 too: its writer, which `as_yaml` uses, quotes texts by that.
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|True|TRUE|false|False|FALSE)$"), [*"tTfF"])
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(~|null|Null|NULL|)$"), ["~", "n", "N", ""])
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?(0|[1-9][0-9]*|[1-9][0-9]{0,2}(_[0-9]{3})+)$"), [*"-+0123456789"]
)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^([-+]?(0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+)([eE][-+][0-9]+)?$"),
    [*"-+0123456789."],
)


def read(path: str | Path) -> dict[str, Any]:
    """The settings in a file."""
    try:
        settings = parse(read_file(path, LARGEST_FILE).decode())
    except OSError as problem:
        raise ConfigError(f"cannot read the config {path}: {problem.strerror}") from None
    except ValueError as problem:
        raise ConfigError(f"{path} is not YAML: {problem}") from None
    if not isinstance(settings, dict):
        raise ConfigError(f"{path}: expected settings like `game: hold_the_line`, one per line")
    return settings


def parse(text: str) -> Any:
    """The value that a YAML text stands for; a ValueError whatever is wrong with it."""
    try:
        return yaml.load(text, _Loader)
    except (yaml.YAMLError, ArithmeticError, LookupError, AttributeError, TypeError) as problem:
        raise ValueError(str(problem)) from None  # its constructors let through what a wrong text makes them raise
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def dotted(section: str, name: Any) -> str:
    """A setting as messages name it: ppo.games."""
    name = str(name) if len(str(name)) <= 60 else short_repr(name)
    return f"{section}.{name}" if section else name
