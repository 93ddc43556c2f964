"""The rules of a game for terminals, those of the current phase first."""

from typing import Any

from flank_envs.engine.game import Game
from flank_envs.view.rules import section_of_phase, sections


def rules_text(game: Game, state: Any) -> str:
    """rules.md, with the section of the phase at the top."""
    found = list(sections(game))
    if not found:
        return f"{game.title} has no page of rules."
    first = section_of_phase(game).get(game.phases[state.phase])
    if first is not None:
        found.insert(0, found.pop(first))
    told = []
    for section in found:
        head = f"## {section.heading}" if section.heading else f"# {game.title}"
        told.append(f"{head}\n\n{chr(10).join(section.lines).strip()}")
    return "\n\n".join(told)
