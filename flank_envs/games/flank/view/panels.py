"""The panels in pictures of Flank: what each player has, the resource cards, the factions to choose from."""

from typing import Any

from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import BUY_UPGRADE, DRAFT_FACTION, DROP_UPGRADE, FORCE_MINE, PLAY_CARD
from flank_envs.games.flank.view import names, pieces, seen
from flank_envs.games.flank.view.pieces import base, resource_card, token, tokens, unit, width_of
from flank_envs.view import svg
from flank_envs.view.palette import CHOICE, HAIR, INK, MUTED, PAPER, SEAT_INK, SEAT_TINT, WHITE
from flank_envs.view.parts import button, card_row, click, seat_box
from flank_envs.view.viewer import sees

WIDTH, HEIGHT = 534, 232
UNIT_W, CARD_STEP, UPGRADE_W, UPGRADE_H = 128, 64, 171, 24


def player(state: Any, viewer: int | None, seat: int, legal: set[int]) -> str:
    """Tokens, hand, units and upgrades of a seat."""
    faction = int(state.faction[seat])
    led = f" · {t.FACTION_NAMES[faction]}" if faction != t.NO_FACTION else ""
    parts = [
        seat_box(state, viewer, seat, WIDTH, HEIGHT, led),
        svg.pill(WIDTH - 52, 18, 78, 18, "initiative", INK, size=10.5) if state.initiative == seat else "",
        _numbers(state, seat),
        _hand(state, viewer, seat, legal),
    ]
    if faction != t.NO_FACTION:
        parts += [_unit_type(state, seat, kind) for kind in range(t.TYPES)]
        parts += [_upgrade(state, seat, upgrade, legal) for upgrade in range(t.UPGRADES)]
    return "".join(parts)


def _numbers(state: Any, seat: int) -> str:
    """Tokens as discs on their tracks, bases, population."""
    parts, x = [], 20.0
    for colour in range(t.COLOURS):
        full, limit = int(state.tokens[seat, colour]), int(t.TOKEN_LIMIT[colour])
        for k in range(limit):
            parts.append(token(colour, x + 13 * k, 44, 5, fill=pieces.TOKEN_INK[colour] if k < full else pieces.EMPTY))
        parts.append(svg.text(x + 13 * limit - 3, 48, str(full), size=12, bold=True, fill=INK))
        x += 13 * limit + 20
    bases = names.bases_of(state, seat)
    parts += [base(seat, 342 + 18 * k, 44, 0.68, gone=k >= bases) for k in range(t.SITES)]
    count, limit = names.people(state, seat)
    parts.append(svg.text(WIDTH - 14, 48, f"units {count}/{limit}", size=12, anchor="end", fill=INK))
    return "".join(parts)


def _hand(state: Any, viewer: int | None, seat: int, legal: set[int]) -> str:
    """A card for each kind in hand with its number, or backs."""
    count, y = seen.held(state, viewer, seat), 64
    if count == 0:
        return svg.text(WIDTH / 2, y + 28, "no cards in hand", size=12, anchor="middle", fill=MUTED)
    if not sees(viewer, seat):
        backs = card_row([svg.card_back(0, 0, 34, pieces.CARD_H, SEAT_INK[seat])] * count, 34, WIDTH - 120, 5)
        return svg.group(backs, at=(WIDTH / 2, y)) + svg.text(
            WIDTH - 14, y + 28, f"{count} in hand", size=11, anchor="end", fill=MUTED
        )
    chosen = legal if seat == state.to_act else set()
    cards = [_held_card(state, seat, kind, chosen) for kind in range(t.KINDS) if state.hand[seat, kind]]
    return svg.group(card_row(cards, pieces.CARD_W, WIDTH - 24, CARD_STEP - pieces.CARD_W), at=(WIDTH / 2, y))


def _held_card(state: Any, seat: int, kind: int, chosen: set[int]) -> str:
    """All cards of a kind in hand: a click plays one, the button below mines one."""
    play = PLAY_CARD + kind in chosen
    attributes = click(state, PLAY_CARD + kind) if play else {}
    card = resource_card(kind, 0, 0, int(state.hand[seat, kind]), CHOICE if play else HAIR, **attributes)
    if FORCE_MINE + kind in chosen:
        card += button(state, FORCE_MINE + kind, pieces.CARD_W / 2, pieces.CARD_H + 13, 48, 24, "mine", size=11)
    return card


def _unit_type(state: Any, seat: int, kind: int) -> str:
    """A type with its price and how many are in play."""
    price = names.unit_price(state, seat, kind)
    active = int(state.active[seat, kind])
    parts = [
        svg.rect(0, 0, UNIT_W - 4, 30, rx=6, fill=PAPER),
        unit(state, seat, kind, 17, 15, 10),
        svg.text(33, 13, names.unit_name(state, seat, kind), size=10.5, bold=True, fill=INK),
        tokens(price, 36, 22, 3.6),
        svg.text(UNIT_W - 10, 26, f"{active}/{t.MINIATURES}", size=10.5, anchor="end", fill=INK if active else MUTED),
    ]
    title = names.unit_special(int(state.faction[seat]), kind)
    return svg.group(*parts, at=(12 + UNIT_W * kind, 136), title=title)


def _upgrade(state: Any, seat: int, upgrade: int, legal: set[int]) -> str:
    """An upgrade: in the seat's ink when it is active, with its price when it is not."""
    name, _, timing, effect = t.UPGRADE_CARDS[state.faction[seat]][upgrade]
    active = names.has_card(state, seat, upgrade)
    own_turn = seat == state.to_act
    action = next((a for a in (BUY_UPGRADE + upgrade, DROP_UPGRADE + upgrade) if own_turn and a in legal), None)
    bought = own_turn and upgrade == state.buying
    edge, wide = (CHOICE, 2.5) if action is not None else (INK, 2) if bought else (HAIR, 1)
    dashes = "7 4" if edge == INK else None
    price = names.upgrade_price(state, seat, upgrade)
    parts = [
        svg.rect(
            0,
            0,
            UPGRADE_W - 5,
            UPGRADE_H,
            rx=6,
            fill=SEAT_INK[seat] if active else WHITE,
            stroke=edge,
            stroke_width=wide,
            stroke_dasharray=dashes,
        ),
        svg.text(8, 16, name, size=10.5, bold=active, fill=WHITE if active else INK),
    ]
    if active:
        parts.append(svg.text(UPGRADE_W - 13, 16, timing, size=10, anchor="end", fill=WHITE))
    else:
        parts.append(tokens(price, UPGRADE_W - 16 - width_of(price, 3.6), 12, 3.6))
    attributes: dict[str, Any] = click(state, action) if action is not None else {"title": f"{name}: {effect}"}
    return svg.group(*parts, at=(12 + UPGRADE_W * (upgrade % 3), 172 + 29 * (upgrade // 3)), **attributes)


def table(state: Any, viewer: int | None, legal: set[int]) -> str:
    """What lies between the players outside of battles."""
    if state.phase == t.DRAFT:
        return "".join(_faction(state, faction, legal) for faction in range(t.FACTIONS))
    own = viewer or 0
    return _resources(state, viewer) + "".join(_specials(state, seat, x) for seat, x in ((1 - own, 0), (own, 270)))


def _resources(state: Any, viewer: int | None) -> str:
    """The eight kinds of cards: how many are discarded, and how many the viewer does not see."""
    unseen = seen.unseen_kinds(state, viewer)
    title = f"Resource cards: {state.deck_size} in the deck, {int(state.discard.sum())} discarded"
    parts = [svg.text(0, 14, title, size=13, bold=True, fill=INK)]
    for kind in range(t.KINDS):
        x = 14 + CARD_STEP * kind
        parts.append(resource_card(kind, x, 24))
        for y, count, name in ((86, unseen[kind], "unseen"), (101, int(state.discard[kind]), "discarded")):
            parts.append(
                svg.text(
                    x + pieces.CARD_W / 2, y, f"{count} {name}", size=10, anchor="middle", fill=INK if count else MUTED
                )
            )
    return "".join(parts)


def _specials(state: Any, seat: int, x: float) -> str:
    """What is special about the units of a seat."""
    faction = int(state.faction[seat])
    parts = [svg.text(0, 138, f"{t.FACTION_NAMES[faction]} of seat {seat}", size=11.5, bold=True, fill=SEAT_INK[seat])]
    for kind in range(t.TYPES):
        y = 162 + 30 * kind
        parts.append(unit(state, seat, kind, 14, y, 10.5))
        parts.append(svg.text(30, y + 4, t.UNIT_NAMES[faction][kind], size=11, bold=True, fill=INK))
        parts.append(svg.text(104, y + 4, names.unit_special(faction, kind) or "plain", size=10.5, fill=MUTED))
    return svg.group(*parts, at=(x, 0))


def _faction(state: Any, faction: int, legal: set[int]) -> str:
    """A faction with its units and upgrades, to be chosen or already taken."""
    width = 172
    owner = next((seat for seat in range(t.SEATS) if state.faction[seat] == faction), None)
    action = DRAFT_FACTION + faction if DRAFT_FACTION + faction in legal else None
    edge, wide = (CHOICE, 2.5) if action is not None else (HAIR, 1)
    parts = [
        svg.rect(
            0, 0, width, 290, rx=10, fill=WHITE if owner is None else SEAT_TINT[owner], stroke=edge, stroke_width=wide
        ),
        svg.text(12, 24, t.FACTION_NAMES[faction], size=15, bold=True, fill=INK),
        "" if owner is None else svg.pill(width - 38, 19, 58, 17, f"seat {owner}", SEAT_INK[owner], size=10.5),
    ]
    for kind in range(t.TYPES):
        y = 50 + 33 * kind
        parts.append(svg.group(svg.path(pieces.SHAPES[kind], fill=MUTED), at=(18, y), scale=0.8))
        parts.append(svg.text(34, y - 1, t.UNIT_NAMES[faction][kind], size=11, bold=True, fill=INK))
        parts.append(svg.text(34, y + 12, names.unit_special(faction, kind) or "plain", size=10.5, fill=MUTED))
        cost = t.UNIT_COST[faction, kind].tolist()
        parts.append(tokens(cost, width - 14 - width_of(cost, 3.6), y - 4, 3.6))
    for upgrade, (name, cost, *_) in enumerate(t.UPGRADE_CARDS[faction]):
        y = 188 + 18 * upgrade
        parts.append(svg.text(12, y, name, size=10.5, fill=INK))
        parts.append(tokens(cost, width - 14 - width_of(cost, 3.4), y - 4, 3.4))
    attributes = click(state, action) if action is not None else {}
    return svg.group(*parts, at=(181 * faction, 4), **attributes)
