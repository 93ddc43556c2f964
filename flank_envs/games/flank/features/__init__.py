"""What a seat can work out from what it sees: how zones and battles stand, and what each choice makes of them.

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

from flank_envs.engine.features import Features
from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.games.flank.features.board import BASES, ENEMY, OWN, crowd_at, read_board
from flank_envs.games.flank.features.fights import (
    tell_abilities,
    tell_forms,
    tell_kills,
    tell_mines,
    tell_regains,
    tell_tokens,
)
from flank_envs.games.flank.features.moves import tell_places, tell_sources, tell_targets, tell_units
from flank_envs.games.flank.features.offers import tell_cards, tell_drops, tell_purchases
from flank_envs.games.flank.features.sheets import SCRATCH, read_sheets, tell_sheets
from flank_envs.games.flank.features.standing import stand
from flank_envs.games.flank.features.values import (
    BATTLE,
    BEST,
    CHOICE_VALUES,
    OUTLOOK_VALUES,
    SCORE,
    ZONE_VALUES,
)
from flank_envs.games.flank.observe import BATTLE_ROLE, PHASE, POPULATION
from flank_envs.games.flank.state import count_bits
from flank_envs.games.flank.tables import (
    AFTER_COMBAT,
    BEFORE_COMBAT,
    BUILD,
    COMBAT,
    DIRS,
    DRAFT,
    FLANK_KILLS,
    FORMATION,
    FORMATION_MINE,
    HARVEST,
    MOVE_SOURCE,
    MOVE_TARGET,
    MOVE_UNITS,
    PLACEMENT,
    PLACES,
    TYPES,
    UPGRADE_DISCARD,
    ZONES,
)

MOST_CHOICES = 1 + 2 * TYPES * DIRS + TYPES * PLACES  # before combat, with everything that there is
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
    for k in range(OUTLOOK_VALUES):
        outlook[k] = 0
    if seen[PHASE + DRAFT] > 0:
        return 0
    read_board(seen, scratch)
    for zone in range(ZONES):
        stand(scratch, zone, outlook, zone * ZONE_VALUES)
    _tell_score(seen, scratch, outlook)
    if seen[BATTLE_ROLE + 2] > 0:
        read_sheets(seen, scratch)
        tell_sheets(scratch, outlook, BATTLE)
        count = _tell_fights(seen, scratch, actions, values)
    else:
        count = _tell_offers(seen, scratch, actions, values)
    for n in range(count):
        for k in range(CHOICE_VALUES):
            outlook[BEST + k] = max(outlook[BEST + k], values[n, k])
    return count


@rule
def _tell_score(seen, scratch, outlook):
    """FL-9.3: bases, then units, then zones decide the game."""
    bases = count_bits(scratch[BASES + OWN]) - count_bits(scratch[BASES + ENEMY])
    units = (seen[POPULATION] - seen[POPULATION + 1]) * 2
    zones = 0
    for zone in range(ZONES):
        for side in range(2):
            holds = scratch[crowd_at(side, zone)] > 0 or (scratch[BASES + side] >> zone) & 1 == 1
            zones += int(holds) * (1 if side == OWN else -1)
    outlook[SCORE] = bases * FIFTH
    outlook[SCORE + 1] = units
    outlook[SCORE + 2] = zones * EIGHTH
    lead = np.float32(bases) if bases != 0 else units if units != 0 else np.float32(zones)
    outlook[SCORE + 3] = int(lead > 0) - int(lead < 0)


@rule
def _tell_offers(seen, scratch, actions, values):
    if seen[PHASE + HARVEST] > 0:
        return tell_cards(seen, scratch, actions, values)
    if seen[PHASE + BUILD] > 0:
        return tell_purchases(seen, scratch, actions, values)
    if seen[PHASE + UPGRADE_DISCARD] > 0:
        return tell_drops(scratch, actions, values)
    if seen[PHASE + MOVE_TARGET] > 0:
        return tell_targets(seen, scratch, actions, values)
    if seen[PHASE + MOVE_SOURCE] > 0:
        return tell_sources(seen, scratch, actions, values)
    if seen[PHASE + MOVE_UNITS] > 0:
        return tell_units(seen, scratch, actions, values)
    return 0


@rule
def _tell_fights(seen, scratch, actions, values):
    if seen[PHASE + FORMATION] > 0:
        return tell_forms(seen, scratch, actions, values)
    if seen[PHASE + FORMATION_MINE] > 0:
        return tell_mines(seen, scratch, actions, values)
    if seen[PHASE + BEFORE_COMBAT] > 0:
        return tell_abilities(seen, scratch, actions, values)
    if seen[PHASE + COMBAT] > 0:
        return tell_tokens(seen, scratch, actions, values)
    if seen[PHASE + FLANK_KILLS] > 0:
        return tell_kills(seen, scratch, actions, values)
    if seen[PHASE + AFTER_COMBAT] > 0:
        return tell_regains(seen, scratch, actions, values)
    if seen[PHASE + PLACEMENT] > 0:
        return tell_places(seen, scratch, actions, values)
    return 0


FEATURES = Features(OUTLOOK_VALUES, CHOICE_VALUES, MOST_CHOICES, SCRATCH, foresee)
