"""Words that all games share: seats, turns, headings, and refusals of actions at the wrong time."""

from collections.abc import Iterable, Mapping
from typing import Any

from flank_envs.engine.game import game_of_dtype


def seat_name(viewer: int | None, seat: int) -> str:
    """Seat 1, or Seat 0 (you)."""
    return f"Seat {seat} (you)" if viewer == seat else f"Seat {seat}"


def whose_turn(state: Any, viewer: int | None) -> str:
    """The seat to act of a game that is not over, in words."""
    return "Your turn" if viewer == state.to_act else f"Seat {state.to_act} decides"


def counted(number: int, name: str) -> str:
    """1 action point, 2 action points."""
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def heading(state: Any, round_number: int, status: tuple[str, str]) -> str:
    """The first line of boards for terminals: the game, its round and phase, who decides what."""
    game = game_of_dtype(state.dtype)
    return f"{game.title.upper()} | round {round_number} | {game.phases[state.phase]} | {': '.join(status)}"


def joined(lines: Iterable[str]) -> str:
    """The lines of a board, without blanks at their ends."""
    return "\n".join(line.rstrip() for line in lines)


def untimely(state: Any, action: int, when: Mapping[str, tuple[int, ...]]) -> str:
    """Why an action cannot be legal now, whatever the position; "" if it could be.

    `when` names the phases in which actions of each block may be legal.
    """
    if state.over:
        return "the game is over"
    game = game_of_dtype(state.dtype)
    name = game.actions.locate(int(action))[0].name
    if state.phase in when[name]:
        return ""
    phases = " and ".join(game.phases[phase] for phase in when[name])
    return f"{name} is for {phases}: this is {game.phases[state.phase]}"
