"""Source fingerprints: hashes of the code and tables that decide play or features, by which files notice a change.

It is the same with every Python, Numba, numpy and processor, compiled or not. It changes with the source of a kernel
and of every rule below it, and with the values of their globals. Docstrings, comments, annotations and code that is not
called play no part.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType, ModuleType
from typing import Any

from flank_envs.engine.game import Game
from flank_envs.engine.jit.reads import translated
from flank_envs.engine.jit.values import PLAIN, type_text
from flank_envs.engine.jit.verbs import RULE_OF_GAME
from flank_envs.engine.jit.walk import RULE_BY_RECORD, RULES, Rendered, Rendering, python_function, text_of, walk
from flank_envs.engine.source import code_of, module_code, names_in


def source_fingerprint(game: Game, roots: Sequence[Any], *values: Any) -> str:
    """The hash of what these kernels decide in a game, or these modules with the kernels that they call.

    Verbs are those of the game. Of its records and options what the code asks for counts; `values` are hashed too.
    """

    def rules(verb: Any) -> list[Callable[..., Any]]:
        return [RULE_OF_GAME[verb](game)]

    parts = list(walk(map(python_function, roots), rules, SOURCE))
    names = {name for part in parts for name in part.names}
    fields = sorted((name, kind[0]) for name, kind in (game.state.fields or {}).items() if name in names)
    options = sorted((option.name, option.choices) for option in game.options if option.name in names)
    facts = [f"{name} {type_text(kind)}" for name, kind in fields] + [repr(option) for option in options]
    facts += [text_of(value, [], SOURCE) for value in values]
    return hashlib.sha256(repr((sorted({part.digest for part in parts}), facts)).encode()).hexdigest()[:16]


def _call(value: Any) -> str:
    """Not by its module, since files move; yet no rule may stand in for another one of its name."""
    if value in RULE_BY_RECORD:
        return value.__name__
    return hashlib.sha256(code_of(python_function(value)).encode()).hexdigest()


def _render_module(module: ModuleType) -> Rendered:
    """A module by its source, with the kernels and the plain values of others that it names."""
    below: list[FunctionType] = []
    parts, names = [module_code(module)], names_in(module)
    for name, value in _globals_named(vars(module), names):
        function = python_function(value)
        if isinstance(function, FunctionType) and function in RULES:
            below.append(function)
        elif isinstance(value, PLAIN):
            parts.append(f"{name} {text_of(value, below, SOURCE)}")
    return Rendered(hashlib.sha256(repr(parts).encode()).digest(), names, below)


def _globals_named(variables: dict[str, Any], names: list[str]) -> Iterator[tuple[str, Any]]:
    """The globals of these names, and those of modules among them."""
    for name in names:
        value = variables.get(name, variables)
        if not isinstance(value, ModuleType):
            if value is not variables:
                yield name, value
        elif translated(value.__name__):
            yield name, value.__name__
        else:  # which of the names are asked of this module is not looked up: one too many does no harm
            yield from ((f"{name}.{n}", vars(value)[n]) for n in names if n in vars(value))


SOURCE = Rendering(code_of, _call, _render_module)
