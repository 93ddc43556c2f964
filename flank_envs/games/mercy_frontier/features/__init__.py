"""What networks are told of Mercy Frontier besides observations: how mercenaries stand, and what each choice leads to.

layout        the blocks, and where their values begin
mercenaries   both sides as numbers, and how well one stands
legs          where each leg leads
offers        places, contracts, payments and targets
"""

from flank_envs.engine.features import Features, raise_to
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.features import layout as f
from flank_envs.games.mercy_frontier.features import mercenaries as m
from flank_envs.games.mercy_frontier.features.legs import write_legs
from flank_envs.games.mercy_frontier.features.offers import (
    write_contracts,
    write_payments,
    write_spaces,
    write_targets,
    write_tiles,
)
from flank_envs.games.mercy_frontier.layout import ACTIONS
from flank_envs.games.mercy_frontier.turn import legal

# The numbers: the pieces as they are, as they are after a leg, and which actions are legal.
TABLE = m.PIECES * m.NUMBERS
MASK = 2 * TABLE
FEATURES = Features(
    state=f.STATE,
    actions=f.ACTIONS,
    most_actions=t.ZONES * t.DIRECTIONS * t.DISTANCES,
    numbers=MASK + ACTIONS.size,
)


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    """See Rules."""
    pieces = numbers[:TABLE]
    m.read_pieces(state, seat, pieces)
    for piece in range(m.PIECES):
        if m.the(pieces, piece, m.ON):
            at = piece * f.MERCENARY_VALUES
            out[at] = 1
            out[at + 1] = 1 / (1 + m.turns_to_go(pieces, piece))
            out[at + 2] = m.strength(pieces, piece) * f.PER_STRENGTH
            m.write_standing(state, seat, pieces, piece, out, at + f.MERCENARY_STANDING)
    if state.to_act != seat:
        return 0
    count = _write_choices(state, seat, scratch, pieces, numbers[TABLE:MASK], out, actions, values)
    raise_to(out, f.BEST, values, count)
    return _keep_legal(state, numbers[MASK:], actions, values, count) if count else 0


@rule
def _write_choices(state, seat, scratch, pieces, after, out, actions, values):
    phase = state.phase
    if phase == t.MOVE:
        return write_legs(state, seat, scratch, pieces, after, out, actions, values)
    if phase == t.DEPLOY_CELL:
        return write_spaces(state, seat, pieces, actions, values)
    if phase == t.DEPLOY_TILE:
        return write_tiles(state, seat, pieces, actions, values)
    if phase in (t.HIRE, t.CRY_RECRUIT):
        return write_contracts(state, seat, actions, values)
    if phase == t.PAY:
        return write_payments(state, seat, actions, values)
    if phase in (t.ABILITY_PHASE, t.CRY_BARRAGE):
        return write_targets(state, seat, scratch, pieces, actions, values)
    return 0


@rule
def _keep_legal(state, mask, actions, values, count):
    """Leave out the rows of actions that are not legal; how many are left."""
    mask[:] = 0
    legal(state, mask)
    kept = 0
    for n in range(count):
        if mask[actions[n]]:
            if kept < n:
                actions[kept] = actions[n]
                for k in range(values.shape[1]):
                    values[kept, k] = values[n, k]
            kept += 1
    return kept
