"""The heuristic: harvest what fits, build near the front, attack where it is stronger."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import random_legal
from flank_envs.games.flank import layout
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.heuristic.battle import heuristic_in_battle
from flank_envs.games.flank.state import hostile_zones, neighbours, own_zone, population, zone_limit

UNIT_WORTH = np.array([[0.6, 0.5, 0.3, 0.2], [0.2, 0.3, 0.4, 0.6], [0.2, 0.3, 0.2, 0.4]])  # by faction and type
UPGRADE_WORTH = np.array(  # by faction and upgrade; below 0: never
    [[2.0, 3.0, -1.0, 2.5, 1.0, -1.0], [-1.0, 2.5, 2.0, 3.0, -1.0, 1.0], [2.5, 1.0, -1.0, 2.0, 3.0, 1.5]]
)
ARMY = 4  # units that are built before yellow tokens are kept for moves
KEPT_YELLOW = 2
UNIT_POINTS = 1.6  # what a unit and a blue token are worth in a battle to come
TOKEN_POINTS = 0.7
BASE_WORTH = 2.0


@rule
def heuristic(state, mask, streams, i):
    phase = state.phase
    if phase == t.DRAFT:
        return random_legal(mask, streams, i)  # no faction is best: it depends on how both play them
    if phase == t.HARVEST:
        return _best_card(state, mask)
    if phase == t.BUILD:
        return _best_purchase(state, mask)
    if phase == t.UPGRADE_DISCARD:
        return _worst_upgrade(state, mask)
    if phase == t.MOVE_TARGET:
        return _best_target(state, mask)
    if phase == t.MOVE_SOURCE:
        return _best_source(state, mask)
    if phase == t.MOVE_UNITS:
        return _best_unit(mask)
    return heuristic_in_battle(state, mask)


@rule
def _best_card(state, mask):
    """The card that brings most tokens within the limits, played or force mined; none for a single token."""
    seat = state.to_act
    best = layout.END
    most = 1
    mined = 0
    for colour in range(t.COLOURS):
        mined += state.tokens[seat, colour] < t.TOKEN_LIMIT[colour]
    for kind in range(t.KINDS):
        if mask[layout.PLAY_CARD + kind]:
            played = 0
            for colour in range(t.COLOURS):
                played += min(int(t.CARD_TOKENS[kind, colour]), t.TOKEN_LIMIT[colour] - state.tokens[seat, colour])
            if max(played, mined) > most:
                most = max(played, mined)
                best = (layout.PLAY_CARD if played >= mined else layout.FORCE_MINE) + kind
    return best


@rule
def _best_purchase(state, mask):
    """Units near the enemy; upgrades and later units only while tokens for moves are left."""
    seat = state.to_act
    faction = state.faction[seat]
    spare = state.tokens[seat, t.YELLOW_TOKEN] - KEPT_YELLOW
    small = population(state, seat) < ARMY
    best = layout.END
    best_worth = 0.0
    for kind in range(t.TYPES):
        if small or t.PRICE[faction, kind, t.YELLOW_TOKEN] <= spare:
            for site in range(t.SITES):
                if mask[layout.BUILD_UNIT + kind * t.SITES + site]:
                    worth = 10.0 - distance(state, seat, t.SITE_ZONE[seat, site]) + UNIT_WORTH[faction, kind]
                    if worth > best_worth:
                        best_worth = worth
                        best = layout.BUILD_UNIT + kind * t.SITES + site
    for upgrade in range(t.UPGRADES):
        worth = UPGRADE_WORTH[faction, upgrade]
        affordable = t.PRICE[faction, t.FIRST_UPGRADE_ITEM + upgrade, t.YELLOW_TOKEN] <= spare
        if mask[layout.BUY_UPGRADE + upgrade] and affordable and worth > best_worth:
            best_worth = worth
            best = layout.BUY_UPGRADE + upgrade
    return best


@rule
def _worst_upgrade(state, mask):
    faction = state.faction[state.to_act]
    worst = 0
    worst_worth = 100.0
    for upgrade in range(t.UPGRADES):
        if mask[layout.DROP_UPGRADE + upgrade] and UPGRADE_WORTH[faction, upgrade] < worst_worth:
            worst_worth = UPGRADE_WORTH[faction, upgrade]
            worst = layout.DROP_UPGRADE + upgrade
    return worst


@rule
def distance(state, seat, zone):
    """Moves from a zone to the nearest enemy base; 0 if there is none."""
    reached = int(state.bases[1 - seat])
    moves = 0
    while reached and not (reached >> int(zone)) & 1:
        reached |= neighbours(reached)
        moves += 1
    return moves


@rule
def _best_target(state, mask):
    """Attack where the units around are stronger; else go forward while tokens are left."""
    seat = state.to_act
    spare = state.tokens[seat, t.YELLOW_TOKEN] + state.free_moves > KEPT_YELLOW
    best = layout.END
    best_worth = 0.0
    for zone in range(t.ZONES):
        if mask[layout.TARGET + own_zone(seat, zone)]:
            if (hostile_zones(state, seat) >> zone) & 1:
                worth = _attack_worth(state, seat, zone)
            else:
                worth = _advance_worth(state, seat, zone) if spare else 0.0
            if worth > best_worth:
                best_worth = worth
                best = layout.TARGET + own_zone(seat, zone)
    return best


@rule
def _attack_worth(state, seat, zone):
    enemy = 1 - seat
    here = int(state.crowd[seat, zone])
    units = here
    for source in range(t.ZONES):
        units += state.crowd[seat, source] * ((int(t.ADJACENT[zone]) >> source) & 1)
    units = min(units, zone_limit(state, seat, zone) + state.attacker_bonus)
    base = (int(state.bases[enemy]) >> zone) & 1
    own = UNIT_POINTS * units + TOKEN_POINTS * state.tokens[seat, t.BLUE_TOKEN]
    other = (
        UNIT_POINTS * state.crowd[enemy, zone] + TOKEN_POINTS * state.tokens[enemy, t.BLUE_TOKEN] + BASE_WORTH * base
    )
    if here > 0:
        return 10.0  # a battle has started there: the more the better
    return 10.0 + own - other + 3 * base if own > other and units > 1 else 0.0


@rule
def _advance_worth(state, seat, zone):
    worth = 0.0
    away = distance(state, seat, zone)
    for source in range(t.ZONES):
        beside = (int(t.ADJACENT[zone]) >> source) & 1 == 1 and state.crowd[seat, source] > 0
        if beside and distance(state, seat, source) > away:
            worth = max(worth, 1.0 + 0.3 * state.crowd[seat, source] + 0.2 * state.crowd[seat, zone])
    return worth


@rule
def _best_source(state, mask):
    """The most units, and those behind rather than those in front."""
    seat = state.to_act
    best = 0
    best_worth = -1.0
    for zone in range(t.ZONES):
        if mask[layout.SOURCE + own_zone(seat, zone)]:
            worth = state.crowd[seat, zone] + 5.0 * (distance(state, seat, zone) > 1)
            if worth > best_worth:
                best_worth = worth
                best = layout.SOURCE + own_zone(seat, zone)
    return best


@rule
def _best_unit(mask):
    if mask[layout.MOVE_ALL]:
        return layout.MOVE_ALL
    for kind in range(t.TYPES - 1, -1, -1):
        if mask[layout.MOVE_UNIT + kind]:
            return layout.MOVE_UNIT + kind
    return layout.END
