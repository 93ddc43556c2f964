"""A picture of Mercy Frontier: the board at the left, the players, the market and the supply at the right."""

from typing import Any

from flank_envs.games.mercy_frontier.layout import DONE
from flank_envs.games.mercy_frontier.tables import OVER, PHASES, STEP_OF
from flank_envs.games.mercy_frontier.view import words
from flank_envs.games.mercy_frontier.view.board import board_map
from flank_envs.games.mercy_frontier.view.choices import board_choices
from flank_envs.games.mercy_frontier.view.panels import market, player, supply
from flank_envs.games.mercy_frontier.view.pieces import CAMP, owned, worker
from flank_envs.view import svg
from flank_envs.view.palette import HAIR, INK, MUTED, PAPER, SEAT_INK, WHITE
from flank_envs.view.parts import button, callout
from flank_envs.view.viewer import choices

WIDTH, HEIGHT = 1200, 868
PANEL_X, PANEL_Y = 534, (110, 292, 462, 566)  # opponent, market, supply, own
CALLOUT_W = 310
STEPS = ("workers", "buy", "build", "hire", "deploy", "act")


def picture(state: Any, viewer: int | None) -> str:
    """An SVG document; what the viewer may choose now carries the attribute data-action."""
    own, legal = viewer or 0, set(choices(state, viewer))
    panels = (
        player(state, viewer, 1 - own, legal),
        market(state, viewer, legal),
        supply(state, legal),
        player(state, viewer, own, legal),
    )
    return svg.document(
        WIDTH,
        HEIGHT,
        board_map(state, viewer),
        board_choices(state, own, legal),
        svg.group(_heading(state), _steps(int(state.phase)), at=(PANEL_X, 0)),
        svg.group(callout(state, words.status(state, viewer), CALLOUT_W), at=(WIDTH - 14 - CALLOUT_W, 12)),
        _stop_button(state) if DONE in legal else "",
        *(svg.group(panel, at=(PANEL_X, y)) for panel, y in zip(panels, PANEL_Y, strict=True)),
        svg.group(_legend(), at=(PANEL_X, 752)),
        background=PAPER,
    )


def _heading(state: Any) -> str:
    clock = f"turn {state.turn} of {state.turn_cap}, priority: seat {state.priority}"
    return svg.text(0, 36, "Mercy Frontier", size=24, bold=True, fill=INK) + svg.text(0, 57, clock, size=12, fill=MUTED)


def _steps(phase: int) -> str:
    """The steps of a turn, the present one dark, and the name of the phase."""
    parts = [
        svg.pill(26 + 55 * k, 79, 52, 20, name, *((INK, WHITE) if k == STEP_OF[phase] else (HAIR, INK)), size=10.5)
        for k, name in enumerate(STEPS)
    ]
    name = PHASES[phase].replace("_", " ").lower() if phase != OVER else "game over"
    return "".join(parts) + svg.text(0, 103, name, size=10.5, fill=MUTED)


def _stop_button(state: Any) -> str:
    middle = WIDTH - 14 - CALLOUT_W / 2
    return button(state, DONE, middle, 88, CALLOUT_W, 27, words.describe(state, DONE), size=11.5)


def _legend() -> str:
    """The shapes of both seats and the signs on the board."""
    parts = []
    for seat, x in ((0, 0), (1, 170)):
        parts += [owned(seat, x, 0, 18, 18, 5, fill=SEAT_INK[seat]), worker(seat, x + 30, 9)]
        shape = ("round corners", "cut corners")[seat]
        parts.append(svg.text(x + 43, 13, f"seat {seat}: {shape}", size=10.5, fill=INK))
    parts.append(svg.group(svg.path(CAMP, fill="none", stroke=MUTED, stroke_width=1.3), at=(352, 9)))
    notes = (
        (366, 13, "camp: a worker there touches two neighbouring tiles"),
        (
            0,
            37,
            "A worker on a node collects 1, with a refinery 2. Beacons give a battle cry; the first to have all three",
        ),
        (0, 53, "gets the Beacon Colossus. Buttons at a token are the spaces it moves: ! meets an enemy, × tramples."),
        (0, 76, "You win when a mercenary reaches the far edge or the opponent has lost three buildings."),
    )
    return "".join(parts) + "".join(svg.text(x, y, note, size=10.5, fill=INK) for x, y, note in notes)
