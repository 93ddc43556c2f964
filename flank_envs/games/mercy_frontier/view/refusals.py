"""Why an action of Mercy Frontier is not allowed now, in a clause."""

from typing import Any

from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import ACTIONS
from flank_envs.games.mercy_frontier.phases.ability import separation
from flank_envs.games.mercy_frontier.phases.move import clear_way, must_advance, room_ahead, seen_by
from flank_envs.games.mercy_frontier.state import (
    can_pay,
    column_of,
    free_zone,
    own_local,
    own_spot,
    own_tile,
    price,
    row_of,
)
from flank_envs.games.mercy_frontier.view import names
from flank_envs.games.mercy_frontier.view.names import cost_in_words, has_tile, mercenary, space_name
from flank_envs.view.words import counted, untimely

# The phases in which some action of a block may be legal.
WHEN = {
    "DONE": (t.WORKERS, t.BUY_WORKER, t.BUILD, t.HIRE, t.MOVE),
    "SPOT": (t.WORKERS, t.BUILD_NODE),
    "TILE": (t.BUILD_TILE, t.DEPLOY_TILE),
    "CELL": (t.BUILD_CELL, t.DEPLOY_CELL),
    "BUY_WORKER": (t.BUY_WORKER,),
    "BUILD": (t.BUILD,),
    "MARKET": (t.CRY_RECRUIT, t.HIRE),
    "SWEEP": (t.HIRE,),
    "PAY": (t.PAY,),
    "TARGET_OWN": (t.ABILITY_PHASE,),
    "TARGET_ENEMY": (t.CRY_BARRAGE, t.ABILITY_PHASE),
    "MOVE": (t.MOVE,),
}


def refusal(state: Any, action: int) -> str:
    """Why an illegal action is not allowed now for the seat that decides."""
    block, place = ACTIONS.locate(int(action))
    if block.name == "DONE" and not state.over and state.phase not in WHEN["DONE"]:
        return f"{t.PHASES[state.phase]} cannot be declined"
    return untimely(state, action, WHEN) or _REASONS[block.name](state, int(state.to_act), *place)


def _done(state: Any, seat: int) -> str:
    """MF-11.1."""
    late = next(zone for zone in range(t.ZONES) if state.legs[seat, zone] and must_advance(state, seat, zone))
    return f"in lanes all must advance, and {mercenary(state, seat, late)} has not"


def _spot(state: Any, seat: int, own: int, place: int) -> str:
    """MF-3.1 to MF-3.3, MF-4.2."""
    tile, spot = own_tile(seat, own), own_spot(seat, place)
    if state.phase == t.BUILD_NODE and spot >= t.NODES:
        return "refineries stand on nodes, not on camps"
    if not has_tile(state.control[seat], tile):
        return f"tile {tile} is not under your control"
    local = int(t.SPOT_LOCAL[state.face[tile], spot])
    if local < 0:
        return f"tile {tile} has only one node"
    column, row = column_of(tile, local), row_of(tile, local)
    if state.phase == t.WORKERS:
        return _no_worker(state, seat, column, row)
    return _no_refinery(state, seat, tile, spot, column, row)


def _no_worker(state: Any, seat: int, column: int, row: int) -> str:
    if (column, row) in names.workers(state, seat):
        return f"a worker stands on {space_name(column, row)} already"
    return f"{space_name(column, row)} is taken by {names.enemies_in(state, seat, column, row, 1, 1)[0]} of the enemy"


def _no_refinery(state: Any, seat: int, tile: int, node: int, column: int, row: int) -> str:
    resource = names.node_resource(state, tile, node)
    if not _worked(state, seat, tile):
        return f"no worker of yours stands on tile {tile}"
    if state.refineries_left[resource] == 0:
        return f"no {t.RESOURCE_NAMES[resource]} refinery is left"
    return _obstacle(state, seat, column, row, 1, 1)


def _worked(state: Any, seat: int, tile: int) -> bool:
    return any(has_tile(state.workers[seat, spot], tile) for spot in range(t.SPOTS))


def _obstacle(state: Any, seat: int, column: int, row: int, width: int, height: int) -> str:
    """What stands in the way of a block: buildings and tokens of both; a node only for those that are no refinery."""
    area = (column, row, width, height)
    for owner in (seat, 1 - seat):
        standing = names.building_names_in(state, owner, *area)
        standing += [mercenary(state, owner, zone)[4:] for zone in names.tokens_in(state, owner, *area)]
        if standing:
            return f"{'your' if owner == seat else 'an enemy'} {standing[0]} is on {names.area_name(*area)}"
    return f"there is a node on {names.area_name(*area)}"


def _tile(state: Any, seat: int, own: int) -> str:
    tile = own_tile(seat, own)
    if state.phase == t.DEPLOY_TILE:
        return _no_deployment(state, seat, tile)
    if state.building == t.OUTPOST:
        return _no_outpost(state, seat, tile)
    if not has_tile(state.control[seat], tile):
        return f"tile {tile} is not under your control"
    if not _worked(state, seat, tile):
        return f"no worker of yours stands on tile {tile}"
    return f"tile {tile} has no room for a {t.BUILDING_NAMES[state.building]}"


def _no_outpost(state: Any, seat: int, tile: int) -> str:
    """MF-4.4, MF-4.5."""
    if not has_tile(t.CLAIMABLE, tile):
        return "outposts are not for home rows"
    owner = names.controller(state, tile)
    if owner != t.NONE:
        return f"tile {tile} is controlled by {'you' if owner == seat else 'the enemy'} already"
    if not any(_touches(column, row, tile) for column, row in names.workers(state, seat)):
        return f"no worker of yours stands beside tile {tile}"
    return f"tile {tile} has too little room"


def _touches(column: int, row: int, tile: int) -> bool:
    """MF-4.4: beside the tile, not diagonally."""
    left, low = names.tile_corner(tile)
    dx = max(left - column, column - (left + t.TILE_SIDE - 1), 0)
    dy = max(low - row, row - (low + t.TILE_SIDE - 1), 0)
    return dx + dy == 1


def _no_deployment(state: Any, seat: int, tile: int) -> str:
    """MF-6.2."""
    if has_tile(state.covered, tile):
        return f"tile {tile} is face down"
    if has_tile(state.control[1 - seat], tile):
        return f"tile {tile} is controlled by the enemy"
    who = mercenary(state, seat, int(state.zone))
    return f"{who} cannot be placed with its near left corner on tile {tile}"


def _cell(state: Any, seat: int, local: int) -> str:
    width = height = names.side_of(state, seat, int(state.zone)) if state.phase == t.DEPLOY_CELL else 0
    if state.phase == t.BUILD_CELL:
        width, height = int(t.WIDTH[state.building]), int(t.HEIGHT[state.building])
    corner = own_local(seat, local, 1, 1)
    column = column_of(int(state.tile), corner) - (width - 1 if seat else 0)
    row = row_of(int(state.tile), corner) - (height - 1 if seat else 0)
    if state.phase == t.DEPLOY_CELL:
        return _no_place(state, seat, column, row, width)
    if local % t.TILE_SIDE + width > t.TILE_SIDE or local // t.TILE_SIDE + height > t.TILE_SIDE:
        return f"the {t.BUILDING_NAMES[state.building]} would leave tile {state.tile}"
    return _obstacle(state, seat, column, row, width, height)


def _no_place(state: Any, seat: int, column: int, row: int, side: int) -> str:
    """MF-6.2."""
    if not (names.on_board(column, row) and names.on_board(column + side - 1, row + side - 1)):
        return "the token would leave the board"
    area = (column, row, side, side)
    own = names.tokens_in(state, seat, *area)
    if own:
        return f"{mercenary(state, seat, own[0])} is in the way"
    enemies = names.enemies_in(state, seat, *area)
    if enemies:
        return f"{enemies[0]} of the enemy is in the way"
    tiles = {names.tile_of(c, r) for c in (column, column + side - 1) for r in (row, row + side - 1)}
    for tile in sorted(tiles):
        if has_tile(state.covered, tile):
            return f"the token would lie on tile {tile}, which is face down"
        if has_tile(state.control[1 - seat], tile):
            return f"the token would lie on tile {tile}, which the enemy controls"
    return "the token would touch no tile under your control"


def _build(state: Any, seat: int, building: int) -> str:
    """MF-4.1."""
    name = t.BUILDING_NAMES[building]
    if not can_pay(state, seat, building):
        return f"it costs {cost_in_words(t.COST[building])}"
    if building == t.OUTPOST and state.outposts_left[seat] == 0:
        return f"all {t.OUTPOSTS} outposts are on the board"
    if t.FUEL_BEACON <= building < t.FUEL_BEACON + t.BEACONS and state.beacon[seat, building - t.FUEL_BEACON] != t.NONE:
        return f"your {name} stands already"
    needs = {
        t.REFINERY: "a free node on a tile of yours with a worker",
        t.OUTPOST: "a free tile beside a worker of yours",
    }
    return f"the {name} needs {needs.get(building, 'room on a tile of yours with a worker')}"


def _market(state: Any, seat: int, position: int) -> str:
    """MF-5.2; MF-4.7 for the cry."""
    card = int(state.market[position])
    if card == t.NONE:
        return f"there is no contract at position {position}"
    if state.phase == t.CRY_RECRUIT:
        return f"{t.CARD_NAMES[card]} is not common"
    if free_zone(state, seat) == t.NONE:
        return f"all {t.ZONES} zones are taken"
    return f"{t.CARD_NAMES[card]} costs {price(state, seat, card)} credits, more than your tokens are worth"


def _sweep(state: Any, seat: int) -> str:
    return f"a sweep costs {t.SWEEP_PRICE} tokens"


def _pay(state: Any, seat: int, resource: int) -> str:
    return f"you have no {t.RESOURCE_NAMES[resource]}"


def _target_own(state: Any, seat: int, zone: int) -> str:
    """MF-7.3."""
    user = int(state.zone)
    if t.ABILITY[state.card[seat, user]] != t.MEND:
        return f"{mercenary(state, seat, user)} has {t.ABILITY_NAMES[t.ABILITY[state.card[seat, user]]]}, not mend"
    return _absent(state, seat, zone) or f"{mercenary(state, seat, zone)} is not damaged"


def _target_enemy(state: Any, seat: int, zone: int) -> str:
    absent = _absent(state, 1 - seat, zone)
    if absent or state.phase == t.CRY_BARRAGE:
        return absent
    user = int(state.zone)
    if t.ABILITY[state.card[seat, user]] == t.MEND:
        return f"{mercenary(state, seat, user)} has mend, not bombard"
    far = separation(state, seat, user, zone)
    return f"{mercenary(state, 1 - seat, zone)} is {far} spaces away, more than {t.BOMBARD_REACH}"


def _absent(state: Any, seat: int, zone: int) -> str:
    """Why nobody can be aimed at; nothing if there is a token."""
    if state.card[seat, zone] == t.NONE:
        return f"zone {zone} is empty"
    return f"{mercenary(state, seat, zone)} is not on the board" if state.row[seat, zone] < 0 else ""


def _move(state: Any, seat: int, zone: int, direction: int, distance: int) -> str:
    """MF-8.1 to MF-8.3, MF-8.5."""
    absent, who = _absent(state, seat, zone), mercenary(state, seat, zone)
    if absent:
        return absent
    left = int(state.left[seat, zone])
    if state.legs[seat, zone] == 0 or left == 0:
        return f"{who} has moved already"
    if state.lanes:
        return _no_lane(state, seat, zone, direction)
    if direction == state.gone[seat, zone]:
        return f"the second leg of {who} must go in another direction"
    line = seen_by(seat, direction)
    if distance == 0:
        return f"nothing to attack stands {_where(direction)} {who}"
    if distance > left:
        return f"{who} may move {counted(left, 'space')}"
    room = int(room_ahead(state, seat, zone, line))
    return f"the edge is {counted(room, 'space')} {_where(direction)} {who}"


def _where(direction: int) -> str:
    return ("in front of", "to the right of", "behind", "to the left of")[direction]


def _no_lane(state: Any, seat: int, zone: int, direction: int) -> str:
    """MF-11.1."""
    who = mercenary(state, seat, zone)
    if direction != t.FORWARD:
        return f"in lanes nobody moves {t.DIRECTION_NAMES[direction]}"
    if not must_advance(state, seat, zone):
        return f"the way of {who} is closed"
    return f"in lanes {who} must go as far as it can: {counted(int(clear_way(state, seat, zone)), 'space')}"


_REASONS = {
    "DONE": _done,
    "SPOT": _spot,
    "TILE": _tile,
    "CELL": _cell,
    "BUILD": _build,
    "MARKET": _market,
    "SWEEP": _sweep,
    "PAY": _pay,
    "TARGET_OWN": _target_own,
    "TARGET_ENEMY": _target_enemy,
    "MOVE": _move,
}
