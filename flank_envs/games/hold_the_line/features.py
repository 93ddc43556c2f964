"""What networks are told besides an observation: who is left in each lane after this combat and after the next.

Combat is fought by its rules on a spare record; that both sides choose the obvious targets is an estimate.
"""

import numpy as np

from flank_envs.engine.features import Features, begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.engine.layout import Block, Layout
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.layout import ACTIONS, STAGE, TARGET
from flank_envs.games.hold_the_line.phases import combat
from flank_envs.games.hold_the_line.state import add_to_stack, troop_points
from flank_envs.games.hold_the_line.turn import legal

LINES, CARDS = 2 * t.RED_LINE + 1, t.KINDS + 1  # where a Front may stand; a side adds nothing to a lane, or a kind
POINT, FIFTH = np.float32(1 / 20), np.float32(1 / 5)
MOST_LEFT = 138 / 20  # damage, HP and armor of a whole deck

LANE = Layout(
    Block("alone", (LINES,), "one-hot: only the own side has troops in the lane after combat, by its Front -2..2"),
    Block("beaten", (LINES,), "one-hot: only the opponent has, likewise"),
    Block("empty", (), "1 if nobody has"),
    Block("both", (), "1 if both have"),
    Block("own_left", (), "damage, HP and armor of the own troops after combat / 20", high=MOST_LEFT),
    Block("opp_left", (), "those of the opponent's troops / 20", high=MOST_LEFT),
    Block("own_stands", (CARDS,), "1 if own troops survive the next combat when the opponent adds nothing, I, A, T"),
    Block("opp_stands", (CARDS,), "1 if the opponent's do, likewise"),
)
STATE_FEATURES = Layout(
    Block("lanes", (t.LANES, LANE.size), "alone to opp_stands of the action features", high=MOST_LEFT, parts=0),
    Block("all_lanes", (LANE.size,), "the sum over the lanes / 5", high=MOST_LEFT / t.LANES),
)
ACTION_FEATURES = Layout(
    Block("stage", (), "1 for a card to stage"),
    Block("target", (), "1 for a target"),
    Block("kind", (t.KINDS,), "one-hot kind of the card to stage or to shoot at"),
    *LANE.blocks,
    Block("own_stands_with_it", (CARDS,), "own_stands, with the card to stage"),
    Block("opp_stands_with_it", (CARDS,), "opp_stands, with the card to stage"),
    Block("falls_anyway", (), "1 if the target falls by the own Infantry and earlier shots"),
    Block("falls", (), "1 if it falls by these and this shot"),
    Block("danger", (), "damage that the target deals / 5"),
    Block("hp", (), "its HP / 5"),
)

LANE_VALUES, ALL_LANES = LANE.size, STATE_FEATURES.start("all_lanes")
ALONE, BEATEN, EMPTY, BOTH = map(LANE.start, ("alone", "beaten", "empty", "both"))
OWN_LEFT, OPP_LEFT, OWN_STANDS = map(LANE.start, ("own_left", "opp_left", "own_stands"))
STAGED, SHOT_AT, KIND, ITS_LANE = map(ACTION_FEATURES.start, ("stage", "target", "kind", "alone"))
WITH_IT, FALLS_ANYWAY = map(ACTION_FEATURES.start, ("own_stands_with_it", "falls_anyway"))
FALLS, DANGER, HP = map(ACTION_FEATURES.start, ("falls", "danger", "hp"))
LEFT, TRIED = 0, 1  # lanes of the spare record: what this combat leaves, and what the next is tried with

# What `_weigh` notes of each side, the mask follows. Damage: its sweep, all normal, all piercing. How many shots.
# STANDS: bits of what the other side may add so that one of its cards survives all damage. OUTLAST: how many of them
# survive the sweep, and the sweep with a fresh Infantry. NEXT: see `_stands`, for each that the other side may add.
SWEEP, NORMAL, PIERCING, SHOTS, STANDS, OUTLAST, NEXT, SIDE, MASK = 0, 1, 2, 3, 4, 5, 7, 11, 22
FEATURES = Features(STATE_FEATURES, ACTION_FEATURES, most_actions=t.KINDS * t.LANES, numbers=MASK + ACTIONS.size)

# What a side may add to a lane counts from 0, nothing, to 3, a fresh Tank. Bits of what survives damage with all that
# the other side then adds: AGAINST[card, normal, piercing] by what that is, FRESH[what that is, normal, piercing].
_NORMAL = np.arange(t.MOST_NORMAL + 1)[:, None, None] + [0, *(t.SWEEP_OF + t.NORMAL_OF)[t.FRESH]]
_PIERCING = np.arange(t.MOST_PIERCING + 1)[:, None] + [0, *t.PIERCING_OF[t.FRESH]]
_AGAINST = t.LEFT_AFTER[:, np.minimum(_NORMAL, t.MOST_NORMAL), np.minimum(_PIERCING, t.MOST_PIERCING)] != t.NO_CARD
AGAINST = (_AGAINST << np.arange(CARDS)).sum(-1).astype(np.uint8, order="C")
FRESH = (_AGAINST[t.FRESH].T << np.arange(1, CARDS)).sum(-1).swapaxes(1, 2).astype(np.uint8, order="C")


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    scratch[0] = state
    spare, mask, count = scratch[0], numbers[MASK:], 0
    for side in range(t.SEATS):
        combat.clear_shots(spare, side)
    mask[:] = 0
    if state.to_act == seat:
        legal(state, mask)
    for lane in range(t.LANES):
        _describe_lane(state, seat, lane, spare, numbers, out)
        for kind in range(t.KINDS):
            action = STAGE + kind * t.LANES + lane
            if mask[action]:
                row = values[count]
                count = begin_action(actions, values, count, action)
                row[STAGED] = row[KIND + kind] = 1
                for k in range(LANE_VALUES):
                    row[ITS_LANE + k] = out[lane * LANE_VALUES + k]
                _describe_next(spare, numbers, seat, kind + 1, row, WITH_IT)
    for slot in range(t.DECK_SIZE):
        if mask[TARGET + slot]:
            count = begin_action(actions, values, count, TARGET + slot)
            _describe_shot(state, seat, slot, values[count - 1])
    for k in range(LANE_VALUES):
        for lane in range(t.LANES):
            out[ALL_LANES + k] += out[lane * LANE_VALUES + k] * FIFTH
    return count


@rule
def _describe_lane(state, seat, lane, spare, numbers, out):
    """Who is left after combat, which the lanes before the one that is fought over have behind them."""
    _take_lane(state, lane, spare, LEFT)
    if lane >= state.lane and combat.fights(spare, LEFT):
        for side in range(t.SEATS):
            _aim(spare, side)
        combat.resolve_lane(spare)
    at, own, enemy = lane * LANE_VALUES, spare.stack_size[seat, LEFT] > 0, spare.stack_size[1 - seat, LEFT] > 0
    if own == enemy:
        out[at + (BOTH if own else EMPTY)] = 1
    else:
        out[at + (ALONE if own else BEATEN) + t.RED_LINE + state.front[lane] * (1 - 2 * seat)] = 1
    out[at + OWN_LEFT] = troop_points(spare, seat, LEFT) * POINT
    out[at + OPP_LEFT] = troop_points(spare, 1 - seat, LEFT) * POINT
    _weigh(spare, numbers)
    _describe_next(spare, numbers, seat, state.staged[seat, lane] + 1, out, at + OWN_STANDS)


@rule
def _take_lane(state, lane, spare, to):
    spare.lane = to
    for side in range(t.SEATS):
        spare.stack_size[side, to] = state.stack_size[side, lane]
        for slot in range(t.DECK_SIZE):
            spare.stack[side, to, slot] = state.stack[side, lane, slot]


@rule
def _aim(spare, seat):
    """The obvious targets: the most dangerous card that a shot defeats, else the most dangerous that stays."""
    enemy, swept = 1 - seat, combat.sweep(spare, seat, spare.lane)
    for k in range(combat.infantry_count(spare, seat, spare.lane), spare.stack_size[seat, spare.lane]):
        shot, best = spare.stack[seat, spare.lane, k], 0
        for slot in range(spare.stack_size[enemy, spare.lane]):
            falls = combat.left_of(spare, enemy, slot, swept + t.NORMAL_OF[shot], t.PIERCING_OF[shot]) < 0
            worth = t.DAMAGE_OF[spare.stack[enemy, spare.lane, slot]] + 10 * falls
            worth *= combat.left_of(spare, enemy, slot, swept, 0) >= 0
            best = max(best, (worth + 1) * t.DECK_SIZE - slot)  # the lowest slot of equals
        combat.assign_shot(spare, seat, -best % t.DECK_SIZE)
    return swept


@rule
def _weigh(spare, numbers):
    """Note what decides the next combat."""
    for side in range(t.SEATS):
        at, normal, piercing = side * SIDE, 0, 0
        for slot in range(spare.stack_size[side, LEFT]):
            normal += t.NORMAL_OF[spare.stack[side, LEFT, slot]]
            piercing += t.PIERCING_OF[spare.stack[side, LEFT, slot]]
        swept = combat.sweep(spare, side, LEFT)
        numbers[at + SWEEP] = min(swept, t.MOST_NORMAL)
        numbers[at + NORMAL] = min(swept + normal, t.MOST_NORMAL)
        numbers[at + PIERCING] = min(piercing, t.MOST_PIERCING)
        numbers[at + SHOTS] = combat.shots_left(spare, side)
    for side in range(t.SEATS):
        at, enemy = side * SIDE, (1 - side) * SIDE
        stands = outlast = of_infantry = 0
        for slot in range(spare.stack_size[side, LEFT]):
            card = spare.stack[side, LEFT, slot]
            stands |= AGAINST[card, numbers[enemy + NORMAL], numbers[enemy + PIERCING]]
            outlasts = AGAINST[card, numbers[enemy + SWEEP], 0]
            outlast += outlasts & 1
            of_infantry += outlasts >> 1 & 1
        numbers[at + STANDS], numbers[at + OUTLAST], numbers[at + OUTLAST + 1] = stands, outlast, of_infantry
        for other in range(CARDS):
            numbers[at + NEXT + other] = _stands(numbers, at, enemy, other)


@rule
def _stands(numbers, at, enemy, other):
    """Bits of what a side may add so that it stands in the next combat; from bit 4, of what must be fought to know.

    A card that survives all damage stands, and as a shot hits one card, so does one of more cards than there are shots.
    """
    shots, count = numbers[enemy + SHOTS] + (other > 1), numbers[at + OUTLAST + (other == 1)]
    outlasts = FRESH[int(other == 1), numbers[enemy + SWEEP], 0]
    stands = int(FRESH[other, numbers[enemy + NORMAL], numbers[enemy + PIERCING]])
    stands |= ((count > shots) | (numbers[at + STANDS] >> other & 1)) * 15 | (count == shots) * outlasts
    return stands | (((count > 1) * 15 | (count == 1) * outlasts) & ~stands) << CARDS


@rule
def _describe_next(spare, numbers, seat, card, out, at):
    """Who is left after the next combat if the own side adds a card, whatever the enemy adds."""
    for other in range(CARDS):
        stands, faces = numbers[seat * SIDE + NEXT + other] >> card, numbers[(1 - seat) * SIDE + NEXT + card] >> other
        if stands >> CARDS & 1:
            stands = _fight_next(spare, seat, card, other)
        if faces >> CARDS & 1:
            faces = _fight_next(spare, 1 - seat, other, card)
        out[at + other], out[at + CARDS + other] = stands & 1, faces & 1


@rule
def _fight_next(spare, seat, card, other):
    """Whether a seat has troops after the next combat if it adds a card and the other seat another."""
    _take_lane(spare, LEFT, spare, TRIED)
    if card > 0:
        add_to_stack(spare, seat, TRIED, t.FRESH[card - 1])
    if other > 0:
        add_to_stack(spare, 1 - seat, TRIED, t.FRESH[other - 1])
    swept, stands = _aim(spare, 1 - seat), 0
    for slot in range(spare.stack_size[seat, TRIED]):
        stands |= int(combat.left_of(spare, seat, slot, swept, 0) >= 0)
    combat.clear_shots(spare, 1 - seat)
    return stands


@rule
def _describe_shot(state, seat, slot, row):
    """What a shot does to a target, after the own Infantry and the shots before it."""
    enemy, swept, shot = 1 - seat, combat.sweep(state, seat, state.lane), combat.shooter(state, seat)
    card = state.stack[enemy, state.lane, slot]
    row[SHOT_AT] = row[KIND + int(t.KIND_OF[card])] = 1
    row[FALLS_ANYWAY] = combat.left_of(state, enemy, slot, swept, 0) < 0
    row[FALLS] = combat.left_of(state, enemy, slot, swept + t.NORMAL_OF[shot], t.PIERCING_OF[shot]) < 0
    row[DANGER] = t.DAMAGE_OF[card] * FIFTH
    row[HP] = t.HP_OF[card] * FIFTH
