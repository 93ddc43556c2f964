"""The heuristic: workers on nodes, outposts towards the middle, and mercenaries that look for good fights.

It claims tiles as fast as it can, buys few workers, spends the rest on the strongest contracts, places them where they
stand best and moves by what each leg gains (battle.py). What is left over goes into beacons and refineries.
"""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import layout
from flank_envs.games.mercy_frontier import tables as t
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
from flank_envs.games.mercy_frontier.phases.deploy import full_health, places_in_row
from flank_envs.games.mercy_frontier.state import (
    has_ability,
    own_column,
    own_row,
    own_tile,
    side,
)

REST = 0.05  # what a leg must gain at least
PLACE_CHANCE, LEG_CHANCE = 0.2, 0.1  # how much of each worth is left to chance


@rule
def heuristic(state, mask, streams, i):
    phase = state.phase
    if phase == t.WORKERS:
        return choose_spot(state, mask)
    if phase == t.BUY_WORKER:
        return choose_purchase(state)
    if phase == t.BUILD:
        return choose_building(state, mask)
    if phase == t.BUILD_NODE:
        return choose_node(state, mask)
    if phase == t.BUILD_TILE:
        return choose_tile(state, mask, streams, i)
    if phase == t.BUILD_CELL:
        return first_legal(mask, layout.CELL, t.TILE_CELLS)  # the row nearest to the own edge
    if phase in (t.CRY_RECRUIT, t.HIRE):
        return choose_contract(state, mask)
    if phase == t.CRY_BARRAGE:
        return _target(state, mask, t.BARRAGE_DAMAGE)
    if phase == t.PAY:
        return choose_payment(state, mask)
    if phase == t.DEPLOY_TILE:
        return layout.TILE + _place(state, streams, i, t.NONE) // t.TILE_CELLS
    if phase == t.DEPLOY_CELL:
        return layout.CELL + _place(state, streams, i, own_tile(state.to_act, int(state.tile))) % t.TILE_CELLS
    if phase == t.ABILITY_PHASE:
        if has_ability(state, state.to_act, state.zone, t.MEND):
            return _patient(state, mask)
        return _target(state, mask, t.BOMBARD_DAMAGE)
    return _leg(state, mask, streams, i)


@rule
def _target(state, mask, damage):
    """A kill, else the hit that takes most off."""
    enemy = 1 - state.to_act
    best = layout.DONE
    best_worth = -1e9
    for zone in range(t.ZONES):
        if mask[layout.TARGET_ENEMY + zone]:
            share = taken(state, enemy, zone, damage) / state.health[enemy, zone]
            worth = mercenary_worth(state, enemy, zone) * (1.5 if share >= 1 else share)
            if worth > best_worth:
                best = layout.TARGET_ENEMY + zone
                best_worth = worth
    return best


@rule
def _patient(state, mask):
    """Whom to mend: the strongest of those near death."""
    seat = state.to_act
    best = layout.DONE
    best_worth = 0.0
    for zone in range(t.ZONES):
        if mask[layout.TARGET_OWN + zone]:
            worth = t.ATTACK[state.card[seat, zone]] / state.health[seat, zone]
            if worth > best_worth:
                best = layout.TARGET_OWN + zone
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
    for row in range(t.ROWS - size + 1):
        places = places_in_row(state, seat, size, row)
        y = own_row(seat, row, size)
        for column in range(t.COLUMNS - size + 1):
            if (places >> column) & 1 == 0:
                continue
            x = own_column(seat, column, size)
            tile = y // t.TILE_SIDE * t.TILE_COLUMNS + x // t.TILE_SIDE
            if only in (t.NONE, tile):
                worth = standing_worth(state, seat, zone, column, row, health, 0) + chance(streams, i, PLACE_CHANCE)
                if worth > best_worth:
                    best = tile * t.TILE_CELLS + y % t.TILE_SIDE * t.TILE_SIDE + x % t.TILE_SIDE
                    best_worth = worth
    return best


@rule
def _leg(state, mask, streams, i):
    """The leg that gains most; none if all lose."""
    seat = int(state.to_act)
    best = layout.DONE
    best_worth = REST if mask[layout.DONE] else -1e9
    for zone in range(t.ZONES):
        if state.legs[seat, zone] == 0:
            continue
        for direction in range(t.DIRECTIONS):
            for distance in range(t.DISTANCES):
                action = layout.LEG + (zone * t.DIRECTIONS + direction) * t.DISTANCES + distance
                if mask[action]:
                    worth = leg_worth(state, seat, zone, direction, distance) + chance(streams, i, LEG_CHANCE)
                    if worth > best_worth:
                        best = action
                        best_worth = worth
    return best
