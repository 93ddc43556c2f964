"""Last Match for people."""

from typing import Any

from flank_envs.view import svg
from flank_envs.view.ending import shared_ending
from flank_envs.view.parts import button
from flank_envs.view.story import acts, whole_story
from flank_envs.view.viewer import choices, sees
from flank_envs.view.words import seat_name, whose_turn
from tests.games.sample_game.rules import LATE, PASS, TAKE


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
    lines = [f"LAST MATCH | {_status(state, viewer)}", "|" * int(state.left) or "(no matches)"]
    for seat in range(2):
        holds = "used" if state.passed[seat] else "yes" if state.passes[seat] else "no"
        known = sees(viewer, seat) or state.passed[seat]
        lines.append(f"{seat_name(viewer, seat)}: pass {holds if known else 'unknown'}")
    return "\n".join(lines)


def _status(state: Any, viewer: int | None) -> str:
    if not state.over:
        return whose_turn(state, viewer)
    shared = shared_ending(state)
    return ": ".join(shared) if shared else f"Seat {state.winner} wins"


def story(before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    facts = [acts(viewer, int(before.to_act), describe(before, action))]
    return whole_story(facts, after, viewer, lambda state, viewer: (_status(state, viewer), ""))


def picture(state: Any, viewer: int | None) -> str:
    lines = [svg.text(20, 30 + 22 * k, line) for k, line in enumerate(text(state, viewer).splitlines())]
    buttons = [
        button(state, k, 80 + 120 * k, 130, 112, 26, describe(state, k), size=12) for k in choices(state, viewer)
    ]
    return svg.document(520, 160, *lines, *buttons)
