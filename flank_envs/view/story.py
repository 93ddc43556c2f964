"""Sentence parts that the stories of all games share: who acted, lists, and how the game ended.

Stories are sentences: a capital letter at the start, a full stop at the end, "you" for the viewer's own seat.
"""

from collections.abc import Callable, Sequence
from typing import Any

from flank_envs.view.ending import shared_ending

Status = Callable[[Any, int | None], tuple[str, str]]
FEW = 4  # facts that get a sentence each
IRREGULAR = {"do": "does", "go": "goes", "have": "has", "are": "is", "were": "was"}


def who(viewer: int | None, seat: int) -> str:
    """You, or seat 1."""
    return "you" if viewer == seat else f"seat {seat}"


def whose(viewer: int | None, seat: int) -> str:
    """Your, or seat 1's."""
    return "your" if viewer == seat else f"seat {seat}'s"


def acts(viewer: int | None, seat: int, deed: str) -> str:
    """You stage a card, or seat 1 stages a card: `deed` begins with a verb, as the sentences of `describe` do."""
    verb, space, rest = deed.partition(" ")
    return f"{who(viewer, seat)} {verb if viewer == seat else third_person(verb)}{space}{rest}"


def third_person(verb: str) -> str:
    """Stages, passes, carries, has; a sign after the verb stays: stands:"""
    word = verb.rstrip(":,")
    if word in IRREGULAR:
        return IRREGULAR[word] + verb[len(word) :]
    if word.endswith(("s", "sh", "ch", "x", "z")):
        return f"{word}es{verb[len(word) :]}"
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies{verb[len(word) :]}"
    return f"{word}s{verb[len(word) :]}"


def listing(things: Sequence[str]) -> str:
    """A Tank, a Scout and two Drones."""
    return " and ".join(filter(None, (", ".join(things[:-1]), *things[-1:])))


def plural(count: int, name: str) -> str:
    """A Drone, an Infantry, 2 Drones."""
    if count == 1:
        return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"
    return f"{count} {name}" if name.endswith(("s", "try")) else f"{count} {name}s"


def packed(clauses: Sequence[str], width: int = 150) -> list[str]:
    """Short clauses side by side, as many as a line has room for: fewer sentences are read more easily."""
    lines: list[str] = []
    for clause in clauses:
        if lines and len(lines[-1]) + len(clause) + 2 <= width:
            lines[-1] += f"; {clause}"
        else:
            lines.append(clause)
    return lines


def whole_story(facts: Sequence[str], after: Any, viewer: int | None, status: Status) -> list[str]:
    """The facts as sentences, packed if there are many, and how the game ended; a forfeit ends the story alone."""
    if after.forfeit >= 0:
        facts = []
    elif len(facts) > FEW:
        facts = packed(facts)
    return [f"{fact[0].upper()}{fact[1:]}." for fact in [*facts, *_ending(after, viewer, status)]]


def _ending(after: Any, viewer: int | None, status: Status) -> list[str]:
    if not after.over:
        return []
    result, how = shared_ending(after) or status(after, viewer)
    if viewer is not None:
        for verb in ("wins", "forfeits"):
            result = result.replace(f"Seat {viewer} {verb}", f"you {verb[:-1]}")
    return [f"{result}: {how}" if how else result]
