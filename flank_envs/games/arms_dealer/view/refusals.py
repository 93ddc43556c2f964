"""Why an action of Arms Dealer is not allowed now, in a clause."""

from typing import Any

from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.layout import ACTIONS
from flank_envs.view.words import counted, untimely

# The phases in which some action of a block may be legal.
WHEN = {
    "PLACE": (t.FLEET,),
    "LOOK": (t.SHOP,),
    "SHOP_DONE": (t.SHOP,),
    "KEEP": (t.LOOKING,),
    "PUT_BACK": (t.LOOKING,),
    "PLAY": (t.ITEMS,),
    "PASS": (t.ITEMS,),
    "READY": (t.BET, t.STRATEGY),
    "RAISE": (t.BET, t.STRATEGY),
    "SWAP": (t.STRATEGY,),
    "MATCH": (t.REPLY,),
    "FORFEIT": (t.REPLY,),
}


def refusal(state: Any, action: int) -> str:
    """Why an illegal action is not allowed now for the seat that decides."""
    if reason := untimely(state, action, WHEN):
        return reason
    block, place = ACTIONS.locate(int(action))
    seat = int(state.to_act)
    if block.name == "PLACE":
        return f"no {t.SHIP_NAMES[place[0]]} among the drawn ships"
    if block.name == "LOOK":
        return _look_refusal(state, seat, place[0])
    if block.name == "KEEP":
        return f"keeping costs 2 coins: the purse holds {state.money[seat]}"
    if block.name == "RAISE":
        return _raise_refusal(state, seat, int(t.RAISES[place[0]]))
    if block.name == "SWAP":
        empty = [int(k) + 1 for k in t.SWAPS[place[0]] if state.field[seat, k] == t.EMPTY]
        return f"no face-down ship on place {' and '.join(map(str, empty))}"
    return _play_refusal(state, seat, place[0])


def _look_refusal(state: Any, seat: int, slot: int) -> str:
    if state.taker[slot] != t.NOBODY:
        return f"the card of slot {slot} was taken by seat {state.taker[slot]}"
    if state.shop[slot] == t.EMPTY:
        return f"there is no card in slot {slot}"
    return f"looking costs {counted(t.LOOK_PRICE, 'coin')}: the purse is empty"


def _raise_refusal(state: Any, seat: int, amount: int) -> str:
    if seat != state.lead:
        return f"only the lead may raise: that is seat {state.lead}"
    whose = seat if state.money[seat] < amount else 1 - seat
    return f"a raise is at most what both can pay: seat {whose} has {counted(int(state.money[whose]), 'coin')}"


def _play_refusal(state: Any, seat: int, item: int) -> str:
    if state.hand[seat, item] == 0:
        return f"no {t.ITEM_NAMES[item]} in hand"
    if t.REPAIR <= item < t.REINFORCEMENTS:
        return f"no {t.SHIP_NAMES[item - t.REPAIR]} in the Scrapyard"
    empty = "the Repair Bay is" if item == t.RAPID_REPAIR else "Fleet Deck and Repair Bay are"
    return f"{t.ITEM_NAMES[item]} would do nothing: {empty} empty"
