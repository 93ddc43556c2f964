"""What a kernel is built from, as one hash: the name under which its machine code is kept.

Numba compiles in what it finds in memory: the code of the kernel, the code of every rule below it, and the values of
their globals. Just these are hashed, as they were imported. Files are not looked at: an edit after the import cannot
mix old code with a new name, and an edit that no rule sees (a comment, a word, a picture, a door, another game)
compiles nothing.

    kernel step -> rule _decide -> verb apply: the rule of the record's game -> rule fight -> table POINTS
"""

import contextlib
import dis
import enum
import hashlib
import importlib
import platform
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config, types

from flank_envs.core.passes import AS_KERNEL, AS_RULE, PIPELINE

# Verbs are no rules themselves: the type of a record decides which rule stands in their place.
RULE_BY_RECORD: dict[Callable[..., Any], Callable[[Any], Callable[..., Any]]] = {}

# Numba's settings that change the code it makes, by the names that its environment variables have after NUMBA_.
SETTINGS = (
    *("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX", "DISABLE_INTEL_SVML", "USING_SVML"),
    *("DEBUG", "DEBUG_NRT", "NRT_STATS", "DEBUGINFO_DEFAULT", "EXTEND_VARIABLE_LIFETIMES", "ENABLE_PROFILING"),
    *("LLVM_REFPRUNE_PASS", "LLVM_REFPRUNE_FLAGS", "USE_LLVMLITE_MEMORY_MANAGER"),
)
_TRANSLATORS = {"numpy", "numba", "llvmlite", *sys.stdlib_module_names}
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), range, slice, np.dtype)

_known: dict[FunctionType, tuple[bytes, list[FunctionType]]] = {}


def fingerprint(function: FunctionType, signature: Any, *, anew: bool = False) -> str:
    """The hash of a kernel for these argument types.

    What was seen of a rule before is remembered, since Numba remembers it too; `anew` looks at everything again.
    """
    digest = hashlib.sha256(repr((translator(), _settings(), [_type_text(kind) for kind in signature])).encode())
    records = [kind for argument in signature for kind in _records(argument)]
    found: set[FunctionType] = set()
    waiting = [function]
    while waiting:
        rule = waiting.pop()
        if rule in found:
            continue
        found.add(rule)
        if rule in RULE_BY_RECORD:
            waiting += [_python(RULE_BY_RECORD[rule](record)) for record in records]
            continue
        if anew or rule not in _known:
            seen = _look_at(rule)
            _known.setdefault(rule, seen)
        else:
            seen = _known[rule]
        digest.update(seen[0])
        waiting += seen[1]
    return digest.hexdigest()[:32]


@cache
def translator() -> str:
    """The versions of all that translates, and the code of the modules here that take part in it."""
    versions = (sys.version, platform.machine(), numba.__version__, llvmlite.__version__, np.__version__)
    asked = [sorted((name, str(value)) for name, value in options.items()) for options in (AS_RULE, AS_KERNEL)]
    code = [_module_text(importlib.import_module(f"flank_envs.core.{name}")) for name in ("compile", "passes", "verbs")]
    with contextlib.suppress(Exception):  # some Numba may not take it: then it plays no part
        code.append(_module_text(importlib.import_module("flank_envs.core.pipeline")))
    return repr((versions, PIPELINE, asked, code))


def _settings() -> list[str]:
    return [f"{name}={getattr(config, name, None)!r}" for name in SETTINGS]


def _look_at(function: FunctionType) -> tuple[bytes, list[FunctionType]]:
    """A hash of this function alone, and the functions that it refers to."""
    below: list[FunctionType] = []
    parts = [function.__module__, function.__qualname__, _code_text(function.__code__, function.__doc__)]
    parts += [
        _text(value, below) for value in (function.__defaults__, *sorted((function.__kwdefaults__ or {}).items()))
    ]
    parts += [_text(cell.cell_contents, below) for cell in function.__closure__ or ()]
    names = [name for code in _codes(function.__code__) for name in code.co_names]
    modules: list[ModuleType] = []
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            if isinstance(value, ModuleType):
                modules.append(value)
                parts.append(f"{name} {value.__name__}")
            else:
                parts.append(f"{name} {_global_text(function, name, value, below)}")
    for module in (m for m in modules if not _translated(m.__name__)):
        # Which of the names are asked of this module is not looked up: one too many does no harm.
        parts += [
            f"{name} {_global_text(function, name, vars(module)[name], below)}"
            for name in names
            if name in vars(module)
        ]
    return hashlib.sha256(repr(parts).encode()).digest(), below


def _global_text(function: FunctionType, name: str, value: Any, below: list[FunctionType]) -> str:
    try:
        return _text(value, below)
    except TypeError as problem:
        if _asks_for(function.__code__, name):
            raise TypeError(f"{function.__qualname__} uses {name}, {problem}") from None
        return ""  # an attribute of that name, and not the global


def _text(value: Any, below: list[FunctionType]) -> str:
    """A text that is equal for equal values; functions are added to `below`."""
    match value:
        case np.ndarray():
            return f"array {value.dtype!r} {value.shape} {value.strides} {hashlib.sha256(value.tobytes()).hexdigest()}"
        case enum.Enum():
            return f"{_name(type(value))} {value.name} {_text(value.value, below)}"
        case np.generic():
            return f"{value.dtype!r} {value.tobytes().hex()}"
        case _ if isinstance(value, _PLAIN):
            return f"{type(value).__name__} {value!r}"
        case tuple():
            return f"{_name(type(value))} ({', '.join(_text(item, below) for item in value)})"
        case frozenset():
            return f"set {sorted(_text(item, below) for item in value)}"
        case type() if issubclass(value, enum.Enum):
            return f"{_name(value)} {[_text(member, below) for member in value]}"
        case type() if _translated(value.__module__) or hasattr(value, "_fields"):
            return f"{_name(value)} {getattr(value, '_fields', '')}"
        case BuiltinFunctionType() | np.ufunc():
            return f"function {value.__name__}"
    function = _python(value)
    if not isinstance(function, FunctionType):
        raise TypeError(f"a {type(value).__name__}: rules know numbers, strings, tuples, numpy arrays and other rules")
    if _translated(function.__module__):
        return f"function {_name(function)}"
    if function is value and value not in RULE_BY_RECORD:
        raise TypeError("a plain function: decorate it with @rule")
    below.append(function)
    return f"rule {_name(function)} {sorted(getattr(value, 'targetoptions', {}).items())}"


def _python(value: Any) -> Any:
    return getattr(value, "py_func", value)


def _name(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}"


def _translated(module: str | None) -> bool:
    """Whether a module belongs to what translates, which its version stands for."""
    return (module or "builtins").partition(".")[0] in _TRANSLATORS


def _code_text(code: CodeType, documentation: str | None = None) -> str:
    constants = code.co_consts
    if documentation is not None and constants and constants[0] == documentation:
        constants = constants[1:]
    consts = [_code_text(item) if isinstance(item, CodeType) else _text(item, []) for item in constants]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    return repr((code.co_code.hex(), code.co_exceptiontable.hex(), consts, names, shape))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for item in code.co_consts:
        if isinstance(item, CodeType):
            yield from _codes(item)


def _asks_for(code: CodeType, name: str) -> bool:
    return any(
        step.argval == name and step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
        for part in _codes(code)
        for step in dis.get_instructions(part)
    )


def _module_text(module: ModuleType) -> list[str]:
    """The code of a module's functions and methods, and its numbers."""
    texts = []
    for name, value in vars(module).items():
        members = vars(value) if isinstance(value, type) and value.__module__ == module.__name__ else {name: value}
        for member in members.values():
            if isinstance(member, FunctionType) and member.__module__ == module.__name__:
                texts.append(f"{name} {_code_text(member.__code__)}")
            elif isinstance(member, int):
                texts.append(f"{name} {member}")
    return texts


def _records(kind: Any) -> Iterator[Any]:
    """The record types within an argument's type."""
    if isinstance(kind, types.Record):
        yield kind
    elif isinstance(kind, types.Array):
        yield from _records(kind.dtype)
    elif isinstance(kind, types.BaseTuple):
        for item in kind.types:  # pyright: ignore[reportAttributeAccessIssue]
            yield from _records(item)


def _type_text(kind: Any) -> str:
    """Numba's text of a type, with the names of a tuple's fields, which it leaves out."""
    if isinstance(kind, types.BaseTuple):
        inside = [_type_text(item) for item in kind.types]  # pyright: ignore[reportAttributeAccessIssue]
        return f"{kind.name.partition('(')[0]} {getattr(kind, 'fields', '')} {inside}"
    return str(kind)
