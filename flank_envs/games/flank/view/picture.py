"""A picture of Flank: the map at the left, the players and the battle between them at the right."""

from typing import Any

from flank_envs.games.flank.layout import END
from flank_envs.games.flank.tables import BUILD, DRAFT, FORMATION, GAME_OVER, HARVEST, MOVE_TARGET, PHASES
from flank_envs.games.flank.view import seen, words
from flank_envs.games.flank.view.board import board_map
from flank_envs.games.flank.view.panels import player, table
from flank_envs.games.flank.view.pieces import CHOICE, HAIR, INK, MUTED, PAPER, SEAT_INK, WHITE, click
from flank_envs.games.flank.view.sheets import sheets
from flank_envs.games.flank.view.words import describe
from flank_envs.view import svg

WIDTH, HEIGHT = 1250, 726
PANEL_X, PANEL_Y = 700, (12, 238, 500)
# The stages of a round, each with its first phase.
STAGES = (("draft", DRAFT), ("harvest", HARVEST), ("build", BUILD), ("move", MOVE_TARGET), ("battle", FORMATION))


def picture(state: Any, viewer: int | None) -> str:
    """An SVG document; what the viewer may choose now carries the attribute data-action."""
    own, legal = viewer or 0, set(seen.choices(state, viewer))
    middle = sheets if seen.fighting(state) else table
    panels = (player(state, viewer, 1 - own, legal), middle(state, viewer, legal), player(state, viewer, own, legal))
    return svg.document(
        WIDTH,
        HEIGHT,
        board_map(state, viewer, legal),
        _heading(state),
        _stages(int(state.phase)),
        svg.group(_callout(state, viewer, END in legal), at=(16, HEIGHT - 118)),
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


def _callout(state: Any, viewer: int | None, may_end: bool) -> str:
    """Who decides what, or who has won; with the button that ends the phase."""
    who, what = words.status(state, viewer)
    seat = int(state.winner if state.over else state.to_act)
    star = "★ " if state.over and seat >= 0 else ""
    parts = [
        svg.rect(0, 0, 236, 56, rx=10, fill=SEAT_INK[seat] if seat >= 0 else MUTED),
        svg.text(14, 24, star + who, size=16, bold=True, fill=WHITE),
        svg.text(14, 43, what, size=12, fill=WHITE),
    ]
    if may_end:
        pill = svg.pill(118, 82, 236, 30, describe(state, END), WHITE, INK, size=12, stroke=CHOICE, stroke_width=2.5)
        parts.append(svg.group(pill, **click(state, END)))
    return "".join(parts)
