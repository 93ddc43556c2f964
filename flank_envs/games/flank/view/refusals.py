"""Why an action of Flank is not allowed now, in a clause."""

from typing import Any

from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import ACTIONS
from flank_envs.games.flank.phases.build import can_pay, unit_item
from flank_envs.games.flank.phases.combat import has_token
from flank_envs.games.flank.phases.placement import stays
from flank_envs.games.flank.state import hostile_zones, neighbours, zones_with_room
from flank_envs.games.flank.view.names import (
    has_card,
    people,
    tokens_in_words,
    unit_name,
    unit_price,
    upgrade_name,
    upgrade_price,
    zone_of,
)
from flank_envs.view.words import untimely

# The phases in which some action of a block may be legal.
WHEN = {
    "END": (
        *(t.HARVEST, t.BUILD, t.MOVE_TARGET, t.MOVE_UNITS, t.FORMATION_MINE),
        *(t.BEFORE_COMBAT, t.COMBAT, t.FLANK_KILLS, t.AFTER_COMBAT),
    ),
    "DRAFT": (t.DRAFT,),
    "PLAY_CARD": (t.HARVEST,),
    "FORCE_MINE": (t.HARVEST, t.FORMATION_MINE),
    "BUILD_UNIT": (t.BUILD,),
    "BUY_UPGRADE": (t.BUILD,),
    "DROP_UPGRADE": (t.UPGRADE_DISCARD,),
    "MOVE_TARGET": (t.MOVE_TARGET,),
    "MOVE_SOURCE": (t.MOVE_SOURCE,),
    "MOVE_UNIT": (t.MOVE_UNITS,),
    "MOVE_ALL": (t.MOVE_UNITS,),
    "FORM": (t.FORMATION,),
    "BLUE": (t.COMBAT,),
    "PUSH": (t.BEFORE_COMBAT, t.COMBAT),
    "SHIFT": (t.BEFORE_COMBAT, t.COMBAT),
    "REMOVE": (t.BEFORE_COMBAT,),
    "KILL": (t.FLANK_KILLS,),
    "RECALL": (t.AFTER_COMBAT,),
    "SPAWN": (t.AFTER_COMBAT,),
    "SALVAGE": (t.AFTER_COMBAT,),
    "PLACE": (t.PLACEMENT,),
}


def refusal(state: Any, action: int) -> str:
    """Why an illegal action is not allowed now for the seat that decides."""
    block, place = ACTIONS.locate(int(action))
    if block.name == "END" and not state.over and state.phase not in WHEN["END"]:
        return f"{t.PHASES[state.phase]} cannot be declined"
    return untimely(state, action, WHEN) or _REASONS[block.name](state, int(state.to_act), *place)


def _end(state: Any, seat: int) -> str:
    return "at least one unit must move"


def _draft(state: Any, seat: int, faction: int) -> str:
    return f"the {t.FACTION_NAMES[faction]} are taken"


def _card(state: Any, seat: int, kind: int) -> str:
    return f"no {t.KIND_NAMES[kind]} in hand"


def _build_unit(state: Any, seat: int, kind: int, site: int) -> str:
    """FL-4.2, FL-4.3."""
    zone = int(t.SITE_ZONE[seat, site])
    if not can_pay(state, seat, unit_item(state, seat, kind)):
        return f"a {unit_name(state, seat, kind)} costs {tokens_in_words(unit_price(state, seat, kind))}"
    if state.active[seat, kind] == t.MINIATURES:
        return f"all {t.MINIATURES} units of that type are in play"
    count, limit = people(state, seat)
    if count >= limit:
        return f"the population limit of {limit} is reached"
    if not (int(state.bases[seat]) >> zone) & 1:
        return f"no own base stands in zone {zone}"
    return f"zone {zone} is full"


def _buy_upgrade(state: Any, seat: int, upgrade: int) -> str:
    name = upgrade_name(state, seat, upgrade)
    if has_card(state, seat, upgrade):
        return f"{name} is active already"
    return f"{name} costs {tokens_in_words(upgrade_price(state, seat, upgrade))}"


def _drop_upgrade(state: Any, seat: int, upgrade: int) -> str:
    name = upgrade_name(state, seat, upgrade)
    return f"{name} is the one being bought" if upgrade == state.buying else f"{name} is not active"


def _move_target(state: Any, seat: int, own: int) -> str:
    """FL-5.3, FL-5.6."""
    zone = zone_of(seat, own)
    if state.tokens[seat, t.YELLOW_TOKEN] == 0 and state.free_moves == 0:
        return "a move costs a yellow token"
    if state.battle != t.NO_BATTLE and zone != state.battle_zone:
        return f"a battle has started in zone {state.battle_zone}: move there or end"
    if not (neighbours(int(state.ground[seat])) >> zone) & 1:
        return f"no own unit stands beside zone {zone}"
    return f"zone {zone} is full"


def _move_source(state: Any, seat: int, own: int) -> str:
    zone, target = zone_of(seat, own), int(state.move_target)
    if not (int(t.ADJACENT[target]) >> zone) & 1:
        return f"zone {zone} is not beside zone {target}"
    return f"zone {zone} holds no own unit"


def _move_unit(state: Any, seat: int, kind: int) -> str:
    return f"no {unit_name(state, seat, kind)} in zone {state.move_source}"


def _move_all(state: Any, seat: int) -> str:
    if state.moved > 0:
        return "a unit has moved already: choose the others one by one"
    if state.crowd[seat, state.move_source] < 2:
        return "there is only one unit to move"
    return f"not all units fit into zone {state.move_target}"


def _form(state: Any, seat: int, kind: int, place: int) -> str:
    """FL-6.3."""
    if state.force[seat, kind] == 0:
        return f"no {unit_name(state, seat, kind)} is left to place"
    return "the frontline needs a unit first"


def _no_token(state: Any, seat: int, colour: int) -> str:
    """Why a colour cannot be spent; nothing if it can."""
    return "" if has_token(state, seat, colour) else f"no {t.COLOUR_NAMES[colour]} token left"


def _blue(state: Any, seat: int) -> str:
    return _no_token(state, seat, t.BLUE_TOKEN)


def _push(state: Any, seat: int, kind: int, direction: int) -> str:
    """FL-7.3, FL-10.4; Mind Wave and Entangle before combat."""
    start, enemy = int(t.DIR_FROM[direction]), 1 - seat
    if state.phase == t.COMBAT and _no_token(state, seat, t.GREEN_TOKEN):
        return _no_token(state, seat, t.GREEN_TOKEN)
    if state.phase == t.BEFORE_COMBAT and state.uses[seat, t.CAN_PUSH] == 0:
        return "no push is left before combat"
    if state.sheet[enemy, start, kind] == 0:
        return _nobody(state, enemy, kind, start)
    if state.phase == t.BEFORE_COMBAT and state.faction[seat] != t.KALDARI and t.DIR_TO[direction] != t.FRONTLINE:
        return "Entangle pushes into the frontline only"
    return _is_steadfast(state, enemy, kind)


def _shift(state: Any, seat: int, kind: int, direction: int) -> str:
    if state.phase == t.COMBAT and _no_token(state, seat, t.YELLOW_TOKEN):
        return _no_token(state, seat, t.YELLOW_TOKEN)
    if state.phase == t.BEFORE_COMBAT and state.uses[seat, t.CAN_SHIFT] == 0:
        return "no move is left before combat"
    return _nobody(state, seat, kind, int(t.DIR_FROM[direction]))


def _remove(state: Any, seat: int, kind: int, place: int) -> str:
    if state.uses[seat, t.CAN_REMOVE] == 0:
        return "no removal is left before combat"
    if state.sheet[1 - seat, place, kind] == 0:
        return _nobody(state, 1 - seat, kind, place)
    return _is_steadfast(state, 1 - seat, kind)


def _is_steadfast(state: Any, seat: int, kind: int) -> str:
    return f"a {unit_name(state, seat, kind)} is steadfast"


def _nobody(state: Any, seat: int, kind: int, place: int) -> str:
    return f"no {unit_name(state, seat, kind)} of seat {seat} in the {t.PLACE_NAMES[place]}"


def _kill(state: Any, seat: int, kind: int) -> str:
    """FL-8.5, FL-10.5."""
    enemy = 1 - seat
    if state.sheet[enemy, t.SUPPORT, kind] == 0:
        return _nobody(state, enemy, kind, t.SUPPORT)
    if not t.GUARD[state.faction[enemy], kind]:
        return "Guards must be destroyed first" if state.kills > 0 else "no flank kill is left"
    return "a Guard needs two flank kills"


def _recall(state: Any, seat: int, kind: int) -> str:
    if state.uses[seat, t.CAN_RECALL] == 0:
        return "no Recall is left"
    return f"no {unit_name(state, seat, kind)} of yours was destroyed in this battle"


def _spawn(state: Any, seat: int) -> str:
    """FL-11.2."""
    if state.uses[seat, t.CAN_SPAWN] == 0:
        return "no Spawning Pools are left"
    return "no Roach is in supply" if state.active[seat, t.ROACH] == t.MINIATURES else "the population limit is reached"


def _salvage(state: Any, seat: int, colour: int) -> str:
    """FL-11.2."""
    if state.uses[seat, t.CAN_SALVAGE] == 0:
        return "no Salvage is left"
    if not state.lost[seat].any():
        return "no unit of yours was destroyed in this battle"
    return f"the limit of {t.COLOUR_NAMES[colour]} tokens is reached"


def _place(state: Any, seat: int, kind: int, own: int) -> str:
    """FL-8.8, FL-8.9."""
    zone, battle_zone = zone_of(seat, own), int(state.battle_zone)
    if state.force[seat, kind] == 0:
        return f"no {unit_name(state, seat, kind)} is left to place"
    if zone == battle_zone:
        return f"zone {zone} is full" if stays(state, seat) else f"zone {zone} is lost"
    if not (int(t.ADJACENT[battle_zone]) >> zone) & 1:
        return f"zone {zone} is not beside zone {battle_zone}"
    if (hostile_zones(state, seat) >> zone) & 1:
        return f"the enemy holds zone {zone}"
    room_stays = stays(state, seat) and (zones_with_room(state, seat, 0, 0) >> battle_zone) & 1
    return f"zone {battle_zone} has room left" if room_stays else f"zone {zone} is full"


_REASONS = {
    "END": _end,
    "DRAFT": _draft,
    "PLAY_CARD": _card,
    "FORCE_MINE": _card,
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
