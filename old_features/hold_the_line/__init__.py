"""Features of the state and of each legal action, computed from an observation alone.

They tell who is left in each lane after combat, and what a card would change.
Both sides are taken to choose the obvious targets.
"""

import numpy as np

from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.layout import OBSERVATION, STAGE, TARGET
from flank_envs.games.hold_the_line.observe import (
    COMBAT_LANE,
    FRONT,
    OWN_HAND,
    OWN_STACKS,
    OWN_STAGED,
    PHASE,
    SHOOTER,
    TARGET_SLOTS,
)
from flank_envs.games.hold_the_line.phases.combat import damaged
from flank_envs.games.hold_the_line.state import card_state
from old_features.base import Features, SymmetricParts, count_of, whole
from old_features.hold_the_line import values as v
from old_features.hold_the_line.fights import (
    SCRATCH,
    STACK,
    TRIED,
    clash,
    read_stacks,
    stack_of,
    strength,
    try_next,
)

MOST_CHOICES = t.KINDS * t.LANES
STRENGTH = np.float32(1 / 20)
POINT = np.float32(1 / 5)
SLOT_VALUES = 7
MOST_POINTS = 40  # of anything: so that sums of three fit where cards are kept, whatever was given


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
    read_stacks(seen, scratch)
    total = t.LANES * v.LANE_VALUES
    for k in range(v.OUTLOOK_VALUES):
        outlook[k] = 0
    for lane in range(t.LANES):
        at = lane * v.LANE_VALUES
        if not _fought(seen, lane):
            clash(scratch, stack_of(0, lane), stack_of(1, lane))
        _tell_lane(seen, scratch, lane, outlook, at)
        for k in range(v.LANE_VALUES):
            outlook[total + k] += outlook[at + k] * POINT
    if seen[PHASE + t.SETUP] > 0 or seen[PHASE + t.STAGING] > 0:
        return _tell_cards(seen, scratch, outlook, actions, values)
    if seen[PHASE + t.COMBAT] > 0:
        return _tell_targets(seen, actions, values)
    return 0


@rule
def _fought(seen, lane):
    """Whether this round's combat in a lane is over."""
    for later in range(lane + 1, t.LANES):
        if seen[COMBAT_LANE + later] > 0:
            return True
    return False


@rule
def _tell_lane(seen, scratch, lane, out, at):
    own = stack_of(0, lane)
    enemy = stack_of(1, lane)
    out[at + _situation(seen, lane, scratch[own] > 0, scratch[enemy] > 0)] = 1
    out[at + v.OWN_LEFT] = strength(scratch, own) * STRENGTH
    out[at + v.ENEMY_LEFT] = strength(scratch, enemy) * STRENGTH
    _tell_next(scratch, lane, _staged(seen, lane), out, at + v.LANE_NEXT)


@rule
def _situation(seen, lane, own, enemy):
    if own == enemy:
        return v.FOUGHT_OVER if own else v.EMPTY
    front = seen[FRONT + lane] * 3
    line = t.RED_LINE
    for k in range(1, t.RED_LINE + 1):
        line += int(front > k - np.float32(0.5)) - int(front < np.float32(0.5) - k)
    return (v.ALONE if own else v.BEATEN) + line


@rule
def _staged(seen, lane):
    """The kind of the own face-down card, -1 for none."""
    for kind in range(t.KINDS):
        if seen[OWN_STAGED + lane * t.KINDS + kind] > 0:
            return kind
    return -1


@rule
def _tell_next(scratch, lane, kind, out, at):
    """Who is left after one more combat, whatever card the enemy adds to the lane."""
    for card in range(v.CARDS):
        try_next(scratch, lane, kind, card - 1)
        out[at + v.STANDS + card] = scratch[TRIED] > 0
        out[at + v.FACES + card] = scratch[TRIED + STACK] > 0


@rule
def _tell_cards(seen, scratch, outlook, actions, values):
    count = 0
    for lane in range(t.LANES):
        if _staged(seen, lane) >= 0:
            continue
        for kind in range(t.KINDS):
            if seen[OWN_HAND + kind] > 0:
                actions[count] = STAGE + kind * t.LANES + lane
                _clear(values[count])
                values[count, v.STAGED] = 1
                values[count, v.KIND + kind] = 1
                for k in range(v.LANE_VALUES):
                    values[count, v.LANE + k] = outlook[lane * v.LANE_VALUES + k]
                _tell_next(scratch, lane, kind, values[count], v.WITH_IT)
                count += 1
    return count


@rule
def _tell_targets(seen, actions, values):
    """What a shot does to each target, after the own Infantry and the shots before it."""
    count = 0
    swept = _sweep(seen)
    piercing = seen[SHOOTER] > 0
    damage = whole(seen[SHOOTER + 4] * 4, MOST_POINTS)
    for slot in range(t.DECK_SIZE):
        at = TARGET_SLOTS + slot * SLOT_VALUES
        for kind in range(t.KINDS):
            if seen[at + kind] > 0:
                hp = min(max(whole(seen[at + 3] * 5, MOST_POINTS), 1), t.FULL_HP[kind])
                card = card_state(kind, hp, min(whole(seen[at + 4] * 5, MOST_POINTS), t.FULL_ARMOR[kind]))
                normal = swept + whole(seen[at + 5] * 8, MOST_POINTS)
                through = whole(seen[at + 6] * 16, MOST_POINTS)
                actions[count] = TARGET + slot
                _clear(values[count])
                values[count, v.SHOT_AT] = 1
                values[count, v.KIND + kind] = 1
                values[count, v.FALLS_ANYWAY] = damaged(card, normal, through) < 0
                if piercing:
                    values[count, v.FALLS] = damaged(card, normal, through + damage) < 0
                else:
                    values[count, v.FALLS] = damaged(card, normal + damage, through) < 0
                values[count, v.DANGER] = t.DAMAGE_OF[card] * POINT
                values[count, v.TAKES] = hp * POINT
                count += 1
                break
    return count


@rule
def _sweep(seen):
    """The damage of the own Infantry in the lane that is fought over."""
    damage = 0
    for lane in range(t.LANES):
        if seen[COMBAT_LANE + lane] > 0:
            for card in range(t.FRESH[t.ANTI_ARMOR]):
                share = seen[OWN_STACKS + lane * t.CARD_STATES + card]
                damage += t.DAMAGE_OF[card] * count_of(share, t.DECK[t.INFANTRY])
    return damage


@rule
def _clear(values):
    for k in range(v.CHOICE_VALUES):
        values[k] = 0


def _lanes() -> SymmetricParts:
    """Where each lane stands. They differ only in the order in which they are fought."""

    def of_lanes(start: int, values: int) -> np.ndarray:
        return start + np.arange(t.LANES * values).reshape(t.LANES, values)

    blocks = ("front", "own_stacks", "opp_stacks", "own_staged", "opp_staged", "combat_lane")
    sizes = {block.name: block.size // t.LANES for block in OBSERVATION.blocks}
    seen = [of_lanes(OBSERVATION.start(name), sizes[name]) for name in blocks]
    return SymmetricParts(
        seen=np.concatenate([*seen, of_lanes(OBSERVATION.size, v.LANE_VALUES)], axis=1),
        actions=STAGE + np.arange(t.KINDS * t.LANES).reshape(t.KINDS, t.LANES).T,
    )


FEATURES = Features(v.OUTLOOK_VALUES, v.CHOICE_VALUES, MOST_CHOICES, SCRATCH, foresee, _lanes())
