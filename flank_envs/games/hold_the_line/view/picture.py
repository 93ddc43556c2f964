"""A picture of Hold the Line: lanes as columns, the viewer's side at the bottom, cards and piles at the right."""

from typing import Any

from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.layout import DONE, STAGE, TARGET
from flank_envs.games.hold_the_line.view import words
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, CHOICE, HAIR, INK, MUTED, PAPER, SEAT_INK, SEAT_TINT, WHITE
from flank_envs.view.parts import badge, button, callout, card_row, click, seat_box, stages
from flank_envs.view.viewer import choices, decides, sees

KIND_INK = ("#2a7667", "#8f5d00", "#59636e")
LINE_INK = ("#74b583", "#e3b94f", "#d8695f", "#c8372d")
WOUNDED_FACE, HEART, SHIELD, SPENT = "#fdece8", "#d2544b", "#66788a", "#e3dfd8"

WIDTH, HEIGHT = 1140, 704
BOARD_X, LANE, LANE_GAP = 82, 152, 6
STAGE_Y, STAGE_H = (614, 42), 74  # the own staging places, the opponent's
FIELD_Y, FIELD_H, STEP = 122, 486, 57
MIDDLE = FIELD_Y + FIELD_H / 2
PANEL_X, PANEL_W = 858, 266
CARD_W, CARD_H, ROW_W = 46, 60, 140

# Drawn in boxes of 16 x 13, 6 x 6 and 6 x 7.
FIGURES = (
    "M8 0A3 3 0 1 1 8 6A3 3 0 1 1 8 0ZM2 13C2 5.5 14 5.5 14 13Z",
    "M2 10.5L8 4.5L6.3 2.8L14 0.5L11.7 8.2L10 6.5L4 12.5Z",
    "M4.5 2.5H10V3.2H16V4.6H10.6V6.4H14.5V8H1.5V6.4H4.5ZM2.4 8.8H13.6A2 2 0 0 1 13.6 12.8H2.4A2 2 0 0 1 2.4 8.8Z",
)
HEART_SHAPE = "M3 6C1 4.4 0 3.4 0 1.9C0 .2 2.4 -.3 3 1.4C3.6 -.3 6 .2 6 1.9C6 3.4 5 4.4 3 6Z"
SHIELD_SHAPE = "M0 .5L3 -.3L6 .5V3.4C6 5.2 4.4 6.2 3 6.8C1.6 6.2 0 5.2 0 3.4Z"


def picture(state: Any, viewer: int | None) -> str:
    """An SVG document; what the viewer may choose now carries the attribute data-action."""
    legal = set(choices(state, viewer))
    lanes = (_lane(state, viewer, lane, legal) for lane in words.lanes_in_play(state))
    return svg.document(WIDTH, HEIGHT, _gutter(state, viewer), *lanes, _panel(state, viewer, legal), background=PAPER)


def _gutter(state: Any, viewer: int | None) -> str:
    """The names of the lines at the left."""
    own, x, end = viewer or 0, BOARD_X - 12, words.red_line(state)
    names = {f: words.LINE_NAMES[words.line_of(state, f)] for f in range(-end, end + 1)}
    parts = [svg.text(x, MIDDLE - f * STEP + 4, name, bold=True, anchor="end", fill=INK) for f, name in names.items()]
    for seat, sign, y in ((own, 1, STAGE_Y[0]), (1 - own, -1, STAGE_Y[1])):
        red = MIDDLE + sign * end * STEP
        parts.append(svg.text(x, red + 4 + sign * 14, f"of seat {seat}", size=10, anchor="end", fill=MUTED))
        parts.append(svg.text(x, red + 4 + sign * STEP, "gap", size=11, anchor="end", fill=MUTED))
        parts.append(svg.text(x, y + 34, f"Seat {seat}", size=14, bold=True, anchor="end", fill=SEAT_INK[seat]))
        parts.append(svg.text(x, y + 49, "face down", size=10, anchor="end", fill=MUTED))
    return "".join(parts)


def _lane(state: Any, viewer: int | None, lane: int, legal: set[int]) -> str:
    own, front = viewer or 0, words.front_of(state, viewer, lane)
    fought = state.phase == t.COMBAT and state.lane == lane
    width, y = LANE - LANE_GAP, MIDDLE - front * STEP
    won = words.break_in(state, lane)
    edge = ALARM if won else INK if fought else "none"
    parts = [
        svg.pill(width / 2, 26, 64, 19, f"Lane {lane}", INK if fought else "none", WHITE if fought else INK),
        svg.rect(0, FIELD_Y, width, y - FIELD_Y, rx=6, fill=SEAT_TINT[1 - own]),
        svg.rect(0, y, width, FIELD_Y + FIELD_H - y, rx=6, fill=SEAT_TINT[own]),
    ]
    end = words.red_line(state)
    for f in range(-end, end + 1):
        at, ink = MIDDLE - f * STEP, LINE_INK[words.line_of(state, f)]
        parts.append(svg.line(0, at, width, at, stroke=ink, stroke_width=3, stroke_opacity=0.75))
    parts.append(
        svg.rect(0, FIELD_Y, width, FIELD_H, rx=6, fill="none", stroke=edge, stroke_width=2.5, stroke_dasharray="10 5")
    )
    parts.append(_front_bar(width, y, front, LINE_INK[words.line_of(state, front)], won))
    for seat, side in ((1 - own, -1), (own, 1)):
        parts.append(_troops(state, viewer, seat, lane, y, side, legal))
        parts.append(_staging_place(state, viewer, seat, lane, STAGE_Y[side < 0], legal))
    return svg.group(*parts, at=(BOARD_X + lane * LANE, 0))


def _front_bar(width: float, y: float, front: int, ink: str, won: str) -> str:
    bar = svg.rect(-2, y - 5, width + 4, 10, rx=5, fill=ink, stroke=INK, stroke_width=1.4)
    label = won or (f"{front:+d}".replace("-", "−") if front else "0")
    return bar + svg.pill(width / 2, y, 58 if won else 30, 17, label, ALARM if won else INK)


def _troops(state: Any, viewer: int | None, seat: int, lane: int, y: float, side: int, legal: set[int]) -> str:
    """A seat's cards in a lane: those that may be shot at are ringed; the one that shoots has a dashed edge."""
    cards = words.stack_of(state, seat, lane)
    scale, places = _places(len(cards), y, side)
    aiming = state.phase == t.COMBAT and lane == state.lane and decides(state, viewer)
    shooting = words.shooting_slot(state) if aiming and seat == state.to_act else t.NO_CARD
    parts, marks = [], []
    for slot, (card, (x, top)) in enumerate(zip(cards, places, strict=True)):
        is_target = aiming and seat != state.to_act and TARGET + slot in legal
        ring = CHOICE if is_target else INK if slot == shooting else None
        chosen = click(state, TARGET + slot) if is_target else {}
        parts.append(svg.group(_card(card, seat, ring), at=(x, top), scale=scale, **chosen))
        tokens = (x + CARD_W * scale / 2, top + CARD_H * scale * 0.78)
        marks.append(_shot_marks(words.shots_at(state, viewer, seat, lane, slot), *tokens))
    return "".join(parts + marks)


def _places(count: int, y: float, side: int) -> tuple[float, list[svg.Point]]:
    """One row of cards or two rows of smaller ones: slots from left to right, the first ones nearest to the Front."""
    scale, per_row = (1.0, 4) if count <= 4 else (0.75, (count + 1) // 2)
    height = CARD_H * scale
    places = []
    for row, first in enumerate(range(0, count, per_row)):
        near = 12 + row * (height + 4)
        top = y + near if side > 0 else y - near - height
        xs = svg.spread(min(per_row, count - first), CARD_W * scale, ROW_W, 4)
        places += [((LANE - LANE_GAP) / 2 + x, top) for x in xs]
    return scale, places


def _card(card: int, seat: int, ring: str | None = None) -> str:
    """An open card: letter and figure of its kind, HP and armor as numbers and as tokens, lost ones pale."""
    kind = int(t.KIND_OF[card])
    wounded = card != t.FRESH[kind]
    dashes = "6 3" if ring == INK else None
    edge: dict[str, Any] = {"stroke": ring or SEAT_INK[seat], "stroke_width": 3 if ring else 1.4}
    band = f"M0 17V6A6 6 0 0 1 6 0H{CARD_W - 6}A6 6 0 0 1 {CARD_W} 6V17Z"
    parts = [
        svg.rect(0, 0, CARD_W, CARD_H, rx=6, fill=WOUNDED_FACE if wounded else WHITE),
        svg.path(band, fill=KIND_INK[kind]),
        svg.text(5, 13, t.LETTERS[kind], size=13.5, bold=True, fill=WHITE),
        svg.group(svg.path(FIGURES[kind]), at=(25, 2.4), scale=0.95, fill=WHITE, fill_opacity=0.9),
        svg.text(4, 31, words.notation(card)[1:], size=13.5, bold=True, fill=ALARM if wounded else INK),
        _tokens(HEART_SHAPE, HEART, int(t.HP_OF[card]), int(t.FULL_HP[kind]), 37),
        _tokens(SHIELD_SHAPE, SHIELD, int(t.ARMOR_OF[card]), int(t.FULL_ARMOR[kind]), 48),
        svg.rect(0, 0, CARD_W, CARD_H, rx=6, fill="none", stroke_dasharray=dashes, **edge),
    ]
    return "".join(parts)


def _face(kind: int, seat: int, x: float, y: float) -> str:
    """A fresh card, or a back."""
    if kind == words.BACK:
        return svg.card_back(x, y, CARD_W, CARD_H, SEAT_INK[seat])
    return svg.group(_card(int(t.FRESH[kind]), seat), at=(x, y))


def _tokens(shape: str, fill: str, left: int, full: int, y: float) -> str:
    inks = [fill] * left + [SPENT] * (full - left)
    return "".join(svg.group(svg.path(shape), at=(5 + 7.4 * k, y), fill=ink) for k, ink in enumerate(inks))


def _shot_marks(damage: tuple[int, int], x: float, y: float) -> str:
    """Damage aimed at a card, on its tokens: dark for normal, amber with an arrow for piercing."""
    kinds = (("−{}", INK), ("→{}", KIND_INK[1]))
    marks = [(sign.format(amount), ink) for amount, (sign, ink) in zip(damage, kinds, strict=True) if amount]
    return "".join(
        svg.pill(x + 25 * (k - (len(marks) - 1) / 2), y, 24, 16, label, ink, stroke=WHITE)
        for k, (label, ink) in enumerate(marks)
    )


def _staging_place(state: Any, viewer: int | None, seat: int, lane: int, y: float, legal: set[int]) -> str:
    """The face-down card of a lane, or buttons for the kinds that may be put there."""
    width = LANE - LANE_GAP
    place = svg.rect(0, y, width, STAGE_H, rx=8, fill=WHITE, fill_opacity=0.55, stroke=HAIR, stroke_dasharray="5 4")
    kind = words.face_down(state, viewer, seat, lane)
    x, top = (width - CARD_W) / 2, y + (STAGE_H - CARD_H) / 2
    if kind == words.BACK:
        return place + _face(kind, seat, x, top)
    if kind != t.NO_CARD:
        return place + _face(words.BACK, seat, x + 7, top - 3) + _face(kind, seat, x - 4, top + 2)
    kinds = [kind for kind in range(t.KINDS) if seat == state.to_act and STAGE + kind * t.LANES + lane in legal]
    return place + "".join(_stage_button(state, kind, lane, y + STAGE_H / 2) for kind in kinds)


def _stage_button(state: Any, kind: int, lane: int, y: float) -> str:
    x = (LANE - LANE_GAP) / 2 + 44 * (kind - 1)
    token = svg.token(x, y, 17, t.LETTERS[kind], KIND_INK[kind], stroke=CHOICE, stroke_width=2.5)
    return svg.group(token, **click(state, STAGE + kind * t.LANES + lane))


def _panel(state: Any, viewer: int | None, legal: set[int]) -> str:
    own = viewer or 0
    return svg.group(
        svg.text(0, 34, "Hold the Line", size=22, bold=True, fill=INK),
        svg.text(PANEL_W, 34, f"Round {state.round_number}", size=14, anchor="end", fill=MUTED),
        svg.group(stages(t.PHASES, int(state.phase), PANEL_W), at=(0, 48)),
        svg.group(callout(state, words.status(state, viewer), PANEL_W), at=(0, 77)),
        button(state, DONE, PANEL_W - 43, 105, 62, 27, "DONE", size=14) if DONE in legal else "",
        svg.group(_cards_of(state, viewer, 1 - own), at=(0, 144)),
        svg.group(_cards_of(state, viewer, own), at=(0, 340)),
        _legend(538),
        at=(PANEL_X, 0),
    )


def _cards_of(state: Any, viewer: int | None, seat: int) -> str:
    """A seat's hand, draw pile and discards."""
    known, count = sees(viewer, seat), words.held(state, viewer, seat)
    rows = [
        ("Draw pile", int(state.pile_size[seat]), words.pile_kinds(state, seat) if known else None),
        ("Discards", int(state.discard[seat].sum()), [int(n) for n in state.discard[seat]]),
    ]
    if not known:
        unseen = words.unseen_kinds(state, seat)
        rows.append(("Unseen", sum(unseen), unseen))
    parts = [
        seat_box(state, viewer, seat, PANEL_W, 120 + 22 * len(rows)),
        svg.text(PANEL_W - 14, 23, f"{count} in hand", size=12, anchor="end", fill=MUTED),
        svg.group(_hand(state, known, count, seat), at=(PANEL_W / 2, 40)),
    ]
    parts += [_count_row(124 + 22 * k, *row) for k, row in enumerate(rows)]
    return "".join(parts)


def _hand(state: Any, known: bool, count: int, seat: int) -> str:
    if count == 0:
        return svg.text(0, 36, "no cards in hand", size=12, anchor="middle", fill=MUTED)
    kinds = [kind for kind in range(t.KINDS) for _ in range(state.hand[seat, kind])] if known else [words.BACK] * count
    return card_row([_face(kind, seat, 0, 0) for kind in kinds], CARD_W, PANEL_W - 24)


def _count_row(y: float, label: str, count: int, kinds: list[int] | None) -> str:
    parts = [
        svg.text(14, y + 4, label, size=11.5, fill=MUTED),
        svg.text(100, y + 4, str(count), size=13, bold=True, anchor="end", fill=INK),
    ]
    for kind, number in enumerate(kinds or []):
        x = 130 + 46 * kind
        parts.append(_badge(kind, x, y, number))
        parts.append(svg.text(x + 13, y + 4.5, str(number), size=12, fill=INK if number else MUTED))
    return "".join(parts)


def _badge(kind: int, x: float, y: float, count: int = 1) -> str:
    return badge(x, y, t.LETTERS[kind], KIND_INK[kind], count)


def _note(x: float, y: float, note: str) -> str:
    return svg.text(x, y + 4, note, size=10.5, fill=MUTED)


def _legend(y: float) -> str:
    parts = []
    for kind, meaning in enumerate(("hits every enemy for its HP", "pierces: HP + armor to one", "4 damage to one")):
        at = y + 12 + 24 * kind
        parts += [_badge(kind, 12, at), svg.text(28, at + 4, t.KIND_NAMES[kind], size=11.5, bold=True, fill=INK)]
        parts.append(_note(106, at, meaning))
    at = y + 88
    parts += [_badge(kind, 12 + 58 * k, at) for k, kind in enumerate((0, 1, 2, 0))]
    parts += [_note(26 + 58 * k, at, "beats") for k in range(t.KINDS)]
    at = y + 116
    parts += [svg.group(svg.path(HEART_SHAPE), at=(6, at - 6), scale=1.8, fill=HEART), _note(24, at, "HP")]
    parts += [svg.group(svg.path(SHIELD_SHAPE), at=(56, at - 6), scale=1.8, fill=SHIELD), _note(74, at, "armor")]
    parts += [_note(112, at, "(two damage crack one)")]
    at = y + 142
    parts += [svg.pill(16, at, 28, 16, "−4", INK), _note(34, at, "aimed")]
    parts += [svg.pill(92, at, 28, 16, "→4", KIND_INK[1]), _note(110, at, "aimed, piercing")]
    return "".join(parts)
