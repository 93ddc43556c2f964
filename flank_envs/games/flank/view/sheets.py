"""The combat sheets in pictures of Flank: frontline, support and flank of both sides, and what lies beside them."""

from typing import Any

from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import BLUE, FORM, KILL, PUSH, RECALL, REMOVE, SALVAGE, SHIFT, SPAWN
from flank_envs.games.flank.phases.battle import points
from flank_envs.games.flank.state import base_in_battle
from flank_envs.games.flank.view import names, seen, words
from flank_envs.games.flank.view.pieces import TOKEN_INK, base, token, tokens, unit, units
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, CHOICE, INK, MUTED, SEAT_INK, SEAT_TINT, WHITE
from flank_envs.view.parts import button, click

WIDTH, ROW, BOX_W, BOX_H = 534, 142, 118, 136
SIDE_X, SIDE_W = 3 * (BOX_W + 4) + 12, 150
CELL_W, CELL_H = 57, 54


def sheets(state: Any, viewer: int | None, legal: set[int]) -> str:
    """Both sides of the battle, the viewer's below."""
    own = viewer or 0
    outcome = words.battle_outcome(state)
    title = f"Battle of zone {state.battle_zone}: seat {state.attacker} attacks"
    parts = [
        svg.text(0, 14, title, size=13, bold=True, fill=INK),
        svg.pill(WIDTH - 48, 10, 96, 19, outcome, INK, size=11) if outcome else "",
    ]
    if state.battle == t.REVEALED:
        parts.append(svg.text(SIDE_X + SIDE_W - 6, 14, "points", size=11, anchor="end", fill=MUTED))
    for row, seat in enumerate((1 - own, own)):
        parts.append(svg.group(_side(state, viewer, seat, legal), at=(0, 24 + ROW * row)))
    return "".join(parts)


def _side(state: Any, viewer: int | None, seat: int, legal: set[int]) -> str:
    parts = [
        svg.rect(0, 0, WIDTH, BOX_H, rx=8, fill=SEAT_TINT[seat]),
        svg.rect(0, 8, 5, BOX_H - 16, rx=2, fill=SEAT_INK[seat]),
    ]
    hidden = seen.secret(state, viewer, seat)
    for place in range(t.PLACES):
        x = 10 + place * (BOX_W + 4)
        box = _secret_box() if hidden else _box(state, viewer, seat, place, legal)
        label = svg.text(6, 12, t.PLACE_NAMES[place], size=10.5, fill=MUTED)
        parts.append(svg.group(svg.rect(0, 0, BOX_W, BOX_H - 8, rx=6, fill=WHITE), label, box, at=(x, 4)))
    if seat != state.attacker and base_in_battle(state):
        parts.append(base(seat, 10 + BOX_W - 14, 14, 0.75))
    parts.append(svg.group(_beside(state, viewer, seat, legal), at=(SIDE_X, 0)))
    return "".join(parts)


def _secret_box() -> str:
    return svg.text(BOX_W / 2, 76, "?", size=34, bold=True, anchor="middle", fill=MUTED)


def _box(state: Any, viewer: int | None, seat: int, place: int, legal: set[int]) -> str:
    """The units of one place, each with the ways that it can be sent, and the types that can be put here."""
    counts = seen.sheet_of(state, viewer, seat)[place]
    kinds = [kind for kind in range(t.TYPES) if counts[kind]]
    parts = []
    for k, kind in enumerate(kinds):
        cell = _cell(state, seat, place, kind, counts[kind], legal)
        parts.append(svg.group(cell, at=(2 + CELL_W * (k % 2), 18 + CELL_H * (k // 2))))
    if place == t.FRONTLINE and state.blue[seat]:
        parts.append(svg.token(78, 11, 9.5, f"+{state.blue[seat]}", TOKEN_INK[0]))
    offered = [kind for kind in range(t.TYPES) if seat == state.to_act and FORM + kind * t.PLACES + place in legal]
    for k, kind in enumerate(offered):
        label = f"+{names.unit_mark(state, seat, kind)}"
        parts.append(button(state, FORM + kind * t.PLACES + place, 16 + 28.5 * k, 112, 27, 24, label, size=10))
    return "".join(parts)


def _cell(state: Any, seat: int, place: int, kind: int, count: int, legal: set[int]) -> str:
    """Units of a type in a place. A click on them removes or kills one."""
    own_turn = seat == state.to_act
    on_unit = [REMOVE + kind * t.PLACES + place] + [KILL + kind] * (place == t.SUPPORT)
    action = next((a for a in on_unit if not own_turn and a in legal), None)
    parts = [unit(state, seat, kind, 15, 24, 11, count, action)]
    first = SHIFT if own_turn else PUSH
    ways = [way for way in range(t.DIRS) if t.DIR_FROM[way] == place and first + kind * t.DIRS + way in legal]
    for k, way in enumerate(ways):
        label = f"→{t.PLACE_NAMES[t.DIR_TO[way]][:2]}"
        parts.append(button(state, first + kind * t.DIRS + way, 43, 13 + 26 * k, 27, 24, label, size=10.5))
    return "".join(parts)


def _beside(state: Any, viewer: int | None, seat: int, legal: set[int]) -> str:
    """Role and points, then a row for each thing that lies beside the sheet."""
    role = "attacks" if seat == state.attacker else "defends"
    role += ", out" * int(state.battle == t.REVEALED and state.out[seat])
    parts = [
        svg.text(0, 18, f"Seat {seat}", size=12, bold=True, fill=SEAT_INK[seat]),
        svg.text(46, 18, role, size=11, fill=MUTED),
    ]
    if state.battle == t.REVEALED:
        parts.append(
            svg.text(SIDE_W - 6, 25, str(int(points(state, seat))), size=22, bold=True, anchor="end", fill=INK)
        )
    rows = _rows(state, viewer, seat, legal)
    step = min(27, 80 / max(len(rows) - 1, 1))
    parts += [svg.group(row, at=(0, 42 + step * k)) for k, row in enumerate(rows)]
    return "".join(parts)


def _rows(state: Any, viewer: int | None, seat: int, legal: set[int]) -> list[str]:
    rows = []
    groups = (("forces", seen.beside(state, viewer, seat)), ("aside", state.removed[seat].tolist()))
    for name, counts in groups:
        if any(counts):
            rows.append(_label(name) + units(state, seat, counts, 52, 0, 10))
    if state.lost[seat].any():
        rows.append(_label("lost") + _lost(state, seat, legal))
    kind = seen.mine_of(state, viewer, seat)
    if kind != t.NONE:
        extra = tokens(state.extra[seat].tolist(), 126, 0, 3.8)
        rows.append(svg.text(0, 3, f"mined: {t.KIND_NAMES[kind]}", size=10, fill=INK) + extra)
    if state.uses[seat].any():
        rows.append(_label(f"may {names.abilities_in_words(state, seat)}"))
    chosen = _choices(state, seat, legal)
    return [*rows, chosen] if chosen else rows


def _label(name: str) -> str:
    return svg.text(0, 3, name, size=10, fill=MUTED)


def _lost(state: Any, seat: int, legal: set[int]) -> str:
    """Destroyed units, with a line below unless they can be recalled."""
    parts = []
    kinds = [kind for kind in range(t.TYPES) if state.lost[seat, kind]]
    for k, kind in enumerate(kinds):
        action = RECALL + kind if seat == state.to_act and RECALL + kind in legal else None
        x = 52 + 27 * k
        parts.append(unit(state, seat, kind, x, 0, 10, int(state.lost[seat, kind]), action))
        if action is None:
            parts.append(svg.line(x - 10, 9, x + 10, 9, stroke=ALARM, stroke_width=2.5))
    return "".join(parts)


def _choices(state: Any, seat: int, legal: set[int]) -> str:
    """Blue tokens, spawning and salvaging have no piece to click on."""
    if seat != state.to_act:
        return ""
    parts = []
    if BLUE in legal:
        parts.append(button(state, BLUE, 38, 0, 76, 24, "+1 point", size=11.5))
    if SPAWN in legal:
        parts.append(button(state, SPAWN, 38, 0, 76, 24, "spawn Ro", size=11.5))
    colours = [colour for colour in range(t.COLOURS) if SALVAGE + colour in legal]
    if colours:
        parts.append(_label("salvage"))
    for colour in colours:
        x = 60 + 32 * colour
        disc = svg.circle(x, 0, 13, fill=WHITE, stroke=CHOICE, stroke_width=2.5)
        parts.append(
            svg.group(disc, token(colour, x, 0, 6.5, fill=TOKEN_INK[colour]), **click(state, SALVAGE + colour))
        )
    return "".join(parts)
