"""Arms Dealer as a story: what a decision brought, as far as a viewer may know.

Where a seat has one legal action it is taken without asking (AD-1.5); the ships that are turned up meanwhile are told.
"""

from typing import Any

from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.layout import ACTIONS
from flank_envs.games.arms_dealer.turn import apply, only_action
from flank_envs.games.arms_dealer.view.words import BACK, describe, listed, places_swapped, power_of, slot_of, status
from flank_envs.view.story import acts, listing, plural, who, whole_story, whose
from flank_envs.view.unfolding import steps
from flank_envs.view.viewer import sees
from flank_envs.view.words import counted

ASKED = only_action


def story(before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    """One decision, and everything automatic that followed."""
    if after.forfeit >= 0:
        return whole_story([], after, viewer, status)
    taken = steps(apply, ASKED, before, action)
    facts = [_decision(before, action, taken[0][2], viewer)]
    facts += _ships_laid(taken, viewer)
    for number, (start, _, end) in enumerate(taken):
        facts += _bets(start, end, viewer)
        if _is_fought(start, end):
            facts.append(_skirmish(start, viewer))
        elif end.phase == t.ITEMS != start.phase and not any(_is_fought(a, b) for a, _, b in taken[number:]):
            facts.append(_meeting(end, viewer))
        facts += _collection(start, end, viewer)
    return whole_story(facts, after, viewer, status)


def _decision(before: Any, action: int, after: Any, viewer: int | None) -> str:
    """What was chosen; AD-2.2, AD-3.4: not which ship was laid or which card was taken."""
    seat = int(before.to_act)
    block, place = ACTIONS.locate(int(action))
    deed = describe(before, action)
    if block.name == "PLACE" and not sees(viewer, seat):
        deed = f"lay a ship on place {int((before.field[seat] >= 0).sum()) + 1}"
    elif block.name == "LOOK" and (card := slot_of(after, viewer, place[0])) != BACK and card >= 0:
        deed += f": {t.ITEM_NAMES[card]}"
    elif block.name in ("KEEP", "PUT_BACK"):
        deed = _about_card(before, block.name, viewer)
    elif block.name == "PLAY":
        deed += _effect(before, place[0], after, viewer)
    elif block.name == "PASS":
        deed = "play no item"
    elif block.name == "READY":
        deed = "stand" if before.phase == t.BET else "are ready"
    elif block.name == "RAISE":
        deed = f"raise the bet to {before.bet[seat] + t.RAISES[place[0]]}"
    elif block.name == "SWAP":
        deed = "swap the ships on places {} and {}".format(*places_swapped(action))
    elif block.name == "FORFEIT":
        deed = _given_up(before, after, viewer)
    return acts(viewer, seat, deed)


def _about_card(state: Any, choice: str, viewer: int | None) -> str:
    """AD-3.4: the card is named to those who have looked at it."""
    card = slot_of(state, viewer, int(state.looking))
    name = f"the card of slot {state.looking}" if card == BACK else f"the {t.ITEM_NAMES[card]} of slot {state.looking}"
    return f"keep {name} for {counted(t.KEEP_PRICE, 'coin')}" if choice == "KEEP" else f"put {name} back"


def _effect(before: Any, item: int, after: Any, viewer: int | None) -> str:
    """AD-10.3, AD-10.4: ships that come in face up; told while they can still be seen."""
    seat = int(before.to_act)
    if after.phase != t.ITEMS:
        return ""
    if item == t.REINFORCEMENTS:
        joined = next(
            ship for ship in range(len(t.SHIP_NAMES)) if after.support[seat, ship] > before.support[seat, ship]
        )
        return f": {plural(1, t.SHIP_NAMES[joined])} joins"
    if item == t.REDRAW:
        return (
            f": {plural(1, t.SHIP_NAMES[after.active[seat]])} fights instead of the {t.SHIP_NAMES[before.active[seat]]}"
        )
    return ""


def _given_up(before: Any, after: Any, viewer: int | None) -> str:
    """AD-4.7: the forfeiter's ship goes face up to the Scrapyard."""
    seat = int(before.to_act)
    lost = listed(after.scrap[seat] - before.scrap[seat])
    return f"forfeit skirmish {before.skirmish} and lose {listing([plural(1, t.SHIP_NAMES[ship]) for ship in lost])}"


def _ships_laid(taken: list[tuple[Any, int, Any]], viewer: int | None) -> list[str]:
    """AD-1.5: ships of one class are laid by themselves."""
    told = []
    for seat in range(t.SEATS):
        laid = [action for start, action, _ in taken[1:] if start.phase == t.FLEET and start.to_act == seat]
        if laid:
            name = t.SHIP_NAMES[ACTIONS.locate(laid[0])[1][0]] if sees(viewer, seat) else "ship"
            told.append(
                f"{whose(viewer, seat)} last {name if len(laid) == 1 else f'{len(laid)} {name}s'} follow"
                + "s" * (len(laid) == 1)
            )
    return told


def _bets(start: Any, end: Any, viewer: int | None) -> list[str]:
    """AD-4.1: the fixed bets, when both have shopped."""
    if start.phase != t.SHOP or end.phase != t.BET:
        return []
    lead = int(end.lead)
    return [
        f"{acts(viewer, lead, f'lead and bet {end.bet[lead]}')}, {acts(viewer, 1 - lead, f'bet {end.bet[1 - lead]}')}"
    ]


def _is_fought(start: Any, end: Any) -> bool:
    """AD-5.6: whether two ships were compared in this step."""
    return start.phase == t.ITEMS and (end.phase != t.ITEMS or end.battle != start.battle)


def _meeting(state: Any, viewer: int | None) -> str:
    """AD-5.3: two ships are turned up."""
    own, other = _sides(viewer)
    one, two = (f"{whose(viewer, seat)} {_fighting(state, seat)}" for seat in (own, other))
    return f"skirmish {state.skirmish}: {one} meets {two}"


def _skirmish(state: Any, viewer: int | None) -> str:
    """AD-5.6, AD-5.8: who has won, with which ships."""
    own, other = _sides(viewer)
    lead = power_of(state, own) - power_of(state, other)
    if lead == 0:
        ships = f"{_fighting(state, own)} against {_fighting(state, other)}"
        return f"skirmish {state.skirmish} is a tie, both sides are destroyed: {ships}"
    winner = own if lead > 0 else other
    ships = f"{_fighting(state, winner)} against {_fighting(state, 1 - winner)}"
    return acts(viewer, winner, f"win skirmish {state.skirmish}: {ships}")


def _sides(viewer: int | None) -> tuple[int, int]:
    return (1, 0) if viewer == 1 else (0, 1)


def _fighting(state: Any, seat: int) -> str:
    """Fighter and Scout (500)."""
    ships = [int(state.active[seat]), *listed(state.support[seat])]
    names = (
        [t.SHIP_NAMES[ship] for ship in ships] if len(ships) < 4 else [t.SHIP_NAMES[ships[0]], f"{len(ships) - 1} more"]
    )
    return f"{listing(names)} ({power_of(state, seat)})"


def _collection(start: Any, end: Any, viewer: int | None) -> list[str]:
    """AD-7.2, AD-7.4; AD-2.1: the next battle."""
    if start.bet.sum() == 0 or end.bet.sum() > 0:
        return []
    pot = int(start.bet.sum())
    winner = next((seat for seat in range(t.SEATS) if end.money[seat] >= start.money[seat] + pot), None)
    if winner is None:
        return []
    loser = 1 - winner
    harvest = counted(int(end.money[loser] - start.money[loser]), "coin")
    told = [
        f"{acts(viewer, winner, f'win the battle and the pot of {pot}')}, {acts(viewer, loser, f'harvest {harvest}')}"
    ]
    if end.battle > start.battle:
        drawn = [] if viewer is None else [t.SHIP_NAMES[ship] for ship in listed(end.drawn[viewer])]
        told.append(f"battle {end.battle} begins" + f": {who(viewer, viewer or 0)} draw {listing(drawn)}" * bool(drawn))
    return told
