"""A picture of Mana Surge: the hexagon with the viewer's corner at the bottom, players and legend at the right."""

from functools import cache
from math import cos, pi, sin, sqrt
from typing import Any

from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import DAGGER_USE, PASS
from flank_envs.games.mana_surge.view import words
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, CHOICE, HAIR, INK, MUTED, PAPER, SEAT_INK, WHITE
from flank_envs.view.parts import button, callout, click, seat_box, stages
from flank_envs.view.viewer import choices

TILE_FILL = {
    t.PLAIN: "#fffdf8",
    t.POOL: "#8ecfe0",
    t.THORNS: "#b3a698",
    t.RAMPART: "#dfe3e8",
    t.BLADE: "#efdcd3",
    t.WARSTONE: "#e3d7ea",
    t.MIRE: "#dcdcc2",
    t.EXTRA_ACTION: "#f8e3a3",
    t.EXTRA_SPAWN: "#d3e8c6",
    t.DAGGER: "#f2c4be",
}
TILE_INK = {
    t.PLAIN: MUTED,
    t.POOL: "#0b4f63",
    t.THORNS: "#43382d",
    t.RAMPART: "#525d69",
    t.BLADE: "#7d4a33",
    t.WARSTONE: "#674a79",
    t.MIRE: "#5a5a2c",
    t.EXTRA_ACTION: "#725200",
    t.EXTRA_SPAWN: "#38632a",
    t.DAGGER: "#8f2b22",
}
EFFECT = {
    t.POOL: "locks; 1 mana per own turn",
    t.EXTRA_ACTION: "locks; 1 more action per turn",
    t.EXTRA_SPAWN: "locks; 1 more new token per turn",
    t.DAGGER: "locks; 3 tokens for 1 mana",
    t.RAMPART: "attack 1, defense 2",
    t.BLADE: "attack 2, defense 1",
    t.WARSTONE: "attack 2, defense 2",
    t.MIRE: "attack 0, defense 1",
    t.THORNS: "defeat whoever moves there",
}

SIDE = 36.0  # of a hex
ROW = sqrt(3) * SIDE
WIDTH, HEIGHT = 1010, 730
BOARD_X, BOARD_Y = 24 + 8.5 * SIDE, HEIGHT / 2  # the middle of the pool
PANEL_X, PANEL_W = 672, 318
CARD_H, CARD_GAP = 96, 8
TOKEN = 0.56 * SIDE

# Drawn around the origin, about 16 high.
BOLT = "M2 -8L-5.5 1.2H-.8L-2 8L5.5 -1.8H.8Z"
CROSS = "M-6 -1.7H-1.7V-6H1.7V-1.7H6V1.7H1.7V6H-1.7V1.7H-6Z"
KNIFE = "M0 8.5L-2 4.5V-1.6H-5V-3.8H-1.4V-8H1.4V-3.8H5V-1.6H2V4.5Z"
DROP = "M0 -8C3 -3 5.5 -.5 5.5 3A5.5 5.5 0 0 1 -5.5 3C-5.5 -.5 -3 -3 0 -8Z"
SHIELD = "M0 -7L6 -5V0C6 4 3 6.5 0 8C-3 6.5 -6 4 -6 0V-5Z"
SWORD = "M7 -8L7.6 -7.2L-.8 2.6L1 4.4L-.4 5.8L-2.4 3.9L-5.6 7.4L-7 6L-3.6 2.9L-5.4 1L-4 -.4L-2.3 1.3Z"
_WAVE = "c3 -3.5 5 3.5 8 0s5 3.5 8 0v2.5c-3 3.5 -5 -3.5 -8 0s-5 -3.5 -8 0z"
WAVES = f"M-8 -3.5{_WAVE}M-8 3{_WAVE}"
SPIKES = "M0 -8L1.8 -2.9L7 -4.4L3.6 0L7 4.4L1.8 2.9L0 8L-1.8 2.9L-7 4.4L-3.6 0L-7 -4.4L-1.8 -2.9Z"
CASTLE = "M-7.5 7V-7H-4.3V-4.2H-1.6V-7H1.6V-4.2H4.3V-7H7.5V7H2.6V3A2.6 2.6 0 0 0 -2.6 3V7Z"
FIGURE = {
    t.POOL: DROP,
    t.THORNS: SPIKES,
    t.RAMPART: SHIELD,
    t.BLADE: SWORD,
    t.MIRE: WAVES,
    t.EXTRA_ACTION: BOLT,
    t.EXTRA_SPAWN: CROSS,
    t.DAGGER: KNIFE,
}
STAGES = ("START", "MOVE", "COMBAT", "MOVE", "END")


def picture(state: Any, viewer: int | None) -> str:
    """An SVG document; what the viewer may choose now carries the attribute data-action."""
    legal = choices(state, viewer)
    targets = words.action_tiles(state, legal)
    picked, marked = int(state.picked), words.marked_tiles(state)
    ground, pieces = [], []
    for place, (tile, owner) in enumerate(words.board_in_view(state, viewer)):
        ground.append(_ground(place, owner == t.NOBODY, viewer is not None and owner != t.SPAWNER))
        piece = ""
        if owner == t.SPAWNER:
            piece = _spawner(words.seat_on(state, tile), place)
        elif owner != t.NOBODY:
            piece = _token(place, owner, INK if tile == picked else CHOICE if tile in targets else "", tile in marked)
        elif tile in targets:
            piece = _landing(place)
        pieces.append(svg.group(piece, **click(state, targets[tile])) if tile in targets else piece)
    return svg.document(WIDTH, HEIGHT, *ground, *pieces, _panel(state, viewer, legal), background=PAPER)


@cache
def _middle(place: int) -> svg.Point:
    q, r = t.PLACES[place]
    return BOARD_X + 1.5 * SIDE * q, BOARD_Y + ROW * (r + q / 2)


def _hex(x: float, y: float, side: float, **attributes: Any) -> str:
    return svg.polygon(((x + side * cos(k * pi / 3), y + side * sin(k * pi / 3)) for k in range(6)), **attributes)


@cache
def _ground(place: int, empty: bool, numbered: bool) -> str:
    """A tile with what it does; its number is the one that the viewer's actions use."""
    x, y = _middle(place)
    kind = int(t.KIND[place])  # the same in every frame
    tint, ink = TILE_FILL[kind], TILE_INK[kind]
    parts = [_hex(x, y, SIDE - 1.2, fill=tint, stroke=HAIR if kind == t.PLAIN else ink, stroke_opacity=0.55)]
    if empty:
        fights = kind in (t.RAMPART, t.BLADE, t.WARSTONE, t.MIRE)
        parts.append(_figure(kind, x, y - (9 if fights else 4), 1.15, ink))
        if fights:
            parts.append(svg.text(x, y + 14, words.stats(place), size=11.5, bold=True, anchor="middle", fill=ink))
    if numbered:
        parts.append(svg.text(x, y + 28.5, str(place), size=10, anchor="middle", fill=ink))
    return "".join(parts)


@cache
def _figure(kind: int, x: float, y: float, scale: float, fill: str) -> str:
    if kind == t.WARSTONE:
        pair = _figure(t.BLADE, -7, 0, 0.8, fill) + _figure(t.RAMPART, 7, 0, 0.8, fill)
        return svg.group(pair, at=(x, y), scale=scale)
    return svg.group(svg.path(FIGURE[kind]), at=(x, y), scale=scale, fill=fill) if kind in FIGURE else ""


@cache
def _landing(place: int) -> str:
    """An empty tile that may be entered."""
    return _hex(
        *_middle(place),
        SIDE - 4,
        fill=CHOICE,
        fill_opacity=0.12,
        stroke=CHOICE,
        stroke_width=3,
        stroke_linejoin="round",
    )


@cache
def _token(place: int, seat: int, ring: str, doomed: bool) -> str:
    """The seat's shape, with the ability it holds or with changed attack and defense; dashed edge: it was picked."""
    x, y = _middle(place)
    y -= 4  # room for the number
    dashes = "7 4" if ring == INK else None
    edge: dict[str, Any] = {"stroke": ring, "stroke_width": 3, "stroke_dasharray": dashes}
    parts = [_shape(seat, x, y, TOKEN + 3.2, fill=WHITE, **edge)] if ring else []
    parts.append(_shape(seat, x, y, TOKEN, fill=SEAT_INK[seat], stroke=WHITE, stroke_width=1.6))
    if t.LOCKS[place]:
        parts.append(_figure(int(t.KIND[place]), x, y, 1.35, WHITE))
    elif (t.ATTACK[place], t.DEFENSE[place]) != (1, 1):
        parts.append(svg.text(x, y + 5.5, words.stats(place), size=15, bold=True, anchor="middle", fill=WHITE))
    else:
        parts.append(_shape(seat, x, y, TOKEN * 0.55, fill="none", stroke=WHITE, stroke_opacity=0.45, stroke_width=2))
    if doomed:
        cross = f"M{x - 13:g} {y - 13:g}l26 26m0 -26l-26 26"
        parts += [
            svg.path(cross, fill="none", stroke=ink, stroke_width=width) for ink, width in ((WHITE, 8), (ALARM, 4.5))
        ]
    return "".join(parts)


def _shape(seat: int, x: float, y: float, radius: float, **attributes: Any) -> str:
    """The outline of a seat's tokens: a disc, a square, a diamond."""
    if seat == 0:
        return svg.circle(x, y, radius, **attributes)
    if seat == 1:
        half = 0.88 * radius
        return svg.rect(x - half, y - half, 2 * half, 2 * half, rx=radius / 6, **attributes)
    reach = 1.12 * radius
    return svg.polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), **attributes)


@cache
def _spawner(seat: int, place: int) -> str:
    x, y = _middle(place)
    return (
        _hex(x, y, SIDE - 1.2, fill=SEAT_INK[seat])
        + svg.group(svg.path(CASTLE), at=(x, y - 6), scale=1.25, fill=WHITE)
        + svg.text(x, y + 20, f"Seat {seat}", size=10.5, bold=True, anchor="middle", fill=WHITE)
    )


def _panel(state: Any, viewer: int | None, legal: list[int]) -> str:
    first = viewer or 0
    order = [(first + k) % int(state.seats) for k in range(int(state.seats))]
    cards = [_player(state, viewer, seat) for seat in order]
    return svg.group(
        svg.text(0, 34, "Mana Surge", size=22, bold=True, fill=INK),
        svg.text(PANEL_W, 34, f"Round {words.round_number(state)}", size=14, anchor="end", fill=MUTED),
        svg.group(stages(STAGES, _stage(state), PANEL_W), at=(0, 48)),
        svg.group(_callout(state, viewer, legal), at=(0, 76)),
        *(svg.group(card, at=(0, 174 + (CARD_H + CARD_GAP) * k)) for k, card in enumerate(cards)),
        _legend(500),
        at=(PANEL_X, 0),
    )


def _stage(state: Any) -> int | None:
    """Which of the five parts of a turn this is."""
    if state.over:
        return None
    return {t.START: 0, t.COMBAT: 2, t.COMBAT_DIR: 2, t.END: 4, t.SACRIFICE: 4}.get(
        int(state.phase), 1 if state.phase <= t.MOVE1_DIR else 3
    )


def _callout(state: Any, viewer: int | None, legal: list[int]) -> str:
    parts = [callout(state, words.status(state, viewer), PANEL_W, 88)]
    if not state.over:
        bolts = [PANEL_W - 20 - 16 * k for k in range(int(state.action_points))]
        parts += [_figure(t.EXTRA_ACTION, x, 19, 1, "#ffe08a") for x in bolts]
    buttons = [(action, name) for action, name in ((PASS, "PASS"), (DAGGER_USE, "DAGGER")) if action in legal]
    parts += [
        button(state, action, 58 + 100 * k, 68, 90, 25, name, size=13) for k, (action, name) in enumerate(buttons)
    ]
    return "".join(parts)


def _player(state: Any, viewer: int | None, seat: int) -> str:
    """Mana, tokens and abilities of a seat."""
    return (
        seat_box(state, viewer, seat, PANEL_W, CARD_H)
        + svg.text(PANEL_W - 14, 23, f"{state.mana[seat]} of {state.mana_goal} mana", anchor="end", fill=INK)
        + _mana(int(state.mana[seat]), int(state.mana_goal), 48)
        + _possessions(state, seat, 78)
    )


@cache
def _mana(mana: int, goal: int, y: float) -> str:
    """One drop for each point up to the goal, or a bar if there are too many."""
    room = PANEL_W - 28
    if goal > 20:
        bar = svg.rect(14, y - 5, room, 10, rx=5, fill=HAIR)
        return bar + svg.rect(14, y - 5, room * mana / goal, 10, rx=5, fill=TILE_INK[t.POOL])
    step = min(28.0, room / goal)
    inks = [TILE_INK[t.POOL]] * mana + [HAIR] * (goal - mana)
    return "".join(
        svg.group(svg.path(DROP), at=(14 + step * (k + 0.5), y), scale=min(1.1, step / 14), fill=ink)
        for k, ink in enumerate(inks)
    )


def _possessions(state: Any, seat: int, y: float) -> str:
    """Tokens on the board and in supply, then tiles held."""
    parts = [
        _shape(seat, 22, y, 8, fill=SEAT_INK[seat]),
        svg.text(34, y + 4.5, f"{words.on_board(state, seat)} on board", fill=INK),
        svg.text(112, y + 4.5, f"+ {state.supply[seat]} in supply", fill=MUTED),
    ]
    for k, kind in enumerate((t.EXTRA_ACTION, t.EXTRA_SPAWN, t.DAGGER)):
        x, count = 214 + 36 * k, int(state.held[seat, k])
        parts.append(_figure(kind, x, y, 0.95, TILE_INK[kind] if count else HAIR))
        parts.append(svg.text(x + 10, y + 4.5, str(count), bold=count > 0, fill=INK if count else MUTED))
    return "".join(parts)


@cache
def _legend(y: float) -> str:
    parts = []
    for k, (kind, effect) in enumerate(EFFECT.items()):
        at = y + 12 + 23.4 * k
        parts += [
            _hex(11, at, 12, fill=TILE_FILL[kind], stroke=TILE_INK[kind], stroke_opacity=0.5),
            _figure(kind, 11, at, 0.62 if kind == t.WARSTONE else 0.8, TILE_INK[kind]),
            svg.text(
                30, at + 4, t.KIND_NAMES[kind][0].upper() + t.KIND_NAMES[kind][1:], size=11.5, bold=True, fill=INK
            ),
            svg.text(PANEL_W, at + 4, effect, size=10.5, anchor="end", fill=MUTED),
        ]
    return "".join(parts)
