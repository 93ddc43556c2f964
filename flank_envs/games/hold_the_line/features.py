"""What networks are told besides an observation: who is left in each lane after this combat and after the next.

Combat is fought by its rules on a spare record. That both sides choose the obvious targets is an estimate.
"""

import numpy as np

from flank_envs.engine.features import Features, begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.layout import Block, Layout
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.layout import ACTIONS, STAGE, TARGET
from flank_envs.games.hold_the_line.phases.combat import (
    assign_shot,
    clear_shots,
    fights,
    left_of,
    resolve_lane,
    shooter,
    shots_left,
    sweep,
)
from flank_envs.games.hold_the_line.state import add_to_stack, troop_points
from flank_envs.games.hold_the_line.turn import legal

LINES = 2 * t.RED_LINE + 1  # that a Front may stand at while the game goes on
CARDS = t.KINDS + 1  # a side adds no card to a lane, or one of a kind
STRENGTH = np.float32(1 / 20)
FIFTH = np.float32(1 / 5)
MOST_POINTS = 138  # damage, HP and armor of all cards of a deck

LANE = Layout(
    Block("alone", (LINES,), "one-hot: only the own side has troops in the lane after combat, by its Front -2..2"),
    Block("beaten", (LINES,), "one-hot: only the opponent has, likewise"),
    Block("empty", (), "1 if nobody has"),
    Block("disputed", (), "1 if both have"),
    Block("own_left", (), "damage, HP and armor of the own troops after combat / 20", high=MOST_POINTS / 20),
    Block("opp_left", (), "the opponent's, likewise", high=MOST_POINTS / 20),
    Block("own_stands", (CARDS,), "1 if own troops are left after the next combat, if the opponent adds - I A T"),
    Block("opp_stands", (CARDS,), "1 if troops of the opponent are left, likewise"),
)
STATE_FEATURES = Layout(
    Block("lanes", (t.LANES, LANE.size), f"per lane: {', '.join(LANE.split(LANE.low))}", 0, MOST_POINTS / 20, parts=0),
    Block("all_lanes", (LANE.size,), "the sum over the lanes / 5", high=MOST_POINTS / 100),
)
ACTION_FEATURES = Layout(
    Block("staged", (), "1 for a card to stage"),
    Block("shot_at", (), "1 for a target"),
    Block("kind", (t.KINDS,), "one-hot kind of the card to stage or to shoot at"),
    *LANE.blocks,
    Block("own_stands_with_it", (CARDS,), "own_stands with the staged card"),
    Block("opp_stands_with_it", (CARDS,), "opp_stands with the staged card"),
    Block("falls_anyway", (), "1 if the target falls by the own Infantry and the own shots before this"),
    Block("falls", (), "1 if it falls then or by this shot"),
    Block("danger", (), "damage that the target deals / 5"),
    Block("hp", (), "its HP / 5"),
)
FEATURES = Features(STATE_FEATURES, ACTION_FEATURES, most_actions=t.KINDS * t.LANES, numbers=14 + ACTIONS.size)

ALONE, BEATEN, EMPTY, DISPUTED = map(LANE.start, ("alone", "beaten", "empty", "disputed"))
OWN_LEFT, OPP_LEFT, OWN_STANDS = map(LANE.start, ("own_left", "opp_left", "own_stands"))
LANE_VALUES, ALL_LANES = LANE.size, STATE_FEATURES.start("all_lanes")
STAGED, SHOT_AT, KIND = map(ACTION_FEATURES.start, ("staged", "shot_at", "kind"))
ITS_LANE, WITH_IT = ACTION_FEATURES.start("alone"), ACTION_FEATURES.start("own_stands_with_it")
FALLS_ANYWAY, FALLS, DANGER, HP = map(ACTION_FEATURES.start, ("falls_anyway", "falls", "danger", "hp"))
SWEPT, NORMAL, PIERCING, SHOTS, STANDS, OUTLAST, SIDE, MASK = 0, 1, 2, 3, 4, 5, 7, 14
NEW = np.array([t.CARD_STATES, *t.FRESH])
NEW_SWEEP = np.array([0, *t.SWEEP_OF[t.FRESH]])
NEW_NORMAL = np.array([0, *(t.SWEEP_OF + t.NORMAL_OF)[t.FRESH]])
NEW_PIERCING = np.array([0, *t.PIERCING_OF[t.FRESH]])
BITS = (np.arange(16)[:, None] >> np.arange(CARDS) & 1).astype(np.float32)
_SURVIVES = np.append(t.LEFT_AFTER != t.NO_CARD, np.zeros((1, *t.LEFT_AFTER.shape[1:]), bool), axis=0)
_NORMAL = np.minimum(np.arange(t.MOST_NORMAL + 1)[:, None] + NEW_NORMAL, t.MOST_NORMAL)
_PIERCING = np.minimum(np.arange(t.MOST_PIERCING + 1)[:, None] + NEW_PIERCING, t.MOST_PIERCING)
AGAINST = (_SURVIVES[:, _NORMAL[:, None], _PIERCING] << np.arange(CARDS)).sum(-1).astype(np.uint8, order="C")
FRESH = (_SURVIVES[NEW] << np.arange(CARDS)[:, None, None]).sum(0).astype(np.uint8)
LEFT, TRIED = 0, 1  # lanes of the spare record: what this combat leaves, and what the next is tried with


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    scratch[0] = state
    spare = scratch[0]
    for side in range(t.SEATS):
        clear_shots(spare, side)
    mask = numbers[MASK:]
    for action in range(mask.shape[0]):
        mask[action] = 0
    if state.to_act == seat:
        legal(state, mask)
    count = 0
    for lane in range(t.LANES):
        at = lane * LANE_VALUES
        _copy_lane(state, lane, spare, LEFT)
        spare.lane = LEFT
        if lane >= state.lane:  # those before it have fought
            _fight(spare)
        _describe_lane(state, seat, spare, numbers, lane, out, at)
        for k in range(LANE_VALUES):
            out[ALL_LANES + k] += out[at + k] * FIFTH
        for kind in range(t.KINDS):
            if mask[STAGE + kind * t.LANES + lane]:
                row = values[count]
                count = begin_action(actions, values, count, STAGE + kind * t.LANES + lane)
                row[STAGED] = 1
                row[KIND + kind] = 1
                for k in range(LANE_VALUES):
                    row[ITS_LANE + k] = out[at + k]
                _try_next(spare, numbers, seat, kind, row, WITH_IT)
    for slot in range(t.DECK_SIZE):
        if mask[TARGET + slot]:
            count = begin_action(actions, values, count, TARGET + slot)
            _describe_shot(state, seat, slot, values[count - 1])
    return count


@rule
def _describe_lane(state, seat, spare, numbers, lane, out, at):
    own, enemy = spare.stack_size[seat, LEFT] > 0, spare.stack_size[1 - seat, LEFT] > 0
    front = (state.front[lane] if seat == 0 else -state.front[lane]) + t.RED_LINE
    if own == enemy:
        out[at + (DISPUTED if own else EMPTY)] = 1
    else:
        out[at + (ALONE if own else BEATEN) + front] = 1
    out[at + OWN_LEFT] = troop_points(spare, seat, LEFT) * STRENGTH
    out[at + OPP_LEFT] = troop_points(spare, 1 - seat, LEFT) * STRENGTH
    _weigh(spare, numbers)
    _try_next(spare, numbers, seat, state.staged[seat, lane], out, at + OWN_STANDS)


@rule
def _weigh(spare, numbers):
    """What each side deals in the next combat, and which of its troops stand in it if nobody adds a card."""
    for side in range(t.SEATS):
        at = side * SIDE
        for k in range(SIDE):
            numbers[at + k] = 0
        for slot in range(spare.stack_size[side, LEFT]):
            card = spare.stack[side, LEFT, slot]
            numbers[at + SWEPT] += t.SWEEP_OF[card]
            numbers[at + NORMAL] += t.SWEEP_OF[card] + t.NORMAL_OF[card]
            numbers[at + PIERCING] += t.PIERCING_OF[card]
            numbers[at + SHOTS] += t.SWEEP_OF[card] == 0
    for side in range(t.SEATS):
        at, foe = side * SIDE, (1 - side) * SIDE
        for slot in range(spare.stack_size[side, LEFT]):
            card = spare.stack[side, LEFT, slot]
            numbers[at + STANDS] |= _against(card, numbers[foe + NORMAL], numbers[foe + PIERCING])
            outlasts = _against(card, numbers[foe + SWEPT], 0)
            numbers[at + OUTLAST] += outlasts & 1
            numbers[at + OUTLAST + 1] += outlasts >> 1 & 1


@rule
def _try_next(spare, numbers, seat, kind, out, at):
    """Who is left after one more combat, whatever card the enemy adds to the lane."""
    stands = _stands(spare, numbers, seat, kind)
    faces = _faces(spare, numbers, seat, kind)
    for card in range(CARDS):
        out[at + card] = BITS[stands, card]
        out[at + CARDS + card] = BITS[faces, card]


@rule
def _stands(spare, numbers, seat, kind):
    """Bits of what the enemy may add (nothing, I, A, T) so that own troops stand, one fresh card more among them.

    A card that survives all damage stands. A shot hits one card, so somebody stands if more outlast the sweep.
    """
    own, foe = seat * SIDE, (1 - seat) * SIDE
    card, shots = NEW[kind + 1], numbers[foe + SHOTS]
    outlasts = _against(card, numbers[foe + SWEPT], 0)
    count = numbers[own + OUTLAST] + (outlasts & 1)
    of_infantry = numbers[own + OUTLAST + 1] + (outlasts >> 1 & 1)
    bits = numbers[own + STANDS] | _against(card, numbers[foe + NORMAL], numbers[foe + PIERCING])
    bits |= (count > shots) | (of_infantry > shots) << 1 | (count > shots + 1) * 12
    unsure = ((count > 1) * 13 | (of_infantry > 1) * 2) & ~bits
    if unsure:
        for other in range(CARDS):
            if unsure >> other & 1:
                bits |= _fight_next(spare, seat, kind, other - 1) << other
    return bits


@rule
def _faces(spare, numbers, seat, kind):
    """Likewise for the enemy's troops: bits of what it may add so that they stand."""
    own, foe = seat * SIDE, (1 - seat) * SIDE
    shots = numbers[own + SHOTS] + (kind > t.INFANTRY)
    count = numbers[foe + OUTLAST + (kind == t.INFANTRY)]
    outlasts = _fresh(numbers[own + SWEPT] + NEW_SWEEP[kind + 1], 0)
    bits = _fresh(numbers[own + NORMAL] + NEW_NORMAL[kind + 1], numbers[own + PIERCING] + NEW_PIERCING[kind + 1])
    bits |= ((count > shots) | (numbers[foe + STANDS] >> (kind + 1) & 1)) * 15 | (count == shots) * outlasts
    unsure = ((count > 1) * 15 | (count == 1) * outlasts) & ~bits
    if unsure:
        for other in range(CARDS):
            if unsure >> other & 1:
                bits |= _fight_next(spare, 1 - seat, other - 1, kind) << other
    return bits


@rule
def _against(card, normal, piercing):
    """Bits of what else may hit a card that takes this damage so that it survives: nothing, a fresh I, A, T."""
    return int(AGAINST[card, min(normal, t.MOST_NORMAL), min(piercing, t.MOST_PIERCING)])


@rule
def _fresh(normal, piercing):
    """Bits of the kinds whose fresh cards survive this damage, from bit 1."""
    return int(FRESH[min(normal, t.MOST_NORMAL), min(piercing, t.MOST_PIERCING)])


@rule
def _fight_next(spare, side, kind, other):
    """Whether a side has troops after the next combat: it is fought."""
    _copy_lane(spare, LEFT, spare, TRIED)
    if kind != t.NO_CARD:
        add_to_stack(spare, side, TRIED, t.FRESH[kind])
    if other != t.NO_CARD:
        add_to_stack(spare, 1 - side, TRIED, t.FRESH[other])
    spare.lane = TRIED
    _fight(spare)
    return int(spare.stack_size[side, TRIED] > 0)


@rule
def _copy_lane(state, lane, other, to):
    for side in range(t.SEATS):
        size = state.stack_size[side, lane]
        other.stack_size[side, to] = size
        for slot in range(size):
            other.stack[side, to, slot] = state.stack[side, lane, slot]


@rule
def _fight(spare):
    """One combat in a lane."""
    if fights(spare, spare.lane):
        for side in range(t.SEATS):
            swept = sweep(spare, side, spare.lane)
            while shots_left(spare, side) > 0:
                assign_shot(spare, side, _obvious_target(spare, side, swept))
        resolve_lane(spare)


@rule
def _obvious_target(spare, seat, swept):
    """The most dangerous card that the next shot defeats, else the most dangerous that stays."""
    best = 0
    best_worth = -1
    card = shooter(spare, seat)
    for slot in range(spare.stack_size[1 - seat, spare.lane]):
        if left_of(spare, 1 - seat, slot, swept, 0) >= 0:
            worth = int(t.DAMAGE_OF[spare.stack[1 - seat, spare.lane, slot]])
            if left_of(spare, 1 - seat, slot, swept + t.NORMAL_OF[card], t.PIERCING_OF[card]) < 0:
                worth += 10
            if worth > best_worth:
                best = slot
                best_worth = worth
    return best


@rule
def _describe_shot(state, seat, slot, row):
    """What a shot does to a target, after the own Infantry and the shots before it."""
    enemy = 1 - seat
    shot, card = shooter(state, seat), state.stack[enemy, state.lane, slot]
    swept = sweep(state, seat, state.lane)
    row[SHOT_AT] = 1
    row[KIND + int(t.KIND_OF[card])] = 1
    row[FALLS_ANYWAY] = left_of(state, enemy, slot, swept, 0) < 0
    row[FALLS] = left_of(state, enemy, slot, swept + t.NORMAL_OF[shot], t.PIERCING_OF[shot]) < 0
    row[DANGER] = t.DAMAGE_OF[card] * FIFTH
    row[HP] = t.HP_OF[card] * FIFTH
