"""The invariants of Mercy Frontier. Made for tests, fuzzing and records from strangers: any bytes may be given."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT, header_fits
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.check.board import blocks_fit, maps_fit, mercenaries_fit, tiles_fit, workers_fit
from flank_envs.games.mercy_frontier.phases.ability import has_target
from flank_envs.games.mercy_frontier.phases.build import (
    block_starts,
    can_build,
    can_build_something,
    standing_beacons,
    worked_tiles,
)
from flank_envs.games.mercy_frontier.phases.cry import can_recruit
from flank_envs.games.mercy_frontier.phases.deploy import anchors_in_row, next_to_deploy
from flank_envs.games.mercy_frontier.phases.hire import can_hire_or_sweep, worth
from flank_envs.games.mercy_frontier.phases.mercenaries import someone_on_board
from flank_envs.games.mercy_frontier.phases.move import allowance, can_move, full_legs, reaches_edge
from flank_envs.games.mercy_frontier.phases.workers import can_buy_worker, can_place_worker
from flank_envs.games.mercy_frontier.state import (
    bank,
    column_of,
    controls,
    free_zone,
    is_covered,
    on_board,
    price,
    row_of,
    tokens_held,
)

MOST_TURNS = 1000
MOST_LOST = 6  # two, and as many as a front is wide

INVARIANTS = (
    "header, option fields and counters are in their ranges",
    "the tokens of each resource add up",
    "tiles and relics are all there, and home rows and outposts tell who controls what",
    "the cards of each id add up, and unused places are 0",
    "the Beacon Colossus belongs to the first player who had three beacons",
    "buildings stand where they may and add up with the supply",
    "workers stand where they may and add up",
    "mercenaries have a place and health, and health tokens add up",
    "the maps of rows show what is on the board, and nothing overlaps",
    "movement belongs to the mover's phase",
    "what is pending belongs to the phase",
    "whoever must decide has something to decide",
    "the game ends when the rules end it, and the board tells who has won",
)


@rule
def check(state):
    """The order matters: what comes later relies on the ranges checked before."""
    if not _header_fits(state):
        return 1
    if not _resources_fit(state):
        return 2
    if not tiles_fit(state):
        return 3
    if not _cards_fit(state):
        return 4
    if not _colossus_fits(state):
        return 5
    if not blocks_fit(state):
        return 6
    if not workers_fit(state):
        return 7
    if not mercenaries_fit(state):
        return 8
    if not maps_fit(state):
        return 9
    if not (_movement_fits(state, 0) and _movement_fits(state, 1)):
        return 10
    if not _pending_fits(state):
        return 11
    if not (state.over or _decision_exists(state, int(state.to_act))):
        return 12
    if not _end_fits(state):
        return 13
    return 0


@rule
def _header_fits(state):
    return (
        header_fits(state, t.SEATS, t.OVER, LIMIT)
        and 0 <= state.accelerated <= 1
        and 0 <= state.lanes <= 1
        and 0 <= state.persistent_health <= 1
        and 1 <= state.turn_cap <= MOST_TURNS
        and 1 <= state.turn <= state.turn_cap
        and 0 <= state.priority < t.SEATS
        and t.NONE <= state.winner < t.SEATS
        and 0 <= state.owed <= 1
        and t.NONE <= state.colossus < t.SEATS
        and _flags_fit(state, 0)
        and _flags_fit(state, 1)
    )


@rule
def _flags_fit(state, seat):
    """Overcharge begins in a building phase and ends with the turn."""
    most = 0 if state.phase < t.BUILD or state.limit == LIMIT else 1
    return 0 <= state.overcharge[seat] <= most and 0 <= state.lost[seat] <= MOST_LOST


@rule
def _resources_fit(state):
    for resource in range(t.RESOURCES):
        if state.resources[0, resource] < 0 or state.resources[1, resource] < 0:
            return False
        if state.resources[0, resource] > 30 or bank(state, resource) < 0:
            return False
    return True


@rule
def _cards_fit(state):
    if not 0 <= state.deck_size <= t.DECK_SIZE:
        return False
    for k in range(t.DECK_SIZE):
        if not 0 <= state.deck[k] < (t.DECK_CARDS if k < state.deck_size else 1):
            return False
    for position in range(t.MARKET):
        if not t.NONE <= state.market[position] < t.DECK_CARDS:
            return False
    for seat in range(t.SEATS):
        for zone in range(t.ZONES):
            if not t.NONE <= state.card[seat, zone] <= t.COLOSSUS:
                return False
    for card in range(t.DECK_CARDS):
        if not 0 <= state.discard[card] <= t.COPIES[card] or _count_card(state, card) != t.COPIES[card]:
            return False
    return _count_card(state, t.COLOSSUS) <= 1


@rule
def _count_card(state, card):
    count = 0 if card == t.COLOSSUS else int(state.discard[card])
    for k in range(state.deck_size):
        count += state.deck[k] == card
    for position in range(t.MARKET):
        count += state.market[position] == card
    for seat in range(t.SEATS):
        for zone in range(t.ZONES):
            count += state.card[seat, zone] == card
    return count


@rule
def _colossus_fits(state):
    """MF-4.8."""
    if state.owed and (state.colossus == t.NONE or _count_card(state, t.COLOSSUS) > 0):
        return False
    for seat in range(t.SEATS):
        if state.colossus == t.NONE and standing_beacons(state, seat) == t.BEACONS:
            return False
        for zone in range(t.ZONES):
            if state.card[seat, zone] == t.COLOSSUS and state.colossus != seat:
                return False
    return True


@rule
def _movement_fits(state, seat):
    """Of a mercenary that has not moved all is left; outside the own MOVE phase nothing is."""
    moving = state.phase == t.MOVE and state.to_act == seat
    for zone in range(t.ZONES):
        left = int(state.left[seat, zone])
        legs = int(state.legs[seat, zone])
        gone = int(state.gone[seat, zone])
        if not (moving and on_board(state, seat, zone)):
            if left != 0 or legs != 0 or gone != t.NONE:
                return False
        elif legs == full_legs(state, seat, zone):
            if left != allowance(state, seat, zone) or gone != t.NONE:
                return False
        elif not (
            0 <= legs < full_legs(state, seat, zone)
            and 0 <= left <= allowance(state, seat, zone)
            and 0 <= gone < (1 if state.lanes else t.DIRECTIONS)
        ):
            return False
    return True


@rule
def _pending_fits(state):
    phase = state.phase
    if not t.NONE <= state.building < t.BUILDINGS or (state.building != t.NONE) != (
        t.BUILD_NODE <= phase <= t.BUILD_CELL
    ):
        return False
    if (state.building == t.REFINERY) != (phase == t.BUILD_NODE):
        return False
    if not t.NONE <= state.tile < t.TILES or (state.tile != t.NONE) != (phase in (t.BUILD_CELL, t.DEPLOY_CELL)):
        return False
    if not t.NONE <= state.zone < t.ZONES:
        return False
    if (state.zone != t.NONE) != (phase in (t.DEPLOY_TILE, t.DEPLOY_CELL, t.ABILITY_PHASE)):
        return False
    if not t.NONE <= state.contract < t.MARKET or (state.contract != t.NONE and phase != t.PAY):
        return False
    return state.due > 0 if phase == t.PAY else state.due == 0


@rule
def _decision_exists(state, seat):
    phase = state.phase
    if phase == t.WORKERS:
        return can_place_worker(state, seat)
    if phase == t.BUY_WORKER:
        return can_buy_worker(state, seat)
    if phase == t.BUILD:
        return can_build_something(state, seat)
    if phase in (t.BUILD_NODE, t.BUILD_TILE):
        return can_build(state, seat, int(state.building))
    if phase == t.BUILD_CELL:
        return _can_build_on_tile(state, seat, int(state.building), int(state.tile))
    if phase == t.CRY_RECRUIT:
        return can_recruit(state, seat) and state.beacon[seat, 0] != t.NONE
    if phase == t.CRY_BARRAGE:
        return someone_on_board(state, 1 - seat) and state.beacon[seat, t.STEEL_BEACON - t.FUEL_BEACON] != t.NONE
    if phase == t.HIRE:
        return can_hire_or_sweep(state, seat)
    if phase == t.PAY:
        return _can_pay_due(state, seat)
    if phase in (t.DEPLOY_TILE, t.DEPLOY_CELL):
        if state.zone != next_to_deploy(state, seat):
            return False
        return phase == t.DEPLOY_TILE or _has_anchor(state, int(state.tile))
    if phase == t.ABILITY_PHASE:
        return on_board(state, seat, int(state.zone)) and has_target(state, seat, int(state.zone))
    return can_move(state, seat)


@rule
def _can_build_on_tile(state, seat, building, tile):
    """MF-4.3, MF-4.4: paid for, so that only the place counts."""
    if is_covered(state, tile) or block_starts(state, tile, building) == 0:
        return False
    if building == t.OUTPOST:
        claimed = controls(state, 0, tile) or controls(state, 1, tile)
        return (t.CLAIMABLE >> tile) & 1 == 1 and not claimed and state.outposts_left[seat] > 0
    return (worked_tiles(state, seat) >> tile) & 1 == 1 and state.beacon[seat, building - t.FUEL_BEACON] == t.NONE


@rule
def _can_pay_due(state, seat):
    """MF-5.2, MF-5.4: what is left to pay can be paid."""
    if state.contract == t.NONE:
        return state.due <= t.SWEEP_PRICE and state.due <= tokens_held(state, seat)
    card = int(state.market[state.contract])
    if card == t.NONE or free_zone(state, seat) == t.NONE:
        return False
    return state.due <= price(state, seat, card) and state.due <= worth(state, seat, card)


@rule
def _has_anchor(state, tile):
    for y in range(t.TILE_SIDE):
        if (anchors_in_row(state, row_of(tile, y * t.TILE_SIDE)) >> column_of(tile, 0)) & 0b11111:
            return True
    return False


@rule
def _end_fits(state):
    """MF-10.2, MF-10.3, MF-10.4."""
    for seat in range(t.SEATS):
        if state.winner != seat and (state.lost[1 - seat] >= t.BUILDINGS_TO_LOSE or _is_at_edge(state, seat)):
            return False
    if state.over == 0:
        return state.winner == t.NONE
    if state.limit == LIMIT:
        return state.winner == t.NONE and state.turn == state.turn_cap
    winner = int(state.winner)
    return winner != t.NONE and (state.lost[1 - winner] >= t.BUILDINGS_TO_LOSE or _is_at_edge(state, winner))


@rule
def _is_at_edge(state, seat):
    for zone in range(t.ZONES):
        if on_board(state, seat, zone) and reaches_edge(state, seat, zone):
            return True
    return False
