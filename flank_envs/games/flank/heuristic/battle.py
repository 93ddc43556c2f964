"""The heuristic in battle: two in support for each in the flank, tokens while they can turn the result."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import layout
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.phases.battle import count_in, points
from flank_envs.games.flank.phases.combat import has_token

FRONT_TO_SUPPORT, SUPPORT_TO_FLANK, FLANK_TO_SUPPORT = 0, 3, 5  # directions
SPARE_CARDS = 2  # cards in hand from which one is force mined in battle


@rule
def heuristic_in_battle(state, mask):
    phase = state.phase
    if phase == t.FORMATION:
        return _best_form(state, mask)
    if phase == t.FORMATION_MINE:
        return _card_to_mine(state, mask)
    if phase == t.COMBAT:
        return _best_token(state, mask)
    if phase == t.FLANK_KILLS:
        return _first_legal(mask, layout.KILL, t.TYPES)
    if phase == t.AFTER_COMBAT:
        return _first_legal(mask, layout.RECALL, layout.SALVAGE + t.COLOURS - layout.RECALL)
    if phase == t.PLACEMENT:
        return _first_legal(mask, layout.PLACE, t.TYPES * t.ZONES)
    return _best_ability(mask)


@rule
def _first_legal(mask, first, count):
    """The first legal action of a block, else END."""
    for action in range(first, first + count):
        if mask[action]:
            return action
    return layout.END


@rule
def _best_form(state, mask):
    seat = state.to_act
    place = t.FRONTLINE
    if count_in(state, seat, t.FRONTLINE) > 0:
        place = t.SUPPORT if count_in(state, seat, t.SUPPORT) <= 2 * count_in(state, seat, t.FLANK) + 1 else t.FLANK
    best = 0
    best_worth = -1
    for kind in range(t.TYPES):
        if mask[layout.FORM + kind * t.PLACES + place]:
            worth = t.POINTS[state.faction[seat], kind, place]
            if place == t.FLANK:
                worth += t.KILLS[state.faction[seat], kind]
            if worth > best_worth:
                best_worth = int(worth)
                best = layout.FORM + kind * t.PLACES + place
    return best


@rule
def _card_to_mine(state, mask):
    if state.hand_size[state.to_act] < SPARE_CARDS:
        return layout.END
    return _first_legal(mask, layout.FORCE_MINE, t.KINDS)


@rule
def _best_ability(mask):
    """Enemy units out of the support, own units into it."""
    for kind in range(t.TYPES):
        if mask[layout.REMOVE + kind * t.PLACES + t.SUPPORT]:
            return layout.REMOVE + kind * t.PLACES + t.SUPPORT
    return _best_change(mask)


@rule
def _best_change(mask):
    for kind in range(t.TYPES):
        if mask[layout.PUSH + kind * t.DIRS + SUPPORT_TO_FLANK]:
            return layout.PUSH + kind * t.DIRS + SUPPORT_TO_FLANK
    for kind in range(t.TYPES):
        if mask[layout.SHIFT + kind * t.DIRS + FLANK_TO_SUPPORT]:
            return layout.SHIFT + kind * t.DIRS + FLANK_TO_SUPPORT
    for kind in range(t.TYPES):
        if mask[layout.SHIFT + kind * t.DIRS + FRONT_TO_SUPPORT]:
            return layout.SHIFT + kind * t.DIRS + FRONT_TO_SUPPORT
    return layout.END


@rule
def _best_token(state, mask):
    """Spend while behind, or while the opponent's blue tokens could still turn a lead; give up a hopeless battle."""
    seat = state.to_act
    enemy = 1 - seat
    lead = points(state, seat) - points(state, enemy)
    answer = 0
    if not state.out[enemy] and has_token(state, enemy, t.BLUE_TOKEN):
        answer = int(state.tokens[enemy, t.BLUE_TOKEN]) + state.extra[enemy, t.BLUE_TOKEN]
    own = int(state.tokens[seat, t.BLUE_TOKEN]) + state.extra[seat, t.BLUE_TOKEN]
    if lead > min(answer, 2) or lead + 2 * own + 4 < 0:
        return layout.END
    if mask[layout.BLUE]:
        return layout.BLUE
    return _best_change(mask)
