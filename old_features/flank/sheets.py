"""The combat sheets as whole numbers, and what would come of a battle that ended with them.

Before the reveal the enemy is taken to form as the heuristic does, and own units that are not placed yet to be
support.
"""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
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
from old_features.base import count_of
from old_features.flank import board
from old_features.flank import values as v
from old_features.flank.board import base_points, has

# Scratch after the board's.
SHEET = board.BOARD  # by side, place and type
BLUES = SHEET + t.SEATS * t.PLACES * t.TYPES  # blue tokens on the frontline
PURSES = BLUES + t.SEATS  # tokens to spend in this battle, by side and colour
OUT = PURSES + t.SEATS * t.COLOURS  # whether a side spends no more
ATTACKER = OUT + t.SEATS  # the side
BASE = ATTACKER + 1  # whether the defender's stands in this battle
TALLY = BASE + 1  # units by how many points a token changes with them
SCRATCH = TALLY + 5

MOST_BLUE = 6
POINT = np.float32(1 / 10)
UNIT = np.float32(1 / 4)

# Points of a unit by faction, part, type and place; what its owner gains by moving it, and loses by a push.
IN_PLACE = np.repeat(t.POINTS[:, None].astype(np.int64), 3, axis=1)
IN_PLACE[..., t.FRONTLINE] = board.IN_FRONT
SHIFT_GAIN = IN_PLACE.max(3, keepdims=True) - IN_PLACE
PUSH_LOSS = (IN_PLACE - IN_PLACE.min(3, keepdims=True)) * (1 - t.STEADFAST.astype(np.int64))[:, None, :, None]


@rule
def sheet_at(side, place):
    return SHEET + (side * t.PLACES + int(place)) * t.TYPES


@rule
def read_sheets(seen, scratch):
    scratch[ATTACKER] = board.OWN if seen[BATTLE_ROLE] > 0 else board.ENEMY
    scratch[BASE] = int(seen[BASE_IN] > 0 or seen[BASE_IN + 1] > 0)
    revealed = seen[BATTLE_ROLE + 3] > 0
    for side in range(t.SEATS):
        _read_sheet(seen, scratch, side)
        extra = EXTRA_OWN if side == board.OWN else EXTRA_OPP
        for colour in range(t.COLOURS):
            more = int(seen[extra + colour] > 0)
            scratch[PURSES + side * t.COLOURS + colour] = scratch[board.TOKENS + side * t.COLOURS + colour] + more
        scratch[BLUES + side] = count_of(seen[BLUE + side], MOST_BLUE)
        scratch[OUT + side] = int(seen[COMBAT_FLAGS + side] > 0)
    if not revealed:
        for kind in range(t.TYPES):
            scratch[sheet_at(board.OWN, t.SUPPORT) + kind] += count_of(seen[FORCE_OWN + kind], t.MINIATURES)
        _guess_formation(seen, scratch)


@rule
def _read_sheet(seen, scratch, side):
    sheet = SHEET_OWN if side == board.OWN else SHEET_OPP
    for k in range(t.PLACES * t.TYPES):
        scratch[SHEET + side * t.PLACES * t.TYPES + k] = count_of(seen[sheet + k], t.MINIATURES)


@rule
def _guess_formation(seen, scratch):
    """The best unit in front; of three others the best killer in the flank, two in support."""
    faction = scratch[board.FACTION + board.ENEMY]
    support = sheet_at(board.ENEMY, t.SUPPORT)
    units = 0
    for kind in range(t.TYPES):
        scratch[sheet_at(board.ENEMY, t.FRONTLINE) + kind] = scratch[sheet_at(board.ENEMY, t.FLANK) + kind] = 0
        scratch[support + kind] = count_of(seen[FORCE_OPP + kind], t.MINIATURES)
        units += scratch[support + kind]
    for n in range((units + 2) // 3):
        best = -1
        for kind in range(t.TYPES):
            if scratch[support + kind] > 0 and (best < 0 or _fits(faction, kind, n > 0) > _fits(faction, best, n > 0)):
                best = kind
        if best >= 0:
            scratch[support + best] -= 1
            scratch[sheet_at(board.ENEMY, t.FLANK if n > 0 else t.FRONTLINE) + best] += 1


@rule
def _fits(faction, kind, flank):
    return t.POINTS[faction, kind, t.FLANK] + t.KILLS[faction, kind] if flank else t.POINTS[faction, kind, t.FRONTLINE]


@rule
def count_in(scratch, side, place):
    at = sheet_at(side, place)
    return scratch[at] + scratch[at + 1] + scratch[at + 2] + scratch[at + 3]


@rule
def part_of(scratch, side):
    if scratch[ATTACKER] != side:
        return board.DEFENDS
    return board.BESIEGES if scratch[BASE] and not has(scratch, 1 - side, t.AEGIS) else board.ATTACKS


@rule
def points(scratch, side):
    """FL-8.1."""
    faction = scratch[board.FACTION + side]
    part = part_of(scratch, side)
    total = scratch[BLUES + side]
    for kind in range(t.TYPES):
        for place in range(t.PLACES):
            total += scratch[sheet_at(side, place) + kind] * IN_PLACE[faction, part, kind, place]
    if part == board.DEFENDS and scratch[BASE]:
        total += base_points(scratch, side)
    return total + _upgrade_points(scratch, side)


@rule
def _upgrade_points(scratch, side):
    if has(scratch, side, t.PSIONIC_FOCUS):
        return int(scratch[BLUES + side] > 0)
    if has(scratch, side, t.COMBINED_ARMS):
        places = 0
        for place in range(t.PLACES):
            places += int(count_in(scratch, side, place) > 0)
        return t.COMBINED_ARMS_POINTS if places == t.PLACES else 0
    if has(scratch, side, t.FRENZY):
        return t.FRENZY_POINTS if _on_sheet(scratch, side) > _on_sheet(scratch, 1 - side) else 0
    return 0


@rule
def _on_sheet(scratch, side):
    return count_in(scratch, side, t.FRONTLINE) + count_in(scratch, side, t.SUPPORT) + count_in(scratch, side, t.FLANK)


@rule
def flank_kills(scratch, side):
    """FL-8.5, FL-10.6."""
    kills = 0
    for kind in range(t.TYPES):
        kills += scratch[sheet_at(side, t.FLANK) + kind] * t.KILLS[scratch[board.FACTION + side], kind]
        kills -= scratch[sheet_at(1 - side, t.SUPPORT) + kind] * t.WEB[scratch[board.FACTION + 1 - side], kind]
    return max(0, kills)


@rule
def killed(scratch, side, kills):
    """FL-10.5: support units of a side that so many kills destroy at most."""
    guards = 0
    for kind in range(t.TYPES):
        guards += scratch[sheet_at(side, t.SUPPORT) + kind] * t.GUARD[scratch[board.FACTION + side], kind]
    if kills < t.GUARD_KILLS * guards:
        return kills // t.GUARD_KILLS
    return guards + min(count_in(scratch, side, t.SUPPORT) - guards, kills - t.GUARD_KILLS * guards)


@rule
def swing(scratch, side):
    """Points by which a side's tokens can still change the lead, each spent on the best unit; upgrades aside."""
    if scratch[OUT + side]:
        return 0
    purse = PURSES + side * t.COLOURS
    blue = scratch[purse + t.BLUE_TOKEN]
    if blue > 0 and scratch[BLUES + side] == 0 and has(scratch, side, t.PSIONIC_FOCUS):
        blue += 1
    own = _turned(scratch, side, SHIFT_GAIN, scratch[purse + t.YELLOW_TOKEN])
    return blue + own + _turned(scratch, 1 - side, PUSH_LOSS, scratch[purse + t.GREEN_TOKEN])


@rule
def _turned(scratch, side, changes, tokens):
    """What so many tokens change on a side's sheet."""
    if tokens == 0:
        return 0
    faction = scratch[board.FACTION + side]
    part = part_of(scratch, side)
    for k in range(5):
        scratch[TALLY + k] = 0
    for place in range(t.PLACES):
        for kind in range(t.TYPES):
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
    own, enemy = points(scratch, board.OWN), points(scratch, board.ENEMY)
    lead = own - enemy
    own_kills, enemy_kills = flank_kills(scratch, board.OWN), flank_kills(scratch, board.ENEMY)
    own_swing, enemy_swing = swing(scratch, board.OWN), swing(scratch, board.ENEMY)
    own_loss, enemy_loss = killed(scratch, board.OWN, enemy_kills), killed(scratch, board.ENEMY, own_kills)
    attacks = scratch[ATTACKER] == board.OWN
    out[at + v.BASE_LOSS] = 0
    if lead <= 0:
        own_loss += count_in(scratch, board.OWN, t.FRONTLINE)
        if scratch[BASE] and not attacks:
            out[at + v.BASE_LOSS] = -1
    if lead >= 0:
        enemy_loss += count_in(scratch, board.ENEMY, t.FRONTLINE)
        if scratch[BASE] and attacks:
            out[at + v.BASE_LOSS] = 1
    out[at + v.OWN_POINTS] = own * POINT
    out[at + v.ENEMY_POINTS] = enemy * POINT
    out[at + v.POINTS_LEAD] = lead * POINT
    out[at + v.AHEAD] = lead > 0
    out[at + v.EVEN] = lead == 0
    out[at + v.OWN_LOSS] = own_loss * UNIT
    out[at + v.ENEMY_LOSS] = enemy_loss * UNIT
    out[at + v.OWN_KILLS] = own_kills * UNIT
    out[at + v.ENEMY_KILLS] = enemy_kills * UNIT
    out[at + v.OWN_SWING] = own_swing * POINT
    out[at + v.ENEMY_SWING] = enemy_swing * POINT
    out[at + v.SAFE] = lead > enemy_swing
    out[at + v.HOPELESS] = lead + own_swing < 0
    for place in range(t.PLACES):
        out[at + v.OWN_PLACES + place] = count_in(scratch, board.OWN, place) * UNIT
