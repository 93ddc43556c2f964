"""Flank in words: what an action does, who decides what, who has won.

Zones are called by their numbers on the board, which are the same for both players.
"""

from typing import Any

from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import ACTIONS
from flank_envs.games.flank.state import hostile_zones
from flank_envs.games.flank.view.names import (
    bases_of,
    people,
    seat_to_act,
    tokens_in_words,
    unit_name,
    unit_price,
    upgrade_name,
    upgrade_price,
    zone_of,
    zones_of,
)
from flank_envs.view.ending import shared_ending
from flank_envs.view.words import whose_turn


def describe(state: Any, action: int) -> str:
    """What an action means for the seat that decides, legal or not."""
    block, place = ACTIONS.locate(int(action))
    if block.name == "END":
        return _ending_a_phase(state)
    return _SENTENCES[block.name](state, seat_to_act(state), *place)


def _ending_a_phase(state: Any) -> str:
    if state.phase == t.MOVE_TARGET and state.battle == t.STARTED:
        return f"go on to the battle of zone {state.battle_zone}"
    if state.phase == t.COMBAT and state.spent == 0:
        return "spend nothing: out of this battle"
    return _ENDS.get(int(state.phase), "end the phase")


_ENDS = {
    t.HARVEST: "end the harvest",
    t.BUILD: "end the build phase",
    t.MOVE_TARGET: "end the move phase",
    t.MOVE_UNITS: "finish this move",
    t.FORMATION_MINE: "do not force mine",
    t.BEFORE_COMBAT: "no more abilities before combat",
    t.COMBAT: "end the combat turn",
    t.FLANK_KILLS: "destroy no more support units",
    t.AFTER_COMBAT: "no more abilities after combat",
}


def _draft(state: Any, seat: int, faction: int) -> str:
    return f"lead the {t.FACTION_NAMES[faction]}"


def _play_card(state: Any, seat: int, kind: int) -> str:
    return f"play {t.KIND_NAMES[kind]} for {tokens_in_words(t.CARD_TOKENS[kind].tolist())}"


def _force_mine(state: Any, seat: int, kind: int) -> str:
    return f"force mine with {t.KIND_NAMES[kind]}"


def _build_unit(state: Any, seat: int, kind: int, site: int) -> str:
    price = f" for {tokens_in_words(unit_price(state, seat, kind))}" if state.faction[seat] >= 0 else ""
    return f"build a {unit_name(state, seat, kind)} in zone {t.SITE_ZONE[seat, site]}{price}"


def _buy_upgrade(state: Any, seat: int, upgrade: int) -> str:
    price = f" for {tokens_in_words(upgrade_price(state, seat, upgrade))}" if state.faction[seat] >= 0 else ""
    return f"buy {upgrade_name(state, seat, upgrade)}{price}"


def _drop_upgrade(state: Any, seat: int, upgrade: int) -> str:
    bought = f" to make room for {upgrade_name(state, seat, int(state.buying))}" if state.buying != t.NONE else ""
    return f"return {upgrade_name(state, seat, upgrade)}{bought}"


def _move_target(state: Any, seat: int, own: int) -> str:
    zone = zone_of(seat, own)
    return f"move into zone {zone}{' and attack' * int((hostile_zones(state, seat) >> zone) & 1)}"


def _move_source(state: Any, seat: int, own: int) -> str:
    return f"move from zone {zone_of(seat, own)}{_to_target(state)}"


def _move_unit(state: Any, seat: int, kind: int) -> str:
    return f"move a {unit_name(state, seat, kind)}{_to_target(state)}"


def _move_all(state: Any, seat: int) -> str:
    return f"move all units{_to_target(state)}"


def _to_target(state: Any) -> str:
    return f" to zone {state.move_target}" if state.move_target != t.NONE else ""


def _form(state: Any, seat: int, kind: int, place: int) -> str:
    return f"put a {unit_name(state, seat, kind)} into the {t.PLACE_NAMES[place]}"


def _blue(state: Any, seat: int) -> str:
    return "spend a blue token for a point"


def _with_token(state: Any, colour: str) -> str:
    return f"spend a {colour} token: " if state.phase == t.COMBAT else ""


def _push(state: Any, seat: int, kind: int, direction: int) -> str:
    way = f"from {t.PLACE_NAMES[t.DIR_FROM[direction]]} to {t.PLACE_NAMES[t.DIR_TO[direction]]}"
    return f"{_with_token(state, 'green')}push an enemy {unit_name(state, 1 - seat, kind)} {way}"


def _shift(state: Any, seat: int, kind: int, direction: int) -> str:
    way = f"from {t.PLACE_NAMES[t.DIR_FROM[direction]]} to {t.PLACE_NAMES[t.DIR_TO[direction]]}"
    return f"{_with_token(state, 'yellow')}move an own {unit_name(state, seat, kind)} {way}"


def _remove(state: Any, seat: int, kind: int, place: int) -> str:
    return f"remove an enemy {unit_name(state, 1 - seat, kind)} from the {t.PLACE_NAMES[place]}"


def _kill(state: Any, seat: int, kind: int) -> str:
    return f"destroy an enemy {unit_name(state, 1 - seat, kind)} in support"


def _recall(state: Any, seat: int, kind: int) -> str:
    return f"recall a destroyed {unit_name(state, seat, kind)}"


def _spawn(state: Any, seat: int) -> str:
    return "spawn a Roach"


def _salvage(state: Any, seat: int, colour: int) -> str:
    return f"salvage a {t.COLOUR_NAMES[colour]} token"


def _place(state: Any, seat: int, kind: int, own: int) -> str:
    return f"place a {unit_name(state, seat, kind)} in zone {zone_of(seat, own)}"


_SENTENCES = {
    "DRAFT": _draft,
    "PLAY_CARD": _play_card,
    "FORCE_MINE": _force_mine,
    "BUILD_UNIT": _build_unit,
    "BUY_UPGRADE": _buy_upgrade,
    "DROP_UPGRADE": _drop_upgrade,
    "MOVE_TARGET": _move_target,
    "MOVE_SOURCE": _move_source,
    "MOVE_UNIT": _move_unit,
    "MOVE_ALL": _move_all,
    "FORM": _form,
    "BLUE": _blue,
    "PUSH": _push,
    "SHIFT": _shift,
    "REMOVE": _remove,
    "KILL": _kill,
    "RECALL": _recall,
    "SPAWN": _spawn,
    "SALVAGE": _salvage,
    "PLACE": _place,
}


def round_number(state: Any) -> int:
    """The current round, 0 while factions are chosen."""
    return int(state.round_number)


def status(state: Any, viewer: int | None) -> tuple[str, str]:
    """Who decides and what, or who has won and how."""
    if state.over:
        return shared_ending(state) or _ending(state)
    return whose_turn(state, viewer), _task(state)


def _task(state: Any) -> str:
    """What the seat to act is asked; nothing in it is hidden from the other."""
    if state.phase == t.MOVE_TARGET and state.battle == t.STARTED:
        return f"reinforce zone {state.battle_zone}, or fight"
    if state.phase == t.FLANK_KILLS:
        return f"flank kills: {state.kills} left"
    if state.phase == t.UPGRADE_DISCARD:
        return f"make room for {upgrade_name(state, int(state.to_act), int(state.buying))}"
    if state.phase == t.COMBAT and state.spent:
        return f"combat: {state.spent} spent in this turn"
    return _TASKS[int(state.phase)]


_TASKS = {
    t.DRAFT: "choose a faction",
    t.HARVEST: "harvest: play or mine cards",
    t.BUILD: "build units, buy upgrades",
    t.MOVE_TARGET: "move: choose a target zone",
    t.MOVE_SOURCE: "move: choose where from",
    t.MOVE_UNITS: "move: choose the units",
    t.FORMATION: "place units on the sheet",
    t.FORMATION_MINE: "force mine with a card, or not",
    t.BEFORE_COMBAT: "abilities before combat",
    t.COMBAT: "combat: spend tokens, or stop",
    t.AFTER_COMBAT: "abilities after combat",
    t.PLACEMENT: "put units back on the board",
}


def _ending(state: Any) -> tuple[str, str]:
    """FL-9.2, FL-9.3: bases, units and zones are compared in this order."""
    if state.winner < 0:
        return "Draw", "bases, units and zones are equal"
    for name, count in (("bases", bases_of), ("units", lambda s, seat: people(s, seat)[0]), ("zones", zones_of)):
        ours, theirs = count(state, int(state.winner)), count(state, 1 - int(state.winner))
        if ours != theirs:
            return f"Seat {state.winner} wins", f"{ours} {name} to {theirs}"
    return f"Seat {state.winner} wins", ""


def battle_outcome(state: Any) -> str:
    """What came out of the comparison of this battle, if it has been made."""
    if state.battle_result == t.NONE:
        return ""
    return "tie" if state.battle_result == t.TIE else f"seat {state.battle_result} won"
