"""The invariants of Hold the Line. Made for tests, fuzzing and records from strangers: any bytes may be given."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT, header_fits
from flank_envs.games.hold_the_line.phases.combat import has_choice, infantry_count, shots_left
from flank_envs.games.hold_the_line.state import hand_size, hidden_count, staged_count
from flank_envs.games.hold_the_line.tables import (
    ANTI_ARMOR,
    CARD_STATES,
    COMBAT,
    DAMAGE_OF,
    DECK_OF,
    DECK_SIZE,
    DECK_SIZE_OF,
    FULL,
    HAND_SIZE_OF,
    HOLD,
    KIND_OF,
    KINDS,
    LANES,
    LANES_OF,
    LAST_ROUND_OF,
    NO_CARD,
    OVER,
    RED_LINE_OF,
    SEATS,
    SETUP,
    SETUP_HAND_OF,
    STAGED_OF,
    STAGING,
    TINY,
)
from flank_envs.games.hold_the_line.turn import BOTH_BROKEN, UNBROKEN, broken_lines

INVARIANTS = (
    "header and option fields are in their ranges",
    "card counts, piles and card states are in their ranges, and unused places are 0",
    "the cards of each kind add up to the deck",
    "hands and face-down cards keep to the limits of the phase",
    "the game ends at its limit or when a line is broken, and the Fronts tell who has won",
    "whoever must decide has something to decide",
    "shots belong to the lane being fought over, and their damage to the cards that made them",
    "seat 1 places and aims when seat 0 has finished",
)


@rule
def check(state):
    if not _header_fits(state):
        return 1
    for seat in range(SEATS):
        if not _cards_fit(state, seat):
            return 2
    for seat in range(SEATS):
        if not _deck_is_complete(state, seat):
            return 3
        if not _limits_hold(state, seat):
            return 4
    if not _end_fits(state):
        return 5
    if not _decision_exists(state):
        return 6
    for seat in range(SEATS):
        if not _shots_fit(state, seat):
            return 7
    return 0 if _order_holds(state) else 8


@rule
def _header_fits(state):
    return (
        header_fits(state, SEATS, OVER, LIMIT)
        and 0 <= state.contested <= HOLD
        and FULL <= state.scale <= TINY
        and -1 <= state.winner < SEATS
        and 0 <= state.lane < LANES
        and (state.lane == 0 or state.phase == COMBAT)
        and 0 <= state.round_number <= LAST_ROUND_OF[state.scale]
        and (state.round_number == 0) == (state.phase == SETUP)
    )


@rule
def _cards_fit(state, seat):
    for kind in range(KINDS):
        for count in (
            state.hand[seat, kind],
            state.discard[seat, kind],
            state.pile_kinds[seat, kind],
            state.pool_at_shuffle[seat, kind],
            state.hand_at_shuffle[seat, kind],
        ):
            if count < 0 or count > DECK_OF[state.scale, kind]:
                return False
    if state.pile_size[seat] < 0 or state.pile_size[seat] > DECK_SIZE:
        return False
    for k in range(DECK_SIZE):
        if state.pile[seat, k] >= (KINDS if k < state.pile_size[seat] else 1):
            return False
    for lane in range(LANES):
        if state.staged[seat, lane] < NO_CARD or state.staged[seat, lane] >= KINDS:
            return False
        if not _stack_fits(state, seat, lane):
            return False
        empty = state.staged[seat, lane] == NO_CARD and state.stack_size[seat, lane] == 0
        if lane >= LANES_OF[state.scale] and not empty:
            return False
    return True


@rule
def _stack_fits(state, seat, lane):
    size = state.stack_size[seat, lane]
    if size < 0 or size > DECK_SIZE:
        return False
    last = 0
    for slot in range(DECK_SIZE):
        card = state.stack[seat, lane, slot]
        if slot >= size:
            if card != 0:
                return False
        elif card < last or card >= CARD_STATES:
            return False
        else:
            last = card
    return True


@rule
def _deck_is_complete(state, seat):
    """HL-1.2: no card is lost. HL-6.4: the draw pile is part of what was shuffled."""
    for kind in range(KINDS):
        in_pile = 0
        for k in range(state.pile_size[seat]):
            in_pile += state.pile[seat, k] == kind
        if in_pile != state.pile_kinds[seat, kind] or in_pile > state.pool_at_shuffle[seat, kind]:
            return False
        count = state.discard[seat, kind] + hidden_count(state, seat, kind)
        for lane in range(LANES):
            for slot in range(state.stack_size[seat, lane]):
                count += KIND_OF[state.stack[seat, lane, slot]] == kind
        if count != DECK_OF[state.scale, kind]:
            return False
    return True


@rule
def _limits_hold(state, seat):
    staged = staged_count(state, seat)
    if state.phase == SETUP:
        return hand_size(state, seat) + staged == SETUP_HAND_OF[state.scale] and _nothing_played(state, seat)
    if hand_size(state, seat) + staged > HAND_SIZE_OF[state.scale]:
        return False
    return staged <= (0 if state.phase == OVER else STAGED_OF[state.scale])


@rule
def _nothing_played(state, seat):
    """HL-2.3: seven cards have left the draw pile, and all are still hidden."""
    for lane in range(LANES):
        if state.stack_size[seat, lane] != 0 or state.front[lane] != 0:
            return False
    return state.pile_size[seat] == DECK_SIZE_OF[state.scale] - SETUP_HAND_OF[state.scale]


@rule
def _end_fits(state):
    """HL-7.1 to HL-7.5."""
    for lane in range(LANES):
        furthest = RED_LINE_OF[state.scale] + 1 if lane < LANES_OF[state.scale] else 0
        if not -furthest <= state.front[lane] <= furthest:
            return False
    result = broken_lines(state)
    if state.over == 0 or state.limit == LIMIT:
        at_limit = state.over == 0 or state.round_number == LAST_ROUND_OF[state.scale]
        return at_limit and result == UNBROKEN and state.winner == -1
    return result != UNBROKEN and state.winner == (-1 if result == BOTH_BROKEN else result)


@rule
def _decision_exists(state):
    if state.over:
        return True
    seat, lanes = state.to_act, LANES_OF[state.scale]
    if state.phase == SETUP:
        return staged_count(state, seat) < lanes and (seat == 0 or staged_count(state, 0) == lanes)
    if state.phase == STAGING:
        return hand_size(state, seat) > 0 and staged_count(state, seat) < STAGED_OF[state.scale]
    contested = state.stack_size[0, state.lane] > 0 and state.stack_size[1, state.lane] > 0
    return contested and shots_left(state, seat) > 0 and has_choice(state, seat)


@rule
def _shots_fit(state, seat):
    """HL-4.3, HL-4.4: the damage assigned is that of the cards that have shot, and lies on cards in the lane."""
    first = infantry_count(state, seat, state.lane)
    shooters = state.stack_size[seat, state.lane] - first
    if state.shots[seat] < 0 or state.shots[seat] > (shooters if state.phase == COMBAT else 0):
        return False
    normal = piercing = 0
    for slot in range(DECK_SIZE):
        for damage in (state.shot_normal[seat, slot], state.shot_piercing[seat, slot]):
            if damage < 0 or (damage > 0 and slot >= state.stack_size[1 - seat, state.lane]):
                return False
        normal += state.shot_normal[seat, slot]
        piercing += state.shot_piercing[seat, slot]
    for shot in range(state.shots[seat]):
        card = state.stack[seat, state.lane, first + shot]
        if KIND_OF[card] == ANTI_ARMOR:
            piercing -= DAMAGE_OF[card]
        else:
            normal -= DAMAGE_OF[card]
    return normal == 0 and piercing == 0


@rule
def _order_holds(state):
    """HL-2.3, HL-3.1, HL-4.5: the seats decide one after the other."""
    if state.over:
        return True
    if state.to_act == 1:
        return state.phase != COMBAT or shots_left(state, 0) == 0
    return state.shots[1] == 0 and (state.phase == COMBAT or staged_count(state, 1) == 0)
