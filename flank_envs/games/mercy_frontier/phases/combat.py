"""Contact and combat: what stands in front of a mover, and the blows exchanged with it."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.phases.mercenaries import hit, remove_if_defeated
from flank_envs.games.mercy_frontier.phases.workers import kill_worker
from flank_envs.games.mercy_frontier.state import (
    attack,
    attack_bonus,
    cell_bit,
    has_ability,
    local_at,
    on_board,
    side,
    tile_at,
    unmark,
)

# A front is a strip of spaces, two to four wide: its lowest column and row, its width and height.


@rule
def front_column(state, seat, zone, direction):
    """MF-9.1: of the spaces that a step would newly enter. Directions are seat 0's here."""
    step = int(t.COLUMN_STEP[direction])
    return int(state.column[seat, zone]) + (side(state, seat, zone) if step > 0 else step)


@rule
def front_row(state, seat, zone, direction):
    step = int(t.ROW_STEP[direction])
    return int(state.row[seat, zone]) + (side(state, seat, zone) if step > 0 else step)


@rule
def front_width(state, seat, zone, direction):
    return side(state, seat, zone) if t.COLUMN_STEP[direction] == 0 else 1


@rule
def front_height(state, seat, zone, direction):
    return side(state, seat, zone) if t.ROW_STEP[direction] == 0 else 1


@rule
def has_contact(state, seat, zone, direction):
    """MF-9.1: an enemy mercenary, building or worker on a space of the front."""
    column = front_column(state, seat, zone, direction)
    row = front_row(state, seat, zone, direction)
    if not (0 <= column < t.COLUMNS and 0 <= row < t.ROWS):
        return False
    width = front_width(state, seat, zone, direction)
    height = front_height(state, seat, zone, direction)
    found = 0
    for r in range(row, row + height):
        found |= _things(state, 1 - seat, r)
    return (found >> column) & ((1 << width) - 1) != 0


@rule
def _things(state, seat, row):
    """All columns of a row where a seat has something."""
    return int(state.token_rows[seat, row]) | int(state.block_rows[seat, row]) | int(state.worker_rows[seat, row])


@rule
def stands_in(state, seat, zone, column, row, width, height):
    """Whether a token covers one of these spaces."""
    size = side(state, seat, zone)
    return (
        on_board(state, seat, zone)
        and state.column[seat, zone] < column + width
        and column < state.column[seat, zone] + size
        and state.row[seat, zone] < row + height
        and row < state.row[seat, zone] + size
    )


@rule
def fight(state, seat, zone, direction):
    """MF-9.2, MF-9.10: one mover against everything in its front, first strikers in an earlier stage (MF-9.5)."""
    enemy = 1 - seat
    column = front_column(state, seat, zone, direction)
    row = front_row(state, seat, zone, direction)
    width = front_width(state, seat, zone, direction)
    height = front_height(state, seat, zone, direction)
    damage = mover_attack(state, seat, zone)
    enemy_bonus = attack_bonus(state, enemy)  # MF-9.6: as it is now, for the outpost that gives Void Forge may fall
    strikes_first = has_ability(state, seat, zone, t.FIRST_STRIKE)
    for first in (True, False):
        deals = strikes_first == first and state.health[seat, zone] > 0
        for other in range(t.ZONES):
            if (
                stands_in(state, enemy, other, column, row, width, height)
                and has_ability(state, enemy, other, t.FIRST_STRIKE) == first
                and state.health[enemy, other] > 0
            ):
                blow = int(t.ATTACK[state.card[enemy, other]]) + enemy_bonus
                hit(state, seat, zone, blow)  # MF-9.3: several add up
        if deals:
            for other in range(t.ZONES):
                if stands_in(state, enemy, other, column, row, width, height):
                    hit(state, enemy, other, damage)
            _raze(state, enemy, column, row, width, height)
        if state.lost[enemy] >= t.BUILDINGS_TO_LOSE:
            break
    for other in range(t.ZONES):
        remove_if_defeated(state, enemy, other)
    remove_if_defeated(state, seat, zone)


@rule
def mover_attack(state, seat, zone):
    """MF-9.6: with charge."""
    return attack(state, seat, zone) + has_ability(state, seat, zone, t.CHARGE)


@rule
def _raze(state, owner, column, row, width, height):
    """MF-9.4: buildings and workers on these spaces fall."""
    for r in range(row, row + height):
        for c in range(column, column + width):
            if cell_bit(state.block_rows, owner, c, r):
                destroy_building(state, owner, c, r)
                state.lost[owner] += 1
            if cell_bit(state.worker_rows, owner, c, r):
                kill_worker(state, owner, c, r)


@rule
def destroy_building(state, owner, column, row):
    """MF-4.6: the block that covers this space returns to the supply."""
    tile = tile_at(column, row)
    local = local_at(column, row)
    if (int(state.control[owner]) >> tile) & 1 and state.outpost[tile] == local:
        state.outpost[tile] = t.NONE
        state.control[owner] &= ~(1 << tile)  # MF-4.9: with the tile its relic
        state.outposts_left[owner] += 1
        _clear_ground(state, owner, column, row, 1, 1)
        return
    face = state.face[tile]
    for node in range(t.NODES):
        if t.SPOT_LOCAL[face, node] == local:
            state.refineries[owner, node] &= ~(1 << tile)
            state.refineries_left[t.NODE_RESOURCE[face, node]] += 1
            _clear_ground(state, owner, column, row, 1, 1)
            return
    for colour in range(t.BEACONS):
        cell = int(state.beacon[owner, colour])
        width = int(t.WIDTH[t.FUEL_BEACON + colour])
        height = int(t.HEIGHT[t.FUEL_BEACON + colour])
        if cell != t.NONE and 0 <= column - cell % t.COLUMNS < width and 0 <= row - cell // t.COLUMNS < height:
            state.beacon[owner, colour] = t.NONE
            _clear_ground(state, owner, cell % t.COLUMNS, cell // t.COLUMNS, width, height)
            return


@rule
def _clear_ground(state, owner, column, row, width, height):
    """MF-9.9: workers on a building fall with it."""
    unmark(state.block_rows, owner, column, row, width, height)
    for r in range(row, row + height):
        for c in range(column, column + width):
            if cell_bit(state.worker_rows, owner, c, r):
                kill_worker(state, owner, c, r)
