"""The heuristic: workers on nodes, outposts towards the middle, and mercenaries that look for good fights.

It claims tiles as fast as it can, buys few workers, spends the rest on the strongest contracts, places them where they
stand best and moves by what each leg gains (battle.py). What is left over goes into beacons and refineries.
"""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier.heuristic.battle import leg_worth, mercenary_worth, standing_worth, taken
from flank_envs.games.mercy_frontier.heuristic.economy import (
    chance,
    choose_building,
    choose_contract,
    choose_node,
    choose_payment,
    choose_purchase,
    choose_spot,
    choose_tile,
    first_legal,
)
from flank_envs.games.mercy_frontier.layout import (
    CELL,
    DONE,
    LEG,
    TARGET_ENEMY,
    TARGET_OWN,
    TILE,
)
from flank_envs.games.mercy_frontier.phases.deploy import full_health, places_in_row
from flank_envs.games.mercy_frontier.state import (
    has_ability,
    own_column,
    own_row,
    own_tile,
    side,
)
from flank_envs.games.mercy_frontier.tables import (
    ABILITY_PHASE,
    ATTACK,
    BARRAGE_DAMAGE,
    BOMBARD_DAMAGE,
    BUILD,
    BUILD_CELL,
    BUILD_NODE,
    BUILD_TILE,
    BUY_WORKER,
    COLUMNS,
    CRY_BARRAGE,
    CRY_RECRUIT,
    DEPLOY_CELL,
    DEPLOY_TILE,
    DIRECTIONS,
    DISTANCES,
    HIRE,
    MEND,
    NONE,
    PAY,
    ROWS,
    TILE_CELLS,
    TILE_COLUMNS,
    TILE_SIDE,
    WORKERS,
    ZONES,
)

REST = 0.05  # what a leg must gain at least
PLACE_CHANCE, LEG_CHANCE = 0.2, 0.1  # how much of each worth is left to chance


@rule
def heuristic(state, mask, streams, i):
    phase = state.phase
    if phase == WORKERS:
        return choose_spot(state, mask)
    if phase == BUY_WORKER:
        return choose_purchase(state)
    if phase == BUILD:
        return choose_building(state, mask)
    if phase == BUILD_NODE:
        return choose_node(state, mask)
    if phase == BUILD_TILE:
        return choose_tile(state, mask, streams, i)
    if phase == BUILD_CELL:
        return first_legal(mask, CELL, TILE_CELLS)  # the row nearest to the own edge
    if phase in (CRY_RECRUIT, HIRE):
        return choose_contract(state, mask)
    if phase == CRY_BARRAGE:
        return _target(state, mask, BARRAGE_DAMAGE)
    if phase == PAY:
        return choose_payment(state, mask)
    if phase == DEPLOY_TILE:
        return TILE + _place(state, streams, i, NONE) // TILE_CELLS
    if phase == DEPLOY_CELL:
        return CELL + _place(state, streams, i, own_tile(state.to_act, int(state.tile))) % TILE_CELLS
    if phase == ABILITY_PHASE:
        if has_ability(state, state.to_act, state.zone, MEND):
            return _patient(state, mask)
        return _target(state, mask, BOMBARD_DAMAGE)
    return _leg(state, mask, streams, i)


@rule
def _target(state, mask, damage):
    """A kill, else the hit that takes most off."""
    enemy = 1 - state.to_act
    best = DONE
    best_worth = -1e9
    for zone in range(ZONES):
        if mask[TARGET_ENEMY + zone]:
            share = taken(state, enemy, zone, damage) / state.health[enemy, zone]
            worth = mercenary_worth(state, enemy, zone) * (1.5 if share >= 1 else share)
            if worth > best_worth:
                best = TARGET_ENEMY + zone
                best_worth = worth
    return best


@rule
def _patient(state, mask):
    """Whom to mend: the strongest of those near death."""
    seat = state.to_act
    best = DONE
    best_worth = 0.0
    for zone in range(ZONES):
        if mask[TARGET_OWN + zone]:
            worth = ATTACK[state.card[seat, zone]] / state.health[seat, zone]
            if worth > best_worth:
                best = TARGET_OWN + zone
                best_worth = worth
    return best


@rule
def _place(state, streams, i, only):
    """Own-frame tile * 25 + local cell of the best place for the waiting mercenary, on the tile `only` if given."""
    seat = int(state.to_act)
    zone = int(state.zone)
    size = side(state, seat, zone)
    health = full_health(state, seat, zone)
    best = 0
    best_worth = -1e9
    for row in range(ROWS - size + 1):
        places = places_in_row(state, seat, size, row)
        y = own_row(seat, row, size)
        for column in range(COLUMNS - size + 1):
            if (places >> column) & 1 == 0:
                continue
            x = own_column(seat, column, size)
            tile = y // TILE_SIDE * TILE_COLUMNS + x // TILE_SIDE
            if only in (NONE, tile):
                worth = standing_worth(state, seat, zone, column, row, health, 0) + chance(streams, i, PLACE_CHANCE)
                if worth > best_worth:
                    best = tile * TILE_CELLS + y % TILE_SIDE * TILE_SIDE + x % TILE_SIDE
                    best_worth = worth
    return best


@rule
def _leg(state, mask, streams, i):
    """The leg that gains most; none if all lose."""
    seat = int(state.to_act)
    best = DONE
    best_worth = REST if mask[DONE] else -1e9
    for zone in range(ZONES):
        if state.legs[seat, zone] == 0:
            continue
        for direction in range(DIRECTIONS):
            for distance in range(DISTANCES):
                action = LEG + (zone * DIRECTIONS + direction) * DISTANCES + distance
                if mask[action]:
                    worth = leg_worth(state, seat, zone, direction, distance) + chance(streams, i, LEG_CHANCE)
                    if worth > best_worth:
                        best = action
                        best_worth = worth
    return best
