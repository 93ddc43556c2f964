"""What is found below a kernel: the rules that it calls, those that they call, and the values of their globals.

    kernel step -> rule _decide -> verb apply: the rule of the record's game -> rule fight -> table POINTS

There are two hashes of it, with two ways to turn a function into text: `fingerprint` is the name under which machine
code is kept, and `identity` tells whether what is kept in a file still holds.
"""

import dis
import enum
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba.core import config

# Verbs are no rules themselves: the type of a record decides which rule stands in their place.
RULE_BY_RECORD: dict[Callable[..., Any], Callable[[Any], Callable[..., Any]]] = {}
RULES: set[Any] = set()  # the Python functions of all rules and kernels

PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), range, slice, np.dtype)
_TRANSLATORS = {"numpy", "numba", "llvmlite", *sys.stdlib_module_names}


class Seen(NamedTuple):
    """What a function or a module is by itself."""

    digest: bytes
    names: list[str]  # that its code asks for
    below: list[FunctionType]  # the rules that it calls


class Rendering(NamedTuple):
    """How functions and modules become text."""

    code: Callable[[FunctionType], str]  # of a function by itself
    call: Callable[[Any], str]  # of a rule where it is called
    look: Callable[[Any], Seen]  # of a root that is no function


_known: dict[tuple[Any, Rendering], Seen] = {}


def walk(
    roots: Iterable[Any], rules: Callable[[Any], list[Callable[..., Any]]], rendering: Rendering, anew: bool = False
) -> Iterator[Seen]:
    """All that is found below some functions and modules; `rules` says what stands in the place of a verb."""
    found: set[Any] = set()
    waiting = list(roots)
    while waiting:
        part = waiting.pop()
        if part in found:
            continue
        found.add(part)
        if part in RULE_BY_RECORD:
            waiting += map(python_function, rules(part))
            continue
        seen = None if anew else _known.get((part, rendering))
        if seen is None:
            seen = _look_at(part, rendering) if isinstance(part, FunctionType) else rendering.look(part)
            _known.setdefault((part, rendering), seen)
        yield seen
        waiting += seen.below


def _look_at(function: FunctionType, rendering: Rendering) -> Seen:
    """A function by itself."""
    below: list[FunctionType] = []
    parts = [rendering.code(function)]
    values = (function.__defaults__, *sorted((function.__kwdefaults__ or {}).items()))
    values += tuple(cell.cell_contents for cell in function.__closure__ or ())
    parts += [text_of(value, below, rendering) for value in values]
    names = sorted({name for code in codes_in(function.__code__) for name in code.co_names})
    for name, value in globals_named(function.__globals__, names):
        try:
            parts.append(f"{name} {text_of(value, below, rendering)}")
        except TypeError as problem:
            if _asks_for(function.__code__, name):
                raise TypeError(f"{function.__qualname__} uses {name}, {problem}") from None
    return Seen(hashlib.sha256(repr(parts).encode()).digest(), names, below)


def globals_named(variables: dict[str, Any], names: list[str]) -> Iterator[tuple[str, Any]]:
    """The globals of these names, and those of modules among them."""
    for name in names:
        value = variables.get(name, variables)
        if not isinstance(value, ModuleType):
            if value is not variables:
                yield name, value
        elif _translated(value.__name__):
            yield name, value.__name__
        else:  # which of the names are asked of this module is not looked up: one too many does no harm
            yield from ((f"{name}.{n}", vars(value)[n]) for n in names if n in vars(value))


def text_of(value: Any, below: list[FunctionType], rendering: Rendering) -> str:
    """A text that is equal for equal values; functions are added to `below`."""
    match value:
        case np.ndarray():
            return f"array {kind_text(value.dtype)} {value.shape} {value.strides} {_bytes_text(value)}"
        case enum.Enum():
            return f"{name_of(type(value))} {value.name} {text_of(value.value, below, rendering)}"
        case np.generic():
            return f"{kind_text(value.dtype)} {_bytes_text(value)}"
        case _ if isinstance(value, PLAIN):
            return f"{type(value).__name__} {value!r}"
        case tuple():
            return f"{name_of(type(value))} ({', '.join(text_of(item, below, rendering) for item in value)})"
        case frozenset():
            return f"set {sorted(text_of(item, below, rendering) for item in value)}"
        case type() if issubclass(value, enum.Enum):
            return f"{name_of(value)} {[text_of(member, below, rendering) for member in value]}"
        case type() if _translated(value.__module__) or hasattr(value, "_fields"):
            return f"{name_of(value)} {getattr(value, '_fields', '')}"
        case BuiltinFunctionType() | np.ufunc():
            return f"function {value.__name__}"
    function = python_function(value)
    if not isinstance(function, FunctionType):
        raise TypeError(f"a {type(value).__name__}: rules know numbers, strings, tuples, numpy arrays and other rules")
    if _translated(function.__module__):
        return f"function {function.__module__.partition('.')[0]} {function.__qualname__}"
    if function is value and not (function in RULES or value in RULE_BY_RECORD or config.DISABLE_JIT):  # pyright: ignore
        raise TypeError("a plain function: decorate it with @rule")
    below.append(function)
    return f"rule {rendering.call(value)}"


def kind_text(kind: np.dtype) -> str:
    """A type of numbers, whatever the order of bytes in this machine."""
    return repr(kind.newbyteorder("<"))


def _bytes_text(value: np.ndarray | np.generic) -> str:
    return hashlib.sha256(value.astype(value.dtype.newbyteorder("<")).tobytes()).hexdigest()


def python_function(value: Any) -> Any:
    return getattr(value, "py_func", value)


def name_of(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}"


def _translated(module: str | None) -> bool:
    """Whether a module belongs to what translates, which its version stands for."""
    return (module or "builtins").partition(".")[0] in _TRANSLATORS


def codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for item in code.co_consts:
        if isinstance(item, CodeType):
            yield from codes_in(item)


def _asks_for(code: CodeType, name: str) -> bool:
    return any(
        step.argval == name and step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
        for part in codes_in(code)
        for step in dis.get_instructions(part)
    )
