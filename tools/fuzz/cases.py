"""Run cases against one fuzz target: each is taken, or refused in a few words, or a finding."""

import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from flank_envs.engine.game import Game, get_game
from tools.fuzz.guard import Seen, guarded

LONGEST = 2000  # characters of a message
SLOWEST = 20.0  # CPU seconds of a case
WORDS = (
    *("", "0", "-1", "1", "1.5", "nan", "-inf", "1e999", "9" * 30, "9" * 5000, "0x1F", "1_000", "true", "null", "~"),
    *("1:30", "010", "1e300", ".inf", "yes", "on", "2024-01-01", "unknown", "person", " "),
    *("{}", "[]", "[" * 2000, '{"a":' * 500, '"', "'", "\\", "\0", "\n", "\r\n", "\t", "\u2028", "\ufeff", "\ud800"),
    *("é", "🂡", "%s", "{0}", "../..", "/dev/zero", "#", ":", "- ", "&a", "*a", "!!python/object:os.system", "x" * 3000),
)
NUMBERS = re.compile(r"-?\d+")


class WrongError(Exception):
    """A case was taken or refused, but not as it should be."""


class Target(Protocol):
    """A fuzz target: makes cases and hands them to the library."""

    @property
    def refusals(self) -> tuple[type[Exception], ...]:
        """What the library may refuse a case with."""
        ...

    def case(self, rng: random.Random) -> Any:
        """Something to hand in."""

    def take(self, case: Any) -> None:
        """Hand it in, and go on with what comes out."""


def fuzz(make: Callable[[Game, Path], Target], game: Game, count: int, seed: int) -> Seen:
    """That many cases in a process of its own: a crash is a finding, and the run goes on with the next case."""
    total = Seen("cases")
    while total.cases < count:
        seen, death, tried = guarded(attack, make, game.name, total.cases, count, seed)
        if not death:
            total.add_up(seen)
            break
        number = int(re.search(r"batch (\d+)", death)[1])  # pyright: ignore[reportOptionalSubscript]
        total.find("the process ends", f"seed {seed}, case {number}: {death}; {tried.read_bytes()[:2000]!r}")
        total.cases = number + 1
    return total


def attack(
    progress: np.ndarray,
    tried: Path,
    make: Callable[[Game, Path], Target],
    name: str,
    first: int,
    count: int,
    seed: int,
) -> Seen:
    """The cases first..count-1; each follows from the seed and its number alone."""
    target, seen = make(get_game(name), tried.parent), Seen("cases")
    for number in range(first, count):
        progress[0] = number
        case = target.case(random.Random(f"{seed} {number}"))
        tried.write_bytes(repr(case).encode(errors="replace"))
        seen.cases += 1
        began = time.process_time()
        problem = _outcome(target, case, seen)
        if time.process_time() - began > SLOWEST:
            problem = problem or f"it takes more than {SLOWEST:.0f} s"
        if problem:
            seen.find(problem, f"seed {seed}, case {number}: {repr(case)[:600]}")
    return seen


def _outcome(target: Target, case: Any, seen: Seen) -> str:
    """What is wrong, "" if nothing is."""
    try:
        target.take(case)
        seen.count("taken")
    except target.refusals as problem:
        seen.count("refused")
        if len(str(problem)) > LONGEST:
            return f"a message of more than {LONGEST} characters"
        return "" if str(problem).strip() else "a refusal without a word"
    except WrongError as problem:
        return str(problem)
    except Exception as problem:
        return f"{type(problem).__name__}: {str(problem)[:100]}"
    return ""


def mutated_text(rng: random.Random, text: str) -> str:
    """The text with one change or several: characters, words, numbers, lines, parts twice or many times."""
    while True:
        text = rng.choice((_character, _word, _number, _line, _part))(rng, text)
        if rng.random() < 0.5:
            return text


def _character(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    new = rng.choice(["", chr(rng.randrange(0x110000)), chr(rng.randrange(128)), rng.choice(WORDS)])
    return text[:at] + new + text[at + rng.randrange(2) :]


def _word(rng: random.Random, text: str) -> str:
    words = re.split(r"(\s+)", text)
    words[rng.randrange(len(words))] = rng.choice([*WORDS, rng.choice(words)])
    return "".join(words)


def _number(rng: random.Random, text: str) -> str:
    found = list(NUMBERS.finditer(text))
    if not found:
        return text
    number = rng.choice(found)
    new = rng.choice([str(int(number[0][:20]) + rng.choice((-1, 1, 100, 2**31, 2**63))), rng.choice(WORDS)])
    return text[: number.start()] + new + text[number.end() :]


def _line(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(3)
    if way == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif way == 1:
        lines.insert(one, lines[other])
    else:
        del lines[one]
    return "\n".join(lines)


def _part(rng: random.Random, text: str) -> str:
    start, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
    return text[:start] + text[start:end] * rng.choice((0, 0, 2, 50)) + text[end:]


def mutated_bytes(rng: random.Random, data: bytes) -> bytes:
    """The bytes with one change or several: bits, bytes, cut, longer, parts twice."""
    changed = bytearray(data)
    while True:
        at = rng.randrange(len(changed) + 1)
        way = rng.randrange(6)
        if way == 0 and at < len(changed):
            changed[at] ^= 1 << rng.randrange(8)
        elif way == 1 and at < len(changed):
            changed[at] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
        elif way == 2:
            changed[at : at + 4] = rng.randrange(2**32).to_bytes(4, "little")
        elif way == 3:
            del changed[at : at + rng.choice((1, 8, 1000))]
        elif way == 4:
            changed[at:at] = rng.randbytes(rng.choice((1, 8, 1000)))
        else:
            changed[at:at] = changed[at : at + rng.choice((1, 8, 1000))]
        if rng.random() < 0.5:
            return bytes(changed)
