"""A picture of Flank: the map at the left, the players and the battle between them at the right."""

from typing import Any

from flank_envs.games.flank.layout import END
from flank_envs.games.flank.tables import BUILD, DRAFT, FORMATION, GAME_OVER, HARVEST, MOVE_TARGET, PHASES
from flank_envs.games.flank.view import seen, words
from flank_envs.games.flank.view.board import board_map
from flank_envs.games.flank.view.panels import player, table
from flank_envs.games.flank.view.sheets import sheets
from flank_envs.view import svg
from flank_envs.view.palette import HAIR, INK, MUTED, PAPER, WHITE
from flank_envs.view.parts import button, callout
from flank_envs.view.viewer import choices

WIDTH, HEIGHT = 1250, 816
PANEL_X, PANEL_Y = 700, (12, 254, 572)
# The stages of a round, each with its first phase.
STAGES = (("draft", DRAFT), ("harvest", HARVEST), ("build", BUILD), ("move", MOVE_TARGET), ("battle", FORMATION))


def picture(state: Any, viewer: int | None) -> str:
    """An SVG document; what the viewer may choose now carries the attribute data-action."""
    own, legal = viewer or 0, set(choices(state, viewer))
    middle = sheets if seen.fighting(state) else table
    panels = (player(state, viewer, 1 - own, legal), middle(state, viewer, legal), player(state, viewer, own, legal))
    return svg.document(
        WIDTH,
        HEIGHT,
        board_map(state, viewer, legal),
        _heading(state),
        _stages(int(state.phase)),
        svg.group(callout(state, words.status(state, viewer), 236), at=(16, HEIGHT - 118)),
        button(state, END, 134, HEIGHT - 36, 236, 30, words.describe(state, END), size=12) if END in legal else "",
        *(svg.group(panel, at=(PANEL_X, y)) for panel, y in zip(panels, PANEL_Y, strict=True)),
        background=PAPER,
    )


def _heading(state: Any) -> str:
    final = f" of {state.final_round}" if state.final_round > 0 else ""
    clock = f"Round {state.round_number}{final}" if state.round_number else "Before round 1"
    return svg.text(16, 36, "Flank", size=24, bold=True, fill=INK) + svg.text(16, 56, clock, size=13, fill=MUTED)


def _stages(phase: int) -> str:
    """The stages of a round below each other at the upper right of the map, the present one dark."""
    present = max(k for k, (_, first) in enumerate(STAGES) if first <= phase) if phase != GAME_OVER else None
    parts = [
        svg.pill(628, 24 + 25 * k, 88, 20, name, *((INK, WHITE) if k == present else (HAIR, MUTED)), size=11)
        for k, (name, _) in enumerate(STAGES)
    ]
    parts.append(svg.text(672, 152, PHASES[phase].replace("_", " ").lower(), size=10.5, anchor="end", fill=MUTED))
    return "".join(parts)
