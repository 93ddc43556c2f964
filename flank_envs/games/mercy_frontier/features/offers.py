"""Places, contracts, payments and targets: what each of them would bring."""

from flank_envs.engine.features import begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.features import layout as f
from flank_envs.games.mercy_frontier.features import mercenaries as m
from flank_envs.games.mercy_frontier.features.mercenaries import the
from flank_envs.games.mercy_frontier.layout import CELL, CONTRACT, PAY_TOKEN, TARGET_ENEMY, TARGET_OWN, TILE
from flank_envs.games.mercy_frontier.phases.hire import token_value, worth
from flank_envs.games.mercy_frontier.phases.mercenaries import hit
from flank_envs.games.mercy_frontier.state import column_of, controls, own_tile, price, row_of


@rule
def write_spaces(state, seat, pieces, actions, values):
    """DEPLOY_CELL: how the waiting mercenary would stand on each space of the tile."""
    zone = int(state.zone)
    count = 0
    for local in range(t.TILE_CELLS):
        if _put(pieces, zone, own_tile(seat, int(state.tile)), local):
            values_of_space = values[count]
            count = begin_action(actions, values, count, CELL + local)
            values_of_space[f.KIND_CELL] = 1
            m.write_standing(state, seat, pieces, zone, values_of_space, f.THERE)
            m.write_mercenary(pieces, zone, values_of_space)
    return count


@rule
def write_tiles(state, seat, pieces, actions, values):
    """DEPLOY_TILE: how the waiting mercenary would stand on own tiles, on the average of their spaces."""
    zone = int(state.zone)
    count = 0
    for tile in range(t.OPEN_TILES):
        if controls(state, seat, own_tile(seat, tile)):
            row = values[count]
            count = begin_action(actions, values, count, TILE + tile)
            row[f.KIND_TILE] = 1
            _write_average(state, seat, pieces, zone, tile, row)
            m.write_mercenary(pieces, zone, row)
    return count


@rule
def _write_average(state, seat, pieces, zone, tile, row):
    spaces = 0
    for local in range(t.TILE_CELLS):
        if _put(pieces, zone, tile, local):
            m.write_standing(state, seat, pieces, zone, row, f.HERE)
            for k in range(f.STANDING):
                row[f.THERE + k] += row[f.HERE + k]
            spaces += 1
    for k in range(f.STANDING):
        row[f.THERE + k] /= spaces
        row[f.HERE + k] = 0


@rule
def _put(pieces, zone, tile, local):
    """Let the numbers say that a piece stands there; False if it does not fit on the board."""
    pieces[zone * m.NUMBERS + m.COLUMN] = column_of(tile, local)
    pieces[zone * m.NUMBERS + m.ROW] = row_of(tile, local)
    size = the(pieces, zone, m.SIZE)
    return column_of(tile, local) + size <= t.COLUMNS and row_of(tile, local) + size <= t.ROWS


@rule
def write_contracts(state, seat, actions, values):
    """HIRE and CRY_RECRUIT: what a contract brings, and what is left after its price."""
    count = 0
    for position in range(t.MARKET):
        card = state.market[position]
        if card != t.NONE:
            row = values[count]
            count = begin_action(actions, values, count, CONTRACT + position)
            row[f.KIND_CONTRACT] = 1
            row[f.MERCENARY] = t.ATTACK[card] / 12
            row[f.MERCENARY + 1] = t.HEALTH[card] / 13
            row[f.MERCENARY + 2] = t.SIDE[card] / 4
            row[f.PRICE] = price(state, seat, card) * f.PER_CREDIT
            row[f.PRICE + 1] = (worth(state, seat, card) - price(state, seat, card)) * f.PER_CREDIT
    return count


@rule
def write_payments(state, seat, actions, values):
    """PAY: what each kind of token is worth, whether it is enough, and what would be lost."""
    due = int(state.due)
    for resource in range(t.RESOURCES):
        row = values[resource]
        begin_action(actions, values, resource, PAY_TOKEN + resource)
        row[f.KIND_PAY] = 1
        value = token_value(state, resource)
        row[f.PRICE] = due * f.PER_CREDIT
        row[f.PRICE + 1] = value * f.FIFTH
        row[f.PRICE + 2] = value >= due
        row[f.PRICE + 3] = max(0, value - due) * f.FIFTH
        row[f.PRICE + 4] = state.resources[seat, resource] / 10
    return t.RESOURCES


@rule
def write_targets(state, seat, scratch, pieces, actions, values):
    """ABILITY and CRY_BARRAGE: who stands how, and who would fall."""
    scratch[0] = state
    spare = scratch[0]
    count = 0
    for piece in range(m.PIECES):
        if not the(pieces, piece, m.ON):
            continue
        row = values[count]
        zone = piece % t.ZONES
        if piece < t.ZONES:
            count = begin_action(actions, values, count, TARGET_OWN + zone)
            row[f.KIND_OWN] = 1
        else:
            count = begin_action(actions, values, count, TARGET_ENEMY + zone)
            row[f.KIND_ENEMY] = 1
            hit(spare, 1 - seat, zone, t.BARRAGE_DAMAGE if state.phase == t.CRY_BARRAGE else t.BOMBARD_DAMAGE)
            row[f.KILLED] = spare.health[1 - seat, zone] == 0
        row[f.URGENT] = 1 / (1 + m.turns_to_go(pieces, piece))
        m.write_standing(state, seat, pieces, piece, row, f.THERE)
        m.write_mercenary(pieces, piece, row)
    return count
