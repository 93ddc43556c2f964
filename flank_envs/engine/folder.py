"""Find the functions of a game by their names, in the modules of its folder or in the one module that it is."""

import difflib
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from flank_envs.engine.options import suggestion

MISSPELT = 0.85  # how like each other two names are of which one must be the other, misspelt


def find_by_name(
    package: str, names: Sequence[str], modules: Sequence[str], required: Sequence[str] = ()
) -> dict[str, Any]:
    """What `names` mean in a package and in those of its `modules` that exist; functions of other packages are ignored.

    A ValueError names the folder and the function if a required one is missing, if another is missing and something has
    almost its name, if one is defined twice, or if a module that is named after a function does not define it.
    """
    definitions: dict[str, Any] = {}
    places: dict[str, str] = {}
    defined: list[str] = []
    foreign: dict[str, str] = {}
    for module in _existing(package, modules):
        own = {name: value for name, value in vars(module).items() if _belongs(value, package)}
        foreign |= {name: module.__name__ for name in names if callable(vars(module).get(name)) and name not in own}
        defined += [name for name, value in own.items() if callable(value) and not name.startswith("_")]
        last = module.__name__.rpartition(".")[2]
        if module.__name__ != package and last in names and last not in own:
            raise ValueError(f"{module.__name__} does not define {last!r}, which it is named after")
        for name in own.keys() & set(names):
            if name in definitions and definitions[name] is not own[name]:
                raise ValueError(f"{package} defines {name!r} twice, in {places[name]} and in {module.__name__}")
            definitions[name], places[name] = own[name], module.__name__
    for name in required:
        if name not in definitions:
            raise ValueError(
                f"{package} does not define {name!r}: it is looked for there and in its modules {', '.join(modules)}"
                f"{suggestion(name, sorted(set(defined)))}"
            )
    for name in names:
        others = sorted(set(defined) - set(names))
        if name not in definitions and (near := difflib.get_close_matches(name, others, n=1, cutoff=MISSPELT)):
            raise ValueError(f"{package} defines {near[0]!r} and no {name!r}: if it is not meant, call it otherwise")
        if name not in definitions and name in foreign:
            raise ValueError(f"{foreign[name]} imports {name!r} from elsewhere: define one that calls it")
    return definitions


def _existing(package: str, modules: Sequence[str]) -> Iterator[ModuleType]:
    """The package, and those of its modules that exist; "view" stands before "view.text"."""
    yield import_module(package)
    for name in modules:
        full = f"{package}.{name}"
        parent = sys.modules.get(full.rpartition(".")[0])
        if hasattr(parent, "__path__") and find_spec(full) is not None:
            yield import_module(full)


def _belongs(value: Any, package: str) -> bool:
    """Whether a module of this package defines the value. Constants belong where they stand."""
    if isinstance(value, ModuleType):
        return False
    home = getattr(value, "__module__", None) if callable(value) else None
    return home is None or f"{home}.".startswith(f"{package}.")
