"""Features of the state and of each legal action, computed from an observation alone.

They tell how zones and battles stand, and what each choice makes of them.
Tokens, units, points and losses after a choice are exact. Battles to come are told by the most points that units have
with one of them in front: neither side's tokens, pushes and flanks are in it, and enemies move without paying.

    board      the board as whole numbers, what forces are worth
    standing   how things stand in a zone
    sheets     how a battle stands
    offers     cards, units and upgrades
    moves      zones to move to and from, and to go back to
    fights     formations, tokens and abilities in battle
"""

import numpy as np

from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.observe import BATTLE_ROLE, PHASE, POPULATION
from flank_envs.games.flank.state import count_bits
from old_features.base import Features
from old_features.flank import values as v
from old_features.flank.board import BASES, ENEMY, OWN, crowd_at, read_board
from old_features.flank.fights import (
    tell_abilities,
    tell_forms,
    tell_kills,
    tell_mines,
    tell_regains,
    tell_tokens,
)
from old_features.flank.moves import tell_places, tell_sources, tell_targets, tell_units
from old_features.flank.offers import tell_cards, tell_drops, tell_purchases
from old_features.flank.sheets import SCRATCH, read_sheets, tell_sheets
from old_features.flank.standing import stand

MOST_CHOICES = 1 + 2 * t.TYPES * t.DIRS + t.TYPES * t.PLACES  # before combat, with everything that there is
FIFTH, EIGHTH = np.float32(1 / 5), np.float32(1 / 8)


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
    for k in range(v.OUTLOOK_VALUES):
        outlook[k] = 0
    if seen[PHASE + t.DRAFT] > 0:
        return 0
    read_board(seen, scratch)
    for zone in range(t.ZONES):
        stand(scratch, zone, outlook, zone * v.ZONE_VALUES)
    _tell_score(seen, scratch, outlook)
    if seen[BATTLE_ROLE + 2] > 0:
        read_sheets(seen, scratch)
        tell_sheets(scratch, outlook, v.BATTLE)
        count = _tell_fights(seen, scratch, actions, values)
    else:
        count = _tell_offers(seen, scratch, actions, values)
    for n in range(count):
        for k in range(v.CHOICE_VALUES):
            outlook[v.BEST + k] = max(outlook[v.BEST + k], values[n, k])
    return count


@rule
def _tell_score(seen, scratch, outlook):
    """FL-9.3: bases, then units, then zones decide the game."""
    bases = count_bits(scratch[BASES + OWN]) - count_bits(scratch[BASES + ENEMY])
    units = (seen[POPULATION] - seen[POPULATION + 1]) * 2
    zones = 0
    for zone in range(t.ZONES):
        for side in range(2):
            holds = scratch[crowd_at(side, zone)] > 0 or (scratch[BASES + side] >> zone) & 1 == 1
            zones += int(holds) * (1 if side == OWN else -1)
    outlook[v.SCORE] = bases * FIFTH
    outlook[v.SCORE + 1] = units
    outlook[v.SCORE + 2] = zones * EIGHTH
    lead = np.float32(bases) if bases != 0 else units if units != 0 else np.float32(zones)
    outlook[v.SCORE + 3] = int(lead > 0) - int(lead < 0)


@rule
def _tell_offers(seen, scratch, actions, values):
    if seen[PHASE + t.HARVEST] > 0:
        return tell_cards(seen, scratch, actions, values)
    if seen[PHASE + t.BUILD] > 0:
        return tell_purchases(seen, scratch, actions, values)
    if seen[PHASE + t.UPGRADE_DISCARD] > 0:
        return tell_drops(scratch, actions, values)
    if seen[PHASE + t.MOVE_TARGET] > 0:
        return tell_targets(seen, scratch, actions, values)
    if seen[PHASE + t.MOVE_SOURCE] > 0:
        return tell_sources(seen, scratch, actions, values)
    if seen[PHASE + t.MOVE_UNITS] > 0:
        return tell_units(seen, scratch, actions, values)
    return 0


@rule
def _tell_fights(seen, scratch, actions, values):
    if seen[PHASE + t.FORMATION] > 0:
        return tell_forms(seen, scratch, actions, values)
    if seen[PHASE + t.FORMATION_MINE] > 0:
        return tell_mines(seen, scratch, actions, values)
    if seen[PHASE + t.BEFORE_COMBAT] > 0:
        return tell_abilities(seen, scratch, actions, values)
    if seen[PHASE + t.COMBAT] > 0:
        return tell_tokens(seen, scratch, actions, values)
    if seen[PHASE + t.FLANK_KILLS] > 0:
        return tell_kills(seen, scratch, actions, values)
    if seen[PHASE + t.AFTER_COMBAT] > 0:
        return tell_regains(seen, scratch, actions, values)
    if seen[PHASE + t.PLACEMENT] > 0:
        return tell_places(seen, scratch, actions, values)
    return 0


FEATURES = Features(v.OUTLOOK_VALUES, v.CHOICE_VALUES, MOST_CHOICES, SCRATCH, foresee)
