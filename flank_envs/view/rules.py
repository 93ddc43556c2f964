"""The rules of a game in sections. A comment below a heading of rules.md names the phases that the section is about:

## Staging

<!-- STAGING -->
"""

import re
from functools import cache
from typing import NamedTuple

from flank_envs.engine.game import Game

_PHASES = re.compile(r"<!-- ([A-Z0-9_ ]+) -->")


class Section(NamedTuple):
    """What stands below a heading; the text before the first heading has none."""

    heading: str
    phases: tuple[str, ...]
    lines: tuple[str, ...]


@cache
def sections(game: Game) -> list[Section]:
    """The sections of rules.md in their order; none if the game has no such file."""
    path = game.folder / "rules.md"
    found: list[tuple[str, list[str], list[str]]] = [("", [], [])]
    fenced = False
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        fenced ^= line.startswith("```")
        _, phases, lines = found[-1]
        named = _PHASES.fullmatch(line)
        if line.startswith("## ") and not fenced:
            found.append((line[3:].strip(), [], []))
        elif named and not fenced:
            phases += named[1].split()
        elif fenced or not line.startswith("# "):
            lines.append(line)
    return [Section(head, tuple(phases), tuple(lines)) for head, phases, lines in found if head or any(lines)]


def section_of_phase(game: Game) -> dict[str, int]:
    """The number of the section for each phase that one names."""
    return {phase: number for number, section in enumerate(sections(game)) for phase in section.phases}
