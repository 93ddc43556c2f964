"""What a seat of the slow twin of Hold the Line sees: the 514 values of the specification, in its order."""

from tests.twins.hold_the_line import (
    ANTI_ARMOR,
    COMBAT,
    KINDS,
    LANES,
    OVER,
    SETUP,
    STAGING,
    TANK,
    Twin,
    shot_damage,
    state_id,
)

STATES, SLOTS = 35, 14
DECK, LAST_ROUND = (8, 4, 2), 100  # of the full game, by which small ones are measured too


def observe(twin: Twin, seat: int) -> list[float]:
    opp = 1 - seat
    sign = 1 if seat == 0 else -1
    pile_counts = [twin.pile[seat].count(kind) for kind in range(KINDS)]
    obs = [float(twin.phase == phase) for phase in (SETUP, STAGING, COMBAT, OVER)]
    obs += [float(twin.to_act == seat), twin.round / LAST_ROUND]
    obs += [sign * f / 3 for f in twin.front]
    obs += _see_stacks(twin, seat)
    obs += _see_stacks(twin, opp)
    obs += [float(card == kind) for card in twin.staged[seat] for kind in range(KINDS)]
    obs += [float(twin.phase == COMBAT and card is not None) for card in twin.staged[opp]]
    obs += [_stage_left(twin, seat) / 5]
    obs += [count / most for count, most in zip(twin.hand[seat], [7, 4, 2], strict=True)]
    obs += _per_deck(pile_counts)
    obs += _per_deck(twin.discard[seat])
    obs += [_visible_hand_size(twin, opp) / 7, len(twin.pile[opp]) / 14]
    obs += _per_deck(twin.discard[opp])
    obs += _per_deck(_hidden(twin, opp))
    obs += _per_deck(twin.pool_at_shuffle[opp])
    obs += _per_deck(twin.hand_at_shuffle[opp])
    obs += [float(twin.phase == COMBAT and twin.lane == lane) for lane in range(LANES)]
    obs += _see_shot(twin, seat)
    return obs


def _see_stacks(twin: Twin, seat: int) -> list[float]:
    seen = [0.0] * (LANES * STATES)
    for lane in range(LANES):
        for card in set(twin.stacks[seat][lane]):
            number = twin.stacks[seat][lane].count(card)
            seen[lane * STATES + state_id(card)] = number / DECK[card[0]]
    return seen


def _stage_left(twin: Twin, seat: int) -> int:
    if twin.to_act != seat or twin.phase not in (SETUP, STAGING):
        return 0
    limit = twin.size.lanes if twin.phase == SETUP else twin.size.stage_limit
    return limit - twin.staged_count(seat)


def _visible_hand_size(twin: Twin, seat: int) -> int:
    """Cards placed in the running phase still count as in hand (HL-2.3, HL-3.5)."""
    secret = twin.staged_count(seat) if twin.phase in (SETUP, STAGING) else 0
    return sum(twin.hand[seat]) + secret


def _hidden(twin: Twin, seat: int) -> list[int]:
    troops = [card[0] for stack in twin.stacks[seat] for card in stack]
    return [twin.size.deck[k] - troops.count(k) - twin.discard[seat][k] for k in range(KINDS)]


def _see_shot(twin: Twin, seat: int) -> list[float]:
    """Blocks shooter, shots_fired and target_slots: zero except for a decider in COMBAT."""
    if twin.phase != COMBAT or twin.to_act != seat:
        return [0.0] * (5 + 1 + SLOTS * 7)
    fired = len(twin.shots[seat])
    shooter = twin.shooters(seat)[fired]
    kind, hp, armor = shooter
    damage = sum(shot_damage(shooter))
    seen = [float(kind == ANTI_ARMOR), float(kind == TANK), hp / 5, armor / 5, damage / 4]
    seen += [fired / 6]
    slots = [0.0] * (SLOTS * 7)
    for slot, (kind, hp, armor) in enumerate(twin.stacks[1 - seat][twin.lane]):
        normal, piercing = twin.assigned(seat, slot)
        one_hot = [float(kind == k) for k in range(KINDS)]
        rest = [hp / 5, armor / 5, normal / 8, piercing / 16]
        slots[slot * 7 : slot * 7 + 7] = one_hot + rest
    return seen + slots


def _per_deck(counts: list[int]) -> list[float]:
    return [count / total for count, total in zip(counts, DECK, strict=True)]
