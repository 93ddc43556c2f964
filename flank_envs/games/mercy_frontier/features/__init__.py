"""What a seat can work out from what it sees: how tokens stand, and what each choice leads to.

A look along a line tells at once what a network takes days to learn. All of it follows from the observation alone.

    pieces     mercenaries as whole numbers, and how they fight
    standing   how well one stands somewhere
    legs       where each leg leads
    offers     places, contracts, payments and targets
"""

from flank_envs.engine.features import Features
from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.games.mercy_frontier.features.legs import tell_legs
from flank_envs.games.mercy_frontier.features.offers import (
    tell_contracts,
    tell_payments,
    tell_places,
    tell_targets,
)
from flank_envs.games.mercy_frontier.features.pieces import (
    COLUMN,
    HEALTH,
    ON,
    PIECES,
    ROW,
    SCRATCH,
    read_pieces,
    read_workers,
    strength,
    the,
    turns_to_go,
)
from flank_envs.games.mercy_frontier.features.standing import stand
from flank_envs.games.mercy_frontier.features.values import (
    CHOICE_VALUES,
    OUTLOOK_VALUES,
    PIECE_STANDING,
    PIECE_VALUES,
    STRENGTH,
)
from flank_envs.games.mercy_frontier.observe import PHASE
from flank_envs.games.mercy_frontier.tables import (
    ABILITY_PHASE,
    CRY_BARRAGE,
    CRY_RECRUIT,
    DEPLOY_CELL,
    DEPLOY_TILE,
    DIRECTIONS,
    DISTANCES,
    HIRE,
    MOVE,
    PAY,
    ZONES,
)

MOST_CHOICES = ZONES * DIRECTIONS * DISTANCES + 1  # one more is begun before it turns out to be none


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
    for k in range(OUTLOOK_VALUES):
        outlook[k] = 0
    for piece in range(PIECES):
        if the(scratch, piece, ON):
            _tell_piece(seen, scratch, piece, outlook)
    count = _tell_choices(seen, scratch, outlook, actions, values)
    best = PIECES * PIECE_VALUES  # the largest of each value over all choices
    for n in range(count):
        for k in range(CHOICE_VALUES):
            outlook[best + k] = max(outlook[best + k], values[n, k])
    return count


@rule
def _tell_piece(seen, scratch, piece, outlook):
    at = piece * PIECE_VALUES
    row = the(scratch, piece, ROW)
    health = the(scratch, piece, HEALTH)
    outlook[at] = 1
    outlook[at + 1] = 1 / (1 + turns_to_go(scratch, piece, row))
    outlook[at + 2] = strength(scratch, piece, health) * STRENGTH
    stand(seen, scratch, piece, the(scratch, piece, COLUMN), row, health, 0, outlook, at + PIECE_STANDING)


@rule
def _tell_choices(seen, scratch, outlook, actions, values):
    if seen[PHASE + MOVE] > 0:
        return tell_legs(seen, scratch, outlook, actions, values)
    if seen[PHASE + DEPLOY_CELL] > 0 or seen[PHASE + DEPLOY_TILE] > 0:
        return tell_places(seen, scratch, actions, values)
    if seen[PHASE + HIRE] > 0 or seen[PHASE + CRY_RECRUIT] > 0:
        return tell_contracts(seen, actions, values)
    if seen[PHASE + PAY] > 0:
        return tell_payments(seen, actions, values)
    if seen[PHASE + ABILITY_PHASE] > 0 or seen[PHASE + CRY_BARRAGE] > 0:
        return tell_targets(seen, scratch, actions, values)
    return 0


FEATURES = Features(OUTLOOK_VALUES, CHOICE_VALUES, MOST_CHOICES, SCRATCH, foresee)
