"""A picture of Arms Dealer: the opponent's fleet above, the fight and the shop between, the own fleet below."""

from typing import Any

from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.layout import LOOK, PLACE, PLAY, SWAP
from flank_envs.games.arms_dealer.state import pot
from flank_envs.games.arms_dealer.view import cards, words
from flank_envs.games.arms_dealer.view.cards import CARD_H, CARD_W
from flank_envs.games.arms_dealer.view.panel import PANEL_X, panel
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, HAIR, INK, MUTED, PAPER, SEAT_INK, SEAT_TINT, WHITE
from flank_envs.view.parts import button
from flank_envs.view.viewer import choices, sees

WIDTH, HEIGHT = 1180, 808
BOARD_X, BOARD_W = 16, 850
SIDE_H, SIDE_Y = 242, (550, 16)  # the own side, the opponent's
FIELD_X, PLACE_STEP = 16, 76
PILES_X, PILE_STEP = 424, 136
ARENA_Y, ARENA_H, ARENA_W = 268, 272, 398
SHOP_X, SHOP_W = 426, 440


def picture(state: Any, viewer: int | None) -> str:
    """An SVG document; what the viewer may choose now carries the attribute data-action."""
    legal = set(choices(state, viewer))
    own = viewer or 0
    return svg.document(
        WIDTH,
        HEIGHT,
        _side(state, viewer, 1 - own, SIDE_Y[1], legal),
        _arena(state, viewer, legal),
        _shop(state, viewer, legal),
        _side(state, viewer, own, SIDE_Y[0], legal),
        svg.group(panel(state, viewer, legal), at=(PANEL_X, 16)),
        background=PAPER,
    )


def _side(state: Any, viewer: int | None, seat: int, y: float, legal: set[int]) -> str:
    """A seat's name, purse and wins; its places, piles and items."""
    owner = "" if viewer is None else " (you)" if viewer == seat else " (opponent)"
    parts = [
        svg.rect(0, 0, BOARD_W, SIDE_H, rx=10, fill=SEAT_TINT[seat]),
        svg.rect(0, 12, 5, 18, rx=2, fill=SEAT_INK[seat]),
        svg.text(16, 27, f"Seat {seat}{owner}", size=15, bold=True, fill=SEAT_INK[seat]),
        svg.pill(216, 21, 48, 18, "LEAD", SEAT_INK[seat]) if state.lead == seat else "",
        svg.text(250, 26, words.done_before(state, seat), size=11.5, fill=MUTED),
        cards.coin(BOARD_W - 306, 21, int(state.money[seat])),
        svg.text(BOARD_W - 288, 25, "purse", size=11.5, fill=MUTED),
        cards.coin(BOARD_W - 216, 21, int(state.bet[seat])),
        svg.text(BOARD_W - 198, 25, "bet", size=11.5, fill=MUTED),
        svg.text(BOARD_W - 130, 25, "wins", size=11.5, fill=MUTED),
        *(_win(state, seat, k) for k in range(max(3, int(state.wins[seat])))),
        *(_place(state, viewer, seat, place, legal) for place in range(t.PLACES)),
        _swaps(state, seat, legal),
        _piles(state, viewer, seat),
        _hand(state, viewer, seat, legal),
    ]
    return svg.group(*parts, at=(BOARD_X, y))


def _win(state: Any, seat: int, k: int) -> str:
    filled = SEAT_INK[seat] if k < state.wins[seat] else WHITE
    return svg.circle(BOARD_W - 90 + 16 * k, 21, 5.5, fill=filled, stroke=SEAT_INK[seat])


def _place(state: Any, viewer: int | None, seat: int, place: int, legal: set[int]) -> str:
    x, y = FIELD_X + PLACE_STEP * place, 44
    ship = words.place_of(state, viewer, seat, place)
    swapped = any(SWAP + k == state.gap[seat] and place in t.SWAPS[k] for k in range(len(t.SWAPS)))
    label, ink = (f"{place + 1} swapped", ALARM) if swapped else (str(place + 1), MUTED)
    number = svg.text(x + CARD_W / 2, y + CARD_H + 13, label, size=11, bold=True, anchor="middle", fill=ink)
    return (cards.empty(x, y) if ship == t.EMPTY else cards.ship(x, y, ship, seat)) + number


def _swaps(state: Any, seat: int, legal: set[int]) -> str:
    """A button for each pair of places that may be exchanged."""
    buttons = [SWAP + k for k in range(len(t.SWAPS)) if SWAP + k in legal and state.to_act == seat]
    parts = [
        button(
            state, action, FIELD_X + 31 + 63 * k, 162, 58, 24, "{} + {}".format(*words.places_swapped(action)), size=12
        )
        for k, action in enumerate(buttons)
    ]
    return "".join(parts)


def _piles(state: Any, viewer: int | None, seat: int) -> str:
    """Fleet Deck, Repair Bay and Scrapyard: how many of each class the viewer knows to be there."""
    known = sees(viewer, seat)
    bay = words.bay_of(state, viewer, seat)
    piles = (
        ("Fleet Deck", int(state.deck[seat].sum()), list(state.deck[seat]) if known else None),
        ("Repair Bay", len(bay), [bay.count(ship) for ship in range(t.CLASSES)]),
        ("Scrapyard", int(state.scrap[seat].sum()), list(state.scrap[seat])),
    )
    return "".join(_pile(PILES_X + PILE_STEP * k, seat, *pile) for k, pile in enumerate(piles))


def _pile(x: float, seat: int, name: str, count: int, ships: list[int] | None) -> str:
    parts = [
        svg.rect(x, 44, PILE_STEP - 10, 112, rx=8, fill=WHITE, stroke=HAIR),
        svg.text(x + 10, 62, name, size=11.5, fill=MUTED),
        svg.text(x + PILE_STEP - 20, 63, str(count), size=15, bold=True, anchor="end", fill=INK),
    ]
    for ship, number in enumerate(ships or []):
        cx, cy = x + 22 + 40 * (ship % 3), 88 + 38 * (ship // 3)
        parts.append(cards.ship_badge(ship, cx, cy, number))
        parts.append(svg.text(cx, cy + 21, str(number), size=11, anchor="middle", fill=INK if number else MUTED))
    unknown = count - sum(ships or [])
    if unknown and ships:
        parts.append(svg.token(x + 102, 126, 9, "?", MUTED))
        parts.append(svg.text(x + 102, 147, str(unknown), size=11, anchor="middle", fill=INK))
    return "".join(parts)


def _hand(state: Any, viewer: int | None, seat: int, legal: set[int]) -> str:
    """Items: the first card of each type that may be played is the one to click."""
    hand = words.hand_of(state, viewer, seat)
    label = svg.text(16, 203, "Items", size=11.5, fill=MUTED)
    label += svg.text(16, 222, str(len(hand)), size=15, bold=True, fill=INK)
    step = min(cards.ITEM_W + 6, (BOARD_W - 80 - cards.ITEM_W) / max(1, len(hand) - 1))
    parts = []
    for k, item in enumerate(hand):
        action = PLAY + item if item < t.ITEMS_KNOWN and state.to_act == seat and item not in hand[:k] else -1
        drawn = cards.item(66 + step * k, 180, item)
        parts.append(cards.choice(drawn, 66 + step * k, 180, cards.ITEM_W, cards.ITEM_H, action, legal, state))
    return label + "".join(parts)


def _arena(state: Any, viewer: int | None, legal: set[int]) -> str:
    """The ships that fight, or those that are being laid; the pot between them."""
    own = viewer or 0
    parts = [svg.rect(0, 0, ARENA_W, ARENA_H, rx=10, fill=WHITE, stroke=HAIR)]
    for seat, y in ((1 - own, 12), (own, ARENA_H - 12 - CARD_H)):
        if state.phase == t.ITEMS:
            parts.append(_fighters(state, seat, y))
        else:
            parts.append(_drawn(state, viewer, seat, y, legal))
    parts += [
        svg.line(20, ARENA_H / 2, ARENA_W - 20, ARENA_H / 2, stroke=HAIR),
        svg.rect(ARENA_W / 2 - 66, ARENA_H / 2 - 17, 132, 34, rx=17, fill=PAPER, stroke=HAIR),
        cards.coin(ARENA_W / 2 - 44, ARENA_H / 2, int(pot(state)), 14),
        svg.text(ARENA_W / 2 - 22, ARENA_H / 2 + 5, "in the pot", size=12.5, bold=True, fill=INK),
    ]
    if state.phase == t.REPLY:
        parts.append(
            svg.text(
                ARENA_W / 2,
                ARENA_H / 2 - 30,
                words.done_before(state, int(state.lead)),
                size=13,
                bold=True,
                anchor="middle",
                fill=ALARM,
            )
        )
    return svg.group(*parts, at=(BOARD_X, ARENA_Y))


def _fighters(state: Any, seat: int, y: float) -> str:
    """The active ship, its support and its power."""
    ships = [int(state.active[seat]), *words.listed(state.support[seat])]
    step = min(CARD_W + 8, 160 / max(1, len(ships) - 1))
    parts = [cards.ship(16 + step * k, y, ship, seat) for k, ship in reversed(list(enumerate(ships)))]
    boost = f"+{100 * int(state.boost[seat])} items" if state.boost[seat] else ""
    total = svg.text(
        ARENA_W - 20, y + 46, str(words.power_of(state, seat)), size=30, bold=True, anchor="end", fill=SEAT_INK[seat]
    )
    notes = svg.text(ARENA_W - 20, y + 66, boost, size=12, anchor="end", fill=MUTED)
    last = svg.text(ARENA_W - 20, y + 14, words.done_in_window(state, seat), size=12, anchor="end", fill=MUTED)
    return "".join([*parts, total, notes, last])


def _drawn(state: Any, viewer: int | None, seat: int, y: float, legal: set[int]) -> str:
    """Ships drawn and not yet laid: the first of each class is the one to click."""
    ships = words.drawn_of(state, viewer, seat)
    parts = []
    for k, ship in enumerate(ships):
        x = 16 + PLACE_STEP * k
        action = PLACE + ship if ship < t.CLASSES and state.to_act == seat and ship not in ships[:k] else -1
        parts.append(cards.choice(cards.ship(x, y, ship, seat), x, y, CARD_W, CARD_H, action, legal, state))
    return "".join(parts)


def _shop(state: Any, viewer: int | None, legal: set[int]) -> str:
    discards = [(item, int(number)) for item, number in enumerate(state.item_discard) if number]
    parts = [
        svg.rect(0, 0, SHOP_W, ARENA_H, rx=10, fill=WHITE, stroke=HAIR),
        svg.text(14, 24, "Arms Dealer", size=14, bold=True, fill=INK),
        svg.text(SHOP_W - 14, 24, f"{int(state.item_deck.sum())} in the deck", size=11.5, anchor="end", fill=MUTED),
        *(_slot(state, viewer, slot, legal) for slot in range(t.SLOTS)),
        svg.text(14, 152, "Discards", size=11.5, fill=MUTED),
        *(_discard(k, item, number) for k, (item, number) in enumerate(discards)),
        svg.text(14, 252, "Asteroids", size=11.5, fill=MUTED),
        *(
            cards.asteroid(88 + 26 * k, 248, int(state.line[k]) if viewer is None else words.BACK)
            for k in range(t.LINE)
        ),
        svg.text(SHOP_W - 14, 252, _asteroids(state), size=11.5, anchor="end", fill=MUTED),
    ]
    return svg.group(*parts, at=(SHOP_X + BOARD_X - 16, ARENA_Y))


def _asteroids(state: Any) -> str:
    ones, fives, tens = (int(number) for number in state.asteroid_discard)
    return f"{int(state.asteroid_deck.sum())} in the deck; seen {ones}×1 {fives}×5 {tens}×10"


def _discard(k: int, item: int, number: int) -> str:
    x, y = 14 + 70 * (k % 6), 162 + 34 * (k // 6)
    return cards.chip(x, y, item) + svg.text(x + 46, y + 16, f"×{number}", size=11, fill=INK)


def _slot(state: Any, viewer: int | None, slot: int, legal: set[int]) -> str:
    x, y = 14 + 70 * slot, 38
    item = words.slot_of(state, viewer, slot)
    if item == t.EMPTY:
        taker = int(state.taker[slot])
        drawn = cards.empty(x, y, cards.ITEM_W, cards.ITEM_H)
        if taker != t.NOBODY:
            drawn += svg.text(x + 31, y + 24, "taken by", size=10.5, anchor="middle", fill=SEAT_INK[taker])
            drawn += svg.text(
                x + 31, y + 37, f"seat {taker}", size=10.5, bold=True, anchor="middle", fill=SEAT_INK[taker]
            )
    else:
        drawn = cards.item(x, y, item, lifted=slot == state.looking)
    eyes = [seat for seat in range(t.SEATS) if state.looked[seat, slot]]
    marks = [cards.eye(x + 16 + 28 * k, y + 69, seat) for k, seat in enumerate(eyes)]
    label = svg.text(x + 31, y + 90, f"slot {slot}", size=10, anchor="middle", fill=MUTED)
    return cards.choice(drawn, x, y, cards.ITEM_W, cards.ITEM_H, LOOK + slot, legal, state) + "".join(marks) + label
