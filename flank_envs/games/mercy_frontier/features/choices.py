"""What each choice leads to: legs, tried by the rules on a spare record; places, contracts, payments and targets."""

from flank_envs.engine.features import begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import layout
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.features import layout as f
from flank_envs.games.mercy_frontier.features.standing import strength, urgency, write_mercenary, write_standing
from flank_envs.games.mercy_frontier.phases import combat, deploy, hire, move
from flank_envs.games.mercy_frontier.phases.mercenaries import taken
from flank_envs.games.mercy_frontier.state import column_of, controls, on_board, own_local, own_tile, price, side
from flank_envs.games.mercy_frontier.turn import commotion


@rule
def write_legs(state, seat, scratch, out, actions, values):
    """MOVE: the legs in each direction; a longer one goes on where the shorter one ends (MF-8.6)."""
    spare = scratch[0]
    count = 0
    for line in range(t.ZONES * t.DIRECTIONS):
        zone, direction = line // t.DIRECTIONS, line % t.DIRECTIONS
        if state.legs[seat, zone] == 0 or state.left[seat, zone] == 0:
            continue
        scratch[0] = state
        way = move.seen_by(seat, direction)
        most = min(int(state.left[seat, zone]), move.room_ahead(state, seat, zone, way))
        here = out[zone * f.MERCENARY_VALUES + f.MERCENARY_STANDING :]
        goes = True
        for steps in range(0 if combat.has_contact(state, seat, zone, way) else 1, most + 1):  # MF-8.3
            if goes:
                goes = (steps == 0 or move.step(spare, seat, zone, way)) and move.clear_front(spare, seat, zone, way)
            leg = values[count]
            count = begin_action(actions, values, count, layout.LEG + line * t.DISTANCES + steps)
            leg[f.KIND_LEG] = 1
            leg[f.TOWARDS + direction] = 1
            leg[f.STEPS] = steps * f.FIFTH
            for k in range(f.STANDING):
                leg[f.HERE + k] = here[k]
            write_mercenary(state, seat, zone, leg)
            if commotion(spare, seat) != commotion(state, seat):
                _write_losses(state, spare, seat, zone, leg)
            _write_end(spare, seat, zone, goes, leg)
    return count


@rule
def _write_end(spare, seat, zone, goes, leg):
    """How the leg ends, and how the mercenary stands then."""
    leg[f.WINS] = spare.winner == seat
    leg[f.GOES_ON] = spare.winner == t.NONE and spare.legs[seat, zone] > 1 and spare.left[seat, zone] > 0
    if spare.winner == t.NONE and on_board(spare, seat, zone):
        leg[f.STOPPED] = not goes
        write_standing(spare, seat, seat, zone, leg, f.THERE)


@rule
def _write_losses(state, spare, seat, zone, leg):
    """What has become of the mover and of all others."""
    enemy = 1 - seat
    leg[f.DIES] = spare.winner == t.NONE and not on_board(spare, seat, zone)
    spent = int(state.health[seat, zone]) - int(spare.health[seat, zone])
    leg[f.SPENT] = (strength(state, seat, zone) if leg[f.DIES] else spent) * f.PER_STRENGTH
    leg[f.RAZED] = (spare.lost[enemy] - state.lost[enemy]) * (1 + int(state.lost[enemy])) * f.HALF
    leg[f.WORKERS_HIT] = (state.owned[enemy] - spare.owned[enemy]) * f.HALF
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
        if column_of(tile, local) + size <= t.COLUMNS:  # no tile that can be chosen is at the far edge
            row = values[count]
            count = begin_action(actions, values, count, layout.CELL + local)
            row[f.KIND_CELL] = 1
            deploy.place(scratch[0], seat, own_tile(seat, tile), own_local(seat, local, 1, 1))
            write_standing(scratch[0], seat, seat, zone, row, f.THERE)
            write_mercenary(scratch[0], seat, zone, row)
    return count


@rule
def write_contracts(state, seat, actions, values):
    """HIRE and CRY_RECRUIT: what a contract brings, and what is left after its price."""
    count = 0
    for position in range(t.MARKET):
        card = int(state.market[position])
        if card != t.NONE:
            row = values[count]
            count = begin_action(actions, values, count, layout.CONTRACT + position)
            row[f.KIND_CONTRACT] = 1
            row[f.MERCENARY] = t.ATTACK[card] / 12
            row[f.MERCENARY + 1] = t.HEALTH[card] / 13
            row[f.MERCENARY + 2] = t.SIDE[card] / 4
            row[f.PRICE] = price(state, seat, card) * f.PER_CREDIT
            row[f.PRICE + 1] = (hire.worth(state, seat, card) - price(state, seat, card)) * f.PER_CREDIT
    return count


@rule
def write_payments(state, seat, actions, values):
    """PAY: what each kind of token is worth, whether it is enough, and what would be lost."""
    due = int(state.due)
    for resource in range(t.RESOURCES):
        row = values[resource]
        begin_action(actions, values, resource, layout.PAY_TOKEN + resource)
        row[f.KIND_PAY] = 1
        value = hire.token_value(state, resource)
        row[f.PRICE] = due * f.PER_CREDIT
        row[f.PRICE + 1] = value * f.FIFTH
        row[f.PRICE + 2] = value >= due
        row[f.PRICE + 3] = max(0, value - due) * f.FIFTH
        row[f.PRICE + 4] = state.resources[seat, resource] / 10
    return t.RESOURCES


@rule
def write_targets(state, seat, actions, values):
    """ABILITY and CRY_BARRAGE: who stands how, and which enemy would fall."""
    damage = t.BARRAGE_DAMAGE if state.phase == t.CRY_BARRAGE else t.BOMBARD_DAMAGE
    count = 0
    for piece in range(t.SEATS * t.ZONES):  # in the order of the actions
        owner, zone = seat ^ piece // t.ZONES, piece % t.ZONES
        if on_board(state, owner, zone):
            row = values[count]
            count = begin_action(actions, values, count, layout.TARGET_OWN + piece)
            row[f.KIND_OWN if owner == seat else f.KIND_ENEMY] = 1
            row[f.KILLED] = owner != seat and taken(state, owner, zone, damage) >= state.health[owner, zone]
            row[f.URGENT] = urgency(state, owner, zone)
            write_standing(state, seat, owner, zone, row, f.THERE)
            write_mercenary(state, owner, zone, row)
    return count
