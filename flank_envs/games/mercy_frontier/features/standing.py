"""How well mercenaries stand: estimates of what both sides could do next, in the frame of a seat."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.features import layout as f
from flank_envs.games.mercy_frontier.phases.combat import mover_attack
from flank_envs.games.mercy_frontier.phases.mercenaries import taken
from flank_envs.games.mercy_frontier.phases.move import allowance
from flank_envs.games.mercy_frontier.state import any_in, attack, has_ability, on_board, own_column, own_row, side


@rule
def way_to_go(state, seat, zone):
    """Rows to the far edge."""
    size = side(state, seat, zone)
    return t.ROWS - size - own_row(seat, int(state.row[seat, zone]), size)


@rule
def turns_to_go(state, seat, zone):
    return way_to_go(state, seat, zone) / allowance(state, seat, zone)


@rule
def urgency(state, seat, zone):
    return 1 / (1 + turns_to_go(state, seat, zone))


@rule
def strength(state, seat, zone):
    return 1 + attack(state, seat, zone) + int(state.health[seat, zone])


@rule
def duel(state, seat, zone, other):
    """What a seat gains more than it loses if its mercenary attacks an enemy one, and that alone."""
    enemy = 1 - seat
    given = taken(state, enemy, other, mover_attack(state, seat, zone))
    back = taken(state, seat, zone, attack(state, enemy, other))
    first = has_ability(state, seat, zone, t.FIRST_STRIKE)
    enemy_first = has_ability(state, enemy, other, t.FIRST_STRIKE)
    if first and not enemy_first and given >= state.health[enemy, other]:
        back = 0
    if enemy_first and not first and back >= state.health[seat, zone]:
        given = 0
    return _share(state, enemy, other, given) - _share(state, seat, zone, back)


@rule
def _share(state, seat, zone, damage):
    """The strength that damage takes from a mercenary: a wounded one still fights."""
    health = int(state.health[seat, zone])
    return strength(state, seat, zone) * (1.0 if damage >= health else 0.7 * damage / health)


@rule
def write_standing(state, seat, owner, zone, out, at):
    """The STANDING values of a mercenary, from `out[at]` on."""
    enemy = 1 - owner
    size, reach, way = side(state, owner, zone), allowance(state, owner, zone), way_to_go(state, owner, zone)
    column, row = int(state.column[owner, zone]), int(state.row[owner, zone])
    is_open = 1
    fear = hunt = blocks = 0.0
    may_fall = faced = 0
    for other in range(t.ZONES):
        if not on_board(state, enemy, other):
            continue
        other_size = side(state, enemy, other)
        c, r = int(state.column[enemy, other]), int(state.row[enemy, other])
        across = max(0, c - (column + size - 1), column - (c + other_size - 1))
        along = max(0, r - (row + size - 1), row - (r + other_size - 1))
        if across == 0 and own_row(owner, r, other_size) > own_row(owner, row, size):  # it is ahead
            is_open = 0
            turns = turns_to_go(state, enemy, other)
            if turns <= 3:
                blocks += 4 - turns
        if across == 0 or along == 0:  # else no straight line leads from one to the other
            apart = across + along - 1
            if apart <= allowance(state, enemy, other):
                fear = max(fear, duel(state, enemy, other, zone))
                coming = taken(state, owner, zone, mover_attack(state, enemy, other))
                faced += coming
                may_fall |= coming >= state.health[owner, zone]
            if apart <= reach:
                hunt = max(hunt, duel(state, owner, zone, other))
    near = min(way, reach + 1)  # rows ahead in which a building is within reach
    place = out[at:]
    place[f.FRONT] = 1 - way * f.PER_ROW
    place[f.ONE_TURN] = way <= reach
    place[f.TWO_TURNS] = way <= 2 * reach
    place[f.OPEN] = is_open
    place[f.FEAR] = fear * f.PER_STRENGTH
    place[f.HUNT] = hunt * f.PER_STRENGTH
    place[f.BLOCKS] = blocks * f.QUARTER
    place[f.MAY_FALL] = may_fall
    place[f.FACED] = faced * f.PER_STRENGTH
    place[f.ACROSS] = own_column(seat, column, size) * f.PER_COLUMN
    place[f.RAZES] = any_in(state.block_rows, enemy, column, row + size if owner == 0 else row - near, size, near)


@rule
def write_mercenary(state, seat, zone, values):
    values[f.MERCENARY] = attack(state, seat, zone) * f.PER_STRENGTH
    values[f.MERCENARY + 1] = int(state.health[seat, zone]) * f.PER_HEALTH
    values[f.MERCENARY + 2] = side(state, seat, zone) * f.QUARTER
    values[f.MERCENARY + 3] = allowance(state, seat, zone) * f.FIFTH
