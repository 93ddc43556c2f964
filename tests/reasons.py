"""Whether refusals tell the truth: a table of a game's reasons, each with what must then be so."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flank_envs.engine.game import Game


@dataclass(frozen=True)
class Refused:
    """An action that was refused: where, to whom, and what the refusal says."""

    game: Game
    state: Any
    seat: int
    block: str
    place: tuple[int, ...]
    said: re.Match[str]

    @property
    def phase(self) -> str:
        return self.game.phases[self.state.phase]

    def number(self, group: int = 1) -> int:
        """A number that the refusal names."""
        return int(self.said[group])


Reasons = dict[str, Callable[[Refused], Any]]
UNTIMELY = r"(\w+) is for ([A-Z0-9_]+(?: and [A-Z0-9_]+)*): this is (\w+)"


def untimely(refused: Refused) -> bool:
    """The refusal names the block of the action, and a phase that is the present one and none of the right ones."""
    block, phases, now = refused.said.groups()[:3]
    return block == refused.block and now == refused.phase and now not in phases.split(" and ")


ALWAYS: Reasons = {"the game is over": lambda refused: refused.state.over, UNTIMELY: untimely}


def reason_of(game: Game, reasons: Reasons, state: Any, action: int) -> tuple[str, re.Match[str]]:
    """The reason given for an illegal action, which must hold, and its words."""
    text = game.view.refusal(state, action)
    block, place = game.actions.locate(action)
    for pattern, holds in reasons.items():
        if said := re.fullmatch(pattern, text):
            refused = Refused(game, state, int(state.to_act), block.name, place, said)
            assert holds(refused), f"{block.name} {place} was refused because {text!r}, which is not so"
            return pattern, said
    raise AssertionError(f"{block.name} {place} was refused because {text!r}: add what must be so then to REASONS")
