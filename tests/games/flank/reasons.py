"""What must be so when Flank refuses an action."""

import numpy as np

from flank_envs.games.flank.phases.placement import stays
from flank_envs.games.flank.state import has_upgrade, population, population_limit
from flank_envs.games.flank.tables import (
    ADJACENT,
    CAN_PUSH,
    CAN_RECALL,
    CAN_REMOVE,
    CAN_SALVAGE,
    CAN_SHIFT,
    CAN_SPAWN,
    DIR_FROM,
    DIR_TO,
    FRONTLINE,
    GUARD,
    HIVE_GROWTH,
    KIND_NAMES,
    MINIATURES,
    OVERRUN,
    ROACH,
    SITE_ZONE,
    STEADFAST,
    SUPPORT,
    SWARM,
    TOKEN_LIMIT,
    UNIT_COST,
    UNIT_NAMES,
    UPGRADE_COST,
    UPGRADE_NAMES,
    YELLOW_TOKEN,
    ZONE_LIMIT,
)
from tests.reasons import ALWAYS, Reasons, Refused

FACTIONS = ["Kal'Dari", "Terran", "Swarm"]
COLOURS = ["blue", "green", "yellow"]
PLACES = ["frontline", "support", "flank"]
NEVER_DECLINED = {"DRAFT", "UPGRADE_DISCARD", "MOVE_SOURCE", "FORMATION", "PLACEMENT"}


def unit(r: Refused, seat: int, kind: int) -> str:
    return UNIT_NAMES[r.state.faction[seat]][kind]


def named(r: Refused, seat: int | None = None) -> bool:
    """The unit that the refusal names is the one of the action, the first number of which is its type."""
    return r.said[1] == unit(r, r.seat if seat is None else seat, r.place[0])


def upgrade_named(r: Refused) -> bool:
    return r.said[1] == UPGRADE_NAMES[r.state.faction[r.seat]][r.place[0]]


def active(r: Refused) -> bool:
    return bool((int(r.state.upgrades[r.seat]) >> r.place[0]) & 1)


def zone(r: Refused, own: int) -> int:
    """A zone of the seat's frame, as the board numbers it: the board turned by half."""
    return own if r.seat == 0 else 14 - own


def has(zones: int, number: int) -> bool:
    return bool((int(zones) >> number) & 1)


def adjacent(one: int, other: int) -> bool:
    return has(ADJACENT[one], other)


def enemy_in(r: Refused, number: int) -> bool:
    return has(r.state.ground[1 - r.seat], number) or has(r.state.bases[1 - r.seat], number)


def room(r: Refused, number: int) -> int:
    """Units for which a zone still has room; an attack brings one more, if the option says so."""
    attacks = r.block.startswith("MOVE") and enemy_in(r, number)
    limit = int(ZONE_LIMIT[number]) + has_upgrade(r.state, r.seat, OVERRUN) + attacks * int(r.state.attacker_bonus)
    return limit - int(r.state.crowd[r.seat, number])


def too_dear(r: Refused, price: list[int]) -> bool:
    """The refusal names the price, and there are too few tokens of some colour."""
    words = ", ".join(f"{number} {colour}" for number, colour in zip(price, COLOURS, strict=True) if number)
    return r.said[2] == words and bool((np.array(price) > r.state.tokens[r.seat]).any())


def unit_too_dear(r: Refused) -> bool:
    faction, kind = r.state.faction[r.seat], r.place[0]
    grown = kind == ROACH and has_upgrade(r.state, r.seat, HIVE_GROWTH)
    return named(r) and too_dear(r, [0, 1, 0] if grown else UNIT_COST[faction, kind].tolist())


def full(r: Refused) -> bool:
    own = zone(r, r.place[-1]) if r.block != "BUILD_UNIT" else int(SITE_ZONE[r.seat, r.place[1]])
    return r.number() == own and room(r, own) <= 0


def nobody_there(r: Refused) -> bool:
    """On whose sheet, and where: pushes, removals and kills are at the enemy, shifts on the own sheet."""
    whose = r.seat if r.block == "SHIFT" else 1 - r.seat
    places = {"PUSH": DIR_FROM, "SHIFT": DIR_FROM, "REMOVE": [0, 1, 2]}
    where = SUPPORT if r.block == "KILL" else int(places[r.block][r.place[1]])
    told = r.said[1] == unit(r, whose, r.place[0]) and r.number(2) == whose and r.said[3] == PLACES[where]
    return told and r.state.sheet[whose, where, r.place[0]] == 0


def guards_in_support(r: Refused) -> int:
    enemy = 1 - r.seat
    return int((r.state.sheet[enemy, SUPPORT] * GUARD[r.state.faction[enemy]]).sum())


def out_of(ability: int, block: str, phase: str):
    return lambda r: r.block == block and r.phase == phase and r.state.uses[r.seat, ability] == 0


def crowded(r: Refused) -> bool:
    return population(r.state, r.seat) >= population_limit(r.state, r.seat)


REASONS: Reasons = {
    **ALWAYS,
    r"(\w+) cannot be declined": lambda r: r.block == "END" and r.said[1] == r.phase in NEVER_DECLINED,
    "at least one unit must move": lambda r: r.block == "END" and r.phase == "MOVE_UNITS" and r.state.moved == 0,
    "the (.+) are taken": lambda r: FACTIONS.index(r.said[1]) == r.place[0] in r.state.faction,
    "no (.+) in hand": lambda r: (
        r.block in ("PLAY_CARD", "FORCE_MINE")
        and KIND_NAMES.index(r.said[1]) == r.place[0]
        and r.state.hand[r.seat, r.place[0]] == 0
    ),
    "a (.+) costs (.+)": unit_too_dear,
    "(.+) costs (.+)": lambda r: (
        upgrade_named(r) and too_dear(r, UPGRADE_COST[r.state.faction[r.seat], r.place[0]].tolist())
    ),
    r"all (\d) units of that type are in play": lambda r: (
        r.number() == MINIATURES == r.state.active[r.seat, r.place[0]]
    ),
    r"the population limit of (\d+) is reached": lambda r: (
        r.number() == population_limit(r.state, r.seat) and crowded(r)
    ),
    r"no own base stands in zone (\d+)": lambda r: (
        r.number() == SITE_ZONE[r.seat, r.place[1]] and not has(r.state.bases[r.seat], r.number())
    ),
    r"zone (\d+) is full": full,
    "(.+) is active already": lambda r: upgrade_named(r) and active(r),
    "(.+) is the one being bought": lambda r: upgrade_named(r) and r.state.buying == r.place[0],
    "(.+) is not active": lambda r: upgrade_named(r) and not active(r),
    "a move costs a yellow token": lambda r: r.state.tokens[r.seat, YELLOW_TOKEN] == 0 == r.state.free_moves,
    r"a battle has started in zone (\d+): move there or end": lambda r: (
        r.number() == r.state.battle_zone != zone(r, r.place[0])
    ),
    r"no own unit stands beside zone (\d+)": lambda r: (
        r.number() == zone(r, r.place[0]) and not int(ADJACENT[r.number()]) & int(r.state.ground[r.seat])
    ),
    r"zone (\d+) is not beside zone (\d+)": lambda r: (
        r.number() == zone(r, r.place[-1])
        and r.number(2) == (r.state.battle_zone if r.block == "PLACE" else r.state.move_target)
        and not adjacent(r.number(), r.number(2))
    ),
    r"zone (\d+) holds no own unit": lambda r: (
        r.number() == zone(r, r.place[0]) and r.state.crowd[r.seat, r.number()] == 0
    ),
    r"no (.+) in zone (\d+)": lambda r: (
        named(r) and r.number(2) == r.state.move_source and r.state.units[r.seat, r.number(2), r.place[0]] == 0
    ),
    "a unit has moved already: choose the others one by one": lambda r: r.state.moved > 0 and r.block == "MOVE_ALL",
    "there is only one unit to move": lambda r: r.state.crowd[r.seat, r.state.move_source] == 1,
    r"not all units fit into zone (\d+)": lambda r: (
        r.number() == r.state.move_target and r.state.crowd[r.seat, r.state.move_source] > room(r, r.number())
    ),
    "no (.+) is left to place": lambda r: (
        r.block in ("FORM", "PLACE") and named(r) and r.state.force[r.seat, r.place[0]] == 0
    ),
    "the frontline needs a unit first": lambda r: (
        r.block == "FORM" and r.place[1] != FRONTLINE and not r.state.sheet[r.seat, FRONTLINE].any()
    ),
    r"no (\w+) token left": lambda r: (
        {"BLUE": "blue", "PUSH": "green", "SHIFT": "yellow"}[r.block] == r.said[1]
        and (r.state.tokens + r.state.extra)[r.seat, COLOURS.index(r.said[1])] == 0
        and r.phase == "COMBAT"
    ),
    "no push is left before combat": out_of(CAN_PUSH, "PUSH", "BEFORE_COMBAT"),
    "no move is left before combat": out_of(CAN_SHIFT, "SHIFT", "BEFORE_COMBAT"),
    "no removal is left before combat": out_of(CAN_REMOVE, "REMOVE", "BEFORE_COMBAT"),
    "Entangle pushes into the frontline only": lambda r: (
        r.phase == "BEFORE_COMBAT" and r.state.faction[r.seat] == SWARM and DIR_TO[r.place[1]] != FRONTLINE
    ),
    "a (.+) is steadfast": lambda r: (
        named(r, 1 - r.seat)
        and STEADFAST[r.state.faction[1 - r.seat], r.place[0]]
        and r.block in ("PUSH", "REMOVE")
        and not (r.phase == "BEFORE_COMBAT" and r.state.faction[r.seat] == SWARM)
    ),
    r"no (.+) of seat (\d) in the (\w+)": nobody_there,
    "Guards must be destroyed first": lambda r: (
        r.block == "KILL" and guards_in_support(r) and not GUARD[r.state.faction[1 - r.seat], r.place[0]]
    ),
    "no flank kill is left": lambda r: r.block == "KILL" and r.state.kills == 0,
    "a Guard needs two flank kills": lambda r: (
        r.block == "KILL" and GUARD[r.state.faction[1 - r.seat], r.place[0]] and r.state.kills < 2
    ),
    "no Recall is left": out_of(CAN_RECALL, "RECALL", "AFTER_COMBAT"),
    "no Spawning Pools are left": out_of(CAN_SPAWN, "SPAWN", "AFTER_COMBAT"),
    "no Salvage is left": out_of(CAN_SALVAGE, "SALVAGE", "AFTER_COMBAT"),
    "no unit of yours was destroyed in this battle": lambda r: not r.state.lost[r.seat].any(),
    "no (.+) of yours was destroyed in this battle": lambda r: named(r) and r.state.lost[r.seat, r.place[0]] == 0,
    "no Roach is in supply": lambda r: r.block == "SPAWN" and r.state.active[r.seat, ROACH] == MINIATURES,
    "the population limit is reached": lambda r: r.block == "SPAWN" and crowded(r),
    r"the limit of (\w+) tokens is reached": lambda r: (
        COLOURS[r.place[0]] == r.said[1] and r.state.tokens[r.seat, r.place[0]] == TOKEN_LIMIT[r.place[0]]
    ),
    r"zone (\d+) is lost": lambda r: (
        r.number() == zone(r, r.place[1]) == r.state.battle_zone and not stays(r.state, r.seat)
    ),
    r"the enemy holds zone (\d+)": lambda r: r.number() == zone(r, r.place[1]) and enemy_in(r, r.number()),
    r"zone (\d+) has room left": lambda r: (
        r.number() == r.state.battle_zone != zone(r, r.place[1]) and stays(r.state, r.seat) and room(r, r.number()) > 0
    ),
}
