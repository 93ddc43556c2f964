"""The panel at the right of the picture: who decides what, buttons for what is not a card, and a legend."""

from typing import Any

from flank_envs.games.arms_dealer.layout import FORFEIT, KEEP, MATCH, PASS, PUT_BACK, RAISE, READY, SHOP_DONE
from flank_envs.games.arms_dealer.phases.betting import raised
from flank_envs.games.arms_dealer.tables import BET, CLASSES, FLEET_LIST_OF, PHASES, RAISES, SHIP_NAMES
from flank_envs.games.arms_dealer.view import cards, words
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, HAIR, INK, MUTED, SEAT_INK, WHITE
from flank_envs.view.parts import button

PANEL_X, PANEL_W = 882, 282
LINE_LENGTH = 34

LEGEND = (
    ("+100", "power for this skirmish"),
    ("+D", "a destroyed ship into the deck"),
    ("+all", "the Repair Bay into the deck"),
    ("1+1", "the next ship fights along"),
    ("1 : 1", "another ship instead of this one"),
)


def panel(state: Any, viewer: int | None, legal: set[int]) -> str:
    who, what = words.status(state, viewer)
    ink = ALARM if state.over else SEAT_INK[state.to_act]
    lines = _wrapped(what)
    parts = [
        svg.text(0, 18, "ARMS DEALER", size=17, bold=True, fill=INK),
        svg.text(
            0, 40, f"Battle {state.battle} of {state.max_battles} · skirmish {state.skirmish}", size=12.5, fill=MUTED
        ),
        svg.pill(PANEL_W - 50, 13, 100, 22, PHASES[state.phase], INK, size=12),
        svg.rect(0, 56, PANEL_W, 58 + 18 * len(lines), rx=10, fill=WHITE, stroke=HAIR),
        svg.rect(0, 68, 5, 18, rx=2, fill=ink),
        svg.text(16, 83, who, size=15, bold=True, fill=ink),
        *(svg.text(16, 106 + 18 * k, line, size=12.5, fill=INK) for k, line in enumerate(lines)),
        _buttons(state, legal),
        _legend(state, 404),
    ]
    return "".join(parts)


def _wrapped(sentence: str) -> list[str]:
    lines = [""]
    for word in sentence.split():
        if len(lines[-1]) + len(word) > LINE_LENGTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _buttons(state: Any, legal: set[int]) -> str:
    """What may be chosen and is no card."""
    labels = {
        READY: "Stand" if state.phase == BET else "Ready",
        SHOP_DONE: "Stop shopping",
        KEEP: "Keep for 2",
        PUT_BACK: "Put back",
        PASS: "Pass",
        MATCH: f"Match {raised(state)}" if MATCH in legal else "",
        FORFEIT: "Forfeit",
    }
    wide = [action for action in labels if action in legal]
    parts = [
        button(state, action, 66 + 140 * (k % 2), 200 + 36 * (k // 2), 126, 28, labels[action], size=13)
        for k, action in enumerate(wide)
    ]
    raises = [k for k in range(len(RAISES)) if RAISE + k in legal]
    if raises:
        parts.append(svg.text(2, 254, "Raise by", size=12, fill=MUTED))
    parts += [
        button(state, RAISE + raise_, 90 + 44 * k, 250, 38, 28, str(RAISES[raise_]), size=13)
        for k, raise_ in enumerate(raises)
    ]
    return "".join(parts)


def _legend(state: Any, y: float) -> str:
    parts = [svg.text(0, y, "Ships: power, cards in a fleet", size=11.5, fill=MUTED)]
    for ship in range(CLASSES):
        at = y + 24 + 26 * ship
        hull = svg.group(
            svg.path(cards.HULLS[ship], fill_rule="evenodd"), at=(30, at - 11), scale=0.72, fill=cards.CLASS_INK[ship]
        )
        parts += [
            cards.ship_badge(ship, 10, at),
            hull,
            svg.text(78, at + 4, SHIP_NAMES[ship], size=12, bold=True, fill=INK),
            svg.text(190, at + 4, str(words.ship_power(ship)), size=12, anchor="end", fill=INK),
            svg.text(230, at + 4, f"× {FLEET_LIST_OF[state.scale, ship]}", size=12, anchor="end", fill=MUTED),
        ]
    at = y + 176
    parts.append(svg.text(0, at, "Items", size=11.5, fill=MUTED))
    for k, (sign, meaning) in enumerate(LEGEND):
        parts.append(svg.text(40, at + 24 + 24 * k, sign, size=13, bold=True, anchor="end", fill=INK))
        parts.append(svg.text(52, at + 24 + 24 * k, meaning, size=11.5, fill=MUTED))
    parts.append(cards.eye(22, at + 24 + 24 * len(LEGEND) - 4, 0))
    parts.append(svg.text(52, at + 24 + 24 * len(LEGEND), "this seat has looked at the card", size=11.5, fill=MUTED))
    return "".join(parts)
