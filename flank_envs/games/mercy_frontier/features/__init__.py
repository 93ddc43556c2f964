"""Features of Mercy Frontier: how well mercenaries stand, what each choice leads to, and which of these are legal."""

import numpy as np

from flank_envs.engine.features import Features, raise_to
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.features import choices
from flank_envs.games.mercy_frontier.features import layout as f
from flank_envs.games.mercy_frontier.features.standing import strength, urgency, write_standing
from flank_envs.games.mercy_frontier.layout import ACTIONS
from flank_envs.games.mercy_frontier.state import on_board, own_tile
from flank_envs.games.mercy_frontier.turn import legal

MOST_LEGS = t.ZONES * t.DIRECTIONS * t.DISTANCES
FEATURES = Features(f.STATE, f.ACTIONS, MOST_LEGS, numbers=ACTIONS.size // 8 + 1)  # a byte for each: is it legal?


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    """See Rules."""
    for piece in range(t.SEATS * t.ZONES):  # own, then the enemy's
        owner, zone = seat ^ piece // t.ZONES, piece % t.ZONES
        if on_board(state, owner, zone):
            at = piece * f.MERCENARY_VALUES
            out[at] = 1
            out[at + 1] = urgency(state, owner, zone)
            out[at + 2] = strength(state, owner, zone) * f.PER_STRENGTH
            write_standing(state, seat, owner, zone, out, at + f.MERCENARY_STANDING)
    if state.to_act != seat:
        return 0
    count = _write_choices(state, seat, scratch, out, actions, values)
    raise_to(out, f.BEST, values, count)
    return _keep_legal(state, numbers.view(np.int8), actions, values, count) if count else 0


@rule
def _write_choices(state, seat, scratch, out, actions, values):
    phase = state.phase
    if phase == t.MOVE:
        return choices.write_legs(state, seat, scratch, out, actions, values)
    if phase == t.DEPLOY_CELL:
        return choices.write_spaces(state, seat, own_tile(seat, int(state.tile)), scratch, actions, values)
    if phase == t.DEPLOY_TILE:
        return choices.write_tiles(state, seat, scratch, actions, values)
    if phase in (t.HIRE, t.CRY_RECRUIT):
        return choices.write_contracts(state, seat, actions, values)
    if phase == t.PAY:
        return choices.write_payments(state, seat, actions, values)
    if phase in (t.ABILITY_PHASE, t.CRY_BARRAGE):
        return choices.write_targets(state, seat, actions, values)
    return 0


@rule
def _keep_legal(state, mask, actions, values, count):
    """Leave out the rows of actions that are not legal; how many are left."""
    mask[:] = 0
    legal(state, mask)
    kept = 0
    for n in range(count):
        if mask[actions[n]]:
            actions[kept] = actions[n]
            row, place = values[n], values[kept]
            for k in range(row.shape[0]):
                place[k] = row[k]
            kept += 1
    return kept
