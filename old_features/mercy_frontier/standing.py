"""How well a piece stands somewhere."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier.observe import BOARD_MAP
from flank_envs.games.mercy_frontier.tables import COLUMNS, ROWS, ZONES
from old_features.mercy_frontier import pieces
from old_features.mercy_frontier import values as v
from old_features.mercy_frontier.pieces import blow, duel, the, turns_to_go, way_to_go

PER_ROW, PER_COLUMN, QUARTER = np.float32(1 / ROWS), np.float32(1 / COLUMNS), np.float32(1 / 4)


@rule
def stand(seen, scratch, piece, column, row, health, dead, out, at):
    """Fill STANDING values for a piece at a place, among the enemies that are not `dead` (bits of zones)."""
    own = piece < ZONES
    size = the(scratch, piece, pieces.SIZE)
    reach = the(scratch, piece, pieces.REACH)
    way = way_to_go(scratch, piece, row)
    is_open = 1
    fear = hunt = blocks = 0.0
    may_fall = faced = 0
    for k in range(ZONES):
        other = k + ZONES if own else k
        if not the(scratch, other, pieces.ON) or (dead >> k) & 1:
            continue
        c = the(scratch, other, pieces.COLUMN)
        r = the(scratch, other, pieces.ROW)
        other_size = the(scratch, other, pieces.SIZE)
        across = max(0, c - (column + size - 1), column - (c + other_size - 1))
        along = max(0, r - (row + size - 1), row - (r + other_size - 1))
        if across == 0 and (r > row if own else r < row):
            is_open = 0
            turns = turns_to_go(scratch, other, r)
            if turns <= 3:
                blocks += 4 - turns
        if across == 0 or along == 0:  # else no straight line leads from one to the other
            apart = across + along - 1
            other_health = the(scratch, other, pieces.HEALTH)
            if apart <= the(scratch, other, pieces.REACH):
                fear = max(fear, duel(scratch, other, other_health, piece, health))
                coming = blow(scratch, other, piece)
                faced += coming
                may_fall |= coming >= health
            if apart <= reach:
                hunt = max(hunt, duel(scratch, piece, health, other, other_health))
    out[at + v.FRONT] = 1 - way * PER_ROW
    out[at + v.ONE_TURN] = way <= reach
    out[at + v.TWO_TURNS] = way <= 2 * reach
    out[at + v.OPEN] = is_open
    out[at + v.FEAR] = fear * v.STRENGTH
    out[at + v.HUNT] = hunt * v.STRENGTH
    out[at + v.BLOCKS] = blocks * QUARTER
    out[at + v.MAY_FALL] = may_fall
    out[at + v.FACED] = faced * v.STRENGTH
    out[at + v.ACROSS] = column * PER_COLUMN
    out[at + v.RAZES] = _building_ahead(seen, own, column, row, size, reach)


@rule
def _building_ahead(seen, own, column, row, size, reach):
    """Whether a building of the other side stands straight ahead, within reach."""
    for step in range(reach + 1):
        r = row + size + step if own else row - 1 - step
        if 0 <= r < ROWS:
            for c in range(column, min(column + size, COLUMNS)):
                value = seen[BOARD_MAP + r * COLUMNS + c]
                if abs(value) == np.float32(0.5) and (value < 0) == own:
                    return 1
    return 0
