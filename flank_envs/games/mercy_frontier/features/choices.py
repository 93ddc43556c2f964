"""What each choice leads to: legs and hits, tried by the rules on a spare record; places, contracts and payments."""

from flank_envs.engine.features import begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import layout
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.features import layout as f
from flank_envs.games.mercy_frontier.features.standing import strength, urgency, write_mercenary, write_standing
from flank_envs.games.mercy_frontier.phases.combat import has_contact
from flank_envs.games.mercy_frontier.phases.deploy import place
from flank_envs.games.mercy_frontier.phases.hire import token_value, worth
from flank_envs.games.mercy_frontier.phases.mercenaries import hit
from flank_envs.games.mercy_frontier.phases.move import clear_front, room_ahead, seen_by, step
from flank_envs.games.mercy_frontier.state import (
    column_of,
    controls,
    on_board,
    own_local,
    own_tile,
    price,
    row_of,
    side,
)
from flank_envs.games.mercy_frontier.turn import commotion


@rule
def _begin(actions, values, count, action, kind):
    begin_action(actions, values, count, action)
    values[count, kind] = 1


@rule
def write_legs(state, seat, scratch, out, actions, values):
    count = 0
    for zone in range(t.ZONES):
        if on_board(state, seat, zone) and state.legs[seat, zone] > 0 and state.left[seat, zone] > 0:
            for direction in range(t.DIRECTIONS):
                first = layout.LEG + (zone * t.DIRECTIONS + direction) * t.DISTANCES
                _begin(actions, values, count, first, f.KIND_LEG)
                values[count, f.TOWARDS + direction] = 1
                write_mercenary(state, seat, zone, values[count])
                for k in range(f.STANDING):
                    values[count, f.HERE + k] = out[zone * f.MERCENARY_VALUES + f.MERCENARY_STANDING + k]
                scratch[0] = state
                count = _write_line(state, seat, zone, seen_by(seat, direction), scratch[0], actions, values, count)
    return count


@rule
def _write_line(state, seat, zone, line, spare, actions, values, count):
    """All legs in one direction, from the row that is begun: each goes on where the shorter one ends (MF-8.6)."""
    first = actions[count]
    most = min(int(state.left[seat, zone]), room_ahead(state, seat, zone, line))
    goes = True
    for k in range(0 if has_contact(state, seat, zone, line) else 1, most + 1):  # MF-8.3
        if goes:
            goes = (k == 0 or step(spare, seat, zone, line)) and clear_front(spare, seat, zone, line)
            if commotion(spare, seat) != commotion(state, seat):
                _write_losses(state, spare, seat, zone, values[count])
            _write_end(spare, seat, zone, goes, values[count])
        values[count, f.STEPS] = k * f.FIFTH
        actions[count] = first + k
        count += 1
        if k < most:
            longer, shorter = values[count], values[count - 1]
            for n in range(longer.shape[0]):
                longer[n] = shorter[n]
    return count


@rule
def _write_end(spare, seat, zone, goes, leg):
    """How the leg ends, and how the mercenary stands then."""
    leg[f.WINS] = spare.winner == seat
    leg[f.GOES_ON] = spare.winner == t.NONE and spare.legs[seat, zone] > 1 and spare.left[seat, zone] > 0
    if spare.winner == t.NONE and on_board(spare, seat, zone):
        leg[f.STOPPED] = not goes
        write_standing(spare, seat, seat, zone, leg, f.THERE)
    else:
        for k in range(f.STANDING):
            leg[f.THERE + k] = 0


@rule
def _write_losses(state, spare, seat, zone, leg):
    """What has become of the mover and of all others."""
    enemy = 1 - seat
    leg[f.DIES] = spare.winner == t.NONE and not on_board(spare, seat, zone)
    spent = int(state.health[seat, zone]) - int(spare.health[seat, zone])
    leg[f.SPENT] = (strength(state, seat, zone) if leg[f.DIES] else spent) * f.PER_STRENGTH
    leg[f.RAZED] = (spare.lost[enemy] - state.lost[enemy]) * (1 + int(state.lost[enemy])) * f.HALF
    leg[f.WORKERS_HIT] = (state.owned[enemy] - spare.owned[enemy]) * f.HALF
    leg[f.KILLED] = leg[f.URGENT] = leg[f.WOUNDED] = leg[f.TRAMPLED] = 0
    for other in range(t.ZONES):
        if other != zone and on_board(state, seat, other) and not on_board(spare, seat, other):
            leg[f.TRAMPLED] += strength(state, seat, other) * f.PER_STRENGTH
        if on_board(state, enemy, other):
            hurt = strength(state, enemy, other) * f.PER_STRENGTH
            if on_board(spare, enemy, other):
                health = int(state.health[enemy, other])
                leg[f.WOUNDED] += hurt * (health - int(spare.health[enemy, other])) / health
            else:
                leg[f.KILLED] += hurt
                leg[f.URGENT] += urgency(state, enemy, other)


@rule
def write_tiles(state, seat, scratch, actions, values):
    """DEPLOY_TILE: how the waiting mercenary would stand on the average of the spaces of each own tile."""
    count = 0
    for tile in range(t.OPEN_TILES):
        if controls(state, seat, own_tile(seat, tile)):
            spaces = write_spaces(state, seat, tile, scratch, actions[count:], values[count:])
            row = values[count]
            for k in range(f.THERE, f.THERE + f.STANDING):
                for n in range(1, spaces):
                    row[k] += values[count + n, k]
                row[k] /= spaces
            row[f.KIND_CELL], row[f.KIND_TILE] = 0, 1
            actions[count] = layout.TILE + tile
            count += 1
    return count


@rule
def write_spaces(state, seat, tile, scratch, actions, values):
    """DEPLOY_CELL: how it would stand on the spaces of a tile, free or not."""
    scratch[0] = state
    zone = int(state.zone)
    size = side(state, seat, zone)
    count = 0
    for local in range(t.TILE_CELLS):
        if column_of(tile, local) + size <= t.COLUMNS and row_of(tile, local) + size <= t.ROWS:
            place(scratch[0], seat, own_tile(seat, tile), own_local(seat, local, 1, 1))
            _begin(actions, values, count, layout.CELL + local, f.KIND_CELL)
            write_standing(scratch[0], seat, seat, zone, values[count], f.THERE)
            write_mercenary(scratch[0], seat, zone, values[count])
            count += 1
    return count


@rule
def write_contracts(state, seat, actions, values):
    """HIRE and CRY_RECRUIT: what a contract brings, and what is left after its price."""
    count = 0
    for position in range(t.MARKET):
        card = int(state.market[position])
        if card != t.NONE:
            _begin(actions, values, count, layout.CONTRACT + position, f.KIND_CONTRACT)
            row = values[count]
            row[f.MERCENARY] = t.ATTACK[card] / 12
            row[f.MERCENARY + 1] = t.HEALTH[card] / 13
            row[f.MERCENARY + 2] = t.SIDE[card] / 4
            row[f.PRICE] = price(state, seat, card) * f.PER_CREDIT
            row[f.PRICE + 1] = (worth(state, seat, card) - price(state, seat, card)) * f.PER_CREDIT
            count += 1
    return count


@rule
def write_payments(state, seat, actions, values):
    """PAY: what each kind of token is worth, whether it is enough, and what would be lost."""
    due = int(state.due)
    for resource in range(t.RESOURCES):
        _begin(actions, values, resource, layout.PAY_TOKEN + resource, f.KIND_PAY)
        row, value = values[resource], token_value(state, resource)
        row[f.PRICE] = due * f.PER_CREDIT
        row[f.PRICE + 1] = value * f.FIFTH
        row[f.PRICE + 2] = value >= due
        row[f.PRICE + 3] = max(0, value - due) * f.FIFTH
        row[f.PRICE + 4] = state.resources[seat, resource] / 10
    return t.RESOURCES


@rule
def write_targets(state, seat, scratch, actions, values):
    """ABILITY and CRY_BARRAGE: who stands how, and which enemy would fall."""
    scratch[0] = state
    damage = t.BARRAGE_DAMAGE if state.phase == t.CRY_BARRAGE else t.BOMBARD_DAMAGE
    count = 0
    for piece in range(t.SEATS * t.ZONES):  # in the order of the actions
        owner, zone = seat ^ piece // t.ZONES, piece % t.ZONES
        if on_board(state, owner, zone):
            _begin(actions, values, count, layout.TARGET_OWN + piece, f.KIND_OWN if owner == seat else f.KIND_ENEMY)
            row = values[count]
            if owner != seat:
                hit(scratch[0], owner, zone, damage)
                row[f.KILLED] = scratch[0].health[owner, zone] == 0
            row[f.URGENT] = urgency(state, owner, zone)
            write_standing(state, seat, owner, zone, row, f.THERE)
            write_mercenary(state, owner, zone, row)
            count += 1
    return count
