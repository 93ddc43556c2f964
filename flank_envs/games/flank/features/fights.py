"""Choices in battle: formations, tokens and abilities, kills, what comes back."""

import numpy as np

from flank_envs.engine.features import count_of
from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.features.board import ENEMY, FACTION, OWN, TOKENS
from flank_envs.games.flank.features.offers import begin, tell_purse, tell_unit
from flank_envs.games.flank.features.sheets import (
    BLUES,
    OUT,
    PURSES,
    count_in,
    sheet_at,
    tell_sheets,
)
from flank_envs.games.flank.features.values import (
    ADDS_BLUE,
    ENDS,
    FORMS,
    GAINED,
    KILLS,
    MINES,
    OVER,
    PUSHES,
    REGAINS,
    SHEETS,
    SHIFTS,
    TO_PLACE,
)
from flank_envs.games.flank.layout import (
    BLUE,
    END,
    FORCE_MINE,
    FORM,
    KILL,
    PUSH,
    RECALL,
    REMOVE,
    SALVAGE,
    SHIFT,
    SPAWN,
)
from flank_envs.games.flank.observe import (
    ABILITIES_OWN,
    COMBAT_FLAGS,
    FORCE_OWN,
    HAND_OWN,
    LOST_OWN,
)
from flank_envs.games.flank.tables import (
    BLUE_TOKEN,
    CAN_PUSH,
    CAN_RECALL,
    CAN_REMOVE,
    CAN_SALVAGE,
    CAN_SHIFT,
    CAN_SPAWN,
    CARD_TOKENS,
    COLOURS,
    DIR_FROM,
    DIR_TO,
    DIRS,
    FRONTLINE,
    GREEN_TOKEN,
    GUARD,
    GUARD_KILLS,
    KALDARI,
    KINDS,
    PLACES,
    ROACH,
    STEADFAST,
    SUPPORT,
    TOKEN_LIMIT,
    TYPES,
    YELLOW_TOKEN,
)

FIFTH = np.float32(1 / 5)
MOST_KILLS = 8


@rule
def tell_forms(seen, scratch, actions, values):
    """A unit in its place, those after it in support."""
    count = 0
    support = sheet_at(OWN, SUPPORT)
    places = PLACES if count_in(scratch, OWN, FRONTLINE) > 0 else 1
    for kind in range(TYPES):
        if not seen[FORCE_OWN + kind] > 0:
            continue
        for place in range(places):
            count = begin(actions, values, count, FORM + kind * PLACES + place, FORMS)
            to = sheet_at(OWN, place) + kind
            scratch[support + kind] -= 1
            scratch[to] += 1
            tell_unit(scratch, OWN, kind, values[count - 1])
            values[count - 1, TO_PLACE + place] = 1
            tell_sheets(scratch, values[count - 1], SHEETS)
            scratch[to] -= 1
            scratch[support + kind] += 1
    return count


@rule
def tell_mines(seen, scratch, actions, values):
    """A card now for a token of each colour in this battle, or later for what it brings."""
    count = begin(actions, values, 0, END, ENDS)
    tell_purse(scratch, values[0])
    tell_sheets(scratch, values[0], SHEETS)
    for kind in range(KINDS):
        if not seen[HAND_OWN + kind] > 0:
            continue
        count = begin(actions, values, count, FORCE_MINE + kind, MINES)
        brought = 0
        for colour in range(COLOURS):
            scratch[PURSES + colour] += 1
            brought += CARD_TOKENS[kind, colour]
        tell_purse(scratch, values[count - 1])
        values[count - 1, GAINED] = -brought * FIFTH
        tell_sheets(scratch, values[count - 1], SHEETS)
        for colour in range(COLOURS):
            scratch[PURSES + colour] -= 1
    return count


@rule
def tell_tokens(seen, scratch, actions, values):
    """FL-7.3 to FL-7.5: a token, or the end of the turn, and of the battle if the enemy is out."""
    spent = seen[COMBAT_FLAGS + 2] > 0
    out = scratch[OUT + OWN]
    if not spent:
        scratch[OUT + OWN] = 1
    count = begin(actions, values, 0, END, ENDS)
    tell_purse(scratch, values[0])
    tell_sheets(scratch, values[0], SHEETS)
    values[0, SHEETS + OVER] = scratch[OUT + ENEMY]
    scratch[OUT + OWN] = out
    if scratch[PURSES + BLUE_TOKEN] > 0:
        count = begin(actions, values, count, BLUE, ADDS_BLUE)
        scratch[BLUES + OWN] += 1
        _tell_spent(seen, scratch, BLUE_TOKEN, values[count - 1])
        scratch[BLUES + OWN] -= 1
    if scratch[PURSES + GREEN_TOKEN] > 0:
        count = _tell_changes(seen, scratch, ENEMY, GREEN_TOKEN, True, actions, values, count)
    if scratch[PURSES + YELLOW_TOKEN] > 0:
        count = _tell_changes(seen, scratch, OWN, YELLOW_TOKEN, True, actions, values, count)
    return count


@rule
def _tell_spent(seen, scratch, colour, out):
    """FL-7.6: tokens on the force-mined card first."""
    kept = scratch[TOKENS + colour]
    scratch[PURSES + colour] -= 1
    scratch[TOKENS + colour] = min(kept, scratch[PURSES + colour])
    tell_purse(scratch, out)
    tell_sheets(scratch, out, SHEETS)
    scratch[TOKENS + colour] = kept
    scratch[PURSES + colour] += 1


@rule
def tell_abilities(seen, scratch, actions, values):
    """Before combat: Mind Wave, Entangle, Battle Drill and Banishment."""
    count = begin(actions, values, 0, END, ENDS)
    tell_sheets(scratch, values[0], SHEETS)
    if seen[ABILITIES_OWN + CAN_PUSH] > 0:
        count = _tell_changes(seen, scratch, ENEMY, GREEN_TOKEN, False, actions, values, count)
    if seen[ABILITIES_OWN + CAN_SHIFT] > 0:
        count = _tell_changes(seen, scratch, OWN, YELLOW_TOKEN, False, actions, values, count)
    if seen[ABILITIES_OWN + CAN_REMOVE] > 0:
        count = _tell_removals(scratch, actions, values, count)
    return count


@rule
def _tell_changes(seen, scratch, side, colour, paid, actions, values, count):
    """Units of a side's sheet elsewhere, for a token or by an ability."""
    for kind in range(TYPES):
        for direction in range(DIRS):
            start = sheet_at(side, DIR_FROM[direction]) + kind
            if scratch[start] == 0 or (side == ENEMY and not _goes(scratch, kind, direction, paid)):
                continue
            to = sheet_at(side, DIR_TO[direction]) + kind
            first, what = (SHIFT, SHIFTS) if side == OWN else (PUSH, PUSHES)
            count = begin(actions, values, count, first + kind * DIRS + direction, what)
            scratch[start] -= 1
            scratch[to] += 1
            tell_unit(scratch, side, kind, values[count - 1])
            values[count - 1, TO_PLACE + DIR_TO[direction]] = 1
            if paid:
                _tell_spent(seen, scratch, colour, values[count - 1])
            else:
                tell_sheets(scratch, values[count - 1], SHEETS)
            scratch[to] -= 1
            scratch[start] += 1
    return count


@rule
def _goes(scratch, kind, direction, paid):
    """FL-10.4: Entangle alone pushes Steadfast units, and only into the frontline."""
    if paid or scratch[FACTION + OWN] == KALDARI:
        return STEADFAST[scratch[FACTION + ENEMY], kind] == 0
    return DIR_TO[direction] == FRONTLINE


@rule
def _tell_removals(scratch, actions, values, count):
    for kind in range(TYPES):
        for place in range(PLACES):
            start = sheet_at(ENEMY, place) + kind
            if scratch[start] > 0 and STEADFAST[scratch[FACTION + ENEMY], kind] == 0:
                count = begin(actions, values, count, REMOVE + kind * PLACES + place, PUSHES)
                scratch[start] -= 1
                tell_unit(scratch, ENEMY, kind, values[count - 1])
                tell_sheets(scratch, values[count - 1], SHEETS)
                scratch[start] += 1
    return count


@rule
def tell_kills(seen, scratch, actions, values):
    """FL-10.5: Guards first."""
    count = begin(actions, values, 0, END, ENDS)
    faction = scratch[FACTION + ENEMY]
    support = sheet_at(ENEMY, SUPPORT)
    kills = count_of(seen[COMBAT_FLAGS + 3], MOST_KILLS)
    guarded = False
    for kind in range(TYPES):
        guarded |= scratch[support + kind] > 0 and GUARD[faction, kind] == 1
    for kind in range(TYPES):
        if scratch[support + kind] > 0 and (not guarded or (GUARD[faction, kind] == 1 and kills >= GUARD_KILLS)):
            count = begin(actions, values, count, KILL + kind, KILLS)
            tell_unit(scratch, ENEMY, kind, values[count - 1])
    return count


@rule
def tell_regains(seen, scratch, actions, values):
    """After combat: Recall, Spawning Pools and Salvage."""
    count = begin(actions, values, 0, END, ENDS)
    tell_purse(scratch, values[0])
    for kind in range(TYPES):
        if seen[ABILITIES_OWN + CAN_RECALL] > 0 and seen[LOST_OWN + kind] > 0:
            count = begin(actions, values, count, RECALL + kind, REGAINS)
            tell_unit(scratch, OWN, kind, values[count - 1])
    if seen[ABILITIES_OWN + CAN_SPAWN] > 0:
        count = begin(actions, values, count, SPAWN, REGAINS)
        tell_unit(scratch, OWN, ROACH, values[count - 1])
    for colour in range(COLOURS):
        if seen[ABILITIES_OWN + CAN_SALVAGE] > 0 and scratch[TOKENS + colour] < TOKEN_LIMIT[colour]:
            count = begin(actions, values, count, SALVAGE + colour, REGAINS)
            scratch[TOKENS + colour] += 1
            tell_purse(scratch, values[count - 1])
            scratch[TOKENS + colour] -= 1
    return count
