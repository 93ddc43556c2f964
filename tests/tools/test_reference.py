"""The reference in docs/reference shows every public name, and there is something to show."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from tests.pages import DOCS, ROOT

LIBRARY = ROOT / "flank_envs"
SHOWN = [
    name
    for page in sorted((DOCS / "reference").glob("*.md"))
    for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
]


def public_names() -> Iterator[tuple[str, str]]:
    """Module and name of whatever stands in an `__all__`."""
    for path in sorted(LIBRARY.rglob("*.py")):
        module = module_of(path)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
                yield from ((module, name) for name in ast.literal_eval(node.value))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_every_public_name_is_in_the_reference() -> None:
    """Once: by its name in the package if it has one there, else by that in its module."""
    package = {name for module, name in public_names() if module == "flank_envs"}
    expected = {f"flank_envs.{name}" if name in package else f"{module}.{name}" for module, name in public_names()}
    assert sorted(expected - set(SHOWN)) == [], "write `::: NAME` for these on a page of docs/reference"
    assert sorted(set(SHOWN) - expected) == [], "these are shown in docs/reference and stand in no __all__"
    assert len(SHOWN) == len(set(SHOWN))


def test_interfaces_say_what_is_public() -> None:
    assert {
        "flank_envs",
        "flank_envs.interfaces.pettingzoo",
        "flank_envs.evaluation.arena",
        "flank_envs.interfaces.gymnasium",
        "flank_envs.interfaces.sb3",
    } <= {module for module, _ in public_names()}


def undocumented(name: str, found: Any) -> list[str]:
    """What has no docstring: the name itself, and of a class every method that was written here."""
    made = (f"{found.__name__}(", "Create and return a new object")  # by dataclasses and by Python
    missing = [] if found.__doc__ and not found.__doc__.startswith(made) else [name]
    kinds = [kind for kind in getattr(found, "__mro__", ()) if kind.__module__.startswith("flank_envs")]
    methods = {member for kind in kinds for member, value in vars(kind).items() if is_method(kind, member, value)}
    for member in sorted(methods):
        if not any(getattr(vars(kind).get(member), "__doc__", None) for kind in kinds):
            missing.append(f"{name}.{member}")
    return missing


def is_method(kind: type, member: str, value: Any) -> bool:
    field = member in getattr(kind, "__dataclass_fields__", ())  # some fields hold functions
    return not member.startswith("_") and not field and isinstance(value, property | staticmethod | FunctionType)


@pytest.mark.parametrize("name", [name for name in SHOWN if not name.endswith(".AnyOpponent")])  # a name for types
def test_a_public_name_has_its_contract(name: str) -> None:
    module, _, last = name.rpartition(".")
    found = inspect.unwrap(getattr(pytest.importorskip(module), last))
    assert undocumented(name, found) == [], "a docstring says what is given, what comes back and what is refused"
