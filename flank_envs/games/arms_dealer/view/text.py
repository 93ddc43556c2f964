"""Arms Dealer for terminals: the viewer's side (for None seat 0's) at the bottom."""

from collections import Counter
from typing import Any

from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.state import pot
from flank_envs.games.arms_dealer.view.words import (
    BACK,
    bank_of,
    bay_of,
    done_before,
    done_in_window,
    drawn_of,
    hand_of,
    listed,
    place_of,
    power_of,
    slot_of,
    status,
)
from flank_envs.view.viewer import sees
from flank_envs.view.words import joined, seat_name


def text(state: Any, viewer: int | None) -> str:
    """The table: the opponent's side, the shop, the own side."""
    own = viewer or 0
    who, what = status(state, viewer)
    phase = t.PHASES[state.phase]
    wins = f"wins {state.wins[own]} to {state.wins[1 - own]}" + f" for seat {own}" * (viewer is None)
    lines = [
        f"ARMS DEALER | battle {state.battle} of {state.max_battles}, skirmish {state.skirmish} | {phase} | "
        f"{who}: {what}",
        f"{wins} | lead: seat {state.lead} | pot {pot(state)} ({state.bet[own]} own, {state.bet[1 - own]} other) | "
        f"bank {bank_of(state)}",
        "",
        *_side(state, viewer, 1 - own),
        "",
        *_middle(state, viewer),
        "",
        *_side(state, viewer, own),
    ]
    return joined(lines)


def _side(state: Any, viewer: int | None, seat: int) -> list[str]:
    done = ", ".join(filter(None, (done_before(state, seat), done_in_window(state, seat))))
    places = " ".join(f"{place + 1}:{_ship(place_of(state, viewer, seat, place))}" for place in range(t.PLACES))
    drawn = drawn_of(state, viewer, seat)
    deck = int(state.deck[seat].sum())
    known = f" ({_ships(listed(state.deck[seat]))})" if sees(viewer, seat) and deck else ""
    lines = [
        f"{seat_name(viewer, seat)} | purse {state.money[seat]} | items: {_items(hand_of(state, viewer, seat))}"
        + f" | {done}" * bool(done),
        f"  places {places}" + f"   drawn {_ships(drawn)}" * bool(drawn),
        f"  deck {deck}{known} | bay {_ships(bay_of(state, viewer, seat))} | "
        f"scrapyard {_ships(listed(state.scrap[seat]))}",
    ]
    if state.phase == t.ITEMS:
        fighting = [int(state.active[seat]), *listed(state.support[seat])]
        boost = f" +{100 * int(state.boost[seat])}" * bool(state.boost[seat])
        lines.append(f"  fights with {' and '.join(t.SHIP_NAMES[s] for s in fighting)}{boost}: {power_of(state, seat)}")
    return lines


def _middle(state: Any, viewer: int | None) -> list[str]:
    """The shop and the discards."""
    cards = " | ".join(f"{slot} {_slot(state, viewer, slot)}" for slot in range(t.SLOTS))
    asteroids = f"{int(state.asteroid_deck.sum())} asteroids in the deck, 5 in the line"
    return [
        f"Shop {cards}",
        f"  deck {int(state.item_deck.sum())} | discards: {_items(listed(state.item_discard))} | {asteroids}",
    ]


def _slot(state: Any, viewer: int | None, slot: int) -> str:
    if state.taker[slot] != t.NOBODY:
        return f"taken by seat {state.taker[slot]}"
    item = slot_of(state, viewer, slot)
    if item == t.EMPTY:
        return "empty"
    lookers = [str(seat) for seat in (0, 1) if state.looked[seat, slot]]
    now = "seen now" if slot == state.looking else "seen"
    return ("[?]" if item == BACK else t.ITEM_NAMES[item]) + f" ({now} by {' and '.join(lookers)})" * bool(lookers)


def _ship(ship: int) -> str:
    return "." if ship == t.EMPTY else "?" if ship == BACK else t.SHIP_LETTERS[ship]


def _ships(ships: list[int]) -> str:
    """2D F ? for two Drones, a Fighter and one that is not known."""
    return " ".join(f"{number if number > 1 else ''}{_ship(ship)}" for ship, number in Counter(ships).items()) or "-"


def _items(items: list[int]) -> str:
    named = Counter("unknown" if item == BACK else t.ITEM_NAMES[item] for item in items)
    return ", ".join(f"{number} {name}" if number > 1 else name for name, number in named.items()) or "none"
