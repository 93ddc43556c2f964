"""Features of a position and of each legal action, by the rules of the game on a spare record.

Tokens, units, points and losses after an action are exact.

    layout   the named values
    board    how things stand in a zone
    battle   how a battle stands
    actions  what each legal action makes of them
"""

import numpy as np

from flank_envs.engine.features import Features
from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank import turn
from flank_envs.games.flank.features.actions import write_actions
from flank_envs.games.flank.features.battle import all_to_support, assume_enemy, write_battle
from flank_envs.games.flank.features.board import NUMBERS, measure, moves_payable, write_zones
from flank_envs.games.flank.features.layout import ACTION_FEATURES, STATE_FEATURES, ZONE, S

FIFTH, EIGHTH = np.float32(1 / 5), np.float32(1 / 8)
MOST_ACTIONS = 1 + 2 * t.TYPES * t.DIRS + t.TYPES * t.PLACES  # before combat, with everything that there is
ZONE_SIZE = ZONE.size
FEATURES = Features(STATE_FEATURES, ACTION_FEATURES, MOST_ACTIONS, NUMBERS)


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    """See Rules."""
    if state.phase == t.DRAFT:
        return 0
    measure(state, seat, numbers)
    write_zones(state, seat, t.ALL_ZONES, moves_payable(state, seat), numbers, out[S.zones :], ZONE_SIZE)
    _write_score(state, seat, out)
    if state.battle > t.STARTED:
        scratch[0] = state
        if state.battle < t.REVEALED:
            assume_enemy(scratch[0], seat)
            all_to_support(scratch[0], seat)
        write_battle(scratch[0], seat, out[S.battle_own_points :])
    if state.to_act != seat:
        return 0
    return write_actions(state, seat, scratch, numbers, out, actions, values)


@rule
def _write_score(state, seat, out):
    """FL-9.3: bases, then units, then zones decide the game."""
    out[S.lead_in_bases] = turn.lead_in_bases(state, seat) * FIFTH
    out[S.lead_in_units] = turn.lead_in_units(state, seat) * EIGHTH
    out[S.lead_in_zones] = turn.lead_in_zones(state, seat) * EIGHTH
    leader = turn.ahead(state)
    out[S.lead] = 0 if leader == t.NONE else 1 if leader == seat else -1
