"""Last Match for people."""

from typing import Any

import numpy as np

from flank_envs.view import svg
from flank_envs.view.ending import shared_ending
from tests.sample_game.rules import ACTIONS, LATE, PASS, TAKE, legal


def describe(state: Any, action: int) -> str:
    number = action - TAKE + 1
    return "pass" if action == PASS else f"take {number} match{'es' * (number > 1)}"


def refusal(state: Any, action: int) -> str:
    if state.over:
        return "the game is over"
    if action != PASS:
        return f"only {state.left} are left"
    return f"passing begins at {LATE} matches" if state.passes[state.to_act] else "there is no pass to use"


def text(state: Any, viewer: int | None) -> str:
    lines = [f"LAST MATCH | {_status(state)}", "|" * int(state.left) or "(no matches)"]
    for seat in range(2):
        holds = "used" if state.passed[seat] else "yes" if state.passes[seat] else "no"
        lines.append(f"seat {seat}: pass {holds if viewer in (None, seat) or state.passed[seat] else 'unknown'}")
    return "\n".join(lines)


def _status(state: Any) -> str:
    if not state.over:
        return f"seat {state.to_act} decides"
    shared = shared_ending(state)
    return ": ".join(shared) if shared else f"seat {state.winner} has won"


def picture(state: Any, viewer: int | None) -> str:
    mask = np.zeros(ACTIONS.size, np.int8)
    if not state.over and viewer in (None, state.to_act):
        legal(state, mask)
    lines = [svg.text(20, 30 + 22 * k, line) for k, line in enumerate(text(state, viewer).splitlines())]
    buttons = [
        svg.group(svg.pill(80 + 120 * k, 130, 110, 26, describe(state, k), "#2f3338"), data_action=k)
        for k in map(int, np.flatnonzero(mask))
    ]
    return svg.document(520, 160, *lines, *buttons)
