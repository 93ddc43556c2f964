"""Features of the state and of each legal action, computed from an observation alone.

They tell how tokens stand, and what each choice leads to.
A look along a line tells at once what a network takes days to learn.

    pieces     mercenaries as whole numbers, and how they fight
    standing   how well one stands somewhere
    legs       where each leg leads
    offers     places, contracts, payments and targets
"""

from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.observe import PHASE
from old_features.base import Features
from old_features.mercy_frontier import pieces
from old_features.mercy_frontier import values as v
from old_features.mercy_frontier.legs import tell_legs
from old_features.mercy_frontier.offers import (
    tell_contracts,
    tell_payments,
    tell_places,
    tell_targets,
)
from old_features.mercy_frontier.pieces import read_pieces, read_workers, strength, the, turns_to_go
from old_features.mercy_frontier.standing import stand

MOST_CHOICES = t.ZONES * t.DIRECTIONS * t.DISTANCES + 1  # one more is begun before it turns out to be none


@kernel
def foresee(seen, scratch, outlook, rows, actions, values):
    """See Features."""
    count = 0
    for i in range(seen.shape[0]):
        found = _foresee(seen[i], scratch, outlook[i], actions[count:], values[count:])
        for k in range(count, count + found):
            rows[k] = i
        count += found
    return count


@rule
def _foresee(seen, scratch, outlook, actions, values):
    read_pieces(seen, scratch)
    read_workers(seen, scratch)
    for k in range(v.OUTLOOK_VALUES):
        outlook[k] = 0
    for piece in range(pieces.PIECES):
        if the(scratch, piece, pieces.ON):
            _tell_piece(seen, scratch, piece, outlook)
    count = _tell_choices(seen, scratch, outlook, actions, values)
    best = pieces.PIECES * v.PIECE_VALUES  # the largest of each value over all choices
    for n in range(count):
        for k in range(v.CHOICE_VALUES):
            outlook[best + k] = max(outlook[best + k], values[n, k])
    return count


@rule
def _tell_piece(seen, scratch, piece, outlook):
    at = piece * v.PIECE_VALUES
    row = the(scratch, piece, pieces.ROW)
    health = the(scratch, piece, pieces.HEALTH)
    outlook[at] = 1
    outlook[at + 1] = 1 / (1 + turns_to_go(scratch, piece, row))
    outlook[at + 2] = strength(scratch, piece, health) * v.STRENGTH
    stand(seen, scratch, piece, the(scratch, piece, pieces.COLUMN), row, health, 0, outlook, at + v.PIECE_STANDING)


@rule
def _tell_choices(seen, scratch, outlook, actions, values):
    if seen[PHASE + t.MOVE] > 0:
        return tell_legs(seen, scratch, outlook, actions, values)
    if seen[PHASE + t.DEPLOY_CELL] > 0 or seen[PHASE + t.DEPLOY_TILE] > 0:
        return tell_places(seen, scratch, actions, values)
    if seen[PHASE + t.HIRE] > 0 or seen[PHASE + t.CRY_RECRUIT] > 0:
        return tell_contracts(seen, actions, values)
    if seen[PHASE + t.PAY] > 0:
        return tell_payments(seen, actions, values)
    if seen[PHASE + t.ABILITY_PHASE] > 0 or seen[PHASE + t.CRY_BARRAGE] > 0:
        return tell_targets(seen, scratch, actions, values)
    return 0


FEATURES = Features(v.OUTLOOK_VALUES, v.CHOICE_VALUES, MOST_CHOICES, pieces.SCRATCH, foresee)
