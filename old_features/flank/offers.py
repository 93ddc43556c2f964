"""Choices about cards, units and upgrades, and what all choices share."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import BUILD_UNIT, BUY_UPGRADE, DROP_UPGRADE, END, FORCE_MINE, PLAY_CARD
from flank_envs.games.flank.observe import HAND_OWN, POPULATION
from old_features.base import count_of
from old_features.flank import board
from old_features.flank import values as v
from old_features.flank.board import crowd_at, has, is_in, put, room_in, units_at
from old_features.flank.standing import stand
from old_features.flank.values import PRICE as UNIT_PRICE

HALF, THIRD, QUARTER, FIFTH = np.float32(1 / 2), np.float32(1 / 3), np.float32(1 / 4), np.float32(1 / 5)
SIXTH, EIGHTH = np.float32(1 / 6), np.float32(1 / 8)
MOST_ACTIVE = 16


@rule
def begin(actions, values, count, action, what):
    """A new choice, of which nothing but its kind is told yet; how many there are with it."""
    actions[count] = action
    for k in range(v.CHOICE_VALUES):
        values[count, k] = 0
    values[count, what] = 1
    return count + 1


@rule
def tell_purse(scratch, out):
    """Own tokens, and what they can pay."""
    units = upgrades = 0
    for kind in range(t.TYPES):
        units += int(_can_pay(scratch, _unit_item(scratch, kind)))
    for upgrade in range(t.UPGRADES):
        active = (scratch[board.ACTIVE + board.OWN] >> upgrade) & 1
        upgrades += int(not active and _can_pay(scratch, t.FIRST_UPGRADE_ITEM + upgrade))
    for colour in range(t.COLOURS):
        out[v.PURSE + colour] = scratch[board.TOKENS + colour] * EIGHTH
    out[v.UNITS_PAYABLE] = units * QUARTER
    out[v.UPGRADES_PAYABLE] = upgrades * SIXTH


@rule
def tell_unit(scratch, side, kind, out):
    faction = scratch[board.FACTION + side]
    price = 0
    for colour in range(t.COLOURS):
        price += t.PRICE[faction, kind, colour]
    out[UNIT_PRICE] = price * QUARTER
    out[v.IN_FRONT] = t.POINTS[faction, kind, t.FRONTLINE] * THIRD
    out[v.IN_SUPPORT] = t.POINTS[faction, kind, t.SUPPORT] * THIRD
    out[v.CAN_KILL] = t.KILLS[faction, kind] * HALF
    out[v.FIRM] = t.STEADFAST[faction, kind]
    out[v.SPECIAL] = t.GUARD[faction, kind] + t.WEB[faction, kind]


@rule
def _unit_item(scratch, kind):
    return t.GROWN_ROACH_ITEM if kind == t.ROACH and has(scratch, board.OWN, t.HIVE_GROWTH) else kind


@rule
def _can_pay(scratch, item):
    for colour in range(t.COLOURS):
        if scratch[board.TOKENS + colour] < t.PRICE[scratch[board.FACTION + board.OWN], item, colour]:
            return False
    return True


@rule
def _pay(scratch, item, sign):
    for colour in range(t.COLOURS):
        scratch[board.TOKENS + colour] -= sign * t.PRICE[scratch[board.FACTION + board.OWN], item, colour]


@rule
def tell_cards(seen, scratch, actions, values):
    """Harvest: each card, played and force mined."""
    count = begin(actions, values, 0, END, v.ENDS)
    tell_purse(scratch, values[0])
    refined = int(has(scratch, board.OWN, t.REFINERY))
    for kind in range(t.KINDS):
        if seen[HAND_OWN + kind] > 0:
            count = begin(actions, values, count, PLAY_CARD + kind, v.PLAYS)
            _tell_harvest(scratch, t.CARD_TOKENS, kind, values[count - 1])
            count = begin(actions, values, count, FORCE_MINE + kind, v.MINES)
            _tell_harvest(scratch, t.FORCE_MINED, refined, values[count - 1])
    return count


@rule
def _tell_harvest(scratch, sources, source, out):
    """FL-3.4: tokens above a limit are not taken."""
    wasted = gained = 0
    for colour in range(t.COLOURS):
        more = min(sources[source, colour], t.TOKEN_LIMIT[colour] - scratch[board.TOKENS + colour])
        gained += more
        wasted += sources[source, colour] - more
        scratch[board.KEPT + colour] = scratch[board.TOKENS + colour]
        scratch[board.TOKENS + colour] += more
    tell_purse(scratch, out)
    for colour in range(t.COLOURS):
        scratch[board.TOKENS + colour] = scratch[board.KEPT + colour]
    out[v.GAINED] = gained * FIFTH
    out[v.WASTED] = wasted * FIFTH


@rule
def tell_purchases(seen, scratch, actions, values):
    """Build: units on sites, upgrades."""
    count = begin(actions, values, 0, END, v.ENDS)
    tell_purse(scratch, values[0])
    limit = t.GROWN_POPULATION_LIMIT if has(scratch, board.OWN, t.HIVE_GROWTH) else t.POPULATION_LIMIT
    if count_of(seen[POPULATION], MOST_ACTIVE) < limit:
        count = _tell_units(scratch, actions, values, count)
    for upgrade in range(t.UPGRADES):
        item = t.FIRST_UPGRADE_ITEM + upgrade
        if not (scratch[board.ACTIVE + board.OWN] >> upgrade) & 1 and _can_pay(scratch, item):
            count = begin(actions, values, count, BUY_UPGRADE + upgrade, v.BUYS)
            _pay(scratch, item, 1)
            scratch[board.ACTIVE + board.OWN] ^= 1 << upgrade
            tell_purse(scratch, values[count - 1])
            scratch[board.ACTIVE + board.OWN] ^= 1 << upgrade
            _pay(scratch, item, -1)
    return count


@rule
def _tell_units(scratch, actions, values, count):
    """FL-4.2, FL-4.3: payable, a miniature left, a base with room."""
    for kind in range(t.TYPES):
        item = _unit_item(scratch, kind)
        active = 0
        for zone in range(t.ZONES):
            active += scratch[units_at(board.OWN, zone) + kind]
        if active >= t.MINIATURES or not _can_pay(scratch, item):
            continue
        _pay(scratch, item, 1)
        for site in range(t.SITES):
            zone = int(t.SITE_ZONE[board.OWN, site])
            if is_in(scratch, board.BASES + board.OWN, zone) and scratch[crowd_at(board.OWN, zone)] < room_in(
                scratch, board.OWN, zone, False
            ):
                count = begin(actions, values, count, BUILD_UNIT + kind * t.SITES + site, v.BUILDS)
                tell_purse(scratch, values[count - 1])
                tell_unit(scratch, board.OWN, kind, values[count - 1])
                put(scratch, zone, kind, 1)
                stand(scratch, zone, values[count - 1], v.THERE)
                put(scratch, zone, kind, -1)
        _pay(scratch, item, -1)
    return count


@rule
def tell_drops(scratch, actions, values):
    count = 0
    for upgrade in range(t.UPGRADES):
        if (scratch[board.ACTIVE + board.OWN] >> upgrade) & 1:
            count = begin(actions, values, count, DROP_UPGRADE + upgrade, v.DROPS)
    return count
