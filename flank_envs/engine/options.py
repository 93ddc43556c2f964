"""Options of a game: checked when they are given, kept as integers in the record."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flank_envs.engine.untrusted import short_repr

NONE_CODE = -1


class UnknownOptionError(ValueError, TypeError):
    """An option that the game does not have: also what Python raises for a keyword argument that nobody expects.

    Libraries try out keyword arguments, and go on without them when a TypeError says so in Python's words.
    """


@dataclass(frozen=True)
class Option:
    """One option: one of `choices`, or a whole number in `between` (None too, if `or_none` or if it is the default)."""

    name: str
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()
    between: tuple[int, int] = (0, 2**31 - 1)
    or_none: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "or_none", self.or_none or self.default is None)

    def encode(self, value: Any) -> int:
        """The integer that stands for a value in the record."""
        if self.choices:
            value = tuple(value) if isinstance(value, list) else value  # JSON knows no tuples
            if value not in self.choices:
                raise ValueError(
                    f"option {self.name}={short_repr(value)}: choose one of {', '.join(map(repr, self.choices))}"
                )
            return self.choices.index(value)
        if value is None and self.or_none:
            return NONE_CODE
        low, high = self.between
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            allowed = f"a whole number from {low} to {high}" + (" or None" if self.or_none else "")
            raise ValueError(f"option {self.name}={short_repr(value)}: give {allowed}")
        return value

    def decode(self, code: int) -> Any:
        """The value that an integer of the record stands for."""
        if self.choices:
            if not 0 <= code < len(self.choices):
                raise ValueError(f"option {self.name}: code {code} is none of 0..{len(self.choices) - 1}")
            return self.choices[code]
        return None if code == NONE_CODE and self.or_none else int(code)

    def few(self) -> tuple[Any, ...]:
        """All values, if they are few: other options are numbers such as limits."""
        low, high = self.between
        if self.choices or high - low > 3:
            return self.choices
        return (*range(low, high + 1), *(None,) * self.or_none)

    def samples(self) -> tuple[Any, ...]:
        """Values worth testing."""
        return self.choices or tuple(dict.fromkeys((self.default, self.between[0], *(None,) * self.or_none)))


def complete(options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values: those given, checked, and the defaults of the others."""
    names = [option.name for option in options]
    for name in chosen:
        if name not in names:
            raise UnknownOptionError(
                f"unknown option {short_repr(name)} (unexpected keyword argument {short_repr(name)})"
                f"{suggestion(str(name), names)}"
            )
    values = {option.name: chosen.get(option.name, option.default) for option in options}
    return {option.name: option.decode(option.encode(values[option.name])) for option in options}


def suggestion(unknown: str, known: Sequence[str]) -> str:
    """The end of an error message: the nearest known name, and all of them."""
    near = difflib.get_close_matches(unknown[:100], known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"{hint} (known: {', '.join(known) or 'none'})"
