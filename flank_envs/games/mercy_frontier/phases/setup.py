"""Setup: tiles, relics, contracts and what the players start with. No decisions."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import below
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.phases.build import raise_refinery
from flank_envs.games.mercy_frontier.phases.market import refill, shuffle_discards
from flank_envs.games.mercy_frontier.phases.mercenaries import clear_zone
from flank_envs.games.mercy_frontier.state import is_covered


@rule
def set_up(state):
    state.turn = 1
    state.priority = 0  # MF-1.7
    state.winner = t.NONE
    state.colossus = t.NONE
    state.owed = 0
    state.building = state.tile = state.zone = state.contract = t.NONE
    state.due = 0
    state.health_left = t.HEALTH_TOKENS
    for seat in range(t.SEATS):
        _clear_seat(state, seat)
    for resource in range(t.RESOURCES):
        state.refineries_left[resource] = t.REFINERIES[resource]
    _lay_tiles(state)
    hide_relics(state)
    _deal_contracts(state)
    if state.accelerated:
        for seat in range(t.SEATS):
            _refine_base(state, seat)


@rule
def _clear_seat(state, seat):
    """MF-1.5: four workers, and nothing on the board."""
    for resource in range(t.RESOURCES):
        state.resources[seat, resource] = t.ACCELERATED_START if state.accelerated else t.START
    state.owned[seat] = state.unplaced[seat] = t.FIRST_WORKERS
    state.lost[seat] = state.overcharge[seat] = 0
    state.control[seat] = t.HOME[seat]
    state.outposts_left[seat] = t.OUTPOSTS
    for node in range(t.NODES):
        state.refineries[seat, node] = 0
    for spot in range(t.SPOTS):
        state.workers[seat, spot] = 0
    for colour in range(t.BEACONS):
        state.beacon[seat, colour] = t.NONE
    for zone in range(t.ZONES):
        clear_zone(state, seat, zone)
    for row in range(t.ROWS):
        state.token_rows[seat, row] = state.block_rows[seat, row] = state.worker_rows[seat, row] = 0


@rule
def _lay_tiles(state):
    """MF-1.1: home rows face up. MF-1.2: doubles in the middle row, singles beside it, face down."""
    state.covered = t.CLAIMABLE
    for tile in range(t.TILES):
        state.face[tile] = t.HOME_FACES[tile]
        state.outpost[tile] = t.NONE
    for k in range(t.SINGLE_TILES.shape[0]):
        state.face[t.SINGLE_TILES[k]] = t.SINGLE_FACES[k]
    for k in range(t.DOUBLE_TILES.shape[0]):
        state.face[t.DOUBLE_TILES[k]] = t.DOUBLE_FACES[k]
    shuffle_faces(state)


@rule
def shuffle_faces(state):
    """The faces of covered tiles change places, singles and doubles apart."""
    _shuffle_among(state, t.SINGLE_TILES)
    _shuffle_among(state, t.DOUBLE_TILES)


@rule
def _shuffle_among(state, tiles):
    for last in range(tiles.shape[0] - 1, 0, -1):
        if not is_covered(state, tiles[last]):
            continue
        choices = 0
        for k in range(last + 1):
            choices += is_covered(state, tiles[k])
        left = below(state, choices)
        for k in range(last + 1):
            if is_covered(state, tiles[k]):
                if left == 0:
                    face = state.face[tiles[k]]
                    state.face[tiles[k]] = state.face[tiles[last]]
                    state.face[tiles[last]] = face
                    break
                left -= 1


@rule
def hide_relics(state):
    """MF-1.3: under each covered middle tile a relic that is nowhere else."""
    used = 0
    unused = t.RELICS
    for place in range(t.RELIC_PLACES):
        if not is_covered(state, t.FIRST_MIDDLE + place):
            used |= 1 << int(state.relic[place])
            unused -= 1
    for place in range(t.RELIC_PLACES):
        if is_covered(state, t.FIRST_MIDDLE + place):
            left = below(state, unused)
            unused -= 1
            for relic in range(t.RELICS):
                if not (used >> relic) & 1:
                    if left == 0:
                        state.relic[place] = relic
                        used |= 1 << relic
                        break
                    left -= 1


@rule
def _deal_contracts(state):
    """MF-1.4."""
    for card in range(t.DECK_CARDS):
        state.discard[card] = t.COPIES[card]
    shuffle_discards(state)
    for position in range(t.MARKET):
        state.market[position] = t.NONE
    refill(state)


@rule
def _refine_base(state, seat):
    """MF-1.6: accelerated, both nodes of the base tile."""
    for node in range(t.NODES):
        raise_refinery(state, seat, int(t.BASE_TILE[seat]), node)
