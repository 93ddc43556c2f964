"""The combat sheets as whole numbers, and what would come of a battle that ended with them.

Before the reveal the enemy is taken to form as the heuristic does, and own units that are not placed yet to be
support.
"""

import numpy as np

from flank_envs.engine.features import count_of
from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.features.board import (
    ATTACKS,
    BESIEGES,
    BOARD,
    DEFENDS,
    ENEMY,
    FACTION,
    IN_FRONT,
    OWN,
    TOKENS,
    base_points,
    has,
)
from flank_envs.games.flank.features.values import (
    AHEAD,
    BASE_LOSS,
    ENEMY_KILLS,
    ENEMY_LOSS,
    ENEMY_POINTS,
    ENEMY_SWING,
    EVEN,
    HOPELESS,
    OWN_KILLS,
    OWN_LOSS,
    OWN_PLACES,
    OWN_POINTS,
    OWN_SWING,
    POINTS_LEAD,
    SAFE,
)
from flank_envs.games.flank.observe import (
    BASE_IN,
    BATTLE_ROLE,
    BLUE,
    COMBAT_FLAGS,
    EXTRA_OPP,
    EXTRA_OWN,
    FORCE_OPP,
    FORCE_OWN,
    SHEET_OPP,
    SHEET_OWN,
)
from flank_envs.games.flank.tables import (
    AEGIS,
    BLUE_TOKEN,
    COLOURS,
    COMBINED_ARMS,
    COMBINED_ARMS_POINTS,
    FLANK,
    FRENZY,
    FRENZY_POINTS,
    FRONTLINE,
    GREEN_TOKEN,
    GUARD,
    GUARD_KILLS,
    KILLS,
    MINIATURES,
    PLACES,
    POINTS,
    PSIONIC_FOCUS,
    SEATS,
    STEADFAST,
    SUPPORT,
    TYPES,
    WEB,
    YELLOW_TOKEN,
)

# Scratch after the board's.
SHEET = BOARD  # by side, place and type
BLUES = SHEET + SEATS * PLACES * TYPES  # blue tokens on the frontline
PURSES = BLUES + SEATS  # tokens to spend in this battle, by side and colour
OUT = PURSES + SEATS * COLOURS  # whether a side spends no more
ATTACKER = OUT + SEATS  # the side
BASE = ATTACKER + 1  # whether the defender's stands in this battle
TALLY = BASE + 1  # units by how many points a token changes with them
SCRATCH = TALLY + 5

MOST_BLUE = 6
POINT = np.float32(1 / 10)
UNIT = np.float32(1 / 4)

# Points of a unit by faction, part, type and place; what its owner gains by moving it, and loses by a push.
IN_PLACE = np.repeat(POINTS[:, None].astype(np.int64), 3, axis=1)
IN_PLACE[..., FRONTLINE] = IN_FRONT
SHIFT_GAIN = IN_PLACE.max(3, keepdims=True) - IN_PLACE
PUSH_LOSS = (IN_PLACE - IN_PLACE.min(3, keepdims=True)) * (1 - STEADFAST.astype(np.int64))[:, None, :, None]


@rule
def sheet_at(side, place):
    return SHEET + (side * PLACES + int(place)) * TYPES


@rule
def read_sheets(seen, scratch):
    scratch[ATTACKER] = OWN if seen[BATTLE_ROLE] > 0 else ENEMY
    scratch[BASE] = int(seen[BASE_IN] > 0 or seen[BASE_IN + 1] > 0)
    revealed = seen[BATTLE_ROLE + 3] > 0
    for side in range(SEATS):
        _read_sheet(seen, scratch, side)
        extra = EXTRA_OWN if side == OWN else EXTRA_OPP
        for colour in range(COLOURS):
            more = int(seen[extra + colour] > 0)
            scratch[PURSES + side * COLOURS + colour] = scratch[TOKENS + side * COLOURS + colour] + more
        scratch[BLUES + side] = count_of(seen[BLUE + side], MOST_BLUE)
        scratch[OUT + side] = int(seen[COMBAT_FLAGS + side] > 0)
    if not revealed:
        for kind in range(TYPES):
            scratch[sheet_at(OWN, SUPPORT) + kind] += count_of(seen[FORCE_OWN + kind], MINIATURES)
        _guess_formation(seen, scratch)


@rule
def _read_sheet(seen, scratch, side):
    sheet = SHEET_OWN if side == OWN else SHEET_OPP
    for k in range(PLACES * TYPES):
        scratch[SHEET + side * PLACES * TYPES + k] = count_of(seen[sheet + k], MINIATURES)


@rule
def _guess_formation(seen, scratch):
    """The best unit in front; of three others the best killer in the flank, two in support."""
    faction = scratch[FACTION + ENEMY]
    support = sheet_at(ENEMY, SUPPORT)
    units = 0
    for kind in range(TYPES):
        scratch[sheet_at(ENEMY, FRONTLINE) + kind] = scratch[sheet_at(ENEMY, FLANK) + kind] = 0
        scratch[support + kind] = count_of(seen[FORCE_OPP + kind], MINIATURES)
        units += scratch[support + kind]
    for n in range((units + 2) // 3):
        best = -1
        for kind in range(TYPES):
            if scratch[support + kind] > 0 and (best < 0 or _fits(faction, kind, n > 0) > _fits(faction, best, n > 0)):
                best = kind
        if best >= 0:
            scratch[support + best] -= 1
            scratch[sheet_at(ENEMY, FLANK if n > 0 else FRONTLINE) + best] += 1


@rule
def _fits(faction, kind, flank):
    return POINTS[faction, kind, FLANK] + KILLS[faction, kind] if flank else POINTS[faction, kind, FRONTLINE]


@rule
def count_in(scratch, side, place):
    at = sheet_at(side, place)
    return scratch[at] + scratch[at + 1] + scratch[at + 2] + scratch[at + 3]


@rule
def part_of(scratch, side):
    if scratch[ATTACKER] != side:
        return DEFENDS
    return BESIEGES if scratch[BASE] and not has(scratch, 1 - side, AEGIS) else ATTACKS


@rule
def points(scratch, side):
    """FL-8.1."""
    faction = scratch[FACTION + side]
    part = part_of(scratch, side)
    total = scratch[BLUES + side]
    for kind in range(TYPES):
        for place in range(PLACES):
            total += scratch[sheet_at(side, place) + kind] * IN_PLACE[faction, part, kind, place]
    if part == DEFENDS and scratch[BASE]:
        total += base_points(scratch, side)
    return total + _upgrade_points(scratch, side)


@rule
def _upgrade_points(scratch, side):
    if has(scratch, side, PSIONIC_FOCUS):
        return int(scratch[BLUES + side] > 0)
    if has(scratch, side, COMBINED_ARMS):
        places = 0
        for place in range(PLACES):
            places += int(count_in(scratch, side, place) > 0)
        return COMBINED_ARMS_POINTS if places == PLACES else 0
    if has(scratch, side, FRENZY):
        return FRENZY_POINTS if _on_sheet(scratch, side) > _on_sheet(scratch, 1 - side) else 0
    return 0


@rule
def _on_sheet(scratch, side):
    return count_in(scratch, side, FRONTLINE) + count_in(scratch, side, SUPPORT) + count_in(scratch, side, FLANK)


@rule
def flank_kills(scratch, side):
    """FL-8.5, FL-10.6."""
    kills = 0
    for kind in range(TYPES):
        kills += scratch[sheet_at(side, FLANK) + kind] * KILLS[scratch[FACTION + side], kind]
        kills -= scratch[sheet_at(1 - side, SUPPORT) + kind] * WEB[scratch[FACTION + 1 - side], kind]
    return max(0, kills)


@rule
def killed(scratch, side, kills):
    """FL-10.5: support units of a side that so many kills destroy at most."""
    guards = 0
    for kind in range(TYPES):
        guards += scratch[sheet_at(side, SUPPORT) + kind] * GUARD[scratch[FACTION + side], kind]
    if kills < GUARD_KILLS * guards:
        return kills // GUARD_KILLS
    return guards + min(count_in(scratch, side, SUPPORT) - guards, kills - GUARD_KILLS * guards)


@rule
def swing(scratch, side):
    """Points by which a side's tokens can still change the lead, each spent on the best unit; upgrades aside."""
    if scratch[OUT + side]:
        return 0
    purse = PURSES + side * COLOURS
    blue = scratch[purse + BLUE_TOKEN]
    if blue > 0 and scratch[BLUES + side] == 0 and has(scratch, side, PSIONIC_FOCUS):
        blue += 1
    own = _turned(scratch, side, SHIFT_GAIN, scratch[purse + YELLOW_TOKEN])
    return blue + own + _turned(scratch, 1 - side, PUSH_LOSS, scratch[purse + GREEN_TOKEN])


@rule
def _turned(scratch, side, changes, tokens):
    """What so many tokens change on a side's sheet."""
    if tokens == 0:
        return 0
    faction = scratch[FACTION + side]
    part = part_of(scratch, side)
    for k in range(5):
        scratch[TALLY + k] = 0
    for place in range(PLACES):
        for kind in range(TYPES):
            scratch[TALLY + changes[faction, part, kind, place]] += scratch[sheet_at(side, place) + kind]
    total = 0
    for change in range(4, 0, -1):
        count = min(tokens, scratch[TALLY + change])
        tokens -= count
        total += count * change
    return total


@rule
def tell_sheets(scratch, out, at):
    """Fill the values of a battle, as it would end now; units are killed by flanks as far as they can be."""
    own, enemy = points(scratch, OWN), points(scratch, ENEMY)
    lead = own - enemy
    own_kills, enemy_kills = flank_kills(scratch, OWN), flank_kills(scratch, ENEMY)
    own_swing, enemy_swing = swing(scratch, OWN), swing(scratch, ENEMY)
    own_loss, enemy_loss = killed(scratch, OWN, enemy_kills), killed(scratch, ENEMY, own_kills)
    attacks = scratch[ATTACKER] == OWN
    out[at + BASE_LOSS] = 0
    if lead <= 0:
        own_loss += count_in(scratch, OWN, FRONTLINE)
        if scratch[BASE] and not attacks:
            out[at + BASE_LOSS] = -1
    if lead >= 0:
        enemy_loss += count_in(scratch, ENEMY, FRONTLINE)
        if scratch[BASE] and attacks:
            out[at + BASE_LOSS] = 1
    out[at + OWN_POINTS] = own * POINT
    out[at + ENEMY_POINTS] = enemy * POINT
    out[at + POINTS_LEAD] = lead * POINT
    out[at + AHEAD] = lead > 0
    out[at + EVEN] = lead == 0
    out[at + OWN_LOSS] = own_loss * UNIT
    out[at + ENEMY_LOSS] = enemy_loss * UNIT
    out[at + OWN_KILLS] = own_kills * UNIT
    out[at + ENEMY_KILLS] = enemy_kills * UNIT
    out[at + OWN_SWING] = own_swing * POINT
    out[at + ENEMY_SWING] = enemy_swing * POINT
    out[at + SAFE] = lead > enemy_swing
    out[at + HOPELESS] = lead + own_swing < 0
    for place in range(PLACES):
        out[at + OWN_PLACES + place] = count_in(scratch, OWN, place) * UNIT
