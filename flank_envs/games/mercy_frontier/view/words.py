"""Mercy Frontier in words: what an action does, who decides what, who has won.

Hidden are the faces of covered tiles, the relics under them and the order of the deck. Both are asked for through
`names.knows`; the rest of the record that is shown is public.
"""

from typing import Any

from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import ACTIONS
from flank_envs.games.mercy_frontier.state import column_of, own_local, own_tile, price, row_of
from flank_envs.games.mercy_frontier.view import names
from flank_envs.games.mercy_frontier.view.names import (
    area_name,
    contract_name,
    cost_in_words,
    mercenary,
    seat_to_act,
    spot_name,
    token_at,
)
from flank_envs.view.ending import shared_ending
from flank_envs.view.words import counted, whose_turn


def describe(state: Any, action: int) -> str:
    """What an action means for the seat that decides, legal or not."""
    block, place = ACTIONS.locate(int(action))
    return _SENTENCES[block.name](state, seat_to_act(state), *place)


def _done(state: Any, seat: int) -> str:
    return _STOPS.get(int(state.phase), "stop")


_STOPS = {
    t.WORKERS: "place all remaining workers automatically",
    t.BUY_WORKER: "buy no more workers",
    t.BUILD: "build nothing more",
    t.HIRE: "hire nobody more",
    t.MOVE: "end the movement",
}


def _spot(state: Any, seat: int, own: int, spot: int) -> str:
    where = spot_name(state, seat, own, spot)
    return f"build a refinery on {where}" if state.phase == t.BUILD_NODE else f"place a worker on {where}"


def _tile(state: Any, seat: int, own: int) -> str:
    tile = own_tile(seat, own)
    if state.building != t.NONE:
        flips = ", turning it up" * names.has_tile(state.covered, tile)
        return f"build the {t.BUILDING_NAMES[state.building]} on tile {tile}{flips}"
    if state.phase in (t.DEPLOY_TILE, t.DEPLOY_CELL) and state.zone != t.NONE:
        return f"put the near left corner of {mercenary(state, seat, int(state.zone))} on tile {tile}"
    return f"choose tile {tile}"


def _cell(state: Any, seat: int, local: int) -> str:
    if state.phase == t.BUILD_CELL and state.building != t.NONE:
        building = int(state.building)
        return f"put the {t.BUILDING_NAMES[building]} on {_block_area(state, seat, building, local)}"
    if state.phase == t.DEPLOY_CELL and state.zone != t.NONE:
        return f"place {mercenary(state, seat, int(state.zone))} on {_token_area(state, seat, local)}"
    return f"choose space {local} of the chosen tile"


def _block_area(state: Any, seat: int, building: int, local: int) -> str:
    """The spaces of a block whose own lowest corner is chosen; past the tile's border if it does not fit there."""
    width, height = int(t.WIDTH[building]), int(t.HEIGHT[building])
    corner = own_local(seat, local, 1, 1)
    back = (width - 1, height - 1) if seat else (0, 0)
    return _area(column_of(int(state.tile), corner) - back[0], row_of(int(state.tile), corner) - back[1], width, height)


def _token_area(state: Any, seat: int, local: int) -> str:
    side = names.side_of(state, seat, int(state.zone))
    corner = own_local(seat, local, 1, 1)
    back = side - 1 if seat else 0
    return _area(column_of(int(state.tile), corner) - back, row_of(int(state.tile), corner) - back, side, side)


def _area(column: int, row: int, width: int, height: int) -> str:
    if not (names.on_board(column, row) and names.on_board(column + width - 1, row + height - 1)):
        return "spaces beyond the edge"
    return area_name(column, row, width, height)


def _buy_worker(state: Any, seat: int) -> str:
    return f"buy a worker for {cost_in_words(t.COST[t.WORKER])}"


def _build(state: Any, seat: int, building: int) -> str:
    article = "an" if t.BUILDING_NAMES[building][0] in "AEIOU" else "a"
    return f"build {article} {t.BUILDING_NAMES[building]} for {cost_in_words(t.COST[building])}"


def _market(state: Any, seat: int, position: int) -> str:
    card = int(state.market[position])
    if state.phase == t.CRY_RECRUIT:
        return f"take the {contract_name(state, position)} free of charge"
    credits = f" for {price(state, seat, card)} credits" if card != t.NONE else ""
    return f"hire the {contract_name(state, position)}{credits}"


def _sweep(state: Any, seat: int) -> str:
    return f"sweep the market: {t.SWEEP_PRICE} tokens for four new contracts"


def _pay(state: Any, seat: int, resource: int) -> str:
    if state.phase != t.PAY or state.contract == t.NONE:
        return f"pay 1 {t.RESOURCE_NAMES[resource]}"
    value = int(t.RATE[state.market[state.contract], resource])
    return f"pay 1 {t.RESOURCE_NAMES[resource]}, worth {value} of {state.due} credits"


def _target_own(state: Any, seat: int, zone: int) -> str:
    return f"mend {mercenary(state, seat, zone)}"


def _target_enemy(state: Any, seat: int, zone: int) -> str:
    verb = "strike" if state.phase == t.CRY_BARRAGE else "bombard"
    return f"{verb} the enemy's {mercenary(state, 1 - seat, zone)[4:]}"


def _move(state: Any, seat: int, zone: int, direction: int, distance: int) -> str:
    who, way = mercenary(state, seat, zone), t.DIRECTION_NAMES[direction]
    token = token_at(state, seat, zone)
    if distance == 0:
        start = f"attack {way} with {who}"
    else:
        start = f"move {who} {way} by {distance}"
    if token is None:
        return start
    return start + _way(state, seat, token, direction ^ 2 if seat else direction, distance)


def _way(state: Any, seat: int, token: tuple[int, int, int], direction: int, distance: int) -> str:
    """Where a leg leads if nothing stops it, whom it tramples and what it runs into first."""
    column, row, side = token
    trampled, met = ahead(state, seat, token, direction, distance)
    goal = (column + distance * int(t.COLUMN_STEP[direction]), row + distance * int(t.ROW_STEP[direction]))
    to = f" to {area_name(*goal, side, side)}" if distance and _fits(*goal, side) else ""
    over = f", trampling {' and '.join(trampled)}" if trampled else ""
    against = f", against {' and '.join(met)}" if met else ""
    return f"{to}{over}{against}"


def ahead(
    state: Any, seat: int, token: tuple[int, int, int], direction: int, distance: int
) -> tuple[list[str], list[str]]:
    """Own mercenaries that a leg tramples, and the enemies that it runs into first. Directions are seat 0's here."""
    column, row, side = token
    dx, dy = int(t.COLUMN_STEP[direction]), int(t.ROW_STEP[direction])
    trampled: dict[str, None] = {}
    for step in range(distance + 1):
        c, r = column + step * dx, row + step * dy
        front = (c + side if dx > 0 else c + dx, r + side if dy > 0 else r + dy)
        strip = (*front, side if dx == 0 else 1, side if dy == 0 else 1)
        met = names.enemies_in(state, seat, *strip)
        if met:
            return list(trampled), met
        if step < distance:
            trampled |= {mercenary(state, seat, zone): None for zone in names.tokens_in(state, seat, *strip)}
    return list(trampled), []


def _fits(column: int, row: int, side: int) -> bool:
    return names.on_board(column, row) and names.on_board(column + side - 1, row + side - 1)


_SENTENCES = {
    "DONE": _done,
    "SPOT": _spot,
    "TILE": _tile,
    "CELL": _cell,
    "BUY_WORKER": _buy_worker,
    "BUILD": _build,
    "MARKET": _market,
    "SWEEP": _sweep,
    "PAY": _pay,
    "TARGET_OWN": _target_own,
    "TARGET_ENEMY": _target_enemy,
    "MOVE": _move,
}


def round_number(state: Any) -> int:
    """The current turn of both players."""
    return int(state.turn)


def status(state: Any, viewer: int | None) -> tuple[str, str]:
    """Who decides and what, or who has won and how."""
    if state.over:
        return shared_ending(state) or _ending(state)
    return whose_turn(state, viewer), _task(state, int(state.to_act))


def _task(state: Any, seat: int) -> str:
    """What the seat to act is asked; nothing in it is hidden from the other."""
    phase = int(state.phase)
    if phase == t.WORKERS:
        return f"place {counted(int(state.unplaced[seat]), 'worker')}"
    if phase in (t.BUILD_TILE, t.BUILD_CELL):
        where = "tile" if phase == t.BUILD_TILE else f"space on tile {state.tile}"
        return f"build {t.BUILDING_NAMES[state.building]}: {where}"
    if phase == t.PAY:
        what = "a sweep" if state.contract == t.NONE else t.CARD_NAMES[state.market[state.contract]]
        return f"pay for {what}: {counted(int(state.due), 'token' if state.contract == t.NONE else 'credit')} due"
    if phase in (t.DEPLOY_TILE, t.DEPLOY_CELL):
        where = "tile" if phase == t.DEPLOY_TILE else f"near left corner on tile {state.tile}"
        return f"place {t.CARD_NAMES[state.card[seat, state.zone]]}: {where}"
    if phase == t.ABILITY_PHASE:
        ability = t.ABILITY_NAMES[t.ABILITY[state.card[seat, state.zone]]]
        return f"{t.CARD_NAMES[state.card[seat, state.zone]]}: whom to {ability}"
    return _TASKS[phase]


_TASKS = {
    t.BUY_WORKER: "buy workers for the next turn, or stop",
    t.BUILD: "build, or stop",
    t.BUILD_NODE: "build Refinery: node",
    t.CRY_RECRUIT: "battle cry: take a common contract",
    t.CRY_BARRAGE: "battle cry: 3 damage to an enemy",
    t.HIRE: "hire, sweep the market, or stop",
    t.MOVE: "move mercenaries, or stop",
}


def _ending(state: Any) -> tuple[str, str]:
    """MF-10.2, MF-10.3."""
    razed = state.lost[1 - state.winner] >= t.BUILDINGS_TO_LOSE
    how = f"{t.BUILDINGS_TO_LOSE} buildings are destroyed" if razed else "a mercenary is at the far edge"
    return f"Seat {state.winner} wins", how
