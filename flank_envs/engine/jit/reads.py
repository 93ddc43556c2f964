"""What the code of a function reads from its globals: values by their names, or through modules.

    POINTS[k] + tables.COST[k]      reads POINTS and tables.COST
    phases.move.legal_moves(state)  reads phases.move.legal_moves

Read from the bytecode, since that is what Numba compiles, and in one pass over it, since every start of a process asks
this of hundreds of functions.
"""

import builtins
import dis
import sys
from collections import Counter
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

Path = tuple[str, ...]  # ("POINTS",) or ("tables", "COST")

_TRANSLATORS = {"numpy", "numba", "llvmlite", *sys.stdlib_module_names}
_MISSING = object()

# Instructions that read an attribute, and how far the number of its name is shifted in their argument.
_ATTRIBUTE = {dis.opmap["LOAD_ATTR"]: 1 if sys.version_info >= (3, 12) else 0}
if sys.version_info < (3, 12):
    _ATTRIBUTE[dis.opmap["LOAD_METHOD"]] = 0
_GLOBAL, _EXTENDED, _CACHE = dis.opmap["LOAD_GLOBAL"], dis.opmap["EXTENDED_ARG"], dis.opmap["CACHE"]


class Read(NamedTuple):
    """A value that a function reads from its globals."""

    path: Path  # of names that lead to it
    name: str  # by which hashes know it: the last one of the path, or the whole path where that says too little
    value: Any  # of numpy and others that stand behind the translation it is the module


def globals_read(function: FunctionType) -> list[Read]:
    """What a function reads from its globals, sorted by name. Builtins are no part of it."""
    values = dict(_values_read(function))
    last_names = Counter(path[-1] for path in values)
    last_names.update(name for code in codes_in(function.__code__) for name in _local_names(code))
    reads = []
    for path, value in values.items():
        is_clear = len(path) == 1 or (last_names[path[-1]] == 1 and not hasattr(builtins, path[-1]))
        reads.append(Read(path, path[-1] if is_clear else ".".join(path), value))
    return sorted(reads, key=lambda read: read.name)


def _values_read(function: FunctionType) -> Iterator[tuple[Path, Any]]:
    """The path and the value of each global that is read."""
    for chain in {chain for code in codes_in(function.__code__) for chain in _chains(code)}:
        value, used = function.__globals__.get(chain[0], _MISSING), 1
        while isinstance(value, ModuleType) and not translated(value.__name__) and used < len(chain):
            value, used = getattr(value, chain[used], _MISSING), used + 1
        if value is not _MISSING:
            yield chain[:used], value


def _chains(code: CodeType) -> Iterator[Path]:
    """Each global that is loaded, with the attributes that are read from it at once: ("tables", "COST", "shape")."""
    chain: Path = ()
    high = 0  # the higher bits of an argument that takes more than one byte
    instructions = iter(code.co_code)
    for kind, low in zip(instructions, instructions, strict=True):
        argument = high | low
        high = argument << 8 if kind == _EXTENDED else 0
        if kind in (_EXTENDED, _CACHE):
            continue
        if chain and kind in _ATTRIBUTE:
            chain = (*chain, code.co_names[argument >> _ATTRIBUTE[kind]])
            continue
        if chain:
            yield chain
        chain = (code.co_names[argument >> 1],) if kind == _GLOBAL else ()


def _local_names(code: CodeType) -> tuple[str, ...]:
    return code.co_varnames + code.co_cellvars + code.co_freevars


def translated(module: str | None) -> bool:
    """Whether a module belongs to what translates, which its version stands for."""
    return (module or "builtins").partition(".")[0] in _TRANSLATORS


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those that are defined in it."""
    yield code
    for item in code.co_consts:
        if isinstance(item, CodeType):
            yield from codes_in(item)
