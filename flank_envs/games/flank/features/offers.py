"""Choices about cards, units and upgrades, and what all choices share."""

import numpy as np

from flank_envs.engine.features import count_of
from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.features.board import (
    ACTIVE,
    BASES,
    FACTION,
    KEPT,
    OWN,
    TOKENS,
    crowd_at,
    has,
    is_in,
    put,
    room_in,
    units_at,
)
from flank_envs.games.flank.features.standing import stand
from flank_envs.games.flank.features.values import (
    BUILDS,
    BUYS,
    CAN_KILL,
    CHOICE_VALUES,
    DROPS,
    ENDS,
    FIRM,
    GAINED,
    IN_FRONT,
    IN_SUPPORT,
    MINES,
    PLAYS,
    PURSE,
    SPECIAL,
    THERE,
    UNITS_PAYABLE,
    UPGRADES_PAYABLE,
    WASTED,
)
from flank_envs.games.flank.features.values import PRICE as UNIT_PRICE
from flank_envs.games.flank.layout import BUILD_UNIT, BUY_UPGRADE, DROP_UPGRADE, END, FORCE_MINE, PLAY_CARD
from flank_envs.games.flank.observe import HAND_OWN, POPULATION
from flank_envs.games.flank.tables import (
    CARD_TOKENS,
    COLOURS,
    FIRST_UPGRADE_ITEM,
    FORCE_MINED,
    FRONTLINE,
    GROWN_POPULATION_LIMIT,
    GROWN_ROACH_ITEM,
    GUARD,
    HIVE_GROWTH,
    KILLS,
    KINDS,
    MINIATURES,
    POINTS,
    POPULATION_LIMIT,
    PRICE,
    REFINERY,
    ROACH,
    SITE_ZONE,
    SITES,
    STEADFAST,
    SUPPORT,
    TOKEN_LIMIT,
    TYPES,
    UPGRADES,
    WEB,
    ZONES,
)

HALF, THIRD, QUARTER, FIFTH = np.float32(1 / 2), np.float32(1 / 3), np.float32(1 / 4), np.float32(1 / 5)
SIXTH, EIGHTH = np.float32(1 / 6), np.float32(1 / 8)
MOST_ACTIVE = 16


@rule
def begin(actions, values, count, action, what):
    """A new choice, of which nothing but its kind is told yet; how many there are with it."""
    actions[count] = action
    for k in range(CHOICE_VALUES):
        values[count, k] = 0
    values[count, what] = 1
    return count + 1


@rule
def tell_purse(scratch, out):
    """Own tokens, and what they can pay."""
    units = upgrades = 0
    for kind in range(TYPES):
        units += int(_can_pay(scratch, _unit_item(scratch, kind)))
    for upgrade in range(UPGRADES):
        active = (scratch[ACTIVE + OWN] >> upgrade) & 1
        upgrades += int(not active and _can_pay(scratch, FIRST_UPGRADE_ITEM + upgrade))
    for colour in range(COLOURS):
        out[PURSE + colour] = scratch[TOKENS + colour] * EIGHTH
    out[UNITS_PAYABLE] = units * QUARTER
    out[UPGRADES_PAYABLE] = upgrades * SIXTH


@rule
def tell_unit(scratch, side, kind, out):
    faction = scratch[FACTION + side]
    price = 0
    for colour in range(COLOURS):
        price += PRICE[faction, kind, colour]
    out[UNIT_PRICE] = price * QUARTER
    out[IN_FRONT] = POINTS[faction, kind, FRONTLINE] * THIRD
    out[IN_SUPPORT] = POINTS[faction, kind, SUPPORT] * THIRD
    out[CAN_KILL] = KILLS[faction, kind] * HALF
    out[FIRM] = STEADFAST[faction, kind]
    out[SPECIAL] = GUARD[faction, kind] + WEB[faction, kind]


@rule
def _unit_item(scratch, kind):
    return GROWN_ROACH_ITEM if kind == ROACH and has(scratch, OWN, HIVE_GROWTH) else kind


@rule
def _can_pay(scratch, item):
    for colour in range(COLOURS):
        if scratch[TOKENS + colour] < PRICE[scratch[FACTION + OWN], item, colour]:
            return False
    return True


@rule
def _pay(scratch, item, sign):
    for colour in range(COLOURS):
        scratch[TOKENS + colour] -= sign * PRICE[scratch[FACTION + OWN], item, colour]


@rule
def tell_cards(seen, scratch, actions, values):
    """Harvest: each card, played and force mined."""
    count = begin(actions, values, 0, END, ENDS)
    tell_purse(scratch, values[0])
    refined = int(has(scratch, OWN, REFINERY))
    for kind in range(KINDS):
        if seen[HAND_OWN + kind] > 0:
            count = begin(actions, values, count, PLAY_CARD + kind, PLAYS)
            _tell_harvest(scratch, CARD_TOKENS, kind, values[count - 1])
            count = begin(actions, values, count, FORCE_MINE + kind, MINES)
            _tell_harvest(scratch, FORCE_MINED, refined, values[count - 1])
    return count


@rule
def _tell_harvest(scratch, sources, source, out):
    """FL-3.4: tokens above a limit are not taken."""
    wasted = gained = 0
    for colour in range(COLOURS):
        more = min(sources[source, colour], TOKEN_LIMIT[colour] - scratch[TOKENS + colour])
        gained += more
        wasted += sources[source, colour] - more
        scratch[KEPT + colour] = scratch[TOKENS + colour]
        scratch[TOKENS + colour] += more
    tell_purse(scratch, out)
    for colour in range(COLOURS):
        scratch[TOKENS + colour] = scratch[KEPT + colour]
    out[GAINED] = gained * FIFTH
    out[WASTED] = wasted * FIFTH


@rule
def tell_purchases(seen, scratch, actions, values):
    """Build: units on sites, upgrades."""
    count = begin(actions, values, 0, END, ENDS)
    tell_purse(scratch, values[0])
    limit = GROWN_POPULATION_LIMIT if has(scratch, OWN, HIVE_GROWTH) else POPULATION_LIMIT
    if count_of(seen[POPULATION], MOST_ACTIVE) < limit:
        count = _tell_units(scratch, actions, values, count)
    for upgrade in range(UPGRADES):
        item = FIRST_UPGRADE_ITEM + upgrade
        if not (scratch[ACTIVE + OWN] >> upgrade) & 1 and _can_pay(scratch, item):
            count = begin(actions, values, count, BUY_UPGRADE + upgrade, BUYS)
            _pay(scratch, item, 1)
            scratch[ACTIVE + OWN] ^= 1 << upgrade
            tell_purse(scratch, values[count - 1])
            scratch[ACTIVE + OWN] ^= 1 << upgrade
            _pay(scratch, item, -1)
    return count


@rule
def _tell_units(scratch, actions, values, count):
    """FL-4.2, FL-4.3: payable, a miniature left, a base with room."""
    for kind in range(TYPES):
        item = _unit_item(scratch, kind)
        active = 0
        for zone in range(ZONES):
            active += scratch[units_at(OWN, zone) + kind]
        if active >= MINIATURES or not _can_pay(scratch, item):
            continue
        _pay(scratch, item, 1)
        for site in range(SITES):
            zone = int(SITE_ZONE[OWN, site])
            if is_in(scratch, BASES + OWN, zone) and scratch[crowd_at(OWN, zone)] < room_in(scratch, OWN, zone, False):
                count = begin(actions, values, count, BUILD_UNIT + kind * SITES + site, BUILDS)
                tell_purse(scratch, values[count - 1])
                tell_unit(scratch, OWN, kind, values[count - 1])
                put(scratch, zone, kind, 1)
                stand(scratch, zone, values[count - 1], THERE)
                put(scratch, zone, kind, -1)
        _pay(scratch, item, -1)
    return count


@rule
def tell_drops(scratch, actions, values):
    count = 0
    for upgrade in range(UPGRADES):
        if (scratch[ACTIVE + OWN] >> upgrade) & 1:
            count = begin(actions, values, count, DROP_UPGRADE + upgrade, DROPS)
    return count
