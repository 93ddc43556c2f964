"""How the heuristic works, builds and hires: outposts first, few workers, the strongest contracts."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import stream_below
from flank_envs.games.mercy_frontier import layout
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.phases.hire import token_value
from flank_envs.games.mercy_frontier.phases.mercenaries import someone_on_board
from flank_envs.games.mercy_frontier.state import (
    controls,
    is_covered,
    own_spot,
    own_tile,
    tile_bits,
    tokens_held,
)

WORKERS_WANTED, BUY_UNTIL = 6, 8  # workers, turn
SURPLUS = 14  # tokens from which beacons and refineries are built
CLAIM_WORTH = np.array([0.0, 3.0, 4.0, 1.0])  # of a tile, by its own-frame tile row: relics lie under the middle
CRYSTAL_WORTH, NODE_WORTH, CROWD_COST = 1.0, 0.5, 0.15  # of uncovered nodes, and of spaces under enemy tokens
TOKEN_WORTH = np.array([2.0, 2.0, 3.0])  # credits' worth of a token kept, by resource
SUITED = 1.0  # of an ability that suits the position
CLAIM_CHANCE = 0.3  # how much of the worth of a claim is left to chance


@rule
def chance(streams, i, size):
    return size * stream_below(streams, i, 16) / 16


@rule
def first_legal(mask, first, count):
    for action in range(first, first + count):
        if mask[action]:
            return action
    return layout.DONE


@rule
def choose_spot(state, mask):
    """One on the camp beside the tile that is worth most, if an outpost can be paid; all others where it pays."""
    seat = state.to_act
    best = layout.DONE
    if (
        state.resources[seat, t.BIOFUEL] == 0
        or state.resources[seat, t.NEOSTEEL] == 0
        or state.outposts_left[seat] == 0
    ):
        return best
    best_worth = 0.0
    for tile in range(t.OPEN_TILES):
        for camp in range(t.FRONT_CAMP, t.SPOTS):
            for side_of_camp in range(2):
                worth = _claim_worth(state, seat, _touched(tile, camp, side_of_camp))
                if worth > best_worth:
                    action = layout.SPOT + tile * t.SPOTS + camp
                    if mask[action]:
                        best = action
                        best_worth = worth
                    elif _has_worker(state, seat, tile, camp):
                        best = layout.DONE
                        best_worth = worth
    return best


@rule
def _has_worker(state, seat, tile, spot):
    """On an own-frame tile and spot."""
    return (int(state.workers[seat, own_spot(seat, spot)]) >> own_tile(seat, tile)) & 1 == 1


@rule
def _touched(tile, camp, side_of_camp):
    """The own-frame tiles beside a camp: before and left of a front camp, behind and right of a rear one."""
    step = 1 if camp == t.FRONT_CAMP else -1
    if side_of_camp == 0:
        return tile + step * t.TILE_COLUMNS
    return tile - step if 0 <= tile % t.TILE_COLUMNS - step < t.TILE_COLUMNS else t.NONE


@rule
def _claim_worth(state, seat, own):
    """Of an own-frame tile; 0 if it cannot be claimed."""
    if own < t.TILE_COLUMNS or own >= t.OPEN_TILES:
        return 0.0
    tile = own_tile(seat, own)
    if controls(state, seat, tile) or controls(state, 1 - seat, tile):
        return 0.0
    worth = CLAIM_WORTH[own // t.TILE_COLUMNS]
    if not is_covered(state, tile):
        for node in range(t.NODES):
            resource = t.NODE_RESOURCE[state.face[tile], node]
            worth += NODE_WORTH * (resource >= 0) + CRYSTAL_WORTH * (resource == t.CRYSTAL)
    enemies = tile_bits(state.token_rows, 1 - seat, tile)
    while enemies:
        enemies &= enemies - 1
        worth -= CROWD_COST
    return worth


@rule
def choose_purchase(state):
    """A worker for every node and one for a camp, as long as it pays back."""
    seat = state.to_act
    useful = 1
    for tile in range(t.TILES):
        if controls(state, seat, tile):
            for node in range(t.NODES):
                useful += t.NODE_RESOURCE[state.face[tile], node] >= 0
    return layout.BUY if state.owned[seat] < min(useful, WORKERS_WANTED) and state.turn <= BUY_UNTIL else layout.DONE


@rule
def choose_building(state, mask):
    if mask[layout.BUILD_KIND + t.OUTPOST]:
        return layout.BUILD_KIND + t.OUTPOST
    if tokens_held(state, state.to_act) >= SURPLUS:
        for beacon in range(t.FUEL_BEACON, t.BUILDINGS):
            if mask[layout.BUILD_KIND + beacon]:
                return layout.BUILD_KIND + beacon
        if mask[layout.BUILD_KIND + t.REFINERY]:
            return layout.BUILD_KIND + t.REFINERY
    return layout.DONE


@rule
def choose_node(state, mask):
    """One with a worker, crystal before neosteel before biofuel, near home."""
    seat = state.to_act
    best = layout.DONE
    best_worth = -1e9
    for tile in range(t.OPEN_TILES):
        for node in range(t.NODES):
            action = layout.SPOT + tile * t.SPOTS + node
            if mask[action]:
                resource = t.NODE_RESOURCE[state.face[own_tile(seat, tile)], node]
                worth = 10 * _has_worker(state, seat, tile, node) + 2 * resource - tile // t.TILE_COLUMNS
                if worth > best_worth:
                    best = action
                    best_worth = worth
    return best


@rule
def choose_tile(state, mask, streams, i):
    """The best claim for an outpost; for a beacon the tile furthest from the enemy."""
    if state.building != t.OUTPOST:
        return first_legal(mask, layout.TILE, t.OPEN_TILES)
    best = layout.DONE
    best_worth = -1e9
    for tile in range(t.OPEN_TILES):
        if mask[layout.TILE + tile]:
            worth = _claim_worth(state, state.to_act, tile) + chance(streams, i, CLAIM_CHANCE)
            if worth > best_worth:
                best = layout.TILE + tile
                best_worth = worth
    return best


@rule
def choose_contract(state, mask):
    """The strongest one; tough ones against enemies on the board, fast ones for an empty one."""
    fights = someone_on_board(state, 1 - state.to_act)
    best = layout.DONE
    best_worth = 0.0
    for position in range(t.MARKET):
        if mask[layout.CONTRACT + position]:
            card = state.market[position]
            ability = t.ABILITY[card]
            worth = 1.0 * (t.RARITY[card] + t.ATTACK[card] + t.HEALTH[card])
            if fights:
                worth += SUITED * (ability in (t.FIRST_STRIKE, t.ARMOR))
            else:
                worth += SUITED * (ability in (t.SWIFT, t.CHARGE, t.FLANK))
            if worth > best_worth:
                best = layout.CONTRACT + position
                best_worth = worth
    return best


@rule
def choose_payment(state, mask):
    """The token that pays most beyond what it is worth, of the kind there is most of."""
    best = layout.DONE
    best_worth = -1e9
    for resource in range(t.RESOURCES):
        if mask[layout.PAY_TOKEN + resource]:
            paid = min(token_value(state, resource), int(state.due))
            worth = paid - TOKEN_WORTH[resource] + 0.05 * state.resources[state.to_act, resource]
            if worth > best_worth:
                best = layout.PAY_TOKEN + resource
                best_worth = worth
    return best
