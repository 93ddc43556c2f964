"""Arms Dealer in words: what a viewer may know, what an action does, who decides what, who has won.

A viewer is a seat, or None who sees all cards. Everything hidden is asked for through `place_of`, `slot_of`,
`drawn_of`, `hand_of` and `bay_of`; the rest of the record that is shown is public.
"""

from collections.abc import Iterable
from typing import Any

from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.layout import ACTIONS, FORFEIT, MATCH, RAISE, READY, SWAP
from flank_envs.games.arms_dealer.phases.betting import raised
from flank_envs.games.arms_dealer.phases.skirmish import power
from flank_envs.games.arms_dealer.state import bank, living
from flank_envs.view.ending import shared_ending
from flank_envs.view.viewer import decides, sees
from flank_envs.view.words import counted, whose_turn

BACK = 99  # a card that lies there and that the viewer does not know


def place_of(state: Any, viewer: int | None, seat: int, place: int) -> int:
    """The class of a face-down ship, BACK or EMPTY."""
    ship = int(state.field[seat, place])
    return ship if ship == t.EMPTY or sees(viewer, seat) else BACK


def slot_of(state: Any, viewer: int | None, slot: int) -> int:
    """The type of a shop card, BACK if the viewer has not looked at it (AD-3.4), or EMPTY."""
    item = int(state.shop[slot])
    return item if item == t.EMPTY or viewer is None or state.looked[viewer, slot] else BACK


def drawn_of(state: Any, viewer: int | None, seat: int) -> list[int]:
    """Ships drawn and not yet laid: classes, or backs."""
    ships = listed(state.drawn[seat])
    return ships if sees(viewer, seat) else [BACK] * len(ships)


def hand_of(state: Any, viewer: int | None, seat: int) -> list[int]:
    """Items in hand: all of them, or those the viewer knows of and backs for the others (AD-3.9)."""
    items = listed(state.hand[seat])
    if sees(viewer, seat):
        return items
    known = listed(state.hand_known[seat])
    return known + [BACK] * (len(items) - len(known))


def bay_of(state: Any, viewer: int | None, seat: int) -> list[int]:
    """Ships in the Repair Bay: all of them, or those that went there face up and backs for the others (AD-8.4)."""
    ships = listed(state.bay[seat])
    if sees(viewer, seat):
        return ships
    seen = listed(state.bay_seen[seat])
    return seen + [BACK] * (len(ships) - len(seen))


def listed(counts: Iterable[int]) -> list[int]:
    """[0, 0, 2] for counts 2, 0, 1."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def power_of(state: Any, seat: int) -> int:
    return 100 * int(power(state, seat))


def bank_of(state: Any) -> int:
    return int(bank(state))


def places_swapped(action: int) -> tuple[int, int]:
    """The places, counted from 1, that a SWAP exchanges."""
    one, other = t.SWAPS[action - SWAP]
    return int(one) + 1, int(other) + 1


def describe(state: Any, action: int) -> str:
    """What an action means for the seat that decides, legal or not."""
    action = int(action)
    block, place = ACTIONS.locate(action)
    if block.name == "PLACE":
        return f"lay a {t.SHIP_NAMES[place[0]]}{_on_place(state)}"
    if block.name == "LOOK":
        return f"pay 1 coin to look at shop slot {place[0]}"
    if block.name == "KEEP":
        return f"keep {_looked_at(state)} for {counted(t.KEEP_PRICE, 'coin')}"
    if block.name == "PUT_BACK":
        return f"put {_looked_at(state)} back"
    if block.name == "PLAY":
        return f"play {t.ITEM_NAMES[place[0]]}"
    if block.name == "RAISE":
        return f"raise the bet by {t.RAISES[place[0]]}"
    if block.name == "SWAP":
        return "swap the ships on places {} and {}".format(*places_swapped(action))
    if block.name == "MATCH":
        return f"match the raise of {raised(state)}" if state.phase == t.REPLY else "match the raise"
    fixed = {
        "SHOP_DONE": "stop shopping",
        "PASS": "pass: play no item",
        "READY": "stand: no raise" if state.phase == t.BET else "ready up",
        "FORFEIT": "forfeit the next skirmish and its ship",
    }
    return fixed[block.name]


def _on_place(state: Any) -> str:
    if state.phase != t.FLEET or state.over:
        return ""
    return f" on place {int((state.field[state.to_act] != t.EMPTY).sum()) + 1}"


def _looked_at(state: Any) -> str:
    return f"the {t.ITEM_NAMES[state.shop[state.looking]]}" if state.phase == t.LOOKING else "the card"


def done_before(state: Any, seat: int) -> str:
    """What a seat did before this skirmish: ready, raised by 3, swapped places 2 and 4, matched, forfeited."""
    action = int(state.gap[seat])
    if action == t.NO_ACTION:
        return ""
    if action == READY:
        return "ready"
    if action in (MATCH, FORFEIT):
        return "matched" if action == MATCH else "forfeited"
    if action >= SWAP:
        return "swapped places {} and {}".format(*places_swapped(action))
    return f"raised by {t.RAISES[action - RAISE]}"


def done_in_window(state: Any, seat: int) -> str:
    """A seat's last move in the item window."""
    return {t.PASSED: "passed", t.PLAYED: "played"}.get(int(state.window[seat]), "")


def round_number(state: Any) -> int:
    """The current battle."""
    return int(state.battle)


def status(state: Any, viewer: int | None) -> tuple[str, str]:
    """Who decides and what, or who has won and how."""
    if state.over:
        return shared_ending(state) or _ending(state)
    seat = int(state.to_act)
    who = whose_turn(state, viewer)
    asked = decides(state, viewer)
    if state.phase == t.FLEET:
        left = int(state.drawn[seat].sum())
        return who, f"lay your ships: {left} to go" if asked else f"lays ships: {left} to go"
    if state.phase == t.SHOP:
        return who, "look at a card for 1 coin, or stop" if asked else "shops"
    if state.phase == t.LOOKING:
        what = f"keep {_looked_at(state)} for {counted(t.KEEP_PRICE, 'coin')}, or put it back"
        return who, what if asked else f"looks at slot {state.looking}"
    if state.phase == t.BET:
        return who, "raise the bet, or stand" if asked else "may raise the bet"
    if state.phase == t.REPLY:
        amount = raised(state)
        return who, f"match the raise of {amount}, or forfeit" if asked else f"answers a raise of {amount}"
    if state.phase == t.STRATEGY:
        lead = "ready up, raise or swap" if seat == state.lead else "ready up or swap"
        return who, lead if asked else "plans the next skirmish"
    return who, "play an item, or pass" if asked else "plays items"


def _ending(state: Any) -> tuple[str, str]:
    lost = [seat for seat in (0, 1) if living(state, seat) == 0]
    if state.winner < 0:
        return "Draw", "both fleets are destroyed and both purses are equal"
    who = f"Seat {state.winner} wins"
    if len(lost) == 2:
        return who, "both fleets are destroyed, and the richer player wins"
    if lost:
        return who, f"the fleet of seat {lost[0]} is destroyed"
    loser = 1 - int(state.winner)
    return who, f"seat {loser} cannot pay the bet of {t.LEAD_BET if loser == state.lead else t.OTHER_BET}"


def ship_power(ship: int) -> int:
    return 100 * int(t.POWER[ship])
