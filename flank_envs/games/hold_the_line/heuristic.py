"""The heuristic: predicts this round's combat lane by lane, pushes what it holds, plugs what it loses."""

import numpy as np

from flank_envs.engine.jit.compile import rule
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.layout import DONE, STAGE, TARGET
from flank_envs.games.hold_the_line.phases.combat import damaged, infantry_count, left_of, shooter, sweep

# Worth of a push, of a plug against a push and of a card in a lane nobody holds, by the own Front -2..2.
PUSH_WORTH = np.array([5.0, 4.0, 4.0, 7.0, 40.0])
PLUG_WORTH = np.array([30.0, 5.0, 3.0, 2.0, 2.0])
OCCUPY_WORTH = np.array([3.0, 2.0, 1.5, 2.0, 3.0])
FIGHT_WORTH = 1.0
MATCH_WORTH = 1.5  # per enemy card that the staged kind is good against, and lost per card that is good against it
KIND_WORTH = np.array([0.0, -0.2, 0.3])


@rule
def heuristic(state, mask, streams, i):
    if state.phase == t.COMBAT:
        return _best_target(state, mask)
    best = 0
    best_worth = -1e9
    for kind in range(t.KINDS):
        for lane in range(t.LANES):
            action = STAGE + kind * t.LANES + lane
            if mask[action]:
                worth = _setup_worth(state, kind) if state.phase == t.SETUP else _staging_worth(state, kind, lane)
                if worth > best_worth:
                    best = action
                    best_worth = worth
    if mask[DONE] and best_worth <= 0:
        return DONE
    return best


@rule
def _setup_worth(state, kind):
    """Keep one card of each kind in hand if possible: play what there is most of."""
    return state.hand[state.to_act, kind] + KIND_WORTH[kind]


@rule
def _staging_worth(state, kind, lane):
    seat = state.to_act
    enemy = 1 - seat
    front = state.front[lane] if seat == 0 else -state.front[lane]
    own_dead = _doomed(state, enemy, lane)
    enemy_dead = _doomed(state, seat, lane)
    own_left = _count_left(state, seat, lane, own_dead)
    enemy_left = _count_left(state, enemy, lane, enemy_dead)
    if own_left > 0 and enemy_left == 0:
        worth = PUSH_WORTH[front + 2]
    elif own_left == 0 and enemy_left > 0:
        worth = PLUG_WORTH[front + 2]
    elif own_left == 0:
        worth = OCCUPY_WORTH[front + 2]
    else:
        worth = FIGHT_WORTH
    return worth + KIND_WORTH[kind] + MATCH_WORTH * _suits(state, enemy, lane, enemy_dead, kind)


@rule
def _suits(state, enemy, lane, dead, kind):
    """How well a fresh card of a kind stands against the enemy cards that will be left, between -1 and 1."""
    score = 0.0
    for slot in range(state.stack_size[enemy, lane]):
        if not dead >> slot & 1:
            other = t.KIND_OF[state.stack[enemy, lane, slot]]
            score += t.GOOD_AGAINST[kind, other] - t.GOOD_AGAINST[other, kind]
    return min(max(score, -1.0), 1.0)


@rule
def _count_left(state, seat, lane, dead):
    count = 0
    for slot in range(state.stack_size[seat, lane]):
        if not dead >> slot & 1:
            count += 1
    return count


@rule
def _doomed(state, seat, lane):
    """Bits of the enemy slots that `seat` will defeat in this lane: by its sweep, then one for each shot that kills."""
    enemy = 1 - seat
    dead = 0
    if state.stack_size[seat, lane] == 0:
        return dead
    swept = sweep(state, seat, lane)
    for slot in range(state.stack_size[enemy, lane]):
        if damaged(state.stack[enemy, lane, slot], swept, 0) < 0:
            dead |= 1 << slot
    for k in range(infantry_count(state, seat, lane), state.stack_size[seat, lane]):
        target = _best_kill(state, enemy, lane, dead, swept, state.stack[seat, lane, k])
        if target >= 0:
            dead |= 1 << target
    return dead


@rule
def _best_kill(state, enemy, lane, dead, swept, card):
    """The slot of the strongest card that one shot of `card` defeats, -1 if it defeats none."""
    best = -1
    best_damage = 0
    normal, piercing = swept + t.NORMAL_OF[card], t.PIERCING_OF[card]
    for slot in range(state.stack_size[enemy, lane]):
        target = state.stack[enemy, lane, slot]
        if not dead >> slot & 1 and damaged(target, normal, piercing) < 0 and t.DAMAGE_OF[target] > best_damage:
            best = slot
            best_damage = t.DAMAGE_OF[target]
    return best


@rule
def _best_target(state, mask):
    """A shot that defeats a card it would not lose anyway, else the one that takes most off a card that stays."""
    seat = state.to_act
    enemy = 1 - seat
    card = shooter(state, seat)
    swept = sweep(state, seat, state.lane)
    best = 0
    best_worth = -1.0
    for slot in range(state.stack_size[enemy, state.lane]):
        if mask[TARGET + slot]:
            target = state.stack[enemy, state.lane, slot]
            before = left_of(state, enemy, slot, swept, 0)
            worth = 0.0
            if before >= 0:
                after = left_of(state, enemy, slot, swept + t.NORMAL_OF[card], t.PIERCING_OF[card])
                worth = 10.0 + t.DAMAGE_OF[target] if after < 0 else 1.0 * (_toughness(before) - _toughness(after))
            if worth > best_worth:
                best = slot
                best_worth = worth
    return TARGET + best


@rule
def _toughness(card):
    return t.HP_OF[card] + t.ARMOR_OF[card]
