"""The heuristic in battle: two in support for each in the flank, tokens while they can turn the result."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.layout import (
    BLUE,
    END,
    FORCE_MINE,
    FORM,
    KILL,
    PLACE,
    PUSH,
    RECALL,
    REMOVE,
    SALVAGE,
    SHIFT,
)
from flank_envs.games.flank.phases.battle import count_in, points
from flank_envs.games.flank.phases.combat import has_token
from flank_envs.games.flank.tables import (
    AFTER_COMBAT,
    BLUE_TOKEN,
    COLOURS,
    COMBAT,
    DIRS,
    FLANK,
    FLANK_KILLS,
    FORMATION,
    FORMATION_MINE,
    FRONTLINE,
    KILLS,
    KINDS,
    PLACEMENT,
    PLACES,
    POINTS,
    SUPPORT,
    TYPES,
    ZONES,
)

FRONT_TO_SUPPORT, SUPPORT_TO_FLANK, FLANK_TO_SUPPORT = 0, 3, 5  # directions
SPARE_CARDS = 2  # cards in hand from which one is force mined in battle


@rule
def heuristic_in_battle(state, mask):
    phase = state.phase
    if phase == FORMATION:
        return _best_form(state, mask)
    if phase == FORMATION_MINE:
        return _card_to_mine(state, mask)
    if phase == COMBAT:
        return _best_token(state, mask)
    if phase == FLANK_KILLS:
        return _first_legal(mask, KILL, TYPES)
    if phase == AFTER_COMBAT:
        return _first_legal(mask, RECALL, SALVAGE + COLOURS - RECALL)
    if phase == PLACEMENT:
        return _first_legal(mask, PLACE, TYPES * ZONES)
    return _best_ability(mask)


@rule
def _first_legal(mask, first, count):
    """The first legal action of a block, else END."""
    for action in range(first, first + count):
        if mask[action]:
            return action
    return END


@rule
def _best_form(state, mask):
    seat = state.to_act
    place = FRONTLINE
    if count_in(state, seat, FRONTLINE) > 0:
        place = SUPPORT if count_in(state, seat, SUPPORT) <= 2 * count_in(state, seat, FLANK) + 1 else FLANK
    best = 0
    best_worth = -1
    for kind in range(TYPES):
        if mask[FORM + kind * PLACES + place]:
            worth = POINTS[state.faction[seat], kind, place]
            if place == FLANK:
                worth += KILLS[state.faction[seat], kind]
            if worth > best_worth:
                best_worth = int(worth)
                best = FORM + kind * PLACES + place
    return best


@rule
def _card_to_mine(state, mask):
    if state.hand_size[state.to_act] < SPARE_CARDS:
        return END
    return _first_legal(mask, FORCE_MINE, KINDS)


@rule
def _best_ability(mask):
    """Enemy units out of the support, own units into it."""
    for kind in range(TYPES):
        if mask[REMOVE + kind * PLACES + SUPPORT]:
            return REMOVE + kind * PLACES + SUPPORT
    return _best_change(mask)


@rule
def _best_change(mask):
    for kind in range(TYPES):
        if mask[PUSH + kind * DIRS + SUPPORT_TO_FLANK]:
            return PUSH + kind * DIRS + SUPPORT_TO_FLANK
    for kind in range(TYPES):
        if mask[SHIFT + kind * DIRS + FLANK_TO_SUPPORT]:
            return SHIFT + kind * DIRS + FLANK_TO_SUPPORT
    for kind in range(TYPES):
        if mask[SHIFT + kind * DIRS + FRONT_TO_SUPPORT]:
            return SHIFT + kind * DIRS + FRONT_TO_SUPPORT
    return END


@rule
def _best_token(state, mask):
    """Spend while behind, or while the opponent's blue tokens could still turn a lead; give up a hopeless battle."""
    seat = state.to_act
    enemy = 1 - seat
    lead = points(state, seat) - points(state, enemy)
    answer = 0
    if not state.out[enemy] and has_token(state, enemy, BLUE_TOKEN):
        answer = int(state.tokens[enemy, BLUE_TOKEN]) + state.extra[enemy, BLUE_TOKEN]
    own = int(state.tokens[seat, BLUE_TOKEN]) + state.extra[seat, BLUE_TOKEN]
    if lead > min(answer, 2) or lead + 2 * own + 4 < 0:
        return END
    if mask[BLUE]:
        return BLUE
    return _best_change(mask)
