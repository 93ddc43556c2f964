"""COMBAT: in each lane both sides choose targets secretly, then all damage falls at once."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.layout import TARGET


@rule
def begin_combat(state):
    state.phase = t.COMBAT
    state.lane = 0


@rule
def fight(state):
    """HL-4.5: lane after lane, seat 0's shots then seat 1's; False as soon as somebody must choose a target."""
    while state.lane < t.LANES:
        if fights(state, state.lane):
            for seat in range(t.SEATS):
                if _has_shooters(state, seat) and not assign_forced_shots(state, seat):
                    state.to_act = seat
                    return False
            resolve_lane(state)
        state.lane += 1
    state.lane = 0
    return True


@rule
def fights(state, lane):
    """HL-4.1: there is combat where both sides have troops."""
    return state.stack_size[0, lane] > 0 and state.stack_size[1, lane] > 0


@rule
def legal_combat(state, mask):
    for slot in range(state.stack_size[1 - state.to_act, state.lane]):
        if is_target(state, state.to_act, slot):
            mask[TARGET + slot] = 1


@rule
def shoot(state, action):
    assign_shot(state, state.to_act, action - TARGET)


@rule
def infantry_count(state, seat, lane):
    """Infantry come first in canonical order, so this is also the slot of the first shooting card."""
    count = 0
    while count < state.stack_size[seat, lane] and state.stack[seat, lane, count] < t.FRESH[t.ANTI_ARMOR]:
        count += 1
    return count


@rule
def shooter(state, seat):
    """The card whose target is chosen next: the first shooting card without one."""
    return state.stack[seat, state.lane, infantry_count(state, seat, state.lane) + state.shots[seat]]


@rule
def shots_left(state, seat):
    return state.stack_size[seat, state.lane] - infantry_count(state, seat, state.lane) - state.shots[seat]


@rule
def is_target(state, seat, slot):
    """HL-4.6: of equivalent targets only the lowest slot may be chosen."""
    enemy = 1 - seat
    for lower in range(slot):
        if (
            state.stack[enemy, state.lane, lower] == state.stack[enemy, state.lane, slot]
            and state.shot_normal[seat, lower] == state.shot_normal[seat, slot]
            and state.shot_piercing[seat, lower] == state.shot_piercing[seat, slot]
        ):
            return False
    return True


@rule
def has_choice(state, seat):
    """Whether there are two targets that are not equivalent. Slot 0 is always one."""
    for slot in range(1, state.stack_size[1 - seat, state.lane]):
        if is_target(state, seat, slot):
            return True
    return False


@rule
def assign_shot(state, seat, slot):
    card = shooter(state, seat)
    state.shot_normal[seat, slot] += t.NORMAL_OF[card]
    state.shot_piercing[seat, slot] += t.PIERCING_OF[card]
    state.shots[seat] += 1


@rule
def sweep(state, seat, lane):
    """HL-4.2: what the Infantry of a seat deal to each opposing card of the lane."""
    damage = 0
    for slot in range(state.stack_size[seat, lane]):
        card = state.stack[seat, lane, slot]
        if card >= t.FRESH[t.ANTI_ARMOR]:
            break
        damage += t.SWEEP_OF[card]
    return damage


@rule
def damaged(card, normal, piercing):
    """The card state after that much damage, or -1 if the card is defeated."""
    return t.LEFT_AFTER[card, min(normal, t.MOST_NORMAL), min(piercing, t.MOST_PIERCING)]


@rule
def left_of(state, seat, slot, normal, piercing):
    """The card state that this combat leaves of a card, by the shots at it and this damage besides; -1 if defeated."""
    enemy = 1 - seat
    card = state.stack[seat, state.lane, slot]
    return damaged(card, normal + state.shot_normal[enemy, slot], piercing + state.shot_piercing[enemy, slot])


@rule
def clear_shots(state, seat):
    if state.shots[seat] > 0:
        state.shots[seat] = 0
        for slot in range(t.DECK_SIZE):
            state.shot_normal[seat, slot] = 0
            state.shot_piercing[seat, slot] = 0


@rule
def assign_forced_shots(state, seat):
    """HL-4.6: shots with a single target are made without asking; False at the first real choice."""
    while shots_left(state, seat) > 0:
        if has_choice(state, seat):
            return False
        assign_shot(state, seat, 0)
    return True


@rule
def resolve_lane(state):
    """HL-4.7: all damage is worked out before any of it is applied."""
    sweep_0 = sweep(state, 0, state.lane)
    sweep_1 = sweep(state, 1, state.lane)
    _strike(state, 0, sweep_1)
    _strike(state, 1, sweep_0)
    clear_shots(state, 0)
    clear_shots(state, 1)


@rule
def _has_shooters(state, seat):
    """Whether the last card in canonical order is no Infantry."""
    return state.stack[seat, state.lane, state.stack_size[seat, state.lane] - 1] >= t.FRESH[t.ANTI_ARMOR]


@rule
def _strike(state, seat, swept):
    """Apply the damage on one side: HL-4.10 defeated cards are discarded, HL-4.11 the others stay as they are left."""
    lane = state.lane
    size = state.stack_size[seat, lane]
    left = 0
    for slot in range(size):
        card = state.stack[seat, lane, slot]
        after = left_of(state, seat, slot, swept, 0)
        if after < 0:
            state.discard[seat, t.KIND_OF[card]] += 1
        else:
            k = left
            while k > 0 and state.stack[seat, lane, k - 1] > after:
                state.stack[seat, lane, k] = state.stack[seat, lane, k - 1]
                k -= 1
            state.stack[seat, lane, k] = after
            left += 1
    for slot in range(left, size):
        state.stack[seat, lane, slot] = 0
    state.stack_size[seat, lane] = left
