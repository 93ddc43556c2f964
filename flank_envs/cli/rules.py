"""The rules of a game for terminals, those of the current phase first."""

from typing import Any

from flank_envs.core.game import Game
from flank_envs.web.rules import section_of_phase


def rules_text(game: Game, state: Any) -> str:
    """rules.md as it is, with the section of the phase at the top."""
    path = game.folder / "rules.md"
    if not path.is_file():
        return f"{game.title} has no page of rules."
    sections = _sections(path.read_text(encoding="utf-8"))
    first = section_of_phase(game).get(game.phases[state.phase])
    if first is not None:
        sections.insert(0, sections.pop(first))
    return "\n\n".join(sections)


def _sections(text: str) -> list[str]:
    """The text before the first heading, then one for each heading."""
    head, *rest = text.strip().split("\n## ")
    return [head.strip(), *(f"## {section.strip()}" for section in rest)]
