"""Choices in battle: formations, tokens and abilities, kills, what comes back."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import layout
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.observe import (
    ABILITIES_OWN,
    COMBAT_FLAGS,
    FORCE_OWN,
    HAND_OWN,
    LOST_OWN,
)
from old_features.base import count_of
from old_features.flank import values as v
from old_features.flank.board import ENEMY, FACTION, OWN, TOKENS
from old_features.flank.offers import begin, tell_purse, tell_unit
from old_features.flank.sheets import (
    BLUES,
    OUT,
    PURSES,
    count_in,
    sheet_at,
    tell_sheets,
)

FIFTH = np.float32(1 / 5)
MOST_KILLS = 8


@rule
def tell_forms(seen, scratch, actions, values):
    """A unit in its place, those after it in support."""
    count = 0
    support = sheet_at(OWN, t.SUPPORT)
    places = t.PLACES if count_in(scratch, OWN, t.FRONTLINE) > 0 else 1
    for kind in range(t.TYPES):
        if not seen[FORCE_OWN + kind] > 0:
            continue
        for place in range(places):
            count = begin(actions, values, count, layout.FORM + kind * t.PLACES + place, v.FORMS)
            to = sheet_at(OWN, place) + kind
            scratch[support + kind] -= 1
            scratch[to] += 1
            tell_unit(scratch, OWN, kind, values[count - 1])
            values[count - 1, v.TO_PLACE + place] = 1
            tell_sheets(scratch, values[count - 1], v.SHEETS)
            scratch[to] -= 1
            scratch[support + kind] += 1
    return count


@rule
def tell_mines(seen, scratch, actions, values):
    """A card now for a token of each colour in this battle, or later for what it brings."""
    count = begin(actions, values, 0, layout.END, v.ENDS)
    tell_purse(scratch, values[0])
    tell_sheets(scratch, values[0], v.SHEETS)
    for kind in range(t.KINDS):
        if not seen[HAND_OWN + kind] > 0:
            continue
        count = begin(actions, values, count, layout.FORCE_MINE + kind, v.MINES)
        brought = 0
        for colour in range(t.COLOURS):
            scratch[PURSES + colour] += 1
            brought += t.CARD_TOKENS[kind, colour]
        tell_purse(scratch, values[count - 1])
        values[count - 1, v.GAINED] = -brought * FIFTH
        tell_sheets(scratch, values[count - 1], v.SHEETS)
        for colour in range(t.COLOURS):
            scratch[PURSES + colour] -= 1
    return count


@rule
def tell_tokens(seen, scratch, actions, values):
    """FL-7.3 to FL-7.5: a token, or the end of the turn, and of the battle if the enemy is out."""
    spent = seen[COMBAT_FLAGS + 2] > 0
    out = scratch[OUT + OWN]
    if not spent:
        scratch[OUT + OWN] = 1
    count = begin(actions, values, 0, layout.END, v.ENDS)
    tell_purse(scratch, values[0])
    tell_sheets(scratch, values[0], v.SHEETS)
    values[0, v.SHEETS + v.OVER] = scratch[OUT + ENEMY]
    scratch[OUT + OWN] = out
    if scratch[PURSES + t.BLUE_TOKEN] > 0:
        count = begin(actions, values, count, layout.BLUE, v.ADDS_BLUE)
        scratch[BLUES + OWN] += 1
        _tell_spent(seen, scratch, t.BLUE_TOKEN, values[count - 1])
        scratch[BLUES + OWN] -= 1
    if scratch[PURSES + t.GREEN_TOKEN] > 0:
        count = _tell_changes(seen, scratch, ENEMY, t.GREEN_TOKEN, True, actions, values, count)
    if scratch[PURSES + t.YELLOW_TOKEN] > 0:
        count = _tell_changes(seen, scratch, OWN, t.YELLOW_TOKEN, True, actions, values, count)
    return count


@rule
def _tell_spent(seen, scratch, colour, out):
    """FL-7.6: tokens on the force-mined card first."""
    kept = scratch[TOKENS + colour]
    scratch[PURSES + colour] -= 1
    scratch[TOKENS + colour] = min(kept, scratch[PURSES + colour])
    tell_purse(scratch, out)
    tell_sheets(scratch, out, v.SHEETS)
    scratch[TOKENS + colour] = kept
    scratch[PURSES + colour] += 1


@rule
def tell_abilities(seen, scratch, actions, values):
    """Before combat: Mind Wave, Entangle, Battle Drill and Banishment."""
    count = begin(actions, values, 0, layout.END, v.ENDS)
    tell_sheets(scratch, values[0], v.SHEETS)
    if seen[ABILITIES_OWN + t.CAN_PUSH] > 0:
        count = _tell_changes(seen, scratch, ENEMY, t.GREEN_TOKEN, False, actions, values, count)
    if seen[ABILITIES_OWN + t.CAN_SHIFT] > 0:
        count = _tell_changes(seen, scratch, OWN, t.YELLOW_TOKEN, False, actions, values, count)
    if seen[ABILITIES_OWN + t.CAN_REMOVE] > 0:
        count = _tell_removals(scratch, actions, values, count)
    return count


@rule
def _tell_changes(seen, scratch, side, colour, paid, actions, values, count):
    """Units of a side's sheet elsewhere, for a token or by an ability."""
    for kind in range(t.TYPES):
        for direction in range(t.DIRS):
            start = sheet_at(side, t.DIR_FROM[direction]) + kind
            if scratch[start] == 0 or (side == ENEMY and not _goes(scratch, kind, direction, paid)):
                continue
            to = sheet_at(side, t.DIR_TO[direction]) + kind
            first, what = (layout.SHIFT, v.SHIFTS) if side == OWN else (layout.PUSH, v.PUSHES)
            count = begin(actions, values, count, first + kind * t.DIRS + direction, what)
            scratch[start] -= 1
            scratch[to] += 1
            tell_unit(scratch, side, kind, values[count - 1])
            values[count - 1, v.TO_PLACE + t.DIR_TO[direction]] = 1
            if paid:
                _tell_spent(seen, scratch, colour, values[count - 1])
            else:
                tell_sheets(scratch, values[count - 1], v.SHEETS)
            scratch[to] -= 1
            scratch[start] += 1
    return count


@rule
def _goes(scratch, kind, direction, paid):
    """FL-10.4: Entangle alone pushes Steadfast units, and only into the frontline."""
    if paid or scratch[FACTION + OWN] == t.KALDARI:
        return t.STEADFAST[scratch[FACTION + ENEMY], kind] == 0
    return t.DIR_TO[direction] == t.FRONTLINE


@rule
def _tell_removals(scratch, actions, values, count):
    for kind in range(t.TYPES):
        for place in range(t.PLACES):
            start = sheet_at(ENEMY, place) + kind
            if scratch[start] > 0 and t.STEADFAST[scratch[FACTION + ENEMY], kind] == 0:
                count = begin(actions, values, count, layout.REMOVE + kind * t.PLACES + place, v.PUSHES)
                scratch[start] -= 1
                tell_unit(scratch, ENEMY, kind, values[count - 1])
                tell_sheets(scratch, values[count - 1], v.SHEETS)
                scratch[start] += 1
    return count


@rule
def tell_kills(seen, scratch, actions, values):
    """FL-10.5: Guards first."""
    count = begin(actions, values, 0, layout.END, v.ENDS)
    faction = scratch[FACTION + ENEMY]
    support = sheet_at(ENEMY, t.SUPPORT)
    kills = count_of(seen[COMBAT_FLAGS + 3], MOST_KILLS)
    guarded = False
    for kind in range(t.TYPES):
        guarded |= scratch[support + kind] > 0 and t.GUARD[faction, kind] == 1
    for kind in range(t.TYPES):
        if scratch[support + kind] > 0 and (not guarded or (t.GUARD[faction, kind] == 1 and kills >= t.GUARD_KILLS)):
            count = begin(actions, values, count, layout.KILL + kind, v.KILLS)
            tell_unit(scratch, ENEMY, kind, values[count - 1])
    return count


@rule
def tell_regains(seen, scratch, actions, values):
    """After combat: Recall, Spawning Pools and Salvage."""
    count = begin(actions, values, 0, layout.END, v.ENDS)
    tell_purse(scratch, values[0])
    for kind in range(t.TYPES):
        if seen[ABILITIES_OWN + t.CAN_RECALL] > 0 and seen[LOST_OWN + kind] > 0:
            count = begin(actions, values, count, layout.RECALL + kind, v.REGAINS)
            tell_unit(scratch, OWN, kind, values[count - 1])
    if seen[ABILITIES_OWN + t.CAN_SPAWN] > 0:
        count = begin(actions, values, count, layout.SPAWN, v.REGAINS)
        tell_unit(scratch, OWN, t.ROACH, values[count - 1])
    for colour in range(t.COLOURS):
        if seen[ABILITIES_OWN + t.CAN_SALVAGE] > 0 and scratch[TOKENS + colour] < t.TOKEN_LIMIT[colour]:
            count = begin(actions, values, count, layout.SALVAGE + colour, v.REGAINS)
            scratch[TOKENS + colour] += 1
            tell_purse(scratch, values[count - 1])
            scratch[TOKENS + colour] -= 1
    return count
