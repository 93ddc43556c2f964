"""Flank as a story: what a decision brought, as far as a viewer may know.

A formation and its force mine are secret until the reveal (FL-6.5), hands always (FL-1.8). Where only one action is
possible it is taken without asking (FL-2.6), so that a whole battle may lie between two records.
"""

from typing import Any

from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import ACTIONS, END
from flank_envs.games.flank.phases.battle import points
from flank_envs.games.flank.state import base_in_battle
from flank_envs.games.flank.turn import apply, forced
from flank_envs.games.flank.view.names import tokens_in_words, unit_name, zone_of
from flank_envs.games.flank.view.words import describe, status
from flank_envs.view.story import acts, listing, plural, whole_story, whose
from flank_envs.view.unfolding import steps, uncompiled
from flank_envs.view.viewer import sees

ASKED = forced
SECRET = (t.FORMATION, t.FORMATION_MINE)
Step = tuple[Any, int, Any]
_points, _base_in_battle = uncompiled(points), uncompiled(base_in_battle)


def story(before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    """One decision, and everything automatic that followed."""
    if after.forfeit >= 0:
        return whole_story([], after, viewer, status)
    taken = steps(apply, ASKED, before, action)
    facts = []
    for number, step in enumerate(taken):
        facts += _deed(taken, number, viewer)
        facts += _battle(step, viewer)
        facts += _round(step, viewer)
    return whole_story(facts, after, viewer, status)


def _deed(taken: list[Step], number: int, viewer: int | None) -> list[str]:
    """What the seat to act did; forced ends of phases are not worth a word."""
    start, action, end = taken[number]
    seat = int(start.to_act)
    if start.phase in SECRET and not sees(viewer, seat):
        return _formed(start, end, viewer)
    if number > 0 and (action == END or start.phase not in (*SECRET, t.MOVE_UNITS, t.PLACEMENT)):
        return []
    if start.phase == t.MOVE_TARGET and any(state.phase == t.MOVE_UNITS for state, _, _ in taken[number + 1 :]):
        return []  # the units follow by themselves, and are told of
    if start.phase == t.HARVEST and action != END and not sees(viewer, seat):
        return [acts(viewer, seat, _harvested(start, action, end))]
    return [acts(viewer, seat, _what(start, action, viewer))]


def _formed(start: Any, end: Any, viewer: int | None) -> list[str]:
    """FL-6.5: of the other side's formation only how far it is."""
    seat = int(start.to_act)
    if start.phase == t.FORMATION and end.phase == t.FORMATION_MINE:
        return [f"{whose(viewer, seat)} units are all on the sheet, face down"]
    if start.phase == t.FORMATION_MINE:
        return [f"{whose(viewer, seat)} formation is complete"]
    return []


def _harvested(start: Any, action: int, end: Any) -> str:
    """FL-3.4: what everybody sees is the card and the tokens that were taken."""
    seat, kind = int(start.to_act), ACTIONS.locate(action)[1][0]
    tokens = (end.tokens[seat] - start.tokens[seat]).tolist()
    return f"turn {t.KIND_NAMES[kind]} into {tokens_in_words(tokens) or 'nothing'}"


def _what(state: Any, action: int, viewer: int | None) -> str:
    """An action as a deed: as `describe` tells it, but with the names of those it is done to."""
    block, place = ACTIONS.locate(int(action))
    seat = int(state.to_act)
    if block.name == "END" and state.phase == t.COMBAT and state.spent == 0:  # FL-7.4
        return "spend nothing, out of this battle"
    if block.name == "END":
        return _ENDS.get(int(state.phase), describe(state, action))
    told = _DEEDS.get(block.name)
    return told(state, seat, viewer, *place) if told else describe(state, action)


def _target(state: Any, seat: int, viewer: int | None, own: int) -> str:
    attacks = describe(state, ACTIONS.start("MOVE_TARGET") + own).partition("zone ")[2]
    return f"name a target for a move: zone {attacks}"


def _source(state: Any, seat: int, viewer: int | None, own: int) -> str:
    return f"choose to move from zone {zone_of(seat, own)} to zone {state.move_target}"


def _unit(state: Any, seat: int, viewer: int | None, kind: int) -> str:
    return f"move {plural(1, unit_name(state, seat, kind))} from zone {state.move_source} to zone {state.move_target}"


def _all(state: Any, seat: int, viewer: int | None) -> str:
    units = _units(state, seat, state.units[seat, state.move_source])
    return f"move {units} from zone {state.move_source} to zone {state.move_target}"


def _force_mine(state: Any, seat: int, viewer: int | None, kind: int) -> str:
    return f"use {t.KIND_NAMES[kind]} to force mine"


def _push(state: Any, seat: int, viewer: int | None, kind: int, direction: int) -> str:
    paid = "spend a green token to " if state.phase == t.COMBAT else ""
    return f"{paid}push {whose(viewer, 1 - seat)} {unit_name(state, 1 - seat, kind)} {_way(direction)}"


def _shift(state: Any, seat: int, viewer: int | None, kind: int, direction: int) -> str:
    paid = "spend a yellow token to " if state.phase == t.COMBAT else ""
    return f"{paid}move {plural(1, unit_name(state, seat, kind))} {_way(direction)}"


def _way(direction: int) -> str:
    return f"from {t.PLACE_NAMES[t.DIR_FROM[direction]]} to {t.PLACE_NAMES[t.DIR_TO[direction]]}"


def _remove(state: Any, seat: int, viewer: int | None, kind: int, place: int) -> str:
    return f"remove {whose(viewer, 1 - seat)} {unit_name(state, 1 - seat, kind)} from the {t.PLACE_NAMES[place]}"


def _kill(state: Any, seat: int, viewer: int | None, kind: int) -> str:
    return f"destroy {whose(viewer, 1 - seat)} {unit_name(state, 1 - seat, kind)} in support"


_DEEDS = {
    "FORCE_MINE": _force_mine,
    "MOVE_TARGET": _target,
    "MOVE_SOURCE": _source,
    "MOVE_UNIT": _unit,
    "MOVE_ALL": _all,
    "PUSH": _push,
    "SHIFT": _shift,
    "REMOVE": _remove,
    "KILL": _kill,
}
_ENDS = {
    t.FORMATION_MINE: "go without a force mine",
    t.BEFORE_COMBAT: "use no more abilities before combat",
    t.AFTER_COMBAT: "use no more abilities after combat",
}


def _battle(step: Step, viewer: int | None) -> list[str]:
    """What is public of a battle, from its beginning to its end."""
    start, action, end = step
    told = []
    if start.battle == t.NO_BATTLE and end.battle == t.STARTED:
        told.append(f"a battle begins in zone {end.battle_zone}")
    if start.battle == t.STARTED and end.battle == t.ATTACKER_FORMS:
        told += [_side(end, viewer, int(end.attacker), "attack"), _side(end, viewer, 1 - int(end.attacker), "defend")]
    if start.battle == t.DEFENDER_FORMS and end.battle == t.REVEALED:
        told += [_sheet(end, viewer, seat) for seat in _others(viewer)]
    if start.battle == t.REVEALED and end.battle == t.COMPARED:
        told += _comparison(start, end, viewer)
    elif start.battle == t.COMPARED:
        told += _gains(step, viewer)
    if start.battle == t.COMPARED and end.battle == t.NO_BATTLE:
        told += _aftermath(start, end, action, viewer)
    return told


def _others(viewer: int | None) -> list[int]:
    return [seat for seat in range(t.SEATS) if seat != viewer]


def _units(state: Any, seat: int, counts: Any) -> str:
    """A Tank and 2 Soldiers."""
    return listing([plural(int(n), unit_name(state, seat, kind)) for kind, n in enumerate(counts) if n])


def _side(state: Any, viewer: int | None, seat: int, role: str) -> str:
    base = ["a base"] * int(role == "defend" and _base_in_battle(state))
    units = [plural(int(n), unit_name(state, seat, kind)) for kind, n in enumerate(state.force[seat]) if n]
    return acts(viewer, seat, f"{role} zone {state.battle_zone} with {listing([*base, *units])}")


def _sheet(state: Any, viewer: int | None, seat: int) -> str:
    """FL-6.7."""
    places = [
        f"{t.PLACE_NAMES[place]} {_units(state, seat, units)}"
        for place, units in enumerate(state.sheet[seat])
        if units.any()
    ]
    mine = [f"force mine {t.KIND_NAMES[state.mine[seat]]}"] * int(state.mine[seat] != t.NONE)
    shown = "; ".join([*places, *mine]) or "no units"
    return f"{acts(viewer, seat, 'reveal')} {shown}"


def _comparison(start: Any, end: Any, viewer: int | None) -> list[str]:
    """FL-8.1 to FL-8.4."""
    attacker = int(start.attacker)
    worth = [int(_points(start, seat)) for seat in range(t.SEATS)]
    winner = attacker if worth[attacker] > worth[1 - attacker] else 1 - attacker
    if worth[0] == worth[1]:
        told = [f"the battle of zone {start.battle_zone} is a tie, {worth[0]} points each"]
    else:
        score = f"{worth[winner]} points to {worth[1 - winner]}"
        told = [acts(viewer, winner, f"win the battle of zone {start.battle_zone}, {score}")]
        told += _drawn(start, end, viewer, winner)
    for seat in (attacker, 1 - attacker):
        lost = [_units(start, seat, end.lost[seat] - start.lost[seat])]
        lost += ["the base"] * int(start.bases[seat] != end.bases[seat])
        if any(lost):
            told.append(acts(viewer, seat, f"lose {listing(list(filter(None, lost)))}"))
    return told


def _drawn(start: Any, end: Any, viewer: int | None, seat: int) -> list[str]:
    """Cards that came into a hand; FL-1.8: only their number to the other."""
    cards = end.hand[seat] - start.hand[seat]
    if end.hand_size[seat] <= start.hand_size[seat]:
        return []
    if not sees(viewer, seat):
        return [acts(viewer, seat, f"draw {plural(int(end.hand_size[seat] - start.hand_size[seat]), 'card')}")]
    names = [f"{n} {t.KIND_NAMES[kind]}" if n > 1 else t.KIND_NAMES[kind] for kind, n in enumerate(cards) if n > 0]
    return [acts(viewer, seat, f"draw {listing(names)}")]


def _gains(step: Step, viewer: int | None) -> list[str]:
    """FL-8.6: War Spoils and Devour, by themselves."""
    start, action, end = step
    if action != END or end.round_number != start.round_number:
        return []
    told = []
    for seat in range(t.SEATS):
        told += _drawn(start, end, viewer, seat)
        tokens = end.tokens[seat] - start.tokens[seat]
        if tokens.any():
            told.append(acts(viewer, seat, f"gain {tokens_in_words(tokens.tolist())}"))
    return told


def _aftermath(start: Any, end: Any, action: int, viewer: int | None) -> list[str]:
    """FL-8.9: who stays; FL-8.10: units without a place."""
    zone = int(start.battle_zone)
    told = []
    for seat in range(t.SEATS):
        here = end.units[seat, zone]
        told += [acts(viewer, seat, f"hold zone {zone} with {_units(end, seat, here)}")] if here.any() else []
        gone = start.active[seat] - end.active[seat]
        if gone.any():
            told.append(acts(viewer, seat, f"lose {_units(end, seat, gone)} for want of room"))
    return told or ["the battle is over"]


def _round(step: Step, viewer: int | None) -> list[str]:
    """FL-2.1."""
    start, _, end = step
    if end.round_number == start.round_number:
        return []
    first = acts(viewer, int(end.initiative), "have the initiative")
    own = viewer or 0
    return [
        f"round {end.round_number}: {first}",
        *_drawn(start, end, viewer, own),
        *_drawn(start, end, viewer, 1 - own),
    ]
