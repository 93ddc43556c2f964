"""The mercenaries of both seats as numbers in a seat's frame, how they would fight, and how well one stands."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.features import layout as f
from flank_envs.games.mercy_frontier.phases.combat import mover_attack
from flank_envs.games.mercy_frontier.phases.deploy import full_health
from flank_envs.games.mercy_frontier.phases.mercenaries import taken
from flank_envs.games.mercy_frontier.phases.move import allowance
from flank_envs.games.mercy_frontier.state import any_in, attack, on_board, own_column, own_row, side

# A piece is a row of numbers; the enemy's follow one's own. BLOW is the attack of a mover.
PIECES = 2 * t.ZONES
ON, COLUMN, ROW, SIZE, ATTACK, BLOW, HEALTH, ABILITY, REACH = range(9)
NUMBERS = 9


@rule
def the(pieces, piece, number):
    return pieces[piece * NUMBERS + number]


@rule
def read_pieces(state, seat, pieces):
    for piece in range(PIECES):
        read_piece(state, seat, piece, pieces)


@rule
def read_piece(state, seat, piece, pieces):
    """A mercenary that waits has the health that it would be placed with."""
    owner = seat if piece < t.ZONES else 1 - seat
    zone = piece % t.ZONES
    at = piece * NUMBERS
    is_on = on_board(state, owner, zone)
    pieces[at + ON] = is_on
    if state.card[owner, zone] == t.NONE:
        return
    size = side(state, owner, zone)
    pieces[at + COLUMN] = own_column(seat, int(state.column[owner, zone]), size)
    pieces[at + ROW] = own_row(seat, int(state.row[owner, zone]), size)
    pieces[at + SIZE] = size
    pieces[at + ATTACK] = attack(state, owner, zone)
    pieces[at + BLOW] = mover_attack(state, owner, zone)
    pieces[at + HEALTH] = int(state.health[owner, zone]) if is_on else full_health(state, owner, zone)
    pieces[at + ABILITY] = t.ABILITY[state.card[owner, zone]]
    pieces[at + REACH] = allowance(state, owner, zone)


@rule
def way_to_go(pieces, piece):
    """Rows to the far edge."""
    row = the(pieces, piece, ROW)
    return t.ROWS - the(pieces, piece, SIZE) - row if piece < t.ZONES else row


@rule
def turns_to_go(pieces, piece):
    return way_to_go(pieces, piece) / the(pieces, piece, REACH)


@rule
def strength(pieces, piece):
    return 1 + the(pieces, piece, ATTACK) + the(pieces, piece, HEALTH)


@rule
def blow(pieces, mover, other):
    """What a mover takes off another piece."""
    return taken(the(pieces, other, ABILITY), the(pieces, mover, BLOW))


@rule
def duel(pieces, mover, other):
    """What the mover's side gains more than it loses by an attack on this one alone."""
    given = blow(pieces, mover, other)
    back = taken(the(pieces, mover, ABILITY), the(pieces, other, ATTACK))
    first = the(pieces, mover, ABILITY) == t.FIRST_STRIKE
    if first != (the(pieces, other, ABILITY) == t.FIRST_STRIKE):
        if first and given >= the(pieces, other, HEALTH):
            back = 0
        elif not first and back >= the(pieces, mover, HEALTH):
            given = 0
    return _share(pieces, other, given) - _share(pieces, mover, back)


@rule
def _share(pieces, piece, damage):
    """The strength that damage takes from a piece: a wounded one still fights."""
    health = the(pieces, piece, HEALTH)
    return strength(pieces, piece) * (1.0 if damage >= health else 0.7 * damage / health)


@rule
def write_mercenary(pieces, piece, values):
    values[f.MERCENARY] = the(pieces, piece, ATTACK) * f.PER_STRENGTH
    values[f.MERCENARY + 1] = the(pieces, piece, HEALTH) * f.PER_HEALTH
    values[f.MERCENARY + 2] = the(pieces, piece, SIZE) * f.QUARTER
    values[f.MERCENARY + 3] = the(pieces, piece, REACH) * f.FIFTH


@rule
def write_standing(state, seat, pieces, piece, out, at):
    """The STANDING values of a piece where its numbers say that it is."""
    own = piece < t.ZONES
    column, row, size = the(pieces, piece, COLUMN), the(pieces, piece, ROW), the(pieces, piece, SIZE)
    reach = the(pieces, piece, REACH)
    way = way_to_go(pieces, piece)
    is_open = 1
    fear = hunt = blocks = 0.0
    may_fall = faced = 0
    for other in range(t.ZONES if own else 0, PIECES if own else t.ZONES):
        if not the(pieces, other, ON):
            continue
        c, r, other_size = the(pieces, other, COLUMN), the(pieces, other, ROW), the(pieces, other, SIZE)
        across = max(0, c - (column + size - 1), column - (c + other_size - 1))
        along = max(0, r - (row + size - 1), row - (r + other_size - 1))
        if across == 0 and (r > row if own else r < row):
            is_open = 0
            turns = turns_to_go(pieces, other)
            if turns <= 3:
                blocks += 4 - turns
        if across == 0 or along == 0:  # else no straight line leads from one to the other
            apart = across + along - 1
            if apart <= the(pieces, other, REACH):
                fear = max(fear, duel(pieces, other, piece))
                coming = blow(pieces, other, piece)
                faced += coming
                may_fall |= coming >= the(pieces, piece, HEALTH)
            if apart <= reach:
                hunt = max(hunt, duel(pieces, piece, other))
    out[at + f.FRONT] = 1 - way * f.PER_ROW
    out[at + f.ONE_TURN] = way <= reach
    out[at + f.TWO_TURNS] = way <= 2 * reach
    out[at + f.OPEN] = is_open
    out[at + f.FEAR] = fear * f.PER_STRENGTH
    out[at + f.HUNT] = hunt * f.PER_STRENGTH
    out[at + f.BLOCKS] = blocks * f.QUARTER
    out[at + f.MAY_FALL] = may_fall
    out[at + f.FACED] = faced * f.PER_STRENGTH
    out[at + f.ACROSS] = column * f.PER_COLUMN
    out[at + f.RAZES] = _building_ahead(state, seat, own, column, row, size, reach)


@rule
def _building_ahead(state, seat, own, column, row, size, reach):
    """Whether a building of the other side stands straight ahead, within reach."""
    first = row + size if own else max(0, row - 1 - reach)
    height = min(reach + 1, t.ROWS - first) if own else row - first
    owner = 1 - seat if own else seat
    return any_in(state.block_rows, owner, own_column(seat, column, size), own_row(seat, first, height), size, height)
