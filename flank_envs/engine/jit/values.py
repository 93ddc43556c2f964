"""Values as text for hashes: equal for equal values, whatever process, processor or version of Python writes it."""

import enum
import hashlib
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any

import numpy as np

from flank_envs.engine.jit.reads import translated

PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), range, slice, np.dtype)
Text = Callable[[Any], str]


def value_text(value: Any, other: Text) -> str:
    """A value that compiled code can hold; `other` writes what is none of these kinds, or refuses it."""

    def part_text(part: Any) -> str:
        return value_text(part, other)

    for kinds, write in _WRITERS:
        if isinstance(value, kinds):
            return write(value, part_text)
    if isinstance(value, type) and (translated(value.__module__) or hasattr(value, "_fields")):
        return f"{name_of(value)} {getattr(value, '_fields', '')}"
    return other(value)


def type_text(kind: np.dtype) -> str:
    """A type of numbers, whatever the order of bytes in this machine."""
    return repr(kind.newbyteorder("<"))


def name_of(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}"


def _array(array: np.ndarray, part_text: Text) -> str:
    return f"array {type_text(array.dtype)} {array.shape} {array.strides} {_hash_of_bytes(array)}"


def _number(number: np.generic, part_text: Text) -> str:
    return f"{type_text(number.dtype)} {_hash_of_bytes(number)}"


def _plain(value: Any, part_text: Text) -> str:
    return f"{type(value).__name__} {value!r}"


def _tuple(items: tuple, part_text: Text) -> str:
    return f"{name_of(type(items))} ({', '.join(map(part_text, items))})"


def _set(items: frozenset, part_text: Text) -> str:
    return f"set {sorted(map(part_text, items))}"


def _member(member: enum.Enum, part_text: Text) -> str:
    return f"{name_of(type(member))} {member.name} {part_text(member.value)}"


def _enumeration(members: enum.EnumMeta, part_text: Text) -> str:
    return f"{name_of(members)} {[part_text(member) for member in members]}"


def _builtin(function: Any, part_text: Text) -> str:
    return f"function {function.__name__}"


def _hash_of_bytes(value: np.ndarray | np.generic) -> str:
    return hashlib.sha256(value.astype(value.dtype.newbyteorder("<")).tobytes()).hexdigest()


# The first that fits: a member of an IntEnum is a number too, as is a number of numpy.
_WRITERS: tuple[tuple[Any, Callable[[Any, Text], str]], ...] = (
    (np.ndarray, _array),
    (enum.Enum, _member),
    (np.generic, _number),
    (PLAIN, _plain),
    (tuple, _tuple),
    (frozenset, _set),
    (enum.EnumMeta, _enumeration),
    ((BuiltinFunctionType, np.ufunc), _builtin),
)
