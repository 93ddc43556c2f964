"""The invariants of Hold the Line. Made for tests, fuzzing and records from strangers: any bytes may be given."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT, header_fits
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.phases.combat import fights, has_choice, infantry_count, shots_left
from flank_envs.games.hold_the_line.state import hand_size, hidden_count, staged_count
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
    for seat in range(t.SEATS):
        if not _cards_fit(state, seat):
            return 2
    for seat in range(t.SEATS):
        if not _deck_is_complete(state, seat):
            return 3
        if not _limits_hold(state, seat):
            return 4
    if not _end_fits(state):
        return 5
    if not _decision_exists(state):
        return 6
    for seat in range(t.SEATS):
        if not _shots_fit(state, seat):
            return 7
    return 0 if _order_holds(state) else 8


@rule
def _header_fits(state):
    return (
        header_fits(state, t.SEATS, t.OVER, LIMIT)
        and 0 <= state.contested <= t.HOLD
        and t.FULL <= state.scale <= t.TINY
        and -1 <= state.winner < t.SEATS
        and 0 <= state.lane < t.LANES
        and (state.lane == 0 or state.phase == t.COMBAT)
        and 0 <= state.round_number <= t.LAST_ROUND_OF[state.scale]
        and (state.round_number == 0) == (state.phase == t.SETUP)
    )


@rule
def _cards_fit(state, seat):
    for kind in range(t.KINDS):
        for count in (
            state.hand[seat, kind],
            state.discard[seat, kind],
            state.pile_kinds[seat, kind],
            state.pool_at_shuffle[seat, kind],
            state.hand_at_shuffle[seat, kind],
        ):
            if count < 0 or count > t.DECK_OF[state.scale, kind]:
                return False
    if state.pile_size[seat] < 0 or state.pile_size[seat] > t.DECK_SIZE:
        return False
    for k in range(t.DECK_SIZE):
        if state.pile[seat, k] >= (t.KINDS if k < state.pile_size[seat] else 1):
            return False
    for lane in range(t.LANES):
        if state.staged[seat, lane] < t.NO_CARD or state.staged[seat, lane] >= t.KINDS:
            return False
        if not _stack_fits(state, seat, lane):
            return False
        empty = state.staged[seat, lane] == t.NO_CARD and state.stack_size[seat, lane] == 0
        if lane >= t.LANES_OF[state.scale] and not empty:
            return False
    return True


@rule
def _stack_fits(state, seat, lane):
    size = state.stack_size[seat, lane]
    if size < 0 or size > t.DECK_SIZE:
        return False
    last = 0
    for slot in range(t.DECK_SIZE):
        card = state.stack[seat, lane, slot]
        if slot >= size:
            if card != 0:
                return False
        elif card < last or card >= t.CARD_STATES:
            return False
        else:
            last = card
    return True


@rule
def _deck_is_complete(state, seat):
    """HL-1.2: no card is lost. HL-6.4: the draw pile is part of what was shuffled."""
    for kind in range(t.KINDS):
        in_pile = 0
        for k in range(state.pile_size[seat]):
            in_pile += state.pile[seat, k] == kind
        if in_pile != state.pile_kinds[seat, kind] or in_pile > state.pool_at_shuffle[seat, kind]:
            return False
        count = state.discard[seat, kind] + hidden_count(state, seat, kind)
        for lane in range(t.LANES):
            for slot in range(state.stack_size[seat, lane]):
                count += t.KIND_OF[state.stack[seat, lane, slot]] == kind
        if count != t.DECK_OF[state.scale, kind]:
            return False
    return True


@rule
def _limits_hold(state, seat):
    staged = staged_count(state, seat)
    if state.phase == t.SETUP:
        return hand_size(state, seat) + staged == t.SETUP_HAND_OF[state.scale] and _nothing_played(state, seat)
    if hand_size(state, seat) + staged > t.HAND_SIZE_OF[state.scale]:
        return False
    return staged <= (0 if state.phase == t.OVER else t.STAGED_OF[state.scale])


@rule
def _nothing_played(state, seat):
    """HL-2.3: seven cards have left the draw pile, and all are still hidden."""
    for lane in range(t.LANES):
        if state.stack_size[seat, lane] != 0 or state.front[lane] != 0:
            return False
    return state.pile_size[seat] == t.DECK_SIZE_OF[state.scale] - t.SETUP_HAND_OF[state.scale]


@rule
def _end_fits(state):
    """HL-7.1 to HL-7.5."""
    for lane in range(t.LANES):
        furthest = t.RED_LINE_OF[state.scale] + 1 if lane < t.LANES_OF[state.scale] else 0
        if not -furthest <= state.front[lane] <= furthest:
            return False
    result = broken_lines(state)
    if state.over == 0 or state.limit == LIMIT:
        at_limit = state.over == 0 or state.round_number == t.LAST_ROUND_OF[state.scale]
        return at_limit and result == UNBROKEN and state.winner == -1
    return result != UNBROKEN and state.winner == (-1 if result == BOTH_BROKEN else result)


@rule
def _decision_exists(state):
    if state.over:
        return True
    seat, lanes = state.to_act, t.LANES_OF[state.scale]
    if state.phase == t.SETUP:
        return staged_count(state, seat) < lanes and (seat == 0 or staged_count(state, 0) == lanes)
    if state.phase == t.STAGING:
        return hand_size(state, seat) > 0 and staged_count(state, seat) < t.STAGED_OF[state.scale]
    return fights(state, state.lane) and shots_left(state, seat) > 0 and has_choice(state, seat)


@rule
def _shots_fit(state, seat):
    """HL-4.3, HL-4.4: the damage assigned is that of the cards that have shot, and lies on cards in the lane."""
    first = infantry_count(state, seat, state.lane)
    shooters = state.stack_size[seat, state.lane] - first
    if state.shots[seat] < 0 or state.shots[seat] > (shooters if state.phase == t.COMBAT else 0):
        return False
    normal = piercing = 0
    for slot in range(t.DECK_SIZE):
        for damage in (state.shot_normal[seat, slot], state.shot_piercing[seat, slot]):
            if damage < 0 or (damage > 0 and slot >= state.stack_size[1 - seat, state.lane]):
                return False
        normal += state.shot_normal[seat, slot]
        piercing += state.shot_piercing[seat, slot]
    for shot in range(state.shots[seat]):
        card = state.stack[seat, state.lane, first + shot]
        normal -= t.NORMAL_OF[card]
        piercing -= t.PIERCING_OF[card]
    return normal == 0 and piercing == 0


@rule
def _order_holds(state):
    """HL-2.3, HL-3.1, HL-4.5: the seats decide one after the other."""
    if state.over:
        return True
    if state.to_act == 1:
        return state.phase != t.COMBAT or shots_left(state, 0) == 0
    return state.shots[1] == 0 and (state.phase == t.COMBAT or staged_count(state, 1) == 0)
