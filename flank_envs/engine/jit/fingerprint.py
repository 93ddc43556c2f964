"""The name under which machine code is kept: a hash of what a kernel is built from.

Numba compiles in what it finds in memory: the code of the kernel, the code of every rule below it, and the values of
their globals (see walk.py). Just these are hashed, as they were imported. Files are not looked at: an edit after the
import cannot mix old code with a new name, and an edit that no rule sees (a comment, a word, a picture, another game)
compiles nothing.
"""

import contextlib
import hashlib
import importlib
import platform
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

import llvmlite
import numba
import numpy as np
from numba.core import config, types

from flank_envs.engine.jit.passes import AS_KERNEL, AS_RULE, PIPELINE
from flank_envs.engine.jit.values import name_of
from flank_envs.engine.jit.walk import RULE_BY_RECORD, Rendering, python_function, text_of, walk

# Numba's settings that change the code it makes, by the names that its environment variables have after NUMBA_.
SETTINGS = (
    *("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX", "DISABLE_INTEL_SVML", "USING_SVML"),
    *("DEBUG", "DEBUG_NRT", "NRT_STATS", "DEBUGINFO_DEFAULT", "EXTEND_VARIABLE_LIFETIMES", "ENABLE_PROFILING"),
    *("LLVM_REFPRUNE_PASS", "LLVM_REFPRUNE_FLAGS", "USE_LLVMLITE_MEMORY_MANAGER"),
)


def fingerprint(function: FunctionType, signature: Any, *, anew: bool = False) -> str:
    """The hash of a kernel for these argument types.

    What was seen of a rule before is remembered, since Numba remembers it too; `anew` looks at everything again.
    """
    digest = hashlib.sha256(repr((translator(), _settings(), [_type_text(kind) for kind in signature])).encode())
    records = [kind for argument in signature for kind in _records(argument)]

    def rules(verb: Any) -> list[Callable[..., Any]]:
        return [RULE_BY_RECORD[verb](record) for record in records]

    for part in walk([function], rules, MACHINE, anew):
        digest.update(part.digest)
    return digest.hexdigest()[:32]


@cache
def translator() -> str:
    """The versions of all that translates, and the code of the modules here that take part in it."""
    versions = (sys.version, platform.machine(), numba.__version__, llvmlite.__version__, np.__version__)
    settings = [sorted((name, str(value)) for name, value in options.items()) for options in (AS_RULE, AS_KERNEL)]
    names = ("compile", "passes", "verbs")
    code = [_module_text(importlib.import_module(f"{__package__}.{name}")) for name in names]
    with contextlib.suppress(Exception):  # some Numba may not take it: then it plays no part
        code.append(_module_text(importlib.import_module(f"{__package__}.pipeline")))
    return repr((versions, PIPELINE, settings, code))


def _settings() -> list[str]:
    return [f"{name}={getattr(config, name, None)!r}" for name in SETTINGS]


def _code_text(code: CodeType, documentation: str | None = None) -> str:
    constants = code.co_consts
    if documentation is not None and constants and constants[0] == documentation:
        constants = constants[1:]
    consts = [_code_text(item) if isinstance(item, CodeType) else text_of(item, [], MACHINE) for item in constants]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    return repr((code.co_code.hex(), code.co_exceptiontable.hex(), consts, names, shape))


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


def _bytecode(function: FunctionType) -> str:
    return f"{name_of(function)} {_code_text(function.__code__, function.__doc__)}"


def _call_with_options(value: Any) -> str:
    return f"{name_of(python_function(value))} {sorted(getattr(value, 'targetoptions', {}).items())}"


def _no_function(root: Any) -> NoReturn:
    raise TypeError(f"{root!r} is no function: only functions are compiled")


MACHINE = Rendering(_bytecode, _call_with_options, _no_function)
